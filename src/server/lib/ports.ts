import type { Clock } from './clock.ts'
import { UnreadableRecord } from './failures.ts'
import type { Log } from './log.ts'
import { nameUnreadable } from './readable-rows.ts'

/** What the money path needs besides the wholesaler and the journal. */
export type Ports = {
  clock: Clock
  /** A random number in [0, 1). */
  random: () => number
  timers: Timers
  /**
   * Ends the process at once, because a write of the journal failed. Nothing is retried (rule 16). In practice beside a real account it
   * closes practice and throws.
   */
  exit: (error: unknown) => never
}

/**
 * Lets work go on in the background. If it fails, what it belongs to is closed: the process, or practice alone, whose `exit` returns to it by
 * throwing. A record that cannot be read ends this work alone, and is named in the log.
 */
export const inBackground = (
  work: Promise<unknown>,
  { exit, log }: Pick<Ports, 'exit'> & { log?: Log | undefined },
): Promise<unknown> =>
  work
    .catch((error: unknown) => (error instanceof UnreadableRecord ? nameUnreadable(log, error.message) : exit(error)))
    .catch(() => {})

/** `after` calls `run` once after `ms`, unless it is canceled first. */
export type Timers = { after: (ms: number, run: () => void) => Cancel }
export type Cancel = () => void

const MAX_TIMER_MS = 2 ** 31 - 1

export const systemTimers: Timers = {
  after: (ms, run) => {
    // A time that is too long for a timer ends early; callers compare with the clock again.
    const timer = setTimeout(run, Math.min(Math.max(0, ms), MAX_TIMER_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
