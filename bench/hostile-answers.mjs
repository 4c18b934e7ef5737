import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

import { register } from 'tsx/esm/api'

import { readNodeOptions } from '../scripts/start-till.mjs'

const MAX_MS = 250
const MAX_MB = 600

/** @typedef {import('../tests/support/hostile-service.ts').HostileCase} HostileCase */

register()
const { hostileCases, prepareProxy, signInAt, startHostileService } =
  await import('../tests/support/hostile-service.ts')

let hasMissed = false
for (const hostile of hostileCases()) {
  const { longestMs, heldMs, peakMb } = await measure(hostile)
  console.log(`${hostile.what}: ${heldMs.toFixed(0)} ms of processor time in the longest turn of the event loop`)
  check('longest answer of /healthz', longestMs, MAX_MS, 'ms')
  check('peak memory', peakMb, MAX_MB, 'MB')
}
process.exitCode = hasMissed ? 1 : 0

/** @param {string} what @param {number} figure @param {number} bound @param {string} unit */
function check(what, figure, bound, unit) {
  const isKept = figure <= bound
  hasMissed ||= !isKept
  console.log(`${isKept ? 'ok    ' : 'MISSED'} ${what}: ${figure.toFixed(0)} ${unit} (bound ${bound} ${unit})`)
}

/**
 * Runs the built proxy in a process of its own, with a service that answers as the case says. Returns how long the longest answer of `/healthz` took, the
 * processor time of the longest turn of the proxy's event loop, and its peak memory (MB).
 */
async function measure(/** @type {HostileCase} */ { bodies, act }) {
  const service = await startHostileService(bodies())
  const { env, remove } = prepareProxy(service.url)
  const proxy = fork(fileURLToPath(new URL('hostile-answers/proxy.mjs', import.meta.url)), {
    env,
    execArgv: readNodeOptions(),
  })
  try {
    const [{ url }] = /** @type {[{ url: string }]} */ (await once(proxy, 'message'))
    const till = await signInAt(url, env)
    const stopWatching = watchHealth(url)
    // Two tills at once, and then a read of what the first one had read.
    await Promise.all([act(till), act(till)])
    await act(till)
    const longestMs = await stopWatching()
    if (service.unrequested().length > 0) throw new Error(`nobody asked for ${service.unrequested().join(', ')}`)
    proxy.send('peak')
    const [{ peakMb, heldMs }] = /** @type {[{ peakMb: number, heldMs: number }]} */ (await once(proxy, 'message'))
    return { longestMs, peakMb, heldMs }
  } finally {
    proxy.kill('SIGKILL')
    service.close()
    remove()
  }
}

/** Calls `/healthz` again and again. The function it returns stops this and says how long the longest answer took. */
function watchHealth(/** @type {string} */ url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let longestMs = 0
  const watch = { isOver: false }
  const ask = () =>
    /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        request(`${url}/healthz`, { agent }, (answer) => {
          answer.resume().on('end', () => {
            longestMs = Math.max(longestMs, performance.now() - startedAt)
            resolve()
          })
        })
          .on('error', reject)
          .end()
      })
    )
  const asking = (async () => {
    while (!watch.isOver) {
      await ask()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return async () => {
    watch.isOver = true
    await asking
    agent.destroy()
    return longestMs
  }
}
