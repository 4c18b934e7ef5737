import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import * as v from 'valibot'

import { verifyAuth, type Account, readExactJson, type ExactJson } from './auth.ts'
import { openLedgerStore, type StoredRequest, type LedgerEntry } from './ledger-store.ts'
import { controlPage } from './control-page.ts'
import { createEndpoints, type Endpoint } from './endpoints.ts'
import { fils, filsText } from './fils.ts'
import { HUGE_PRODUCTS, isFrontviewName, type FrontviewName, type FrontviewChoice } from './frontview.ts'
import { listenOnSamePort } from './stable-port.ts'
import { findPicture } from './pictures.ts'
import { createRequestLog, type RecordedRequest } from './recorded-requests.ts'
import { refusal, htmlError, type Reply } from './reply.ts'
import { createRoughener, type RoughAnswer } from './rough.ts'
import { issuedVouchers, type IssuedVoucher } from './voucher-codes.ts'

export type SandboxOptions = {
  /** By default, the port that this data folder used before, or else any free one. */
  port?: number
  /** The path prefix of all calls, such as `/wholesale/v2`. */
  basePath?: string
  /** Where ledger, transactions, keys and balance are stored. Without it, they are in memory only. */
  dataFolder?: string
  /** Epoch ms. */
  clock?: () => number
  account?: Account
  /** How long the reply for the account `slow` takes (ms). */
  slowMs?: number
  /** Countries have groups, which the spec does not list. */
  countryGroups?: boolean
  frontview?: FrontviewName
  /** The number of products in the single category of the huge frontview. */
  hugeProducts?: number
  /** The seed of a careless PHP backend, which also lets the wallet be overdrawn. */
  rough?: number
}

export type Sandbox = Account & {
  /** The value for TOPUP_BASE_URL. */
  baseUrl: string
  controlUrl: string
  ledger: () => readonly LedgerEntry[]
  balance: () => string
  /** Decimal text such as `10.00`. */
  setBalance: (amount: string) => void
  requests: () => readonly RecordedRequest[]
  /** Raises all international prices by 5 %. Earlier offers can no longer be sold. */
  changePrices: () => void
  /** Sales that are already open continue. */
  setFrontview: (name: FrontviewName) => void
  /** Every code ever issued, so tests can search for them where they must not be. */
  codes: () => readonly IssuedVoucher[]
  sendDelayed: () => void
  close: () => Promise<void>
}

export const practiceAccount: Account = { posId: '20418', token: 'practice-token' }

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 64 * 1024
const SLOW_MS = 4_000
const ROUGH_CREDIT = fils('100000')
// In ms. Longer than callers keep idle connections, so no call meets a connection that is being closed.
const KEEP_ALIVE_MS = 10 * 60 * 1000

/** Listens on a loopback port. Rejects if the port is in use. */
export async function startSandbox({
  port,
  basePath: givenPath = '',
  dataFolder,
  clock = Date.now,
  account = practiceAccount,
  slowMs = SLOW_MS,
  countryGroups = false,
  frontview = 'standard',
  hugeProducts = HUGE_PRODUCTS,
  rough,
}: SandboxOptions = {}): Promise<Sandbox> {
  const basePath = givenPath.replace(/^\/*(?=.)/, '/').replace(/\/+$/, '')
  const store = openLedgerStore(dataFolder)
  let closing: Promise<void> | undefined
  const log = createRequestLog()
  const delayed = new Map<NodeJS.Timeout, () => void>()
  let origin = ''
  const credit = rough === undefined ? 0n : ROUGH_CREDIT
  const context = () => ({ now: clock(), slowMs, credit })
  const encode = rough === undefined ? plainAnswer : createRoughener(rough)
  let frontviewChoice: FrontviewChoice = { frontview, products: hugeProducts }
  const endpoints = createEndpoints({
    store,
    account,
    context,
    origin: () => origin,
    basePath,
    countryGroups,
    frontview: () => frontviewChoice,
  })
  const setFrontview = (name: FrontviewName) => {
    frontviewChoice = { ...frontviewChoice, frontview: name }
  }

  const send = (response: ServerResponse, reply: Reply, path = '') => {
    if (reply.kind === 'cut') return void response.destroy()
    if (reply.kind === 'html') return sendText(response, reply.status, 'text/html; charset=utf-8', reply.body)
    const { bytes, headers } = encode(path, reply.body)
    const sendNow = () => response.writeHead(reply.status, { 'Content-Length': bytes.length, ...headers }).end(bytes)
    if (reply.afterMs === undefined) return void sendNow()
    const timer = setTimeout(() => {
      delayed.delete(timer)
      sendNow()
    }, reply.afterMs)
    delayed.set(timer, sendNow)
  }

  const answerCall = async (request: IncomingMessage, path: string, endpoint: Endpoint): Promise<Reply> => {
    const text = await readBody(request)
    const json = text === undefined ? undefined : findJson(text)
    const isJson = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/json'
    if (text === undefined || !json || !isJson) return refusal(2, { detail: 'the body is not a JSON object' })
    log.add(path, text, json)
    // Without an `await` before `record`, requests are handled one at a time, in the order in which their bodies arrived.
    const verdict = verifyAuth(json.exact, account, store.highestKey())
    const booked = storedRequest(path, json.value, clock())
    if (!verdict.ok) {
      if (verdict.staleKey !== undefined) store.record({ request: { ...booked, staleKey: verdict.staleKey } })
      return refusal(1, { detail: verdict.reason })
    }
    const { change, reply } = endpoint(json.value)
    store.record({ key: verdict.key.toString(), request: booked, ...change })
    return reply
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?')
    if (!path.startsWith(`${basePath}/`)) return send(response, htmlError(404, 'Not Found'))
    const own = path.slice(basePath.length)
    const endpoint = endpoints.get(own)
    if (request.method === 'POST' && endpoint) return send(response, await answerCall(request, own, endpoint), own)
    if (request.method === 'GET' && own === '/control') {
      const page = controlPage({
        posId: account.posId,
        balance: filsText(store.balance()),
        ledger: store.ledger(),
        frontview: frontviewChoice.frontview,
      })
      response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      return sendText(response, 200, 'text/html; charset=utf-8', page)
    }
    if (request.method === 'POST' && own === '/control') {
      const name = new URLSearchParams(await readBody(request)).get('frontview') ?? ''
      if (!isFrontviewName(name)) return send(response, htmlError(400, 'Bad Request'))
      setFrontview(name)
      return void response.writeHead(303, { Location: `${basePath}/control` }).end()
    }
    const picture =
      request.method === 'GET' ? findPicture(/^\/pictures\/([a-z0-9-]+)\.svg$/.exec(own)?.[1] ?? '') : undefined
    if (picture === undefined) return send(response, htmlError(404, 'Not Found'))
    response.setHeader('Cache-Control', 'public, max-age=86400')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    return sendText(response, 200, 'image/svg+xml', picture)
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A caller that disconnects before its body is read is not an error; a disk that cannot store the change is.
      if (request.complete) process.emitWarning(error instanceof Error ? error : String(error))
      response.destroy()
    })
  })
  try {
    if (port === undefined && dataFolder !== undefined) await listenOnSamePort(server, HOST, dataFolder)
    else {
      server.listen(port ?? 0, HOST)
      await once(server, 'listening')
    }
  } catch (error) {
    store.close()
    throw error
  }
  origin = `http://${HOST}:${(server.address() as AddressInfo).port}`

  return {
    ...account,
    baseUrl: origin + basePath,
    controlUrl: `${origin}${basePath}/control`,
    ledger: store.ledger,
    balance: () => filsText(store.balance()),
    setBalance: (amount) => store.record({ balance: filsText(fils(amount)) }),
    changePrices: () => store.record({ priceGeneration: store.priceGeneration() + 1 }),
    requests: log.all,
    setFrontview,
    codes: () => issuedVouchers(store.transactions()),
    sendDelayed: () => {
      for (const [timer, sendNow] of delayed) {
        clearTimeout(timer)
        sendNow()
      }
      delayed.clear()
    },
    close: () => (closing ??= close()),
  }

  async function close(): Promise<void> {
    for (const timer of delayed.keys()) clearTimeout(timer)
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
    store.close()
  }
}

const Ids = v.object({
  external_transaction_id: v.optional(v.string()),
  transaction_id: v.optional(v.string()),
})

function storedRequest(path: string, body: unknown, at: number): StoredRequest {
  const ids = v.safeParse(Ids, body)
  if (!ids.success) return { path, at }
  const { external_transaction_id: externalId, transaction_id: transactionId } = ids.output
  return {
    path,
    at,
    ...(externalId !== undefined && { externalId }),
    ...(transactionId !== undefined && { transactionId }),
  }
}

function findJson(text: string): ExactJson | undefined {
  try {
    return readExactJson(text)
  } catch {
    return undefined
  }
}

/** The body as text, or `undefined` if it is too long for any call of the spec. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined
}

const plainAnswer = (_path: string, body: object): RoughAnswer => ({
  bytes: Buffer.from(JSON.stringify(body)),
  headers: { 'Content-Type': 'application/json' },
})

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
}
