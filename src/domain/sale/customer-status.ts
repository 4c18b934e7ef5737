import type { SaleRecord } from './record.ts'
import { moneyMoved, type SaleState } from './sale.ts'

/** What the customer of a sale is told of it: no more than they have to know to wait, to leave or to come back. */
export type CustomerStatus =
  'on-its-way' | 'code-coming' | 'not-known' | 'sold' | 'code-waiting' | 'not-sold' | 'refunded'

/** What a customer may read of their sale. It names nobody, and no amount. */
export type CustomerView = {
  status: CustomerStatus
  product: string
  /** Of a number that is long enough to hide the others. */
  lastDigits?: string
  sentAt: number
}

/** Copied field by field, so that no new field gets out by mistake. */
export function customerViewOf(sale: SaleRecord): CustomerView {
  const lastDigits = findLastDigits(sale.account)
  return {
    status: customerStatusOf(sale),
    product: sale.international ? `${sale.brand}, ${sale.international.country.name}` : sale.serviceName,
    ...(lastDigits === undefined ? {} : { lastDigits }),
    sentAt: sale.confirmedAt ?? sale.openedAt,
  }
}

/** Whether a later look may find something else. A code that waits is given out at the shop, and nothing else changes. */
export const mayChange = (status: CustomerStatus): boolean =>
  status === 'on-its-way' || status === 'code-coming' || status === 'not-known'

type Followed = Pick<SaleRecord, 'state' | 'voucher' | 'conflicting' | 'resolution' | 'refund' | 'confirmedAt'>

/**
 * Where the sale of a link is. Whoever has a link has paid, so a sale that the journal does not know to be confirmed was put back from a backup: what
 * became of it is not known, whatever its state says. As in the groups of the list, a refunded customer bought nothing.
 */
export function customerStatusOf(sale: Followed): CustomerStatus {
  const { state, voucher, conflicting, resolution, refund, confirmedAt } = sale
  if (conflicting || confirmedAt === undefined) return 'not-known'
  if (refund?.done) return 'refunded'
  if (resolution ? resolution.outcome === 'not-sold' : NOT_SOLD.includes(state)) return 'not-sold'
  if (moneyMoved(sale) !== 'yes') return UNDER_WAY.includes(state) ? 'on-its-way' : 'not-known'
  if (voucher === undefined || voucher === 'delivered') return 'sold'
  return voucher === 'ready' ? 'code-waiting' : 'code-coming'
}

const NOT_SOLD: readonly SaleState[] = ['refused', 'failed', 'abandoned']
const UNDER_WAY: readonly SaleState[] = ['confirming', 'pending']

const MIN_DIGITS = 8

/** An address and a short account tell nothing. */
const findLastDigits = (account = ''): string | undefined =>
  account.length >= MIN_DIGITS ? /^[\d•]*(\d{4})$/.exec(account)?.[1] : undefined
