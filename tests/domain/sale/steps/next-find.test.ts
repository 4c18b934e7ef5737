import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { pollDelayMs } from '#domain/sale/steps/next-find.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../support/sales.ts'

const direct = { firstMs: 5 * SECOND, longestMs: MINUTE }

describe('pollDelayMs', () => {
  it.each([
    { asked: 0, waits: 5_000 },
    { asked: 1, waits: 8_000 },
    { asked: 2, waits: 12_800 },
    { asked: 3, waits: 20_480 },
    { asked: 4, waits: 32_768 },
    { asked: 5, waits: 52_429 },
    { asked: 6, waits: 60_000 },
    { asked: 7, waits: 60_000 },
    { asked: 100_000, waits: 60_000 },
  ])('the next find is $waits ms after $asked finds', ({ asked, waits }) =>
    expect(pollDelayMs(direct, asked, MINUTE, 0)).toBe(waits),
  )

  it.each([
    { ageMs: DAY - 1, waits: MINUTE },
    { ageMs: DAY, waits: 5 * MINUTE },
    { ageMs: 30 * DAY - 1, waits: 5 * MINUTE },
    { ageMs: 30 * DAY, waits: DAY },
    { ageMs: 365 * DAY, waits: DAY },
    // The clock was set back before a restart.
    { ageMs: -HOUR, waits: MINUTE },
  ])('the next find is $waits ms later for a sale that is $ageMs ms old', ({ ageMs, waits }) =>
    expect(pollDelayMs(direct, 10_000, ageMs, 0)).toBe(waits),
  )

  it.each([
    { asked: 1_299, waits: MINUTE },
    { asked: 1_300, waits: 5 * MINUTE },
    { asked: 8_999, waits: 5 * MINUTE },
    { asked: 9_000, waits: DAY },
  ])('the next find is $waits ms after $asked finds although the clock makes the sale a year old', ({ asked, waits }) =>
    expect(pollDelayMs(direct, asked, 365 * DAY, 0)).toBe(waits),
  )

  it('another polling interval is used if one is set', () => {
    const slow = { firstMs: 30 * SECOND, longestMs: MINUTE }
    expect([0, 1, 2].map((asked) => pollDelayMs(slow, asked, 0, 0))).toEqual([30_000, 48_000, 60_000])
  })

  it('jitter lengthens the delay by a tenth at most and never shortens it', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(40 * DAY),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (asked, ageMs, jitter) => {
          const plain = pollDelayMs(direct, asked, ageMs, 0)
          const delay = pollDelayMs(direct, asked, ageMs, jitter)
          expect(delay).toBeGreaterThanOrEqual(plain)
          expect(delay).toBeLessThanOrEqual(Math.ceil(plain * 1.1))
        },
      ),
    )
  })
})
