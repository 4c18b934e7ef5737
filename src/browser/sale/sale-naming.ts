import type { InternationalChoice } from '#domain/international.ts'
import { formatRecipient } from '#domain/contact.ts'
import type { Sale, SaleKind } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { countryName } from '../i18n/country-name.ts'
import { formatAccount } from '../i18n/formats.ts'
import type { Text } from '../i18n/use-text.ts'

type Named = Pick<Sale, 'serviceName' | 'international'>

/** What is sold, at the head of a slip or a paper that tells country and operator in lines of their own. */
export function titleOfSale({ serviceName, international }: Named, t: Text): string {
  return international ? t('sale.international.title') : serviceName
}

/** What is sold, where one name has to do: `Islanet, Philippines`. */
export function productOfSale({ serviceName, international }: Named, t: Text): string {
  if (!international) return serviceName
  const { provider, country } = international
  return t('sale.international.product', { operator: provider.name, country: countryName(country) })
}

/** What a colleague sold: of an international top-up the operator is known. */
export const productOfSummary = ({ kind, brand, serviceName }: SaleSummary): string =>
  kind === 'international' ? brand : serviceName

/** What the amount of a sale is: of an international sale it is in another currency than the customer pays. */
export const amountLabel = (kind: SaleKind): 'money.faceValue' | 'money.recipientGets' | 'sale.amount' =>
  kind === 'voucher' ? 'money.faceValue' : kind === 'international' ? 'money.recipientGets' : 'sale.amount'

type Recipient = { account?: string | undefined; international?: InternationalChoice | undefined }

/** Where a sale goes to, as people read it: an international number by the mask of its country, `+63 917 555 0142`. */
export const formatSaleAccount = (recipient: Recipient): string =>
  formatRecipient(recipient) ?? formatAccount(undefined)
