import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { ulid } from 'ulid'
import { Client } from 'undici'

import { rootFolder } from '../../tools/command.mjs'
import { fillJournal } from './fill-journal.ts'
import { measureAdded, measureRate, note, round } from './measure.ts'
import { openBench, openProcess, POS_ID, TOKEN, type MeasuredProcess } from './processes.ts'

export type Till = Awaited<ReturnType<typeof openTill>>
type Method = 'GET' | 'POST' | 'PUT'

/**
 * A connection that is kept open, like a browser's.
 * @param always Headers of every request.
 */
export function openConnection(url: string, always: Record<string, string> = {}, from?: string) {
  const client = new Client(url, {
    pipelining: 1,
    keepAliveTimeout: 600_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(from === undefined ? {} : { localAddress: from }),
  })
  return {
    ask: async (method: Method, path: string, content?: object, headers: Record<string, string> = {}) => {
      const body = content ? JSON.stringify(content) : null
      const answer = await client.request({ method, path, body, headers: { ...always, ...headers } })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    },
    close: () => client.close(),
  }
}

/**
 * A browser without a sign-in. `ask` throws unless the status is 200, and `keep` returns a connection with the sign-in so far.
 * @param from The local address from which it connects.
 */
export function openBrowser(url: string, from?: string) {
  const cookies = new Map<string, string>()
  const stranger = openConnection(url, {}, from)
  const headersAt = (origin: string) => ({
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    origin,
    'content-type': 'application/json',
  })
  const ask = async (method: Method, path: string, content?: object) => {
    const answer = await stranger.ask(method, path, content, headersAt(url))
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return JSON.parse(answer.text)
  }
  const keep = async (at = url) => {
    await stranger.close()
    return openConnection(at, headersAt(at))
  }
  return { ask, keep }
}

/** A browser with a person of the practice staff signed in. */
export async function openTill(url: string, role: 'cashier' | 'supervisor', index = 0) {
  const { ask, keep } = openBrowser(url)
  await ask('GET', '/api/session')
  const { staff, demoPins } = await ask('GET', '/api/session')
  const people = staff.filter((each: { role: string }) => each.role === role)
  const person = people[index % people.length]
  await ask('POST', '/api/session', { staffId: person.id, pin: demoPins[person.id] })
  return keep()
}

let lastAccount = 500_000_000

/** Creates a new number for each sale, so that none counts as a duplicate. */
function nextSale() {
  lastAccount += 1
  return { serviceId: `service-${(lastAccount % 200) + 1}`, account: `971${lastAccount}`, amount: '50' }
}

/** Takes both steps of one sale. Returns the duration of each in ms. */
export async function sell(till: Till) {
  const path = `/api/sales/${ulid()}`
  const { ms: checkMs, text } = await timed(() => till.ask('PUT', path, { kind: 'direct', ...nextSale() }))
  const { version, state } = JSON.parse(text)
  if (state !== 'checked') throw new Error(`the sale is not checked: ${text}`)
  const confirmed = await timed(() => till.ask('POST', `${path}/confirm`, { version }))
  if (JSON.parse(confirmed.text).state !== 'succeeded') throw new Error(`the sale is not sold: ${confirmed.text}`)
  return [checkMs, confirmed.ms]
}

const STEPS_OF_A_SALE = 2

/** Also returns what a step costs in the process that sells. */
export async function measureSales(leader: MeasuredProcess, tills: readonly Till[], seconds: number) {
  const { perSecond, ...step } = await measureRate(leader, tills, async (till) => (await sell(till)).length, seconds)
  return { perSecond: perSecond / STEPS_OF_A_SALE, ...step }
}

/** Prints what a step costs, and what it adds to a bare pass-through at 5 sales a second. `sellOne` sells once at one of the tills. */
export async function noteSteps(
  name: string,
  { leader, tills, bare, seconds }: { leader: MeasuredProcess; tills: readonly Till[]; bare: Till; seconds: number },
  sellOne: () => Promise<number[]>,
) {
  const { perSecond, cpuMs, loopMs } = await measureSales(leader, tills, seconds)
  note(`${name}: sales a second, ${tills.length} tills`, round(perSecond))
  note(`${name}: processor time of a step in the process that sells`, `${round(cpuMs)} ms`)
  note(`${name}: event loop held`, `${round(loopMs)} ms`)
  const added = await measureAdded(() => passOn(bare), sellOne, 2 * seconds)
  const [median, late] = [added(0.5), added(0.95)].map(round)
  note(`${name}: added to a step at 5 sales a second, median and 95th percentile`, `${median}, ${late} ms`)
}

export async function passOn(bare: Till) {
  const id = randomBytes(13).toString('hex')
  const { serviceId, account, amount } = nextSale()
  const fields = { account, amount: Number(amount) }
  const steps = [
    { path: '/transaction/check', body: { product: serviceId, external_transaction_id: id, fields } },
    { path: '/transaction/confirm', body: { external_transaction_id: id, fields: { amount: fields.amount } } },
  ]
  const times = []
  for (const { path, body } of steps) {
    times.push((await timed(() => bare.ask('POST', path, body))).ms)
  }
  return times
}

async function timed<T extends object>(run: () => Promise<T>) {
  const begun = performance.now()
  const answer = await run()
  return { ...answer, ms: performance.now() - begun }
}

const PIN = '730519'
/** In ms. More tills are enrolled than one address may enroll at once. */
const ENROLL_AGAIN_MS = 6_500

/**
 * A shop with a real account at the benchmark's wholesaler, with this many processes on one journal, and tills that are connected to each process in
 * turn.
 */
export async function openShop(
  { folder, account }: { folder: string; account: NodeJS.ProcessEnv },
  database: string,
  { processes, tills: count }: { processes: number; tills: number },
) {
  const servers: ({ env: NodeJS.ProcessEnv } & MeasuredProcess)[] = []
  for (let index = 0; index < processes; index += 1) {
    const home = join(folder, `process-${index}`)
    const dataFolder = join(home, 'data')
    mkdirSync(dataFolder, { recursive: true })
    if (index > 0) copyFileSync(join(folder, 'process-0', 'data', 'pepper'), join(dataFolder, 'pepper'))
    const env = {
      ...account,
      SHOP_TIME_ZONE: 'UTC',
      PORT: '0',
      DATABASE_URL: database,
      TOPTILL_HOME: home,
    }
    const server = { env, ...(await openProcess('server', folder, env)) }
    if (index === 0) await waitUntilItLeads(server.url)
    servers.push(server)
  }
  const [leader] = servers
  if (!leader) throw new Error('no process is there')
  const urls = servers.map(({ url }) => url)
  const tills = await openTills(leader.env, urls, count)
  return {
    leader,
    urls,
    tills,
    close: async () => {
      for (const till of tills) await till.close()
      for (const server of servers.toReversed()) await server.close()
    },
  }
}

/** Waits for the lease, which is free once the previous process was closed. */
export async function waitUntilItLeads(url: string) {
  const connection = openConnection(url)
  for (;;) {
    const { text } = await connection.ask('GET', '/readyz')
    const { leads, shops = [{ leads }] } = JSON.parse(text) as { leads?: boolean; shops?: { leads?: boolean }[] }
    if (shops.every((shop) => shop.leads)) return connection.close()
    await elapsed(50)
  }
}

/**
 * Tills with a cashier signed in, connected to each URL in turn. `shop`: the shop's id, if there are several. `from`: the local address from which
 * they connect.
 */
export async function openTills(
  env: NodeJS.ProcessEnv,
  urls: readonly string[],
  count: number,
  { shop, from }: { shop?: string; from?: string } = {},
) {
  const operate = (...words: string[]) =>
    execFileSync(
      process.execPath,
      [join(rootFolder, 'tools', 'toptill.mjs'), ...words, ...(shop === undefined ? [] : ['--shop', shop])],
      { env: { ...process.env, ...env } },
    )
      .toString()
      .trimEnd()
      .split('\n')
      .at(-1) ?? ''
  const name = `Hamad ${Math.random()}`
  operate('staff', 'add', '--name', name, '--role', 'supervisor', '--pin', PIN)
  const [url = ''] = urls
  const browserOf = async (code: string) => {
    const browser = openBrowser(url, from)
    await enroll(browser, code)
    const { staff } = await browser.ask('GET', '/api/session')
    const person = staff.find((one: { name: string }) => one.name === name)
    await browser.ask('POST', '/api/session', { staffId: person.id, pin: PIN })
    return browser
  }
  const office = await browserOf(operate('terminal', 'enroll', '--name', 'Office'))
  // Opening many tills takes longer than a till's idle time.
  await office.ask('PUT', '/api/settings', { idleMinutes: 60 })
  const tills = []
  for (let index = 0; index < count; index += 1) {
    const { code } = await office.ask('POST', '/api/terminals/enrollment-codes', { name: `Till ${index}` })
    tills.push(await (await browserOf(code)).keep(urls[index % urls.length]))
  }
  return tills
}

/** Waits and tries again, because an address may use only ten codes a minute. */
async function enroll(browser: ReturnType<typeof openBrowser>, code: string) {
  for (;;) {
    try {
      return await browser.ask('POST', '/api/terminals/enroll', { code })
    } catch (error) {
      if (!String(error).includes('answered 429')) throw error
      await elapsed(ENROLL_AGAIN_MS)
    }
  }
}

/** The server in practice mode, and the bare pass-through as its reference. With `sales` in the server's journal, `newest` is the last one. */
export async function openPractice(sales?: number) {
  const bench = await openBench()
  // Overrides the environment and `.env`.
  const unset = ['TOPUP_BASE_URL', 'TOPUP_POS_ID', 'TOPUP_TOKEN', 'TOPUP_TOKEN_FILE'].map((name) => [name, ''])
  const openServer = () =>
    openProcess('server', bench.folder, {
      ...Object.fromEntries(unset),
      SERVICE_URL: bench.account.TOPUP_BASE_URL,
      POS_ID,
      TOKEN,
      PORT: '0',
      SHOP_TIME_ZONE: 'UTC',
      DATABASE_URL: `file:${bench.folder}/toptill.db`,
    })
  let server = await openServer()
  let newest
  if (sales !== undefined) {
    // `fillJournal` copies this sale.
    const till = await openTill(server.url, 'cashier')
    await sell(till)
    await till.close()
    await server.close()
    newest = fillJournal(join(bench.folder, 'sandbox', 'toptill.db'), sales)
    server = await openServer()
  }
  return {
    bare: await bench.openBare(),
    server,
    newest,
    close: async () => {
      await server.close()
      await bench.close()
    },
  }
}
