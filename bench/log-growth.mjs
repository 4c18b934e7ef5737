import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { rootFolder, runCommand } from '../scripts/command.mjs'
import { prepare } from '../scripts/start-till.mjs'
import { openProcess, POS_ID, TOKEN } from './sale-steps/processes.mjs'
import { openShop, openTills } from './sale-steps/real-shop.mjs'
import { createTable, round } from './sale-steps/table.mjs'
import { sell } from './sale-steps/tills.mjs'

// What Toptill and Caddy (of this machine, with deploy/Caddyfile) write while ten tills ask as the page does and sell at a counter's pace.

const TILLS = 10
const SALE_EVERY_MS = 60_000
const MB_AN_HOUR = 5
const MB = 1024 * 1024
/** What a page at the catalogue reads by itself, and how often. */
const READS = [
  { path: '/api/status', everyMs: 5_000 },
  { path: '/api/sales', everyMs: 5_000 },
  { path: '/api/catalogue/marks', everyMs: 30_000 },
  { path: '/api/catalogue', everyMs: 300_000 },
]

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, port: { type: 'string', default: '8899' } },
})

await runCommand(async () => {
  await prepare()
  const minutes = Number(values.minutes)
  const folder = mkdtempSync(join(tmpdir(), 'toptill-bench-'))
  const service = await openProcess('service', folder, {})
  const account = { TOPUP_BASE_URL: service.url, TOPUP_POS_ID: POS_ID, TOPUP_TOKEN: TOKEN }
  const database = `file:${join(folder, 'file', 'toptill.db')}`
  const shop = await openShop({ folder, database, processes: 1, tills: 0, account })
  const origin = `http://127.0.0.1:${values.port}`
  const log = openSync(join(folder, 'caddy.log'), 'w')
  const caddy = spawn('caddy', ['run', '--config', join(rootFolder, 'deploy', 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: { ...process.env, PUBLIC_ORIGIN: origin, TILLS: new URL(shop.urls[0] ?? '').host, HOME: folder },
    stdio: ['ignore', log, log],
  })
  const table = createTable()
  try {
    await elapsed(3_000)
    const tills = await openTills(shop.leader.env, [origin], TILLS)
    const sizes = () => ['proxy', 'caddy'].map((name) => statSync(join(folder, `${name}.log`)).size / MB)
    const before = sizes()
    const run = { isOver: false, sold: 0 }
    const working = tills.map((till, index) => work(till, (index * SALE_EVERY_MS) / TILLS, run))
    await elapsed(minutes * 60_000)
    const grown = sizes().map((size, index) => size - (before[index] ?? 0))
    run.isOver = true
    await Promise.all(working)
    const [toptill = 0, ofCaddy = 0] = grown.map((mb) => (mb * 60) / minutes)
    table.note('sales', `${run.sold} in ${minutes} minutes at ${TILLS} tills`)
    table.note('Toptill alone', `${round(toptill)} MB in an hour`)
    table.note('Caddy alone', `${round(ofCaddy)} MB in an hour`)
    table.check('logs together, in an hour', toptill + ofCaddy, { most: MB_AN_HOUR }, 'MB')
    for (const till of tills) await till.close()
  } finally {
    caddy.kill()
    await shop.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
  process.exitCode = table.hasMissed() ? 1 : 0
})

/** One till: it reads what its page reads, and sells once a minute. @param {import('./sale-steps/tills.mjs').Till} till @param {number} afterMs @param {{ isOver: boolean, sold: number }} run */
async function work(till, afterMs, run) {
  const nextAt = READS.map(() => performance.now() + afterMs / TILLS)
  let sellAt = performance.now() + afterMs
  while (!run.isOver) {
    for (const [index, { path, everyMs }] of READS.entries()) {
      if (performance.now() < (nextAt[index] ?? 0)) continue
      nextAt[index] = performance.now() + everyMs
      const { status } = await till.ask({ method: 'GET', path })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
    if (performance.now() >= sellAt) {
      sellAt += SALE_EVERY_MS
      await sell(till)
      run.sold += 1
      await till.ask({ method: 'POST', path: '/api/session/heartbeat' })
    }
    await elapsed(250)
  }
}
