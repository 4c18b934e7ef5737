import type { Clock } from './clock.ts'

/** What the money path needs of the world besides the wholesaler and the journal. */
export type Ports = {
  clock: Clock
  /** In [0, 1). */
  random: () => number
  timers: Timers
  /** A write of the journal failed: the process ends at once, nothing is retried (DESIGN rule 16). */
  exit: (error: unknown) => never
}

/** `after` runs something once, `ms` from now, unless cancelled first. */
export type Timers = { after: (ms: number, run: () => void) => Cancel }
export type Cancel = () => void

const MAX_TIMER_MS = 2 ** 31 - 1

export const systemTimers: Timers = {
  after: (ms, run) => {
    // A longer time than a timer can hold comes round early; what it runs looks at the clock again.
    const timer = setTimeout(run, Math.min(Math.max(0, ms), MAX_TIMER_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
