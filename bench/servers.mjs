import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { CommandError, runCommand } from '../scripts/console.mjs'
import { obtainPostgres, startPostgres } from '../scripts/postgres.mjs'
import { rootFolder } from '../scripts/root.mjs'
import { prepare } from '../scripts/start-till.mjs'
import { measureDelay, measureRate, percentile } from './sale-steps/measure.mjs'
import { openProcess, POS_ID, TOKEN } from './sale-steps/processes.mjs'
import { createTable, round } from './sale-steps/table.mjs'
import { openBrowser, openConnection, passOn, sell } from './sale-steps/tills.mjs'

// The same shop on a file, on PostgreSQL, and on PostgreSQL with a second process through which half of the tills sell: sales a second, what a step
// costs, and what it adds to a bare pass-through. PostgreSQL is on the disk, as the file is.

const PIN = '730519'
const STEPS_OF_A_SALE = 2
/** More tills than may be connected at once from one address. */
const ENROLL_AGAIN_MS = 6_500

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
  const account = {
    TOPUP_BASE_URL: service.url,
    TOPUP_POS_ID: POS_ID,
    TOPUP_TOKEN: TOKEN,
    SHOP_TIME_ZONE: 'UTC',
    PORT: '0',
  }
  const bare = await openProcess('bare', folder, { SERVICE_URL: service.url, POS_ID, TOKEN })
  const postgres = await startPostgres(programs, {}, { isOnDisk: true })
  try {
    for (const { name, database, processes } of [
      { name: 'a file', database: `file:${join(folder, 'file', 'toptill.db')}`, processes: 1 },
      { name: 'PostgreSQL', database: postgres.url, processes: 1 },
      { name: 'PostgreSQL, two processes', database: postgres.url, processes: 2 },
    ]) {
      const proxies = []
      for (let index = 0; index < processes; index += 1) {
        const dataFolder = join(folder, database.startsWith('file:') ? 'file' : `process-${index}`)
        mkdirSync(dataFolder, { recursive: true })
        if (index > 0) copyFileSync(join(folder, 'process-0', 'pepper'), join(dataFolder, 'pepper'))
        const env = {
          ...account,
          DATABASE_URL: database,
          ...(database.startsWith('file:') ? {} : { DATA_FOLDER: dataFolder }),
        }
        proxies.push({ env, ...(await openProcess('proxy', folder, env)) })
        if (index === 0) await waitUntilItLeads(proxies[0]?.url ?? '')
      }
      const [leader] = proxies
      if (!leader) throw new Error('no process is there')
      const tills = await openTills(
        leader.env,
        proxies.map(({ url }) => url),
        count,
      )
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
      for (const each of [...tills, line]) await each.close()
      for (const proxy of proxies.toReversed()) await proxy.close()
    }
  } finally {
    await bare.close()
    await service.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** After the process before it was closed the lease is free. */
async function waitUntilItLeads(/** @type {string} */ url) {
  const connection = openConnection(url)
  for (;;) {
    const { text } = await connection.ask({ method: 'GET', path: '/readyz' })
    if (JSON.parse(text).leads === true) return connection.close()
    await elapsed(100)
  }
}

/**
 * Tills of this shop with a cashier signed in, at each address in turn.
 * @param {NodeJS.ProcessEnv} env @param {readonly string[]} urls @param {number} count
 */
async function openTills(env, urls, count) {
  const operate = (/** @type {string[]} */ ...words) =>
    execFileSync(process.execPath, [join(rootFolder, 'scripts', 'run-built.mjs'), ...words], {
      env: { ...process.env, ...env },
    })
      .toString()
      .trimEnd()
      .split('\n')
      .at(-1) ?? ''
  const name = `Hamad ${Math.random()}`
  operate('staff', 'add', '--name', name, '--role', 'supervisor', '--pin', PIN)
  const [url = ''] = urls
  const browserOf = async (/** @type {string} */ code) => {
    const browser = openBrowser(url)
    await enroll(browser, code)
    const { staff } = await browser.ask({ method: 'GET', path: '/api/session' })
    const person = staff.find((/** @type {{ name: string }} */ one) => one.name === name)
    await browser.ask({ method: 'POST', path: '/api/session', body: JSON.stringify({ staffId: person.id, pin: PIN }) })
    return browser
  }
  const office = await browserOf(operate('terminal', 'enrol', '--name', 'Office'))
  const tills = []
  for (let index = 0; index < count; index += 1) {
    const body = JSON.stringify({ name: `Till ${index}` })
    const { code } = await office.ask({ method: 'POST', path: '/api/terminals/enrollment-codes', body })
    tills.push(await (await browserOf(code)).keep(urls[index % urls.length]))
  }
  return tills
}

/** Ten codes a minute may come from one address. @param {ReturnType<typeof openBrowser>} browser @param {string} code */
async function enroll(browser, code) {
  for (;;) {
    try {
      return await browser.ask({ method: 'POST', path: '/api/terminals/enrol', body: JSON.stringify({ code }) })
    } catch (error) {
      if (!String(error).includes('answered 429')) throw error
      await elapsed(ENROLL_AGAIN_MS)
    }
  }
}
