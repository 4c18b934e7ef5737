import { once } from 'node:events'
import { Agent, request } from 'node:http'

import {
  hostileCases,
  prepareProxy,
  signInAt,
  startHostileService,
  type HostileCase,
} from '../tests/support/hostile-service.ts'
import { check } from './support/measure.ts'
import { forkMeasured } from './support/processes.ts'

const MAX_MS = 250
const MAX_MB = 600

for (const hostile of hostileCases()) {
  const { longestMs, heldMs, peakMb } = await measure(hostile)
  console.log(`${hostile.what}: ${heldMs.toFixed(0)} ms of processor time in the longest turn of the event loop`)
  check('longest answer of /healthz', longestMs, { most: MAX_MS }, 'ms')
  check('peak memory', peakMb, { most: MAX_MB }, 'MB')
}
/** Returns the longest time (ms) of `/healthz`, the processor time (ms) of the longest turn of the event loop, and the peak memory (MB) of the built server. */
async function measure({ bodies, act }: HostileCase) {
  const service = await startHostileService(bodies())
  const { env, remove } = prepareProxy(service.url)
  const proxy = forkMeasured('watched', { ...env, LOG_LEVEL: 'silent' })
  try {
    const [{ url }] = (await once(proxy, 'message')) as [{ url: string }]
    const till = await signInAt(url, env)
    const stopWatching = watchHealth(url)
    // Two tills read at the same time, and then one of them reads the same again.
    await Promise.all([act(till), act(till)])
    await act(till)
    const longestMs = await stopWatching()
    if (service.unrequested().length > 0) throw new Error(`nobody asked for ${service.unrequested().join(', ')}`)
    proxy.send('peak')
    const [{ peakMb, heldMs }] = (await once(proxy, 'message')) as [{ peakMb: number; heldMs: number }]
    return { longestMs, peakMb, heldMs }
  } finally {
    proxy.kill('SIGKILL')
    service.close()
    remove()
  }
}

/** Returns a function that stops the calls and returns the longest time (ms). */
function watchHealth(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let longestMs = 0
  const watch = { isOver: false }
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const startedAt = performance.now()
      request(`${url}/healthz`, { agent }, (answer) => {
        answer.resume().on('end', () => {
          longestMs = Math.max(longestMs, performance.now() - startedAt)
          resolve()
        })
      })
        .on('error', reject)
        .end()
    }) as Promise<void>
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
