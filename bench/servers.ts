import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { openBench } from './support/processes.ts'
import { noteSteps, openConnection, openShop, sell } from './support/tills.ts'

// Measures the same shop on a file, on PostgreSQL, and with a second process for half of the tills: sales a second, the cost of a step, and what it
// adds to a bare pass-through. PostgreSQL stores its data on the disk, as the file does.

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, tills: { type: 'string', default: '16' } },
})
const [seconds, count] = [Number(values.seconds), Number(values.tills)]

const bench = await openBench()
try {
  const bare = openConnection((await bench.openBare()).url)
  const postgres = await bench.openPostgres()
  for (const { name, database, processes } of [
    { name: 'a file', database: `file:${join(bench.folder, 'file', 'toptill.db')}`, processes: 1 },
    { name: 'PostgreSQL', database: postgres, processes: 1 },
    { name: 'PostgreSQL, two processes', database: postgres, processes: 2 },
  ]) {
    const shop = await openShop(bench, database, { processes, tills: count })
    // If there is a standby process, the second till is connected to it.
    const till = shop.tills[processes - 1]
    if (!till) throw new Error('nobody is there to sell')
    await noteSteps(name, { ...shop, bare, seconds }, () => sell(till))
    await shop.close()
  }
  await bare.close()
} finally {
  await bench.close()
}
