import { sorted } from '../in-order.ts'
import { dayBeside, type ShopDay } from '../shop-calendar.ts'

/** In units of the wallet's currency. Only here are amounts ordinary numbers, because a forecast is an estimate. */
export type CostDay = { day: ShopDay; cost: number }

export type SalesPace = {
  /** Day 0 is the first day after the last complete one. */
  costOn: (day: number) => number
}

/** Older days say little about the next week. */
export const LEARNED_DAYS = 56
/** The pace varies by weekday once each weekday was seen this often. */
const WEEKS_FOR_WEEKDAYS = 4
const MIN_DAYS = 3
/** Level and growth follow the last four weeks, so each weekday counts the same. */
const LEVEL_DAYS = 28
/** In standard deviations from the median. Values further away are capped. */
const ODD_AFTER = 2.5
const GROWTH_SHARES = [0, 0.5, 1]
const TRIED_DAYS = 7
/** Even in a steady shop, a growth share always reduces the error a little. */
const MIN_IMPROVEMENT = 0.9
const MIN_DAYS_FOR_GROWTH = 21
const MAX_RUNWAY_DAYS = 90

/**
 * From complete days, oldest first and without gaps (a day without sales costs 0). One odd day hardly moves the result. `undefined` if there are too few days
 * or no sales.
 */
export function learnPace(allDays: readonly CostDay[]): SalesPace | undefined {
  const first = allDays.findIndex(({ cost }) => cost > 0)
  const days = first < 0 ? [] : allDays.slice(first).slice(-LEARNED_DAYS)
  const last = days.at(-1)
  if (!last || days.length < MIN_DAYS) return undefined
  const factors = weekdayFactors(days)
  const model = fit(days, factors, bestGrowthShare(days, factors))
  return { costOn: (day) => model(day) * (factors.get(weekdayOf(dayBeside(last.day, day + 1))) ?? 1) }
}

const weekdayOf = (day: ShopDay): number => new Date(`${day}T12:00:00Z`).getUTCDay()

/** Factors relative to the average. Empty until there are four whole weeks. */
function weekdayFactors(days: readonly CostDay[]): Map<number, number> {
  const weeks = Math.floor(days.length / 7)
  if (weeks < WEEKS_FOR_WEEKDAYS) return new Map()
  const ratios = new Map<number, number[]>()
  for (let week = 1; week <= weeks; week += 1) {
    const those = days.slice(days.length - 7 * week, days.length - 7 * (week - 1))
    const middle = median(those.map(({ cost }) => cost)) || mean(those.map(({ cost }) => cost))
    if (middle === 0) continue
    for (const { day, cost } of those) {
      const weekday = weekdayOf(day)
      ratios.set(weekday, [...(ratios.get(weekday) ?? []), cost / middle])
    }
  }
  const typical = [...ratios].map(([weekday, those]) => [weekday, cappedMean(those)] as const)
  const average = mean(typical.map(([, ratio]) => ratio))
  return new Map(average > 0 ? typical.map(([weekday, ratio]) => [weekday, ratio / average]) : [])
}

/** Returns the cost of an average weekday, with `day` counted from the end of `days`. */
function fit(days: readonly CostDay[], factors: Map<number, number>, growthShare: number): (day: number) => number {
  const recent = days.slice(-LEVEL_DAYS)
  const points = recent
    .map(({ day, cost }, index) => ({ factor: factors.get(weekdayOf(day)) ?? 1, cost, at: index - recent.length }))
    // Skips weekdays on which the shop is closed.
    .filter(({ factor }) => factor > 0.05)
    .map(({ factor, cost, at }) => ({ at, cost: cost / factor }))
  const slope = growthShare === 0 ? 0 : growthShare * middleSlope(points)
  const level = cappedMean(points.map(({ at, cost }) => cost - slope * at))
  return (day) => Math.max(0, level + slope * day)
}

/** The growth share that would have forecast the last days best; 0 unless it is clearly better. */
function bestGrowthShare(days: readonly CostDay[], factors: Map<number, number>): number {
  if (days.length < MIN_DAYS_FOR_GROWTH) return 0
  const origins = [TRIED_DAYS, TRIED_DAYS + 3, 2 * TRIED_DAYS].filter((back) => days.length - back >= 2 * TRIED_DAYS)
  const errorOf = (share: number) =>
    mean(
      origins.map((back) => {
        const known = days.slice(0, days.length - back)
        const model = fit(known, factors, share)
        const errors = days
          .slice(known.length, known.length + TRIED_DAYS)
          .map(({ day, cost }, index) => cost - model(index) * (factors.get(weekdayOf(day)) ?? 1))
        return Math.abs(cappedMean(errors))
      }),
    )
  const [none = 0, ...others] = GROWTH_SHARES.map(errorOf)
  const best = Math.min(...others)
  return best < none * MIN_IMPROVEMENT ? (GROWTH_SHARES[1 + others.indexOf(best)] ?? 0) : 0
}

/** The median slope over all pairs of days, which a single odd day cannot distort. */
function middleSlope(points: readonly { at: number; cost: number }[]): number {
  const slopes = points.flatMap((a, index) => points.slice(index + 1).map((b) => (b.cost - a.cost) / (b.at - a.at)))
  return slopes.length === 0 ? 0 : median(slopes)
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

function median(values: readonly number[]): number {
  const rising = sorted(values, (a, b) => a - b)
  const middle = Math.floor(rising.length / 2)
  return rising.length % 2 === 1 ? (rising[middle] ?? 0) : ((rising[middle - 1] ?? 0) + (rising[middle] ?? 0)) / 2
}

function cappedMean(values: readonly number[]): number {
  const middle = median(values)
  const deviation = 1.4826 * median(values.map((value) => Math.abs(value - middle)))
  const [least, most] = [middle - ODD_AFTER * deviation, middle + ODD_AFTER * deviation]
  return mean(values.map((value) => Math.min(most, Math.max(least, value))))
}

export type Runway = {
  /** At most `MAX_RUNWAY_DAYS`. */
  days: number
  /** The balance now, at the end of each day, and where it reaches zero. */
  points: { at: number; balance: number }[]
}

type RunwayInput = {
  /** Epoch ms. */
  now: number
  balance: number
  pace: SalesPace
  /** The share of today's cost still to come, 0 to 1. */
  shareLeft: number
  /** The end of a day (epoch ms); today is 0. */
  dayEnd: (day: number) => number
}

const DAY_MS = 24 * 60 * 60_000

export function findRunway({ now, balance, pace, shareLeft, dayEnd }: RunwayInput): Runway {
  const points = [{ at: now, balance }]
  let [at, left] = [now, balance]
  for (let day = 0; day < MAX_RUNWAY_DAYS; day += 1) {
    const end = dayEnd(day)
    const cost = pace.costOn(day) * (day === 0 ? shareLeft : 1)
    if (cost >= left) {
      const dryAt = at + (cost > 0 ? (end - at) * (left / cost) : 0)
      points.push({ at: dryAt, balance: 0 })
      return { days: (dryAt - now) / DAY_MS, points }
    }
    left -= cost
    at = end
    points.push({ at, balance: left })
  }
  return { days: (at - now) / DAY_MS, points }
}

/** Based on the average of the next seven days; `undefined` without sales. */
export function daysWorth(amount: number, pace: SalesPace): number | undefined {
  const perDay = mean([0, 1, 2, 3, 4, 5, 6].map(pace.costOn))
  return perDay > 0 ? amount / perDay : undefined
}
