import type { Sale } from '#domain/sale/sale.ts'
import { groupAccount } from '#domain/phone.ts'

/** As `groupAccount`; a dash where a voucher has none. */
export const formatAccount = (account: string | undefined): string =>
  account === undefined ? '–' : groupAccount(account)

/** `0483`: at least four digits, as it is written on slips. `P 0483` in practice, so that nobody takes it for a real sale. */
export function formatSaleNumber({ number, isPractice }: Pick<Sale, 'number' | 'isPractice'>): string {
  return `${isPractice ? 'P ' : ''}${String(number).padStart(4, '0')}`
}
