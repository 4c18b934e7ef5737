import type { Clock } from '../lib/clock.ts'

/** `perSecond` in the long run, and `burst` at once after a pause. */
export type Rate = { perSecond: number; burst: number }

export type Buckets = {
  /** Takes one token. Returns 0, or how long the bucket stays empty (ms). */
  take: (key: string) => number
  size: () => number
}

const ROUNDING_MS = 0.01

/** Without timers. Only the `max` most recently used buckets are stored, because a forgotten bucket counts as full. */
export function createBuckets({ perSecond, burst }: Rate, max: number, clock: Pick<Clock, 'now'>): Buckets {
  const spacingMs = 1000 / perSecond
  // Sums of epoch ms and spacings would lose their fractions.
  const startedAt = clock.now()
  /** When each bucket is full again (ms since `startedAt`), the most recently used last. */
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
