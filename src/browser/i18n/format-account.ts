import { groupUaeNational } from '#domain/phone.ts'

/** `+971 50 123 4567`; digits that are no UAE number stay as they are. */
export function formatAccount(account: string): string {
  if (!account.startsWith('971')) return account
  return `+971 ${groupUaeNational(account.slice(3))}`
}
