import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { nameCurrency } from '../../i18n/format-money.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { SaleRow, SummaryRow } from './SaleRow.tsx'

type SalesTableProps = {
  sales: readonly (Sale | SaleSummary)[]
  /** Where everybody's sales are listed. */
  hasCashier: boolean
  /** Where the sales are of several days. */
  hasDay: boolean
  /** The filters in the address, which stay when a sale is opened. */
  search: string
  openId: string | undefined
}

export function SalesTable({ sales, hasCashier, hasDay, search, openId }: SalesTableProps) {
  const t = useText()
  const locale = useLocale()
  // The head names the usual currency once; only a sale in another one repeats its own.
  const usual = sales.find((sale) => !isSummary(sale))?.pays.currency ?? ''
  return (
    <div
      className={hasCashier ? 'saletable table--sales table--cashier' : 'saletable table--sales'}
      role="table"
      aria-label={t('salesList.title')}
    >
      <div className="tr tr--h" role="row">
        <span role="columnheader">{t('salesList.time')}</span>
        <span role="presentation" />
        <span role="columnheader">{t('salesList.product')}</span>
        <span role="columnheader">{t('salesList.account')}</span>
        <span className="end" role="columnheader">
          {t('salesList.amount', { currency: nameCurrency(usual, locale) })}
        </span>
        <span role="columnheader">{t('salesList.state')}</span>
        {hasCashier && <span role="columnheader">{t('salesList.cashier')}</span>}
        <span className="end" role="columnheader">
          {t('salesList.action')}
        </span>
      </div>
      {sales.map((sale) => {
        const place = { hasDay, search, isOpen: sale.id === openId }
        if (isSummary(sale)) return <SummaryRow key={sale.id} summary={sale} {...place} />
        return <SaleRow key={sale.id} sale={sale} usual={usual} hasCashier={hasCashier} {...place} />
      })}
    </div>
  )
}
