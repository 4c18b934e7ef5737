import type { Clock } from '../lib/clock.ts'

/** `perSecond` in the long run, and `burst` at once after a pause. */
export type Rate = { perSecond: number; burst: number }

export type Buckets = {
  /** Takes one token from the bucket of `key`. Returns 0, or how long the bucket stays empty (ms); then nothing was taken. */
  take: (key: string) => number
  size: () => number
}

const ROUNDING_MS = 0.01

/** Token buckets by key. Only the `max` most recently used ones are stored, because a bucket that was forgotten counts as full. Needs no timer. */
export function createBuckets({ perSecond, burst }: Rate, max: number, clock: Pick<Clock, 'now'>): Buckets {
  const spacingMs = 1000 / perSecond
  // Epoch ms are so large that sums of spacings would lose their fractions.
  const startedAt = clock.now()
  /** When each bucket will be full again (ms since `startedAt`), the most recently used last. */
  const fullAt = new Map<string, number>()
  return {
    take: (key) => {
      const now = clock.now() - startedAt
      const before = Math.max(fullAt.get(key) ?? now, now)
      const after = before + spacingMs
      const waitMs = after - now - burst * spacingMs
      const isEmpty = waitMs > ROUNDING_MS
      fullAt.delete(key)
      fullAt.set(key, isEmpty ? before : after)
      if (fullAt.size > max) fullAt.delete(oldestOf(fullAt))
      return isEmpty ? waitMs : 0
    },
    size: () => fullAt.size,
  }
}

const oldestOf = (map: Map<string, number>): string => map.keys().next().value!
