import type { Clock } from '../lib/clock.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { MAX_REASONS, type Skipped } from '../wholesaler/read/read-list.ts'
import type { Read } from '../wholesaler/wholesaler.ts'

/** The shortest time between retries while an older value is cached. */
const RETRY_INTERVAL_MS = 15_000
/** Terminals read a part every five minutes, and the first read after its age limit starts a refresh. */
const GRACE_MS = 10 * 60_000
export type PartRead<T> =
  | (Read<T> & Partial<Skipped> & { isNotSent?: never })
  /** Nothing was sent, because another part is needed first. */
  | { ok: false; problem: string; isNotSent: true }

/** Times are epoch ms. `skippedCount` also counts reasons that `skipped` leaves out. */
export type PartReport = {
  readAt?: number
  skipped: string[]
  skippedCount: number
  /** `since` is when attempts began to fail. */
  problem?: { text: string; since: number }
}

/** Read once for all terminals, again after `validMs`, and kept while the wholesaler is unreachable. */
export type CachedPart<T> = {
  current: () => { value: T; at: number } | undefined
  report: () => PartReport
  refresh: () => Promise<void>
  load: () => Promise<void>
  /** For a part without which the catalog can be shown. */
  tryOnce: () => Promise<void>
  isDue: () => boolean
  isFailing: () => boolean
  /** Older than `validMs` plus the grace time. */
  isOverdue: () => boolean
  refreshIfDue: () => Promise<void>
}

export function partOf<K extends string, T>(read: Read<Record<K, T> & Skipped>, name: K): PartRead<T> {
  if (!read.ok) return read
  const { [name]: value, skipped, moreSkipped } = read.value
  return { ok: true, value, skipped, ...(moreSkipped !== undefined && { moreSkipped }) }
}

export function createParts({ clock, log }: Pick<ShopContext, 'clock' | 'log'>) {
  const note = (part: string, problem: string) => log.info({ what: 'catalog', part, problem })

  function recordSkipped(part: string, { skipped, moreSkipped = 0 }: Skipped): void {
    for (const one of skipped) note(part, one)
    if (moreSkipped > 0) note(part, `and ${moreSkipped} more`)
  }

  function createPart<T>(name: string, validMs: number, read: () => Promise<PartRead<T>>): CachedPart<T> {
    let cached: { value: T; at: number } | undefined
    let skipped: Skipped = { skipped: [] }
    let problem: PartReport['problem']
    let triedAt = Number.NEGATIVE_INFINITY
    let running: Promise<void> | undefined
    let hasTried = false

    async function readNow(): Promise<void> {
      const startedAt = clock.now()
      triedAt = startedAt
      const answer = await read()
      // No call was sent, so the read may be repeated at once.
      if (!answer.ok && answer.isNotSent) triedAt = Number.NEGATIVE_INFINITY
      hasTried = true
      if (!answer.ok) {
        problem = { text: answer.problem, since: problem?.since ?? startedAt }
        return note(name, answer.problem)
      }
      const isChanged = answer.value !== cached?.value
      cached = { value: answer.value, at: clock.now() }
      problem = undefined
      skipped = { skipped: answer.skipped ?? [], moreSkipped: answer.moreSkipped ?? 0 }
      // The same answer is not logged again.
      if (!isChanged) return
      recordSkipped(name, skipped)
    }

    const refresh = (): Promise<void> => {
      running ??= readNow().finally(() => {
        running = undefined
      })
      return running
    }
    const isOlderThan = (ms: number) => !cached || clock.now() - cached.at >= ms
    const isDue = () => isOlderThan(validMs) && clock.now() - triedAt >= RETRY_INTERVAL_MS
    return {
      current: () => cached,
      report: () => ({
        ...(cached ? { readAt: cached.at } : {}),
        skipped: skipped.skipped,
        skippedCount: skipped.skipped.length + (skipped.moreSkipped ?? 0),
        ...(problem ? { problem } : {}),
      }),
      refresh,
      load: async () => {
        if (!cached) await refresh()
      },
      tryOnce: async () => {
        if (!hasTried) await refresh()
      },
      isDue,
      isFailing: () => problem !== undefined,
      isOverdue: () => isOlderThan(validMs + GRACE_MS),
      refreshIfDue: async () => {
        if (!cached || running || isDue()) await refresh()
      },
    }
  }

  return { note, recordSkipped, createPart }
}

/** As many lists as a supervisor may look through. */
const MAX_LISTS = 200

/** For many lists, one per country or operator, which are never cached. Keeps each list's last read. */
export function createListReport(clock: Clock) {
  const lists = new Map<string, Pick<PartReport, 'problem'> & Skipped>()
  let readAt: number | undefined
  return {
    record: (id: string, read: Read<Skipped>): void => {
      const { problem: before } = lists.get(id) ?? {}
      lists.delete(id)
      if (read.ok) readAt = clock.now()
      if (!read.ok) lists.set(id, { skipped: [], problem: { text: read.problem, since: before?.since ?? clock.now() } })
      else if (read.value.skipped.length > 0) lists.set(id, read.value)
      for (const oldest of lists.keys()) {
        if (lists.size <= MAX_LISTS) break
        lists.delete(oldest)
      }
    },
    report: (): PartReport => {
      const all = [...lists.values()]
      const problem = all.findLast((list) => list.problem)?.problem
      return {
        ...(readAt === undefined ? {} : { readAt }),
        skipped: [...lists]
          .flatMap(([id, { skipped }]) => skipped.map((one) => `${one} (${id})`))
          .slice(0, MAX_REASONS),
        skippedCount: all.reduce((sum, { skipped, moreSkipped = 0 }) => sum + skipped.length + moreSkipped, 0),
        ...(problem ? { problem } : {}),
      }
    },
  }
}
