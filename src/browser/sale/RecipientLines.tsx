import type { InternationalChoice } from '#domain/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { formatAccount } from '../i18n/format-account.ts'
import { countryName } from '../i18n/country-name.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { SummaryLine } from '../ui/TicketSummary.tsx'
import { formatSaleAccount } from './sale-account.ts'

type Recipient = {
  kind: Sale['kind']
  account?: string | undefined
  customer?: string | undefined
  international?: InternationalChoice | undefined
}

type RecipientLinesProps = { of: Recipient }

/** Where it goes, and whose it is, inside the `<dl>` of a ticket; a voucher may have neither. */
export function RecipientLines({ of }: RecipientLinesProps) {
  const t = useText()
  const locale = useLocale()
  const { kind, account, customer, international } = of
  return (
    <>
      {international && (
        <>
          <SummaryLine label={t('sale.international.country')}>
            <bdi>{countryName(international.country, locale)}</bdi>
          </SummaryLine>
          <SummaryLine label={t('sale.international.operator')}>
            <bdi>{international.provider.name}</bdi>
          </SummaryLine>
        </>
      )}
      {account !== undefined && (
        <SummaryLine label={t(kind === 'voucher' ? 'sale.account' : 'sale.number')}>
          <bdi dir="ltr">{formatSaleAccount(of)}</bdi>
        </SummaryLine>
      )}
      {customer !== undefined && (
        <SummaryLine label={t('sale.customer')}>
          <bdi dir="ltr">{formatAccount(customer)}</bdi>
        </SummaryLine>
      )}
    </>
  )
}
