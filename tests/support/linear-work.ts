import { expect } from 'vitest'

const TIMES = 4
/** A little more than twice the ratio of linear work, which is 4. Quadratic work has a ratio of 16. */
const MAX_RATIO = 10
/** A shorter time may be only the noise of the machine, and no quadratic work on these sizes is that fast. */
const FREE_MS = 40
const ROUNDS = 5

/**
 * Expects that four times as much input takes about four times the work, and not sixteen times. It compares processor
 * time and not wall-clock time, and the minimum of several rounds, because anything else the machine does only adds
 * time. `prepare` makes the input; only `run` is measured.
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

/** The processor time of a run in ms, because other processes may use the machine. */
export function workOf(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Text of any length: `unit` repeated between `before` and `after`. */
export type Lengthening = { before: string; unit: string; after: string }

/**
 * Parts that a provider may repeat without end, and the text around them: amounts, spaces, line breaks, tags, brackets,
 * letters, marks.
 */
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
