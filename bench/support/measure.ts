import { setTimeout as elapsed } from 'node:timers/promises'

import type { MeasuredProcess } from './processes.ts'

/** Prints a figure that has no bound. */
export const note = (what: string, figure: string) => console.log(`       ${what}: ${figure}`)

/** Prints a figure beside its bound. One that misses it makes the exit code 1. */
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

/** Processor time is that of one. */
export type Rate = { perSecond: number; cpuMs: number; loopMs: number; loopP99Ms: number }

/** As often as it can be done by all of them at once. `act` answers how many of what is counted it has done. */
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
  // The first moments are those of code that was never run.
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

/** One after the other, so many a second. Answers what each of them took (ms). */
async function measureDelay(act: () => Promise<readonly number[]>, seconds: number): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < PER_SECOND * seconds; count += 1) {
    const [done] = await Promise.all([act(), elapsed(1000 / PER_SECOND)])
    times.push(...done)
  }
  return times
}

const PER_SECOND = 5

/**
 * What ours takes longer than the bare one at 5 sales a second (ms), by the share of the percentile. They run beside each other: what else the machine
 * does falls on both.
 */
export async function measureAdded(
  bare: () => Promise<readonly number[]>,
  ours: () => Promise<readonly number[]>,
  seconds: number,
): Promise<(share: number) => number> {
  const [bareTimes, ourTimes] = await Promise.all([measureDelay(bare, seconds), measureDelay(ours, seconds)])
  return (share) => percentile(ourTimes, share) - percentile(bareTimes, share)
}
