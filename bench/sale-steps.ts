import { parseArgs } from 'node:util'

import { check, measureAdded, measureRate, note, round } from './support/measure.ts'
import { measureSales, openConnection, openPractice, openTill, passOn, sell } from './support/tills.ts'

// Compares the built server with a bare pass-through that signs the same calls, in one run, to show what our rules cost.

const TILLS = 16
/** Many more tills only read, because each session may send only 60 requests a second. */
const READERS = 480

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const seconds = Number(values.seconds)

const { server, bare, close } = await openPractice()
try {
  const connections = Array.from({ length: READERS }, () => openConnection(bare.url))
  const tills = []
  for (let index = 0; index < READERS; index += 1) tills.push(await openTill(server.url, 'cashier', index))
  const [first] = tills
  const [line] = connections
  if (!first || !line) throw new Error('nobody is there to sell')

  const passed = await measureRate(bare, connections, async (each) => (await passOn(each)).length, seconds)
  note('bare: calls a second', round(passed.perSecond))
  note('bare: processor time of a call', `${round(passed.cpuMs)} ms`)

  const steps = await measureSales(server, tills.slice(0, TILLS), seconds)
  check('sales a second, 16 tills', steps.perSecond, { least: 250 }, '')
  check('processor time of a step', steps.cpuMs, { most: 1.6 }, 'ms')
  check('event loop held while they sell', steps.loopMs, { most: 20 }, 'ms')
  note('the same at the 99th percentile', `${round(steps.loopP99Ms)} ms`)

  const added = await measureAdded(
    () => passOn(line),
    () => sell(first),
    2 * seconds,
  )
  check('added to a step at 5 sales a second, 95th percentile', added(0.95), { most: 8 }, 'ms')
  note('the same in the median', `${round(added(0.5))} ms`)

  const { headers } = await first.ask('GET', '/api/catalog')
  const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  for (const [what, path, asked] of [
    ['the catalog', '/api/catalog', accepted],
    ['the catalog by its tag', '/api/catalog', { ...accepted, 'if-none-match': String(headers.etag) }],
    ['the status', '/api/status', {}],
  ] as const) {
    const read = await measureRate(
      server,
      tills,
      async (till) => {
        const { status } = await till.ask('GET', path, undefined, asked)
        if (status === 429) throw new Error('a session may not ask that often: let more of them ask')
        return 1
      },
      seconds / 2,
    )
    note(`${what}: answers a second, and processor time of one`, `${round(read.perSecond)}, ${round(read.cpuMs)} ms`)
    check(`${what}: answers beside calls of the bare one`, read.perSecond / passed.perSecond, { least: 0.8 }, '')
  }
  for (const each of [...tills, ...connections]) await each.close()
} finally {
  await close()
}
