import { isCompleteState, isWithoutCode } from './check-steps.mjs'

/** @typedef {import('./journal-content.mjs').Journal} Journal */

/** Daily finds after a supervisor resolved a sale. */
const DAILY_FINDS = 30

/** States in which a person decides. */
const DECIDED_BY_PEOPLE = new Set(['not-executed'])
/** The longest pause between two finds is a day, plus a tenth. */
const MAX_PAUSE_MS = 27 * 60 * 60_000

/** Every sale that is not complete has a next step and its time, or waits for a person's decision. @returns {string[]} */
export function checkNext(/** @type {Journal} */ { sales }) {
  const last = sales.reduce((latest, { record, events }) => {
    const times = [record.openedAt, record.lastFindAt ?? 0, ...events.map(({ at }) => at)]
    return Math.max(latest, ...times)
  }, 0)
  return sales.flatMap(({ record, events }) => {
    const { number, state, voucher, next, resolution, dailyFinds = 0 } = record
    // After a restore nobody can ask for an international top-up whose check was not answered in the backup.
    const cannotBeFound =
      record.kind === 'international' &&
      record.transactionId === undefined &&
      events.some(({ kind }) => kind === 'restored')
    if (cannotBeFound && state === 'unknown') return []
    // A code that is still coming is polled for even if its sale was resolved, for thirty days.
    if (isWithoutCode(record)) {
      const isLeft = resolution !== undefined && dailyFinds >= DAILY_FINDS
      if (!next && !isLeft) return [`sale ${number} is ${state}, its code is ${voucher}, and nobody asks for it`]
    }
    if (next && next.at > last + MAX_PAUSE_MS)
      return [`sale ${number} is ${state}, and its next step is more than a day away`]
    if (next || isCompleteState(state) || resolution || DECIDED_BY_PEOPLE.has(state)) return []
    return [`sale ${number} is ${state}, with no next step and nobody to decide`]
  })
}
