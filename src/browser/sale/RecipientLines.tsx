import type { InternationalChoice } from '#domain/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { countryName } from '../i18n/country-name.ts'
import { formatAccount } from '../i18n/format-account.ts'
import { useText } from '../i18n/use-text.ts'
import { formatSaleAccount } from './sale-account.ts'
import { SummaryLine } from '../ui/TicketSummary.tsx'

type Recipient = {
  kind: Sale['kind']
  account?: string | undefined
  customer?: string | undefined
  international?: InternationalChoice | undefined
}

type RecipientLinesProps = { of: Recipient }

/** Where it goes, and whose it is, in a summary; a voucher may have neither. */
export function RecipientLines({ of }: RecipientLinesProps) {
  const t = useText()
  const { kind, account, customer, international } = of
  return (
    <>
      {international && <InternationalLines choice={international} />}
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

function InternationalLines({ choice: { country, provider } }: { choice: InternationalChoice }) {
  const t = useText()
  return (
    <>
      <SummaryLine label={t('sale.international.country')}>
        <bdi>{countryName(country)}</bdi>
      </SummaryLine>
      <SummaryLine label={t('sale.international.operator')}>
        <bdi>{provider.name}</bdi>
      </SummaryLine>
    </>
  )
}
