import type { Cancel, Timers } from '../lib/ports.ts'

/** Calls `tryOnce` until it returns true, at growing intervals from `firstMs` to `maxMs`. One attempt at a time; `start` does nothing until they end. */
export type Probe = { start: (afterMs?: number) => void; stop: () => void }

type ProbeOptions = { timers: Timers; tryOnce: () => Promise<boolean>; firstMs: number; maxMs: number }

const GROWTH = 1.6

export function createProbe({ timers, tryOnce, firstMs, maxMs }: ProbeOptions): Probe {
  let cancel: Cancel = () => {}
  let isRunning = false
  let isStopped = false

  function tryAfter(ms: number, nextMs: number): void {
    cancel = timers.after(ms, () => void tryNow(nextMs))
  }

  async function tryNow(nextMs: number): Promise<void> {
    const hasSucceeded = await tryOnce()
    if (hasSucceeded || isStopped) isRunning = false
    else tryAfter(nextMs, Math.min(nextMs * GROWTH, maxMs))
  }

  return {
    start: (afterMs = 0) => {
      if (isRunning || isStopped) return
      isRunning = true
      if (afterMs > 0) tryAfter(afterMs, Math.min(afterMs * GROWTH, maxMs))
      else void tryNow(firstMs)
    },
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}
