import type { Settings } from '#api/settings.ts'
import type { DecimalText, Money } from '#domain/money/money.ts'
import { dayBeside, shopDayAt, shopDayBounds, type ShopCalendar, type ShopDay } from '#domain/shop-calendar.ts'
import {
  daysWorth,
  findRunway,
  LEARNED_DAYS,
  learnPace,
  type Runway,
  type SalesPace,
} from '#domain/wallet/wallet-forecast.ts'
import { asNumber, inMillionths, isBelowLine } from '#domain/wallet/wallet.ts'
import { COST_QUARTER_MS } from '../database/schema/wallet-schema.ts'
import type { BalanceReading, ReadingCause, WalletReadings, WalletStore } from './store.ts'
import { UnreadableRecord } from '../lib/failures.ts'
import { inBackground, type Cancel } from '../lib/ports.ts'
import { nameUnreadable } from '../lib/readable-rows.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { createShared } from '../lib/concurrency.ts'

type WalletProblem = 'unreachable' | 'unreadable'

/** `problem`: why the last attempt failed. */
type WalletNow = { reading?: BalanceReading; problem?: WalletProblem; isStale: boolean }

export type LowBy = 'line' | 'days'

export type WalletForecast = { runway: Runway; pace: SalesPace }

export type Wallet = {
  /** Simultaneous calls share one reading. */
  takeReading: (cause: ReadingCause) => Promise<WalletNow>
  /** Doesn't wait. */
  readSoon: (cause: ReadingCause) => void
  /** Makes no call to the provider. */
  now: () => WalletNow
  /** `undefined` without a balance, or before enough days with sales. */
  forecast: () => Promise<WalletForecast | undefined>
  findLow: () => LowBy | undefined
  /** Call after a change of a sale. The wallet is read once the tills have been quiet for a minute. */
  recordSale: () => void
  stop: () => void
}

const STALE_AFTER_MS = 10 * 60_000
const QUIET_MS = 60_000
const MIN_BETWEEN_SALE_READINGS_MS = 10 * 60_000
const HOUR_MS = 60 * 60_000
/** Applies after a start if the last reading is older than an hour or missing. */
const FIRST_READING_AFTER_MS = 60_000
/** Recomputed after this time or with a new balance. */
const FORECAST_VALID_MS = 60_000
/** The days from which the remaining share of today is estimated. */
const PROFILE_DAYS = 28

type Context = Pick<ShopContext, 'clock' | 'timers' | 'exit' | 'log' | 'calendar' | 'settings'>

export function createWallet(
  context: Context,
  { wholesaler, store }: { wholesaler: Pick<Wholesaler, 'balance'>; store: WalletStore },
): Wallet {
  const { clock, settings } = context
  const forecasts = createForecasts(context, store)
  const forecast = () => (reading ? forecasts.of(reading) : Promise.resolve(undefined))
  let reading: BalanceReading | undefined
  let problem: WalletProblem | undefined
  const underWay = createShared<WalletNow>()
  const record = readingRecorder(context, store)
  let lastSaleReadingAt = -Infinity
  let isStopped = false

  const now = (): WalletNow => {
    const age = reading ? clock.now() - reading.at : 0
    return {
      ...(reading && { reading }),
      ...(problem && { problem }),
      isStale: problem !== undefined || age < 0 || age > STALE_AFTER_MS,
    }
  }

  async function read(cause: ReadingCause): Promise<WalletNow> {
    const seenEvent = await store.newestEvent()
    const answer = await wholesaler.balance()
    if (isStopped) return now()
    if (!answer.ok) {
      // A refusal is also an answer, without a balance.
      problem = answer.reason === 'unreachable' ? 'unreachable' : 'unreadable'
      return now()
    }
    const taken = { at: clock.now(), balance: answer.value }
    const isRecorded = await record(taken, cause, seenEvent)
    problem = isRecorded ? undefined : 'unreadable'
    if (!isRecorded) return now()
    reading = taken
    if (cause === 'sale') lastSaleReadingAt = taken.at
    // Needed by `findLow`.
    await forecast()
    return now()
  }

  const takeReading = (cause: ReadingCause) => underWay.run('balance', () => read(cause))

  const readSoon = (cause: ReadingCause) => void inBackground(takeReading(cause), context)

  const opened = store.latest().then((latest) => {
    reading ??= latest
  })
  void inBackground(opened, context)
  const times = readingTimes(context, readSoon, {
    ageOfReading: () => reading && clock.now() - reading.at,
    lastSaleReadingAt: () => lastSaleReadingAt,
  })
  return {
    takeReading: async (cause) => {
      await opened
      return takeReading(cause)
    },
    readSoon,
    now,
    forecast: async () => {
      await opened
      return forecast()
    },
    findLow: () => {
      return reading && lowOf(reading.balance, forecasts.latest()?.runway.days, settings().wallet)
    },
    recordSale: times.recordSale,
    stop: () => {
      isStopped = true
      times.stop()
    },
  }
}

/** A reading that cannot be compared with the sales counts as unknown, and selling continues. Returns whether it was stored. */
function readingRecorder({ exit, log }: Context, store: WalletStore) {
  const name = (problem: string) => nameUnreadable(log, problem)
  return async (...reading: Parameters<WalletStore['record']>): Promise<boolean> => {
    try {
      await store.record(...reading)
      return true
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) return exit(error)
      name(error.message)
      return false
    }
  }
}

function createForecasts({ calendar, clock }: Context, store: WalletStore) {
  const startOf = createDayStarts(calendar)
  let known: { at: number; of: BalanceReading; forecast: WalletForecast | undefined } | undefined
  return {
    latest: () => known?.forecast,
    of: async (reading: BalanceReading): Promise<WalletForecast | undefined> => {
      const now = clock.now()
      if (known?.of === reading && now - known.at < FORECAST_VALID_MS) return known.forecast
      const today = shopDayAt(now, calendar())
      known = { at: now, of: reading, forecast: await forecastFrom(store, reading, { now, today, startOf }) }
      return known.forecast
    },
  }
}

/** Reads the wallet some time after the last sale, and when the last reading is an hour old. */
function readingTimes(
  { clock, timers }: Context,
  readSoon: (cause: ReadingCause) => void,
  { ageOfReading, lastSaleReadingAt }: { ageOfReading: () => number | undefined; lastSaleReadingAt: () => number },
) {
  let lastSaleAt = -Infinity
  let cancelQuiet: Cancel | undefined
  let cancelHour: Cancel = () => {}
  let isStopped = false

  waitForHour(FIRST_READING_AFTER_MS)

  function waitForQuiet(ms: number): void {
    cancelQuiet = timers.after(ms, () => {
      cancelQuiet = undefined
      const at = clock.now()
      const due = Math.max(lastSaleAt + QUIET_MS, lastSaleReadingAt() + MIN_BETWEEN_SALE_READINGS_MS)
      if (due > at) waitForQuiet(due - at)
      else readSoon('sale')
    })
  }

  function waitForHour(ms: number): void {
    cancelHour = timers.after(ms, () => {
      const age = ageOfReading() ?? HOUR_MS
      if (age >= 0 && age < HOUR_MS) return waitForHour(HOUR_MS - age)
      readSoon('hour')
      waitForHour(HOUR_MS)
    })
  }

  return {
    stop: () => {
      isStopped = true
      cancelQuiet?.()
      cancelHour()
    },
    recordSale: () => {
      lastSaleAt = clock.now()
      if (!cancelQuiet && !isStopped) waitForQuiet(QUIET_MS)
    },
  }
}

/** Finds a balance that is below the low-balance amount or lasts fewer days than the limit. */
export function lowOf(
  balance: Money,
  runwayDays: number | undefined,
  { line, lowBalanceDays }: Pick<Settings['wallet'], 'line' | 'lowBalanceDays'>,
): LowBy | undefined {
  if (isBelowLine(balance, line)) return 'line'
  return lowBalanceDays !== null && runwayDays !== undefined && runwayDays < lowBalanceDays ? 'days' : undefined
}

/** Epoch ms, cached because computing it is slow. */
export function createDayStarts(calendarNow: () => ShopCalendar) {
  let calendar = calendarNow()
  const starts = new Map<ShopDay, number>()
  return (day: ShopDay): number => {
    const current = calendarNow()
    if (current.timeZone !== calendar.timeZone || current.dayStartHour !== calendar.dayStartHour) starts.clear()
    calendar = current
    const known = starts.get(day) ?? shopDayBounds(day, calendar).from
    if (starts.size > MAX_STARTS) starts.clear()
    starts.set(day, known)
    return known
  }
}

const MAX_STARTS = 1_000

/** The pace from the complete days before today, and the spread of a day's sales from the last four weeks. */
export async function forecastFrom(
  store: Pick<WalletReadings, 'costsIn'>,
  { balance }: BalanceReading,
  { now, today, startOf }: { now: number; today: ShopDay; startOf: (day: ShopDay) => number },
): Promise<WalletForecast | undefined> {
  const [from, to] = [startOf(today), startOf(dayBeside(today, 1))]
  const passed = Math.floor((now - from) / COST_QUARTER_MS) * COST_QUARTER_MS
  const days = Array.from({ length: LEARNED_DAYS }, (_, index) => dayBeside(today, index - LEARNED_DAYS))
  const spans = days.flatMap((day) => {
    const [start, end] = [startOf(day), startOf(dayBeside(day, 1))]
    const middle = Math.min(start + passed, end)
    return [
      { from: start, to: middle },
      { from: middle, to: end },
    ]
  })
  const costs = (await store.costsIn(spans, balance.currency)).map(asNumber)
  const before = costs.filter((_, index) => index % 2 === 0)
  const after = costs.filter((_, index) => index % 2 === 1)
  const pace = learnPace(days.map((day, index) => ({ day, cost: (before[index] ?? 0) + (after[index] ?? 0) })))
  if (!pace) return undefined
  const [early, late] = [sum(before.slice(-PROFILE_DAYS)), sum(after.slice(-PROFILE_DAYS))]
  const shareLeft = early + late > 0 ? late / (early + late) : (to - now) / (to - from)
  const dayEnd = (day: number) => startOf(dayBeside(today, day + 1))
  const left = Math.max(0, asNumber(inMillionths(balance.amount)))
  const runway = findRunway({ now, balance: left, pace, shareLeft, dayEnd })
  return { pace, runway }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

export const daysOfLine = ({ line }: Settings['wallet'], currency: string, pace: SalesPace): number | undefined =>
  line?.currency === currency ? daysWorth(asNumber(inMillionths(line.amount as DecimalText)), pace) : undefined

/** With one decimal, as days are displayed: `3.2`. */
export const inTenths = (days: number): number => Math.round(days * 10) / 10
