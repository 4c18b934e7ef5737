import { useQuery } from '@tanstack/react-query'

import type { ReportAnswer } from '#contract/proxy/reports.ts'
import type { Money } from '#domain/money.ts'
import { clockAt, dayBeside, daysFrom, type ShopDay } from '#domain/shop-calendar.ts'
import type { DayRange } from '../../api/reports.ts'
import { sessionQuery } from '../../api/session.ts'
import { useProxyNow } from '../../api/status.ts'
import { formatShortDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { WRITING } from '../../i18n/writing.ts'
import { paths } from '../../paths.ts'
import { useShopDays } from '../../use-shop-days.ts'
import { noonOf } from '../../report/calendar-month.ts'
import { useRangeName } from '../../report/RangePicker.tsx'
import type { Bar, SalesChartProps } from './SalesChart.tsx'
import { useAmounts } from '../../report/use-amounts.ts'

/** Hours of a day beside what is usual, or days of a longer range. */
export function useBars(report: ReportAnswer, range: DayRange): SalesChartProps {
  const { byHour, byDay, usual } = report
  const t = useText()
  const locale = useLocale()
  const amounts = useAmounts(report)
  const rangeName = useRangeName()
  const { today, noonOf: noonHere } = useShopDays()
  const now = useProxyNow()
  const { data: calendar = UTC } = useQuery({
    ...sessionQuery,
    select: ({ timeZone, dayStartHour = 0 }) => ({ timeZone, dayStartHour }),
  })
  const isDay = range.from === range.to
  const rows = isDay ? byHour : byDay
  const currency = rows.toSorted((a, b) => b.count - a.count)[0]?.paid[0]?.currency ?? usual?.[0]?.paid[0]?.currency
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

/** The days of a range until today, also those on which nothing was sold. */
const daysOf = ({ from, to }: DayRange, today: ShopDay): ShopDay[] =>
  Array.from({ length: Math.max(0, daysFrom(from, to < today ? to : today)) }, (_, index) => dayBeside(from, index))

const UTC = { timeZone: 'UTC', dayStartHour: 0 }
