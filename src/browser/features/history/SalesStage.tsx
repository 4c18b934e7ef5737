import '../../styles/sales.css'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { failureMessage } from '../../api/failure-message.ts'
import { salesTodayPagesQuery } from '../../api/sale-lists.ts'
import { sessionQuery } from '../../api/session.ts'
import { formatDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SalesTable } from './SalesTable.tsx'

/** The sales of today, newest first: a cashier's own, for supervisors everybody's. */
export function SalesStage() {
  const t = useText()
  const locale = useLocale()
  const { data: session } = useQuery(sessionQuery)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(salesTodayPagesQuery)
  const sales = data?.pages.flatMap((page) => page.sales)
  return (
    <div className="sales">
      <div className="head">
        <h1>{t('history.title')}</h1>
        <span className="muted grow">{formatDay(Date.now(), locale)}</span>
      </div>
      {error && (
        <Notice kind="info" role="alert">
          {t(failureMessage(error))}
        </Notice>
      )}
      {sales === undefined ? (
        !error && (
          <p className="muted" role="status">
            {t('history.loading')}
          </p>
        )
      ) : sales.length === 0 ? (
        <div className="plain">
          <h2>{t('history.empty')}</h2>
          <p>{t('history.emptyNext')}</p>
        </div>
      ) : (
        <>
          <SalesTable sales={sales} hasCashier={session?.person?.role === 'supervisor'} />
          {hasNextPage && (
            <button
              type="button"
              className="btn btn--lg"
              aria-busy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('history.more')}
            </button>
          )}
        </>
      )}
    </div>
  )
}
