import { ulid } from 'ulid'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

import type { BatchAnswer, OpenQuantity } from '#api/batches.ts'
import type { Failure } from '#api/failure.ts'
import type { OpenInternationalSale, OpenSale, OpenServiceSale } from '#api/sales.ts'
import type { Session } from '#api/session.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { PrinterTimes } from '#server/printers/send-job.ts'
import type { PollIntervals } from '#server/sales/engine/poll-interval.ts'
import { startToptill } from '#server/main.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '#sandbox/server.ts'
import { emptyJournal } from './a-journal.ts'
import { startShop } from './start-shop.ts'

type Answer<T = unknown> = { status: number; body: T; headers: Headers }

/** A browser: it stores its cookies and sends the headers that our own page would. */
export type Browser = {
  ask: <T = Sale & Failure>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<T>>
  signIn: (name: string) => Promise<Session>
  cookies: Map<string, string>
}

export type Shop = {
  url: string
  sandbox: Sandbox
  folder: string
  browser: () => Browser
  restart: () => Promise<Shop>
  close: () => Promise<void>
}

export type ShopOptions = {
  folder?: string
  env?: NodeJS.ProcessEnv
  sandbox?: SandboxOptions
  clock?: Clock
  printerTimes?: PrinterTimes
  polling?: Partial<PollIntervals>
  record?: (line: string) => void
  /** For a shop of a whole test file, which has to be closed in `afterAll`. */
  isClosedByHand?: true
}

/** A shop that sells from the sandbox: the real server and a real database over HTTP. It is closed after the test. */
export async function openShop({ isClosedByHand, ...options }: ShopOptions = {}): Promise<Shop> {
  const shop = await startShop({ startToptill, startSandbox }, { journal: await emptyJournal(), ...options })
  if (!isClosedByHand) onTestFinished(shop.close)
  return {
    url: shop.url,
    sandbox: shop.sandbox,
    folder: shop.folder,
    browser: () => aBrowser(shop.url),
    restart: async () => {
      await shop.stop()
      return openShop({ ...options, folder: shop.folder })
    },
    // The folder exists until the end of the test, so that the test can read it.
    close: isClosedByHand ? shop.close : shop.stop,
  }
}

/**
 * One shop for all tests of a file or a `describe`. Each test signs in at separate browsers and checks only its own
 * sales.
 */
export function aSharedShop(options: ShopOptions = {}): () => Shop {
  let shop: Shop | undefined
  beforeAll(async () => void (shop = await openShop({ ...options, isClosedByHand: true })))
  afterAll(() => shop?.close())
  return () => {
    if (!shop) throw new Error('the shop opens before its first test')
    return shop
  }
}

export async function signedIn(shop: Pick<Shop, 'browser'>, name: string) {
  const browser = shop.browser()
  const session = await browser.signIn(name)
  const person = session.person
  if (!person) throw new Error(`${name} could not sign in`)
  return { ...browser, id: person.id, name: person.name, pin: session.demoPins?.[person.id] ?? '' }
}

export function aBrowser(url: string, cookies = new Map<string, string>()): Browser {
  const ask: Browser['ask'] = async <T>(method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'GET' ? {} : { origin: url, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers }
  }
  return {
    ask,
    cookies,
    signIn: async (name) => {
      const { body: session } = await ask<Session>('GET', '/api/session')
      const person = session.staff.find((one) => one.name.startsWith(name))
      const pin = person && session.demoPins?.[person.id]
      if (!pin) throw new Error(`${name} is not among the demo staff`)
      return (await ask<Session>('POST', '/api/session', { staffId: person.id, pin })).body
    },
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const [name = '', value = ''] = pair.split('=')
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

export type ServiceSaleFields = Partial<OpenServiceSale>
export type SaleFields = ServiceSaleFields | OpenInternationalSale

export async function openSale(browser: Browser, fields: SaleFields, id = ulid()) {
  const body: OpenSale =
    fields.kind === 'international' ? fields : { kind: 'direct', serviceId: 'qamra-rc', amount: '25', ...fields }
  return { id, ...(await browser.ask('PUT', `/api/sales/${id}`, body)) }
}

export async function sell(browser: Browser, fields: SaleFields) {
  const { id, body } = await openSale(browser, fields)
  return { id, ...(await browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version })) }
}

/** Longer pauses than the rate limit of a session requires, so that a test that waits can still send other requests. */
const BETWEEN_LOOKS_MS = 25
const BETWEEN_BATCH_READS_MS = 60
/** After this many reads a test fails with what it saw last. */
const MOST_LOOKS = 2_000

export async function saleOnce(browser: Browser, id: string, isWanted: (sale: Sale) => boolean): Promise<Sale> {
  for (let looks = 1; ; looks += 1) {
    const { status, body } = await browser.ask<Sale>('GET', `/api/sales/${id}`)
    // A 429 says nothing about the sale; tests send more requests than people do.
    if (status !== 429 && isWanted(body)) return body
    if (looks === MOST_LOOKS) {
      const events = body.events?.map(({ at, kind, reason }) => [at - body.openedAt, kind, reason].join(' '))
      throw new Error(`the sale is still ${body.state}, after ${events?.join(', ')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
  }
}

/** Opens a batch, approves all its lines, and waits until the server has finished it. */
export async function sellQuantity(browser: Browser, fields: Omit<OpenQuantity, 'count'>, count: number) {
  const id = ulid()
  const { body } = await browser.ask<BatchAnswer>('PUT', `/api/batches/${id}`, { ...fields, count })
  const lines = body.lines.map(({ line }) => line)
  await browser.ask('POST', `/api/batches/${id}/confirm`, { version: body.version, lines })
  return batchOnce(browser, id, ({ state }) => state !== 'running')
}

/** Reads the batch until it matches, less often than the rate limit of a session allows. */
export async function batchOnce(
  browser: Browser,
  id: string,
  isWanted: (batch: BatchAnswer) => boolean,
): Promise<BatchAnswer> {
  for (let looks = 1; ; looks += 1) {
    const { status, body } = await browser.ask<BatchAnswer>('GET', `/api/batches/${id}`)
    if (status !== 429 && isWanted(body)) return body
    if (looks === MOST_LOOKS) throw new Error(`the batch is still ${JSON.stringify(body.stop ?? body.state)}`)
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_BATCH_READS_MS))
  }
}
