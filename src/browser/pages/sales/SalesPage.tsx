import { useInfiniteQuery } from '@tanstack/react-query'
import { ListFilter, Settings2, Store } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'

import { SALES_FILTERS, type SaleListPage, type SalesFilter } from '#api/sales.ts'
import { isSummary } from '#domain/sale/summary.ts'
import { salesPagesQuery } from '../../api/sale-lists.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { formatDay, formatShortDay } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Async } from '../../ui/Async.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { useShopDays } from '../../lib/shop-days.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { SaleDrawer } from './SaleDrawer.tsx'
import { DaySelect, NarrowedBy, ProductSelect, SalesFilters } from './SalesFilters.tsx'
import { useSalesFilter } from './sales-filter.ts'
import { rowIdOf, SalesTable } from './SalesTable.tsx'

const { q: _, day: __, from: ___, to: ____, ...narrowing } = SALES_FILTERS
const NARROWING = Object.keys(narrowing) as (keyof typeof narrowing)[]

/** A search ignores the day's filters, which would hide the sale. */
const UNNARROWED = Object.fromEntries([...NARROWING, 'q' as const].map((part) => [part, undefined]))

/** The sales of a day, newest first: a cashier's own, or all sales for supervisors. */
export default function SalesPage() {
  const t = useText()
  const locale = useLocale()
  const { saleId } = useParams()
  const { today, noonOf } = useShopDays()
  const { filter, change, search } = useSalesFilter()
  const { isSupervisor } = useCurrentUser()
  const list = useInfiniteQuery(salesPagesQuery(filter))
  const sales = list.data?.pages.flatMap((page) => page.sales) ?? []
  const [first] = list.data?.pages ?? []
  const isSearch = filter.q !== undefined
  const isPhone = useMedia(PHONE)
  const [isFiltering, setIsFiltering] = useState(false)
  useFocusBack(saleId && rowIdOf(saleId))
  const { from, to } = filter
  const chosenDay = filter.day ?? (from === to ? from : undefined)
  const dayNote =
    from !== undefined && to !== undefined && from !== to
      ? t('salesList.range', { from: formatShortDay(noonOf(from), locale), to: formatShortDay(noonOf(to), locale) })
      : formatDay(noonOf(from ?? filter.day ?? today), locale)
  const dayAndProduct = !isSearch && (
    <>
      <DaySelect
        day={chosenDay}
        onChoose={(day) => change({ ...UNNARROWED, day, state: filter.state, from: undefined, to: undefined })}
      />
      <ProductSelect filter={filter} onChange={change} page={first} />
    </>
  )
  const stateAndCashier = <SalesFilters filter={filter} onChange={change} page={first} isSupervisor={isSupervisor} />
  const { state, cashier, service } = filter
  const set = [chosenDay !== undefined && chosenDay !== today, state, cashier, service].filter(Boolean).length

  return (
    <>
      <div className="contents" inert={saleId !== undefined}>
        <PageLayout
          title={t('salesList.title')}
          note={isSearch ? t('salesList.allDays') : dayNote}
          actions={
            isPhone ? (
              <Button icon={ListFilter} aria-haspopup="dialog" onClick={() => setIsFiltering(true)}>
                {t('salesList.filter')} {set > 0 && <b>{set}</b>}
              </Button>
            ) : (
              dayAndProduct
            )
          }
        >
          <NarrowedBy filter={filter} onChange={change} />
          {!isPhone && <div className="flex flex-wrap items-center justify-between gap-2">{stateAndCashier}</div>}
          <Async query={list} loading="salesList.loading">
            {() =>
              sales.length === 0 ? (
                <NoSales filter={filter} onShowAll={() => change(UNNARROWED)} />
              ) : (
                <>
                  <SalesTable
                    sales={sales}
                    hasCashier={isSupervisor}
                    hasDay={isSearch}
                    search={search}
                    openId={saleId}
                  />
                  <ListFooter
                    shown={sales.length}
                    count={first?.counts?.[filter.state ?? 'all']}
                    sold={first?.sold}
                    isToday={
                      filter.day === undefined &&
                      (filter.from === undefined || filter.from === today) &&
                      (filter.to === undefined || filter.to === today)
                    }
                    onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
                    isReading={list.isFetchingNextPage}
                  />
                </>
              )
            }
          </Async>
        </PageLayout>
      </div>
      {isPhone && isFiltering && (
        <Dialog
          heading={t('salesList.filter')}
          size="sheet"
          actions={
            <Button size="lg" onClick={() => setIsFiltering(false)}>
              {t('shell.close')}
            </Button>
          }
          onClose={() => setIsFiltering(false)}
        >
          {/* With room for the focus ring of the first filter. */}
          <div className="flex flex-col gap-3 pt-2">
            {dayAndProduct}
            {stateAndCashier}
          </div>
        </Dialog>
      )}
      {saleId !== undefined && (
        <SaleDrawer
          key={saleId}
          saleId={saleId}
          search={search}
          listed={sales.filter(isSummary).find(({ id }) => id === saleId)}
        />
      )}
    </>
  )
}

function NoSales({ filter, onShowAll }: { filter: SalesFilter; onShowAll: () => void }) {
  const t = useText()
  const isNarrowed = NARROWING.some((part) => filter[part] !== undefined)
  const [heading, next] = whyNone(filter, isNarrowed)
  return (
    <div role="status" className="flex flex-1 flex-col items-center justify-center gap-4 p-5 text-center">
      <h2 className="text-6 tracking-2">{t(heading)}</h2>
      <p className="max-w-[56ch] text-3 text-ink-2">{t(next)}</p>
      {isNarrowed || filter.q !== undefined ? (
        <Button size="lg" onClick={onShowAll}>
          {t('salesList.showAll')}
        </Button>
      ) : (
        <ButtonLink size="lg" icon={Store} to={paths.sell()}>
          {t('reports.sell')}
        </ButtonLink>
      )}
    </div>
  )
}

function whyNone({ q, state, day, from, to }: SalesFilter, isNarrowed: boolean): [MessageId, MessageId] {
  if (q !== undefined) return ['salesList.noneFound', 'salesList.noneFoundNext']
  if (state !== undefined) return [`salesList.none.${state}`, 'salesList.noneNext']
  const heading = from === to ? 'salesList.emptyDay' : 'salesList.emptyRange'
  if (isNarrowed) return [heading, 'salesList.noneNext']
  return (day ?? from) === undefined ? ['salesList.empty', 'salesList.emptyNext'] : [heading, 'salesList.emptyDayNext']
}

type ListFooterProps = {
  shown: number
  count: number | undefined
  sold: SaleListPage['sold']
  isToday: boolean
  onMore?: (() => void) | undefined
  isReading: boolean
}

function ListFooter({ shown, count, sold, isToday, onMore, isReading }: ListFooterProps) {
  const t = useText()
  return (
    <div className="-mb-4 -bottom-4 z-1 mt-auto flex min-h-bar flex-wrap items-center gap-x-4 gap-y-2 bg-canvas pt-1 pb-3 md:sticky">
      {count !== undefined && (
        <span role="status" className="text-ink-2">
          {t('salesList.showing', { shown, count })}
        </span>
      )}
      {onMore && (
        <Button pending={isReading} onClick={onMore}>
          {t('salesList.more')}
        </Button>
      )}
      <ButtonLink variant="quiet" icon={Settings2} to={paths.printer()}>
        {t('printer.title')}
      </ButtonLink>
      {sold && <Sold sold={sold} isToday={isToday} />}
    </div>
  )
}

function Sold({ sold, isToday }: { sold: NonNullable<SaleListPage['sold']>; isToday: boolean }) {
  const t = useText()
  const formats = useFormats()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  return (
    <p className="ms-auto text-ink-2">
      {sold.count === 0 ? (
        t(isToday ? 'salesList.soldNothingToday' : 'salesList.soldNothingThen')
      ) : (
        <>
          {t(isToday ? 'salesList.soldToday' : 'salesList.soldThen')}{' '}
          <b className="font-semibold text-ink">{list.format(sold.amount.map(formats.money))}</b>{' '}
          {t('salesList.inSales', { count: sold.count })}
        </>
      )}
      {sold.codesComing > 0 && ` · ${t('salesList.toCome', { count: sold.codesComing })}`}
    </p>
  )
}
