import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * @typedef {{ cpuMs: number, loopMs: number, loopP99Ms: number, rssMb: number }} ProcessFigures Processor time since the last question, and how long
 * the event loop kept its next turn waiting: at most, and at the 99th percentile.
 */

setFlagsFromString('--expose-gc')
/** Fetched once: each new context would stay for a while, and be counted. @type {() => void} */
const collect = runInNewContext('gc')

/** The heap in use (MB) once all garbage is collected: what is left was kept. */
function readKeptHeap() {
  // What the first collection finalizes is freed by the second.
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Answers the process that forked this one: `figures` since the last question, or the kept `heap`. Anything else ends this process. */
export function answerFigures(/** @type {() => unknown} */ close = () => {}) {
  // A timer that is due is late by its own resolution.
  const RESOLUTION_MS = 1
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  let before = process.cpuUsage()
  const end = async () => {
    await close()
    process.exit(0)
  }
  // The process that forked it is gone.
  process.on('disconnect', () => void end())
  process.on('message', (asked) => {
    if (asked === 'heap') return void process.send?.(readKeptHeap())
    if (asked !== 'figures') return void end()
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    const late = (/** @type {number} */ ns) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
    const rssMb = process.memoryUsage.rss() / 2 ** 20
    const held = { loopMs: late(loop.max), loopP99Ms: late(loop.percentile(99)) }
    process.send?.({ cpuMs: (user + system) / 1000, ...held, rssMb })
    loop.reset()
  })
}
