import type { Sale } from '#domain/sale/sale.ts'
import { groupUaeNational } from '#domain/phone.ts'

/** `+971 50 123 4567`; other digits behind their plus, an e-mail address as it is; a dash where a voucher has none. */
export function formatAccount(account: string | undefined): string {
  if (account === undefined) return '–'
  if (!/^971\d+$/.test(account)) return /^\d+$/.test(account) ? `+${account}` : account
  return `+971 ${groupUaeNational(account.slice(3))}`
}

/** `0483`: at least four digits, as it is written on slips. `P 0483` in practice, so that nobody takes it for a real sale. */
export function formatSaleNumber({ number, isPractice }: Pick<Sale, 'number' | 'isPractice'>): string {
  return `${isPractice ? 'P ' : ''}${String(number).padStart(4, '0')}`
}
