import { spawn } from 'node:child_process'
import { openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { rootFolder } from '../tools/command.mjs'
import { check, note, round } from './support/measure.ts'
import { openBench } from './support/processes.ts'
import { openShop, openTills, sell, type Till } from './support/tills.ts'

// What Toptill and Caddy (with deploy/Caddyfile) log while ten tills send a page's requests and sell at a usual pace.

const TILLS = 10
const SALE_EVERY_MS = 60_000
const MB_AN_HOUR = 5
const MB = 1024 * 1024
/** What an open sell page reads automatically, and how often. */
const READS = [
  { path: '/api/status', everyMs: 5_000 },
  { path: '/api/sales', everyMs: 5_000 },
  { path: '/api/catalog/affordability', everyMs: 30_000 },
  { path: '/api/catalog', everyMs: 300_000 },
]

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, port: { type: 'string', default: '8899' } },
})

const minutes = Number(values.minutes)
const bench = await openBench()
const { folder } = bench
const shop = await openShop(bench, `file:${join(folder, 'file', 'toptill.db')}`, { processes: 1, tills: 0 })
const origin = `http://127.0.0.1:${values.port}`
const log = openSync(join(folder, 'caddy.log'), 'w')
const caddy = spawn('caddy', ['run', '--config', join(rootFolder, 'deploy', 'Caddyfile'), '--adapter', 'caddyfile'], {
  env: { ...process.env, PUBLIC_ORIGIN: origin, TILLS: new URL(shop.leader.url).host, HOME: folder },
  stdio: ['ignore', log, log],
})
try {
  await elapsed(3_000)
  const tills = await openTills(shop.leader.env, [origin], TILLS)
  const sizes = () => ['server', 'caddy'].map((name) => statSync(join(folder, `${name}.log`)).size / MB)
  const before = sizes()
  const run = { isOver: false, sold: 0 }
  const working = tills.map((till, index) => work(till, (index * SALE_EVERY_MS) / TILLS, run))
  await elapsed(minutes * 60_000)
  const grown = sizes().map((size, index) => size - (before[index] ?? 0))
  run.isOver = true
  await Promise.all(working)
  const [toptill = 0, ofCaddy = 0] = grown.map((mb) => (mb * 60) / minutes)
  note('sales', `${run.sold} in ${minutes} minutes at ${TILLS} tills`)
  note('Toptill alone', `${round(toptill)} MB in an hour`)
  note('Caddy alone', `${round(ofCaddy)} MB in an hour`)
  check('logs together, in an hour', toptill + ofCaddy, { most: MB_AN_HOUR }, 'MB')
  for (const till of tills) await till.close()
} finally {
  caddy.kill()
  await shop.close()
  await bench.close()
}

async function work(till: Till, afterMs: number, run: { isOver: boolean; sold: number }) {
  const nextAt = READS.map(() => performance.now() + afterMs / TILLS)
  let sellAt = performance.now() + afterMs
  while (!run.isOver) {
    for (const [index, { path, everyMs }] of READS.entries()) {
      if (performance.now() < (nextAt[index] ?? 0)) continue
      nextAt[index] = performance.now() + everyMs
      const { status } = await till.ask('GET', path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
    if (performance.now() >= sellAt) {
      sellAt += SALE_EVERY_MS
      await sell(till)
      run.sold += 1
      await till.ask('POST', '/api/session/heartbeat')
    }
    await elapsed(250)
  }
}
