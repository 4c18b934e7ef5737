import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { CommandError, runCommand } from '../scripts/command.mjs'
import { obtainPostgres, startPostgres } from '../scripts/postgres.mjs'
import { prepare } from '../scripts/start-till.mjs'
import { openProcess, POS_ID, TOKEN } from './sale-steps/processes.mjs'
import { openShop } from './sale-steps/real-shop.mjs'
import { createTable, round } from './sale-steps/table.mjs'
import { openConnection, sell } from './sale-steps/tills.mjs'

// An hour of five sales a second from fifty tills at two processes on PostgreSQL: whether memory grows, and whether anything waits longer and longer.
// It warms up until V8 has compiled what is used: its lists of compiled code and of shapes of objects grow for about twenty minutes, and no object of ours does.

const PER_SECOND = 5
const TILLS = 50
const SAMPLE_MS = 15_000
/** The heap is read after so many samples, as all garbage is collected for it. */
const SAMPLES_PER_HEAP = 20
const MB = 1024 * 1024

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, warm: { type: 'string', default: '20' } },
})

await runCommand(async () => {
  await prepare()
  const programs = await obtainPostgres()
  if (programs === undefined) throw new CommandError('This needs PostgreSQL 15 or later on this machine.')
  const folder = mkdtempSync(join(tmpdir(), 'toptill-bench-'))
  const service = await openProcess('service', folder, {})
  const postgres = await startPostgres(programs, {}, { isOnDisk: true })
  const table = createTable()
  const account = { TOPUP_BASE_URL: service.url, TOPUP_POS_ID: POS_ID, TOPUP_TOKEN: TOKEN }
  try {
    const shop = await openShop({ folder, database: postgres.url, processes: 2, tills: TILLS, account })
    const connections = shop.urls.map((url) => openConnection(url))
    const [leading] = connections
    if (!leading) throw new Error('no process is there')
    const run = { isOver: false, sold: 0 }
    const selling = keepSelling(shop.tills, run)
    await elapsed(Number(values.warm) * 60_000)
    /** @type {Figures[]} */
    const samples = []
    const heaps = [await shop.leader.keptHeap()]
    const until = performance.now() + Number(values.minutes) * 60_000
    const begun = run.sold
    while (performance.now() < until) {
      samples.push(await readFigures(leading))
      await elapsed(SAMPLE_MS)
      if (samples.length % SAMPLES_PER_HEAP === 0) heaps.push(await shop.leader.keptHeap())
    }
    const sold = run.sold - begun
    run.isOver = true
    await selling
    table.note('sales', `${sold} in ${values.minutes} minutes`)
    const points = heaps.map((heap) => round(heap)).join(', ')
    table.note('heap of the process that sells, all garbage collected, every five minutes', `${points} MB`)
    table.check('heap: growth in an hour', slopeOf(heaps), { most: 1 }, 'MB')
    const resident = [samples.at(0), samples.at(-1)].map((sample) => round(sample?.resident ?? Number.NaN))
    table.note('resident memory, at first and at last', `${resident.join(', ')} MB`)
    table.check(
      'calls that wait, at most',
      Math.max(...samples.map(({ waiting }) => waiting)),
      { most: PER_SECOND * 2 },
      '',
    )
    for (const each of connections) await each.close()
    await shop.close()
  } finally {
    await service.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  process.exitCode = table.hasMissed() ? 1 : 0
})

/** Each till in turn, so many sales a second all together. @param {readonly import('./sale-steps/tills.mjs').Till[]} tills @param {{ isOver: boolean, sold: number }} run */
async function keepSelling(tills, run) {
  const underWay = new Set()
  for (let turn = 0; !run.isOver; turn += 1) {
    const till = tills[turn % tills.length]
    if (!till) throw new Error('no till is there')
    const sale = sell(till).then(() => {
      run.sold += 1
      underWay.delete(sale)
    })
    underWay.add(sale)
    await elapsed(1000 / PER_SECOND)
  }
  await Promise.all(underWay)
}

/** @typedef {{ resident: number, waiting: number }} Figures Memory in MB. */

/** @param {import('./sale-steps/tills.mjs').Till} connection @returns {Promise<Figures>} */
async function readFigures(connection) {
  const { text } = await connection.ask({ method: 'GET', path: '/metrics' })
  const valueOf = (/** @type {string} */ name) => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`there is no ${name} among the metrics`)
    return Number(found)
  }
  return {
    resident: valueOf('process_resident_memory_bytes') / MB,
    waiting: valueOf('toptill_calls_waiting'),
  }
}

/** The growth in an hour, by the straight line that fits best. @param {readonly number[]} values */
function slopeOf(values) {
  const hours = values.map((_, index) => (index * SAMPLES_PER_HEAP * SAMPLE_MS) / 3_600_000)
  const meanOf = (/** @type {readonly number[]} */ all) => all.reduce((sum, one) => sum + one, 0) / all.length
  const [meanHour, meanValue] = [meanOf(hours), meanOf(values)]
  const spread = hours.reduce((sum, hour) => sum + (hour - meanHour) ** 2, 0)
  if (spread === 0) return 0
  return hours.reduce((sum, hour, index) => sum + (hour - meanHour) * ((values[index] ?? 0) - meanValue), 0) / spread
}
