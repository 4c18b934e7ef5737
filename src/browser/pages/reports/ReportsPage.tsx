import { useQuery } from '@tanstack/react-query'
import { Check, CircleHelp, Clock, Download, EyeOff, Printer, X, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { ReportAnswer } from '#contract/proxy/reports.ts'
import type { Money as MoneyValue } from '#domain/money.ts'
import { clockAt, isShopDay, type ShopDay } from '#domain/shop-calendar.ts'
import { exportAddress, reportQuery, type DayRange } from '../../api/reports.ts'
import { sessionQuery } from '../../api/session.ts'
import { useProxyNow } from '../../api/status.ts'
import { formatShortDay } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { shortName } from '../../i18n/person-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { printDocument } from '../../printing/print.ts'
import { usePrintContext } from '../../sale/documents/use-print-context.ts'
import { SalePicture } from '../../sale/SaleRowParts.tsx'
import { ShiftPanel } from '../../shift/ShiftPanel.tsx'
import { Async } from '../../ui/Async.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { RowLink, Table, type Column } from '../../ui/Table.tsx'
import { useShopDays } from '../../use-shop-days.ts'
import { RangePicker, useRangeName } from './RangePicker.tsx'
import { reportDocument } from './report-document.ts'
import { SalesChart, type Bar } from './SalesChart.tsx'

type Row = ReportAnswer['byCashier'][number]

/** What the shop sold and earned on a range of business days. Each figure leads to its sales. */
export default function ReportsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const { today } = useShopDays()
  const range = readRange(params, today)
  const report = useQuery(reportQuery(range))
  const { data: settings } = useQuery({ ...sessionQuery, select: (session) => session.settings })
  return (
    <PageLayout
      title={t(range.from === range.to ? 'reports.title' : 'reports.titleDays')}
      actions={
        <>
          <RangePicker range={range} onChoose={(chosen) => setParams(chosen, { replace: true })} />
          {report.data && <PrintButton report={report.data} range={range} />}
          <ButtonAnchor icon={Download} href={exportAddress(range)} download>
            {t('reports.csv')}
          </ButtonAnchor>
        </>
      }
      panel={settings?.drawer ? <ShiftPanel /> : undefined}
    >
      <Async query={report} loading="reports.reading">
        {(data) => <Report report={data} range={range} hasPayments={Boolean(settings?.payments)} />}
      </Async>
    </PageLayout>
  )
}

function readRange(params: URLSearchParams, today: ShopDay): DayRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  return isShopDay(from) && isShopDay(to) && from <= to ? { from, to } : { from: today, to: today }
}

/** The address of the range's sales, narrowed to a row. */
const salesOf = (range: DayRange, query: Record<string, string>) => paths.sales({ ...range, ...query })

type ReportProps = { report: ReportAnswer; range: DayRange; hasPayments: boolean }

function Report({ report, range, hasPayments }: ReportProps) {
  const t = useText()
  const chart = useBars(report, range)
  return (
    <>
      <Figures report={report} />
      <div className="flex flex-wrap items-center gap-2">
        {GROUPS.map(({ group, figure, text, icon }) => (
          <ButtonLink key={group} icon={icon} to={salesOf(range, { state: group })}>
            {t(text)} <b className="font-semibold">{report.totals[figure]}</b>
          </ButtonLink>
        ))}
        <span className="ms-auto">
          <Tag icon={EyeOff}>{t('reports.showsCost')}</Tag>
        </span>
      </div>
      {report.totals.tests.count > 0 && (
        <Notice tone="info">{t('reports.tests', { count: report.totals.tests.count })}</Notice>
      )}
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SalesChart {...chart} />
        {hasPayments && (
          <Rows
            title="reports.byPayment"
            rows={report.byPayment}
            nameOf={({ id }) => t(id === 'card' || id === 'other' || id === 'cash' ? `shift.method.${id}` : 'reports.none')}
            linkOf={({ id }) => (id === '' ? undefined : salesOf(range, { paidBy: id }))}
          />
        )}
      </div>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Rows
          title="reports.byService"
          rows={report.byService}
          hasMargin
          linkOf={({ id }) => salesOf(range, { service: id })}
          startOf={({ id, name }) => <SalePicture sale={{ serviceId: id, brand: name }} size={32} />}
        />
        <Rows
          title="reports.byCashier"
          rows={report.byCashier}
          nameOf={({ name }) => shortName(name)}
          linkOf={({ id }) => salesOf(range, { cashier: id })}
        />
        <Rows title="reports.byCategory" rows={report.byCategory} hasMargin />
        <Rows
          title="reports.byOperator"
          rows={report.byOperator}
          hasMargin
          linkOf={({ id }) => (id === '' ? undefined : salesOf(range, { brand: id }))}
        />
        <Rows title="reports.byTill" rows={report.byTerminal} linkOf={({ id }) => salesOf(range, { terminal: id })} />
        <Rows
          title="reports.byKind"
          rows={report.byKind}
          hasMargin
          nameOf={({ id }) => t(`reports.kind.${id as 'direct' | 'voucher' | 'international'}`)}
          linkOf={({ id }) => salesOf(range, { kind: id })}
        />
      </div>
      <Losses report={report} />
    </>
  )
}

const GROUPS: { group: string; figure: 'sold' | 'waiting' | 'unknown' | 'notSold'; text: MessageId; icon: LucideIcon }[] = [
  { group: 'sold', figure: 'sold', text: 'reports.sold', icon: Check },
  { group: 'waiting', figure: 'waiting', text: 'reports.waiting', icon: Clock },
  { group: 'unknown', figure: 'unknown', text: 'reports.unknown', icon: CircleHelp },
  { group: 'not-sold', figure: 'notSold', text: 'reports.notSold', icon: X },
]

function Figures({ report: { totals } }: { report: ReportAnswer }) {
  const t = useText()
  const { refundsDue, withoutMargin } = totals
  return (
    <dl className="grid gap-4 rounded-3 border-1 border-line bg-surface p-4 sm:grid-cols-2 xl:grid-cols-4">
      <Figure label={t('reports.paid')} amounts={totals.paid} />
      <Figure label={t('reports.cost')} amounts={totals.cost} />
      <Figure
        label={t('reports.margin')}
        amounts={totals.margin}
        note={withoutMargin > 0 ? t('reports.withoutMargin', { count: withoutMargin }) : undefined}
      />
      <Figure
        label={t('reports.refundsDue')}
        amounts={refundsDue.amount}
        note={refundsDue.count > 0 ? t('reports.sales', { count: refundsDue.count }) : undefined}
      />
    </dl>
  )
}

type Amounts = readonly (MoneyValue & { isLoss?: true })[]

function Figure({ label, amounts, note }: { label: string; amounts: Amounts; note?: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-1 font-medium text-ink-2">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-3">
        {amounts.length === 0 && <span className="text-5 font-semibold">0</span>}
        {amounts.map((money) => (
          <span key={money.currency} className="whitespace-nowrap">
            {money.isLoss && <b className="text-5">−</b>}
            <Money money={money} size="figure" />
          </span>
        ))}
        {note !== undefined && <span className="text-1 text-ink-2">{note}</span>}
      </dd>
    </div>
  )
}

/** `AED 5.00`, of several currencies each; a loss has a minus. */
function useAmounts(): (amounts: Amounts) => string {
  const formats = useFormats()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  return (amounts) =>
    list.format(amounts.map(({ isLoss, ...money }) => `${isLoss ? '−' : ''}${formats.money(money)}`))
}

/** A list that is long shows its first rows. */
const FIRST_ROWS = 6

type RowsProps = {
  title: MessageId
  rows: readonly Row[]
  hasMargin?: boolean
  nameOf?: (row: Row) => string
  startOf?: (row: Row) => ReactNode
  linkOf?: (row: Row) => string | undefined
}

function Rows({ title, rows, hasMargin = false, nameOf = ({ name }) => name, startOf, linkOf }: RowsProps) {
  const t = useText()
  const amounts = useAmounts()
  const [isLong, setIsLong] = useState(false)
  const columns: Column<Row>[] = [
    {
      id: 'name',
      header: title,
      cell: (row) => {
        const name = row.isRest ? t('reports.rest') : nameOf(row) || t('reports.others')
        const to = row.isRest ? undefined : linkOf?.(row)
        return (
          <span className="flex items-center gap-3">
            {!row.isRest && startOf?.(row)}
            <span className="min-w-0 wrap-anywhere">
              {to === undefined ? (
                <bdi>{name}</bdi>
              ) : (
                <RowLink to={to}>
                  <bdi>{name}</bdi>
                </RowLink>
              )}
            </span>
          </span>
        )
      },
    },
    { id: 'sold', header: 'reports.sold', width: 'fit', align: 'end', cell: ({ count }) => count },
    {
      id: 'paid',
      header: 'reports.paid.short',
      width: 'fit',
      align: 'end',
      cell: ({ paid }) => <bdi className="font-semibold">{amounts(paid)}</bdi>,
    },
    ...(hasMargin
      ? [
          {
            id: 'margin',
            header: 'reports.margin',
            width: 'fit',
            align: 'end',
            cell: ({ margin }: Row) => <bdi>{margin.length === 0 ? '–' : amounts(margin)}</bdi>,
          } satisfies Column<Row>,
        ]
      : []),
  ]
  const shown = isLong ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <section className="grid min-w-0 gap-2" aria-label={t(title)}>
      <Table label={title} columns={columns} rows={shown} keyOf={({ id, isRest }) => `${id} ${isRest}`} empty="reports.nothing" narrow="cards" />
      {shown.length < rows.length && (
        <Button variant="quiet" onClick={() => setIsLong(true)}>
          {t('reports.more', { count: rows.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

type Loss = ReportAnswer['losses'][number]

/** Sales by which the shop lost money; nothing while there are none. */
function Losses({ report: { losses, totals } }: { report: ReportAnswer }) {
  const t = useText()
  const amounts = useAmounts()
  const { refunded, belowCost } = totals.losses
  if (refunded.count + belowCost.count === 0) return null
  const columns: Column<Loss>[] = [
    {
      id: 'sale',
      header: 'reports.losses',
      width: 'fill',
      cell: (loss) => (
        <RowLink to={paths.saleDetails(loss.id)}>
          #{loss.number} <bdi>{loss.serviceName}</bdi>
        </RowLink>
      ),
    },
    {
      id: 'why',
      header: 'reports.losses.why',
      cell: ({ loss, by }) =>
        loss === 'refunded' ? t('reports.losses.refunded', { name: by ?? '' }) : t('reports.losses.belowCost'),
    },
    { id: 'amount', header: 'reports.losses.amount', align: 'end', width: 'fit', cell: ({ amount }) => amounts([amount]) },
  ]
  return <Table label="reports.losses" columns={columns} rows={losses} empty="reports.nothing" narrow="cards" />
}

/** Hours of a day beside what is usual, or days of a longer range. */
function useBars({ byHour, byDay, usual }: ReportAnswer, range: DayRange) {
  const t = useText()
  const locale = useLocale()
  const amounts = useAmounts()
  const { today, noonOf } = useShopDays()
  const now = useProxyNow()
  const { data: calendar } = useQuery({
    ...sessionQuery,
    select: ({ timeZone, dayStartHour = 0 }) => ({ timeZone, dayStartHour }),
  })
  const isDay = range.from === range.to
  const rows = isDay ? byHour : byDay
  const currency = [...rows].toSorted((a, b) => b.count - a.count)[0]?.paid[0]?.currency ?? usual?.[0]?.paid[0]?.currency
  // Only the height of a bar is a float.
  const heightOf = (paid: readonly MoneyValue[]) => Number(paid.find((one) => one.currency === currency)?.amount ?? 0)
  const hourNow = clockAt(now, calendar?.timeZone ?? 'UTC').hour
  const barOf = (id: string, isRunning: boolean): Bar => {
    const row = rows.find((one) => one.id === id)
    const usually = isDay ? usual?.find((one) => one.id === id) : undefined
    return {
      id,
      label: isDay ? id : formatShortDay(noonOf(id), locale),
      paid: heightOf(row?.paid ?? []),
      text: row ? amounts(row.paid) : '–',
      count: row?.count ?? 0,
      ...(usually ? { usual: heightOf(usually.paid), usualText: amounts(usually.paid) } : {}),
      ...(isRunning ? { isRunning: true } : {}),
      to: isDay ? paths.sales({ ...range, hour: String(Number(id)) }) : paths.sales({ from: id, to: id }),
    }
  }
  const hours = Array.from({ length: 24 }, (_, index) =>
    String(((calendar?.dayStartHour ?? 0) + index) % 24).padStart(2, '0'),
  )
  const isThere = (hour: string) => byHour.some(({ id }) => id === hour) || usual?.some(({ id }) => id === hour) === true
  const from = hours.findIndex(isThere)
  const to = hours.findLastIndex(isThere)
  const bars = isDay
    ? hours.slice(Math.max(0, from), to + 1).map((id) => barOf(id, range.to === today && Number(id) === hourNow))
    : byDay.map(({ id }) => barOf(id, id === today))
  return {
    title: t(isDay ? 'reports.byHour' : 'reports.byDay'),
    columnName: t(isDay ? 'reports.hour' : 'reports.day'),
    bars,
    usualName: isDay && usual ? t('reports.usual') : undefined,
  }
}

function PrintButton({ report, range }: { report: ReportAnswer; range: DayRange }) {
  const t = useText()
  const name = useRangeName()
  const now = useProxyNow()
  const words = usePrintContext()
  const [state, setState] = useState<'idle' | 'printing' | 'failed'>('idle')
  const print = async () => {
    setState('printing')
    const outcome = await printDocument(reportDocument(report, name(range), now, words))
    setState(outcome.failed.length > 0 ? 'failed' : 'idle')
  }
  return (
    <>
      <Button icon={Printer} pending={state === 'printing'} onClick={() => void print()}>
        {t('reports.print')}
      </Button>
      {state === 'failed' && <span role="alert">{t('delivery.notPrinted')}</span>}
    </>
  )
}
