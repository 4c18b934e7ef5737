import { setTimeout as elapsed } from 'node:timers/promises'

import type { MeasuredProcess } from './processes.ts'

export const note = (what: string, figure: string) => console.log(`       ${what}: ${figure}`)

/** Prints a figure next to its bound. A missed bound sets the exit code to 1. */
export function check(what: string, figure: number, bound: { most: number } | { least: number }, unit: string): void {
  const isKept = 'most' in bound ? figure <= bound.most : figure >= bound.least
  if (!isKept) process.exitCode = 1
  const said = 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`
  console.log(`${isKept ? 'ok    ' : 'MISSED'} ${what}: ${round(figure)}${unit && ` ${unit}`} (${said})`)
}

export const round = (figure: number) => (figure >= 100 ? figure.toFixed(0) : String(Number(figure.toPrecision(3))))

export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(share * times.length) - 1] ?? Infinity
}

export const median = (times: readonly number[]) => percentile(times, 0.5)

/** The processor time is per counted unit. */
export type Rate = { perSecond: number; cpuMs: number; loopMs: number; loopP99Ms: number }

/** All actors act as fast as they can at the same time. `act` returns how many counted units it did. */
export async function measureRate<T>(
  measured: MeasuredProcess,
  actors: readonly T[],
  act: (actor: T) => Promise<number>,
  seconds: number,
): Promise<Rate> {
  const run = { isOver: false }
  let done = 0
  const acting = actors.map(async (actor) => {
    while (!run.isOver) {
      const count = await act(actor)
      done += count
    }
  })
  // The first calls run code that has never run before.
  await elapsed(1_500)
  await measured.metrics()
  const [begun, before] = [performance.now(), done]
  await elapsed(seconds * 1000)
  const { cpuMs, ...loop } = await measured.metrics()
  const count = done - before
  const perSecond = (count * 1000) / (performance.now() - begun)
  run.isOver = true
  await Promise.all(acting)
  return { perSecond, cpuMs: cpuMs / count, ...loop }
}

/** Makes one call after another at `PER_SECOND`. Returns the duration of each (ms). */
async function measureDelay(act: () => Promise<readonly number[]>, seconds: number): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < PER_SECOND * seconds; count += 1) {
    const [done] = await Promise.all([act(), elapsed(1000 / PER_SECOND)])
    times.push(...done)
  }
  return times
}

const PER_SECOND = 5

/** How much longer our server takes than the bare one (ms), by percentile. Both run side by side, so that other work of the machine affects both. */
export async function measureAdded(
  bare: () => Promise<readonly number[]>,
  ours: () => Promise<readonly number[]>,
  seconds: number,
): Promise<(share: number) => number> {
  const [bareTimes, ourTimes] = await Promise.all([measureDelay(bare, seconds), measureDelay(ours, seconds)])
  return (share) => percentile(ourTimes, share) - percentile(bareTimes, share)
}
