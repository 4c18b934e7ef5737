import type { Scenario } from './scenarios.ts'

/**
 * International top-ups: a sale without our id is never searched for, and its recipient is shown before it is
 * confirmed.
 */
const SCENARIOS: Scenario[] = [
  { name: 'all is well' },
  { name: 'the check is lost on its way', ends: 'refused', line: { check: ['request dropped'] } },
  { name: 'the answer to the check is lost', ends: 'refused', line: { check: ['answer dropped'] } },
  { name: 'the check arrives twice', line: { check: ['request twice'] } },
  { name: 'the offer cannot be read', line: { list: ['empty answer'] } },
  { name: 'the number is in another country', ends: 'refused', detects: 'another country' },
  { name: 'another operator is said to be the same', detects: 'another operator', accepts: 'operator' },
  { name: 'another operator is confirmed by habit', ends: 'checked', detects: 'another operator' },
  { name: 'the confirm is lost on its way', line: { confirm: ['reset within the request'] } },
  {
    name: 'the answer to the confirm is lost',
    sells: 'international, with a code',
    line: { confirm: ['reset within the answer'] },
  },
  {
    name: 'pending, and the first find is lost',
    execution: { meanwhile: 0, final: 1, finalAfterMs: 20_000 },
    line: { find: ['reset within the answer'] },
  },
  { name: 'it comes with number and serial', sells: 'international, with a code' },
]

export const INTERNATIONAL_SCENARIOS = SCENARIOS.map((one): Scenario => ({ sells: 'international', ...one }))
