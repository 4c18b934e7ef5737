import type { InternationalChoice } from '#domain/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { countryName } from '../i18n/country-name.ts'
import { formatAccount } from '../i18n/format-account.ts'
import { useText } from '../i18n/use-text.ts'
import { formatSaleAccount } from './sale-account.ts'
import { SlipLine } from '../ui/Slip.tsx'

type Recipient = {
  kind: Sale['kind']
  account?: string | undefined
  customer?: string | undefined
  international?: InternationalChoice | undefined
}

type RecipientLinesProps = { of: Recipient }

/** Where it goes, and whose it is, on a slip; a voucher may have neither. */
export function RecipientLines({ of }: RecipientLinesProps) {
  const t = useText()
  const { kind, account, customer, international } = of
  return (
    <>
      {international && <AbroadLines choice={international} />}
      {account !== undefined && (
        <SlipLine label={t(kind === 'voucher' ? 'sale.account' : 'sale.number')}>
          <span className="num">{formatSaleAccount(of)}</span>
        </SlipLine>
      )}
      {customer !== undefined && (
        <SlipLine label={t('sale.customer')}>
          <span className="num">{formatAccount(customer)}</span>
        </SlipLine>
      )}
    </>
  )
}

function AbroadLines({ choice: { country, provider } }: { choice: InternationalChoice }) {
  const t = useText()
  return (
    <>
      <SlipLine label={t('sale.international.country')}>
        <bdi>{countryName(country)}</bdi>
      </SlipLine>
      <SlipLine label={t('sale.international.operator')}>
        <bdi>{provider.name}</bdi>
      </SlipLine>
    </>
  )
}
