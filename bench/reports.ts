import { setTimeout as elapsed } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { check, median, note, percentile, round } from './support/measure.ts'
import { openPractice, openTill, sell } from './support/tills.ts'

// Reports, the sales list over ranges and the export over a large journal, and the delay that they add to a sale.

const WARM_UPS = 3
const DAY_MS = 24 * 60 * 60_000

const { values } = parseArgs({
  options: { sales: { type: 'string', default: '1000000' }, reads: { type: 'string', default: '15' } },
})
const reads = Number(values.reads)

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const range = (days: number) => `from=${dayBefore(days - 1)}&to=${dayBefore(0)}`

const ANSWERS: readonly (readonly [what: string, path: string, most: number])[] = [
  ['day report', `/api/reports?${range(1)}`, 100],
  ['report of a month', `/api/reports?${range(31)}`, 500],
  ['report of a year', `/api/reports?${range(365)}`, Infinity],
  ['list of a month', `/api/sales?${range(31)}`, 100],
  ['list of a month: not sold', `/api/sales?${range(31)}&group=not-sold`, 100],
  ['list of a month: not known, of which there are none', `/api/sales?${range(31)}&group=unknown`, 100],
  ['list of a month: vouchers', `/api/sales?${range(31)}&kind=voucher`, 100],
  ['list of a month: one till', `/api/sales?${range(31)}&terminal=till-3`, 100],
  ['wallet', '/api/wallet', 100],
]

const { server, close } = await openPractice(Number(values.sales))
try {
  const supervisor = await openTill(server.url, 'supervisor')
  const cashier = await openTill(server.url, 'cashier')
  const ask = async (path: string) => {
    const begun = performance.now()
    const { status, text } = await supervisor.ask('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
    return { ms: performance.now() - begun, bytes: text.length }
  }
  // Reads do not count as activity, and the run takes longer than a till stays signed in.
  const { status, text } = await supervisor.ask('PUT', '/api/settings', { idleMinutes: 60 })
  if (status !== 200) throw new Error(`the settings were not kept: ${text}`)
  for (const [what, path, most] of ANSWERS) {
    for (let count = 0; count < WARM_UPS; count += 1) await ask(path)
    await server.metrics()
    const times: number[] = []
    for (let count = 0; count < reads; count += 1) times.push((await ask(path)).ms)
    const { cpuMs, loopMs } = await server.metrics()
    if (most === Infinity) note(what, `${round(median(times))} ms`)
    else check(what, median(times), { most }, 'ms')
    note(`${what}: processor time`, `${round(cpuMs / reads)} ms`)
    check(`${what}: event loop held`, loopMs, { most: 20 }, 'ms')
  }

  const sellAlone = async () => {
    const times: number[] = []
    for (let count = 0; count < 60; count += 1) times.push(...(await sell(cashier)))
    return times
  }
  const alone = await sellAlone()
  const besides = [
    ['a report of a month', `/api/reports?${range(31)}`],
    ['an export of a month', `/api/sales.csv?${range(31)}`],
  ]
  for (const [what, path = ''] of besides) {
    const run = { isOver: false }
    const reading = (async () => {
      while (!run.isOver) await ask(path)
    })()
    await elapsed(500)
    const times = await sellAlone()
    run.isOver = true
    await reading
    const added = (share: number) => percentile(times, share) - percentile(alone, share)
    check(`a step of a sale beside ${what}: added, 95th percentile`, added(0.95), { most: 20 }, 'ms')
    note('the same in the median', `${round(added(0.5))} ms`)
  }

  const before = await server.metrics()
  const exported = await ask(`/api/sales.csv?${range(31)}`)
  const after = await server.metrics()
  note('export of a month', `${round(exported.bytes / 2 ** 20)} MB in ${round(exported.ms / 1000)} s`)
  note('memory of the server before and after it', `${round(before.rssMb)} MB, ${round(after.rssMb)} MB`)
  check('export of a month: event loop held', after.loopMs, { most: 20 }, 'ms')
  for (const each of [supervisor, cashier]) await each.close()
} finally {
  await close()
}
