import type { SaleListPage } from '#contract/proxy/sales.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'

type SalesFootProps = {
  shown: number
  /** Of the group that is listed. */
  count: number | undefined
  sold: SaleListPage['sold']
  isToday: boolean
  /** Absent where there are no more. */
  onMore?: (() => void) | undefined
  isReading: boolean
}

/** How much of it is listed, the way to the rest, and what was sold. */
export function SalesFoot({ shown, count, sold, isToday, onMore, isReading }: SalesFootProps) {
  const t = useText()
  const formats = useFormats()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  return (
    <div className="sales__foot">
      {count !== undefined && (
        <span className="muted" role="status">
          {t('salesList.showing', { shown, count })}
        </span>
      )}
      {onMore && (
        <button type="button" className="btn" aria-busy={isReading} onClick={onMore}>
          {t('salesList.more')}
        </button>
      )}
      {sold && (
        <span className="sales__sold">
          {sold.count === 0 ? (
            <span className="muted">{t(isToday ? 'salesList.soldNothingToday' : 'salesList.soldNothingThen')}</span>
          ) : (
            <>
              <span className="muted">{t(isToday ? 'salesList.soldToday' : 'salesList.soldThen')}</span>{' '}
              <b>{list.format(sold.amount.map(formats.money))}</b>{' '}
              <span className="muted">{t('salesList.inSales', { count: sold.count })}</span>
            </>
          )}
          {sold.codesComing > 0 && (
            <span className="muted"> · {t('salesList.toCome', { count: sold.codesComing })}</span>
          )}
        </span>
      )}
    </div>
  )
}
