import type { Clock } from '#server/lib/clock.ts'
import type { Timers } from '#server/lib/ports.ts'

export type VirtualTime = {
  clock: Clock & { wallTime: number }
  timers: Timers
  pass: (ms: number) => Promise<void>
  pending: () => number
}

export function createVirtualTime(start = 1_767_225_600_000): VirtualTime {
  let now = start
  let order = 0
  const due = new Map<number, { at: number; run: () => void }>()
  const clock = { wallTime: start, now: () => now, wall: () => clock.wallTime }
  const goTo = (at: number) => {
    clock.wallTime += at - now
    now = at
  }
  return {
    clock,
    timers: {
      after: (ms, run) => {
        const mine = (order += 1)
        due.set(mine, { at: now + Math.max(0, ms), run })
        return () => void due.delete(mine)
      },
    },
    pass: async (ms) => {
      const until = now + ms
      await flushMicrotasks()
      for (;;) {
        const [next] = [...due].filter(([, { at }]) => at <= until).toSorted(([, a], [, b]) => a.at - b.at)
        if (!next) break
        const [mine, { at, run }] = next
        due.delete(mine)
        goTo(at)
        run()
        await flushMicrotasks()
      }
      goTo(until)
    },
    pending: () => due.size,
  }
}

/** Runs all work that is ready and waits for no timer. */
export async function flushMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}
