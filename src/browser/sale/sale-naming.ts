import type { InternationalChoice } from '#domain/catalog/international.ts'
import { formatRecipient } from '#domain/phone/contact.ts'
import type { Sale, SaleKind } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { countryName } from '../i18n/country-name.ts'
import { formatAccount } from '../i18n/formats.ts'
import type { Text } from '../i18n/use-text.ts'

type Named = Pick<Sale, 'serviceName' | 'international'>

/** For a document that lists country and operator separately. */
export function titleOfSale({ serviceName, international }: Named, t: Text): string {
  return international ? t('sale.international.title') : serviceName
}

/** The product in one name: `Islanet, Philippines`. */
export function productOfSale({ serviceName, international }: Named, t: Text): string {
  if (!international) return serviceName
  const { provider, country } = international
  return t('sale.international.product', { operator: provider.name, country: countryName(country) })
}

/** For an international top-up, only the operator is known. */
export const productOfSummary = ({ kind, brand, serviceName }: SaleSummary): string =>
  kind === 'international' ? brand : serviceName

/** An international amount is in a different currency from the price. */
export const amountLabel = (kind: SaleKind): 'money.faceValue' | 'money.recipientGets' | 'sale.amount' =>
  kind === 'voucher' ? 'money.faceValue' : kind === 'international' ? 'money.recipientGets' : 'sale.amount'

type Recipient = { account?: string | undefined; international?: InternationalChoice | undefined }

/** An international number is grouped by its country's mask: `+63 917 555 0142`. */
export const formatSaleAccount = (recipient: Recipient): string =>
  formatRecipient(recipient) ?? formatAccount(undefined)
