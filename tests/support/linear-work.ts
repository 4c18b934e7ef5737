import { expect } from 'vitest'

const TIMES = 4
/** Twice what linear work comes to and a bit; work that grows with the square comes to 16. */
const MAX_RATIO = 10
/** Less than that is lost in the noise of a machine, and no square of these sizes takes so little. */
const FREE_MS = 40
const ROUNDS = 5

/**
 * Holds that four times as much takes four times the work, and not sixteen times. It compares processor time and not the clock of the wall,
 * and the smallest of some rounds, since whatever else a machine does only adds. `prepare` makes the input, `run` is measured.
 */
export function expectLinear<T>(
  what: string,
  few: number,
  prepare: (size: number) => T,
  run: (input: T) => unknown,
): void {
  const [small, large] = [prepare(few), prepare(TIMES * few)]
  let [ofFew, ofMany] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    ofMany = Math.min(
      ofMany,
      workOf(() => run(large)),
    )
    if (ofMany < FREE_MS) return
    ofFew = Math.min(
      ofFew,
      workOf(() => run(small)),
    )
    if (ofMany <= MAX_RATIO * ofFew) return
  }
  expect.fail(`${what}: ${ofFew.toFixed(1)} ms of work at ${few}, ${ofMany.toFixed(1)} ms at ${TIMES * few}`)
}

function workOf(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** A text that is as long as one likes. */
export type Lengthening = { before: string; unit: string; after: string }

/** What a service may repeat without end, and what may stand around it: amounts, spaces, breaks, tags, brackets, letters, marks. */
export const LENGTHENED: readonly Lengthening[] = [
  { before: '10.', unit: '0', after: '1' },
  { before: '1', unit: '0', after: 'x' },
  { before: 'a', unit: ' ', after: 'b' },
  { before: 'a', unit: ' \t', after: 'b' },
  { before: 'a', unit: '\n', after: 'b' },
  { before: 'a', unit: ' \r\n ', after: 'b' },
  { before: '', unit: '<br ', after: '' },
  { before: '<br', unit: ' ', after: 'x' },
  { before: '$', unit: '(', after: '' },
  { before: '', unit: '-.', after: '$' },
  { before: '', unit: '$*', after: '' },
  { before: '', unit: 'x', after: '' },
  { before: '', unit: 'قم', after: ' ' },
  { before: '', unit: '7a', after: '' },
  { before: '', unit: '\u200f\u202e', after: '' },
  { before: 'https://a.example/', unit: '/..', after: '?' },
  { before: '{"a":', unit: '[', after: '' },
  { before: 'a=1', unit: '&a=1', after: '' },
  { before: '', unit: '😀', after: '' },
]

export const lengthened = ({ before, unit, after }: Lengthening, size: number): string =>
  before + unit.repeat(Math.ceil(size / unit.length)) + after
