import { expect, it } from 'vitest'

import { stepSale } from '#domain/sale/steps/step.ts'
import { CALL_LIMITS } from '#server/wholesaler/call-limits.ts'
import { itWhenMeasuring } from '../../support/level.ts'
import { workOf } from '../../support/linear-work.ts'
import { largeTexts, readAnswer } from '../../support/mutated-answers.ts'
import { aContext, confirmingSale, HOUR, PROVEN_AT, unknownSale } from '../../support/sales.ts'

const now = PROVEN_AT + 3 * HOUR
const context = aContext(now)

/** The number of measurements, whose median counts. */
const ROUNDS = 9
/** A reader that passes over the text again for each of its parts would take thousands of times as long. */
const MAX_PASSES = 5
/** A quiet machine needs 50 ms. A busy one is slower because of its caches. */
const MAX_MS = 200

const apply = (text: string) => {
  const answered = { answer: readAnswer(text, 200), sentAt: now - 100, answeredAt: now }
  return [confirmingSale(), unknownSale()].map(
    (sale) => stepSale(sale, { kind: 'find-answered', answered }, context).sale,
  )
}

it.each(largeTexts())(
  '$what of almost 1 MiB completes the sale where it says success, and otherwise does not change it',
  ({ what, text }) => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(CALL_LIMITS.answerBytes)
    expect(Buffer.byteLength(text)).toBeGreaterThan(CALL_LIMITS.answerBytes * 0.75)
    const saysNothing = what.includes('cut off') || what.includes('error')
    const expected = saysNothing ? ['confirming', 'unknown'] : ['succeeded', 'succeeded']
    expect(apply(text).map(({ state }) => state)).toEqual(expected)
  },
)

itWhenMeasuring.each(largeTexts())(
  '$what is read and applied with little more work than one pass over it',
  { timeout: 600_000 },
  ({ text }) => {
    const rounds = Array.from({ length: ROUNDS }, () => [workOf(() => apply(text)), workOf(() => passOver(text))])
    const [ours, bare] = [0, 1].map((who) => middleOf(rounds.map((round) => round[who] ?? NaN))) as [number, number]
    expect(ours / bare).toBeLessThan(MAX_PASSES)
    expect(ours).toBeLessThan(MAX_MS)
  },
)

/** The engine’s own parser and one pass over the characters, for comparison. */
function passOver(text: string): number {
  let signs = 0
  for (let place = 0; place < text.length; place++) if (text.charCodeAt(place) === 0x22) signs++
  try {
    JSON.parse(text)
  } catch {
    // One of the answers is cut off.
  }
  return signs
}

const middleOf = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN
