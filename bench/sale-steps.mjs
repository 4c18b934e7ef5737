import { parseArgs } from 'node:util'

import { prepare } from '../scripts/start-till.mjs'
import { measureDelay, measureRate, percentile } from './sale-steps/measure.mjs'
import { openProcesses } from './sale-steps/processes.mjs'
import { createTable, round } from './sale-steps/table.mjs'
import { openConnection, openTill, passOn, sell } from './sale-steps/tills.mjs'

// The built proxy beside a bare pass-through that signs the same calls, in one run: what our rules cost.

const TILLS = 16
/** Many more only read: each session may ask 60 times a second and no more. */
const READERS = 480
const STEPS_OF_A_SALE = 2

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const seconds = Number(values.seconds)

await prepare()
const { proxy, bare, close } = await openProcesses()
const table = createTable()
try {
  const connections = Array.from({ length: READERS }, () => openConnection(bare.url))
  const tills = []
  for (let index = 0; index < READERS; index += 1) tills.push(await openTill(proxy.url, 'cashier', index))
  const [first] = tills
  const [line] = connections
  if (!first || !line) throw new Error('nobody is there to sell')

  const passed = await measureRate(bare, connections, async (each) => (await passOn(each)).length, seconds)
  table.note('bare: calls a second', round(passed.perSecond))
  table.note('bare: processor time of a call', `${round(passed.cpuMs)} ms`)

  const steps = await measureRate(proxy, tills.slice(0, TILLS), async (till) => (await sell(till)).length, seconds)
  table.check('sales a second, 16 tills', steps.perSecond / STEPS_OF_A_SALE, { least: 250 }, '')
  table.check('processor time of a step', steps.cpuMs, { most: 1.6 }, 'ms')
  table.check('event loop held while they sell', steps.loopMs, { most: 20 }, 'ms')
  table.note('the same at the 99th percentile', `${round(steps.loopP99Ms)} ms`)

  const pace = { perSecond: 5, seconds: 2 * seconds }
  // Beside each other: what else the machine does falls on both.
  const [bareTimes, ourTimes] = await Promise.all([
    measureDelay(() => passOn(line), pace),
    measureDelay(() => sell(first), pace),
  ])
  const added = (/** @type {number} */ share) => percentile(ourTimes, share) - percentile(bareTimes, share)
  table.check('added to a step at 5 sales a second, 95th percentile', added(0.95), { most: 8 }, 'ms')
  table.note('the same in the median', `${round(added(0.5))} ms`)

  const { headers } = await first.ask({ method: 'GET', path: '/api/catalogue' })
  // As every browser asks.
  const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const reads = {
    'the catalogue': { path: '/api/catalogue', headers: accepted },
    'the catalogue by its tag': {
      path: '/api/catalogue',
      headers: { ...accepted, 'if-none-match': String(headers.etag) },
    },
    'the status': { path: '/api/status' },
  }
  for (const [what, asked] of Object.entries(reads)) {
    const read = await measureRate(
      proxy,
      tills,
      async (till) => {
        const { status } = await till.ask({ method: 'GET', ...asked })
        if (status === 429) throw new Error('a session may not ask that often: let more of them ask')
        return 1
      },
      seconds / 2,
    )
    table.note(
      `${what}: answers a second, and processor time of one`,
      `${round(read.perSecond)}, ${round(read.cpuMs)} ms`,
    )
    table.check(`${what}: answers beside calls of the bare one`, read.perSecond / passed.perSecond, { least: 0.8 }, '')
  }
  for (const each of [...tills, ...connections]) await each.close()
} finally {
  await close()
}
process.exitCode = table.hasMissed() ? 1 : 0
