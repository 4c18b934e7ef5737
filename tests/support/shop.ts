import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ulid } from 'ulid'
import { onTestFinished } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Failure } from '#contract/proxy/failure.ts'
import type { OpenInternationalSale, OpenSale, OpenServiceSale } from '#contract/proxy/sales.ts'
import type { Session } from '#contract/proxy/session.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { systemClock, type Clock } from '#proxy/clock.ts'
import { startToptill } from '#proxy/main.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '#sandbox/server.ts'
import { CHEAP_PINS } from './cheap-pins.ts'
import { aFolder, aLastingFolder } from './folders.ts'

/** Finds and pauses short enough for a test; the order of things is the same. */
const QUICK = {
  FIND_DIRECT_SECONDS: '0.1-0.3',
  FIND_INTERNATIONAL_SECONDS: '0.1-0.3',
  CONFIRM_GRACE_SECONDS: '0.2',
  PORT: '0',
  LOG_LEVEL: 'silent',
}

export type Answer<T = unknown> = { status: number; body: T; headers: Headers }

/** One browser: it keeps its cookies and sends what our own page would. */
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
  /** For a shop that serves a whole file of tests: it has to be closed in `afterAll`. */
  isClosedByHand?: true
}

/** A shop that sells from the sandbox: the real proxy, a real journal, everything over HTTP. Closed after the test. */
export async function openShop({
  isClosedByHand,
  folder = isClosedByHand ? aLastingFolder() : aFolder(),
  env = {},
  sandbox: options = {},
  clock = systemClock(),
}: ShopOptions = {}): Promise<Shop> {
  const browserFolder = join(folder, 'browser')
  mkdirSync(browserFolder, { recursive: true })
  writeFileSync(join(browserFolder, 'index.html'), '<!doctype html><style>body{}</style><div id="root"></div>')
  let sandbox: Sandbox | undefined
  const running = await startToptill({
    env: { DATABASE_URL: `file:${join(folder, 'data', 'toptill.db')}`, ...QUICK, ...env },
    openSandbox: async ({ dataFolder }) => (sandbox = await startSandbox({ dataFolder, ...options })),
    browserFolder,
    clock,
    pinCost: CHEAP_PINS,
  })
  if (!sandbox) throw new Error('this shop has a service of its own: use startToptill')
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await running.close()
    if (isClosedByHand) rmSync(folder, { recursive: true, force: true })
  }
  if (!isClosedByHand) onTestFinished(close)
  const opened: Shop = {
    url: running.url,
    sandbox,
    folder,
    browser: () => aBrowser(running.url),
    restart: async () => {
      await close()
      return openShop({ folder, env, sandbox: options, clock })
    },
    close,
  }
  return opened
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
      const { body: session } = await ask<Session>('GET', proxyPaths.session)
      const person = session.staff.find((one) => one.name.startsWith(name))
      const pin = person && session.demoPins?.[person.id]
      if (!pin) throw new Error(`${name} is not among the demo staff`)
      return (await ask<Session>('POST', proxyPaths.session, { staffId: person.id, pin })).body
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

/** Opens a sale as the till does: a new id, then PUT. */
export async function openSale(browser: Browser, fields: SaleFields, id = ulid()) {
  const body: OpenSale =
    fields.kind === 'international' ? fields : { kind: 'direct', serviceId: 'qamra-rc', amount: '25', ...fields }
  return { id, ...(await browser.ask('PUT', proxyPaths.sale(id), body)) }
}

/** Opens and confirms a sale; answers what the confirm answered. */
export async function sell(browser: Browser, fields: SaleFields) {
  const { id, body } = await openSale(browser, fields)
  return { id, ...(await browser.ask('POST', proxyPaths.confirmSale(id), { version: body.version })) }
}

/** Less often than a session may ask, so that whoever waits for a sale can do something about it. */
const BETWEEN_LOOKS_MS = 25

/** Re-reads the sale until it is as wanted; fails with what it was last before its test would run out of time. */
export async function saleOnce(browser: Browser, id: string, isWanted: (sale: Sale) => boolean): Promise<Sale> {
  const until = performance.now() + 40_000
  for (;;) {
    const { status, body } = await browser.ask<Sale>('GET', proxyPaths.sale(id))
    // Asked more often than a person does: nothing was said of the sale.
    if (status !== 429 && isWanted(body)) return body
    if (performance.now() > until) throw new Error(`the sale is still ${body.state}`)
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
  }
}
