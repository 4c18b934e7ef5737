import type { Weakened } from './weakened.ts'

/** Protocols that do not keep the sales of one order to one. */
export const WEAKENED_ORDERS: Weakened[] = [
  {
    name: 'the commit of an approval does not look at the other sales of its order',
    seed: 2,
    weakness: { disk: { forgetsOrders: true } },
    harm: ['two sales of one order', 'order debited twice'],
  },
  {
    name: 'the other sales of an order are looked at before the commit',
    seed: 7,
    weakness: { disk: { looksAtOrdersBeforeMs: 5_000 } },
    harm: ['two sales of one order', 'order debited twice'],
  },
]
