import { useQuery } from '@tanstack/react-query'

import type { ReportAnswer } from '#api/reports.ts'
import type { Wallet } from '#api/wallet.ts'
import { decimal } from '#domain/money.ts'
import { clockAt } from '#domain/shop-calendar.ts'
import { percentAbove } from '#domain/usual-day.ts'
import { statusQuery, useServerNow } from '../../api/status.ts'
import { formatLongWeekday, formatTime } from '../../i18n/format-time.ts'
import { formatTileMoney } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { formatRunway } from '../../report/amounts.ts'
import { useShopCalendar, useShopDays } from '../../shop-days.ts'

/** The day in three sentences. */
export function Answer({ report, wallet, needs }: { report: ReportAnswer; wallet: Wallet | undefined; needs: number }) {
  const t = useText()
  const taken = useTaken(report)
  const lasts = useLasts(wallet)
  // Until the status is read, it is not known whether something needs attention.
  const { data: status } = useQuery(statusQuery)
  const sentences = [taken, lasts, status && t('today.needs', { count: needs })]
  return <p className="max-w-[44ch] text-5 font-medium md:text-6">{sentences.filter(Boolean).join(' ')}</p>
}

function useTaken({ totals, usual }: ReportAnswer): string {
  const t = useText()
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { type: 'unit' })
  const time = formatTime(useServerNow())
  const { today, noonOf } = useShopDays()
  if (totals.paid.length === 0) return t('today.nothing')
  const taken = { amount: list.format(totals.paid.map((paid) => formatTileMoney(paid, locale))), time }
  const [usually, ...others] = usual?.soFar?.usual ?? []
  const paid = usual?.soFar?.paid ?? []
  // Several currencies have no common percentage.
  if (!usually || others.length > 0 || paid.some(({ currency }) => currency !== usually.currency))
    return t('today.taken', taken)
  const above = percentAbove(decimal(paid[0]?.amount ?? '0'), decimal(usually.amount))
  if (above === undefined) return t('today.taken', taken)
  const day = formatLongWeekday(noonOf(today), locale)
  const percent = `\u2066${above < 0n ? -above : above}%\u2069`
  if (above === 0n) return t('today.same', { ...taken, day })
  return t(above > 0n ? 'today.above' : 'today.below', { ...taken, percent, day })
}

const DAY_MS = 24 * 60 * 60_000
/** From then on, the name of a weekday would be ambiguous. */
const NAMED_DAYS = 6
/** The first hour of each part of the day. */
const PARTS = [
  ['night', 0],
  ['morning', 6],
  ['noon', 11],
  ['afternoon', 14],
  ['evening', 18],
] as const

function useLasts(wallet: Wallet | undefined): string | undefined {
  const t = useText()
  const locale = useLocale()
  const { timeZone } = useShopCalendar()
  if (!wallet || wallet.stale || wallet.runwayDays === undefined || wallet.asOf === undefined) return undefined
  const { runwayDays, asOf } = wallet
  if (runwayDays >= NAMED_DAYS) return t('today.wallet.days', { days: formatRunway(runwayDays, t) })
  const at = asOf + runwayDays * DAY_MS
  const { hour } = clockAt(at, timeZone)
  const [part] = PARTS.findLast(([, from]) => hour >= from) ?? PARTS[0]
  return t(`today.wallet.until.${part}`, { day: formatLongWeekday(at, locale) })
}
