import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { Pool } from 'undici'

import { rootFolder } from '../../tools/command.mjs'

// One measured process, which runs the part that its argument names. It is plain JavaScript, because compiling TypeScript takes time and memory.

const { SERVICE_URL = '', POS_ID = '', TOKEN = '', BROWSER_FOLDER = join(rootFolder, 'dist', 'browser') } = process.env

/** @typedef {{ transaction_id?: string, external_transaction_id?: string, product?: string, fields?: { account?: string, amount?: number } }} Call */
/** @typedef {{ status: number, text: string }} Answer */

/** The reference for the server: it signs a call, forwards it, and does nothing else. */
async function startBare() {
  const pool = new Pool(SERVICE_URL, { connections: 8, pipelining: 1 })
  let lastKey = Date.now()
  const sign = () => {
    lastKey = Math.max(Date.now(), lastKey + 1)
    const key = String(lastKey)
    return { id: POS_ID, key, hash: createHash('md5').update(`${POS_ID}${TOKEN}${key}`).digest('hex') }
  }
  answerFigures()
  return serve(async (path, call) => {
    const { statusCode, body } = await pool.request({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...call, auth: sign() }),
    })
    return { status: statusCode, text: await body.text() }
  })
}

/** The benchmark's wholesaler: it answers at once, and stores only what a confirm needs. */
async function startService() {
  const services = Array.from({ length: 200 }, (_, index) => ({
    id: `service-${index + 1}`,
    active: 1,
    name: `Service ${index + 1}`,
    biller_name: `Brand ${(index % 20) + 1}`,
    category_name: 'Mobile',
    subcategory_name: '',
    amount_min: 1,
    amount_max: 1000,
    amount_step: 1,
    is_pin_based: 0,
    is_account_required: 1,
    commission: { value: 2, type: 0 },
  }))
  const elements = services.map(({ id, name }, index) => ({
    id: String(index + 1),
    parent_id: null,
    type: 'product',
    content_id: id,
    name,
  }))
  const receipt = { header: 'Thank you', info: 'The top-up is on its way.', footer: 'Keep this receipt.' }
  /** @type {Map<string, object>} Transactions that are checked but not confirmed, by the sale's id. */
  const checked = new Map()
  let lastId = 0
  /** @type {Record<string, (call: Call) => object>} */
  const answers = {
    '/balance': () => ({ currency: 'AED', wallets: { main: 900_000 } }),
    '/point_info': () => ({ agent: { name: 'Bench' }, pos: { id: '20418', frontview_id: '1' } }),
    '/services': () => ({ services }),
    '/frontview': () => ({ elements }),
    '/transaction/check': ({ external_transaction_id: id = '', product, fields = {} }) => {
      lastId += 1
      const transaction = {
        id: `t${lastId}`,
        external_transaction_id: id,
        time: '2026-11-20 10:00:00',
        service: { id: product, name: product },
        account: fields.account,
        amount: fields.amount,
        amount_currency: 'AED',
        price: fields.amount,
        price_currency: 'AED',
      }
      checked.set(id, transaction)
      return { transaction: { ...transaction, state: -1 } }
    },
    '/transaction/confirm': ({ external_transaction_id: id = '' }) => {
      const transaction = checked.get(id)
      checked.delete(id)
      return transaction ? { transaction: { ...transaction, state: 1 }, receipt } : { error: { code: 20 } }
    },
    '/transaction/find': ({ external_transaction_id: id = '' }) => ({
      transaction: { id: 't0', external_transaction_id: id, state: 1 },
    }),
  }
  answerFigures()
  return serve(async (path, call) => ({
    status: 200,
    text: JSON.stringify(answers[path]?.(call) ?? { error: { code: 2 } }),
  }))
}

/** The built server. In practice mode, browsers on this machine enroll themselves, and its service is the benchmark's. */
async function startServer() {
  const { startToptill } = await import(pathToFileURL(join(rootFolder, 'dist', 'server', 'main.js')).href)
  const till = await startToptill({
    env: process.env,
    openSandbox: async () => ({ baseUrl: SERVICE_URL, posId: POS_ID, token: TOKEN, close: async () => {} }),
    browserFolder: BROWSER_FOLDER,
    logFormat: 'json',
    pinCost: { N: 2, r: 1, p: 1 },
  })
  answerFigures(till.close)
  return till.url
}

/**
 * @param {(path: string, call: Call) => Promise<Answer>} answer
 * @returns {Promise<string>} The URL of a server that answers every call with `answer`.
 */
function serve(answer) {
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      void answer(request.url ?? '/', JSON.parse(Buffer.concat(chunks).toString())).then(({ status, text }) => {
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
        response.writeHead(status, headers).end(text)
      })
    })
  })
  server.keepAliveTimeout = 600_000
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    })
  })
}

/**
 * Processor time since the last request, and how long the next turn of the event loop had to wait: the maximum and the 99th percentile.
 * @typedef {{ cpuMs: number, loopMs: number, loopP99Ms: number, rssMb: number }} ProcessFigures
 */

/** Answers `figures` since the last request, the `heap` in use after a collection, or the `peak`. Any other message stops this process. */
function answerFigures(/** @type {() => unknown} */ close = () => {}) {
  // A due timer is late by its own resolution.
  const RESOLUTION_MS = 1
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  let before = process.cpuUsage()
  const end = async () => {
    await close()
    process.exit(0)
  }
  process.on('disconnect', () => void end())
  process.on('message', (asked) => {
    if (asked === 'heap') return void process.send?.(readKeptHeap())
    if (asked === 'peak') return void process.send?.({ peakMb: process.resourceUsage().maxRSS / 1024, heldMs })
    if (asked !== 'figures') return void end()
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    const late = (/** @type {number} */ ns) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
    const rssMb = process.memoryUsage.rss() / 2 ** 20
    const held = { loopMs: late(loop.max), loopP99Ms: late(loop.percentile(99)) }
    process.send?.({ cpuMs: (user + system) / 1000, ...held, rssMb })
    loop.reset()
  })
}

setFlagsFromString('--expose-gc')
/** Obtained only once: each new context would stay in memory for a while and be counted. @type {() => void} */
const collect = runInNewContext('gc')

/** The heap in use (MB) after all garbage was collected. */
function readKeptHeap() {
  // The second collection frees what the first finalizes.
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** The longest turn of the event loop in this thread's processor time, so without other work of the machine. */
let heldMs = 0

function watchTurns() {
  const workedMs = () => {
    try {
      return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return performance.now()
    }
  }
  let before = workedMs()
  setInterval(() => {
    const now = workedMs()
    heldMs = Math.max(heldMs, now - before)
    before = now
  }, 1)
}

const PARTS = {
  bare: startBare,
  service: startService,
  server: startServer,
  watched: async () => {
    const url = await startServer()
    watchTurns()
    return url
  },
}
const part = /** @type {keyof typeof PARTS} */ (process.argv[2])
process.send?.({ url: await PARTS[part]() })
