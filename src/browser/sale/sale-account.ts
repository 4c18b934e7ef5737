import type { InternationalChoice } from '#domain/international.ts'
import { formatAccount as formatByMask, readPhoneMask } from '#domain/phone-mask.ts'
import { formatAccount } from '../i18n/format-account.ts'

type Recipient = { account?: string | undefined; international?: InternationalChoice | undefined }

/** Where a sale goes to, as people read it: a number abroad by the mask of its country, `+63 917 555 0142`. */
export function formatSaleAccount({ account, international }: Recipient): string {
  if (account === undefined || !international) return formatAccount(account)
  const { phoneCode, phoneMask } = international.country
  return formatByMask(readPhoneMask(phoneCode, phoneMask), account)
}
