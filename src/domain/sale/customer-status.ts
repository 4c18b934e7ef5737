import type { SaleRecord } from './record.ts'
import { moneyMoved, type SaleState } from './sale.ts'

/** Only what a customer needs to wait, leave or come back. */
export type CustomerStatus =
  'on-its-way' | 'code-coming' | 'not-known' | 'sold' | 'code-waiting' | 'not-sold' | 'refunded'

/** Contains no name and no amount. */
export type CustomerView = {
  status: CustomerStatus
  product: string
  /** Present only if the number is long enough to hide the other digits. */
  lastDigits?: string
  sentAt: number
}

/** Copied field by field, so no new field is exposed by mistake. */
export function customerViewOf(sale: SaleRecord): CustomerView {
  const lastDigits = findLastDigits(sale.account)
  return {
    status: customerStatusOf(sale),
    product: sale.international ? `${sale.brand}, ${sale.international.country.name}` : sale.serviceName,
    ...(lastDigits === undefined ? {} : { lastDigits }),
    sentAt: sale.confirmedAt ?? sale.openedAt,
  }
}

/** A ready code is handed over at the shop, which changes nothing on this page. */
export const mayChange = (status: CustomerStatus): boolean =>
  status === 'on-its-way' || status === 'code-coming' || status === 'not-known'

type Followed = Pick<SaleRecord, 'state' | 'voucher' | 'conflicting' | 'resolution' | 'refund' | 'confirmedAt'>

/**
 * A customer with a link has paid. If the journal does not know the sale as confirmed, it was restored from a backup, and the result is unknown whatever the
 * state. A refunded customer bought nothing.
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

/** An email address or a short account shows no digits. */
const findLastDigits = (account = ''): string | undefined =>
  account.length >= MIN_DIGITS ? /^[\d•]*(\d{4})$/.exec(account)?.[1] : undefined
