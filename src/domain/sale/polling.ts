/** The interval between finds: the first one and the longest one, in ms (spec 8). */
export type PollInterval = { readonly firstMs: number; readonly longestMs: number }

const GROWTH = 1.6
const JITTER = 0.1
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A little less than the pace would give, because jitter lengthens every wait. */
const FINDS_IN_A_DAY = 1_300
const FINDS_IN_30_DAYS = 9_000

/**
 * The wait before the next find of a sale, in ms (rule 8). `findCount` counts the finds already answered or lost, `ageMs` is the time
 * since its confirm, and `jitter` is in [0, 1) and can only lengthen the wait.
 */
export function pollDelayMs(interval: PollInterval, findCount: number, ageMs: number, jitter: number): number {
  return Math.round(plainDelayMs(interval, findCount, ageMs) * (1 + JITTER * jitter))
}

function plainDelayMs(interval: PollInterval, findCount: number, ageMs: number): number {
  // The count is checked as well: a clock that jumped ahead between two processes makes a young sale look old.
  if (ageMs >= 30 * DAY_MS && findCount >= FINDS_IN_30_DAYS) return DAY_MS
  if (ageMs >= DAY_MS && findCount >= FINDS_IN_A_DAY) return 5 * MINUTE_MS
  return Math.min(interval.longestMs, interval.firstMs * GROWTH ** findCount)
}

/** When a sale abandoned after a confirm is rechecked, in ms after it was abandoned (rule 5). */
export const RECHECK_AFTER_MS = [1, 15, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS)
