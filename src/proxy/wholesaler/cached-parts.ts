import type { Clock } from '../clock.ts'
import type { Log } from './caller.ts'
import type { LeftOut } from './read-list.ts'
import type { Read } from './wholesaler.ts'

/** A part that could not be read is not asked for again sooner, while an older one stands. */
const TRY_AGAIN_MS = 15_000
/** A part may come late by that: tills ask every five minutes, and it is read anew behind the first who does. */
const GRACE_MS = 10 * 60_000
/** What a read brought: the value and, where it is a list, what of it could not be read, a sentence each for the first of it. */
export type PartRead<T> =
  | (Read<T> & Partial<LeftOut> & { isUnasked?: never })
  /** What it hangs on is not known yet, so nobody was asked. */
  | { ok: false; problem: string; isUnasked: true }

/** How a part stands. Times are epoch ms; `leftOut` names the first, `leftOutCount` counts all. */
export type PartReport = {
  readAt?: number
  leftOut: string[]
  leftOutCount: number
  /** Why the last attempt failed, and since when attempts do. */
  problem?: { text: string; since: number }
}

/** Something of the catalogue that is read once for everybody, kept while the wholesaler is away, and read anew after `livesMs`. */
export type CachedPart<T> = {
  look: () => { value: T; at: number } | undefined
  report: () => PartReport
  readAnew: () => Promise<void>
  fill: () => Promise<void>
  /** Waits for the first attempt only: what may be missing must not keep the rest waiting. */
  tryOnce: () => Promise<void>
  isDue: () => boolean
  /** The last attempt brought nothing. */
  isFailing: () => boolean
  /** Older than its rule and some grace allow: nobody could read it anew. */
  isOverdue: () => boolean
  freshen: () => Promise<void>
}

export function createParts(clock: Clock, log: Log) {
  /** What is wrong with a part, for the log. */
  const note = (part: string, problem: string) => log({ what: 'catalogue', part, problem })

  function noteLeftOut(part: string, { leftOut, moreLeftOut = 0 }: LeftOut): void {
    for (const one of leftOut) note(part, one)
    if (moreLeftOut > 0) note(part, `and ${moreLeftOut} more`)
  }

  function createPart<T>(name: string, livesMs: number, read: () => Promise<PartRead<T>>): CachedPart<T> {
    let held: { value: T; at: number } | undefined
    let left: LeftOut = { leftOut: [] }
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
      const isNews = answer.value !== held?.value
      held = { value: answer.value, at: clock.now() }
      problem = undefined
      left = { leftOut: answer.leftOut ?? [], moreLeftOut: answer.moreLeftOut ?? 0 }
      // The very same answer says nothing new.
      if (!isNews) return
      noteLeftOut(name, left)
    }

    const readAnew = (): Promise<void> => {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    }
    const isOlderThan = (ms: number) => !held || clock.now() - held.at >= ms
    const isDue = () => isOlderThan(livesMs) && clock.now() - askedAt >= TRY_AGAIN_MS
    return {
      look: () => held,
      report: () => ({
        ...(held ? { readAt: held.at } : {}),
        leftOut: left.leftOut,
        leftOutCount: left.leftOut.length + (left.moreLeftOut ?? 0),
        ...(problem ? { problem } : {}),
      }),
      readAnew,
      fill: async () => {
        if (!held) await readAnew()
      },
      tryOnce: async () => {
        if (!hasTried) await readAnew()
      },
      isDue,
      isFailing: () => problem !== undefined,
      isOverdue: () => isOlderThan(livesMs + GRACE_MS),
      freshen: async () => {
        if (!held || asking || isDue()) await readAnew()
      },
    }
  }

  return { note, noteLeftOut, createPart }
}
