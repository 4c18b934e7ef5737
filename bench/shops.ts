import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { note, round } from './support/measure.ts'
import { openBench, openProcess, TOKEN } from './support/processes.ts'
import { noteSteps, openConnection, openTills, sell, waitUntilItLeads, type Till } from './support/tills.ts'

// Compares several shops in one process on PostgreSQL (on the disk) with one shop that has as many tills as each of them: the time to open, sales a
// second in total, and what a step adds to a bare pass-through.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    shops: { type: 'string', default: '10' },
    tills: { type: 'string', default: '5' },
  },
})
const [seconds, most, tillsOfEach] = [Number(values.seconds), Number(values.shops), Number(values.tills)]

const bench = await openBench()
try {
  const bare = openConnection((await bench.openBare()).url)
  const database = await bench.openPostgres()
  for (const count of [1, most]) {
    const env = settingsOf(count, database)
    // The first start creates the journals, and the second one opens them.
    await (await openAll(env)).leader.close()
    const { leader, openedMs } = await openAll(env)
    const name = count === 1 ? 'one shop' : `${count} shops`
    note(`${name}: from the start until all of them are led`, `${round(openedMs)} ms`)
    const tills: Till[] = []
    for (let index = 0; index < count; index += 1) {
      // A separate address for each shop, because one address may use only ten codes a minute.
      const place = { shop: `shop${index}`, from: `127.0.1.${index + 1}` }
      tills.push(...(await openTills(env, [leader.url], tillsOfEach, place)))
    }
    let turn = 0
    const sellInTurn = () => {
      const till = tills[(turn += 1) % tills.length]
      if (!till) throw new Error('nobody is there to sell')
      return sell(till)
    }
    await noteSteps(name, { leader, tills, bare, seconds }, sellInTurn)
    for (const till of tills) await till.close()
    await leader.close()
  }
  await bare.close()
} finally {
  await bench.close()
}

function settingsOf(count: number, database: string) {
  const { folder, account } = bench
  const file = join(folder, `${count}-shops.json`)
  writeFileSync(join(folder, 'token'), TOKEN, { mode: 0o600 })
  const shops = Array.from({ length: count }, (_, index) => ({
    id: `shop${index}`,
    name: `Shop ${index}`,
    baseUrl: account.TOPUP_BASE_URL,
    posId: String(20_000 + index),
    tokenFile: 'token',
  }))
  writeFileSync(file, JSON.stringify({ shops }))
  return { SHOPS_FILE: file, SHOP_TIME_ZONE: 'UTC', PORT: '0', DATABASE_URL: database, TOPTILL_HOME: folder }
}

async function openAll(env: NodeJS.ProcessEnv) {
  const begunAt = performance.now()
  const leader = await openProcess('server', bench.folder, env)
  await waitUntilItLeads(leader.url)
  return { leader, openedMs: performance.now() - begunAt }
}
