import type { Sale, SaleState } from './sale.ts'

/** The groups the sales list is filtered by, in the order of its chips; every sale is in exactly one. */
export const SALE_GROUPS = ['sold', 'waiting', 'unknown', 'not-sold', 'not-confirmed'] as const
export type SaleGroup = (typeof SALE_GROUPS)[number]

/** By what the state alone says: `unknown` is whatever leaves open whether the customer got it. */
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
  // Whether the wallet was charged only the wallet shows, until a supervisor says.
  cancelled: 'unknown',
  replaced: 'unknown',
  abandoned: 'not-confirmed',
}

type Grouped = Pick<Sale, 'state' | 'voucher' | 'conflicting' | 'resolution' | 'confirmedAt' | 'refund'>

/**
 * Which group a sale is listed under. A supervisor's word stands for the state, and contradicting answers for both (rules 7 and 15); a sale
 * given up after its confirm was not sold; one whose code is still to come waits. A customer who has the money back bought nothing, also
 * where a supervisor learned later that it was sold.
 */
export function groupOfSale({ state, voucher, conflicting, resolution, confirmedAt, refund }: Grouped): SaleGroup {
  if (conflicting) return 'unknown'
  if (resolution) return refund?.done ? 'not-sold' : resolution.outcome
  if (voucher === 'coming') return 'waiting'
  if (state === 'abandoned' && confirmedAt !== undefined) return 'not-sold'
  return GROUPS[state]
}
