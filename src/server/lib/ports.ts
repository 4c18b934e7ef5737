import type { Clock } from './clock.ts'
import { UnreadableRecord } from './failures.ts'
import type { Log } from './log.ts'
import { nameUnreadable } from './readable-rows.ts'

export type Ports = {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  timers: Timers
  /** Exits at once after a failed journal write (rule 16). For practice alongside a real account, closes only practice and throws. */
  exit: (error: unknown) => never
}

/** If the work fails, calls `exit`, which may only throw. An unreadable record ends only this work and is logged. */
export const inBackground = (
  work: Promise<unknown>,
  { exit, log }: Pick<Ports, 'exit'> & { log?: Log | undefined },
): Promise<unknown> =>
  work
    .catch((error: unknown) => (error instanceof UnreadableRecord ? nameUnreadable(log, error.message) : exit(error)))
    .catch(() => {})

export type Timers = { after: (ms: number, run: () => void) => Cancel }
export type Cancel = () => void

const MAX_TIMER_MS = 2 ** 31 - 1

export const systemTimers: Timers = {
  after: (ms, run) => {
    // A longer time ends early; callers compare with the clock again.
    const timer = setTimeout(run, Math.min(Math.max(0, ms), MAX_TIMER_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
