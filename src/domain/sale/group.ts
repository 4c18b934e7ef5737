import type { Sale, SaleState } from './sale.ts'

/** In the order of the filters. Every sale is in exactly one group. */
export const SALE_GROUPS = ['sold', 'waiting', 'unknown', 'not-sold', 'not-confirmed'] as const
export type SaleGroup = (typeof SALE_GROUPS)[number]

/** `unknown`: it is not known whether the customer received anything. */
const GROUPS: Record<SaleState, SaleGroup> = {
  opened: 'not-confirmed',
  checked: 'not-confirmed',
  refused: 'not-sold',
  confirming: 'waiting',
  pending: 'waiting',
  unknown: 'unknown',
  'not-executed': 'not-sold',
  succeeded: 'sold',
  failed: 'not-sold',
  // Until a supervisor decides, only the wallet shows whether the sale was charged.
  canceled: 'unknown',
  replaced: 'unknown',
  abandoned: 'not-confirmed',
}

type Grouped = Pick<Sale, 'state' | 'voucher' | 'conflicting' | 'resolution' | 'confirmedAt' | 'refund'>

/**
 * A resolution takes precedence over the state, and contradicting answers over both (rules 7 and 15). A sale abandoned after its confirm counts as not sold,
 * one whose code is coming as waiting, a refunded one as not sold even if it later turned out to be sold.
 */
export function groupOfSale({ state, voucher, conflicting, resolution, confirmedAt, refund }: Grouped): SaleGroup {
  if (conflicting) return 'unknown'
  if (resolution) return refund?.done ? 'not-sold' : resolution.outcome
  if (voucher === 'coming') return 'waiting'
  if (state === 'abandoned' && confirmedAt !== undefined) return 'not-sold'
  return GROUPS[state]
}
