import { Link } from 'react-router-dom'

import type { ReportAnswer } from '#api/reports.ts'
import { sorted } from '#domain/in-order.ts'
import type { Money } from '#domain/money.ts'
import { clockAt, dayBeside, daysFrom, type ShopDay } from '#domain/shop-calendar.ts'
import type { DayRange } from '../../api/day.ts'
import { useServerNow } from '../../api/status.ts'
import { formatShortDay } from '../../i18n/format-time.ts'
import { useText, useLocale } from '../../i18n/use-text.ts'
import { WRITING } from '../../i18n/writing.ts'
import { paths } from '../../paths.ts'
import { Chart } from '../../report/Chart.tsx'
import { noonOf } from '../../report/RangeCalendar.tsx'
import { useRangeName } from '../../report/RangePicker.tsx'
import { useAmounts } from '../../report/amounts.ts'
import { useShopCalendar, useShopDays } from '../../shop-days.ts'

type Bar = {
  id: string
  label: string
  tick: string
  paid: number
  text: string
  count: number
  usual?: number
  usualText?: string
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
}

export function SalesChart({ title, columnName, bars, barName, usualName }: SalesChartProps) {
  const t = useText()
  const most = niceCeiling(Math.max(0, ...bars.map(({ paid, usual = 0 }) => Math.max(paid, usual))))
  // In percent of the chart.
  const slot = 100 / Math.max(1, bars.length)
  const width = Math.min(slot * 0.7, 8)
  const yOf = (value: number) => 100 * (1 - value / most)
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
              <span className="h-[3px] w-4 bg-ink forced-color-adjust-none" />
              {usualName}
            </span>
          </span>
        )}
      </div>
      <div className="mt-3">
        <Chart
          levels={[0, most / 2, most]}
          ticks={bars.flatMap(({ id, tick, isRunning }, index) =>
            index % every === 0 ? [{ id, text: tick, at: slot * (index + 0.5), isNow: isRunning === true }] : [],
          )}
          isLeftToRight
        >
          {bars.map(({ id, paid, usual, isRunning }, index) => {
            const x = slot * index + (slot - width) / 2
            return (
              <g key={id}>
                <rect
                  x={x}
                  y={yOf(paid)}
                  width={width}
                  height={100 - yOf(paid)}
                  className="fill-act"
                  opacity={isRunning ? 0.55 : 1}
                />
                {/* With an outline in the background color, so that it is visible in front of its bar. */}
                {usual !== undefined &&
                  [
                    { strokeWidth: 6, stroke: 'var(--surface)' },
                    { strokeWidth: 2.5, stroke: 'var(--ink)' },
                  ].map((style) => (
                    <path
                      key={style.stroke}
                      style={style}
                      vectorEffect="non-scaling-stroke"
                      d={`M${x - width * 0.1} ${yOf(usual)} h${width * 1.2}`}
                    />
                  ))}
              </g>
            )
          })}
        </Chart>
      </div>
      <details>
        <summary className="flex min-h-hit cursor-pointer items-center text-1 text-ink-2">
          {t('reports.asTable')}
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

/** The next of 1, 2, 4, 6, 8 and 10 times a power of ten. It is the top of the scale, and half of it is labeled too. */
function niceCeiling(value: number): number {
  if (value <= 0) return 10
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10) * power
}

export function useBars(report: ReportAnswer, range: DayRange): SalesChartProps {
  const { byHour, byDay, usual } = report
  const t = useText()
  const locale = useLocale()
  const amounts = useAmounts(report)
  const rangeName = useRangeName()
  const { today, noonOf: noonHere } = useShopDays()
  const now = useServerNow()
  const calendar = useShopCalendar()
  const isDay = range.from === range.to
  const rows = isDay ? byHour : byDay
  const currency = sorted(rows, (a, b) => b.count - a.count)[0]?.paid[0]?.currency ?? usual?.[0]?.paid[0]?.currency
  // Only the height of a bar is a float.
  const heightOf = (paid: readonly Money[]) => Number(paid.find((one) => one.currency === currency)?.amount ?? 0)
  const date = new Intl.DateTimeFormat(WRITING[locale].tag, { timeZone: 'UTC', day: 'numeric', month: 'numeric' })
  const hourNow = clockAt(now, calendar.timeZone).hour
  const barOf = (id: string, isRunning: boolean): Bar => {
    const row = rows.find((one) => one.id === id)
    const usually = isDay ? usual?.find((one) => one.id === id) : undefined
    return {
      id,
      label: isDay ? id : formatShortDay(noonHere(id), locale),
      tick: isDay ? id : date.format(noonOf(id)),
      paid: heightOf(row?.paid ?? []),
      text: row ? amounts(row.paid) : '–',
      count: row?.count ?? 0,
      ...(usually ? { usual: heightOf(usually.paid), usualText: amounts(usually.paid) } : {}),
      ...(isRunning ? { isRunning: true } : {}),
      to: isDay ? paths.sales({ ...range, hour: String(Number(id)) }) : paths.sales({ from: id, to: id }),
    }
  }
  const hours = Array.from({ length: 24 }, (_, index) => String((calendar.dayStartHour + index) % 24).padStart(2, '0'))
  const isThere = (hour: string) =>
    byHour.some(({ id }) => id === hour) || usual?.some(({ id }) => id === hour) === true
  const shown = hours.slice(Math.max(0, hours.findIndex(isThere)), hours.findLastIndex(isThere) + 1)
  const weekday = new Intl.DateTimeFormat(WRITING[locale].tag, { timeZone: 'UTC', weekday: 'long' })
  return {
    title: t(isDay ? 'reports.byHour' : 'reports.byDay'),
    columnName: t(isDay ? 'reports.hour' : 'reports.day'),
    bars: isDay
      ? shown.map((id) => barOf(id, range.to === today && Number(id) === hourNow))
      : daysOf(range, today).map((day) => barOf(day, day === today)),
    barName: range.to === today && isDay ? t('reports.preset.today') : rangeName(range),
    usualName: isDay && usual ? t('reports.usual', { day: weekday.format(noonOf(range.to)) }) : undefined,
  }
}

/** The days of a range until today, including days without sales. */
const daysOf = ({ from, to }: DayRange, today: ShopDay): ShopDay[] =>
  Array.from({ length: Math.max(0, daysFrom(from, to < today ? to : today)) }, (_, index) => dayBeside(from, index))
