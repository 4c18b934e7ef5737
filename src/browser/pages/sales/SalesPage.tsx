import '../../styles/sales.css'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router-dom'

import { isSummary } from '#domain/sale/summary.ts'
import { useCurrentUser } from '../../current-user.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { salesPagesQuery } from '../../api/sale-lists.ts'
import { formatDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { DayPicker } from './DayPicker.tsx'
import { NoSales } from './NoSales.tsx'
import { SaleDrawer } from './SaleDrawer.tsx'
import { rowIdOf } from './SaleRow.tsx'
import { SalesFilters } from './SalesFilters.tsx'
import { SalesFoot } from './SalesFoot.tsx'
import { SalesSearch } from './SalesSearch.tsx'
import { SalesTable } from './SalesTable.tsx'
import { useSalesFilter } from './use-sales-filter.ts'
import { useShopDays } from './use-shop-days.ts'

/** A search is for a sale wherever it is; what the day was narrowed to would only hide it. */
const UNNARROWED = { q: undefined, state: undefined, cashier: undefined, service: undefined }

/** The sales of a day, newest first: a cashier's own, for supervisors everybody's; and over them what is known of one. */
export default function SalesPage() {
  const t = useText()
  const { saleId } = useParams()
  const { filter, change, search } = useSalesFilter()
  const { isSupervisor } = useCurrentUser()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(salesPagesQuery(filter))
  const sales = data?.pages.flatMap((page) => page.sales)
  const [first] = data?.pages ?? []
  useFocusBack(saleId)

  return (
    <>
      <div className="sales" inert={saleId !== undefined}>
        <div className="head">
          <h1>{t('salesList.title')}</h1>
          <ShownDay day={filter.day} isSearch={filter.q !== undefined} />
          <Link className="btn sales__printer" to={paths.printer()} aria-label={t('printer.title')}>
            <Printer className="ic" size={20} aria-hidden="true" />
          </Link>
          {filter.q === undefined && (
            <DayPicker day={filter.day} onChoose={(day) => change({ day, cashier: undefined, service: undefined })} />
          )}
          <SalesSearch q={filter.q ?? ''} onSearch={(q) => change(q === '' ? { q } : { ...UNNARROWED, q })} />
        </div>
        <SalesFilters filter={filter} onChange={change} page={first} isSupervisor={isSupervisor} />
        {error && (
          <Notice kind="info" role="alert">
            {t(failureMessage(error))}
          </Notice>
        )}
        {sales === undefined ? (
          !error && (
            <p className="muted" role="status">
              {t('salesList.loading')}
            </p>
          )
        ) : sales.length === 0 ? (
          <NoSales filter={filter} onShowAll={() => change(UNNARROWED)} />
        ) : (
          <>
            <SalesTable
              sales={sales}
              hasCashier={isSupervisor}
              hasDay={filter.q !== undefined}
              search={search}
              openId={saleId}
            />
            <SalesFoot
              shown={sales.length}
              count={first?.counts?.[filter.state ?? 'all']}
              sold={first?.sold}
              isToday={filter.day === undefined}
              onMore={hasNextPage ? () => void fetchNextPage() : undefined}
              isReading={isFetchingNextPage}
            />
          </>
        )}
      </div>
      {saleId !== undefined && (
        <SaleDrawer
          key={saleId}
          saleId={saleId}
          search={search}
          listed={sales?.filter(isSummary).find(({ id }) => id === saleId)}
        />
      )}
    </>
  )
}

function ShownDay({ day, isSearch }: { day: string | undefined; isSearch: boolean }) {
  const t = useText()
  const locale = useLocale()
  const { today, noonOf } = useShopDays()
  return (
    <span className="muted grow">{isSearch ? t('salesList.allDays') : formatDay(noonOf(day ?? today), locale)}</span>
  )
}

/** From the drawer back to the row it was opened from. */
function useFocusBack(saleId: string | undefined): void {
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (saleId === undefined && opened.current !== undefined) {
      document.getElementById(rowIdOf(opened.current))?.focus()
    }
    opened.current = saleId
  }, [saleId])
}
