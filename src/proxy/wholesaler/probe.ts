import type { Cancel, Timers } from '../ports.ts'

/** Asks at once, then again and again until the answer is yes. One asking at a time; starting a running one changes nothing. */
export type Probe = { start: (afterMs?: number) => void; stop: () => void }

type ProbeOptions = { timers: Timers; ask: () => Promise<boolean>; firstMs: number; longestMs: number }

const GROWTH = 1.6

export function createProbe({ timers, ask, firstMs, longestMs }: ProbeOptions): Probe {
  let cancel: Cancel = () => {}
  let isRunning = false
  let isStopped = false

  function askAfter(ms: number, nextMs: number): void {
    cancel = timers.after(ms, () => void askNow(nextMs))
  }

  async function askNow(nextMs: number): Promise<void> {
    const isAnswered = await ask()
    if (isAnswered || isStopped) isRunning = false
    else askAfter(nextMs, Math.min(nextMs * GROWTH, longestMs))
  }

  return {
    start: (afterMs = 0) => {
      if (isRunning || isStopped) return
      isRunning = true
      if (afterMs > 0) askAfter(afterMs, Math.min(afterMs * GROWTH, longestMs))
      else void askNow(firstMs)
    },
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}
