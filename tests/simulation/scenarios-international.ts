import type { Scenario } from './scenarios.ts'

/** International top-ups: a sale without an id of ours is never searched for, and whom it reaches is shown before it is confirmed. */
export const INTERNATIONAL_SCENARIOS: Scenario[] = [
  { name: 'all is well', ends: 'succeeded', sells: 'international' },
  {
    name: 'the check is lost on its way',
    ends: 'refused',
    sells: 'international',
    line: { check: ['request dropped'] },
  },
  {
    name: 'the answer to the check is lost',
    ends: 'refused',
    sells: 'international',
    line: { check: ['answer dropped'] },
  },
  { name: 'the check arrives twice', ends: 'succeeded', sells: 'international', line: { check: ['request twice'] } },
  { name: 'the offer cannot be read', ends: 'succeeded', sells: 'international', line: { list: ['empty answer'] } },
  { name: 'it lies in another country', ends: 'refused', sells: 'international', detects: 'another country' },
  {
    name: 'another operator is said to be the same',
    ends: 'succeeded',
    sells: 'international',
    detects: 'another operator',
    accepts: 'operator',
  },
  {
    name: 'another operator is confirmed by habit',
    ends: 'checked',
    sells: 'international',
    detects: 'another operator',
  },
  {
    name: 'the confirm is lost on its way',
    ends: 'succeeded',
    sells: 'international',
    line: { confirm: ['reset within the request'] },
  },
  {
    name: 'the answer to the confirm is lost',
    ends: 'succeeded',
    sells: 'international, with a code',
    line: { confirm: ['reset within the answer'] },
  },
  {
    name: 'pending, and the first find is lost',
    ends: 'succeeded',
    sells: 'international',
    execution: { meanwhile: 0, final: 1, finalAfterMs: 20_000 },
    line: { find: ['reset within the answer'] },
  },
  { name: 'it comes with number and serial', ends: 'succeeded', sells: 'international, with a code' },
]
