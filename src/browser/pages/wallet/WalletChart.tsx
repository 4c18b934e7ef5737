import { shopDayBounds, dayBeside, shopDayAt } from '#domain/shop-calendar.ts'
import type { Wallet, WalletPoint } from '#api/wallet.ts'
import type { Money } from '#domain/money/money.ts'
import { useServerNow } from '../../api/status.ts'
import { formatMoney, formatTileMoney } from '../../i18n/formats.ts'
import { formatShortDay, formatWeekday } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Chart, levelsFor, round } from '../../report/Chart.tsx'
import { useShopCalendar } from '../../lib/shop-days.ts'

const DAYS_BEFORE = 6
const DAYS_AFTER = 3

/** A position on the chart, from 0 to 1. Only positions are floats; shown amounts are exact. */
type Place = { x: number; y: number }

export function WalletChart({ wallet }: { wallet: Wallet }) {
  const t = useText()
  const locale = useLocale()
  const now = useServerNow()
  const calendar = useShopCalendar()
  const today = shopDayAt(wallet.asOf ?? now, calendar)
  const days = Array.from({ length: DAYS_BEFORE + 1 + DAYS_AFTER }, (_, index) => {
    const day = dayBeside(today, index - DAYS_BEFORE)
    return { day, ...shopDayBounds(day, calendar) }
  })
  const [start = 0, end = 1] = [days[0]?.from, days.at(-1)?.to]
  const past = wallet.readings.filter(({ at }) => at >= start)
  const ahead = wallet.forecast
  const title = t('wallet.chart')
  const shownMost = Math.max(...[...past, ...ahead.slice(0, 1)].map(heightOf), wallet.line ? asHeight(wallet.line) : 0)
  const levels = levelsFor(shownMost)
  const top = levels.at(-1) ?? 0
  const placeOf = (point: WalletPoint): Place => ({ x: (point.at - start) / (end - start), y: heightOf(point) / top })
  const line = steps(past.map(placeOf), wallet, placeOf)
  const current = ahead[0] ?? past.at(-1)
  const here = current && placeOf(current)
  const path = (places: readonly Place[]) =>
    places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(100 * x)} ${round(100 - 100 * y)}`).join(' ')
  const [first, last] = [line[0], line.at(-1)]
  const deposits = wallet.movements.filter(({ kind, at }) => kind === 'deposit' && at >= start)
  const marks = deposits.flatMap(({ at }) => past.filter((reading) => reading.at === at).map(placeOf))
  const rows = useRows(wallet, days)
  const lineAt = wallet.line ? round((100 * asHeight(wallet.line)) / top) : 0

  return (
    <section className="flex min-w-0 flex-col gap-3 rounded-3 border-1 border-line bg-surface p-5" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-3">{title}</h2>
        <p className="flex flex-wrap gap-x-4 text-1 text-ink-2" aria-hidden="true">
          <Key>{t('wallet.chart.actual')}</Key>
          <Key look="pace">{t('wallet.chart.pace')}</Key>
          {wallet.line && (
            <Key look="line">{t('wallet.chart.warn', { amount: formatTileMoney(wallet.line, locale) })}</Key>
          )}
          {marks.length > 0 && (
            <span className="flex items-center gap-2">
              <span className="size-3 rounded-full bg-act-ink forced-color-adjust-none" />
              {t('wallet.kind.deposit')}
            </span>
          )}
        </p>
      </div>
      {!current || top <= 0 || line.length + ahead.length < 2 ? (
        <p className="text-ink-2">{t('wallet.chart.none')}</p>
      ) : (
        <Chart
          label={title}
          levels={levels}
          points={rows.map(({ day, name, text, point }) => ({
            id: day,
            name,
            text,
            at: round(100 * placeOf(point).x),
            isNow: day === today,
          }))}
          ticks={days.map(({ day, from, to }, index) => ({
            id: day,
            text: formatWeekday((from + to) / 2, locale),
            at: (100 * (index + 0.5)) / days.length,
            isNow: day === today,
            // Ten labels only fit on a wide screen.
            isWide: index % 2 !== DAYS_BEFORE % 2,
          }))}
          over={
            <>
              {marks.map(({ x, y }) => (
                <span
                  key={x}
                  className="absolute -ms-[6px] -mt-[6px] size-3 rounded-full bg-act-ink forced-color-adjust-none"
                  style={{ insetInlineStart: `${round(100 * x)}%`, top: `${round(100 - 100 * y)}%` }}
                />
              ))}
              {here && (
                <span
                  className="absolute -ms-2 -mt-2 size-4 rounded-full border-3 border-act-ink bg-surface"
                  style={{ insetInlineStart: `${round(100 * here.x)}%`, top: `${round(100 - 100 * here.y)}%` }}
                />
              )}
            </>
          }
        >
          {first && last && (
            <path
              className="fill-act-tint"
              d={`${path(line)} L${round(100 * last.x)} 100 L${round(100 * first.x)} 100 Z`}
            />
          )}
          <path className="stroke-act-ink" strokeWidth={2.5} vectorEffect="non-scaling-stroke" d={path(line)} />
          <path
            className="stroke-act-ink"
            strokeWidth={2.5}
            strokeDasharray="2 5"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
            d={path(clip(ahead.map(placeOf)))}
          />
          {wallet.line && (
            <path
              className="stroke-wait"
              strokeWidth={2}
              strokeDasharray="7 4"
              vectorEffect="non-scaling-stroke"
              d={`M0 ${100 - lineAt} H100`}
            />
          )}
        </Chart>
      )}
      <ChartTable rows={rows} title={title} />
    </section>
  )
}

type Days = readonly { day: string; from: number; to: number }[]
type Row = { day: string; name: string; text: string; point: WalletPoint }

/** The last balance of each day, or the expected one, with the day's deposits. */
function useRows({ readings, forecast, movements }: Wallet, days: Days): Row[] {
  const t = useText()
  const locale = useLocale()
  return days.flatMap(({ day, from, to }) => {
    const name = formatShortDay((from + to) / 2, locale)
    const read = readings.findLast(({ at }) => at >= from && at < to)
    const added = movements.filter(({ kind, at }) => kind === 'deposit' && at >= from && at < to)
    const texts = added.map(({ amount }) => t('wallet.chart.added', { amount: formatTileMoney(amount, locale) }))
    if (read) return [{ day, name, text: [formatMoney(read.balance, locale), ...texts].join(' · '), point: read }]
    const expected = forecast.slice(1).find(({ at }) => at > from && at <= to)
    if (!expected) return []
    const amount = formatMoney(expected.balance, locale)
    return [{ day, name, text: t('wallet.chart.expected', { amount }), point: expected }]
  })
}

function ChartTable({ rows, title }: { rows: readonly Row[]; title: string }) {
  const t = useText()
  if (rows.length === 0) return null
  return (
    // A table ignores the width it is given, so this box clips it.
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('wallet.chart.day')}</th>
            <th scope="col">{t('wallet.chart.balance')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, name, text }) => (
            <tr key={day}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LOOKS = {
  actual: { className: 'stroke-act-ink' },
  pace: { className: 'stroke-act-ink', strokeLinecap: 'round', strokeDasharray: '1 5' },
  line: { className: 'stroke-wait', strokeDasharray: '7 4' },
} as const

function Key({ look = 'actual', children }: { look?: keyof typeof LOOKS; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <svg width="26" height="4" fill="none">
        <path strokeWidth={2.5} d="M1 2 H25" {...LOOKS[look]} />
      </svg>
      {children}
    </span>
  )
}

/** The balance jumps between two readings if there was another transaction; otherwise, it fell gradually. */
function steps(places: Place[], { movements, readings }: Wallet, placeOf: (point: WalletPoint) => Place): Place[] {
  const jumps = new Set(
    movements.flatMap(({ at }) => {
      const after = readings.find((reading) => reading.at === at)
      return after ? [placeOf(after).x] : []
    }),
  )
  return places.flatMap((place, index) => {
    const before = places[index - 1]
    return before && jumps.has(place.x) ? [{ x: place.x, y: before.y }, place] : [place]
  })
}

function clip(places: readonly Place[]): Place[] {
  const inside = places.filter(({ x }) => x <= 1)
  const [last, next] = [inside.at(-1), places[inside.length]]
  if (!last || !next || next.x === last.x) return inside
  const share = (1 - last.x) / (next.x - last.x)
  return [...inside, { x: 1, y: last.y + share * (next.y - last.y) }]
}

const asHeight = ({ amount }: Money): number => Number(amount)
const heightOf = ({ balance }: WalletPoint): number => Math.max(0, asHeight(balance))
