import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { rootFolder } from '../../scripts/command.mjs'
import { openProcess } from './processes.mjs'
import { openBrowser, openConnection } from './tills.mjs'

const PIN = '730519'
/** More tills than may be connected at once from one address. */
const ENROLL_AGAIN_MS = 6_500

/**
 * A shop of a real account, for which the benchmark's service is the wholesaler, with so many processes on one journal and tills at each in turn.
 * @param {{ folder: string, database: string, processes: number, tills: number, account: NodeJS.ProcessEnv }} options
 */
export async function openShop({ folder, database, processes, tills: count, account }) {
  const isFile = database.startsWith('file:')
  /** @type {({ env: NodeJS.ProcessEnv } & import('./processes.mjs').MeasuredProcess)[]} */
  const proxies = []
  for (let index = 0; index < processes; index += 1) {
    const dataFolder = join(folder, isFile ? 'file' : `process-${index}`)
    mkdirSync(dataFolder, { recursive: true })
    if (index > 0) copyFileSync(join(folder, 'process-0', 'pepper'), join(dataFolder, 'pepper'))
    const env = {
      ...account,
      SHOP_TIME_ZONE: 'UTC',
      PORT: '0',
      DATABASE_URL: database,
      ...(isFile ? {} : { DATA_FOLDER: dataFolder }),
    }
    const proxy = { env, ...(await openProcess('proxy', folder, env)) }
    if (index === 0) await waitUntilItLeads(proxy.url)
    proxies.push(proxy)
  }
  const [leader] = proxies
  if (!leader) throw new Error('no process is there')
  const urls = proxies.map(({ url }) => url)
  const tills = await openTills(leader.env, urls, count)
  return {
    leader,
    urls,
    tills,
    close: async () => {
      for (const till of tills) await till.close()
      for (const proxy of proxies.toReversed()) await proxy.close()
    },
  }
}

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
 * Tills of this shop with a cashier signed in, at each address in turn. `shop`: its id, where there are several. `from`: the address of this machine from
 * which they come.
 * @param {NodeJS.ProcessEnv} env @param {readonly string[]} urls @param {number} count @param {{ shop?: string, from?: string }} [place]
 */
export async function openTills(env, urls, count, { shop, from } = {}) {
  const operate = (/** @type {string[]} */ ...words) =>
    execFileSync(
      process.execPath,
      [join(rootFolder, 'scripts', 'run-built.mjs'), ...words, ...(shop === undefined ? [] : ['--shop', shop])],
      { env: { ...process.env, ...env } },
    )
      .toString()
      .trimEnd()
      .split('\n')
      .at(-1) ?? ''
  const name = `Hamad ${Math.random()}`
  operate('staff', 'add', '--name', name, '--role', 'supervisor', '--pin', PIN)
  const [url = ''] = urls
  const browserOf = async (/** @type {string} */ code) => {
    const browser = openBrowser(url, from)
    await enroll(browser, code)
    const { staff } = await browser.ask({ method: 'GET', path: '/api/session' })
    const person = staff.find((/** @type {{ name: string }} */ one) => one.name === name)
    await browser.ask({ method: 'POST', path: '/api/session', body: JSON.stringify({ staffId: person.id, pin: PIN }) })
    return browser
  }
  const office = await browserOf(operate('terminal', 'enrol', '--name', 'Office'))
  // To open many tills takes longer than one of them waits for a hand.
  await office.ask({ method: 'PUT', path: '/api/settings', body: JSON.stringify({ idleMinutes: 60 }) })
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
