import type { PollIntervals } from '#server/sales/engine/poll-interval.ts'

const between = (firstMs: number, longestMs: number) => ({ firstMs, longestMs })

/** Short enough for a test. */
export const QUICK: PollIntervals = {
  direct: between(100, 300),
  international: between(100, 300),
  confirmGraceMs: 200,
}

/** For a sale that must still be waiting while the test looks at it. */
export const SLOW: PollIntervals = {
  direct: between(60_000, 60_000),
  international: between(60_000, 60_000),
  confirmGraceMs: 60_000,
}

/** The same for all of a process's sales. */
export const every = (firstMs: number, longestMs = firstMs): Pick<PollIntervals, 'direct' | 'international'> => ({
  direct: between(firstMs, longestMs),
  international: between(firstMs, longestMs),
})

/** The environment variables that start a process with these intervals. */
export const paceInEnv = (polling: PollIntervals) => ({ TOPTILL_TEST_PACE: JSON.stringify(polling) })
