import { describe, expect, it } from 'vitest'

import { dayBeside } from '#domain/shop-calendar.ts'
import { daysWorth, findRunway, learnPace } from '#domain/wallet/wallet-forecast.ts'
import { generateShop, SHOP_KINDS } from '../../../bench/support/generate-shop.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAY_MS = 24 * 60 * 60_000
const dayEnd = (day: number) => NOW + (day + 1) * DAY_MS
const days = (costs: readonly number[]) =>
  costs.map((cost, index) => ({ day: dayBeside('2026-11-20', index - costs.length), cost }))
const repeat = (week: readonly number[], times: number) => Array.from({ length: times }, () => week).flat()

describe('the forecast for a generated shop', () => {
  it.each([...SHOP_KINDS])(
    'for shops of the kind "%s", the predicted day on which the wallet is empty is off by less than a sixth in the median',
    (kind) => {
      const errors = Array.from({ length: 80 }, (_, seed) => {
        const shop = generateShop(kind, 42_000 + seed)
        const runway = findRunway({
          now: NOW,
          balance: shop.balance,
          pace: learnPace(shop.days)!,
          shareLeft: 1,
          dayEnd,
        })
        return Math.abs(runway.days - shop.lasts) / shop.lasts
      }).toSorted((a, b) => a - b)
      expect(errors[40]).toBeLessThan(0.15)
    },
  )
})

describe('the pace of a shop', () => {
  it('fewer than three days, and days without sales, give no forecast', () => {
    expect(learnPace(days([100, 100]))).toBeUndefined()
    expect(learnPace(days([0, 0, 0, 0]))).toBeUndefined()
    expect(learnPace(days([0, 0, 0, 100, 100]))).toBeUndefined()
  })

  it('one unusual day moves the forecast by less than a tenth', () => {
    const usual = [98, 102, 100, 97, 103, 99, 101]
    const pace = learnPace(days([...usual, 2_000, ...usual]))!
    expect(pace.costOn(0)).toBeGreaterThan(95)
    expect(pace.costOn(0)).toBeLessThan(110)
  })

  it('weekdays differ once there are four whole weeks, and not before', () => {
    const week = [100, 100, 100, 100, 100, 300, 200]
    const early = learnPace(days(repeat(week, 3)))!
    expect(early.costOn(0)).toBeCloseTo(early.costOn(5), 5)
    const pace = learnPace(days(repeat(week, 4)))!
    const expected = [0, 1, 2, 3, 4, 5, 6].map(pace.costOn)
    for (const [index, cost] of week.entries()) expect(expected[index]).toBeCloseTo(cost, 0)
  })

  it('growth is used when it would have forecast the last days better', () => {
    const growing = learnPace(days(Array.from({ length: 26 }, (_, index) => 100 + 5 * index)))!
    expect(growing.costOn(0)).toBeGreaterThan(215)
    const steady = learnPace(days(Array.from({ length: 28 }, (_, index) => (index % 2 === 0 ? 95 : 105))))!
    expect(steady.costOn(20)).toBeCloseTo(steady.costOn(0), 5)
  })
})

describe('the runway', () => {
  const pace = { costOn: () => 100 }

  it('today counts in the runway only with the share of its sales that is still expected', () => {
    const noon = NOW + DAY_MS / 2
    const { days: lasts, points } = findRunway({ now: noon, balance: 150, pace, shareLeft: 0.5, dayEnd })
    expect(lasts).toBeCloseTo(1.5, 5)
    expect(points.map(({ balance }) => Math.round(balance))).toEqual([150, 100, 0])
    expect(points.at(-1)?.at).toBe(dayEnd(1))
  })

  it('an empty wallet lasts no time, and one that is never used up lasts until the end of the forecast', () => {
    expect(findRunway({ now: NOW, balance: 0, pace, shareLeft: 1, dayEnd }).days).toBe(0)
    expect(findRunway({ now: NOW, balance: 1e9, pace, shareLeft: 1, dayEnd }).days).toBe(90)
  })

  it('an amount lasts as many days as it pays for', () => {
    expect(daysWorth(250, pace)).toBeCloseTo(2.5, 5)
    expect(daysWorth(250, { costOn: () => 0 })).toBeUndefined()
  })
})
