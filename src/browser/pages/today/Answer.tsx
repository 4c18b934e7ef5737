import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'

import type { ReportAnswer } from '#api/reports.ts'
import type { Wallet } from '#api/wallet.ts'
import { decimal } from '#domain/money/money.ts'
import { clockAt } from '#domain/shop-calendar.ts'
import { percentAbove } from '#domain/reports/usual-day.ts'
import { statusQuery, useServerNow } from '../../api/status.ts'
import { formatLongWeekday, formatTime } from '../../i18n/format-time.ts'
import { formatTileMoney } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { formatRunway } from '../../report/amounts.ts'
import { useShopCalendar, useShopDays } from '../../lib/shop-days.ts'

/** A sentence, and the figure in it that leads to its list. Without one, the whole sentence does. */
type Sentence = { text: string; figure?: string | undefined; to?: string }

/** The day in three sentences. */
export function Answer({ report, wallet, needs }: { report: ReportAnswer; wallet: Wallet | undefined; needs: number }) {
  const t = useText()
  const taken = useTaken(report)
  const lasts = useLasts(wallet)
  // Until the status is read, it is not known whether something needs attention.
  const { data: status } = useQuery(statusQuery)
  const needed = t('today.needs', { count: needs })
  const needing: Sentence = {
    text: needed,
    figure: /\p{Nd}+/u.exec(needed)?.[0],
    ...(needs > 0 && { to: paths.openItems() }),
  }
  const sentences = [taken, lasts, status && needing].filter((sentence) => sentence !== undefined)
  return (
    <p className="max-w-[44ch] text-5 font-medium md:text-6">
      {sentences.map((sentence) => (
        <Fragment key={sentence.text}>
          <Linked {...sentence} />{' '}
        </Fragment>
      ))}
    </p>
  )
}

function Linked({ text, figure = text, to }: Sentence) {
  if (to === undefined) return text
  const [before, ...after] = text.split(figure)
  return (
    <>
      {before}
      <Link className="text-inherit underline decoration-1 underline-offset-4" to={to}>
        {figure}
      </Link>
      {after.join(figure)}
    </>
  )
}

function useTaken({ totals, usual }: ReportAnswer): Sentence {
  const t = useText()
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { type: 'unit' })
  const time = formatTime(useServerNow())
  const { today, noonOf } = useShopDays()
  if (totals.paid.length === 0) return { text: t('today.nothing') }
  const taken = { amount: list.format(totals.paid.map((paid) => formatTileMoney(paid, locale))), time }
  const say = (text: string): Sentence => ({ text, figure: taken.amount, to: paths.sales() })
  const [usually, ...others] = usual?.soFar?.usual ?? []
  const paid = usual?.soFar?.paid ?? []
  // Several currencies have no common percentage.
  if (!usually || others.length > 0 || paid.some(({ currency }) => currency !== usually.currency))
    return say(t('today.taken', taken))
  const above = percentAbove(decimal(paid[0]?.amount ?? '0'), decimal(usually.amount))
  if (above === undefined) return say(t('today.taken', taken))
  const day = formatLongWeekday(noonOf(today), locale)
  const percent = `\u2066${above < 0n ? -above : above}%\u2069`
  if (above === 0n) return say(t('today.same', { ...taken, day }))
  return say(t(above > 0n ? 'today.above' : 'today.below', { ...taken, percent, day }))
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

function useLasts(wallet: Wallet | undefined): Sentence | undefined {
  const t = useText()
  const locale = useLocale()
  const { timeZone } = useShopCalendar()
  if (!wallet || wallet.stale || wallet.runwayDays === undefined || wallet.asOf === undefined) return undefined
  const { runwayDays, asOf } = wallet
  const say = (text: string, figure: string): Sentence => ({ text, figure, to: paths.wallet() })
  const days = formatRunway(runwayDays, t)
  if (runwayDays >= NAMED_DAYS) return say(t('today.wallet.days', { days }), days)
  const at = asOf + runwayDays * DAY_MS
  const { hour } = clockAt(at, timeZone)
  const [part] = PARTS.findLast(([, from]) => hour >= from) ?? PARTS[0]
  const day = formatLongWeekday(at, locale)
  return say(t(`today.wallet.until.${part}`, { day }), day)
}
