import type { Clock } from '../clock.ts'

/** So many a second in the long run, and so many at once after a pause. */
export type Rate = { perSecond: number; burst: number }

export type Buckets = {
  /** Takes one out of the bucket of `key`. Answers 0, or for how many ms it stays empty; then nothing was taken. */
  take: (key: string) => number
  size: () => number
}

const ROUNDING_MS = 0.01

/** Token buckets by key, of which the `most` used last are kept: a bucket that was forgotten is a full one. Needs no timer. */
export function createBuckets({ perSecond, burst }: Rate, max: number, clock: Pick<Clock, 'now'>): Buckets {
  const spacingMs = 1000 / perSecond
  // Epoch ms are so large that sums of spacings would lose their parts.
  const startedAt = clock.now()
  /** When each will be full again, the one used last at the end. */
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
