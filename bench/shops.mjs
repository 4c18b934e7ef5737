import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { CommandError, runCommand } from '../scripts/command.mjs'
import { obtainPostgres, startPostgres } from '../scripts/postgres.mjs'
import { prepare } from '../scripts/start-till.mjs'
import { measureDelay, measureRate, percentile } from './sale-steps/measure.mjs'
import { openProcess, TOKEN } from './sale-steps/processes.mjs'
import { openTills } from './sale-steps/real-shop.mjs'
import { createTable, round } from './sale-steps/table.mjs'
import { openConnection, passOn, sell } from './sale-steps/tills.mjs'

// Several shops in one process on PostgreSQL, beside one of them with as many tills as each has: how long they take to open, sales a second of all together, and
// what a step adds to a bare pass-through. PostgreSQL is on the disk.

const STEPS_OF_A_SALE = 2

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    shops: { type: 'string', default: '10' },
    tills: { type: 'string', default: '5' },
  },
})

await runCommand(async () => {
  const [seconds, most, tillsOfEach] = [Number(values.seconds), Number(values.shops), Number(values.tills)]
  await prepare()
  const programs = await obtainPostgres()
  if (programs === undefined) throw new CommandError('This needs PostgreSQL 15 or later on this machine.')
  const folder = mkdtempSync(join(tmpdir(), 'toptill-bench-'))
  const table = createTable()
  const service = await openProcess('service', folder, {})
  const bare = await openProcess('bare', folder, { SERVICE_URL: service.url, POS_ID: '20000', TOKEN })
  const postgres = await startPostgres(programs, {}, { isOnDisk: true })
  try {
    // The first start makes the journals, and the second one opens them.
    for (const count of [1, most]) {
      const env = environmentOf({ folder, count, baseUrl: service.url, database: postgres.url })
      await (await openAll(env)).close()
      const { leader, openedMs, close } = await openAll(env)
      const name = count === 1 ? 'one shop' : `${count} shops`
      table.note(`${name}: from the start until all of them are led`, `${round(openedMs)} ms`)
      /** @type {import('./sale-steps/tills.mjs').Till[]} */
      const tills = []
      for (let index = 0; index < count; index += 1) {
        // Each shop from an address of its own: ten codes a minute may come from one.
        const place = { shop: `shop${index}`, from: `127.0.1.${index + 1}` }
        tills.push(...(await openTills(env, [leader.url], tillsOfEach, place)))
      }
      const steps = await measureRate(leader, tills, async (till) => (await sell(till)).length, seconds)
      table.note(`${name}: sales a second, ${tills.length} tills`, round(steps.perSecond / STEPS_OF_A_SALE))
      table.note(`${name}: processor time of a step`, `${round(steps.cpuMs)} ms`)
      table.note(`${name}: event loop held`, `${round(steps.loopMs)} ms`)
      const pace = { perSecond: 5, seconds: 2 * seconds }
      const line = openConnection(bare.url)
      let turn = 0
      const sellInTurn = () => {
        const till = tills[(turn += 1) % tills.length]
        if (!till) throw new Error('nobody is there to sell')
        return sell(till)
      }
      const [bareTimes, ourTimes] = await Promise.all([
        measureDelay(() => passOn(line), pace),
        measureDelay(sellInTurn, pace),
      ])
      const added = (/** @type {number} */ share) => percentile(ourTimes, share) - percentile(bareTimes, share)
      table.note(
        `${name}: added to a step at 5 sales a second, median and 95th percentile`,
        `${round(added(0.5))}, ${round(added(0.95))} ms`,
      )
      await line.close()
      for (const till of tills) await till.close()
      await close()
    }
  } finally {
    await bare.close()
    await service.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** @param {{ folder: string, count: number, baseUrl: string, database: string }} options */
function environmentOf({ folder, count, baseUrl, database }) {
  const file = join(folder, `${count}-shops.json`)
  writeFileSync(join(folder, 'token'), TOKEN, { mode: 0o600 })
  const shops = Array.from({ length: count }, (_, index) => ({
    id: `shop${index}`,
    name: `Shop ${index}`,
    baseUrl,
    posId: String(20_000 + index),
    tokenFile: 'token',
  }))
  writeFileSync(file, JSON.stringify({ shops }))
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder, { recursive: true })
  return { SHOPS_FILE: file, SHOP_TIME_ZONE: 'UTC', PORT: '0', DATABASE_URL: database, DATA_FOLDER: dataFolder }
}

/** A process that leads all shops. */
async function openAll(/** @type {NodeJS.ProcessEnv & { DATA_FOLDER: string }} */ env) {
  const begunAt = performance.now()
  const leader = await openProcess('proxy', env.DATA_FOLDER, env)
  const connection = openConnection(leader.url)
  for (;;) {
    const { text } = await connection.ask({ method: 'GET', path: '/readyz' })
    const { shops } = /** @type {{ shops: { leads: boolean }[] }} */ (JSON.parse(text))
    if (shops.every(({ leads }) => leads)) break
    await elapsed(50)
  }
  await connection.close()
  return { leader, openedMs: performance.now() - begunAt, close: leader.close }
}
