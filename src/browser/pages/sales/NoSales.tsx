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
          <h2>{t('salesList.noneFound')}</h2>
          <p>{t('salesList.noneFoundNext')}</p>
        </>
      ) : state !== undefined ? (
        <>
          <h2>{t(`salesList.none.${state}`)}</h2>
          <p>{t('salesList.noneNext')}</p>
        </>
      ) : day !== undefined || isNarrowed ? (
        <>
          <h2>{t('salesList.emptyDay')}</h2>
          <p>{t('salesList.emptyDayNext')}</p>
        </>
      ) : (
        <>
          <h2>{t('salesList.empty')}</h2>
          <p>{t('salesList.emptyNext')}</p>
        </>
      )}
      {isNarrowed && (
        <button type="button" className="btn btn--lg" onClick={onShowAll}>
          {t('salesList.showAll')}
        </button>
      )}
    </div>
  )
}
