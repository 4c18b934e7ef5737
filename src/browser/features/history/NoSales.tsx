import type { SalesFilter } from '../../api/sale-lists.ts'
import { useText } from '../../i18n/use-text.ts'

type NoSalesProps = { filter: SalesFilter; onShowAll: () => void }

/** Why the list is empty, and the way out. */
export function NoSales({ filter, onShowAll }: NoSalesProps) {
  const t = useText()
  const { q, state, cashier, service, day } = filter
  const isNarrowed = q !== undefined || state !== undefined || cashier !== undefined || service !== undefined
  return (
    <div className="plain" role="status">
      {q !== undefined ? (
        <>
          <h2>{t('history.noneFound')}</h2>
          <p>{t('history.noneFoundNext')}</p>
        </>
      ) : state !== undefined ? (
        <>
          <h2>{t(`history.none.${state}`)}</h2>
          <p>{t('history.noneNext')}</p>
        </>
      ) : day !== undefined || isNarrowed ? (
        <>
          <h2>{t('history.emptyDay')}</h2>
          <p>{t('history.emptyDayNext')}</p>
        </>
      ) : (
        <>
          <h2>{t('history.empty')}</h2>
          <p>{t('history.emptyNext')}</p>
        </>
      )}
      {isNarrowed && (
        <button type="button" className="btn btn--lg" onClick={onShowAll}>
          {t('history.showAll')}
        </button>
      )}
    </div>
  )
}
