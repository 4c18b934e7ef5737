import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router-dom'

import type { ReportAnswer } from '#api/reports.ts'
import { sorted } from '#domain/in-order.ts'
import type { Money } from '#domain/money/money.ts'
import { clockAt, dayBeside, daysFrom, type ShopDay } from '#domain/shop-calendar.ts'
import type { DayRange } from '../api/day.ts'
import { useServerNow } from '../api/status.ts'
import { formatShortDay } from '../i18n/format-time.ts'
import { useText, useLocale } from '../i18n/use-text.ts'
import { WRITING } from '../i18n/writing.ts'
import { paths } from '../paths.ts'
import { Chart, levelsFor, round } from './Chart.tsx'
import { noonOf } from './RangeCalendar.tsx'
import { useRangeName } from './RangePicker.tsx'
import { useAmounts } from './amounts.ts'
import { useShopCalendar, useShopDays } from '../lib/shop-days.ts'

type Bar = {
  id: string
  label: string
  tick: string
  paid: number
  text: string
  /** With its currency. */
  value: string
  count: number
  usual?: number
  usualText?: string
  usualValue?: string
  isRunning?: true
  to: string
}

/** How many labels fit below the bars on a phone. */
const MOST_NAMES = 8

type SalesChartProps = {
  title: string
  columnName: string
  bars: readonly Bar[]
  barName: string
  usualName: string | undefined
  /** How many days the usual day is from. */
  usualDays: number
}

export function SalesChart({ title, columnName, bars, barName, usualName, usualDays }: SalesChartProps) {
  const t = useText()
  const levels = levelsFor(Math.max(0, ...bars.map(({ paid, usual = 0 }) => Math.max(paid, usual))))
  const most = levels.at(-1) ?? 1
  // In percent of the chart.
  const slot = 100 / Math.max(1, bars.length)
  const width = Math.min(slot * 0.5, 8)
  const usualWidth = Math.min(slot * 0.86, 14)
  const barAt = (index: number, value: number, breadth: number) => ({
    x: round(slot * (index + 0.5) - breadth / 2),
    y: round(100 * (1 - value / most)),
    width: round(breadth),
    height: round((100 * value) / most),
  })
  const every = Math.ceil(bars.length / MOST_NAMES)
  return (
    <section className="min-w-0 rounded-3 border-1 border-line bg-surface p-4" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-3">{title}</h2>
        {usualName !== undefined && (
          <span className="flex flex-wrap gap-x-3 text-1 text-ink-2" aria-hidden="true">
            <span className="flex items-center gap-2">
              <span className="size-3 rounded-1 bg-act forced-color-adjust-none" />
              {barName}
            </span>
            <span className="flex items-center gap-2">
              <span className="size-3 rounded-1 border-1 border-line-strong bg-sunken forced-color-adjust-none" />
              {usualName} ({t('reports.usualFrom', { count: usualDays })})
            </span>
          </span>
        )}
      </div>
      <div className="mt-3">
        <Chart
          label={title}
          levels={levels}
          ticks={bars.flatMap(({ id, tick, isRunning }, index) =>
            index % every === 0 ? [{ id, text: tick, at: slot * (index + 0.5), isNow: isRunning === true }] : [],
          )}
          points={bars.map(({ id, label, value, count, usualValue, isRunning }, index) => ({
            id,
            at: slot * (index + 0.5),
            name: label,
            text: [
              value,
              ...(count > 0 ? [t('reports.sales', { count })] : []),
              ...(usualValue === undefined ? [] : [`${usualName} ${usualValue}`]),
            ].join(' · '),
            isNow: isRunning === true,
          }))}
        >
          {bars.map(({ id, paid, usual, isRunning }, index) => (
            <g key={id}>
              {usual !== undefined && (
                <rect
                  {...barAt(index, usual, usualWidth)}
                  className="fill-sunken stroke-line-strong"
                  vectorEffect="non-scaling-stroke"
                />
              )}
              <rect {...barAt(index, paid, width)} className="fill-act" opacity={isRunning ? 0.55 : 1} />
            </g>
          ))}
        </Chart>
      </div>
      <details>
        <summary className="inline-flex min-h-hit cursor-pointer items-center gap-2 font-medium text-act-ink [&::-webkit-details-marker]:hidden">
          {t('reports.asTable')} <ChevronDown size={20} aria-hidden />
        </summary>
        <table className="w-full text-2">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-1 text-ink-2">
              <th className="text-start font-medium">{columnName}</th>
              <th className="text-end font-medium">{t('reports.sold')}</th>
              <th className="text-end font-medium">{t('reports.paid')}</th>
              {usualName !== undefined && <th className="text-end font-medium">{usualName}</th>}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, label, count, text, usualText, to }) => (
              <tr key={id} className="border-t border-line">
                <td>
                  {count > 0 ? (
                    <Link className="inline-flex min-h-hit min-w-hit items-center" to={to}>
                      <bdi>{label}</bdi>
                    </Link>
                  ) : (
                    <bdi>{label}</bdi>
                  )}
                </td>
                <td className="text-end">{count}</td>
                <td className="text-end">
                  <bdi>{text}</bdi>
                </td>
                {usualName !== undefined && (
                  <td className="text-end">
                    <bdi>{usualText}</bdi>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

export function useBars(report: ReportAnswer, range: DayRange): SalesChartProps {
  const { byHour, byDay, usual } = report
  const t = useText()
  const locale = useLocale()
  const amounts = useAmounts(report)
  const full = useAmounts()
  const rangeName = useRangeName()
  const { today, noonOf: noonHere } = useShopDays()
  const now = useServerNow()
  const calendar = useShopCalendar()
  const isDay = range.from === range.to
  const rows = isDay ? byHour : byDay
  const currency = sorted(rows, (a, b) => b.count - a.count)[0]?.paid[0]?.currency ?? usual?.hours[0]?.paid[0]?.currency
  // Only the height of a bar is a float.
  const heightOf = (paid: readonly Money[]) => Number(paid.find((one) => one.currency === currency)?.amount ?? 0)
  const date = new Intl.DateTimeFormat(WRITING[locale].tag, { timeZone: 'UTC', day: 'numeric', month: 'numeric' })
  const hourNow = clockAt(now, calendar.timeZone).hour
  const barOf = (id: string, isRunning: boolean): Bar => {
    const row = rows.find((one) => one.id === id)
    const usually = isDay ? usual?.hours.find((one) => one.id === id) : undefined
    return {
      id,
      label: isDay ? id : formatShortDay(noonHere(id), locale),
      tick: isDay ? id : date.format(noonOf(id)),
      paid: heightOf(row?.paid ?? []),
      text: row ? amounts(row.paid) : '–',
      value: row ? full(row.paid) : t('reports.nothing'),
      count: row?.count ?? 0,
      ...(usually
        ? { usual: heightOf(usually.paid), usualText: amounts(usually.paid), usualValue: full(usually.paid) }
        : {}),
      ...(isRunning ? { isRunning: true } : {}),
      to: isDay ? paths.sales({ ...range, hour: String(Number(id)) }) : paths.sales({ from: id, to: id }),
    }
  }
  const hours = Array.from({ length: 24 }, (_, index) => String((calendar.dayStartHour + index) % 24).padStart(2, '0'))
  const isThere = (hour: string) =>
    byHour.some(({ id }) => id === hour) || usual?.hours.some(({ id }) => id === hour) === true
  const shown = hours.slice(Math.max(0, hours.findIndex(isThere)), hours.findLastIndex(isThere) + 1)
  const weekday = new Intl.DateTimeFormat(WRITING[locale].tag, { timeZone: 'UTC', weekday: 'long' })
  return {
    title: t(isDay ? 'reports.byHour' : 'reports.byDay'),
    columnName: t(isDay ? 'reports.hour' : 'reports.day'),
    bars: isDay
      ? shown.map((id) => barOf(id, range.to === today && Number(id) === hourNow))
      : daysOf(range, today).map((day) => barOf(day, day === today)),
    barName: range.to === today && isDay ? t('reports.preset.today') : rangeName(range),
    usualDays: usual?.days ?? 0,
    usualName: isDay && usual ? t('reports.usual', { day: weekday.format(noonOf(range.to)) }) : undefined,
  }
}

/** The days of a range until today, including days without sales. */
const daysOf = ({ from, to }: DayRange, today: ShopDay): ShopDay[] =>
  Array.from({ length: Math.max(0, daysFrom(from, to < today ? to : today)) }, (_, index) => dayBeside(from, index))
