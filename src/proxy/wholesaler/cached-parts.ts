import type { Clock } from '../clock.ts'
import type { LogWriter } from './caller.ts'
import type { Skipped } from './read-list.ts'
import type { Read } from './wholesaler.ts'

/** A part that could not be read is not asked for again sooner, while an older one stands. */
const RETRY_INTERVAL_MS = 15_000
/** A part may come late by that: tills ask every five minutes, and it is read anew behind the first who does. */
const GRACE_MS = 10 * 60_000
/** What a read brought: the value and, where it is a list, what of it could not be read, a sentence each for the first of it. */
export type PartRead<T> =
  | (Read<T> & Partial<Skipped> & { isUnasked?: never })
  /** What it hangs on is not known yet, so nobody was asked. */
  | { ok: false; problem: string; isUnasked: true }

/** How a part stands. Times are epoch ms; `skipped` names the first, `skippedCount` counts all. */
export type PartReport = {
  readAt?: number
  skipped: string[]
  skippedCount: number
  /** Why the last attempt failed, and since when attempts do. */
  problem?: { text: string; since: number }
}

/** Something of the catalogue that is read once for everybody, kept while the wholesaler is away, and read anew after `livesMs`. */
export type CachedPart<T> = {
  current: () => { value: T; at: number } | undefined
  report: () => PartReport
  refresh: () => Promise<void>
  load: () => Promise<void>
  /** Waits for the first attempt only: what may be missing must not keep the rest waiting. */
  tryOnce: () => Promise<void>
  isDue: () => boolean
  /** The last attempt brought nothing. */
  isFailing: () => boolean
  /** Older than its rule and some grace allow: nobody could read it anew. */
  isOverdue: () => boolean
  refreshIfDue: () => Promise<void>
}

export function createParts(clock: Clock, log: LogWriter) {
  /** What is wrong with a part, for the log. */
  const note = (part: string, problem: string) => log({ what: 'catalogue', part, problem })

  function recordSkipped(part: string, { skipped, moreSkipped = 0 }: Skipped): void {
    for (const one of skipped) note(part, one)
    if (moreSkipped > 0) note(part, `and ${moreSkipped} more`)
  }

  function createPart<T>(name: string, validMs: number, read: () => Promise<PartRead<T>>): CachedPart<T> {
    let held: { value: T; at: number } | undefined
    let skipped: Skipped = { skipped: [] }
    let problem: PartReport['problem']
    let askedAt = Number.NEGATIVE_INFINITY
    let asking: Promise<void> | undefined
    let hasTried = false

    async function ask(): Promise<void> {
      const beganAt = clock.now()
      askedAt = beganAt
      const answer = await read()
      // What could not even be asked for is tried again at once.
      if (!answer.ok && answer.isUnasked) askedAt = Number.NEGATIVE_INFINITY
      else hasTried = true
      if (!answer.ok) {
        problem = { text: answer.problem, since: problem?.since ?? beganAt }
        return note(name, answer.problem)
      }
      const isChanged = answer.value !== held?.value
      held = { value: answer.value, at: clock.now() }
      problem = undefined
      skipped = { skipped: answer.skipped ?? [], moreSkipped: answer.moreSkipped ?? 0 }
      // The very same answer says nothing new.
      if (!isChanged) return
      recordSkipped(name, skipped)
    }

    const refresh = (): Promise<void> => {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    }
    const isOlderThan = (ms: number) => !held || clock.now() - held.at >= ms
    const isDue = () => isOlderThan(validMs) && clock.now() - askedAt >= RETRY_INTERVAL_MS
    return {
      current: () => held,
      report: () => ({
        ...(held ? { readAt: held.at } : {}),
        skipped: skipped.skipped,
        skippedCount: skipped.skipped.length + (skipped.moreSkipped ?? 0),
        ...(problem ? { problem } : {}),
      }),
      refresh,
      load: async () => {
        if (!held) await refresh()
      },
      tryOnce: async () => {
        if (!hasTried) await refresh()
      },
      isDue,
      isFailing: () => problem !== undefined,
      isOverdue: () => isOlderThan(validMs + GRACE_MS),
      refreshIfDue: async () => {
        if (!held || asking || isDue()) await refresh()
      },
    }
  }

  return { note, recordSkipped, createPart }
}
