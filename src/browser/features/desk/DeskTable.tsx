import type { Sale } from '#domain/sale/sale.ts'
import { nameCurrency } from '../../i18n/format-money.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import type { DeskSection } from './desk-sections.ts'
import { DeskRow } from './DeskRow.tsx'

type DeskTableProps = { section: DeskSection; sales: Sale[] }

/** One section of the desk. */
export function DeskTable({ section, sales }: DeskTableProps) {
  const t = useText()
  const locale = useLocale()
  // The head names the usual currency once; only a sale in another one repeats its own.
  const usual = sales[0]?.pays.currency ?? ''
  const heading = t(`desk.section.${section}`, { count: sales.length })
  return (
    <section aria-label={heading}>
      <h2 className="desk__heading">{heading}</h2>
      <div className="saletable table--sales table--desk" role="table" aria-label={heading}>
        <div className="tr tr--h" role="row">
          <span role="columnheader">{t('history.time')}</span>
          <span role="presentation" />
          <span role="columnheader">{t('history.product')}</span>
          <span role="columnheader">{t('history.account')}</span>
          <span className="end" role="columnheader">
            {t('history.amount', { currency: nameCurrency(usual, locale) })}
          </span>
          <span role="columnheader">{t('history.state')}</span>
          <span role="columnheader">{t('history.cashier')}</span>
          <span role="columnheader">{t('desk.next')}</span>
          <span className="end" role="columnheader">
            {t('desk.action')}
          </span>
        </div>
        {sales.map((sale) => (
          <DeskRow key={sale.id} sale={sale} section={section} usual={usual} />
        ))}
      </div>
    </section>
  )
}
