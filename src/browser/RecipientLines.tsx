import type { Sale } from '#domain/sale.ts'
import { formatAccount } from './i18n/format-account.ts'
import { useText } from './i18n/use-text.ts'
import { SlipLine } from './ui/Slip.tsx'

type RecipientLinesProps = { of: { kind: Sale['kind']; account?: string | undefined; customer?: string | undefined } }

/** Where it goes, and whose it is, on a slip; a voucher may have neither. */
export function RecipientLines({ of: { kind, account, customer } }: RecipientLinesProps) {
  const t = useText()
  return (
    <>
      {account !== undefined && (
        <SlipLine label={t(kind === 'voucher' ? 'sale.account' : 'sale.number')}>
          <span className="num">{formatAccount(account)}</span>
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
