import { setTimeout as elapsed } from 'node:timers/promises'

/**
 * @typedef {import('./processes.mjs').MeasuredProcess} MeasuredProcess
 * @typedef {{ perSecond: number, cpuMs: number, loopMs: number, loopP99Ms: number }} Rate Processor time of one.
 */

/**
 * As often as it can be done by all of them at once. `act` answers how many of what is counted it has done.
 * @template T
 * @param {MeasuredProcess} measured
 * @param {readonly T[]} actors
 * @param {(actor: T) => Promise<number>} act
 * @param {number} seconds
 * @returns {Promise<Rate>}
 */
export async function measureRate(measured, actors, act, seconds) {
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

/**
 * One after the other, so many a second. Answers what each of them took in ms, in order of length.
 * @param {() => Promise<readonly number[]>} act
 * @param {{ perSecond: number, seconds: number }} pace
 */
export async function measureDelay(act, { perSecond, seconds }) {
  const times = []
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const [done] = await Promise.all([act(), elapsed(1000 / perSecond)])
    times.push(...done)
  }
  return times.toSorted((one, other) => one - other)
}

/** @param {readonly number[]} ordered @param {number} share */
export const percentile = (ordered, share) => ordered[Math.ceil(share * ordered.length) - 1] ?? Infinity
