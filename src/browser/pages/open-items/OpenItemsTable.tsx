import type { Sale } from '#domain/sale/sale.ts'
import { nameCurrency } from '../../i18n/format-money.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import type { OpenItemSection } from './sections.ts'
import { OpenItemRow } from './OpenItemRow.tsx'

type OpenItemsTableProps = { section: OpenItemSection; sales: Sale[] }

/** One section of the desk. */
export function OpenItemsTable({ section, sales }: OpenItemsTableProps) {
  const t = useText()
  const locale = useLocale()
  // The head names the usual currency once; only a sale in another one repeats its own.
  const usual = sales[0]?.pays.currency ?? ''
  const heading = t(`openItems.section.${section}`, { count: sales.length })
  return (
    <section aria-label={heading}>
      <h2 className="desk__heading">{heading}</h2>
      <div className="saletable table--sales table--desk" role="table" aria-label={heading}>
        <div className="tr tr--h" role="row">
          <span role="columnheader">{t('salesList.time')}</span>
          <span role="presentation" />
          <span role="columnheader">{t('salesList.product')}</span>
          <span role="columnheader">{t('salesList.account')}</span>
          <span className="end" role="columnheader">
            {t('salesList.amount', { currency: nameCurrency(usual, locale) })}
          </span>
          <span role="columnheader">{t('salesList.state')}</span>
          <span role="columnheader">{t('salesList.cashier')}</span>
          <span role="columnheader">{t('openItems.next')}</span>
          <span className="end" role="columnheader">
            {t('openItems.action')}
          </span>
        </div>
        {sales.map((sale) => (
          <OpenItemRow key={sale.id} sale={sale} section={section} usual={usual} />
        ))}
      </div>
    </section>
  )
}
