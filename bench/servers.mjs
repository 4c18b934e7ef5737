import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { CommandError, runCommand } from '../scripts/command.mjs'
import { obtainPostgres, startPostgres } from '../scripts/postgres.mjs'
import { prepare } from '../scripts/start-till.mjs'
import { measureDelay, measureRate, percentile } from './sale-steps/measure.mjs'
import { openProcess, POS_ID, TOKEN } from './sale-steps/processes.mjs'
import { openShop } from './sale-steps/real-shop.mjs'
import { createTable, round } from './sale-steps/table.mjs'
import { openConnection, passOn, sell } from './sale-steps/tills.mjs'

// The same shop on a file, on PostgreSQL, and on PostgreSQL with a second process through which half of the tills sell: sales a second, what a step
// costs, and what it adds to a bare pass-through. PostgreSQL is on the disk, as the file is.

const STEPS_OF_A_SALE = 2

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, tills: { type: 'string', default: '16' } },
})

await runCommand(async () => {
  const [seconds, count] = [Number(values.seconds), Number(values.tills)]
  await prepare()
  const programs = await obtainPostgres()
  if (programs === undefined) throw new CommandError('This needs PostgreSQL 15 or later on this machine.')
  const folder = mkdtempSync(join(tmpdir(), 'toptill-bench-'))
  const table = createTable()
  const service = await openProcess('service', folder, {})
  const account = { TOPUP_BASE_URL: service.url, TOPUP_POS_ID: POS_ID, TOPUP_TOKEN: TOKEN }
  const bare = await openProcess('bare', folder, { SERVICE_URL: service.url, POS_ID, TOKEN })
  const postgres = await startPostgres(programs, {}, { isOnDisk: true })
  try {
    for (const { name, database, processes } of [
      { name: 'a file', database: `file:${join(folder, 'file', 'toptill.db')}`, processes: 1 },
      { name: 'PostgreSQL', database: postgres.url, processes: 1 },
      { name: 'PostgreSQL, two processes', database: postgres.url, processes: 2 },
    ]) {
      const shop = await openShop({ folder, database, processes, tills: count, account })
      const { leader, tills } = shop
      const [first, second] = tills
      if (!first || !second) throw new Error('nobody is there to sell')

      const steps = await measureRate(leader, tills, async (till) => (await sell(till)).length, seconds)
      table.note(`${name}: sales a second, ${count} tills`, round(steps.perSecond / STEPS_OF_A_SALE))
      table.note(`${name}: processor time of a step in the process that sells`, `${round(steps.cpuMs)} ms`)
      table.note(`${name}: event loop held`, `${round(steps.loopMs)} ms`)
      const pace = { perSecond: 5, seconds: 2 * seconds }
      const line = openConnection(bare.url)
      // The second till is at the process that stands by, where there is one.
      const [bareTimes, ourTimes] = await Promise.all([
        measureDelay(() => passOn(line), pace),
        measureDelay(() => sell(processes > 1 ? second : first), pace),
      ])
      const added = (/** @type {number} */ share) => percentile(ourTimes, share) - percentile(bareTimes, share)
      table.note(
        `${name}: added to a step at 5 sales a second, median and 95th percentile`,
        `${round(added(0.5))}, ${round(added(0.95))} ms`,
      )
      await line.close()
      await shop.close()
    }
  } finally {
    await bare.close()
    await service.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
