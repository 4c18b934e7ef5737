import { channel } from 'node:diagnostics_channel'
import { Agent, request } from 'node:http'

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Failure } from '#api/failure.ts'
import type { SessionList } from '#api/session.ts'
import type { TerminalList } from '#api/terminals.ts'
import { LONG_BODIES } from '#server/http/http-limits.ts'
import { readInput, type Route } from '#server/http/route.ts'
import { STATUS_PATH, STATUS_ROUTE } from '#server/status-page/status-link.ts'
import { isBounded, longestOf, schemasIn } from '../support/body-schemas.ts'
import { routeIn } from '../support/check-answers.ts'
import { aPublicOrigin } from '../support/free-port.ts'
import { atLevel, isFull } from '../support/level.ts'
import { enrolSelfOrder, invitationOf, joinByPhone } from '../support/self-order.ts'
import type { Browser } from '../support/shop.ts'
import {
  ACCESS_LEVELS,
  OPEN_IN_PRACTICE,
  ROUTES,
  REQUESTER_KINDS,
  type RequesterKind,
} from './support/access-matrix.ts'
import { aGuardedShop, MINUTE, SECOND, type GuardedShop, type Known } from './support/guarded-shop.ts'

/**
 * @security V8.1.1, V8.2.1, V8.3.1: Each route is called by seventeen kinds of visitors and compared with a separate table.
 * @security V7.5.1, V7.5.3: At a supervisor's unlocked till, staff, devices, limits and closing need a PIN that was entered in the last five minutes.
 */

/** The routes that the server reports, with their entries in the route table. Only a plugin's route has none. */
const served = new Map<string, Route | undefined>()
const longBodies = new Map<string, number>()
const listenToRoutes = (message: unknown) => {
  const { fastify: app } = message as { fastify: FastifyInstance }
  app.addHook('onRoute', ({ method, url, config, bodyLimit }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') served.set(`${one} ${url}`, routeIn(config))
    if (bodyLimit !== undefined) longBodies.set(`${String(method)} ${url}`, bodyLimit)
  })
}

/** With a public origin, metrics are served only under it. */
const METRICS_TOKEN = 'a-token-for-the-figures'
const operator = { authorization: `Bearer ${METRICS_TOKEN}` }

let shop: GuardedShop
const people = {} as Record<'amal' | 'omar' | 'hamad' | 'sara', Known>

beforeAll(async () => {
  channel('fastify.initialization').subscribe(listenToRoutes)
  shop = await aGuardedShop({ env: { ...(await aPublicOrigin()), METRICS_TOKEN } })
  people.amal = await shop.add('Amal', 'cashier', '2580')
  people.omar = await shop.add('Omar', 'cashier', '7193')
  people.hamad = await shop.add('Hamad', 'supervisor', '604918')
  people.sara = await shop.add('Sara', 'cashier', '4826')
  // One of the people loses the permission for international sales.
  const taken = await (await shop.boss()).ask('PUT', `/api/staff/${people.omar.id}/permissions`, { permissions: [] })
  expect(taken.status).toBeLessThan(300)
})
afterAll(async () => {
  channel('fastify.initialization').unsubscribe(listenToRoutes)
  await shop.close()
})

const arrivals: Record<RequesterKind, () => Promise<Browser>> = {
  stranger: async () => shop.stranger(),
  terminal: () => shop.terminal(),
  cashier: () => shop.signedIn(people.amal),
  'cashier at home': () => shop.signedIn(people.omar),
  supervisor: () => shop.signedIn(people.hamad),
  'supervisor of six minutes ago': async () => {
    const till = await shop.signedIn(people.hamad)
    for (let minute = 0; minute < 3; minute += 1) {
      shop.clock.pass(2 * MINUTE)
      expect((await till.ask('POST', '/api/session/heartbeat')).status).toBeLessThan(300)
    }
    return till
  },
  kiosk: () => shop.terminal({ kiosk: true }),
  'cashier at a kiosk': () => shop.signedIn(people.amal, { kiosk: true }),
  'supervisor at a kiosk': () => shop.signedIn(people.hamad, { kiosk: true }),
  'self-order': async () => enrolSelfOrder(await shop.boss(), shop.stranger()),
  phone: async () => {
    const display = await shop.displayOf(await shop.terminal())
    expect((await (await shop.boss()).ask('PUT', '/api/settings', { phoneOrders: true })).status).toBe(200)
    const phone = shop.stranger()
    expect((await joinByPhone(phone, await invitationOf(display))).status).toBe(200)
    return phone
  },
  disabled: async () => {
    const till = await shop.signedIn(people.sara)
    const boss = await shop.boss()
    expect((await boss.ask('POST', `/api/staff/${people.sara.id}/disable`, {})).status).toBeLessThan(300)
    return till
  },
  revoked: async () => {
    const till = await shop.signedIn(people.hamad, { name: 'Stolen' })
    const boss = await shop.boss()
    const { terminals } = (await boss.ask<TerminalList>('GET', '/api/terminals')).body
    const stolen = terminals.find(({ name }) => name === 'Stolen')
    expect((await boss.ask('POST', `/api/terminals/${stolen!.id}/revoke`, {})).status).toBeLessThan(300)
    return till
  },
  ended: async () => {
    const till = await shop.signedIn(people.hamad, { name: 'Left behind' })
    const boss = await shop.boss()
    const { sessions } = (await boss.ask<SessionList>('GET', '/api/sessions')).body
    const left = sessions.find(({ terminal }) => terminal.name === 'Left behind')
    expect((await boss.ask('POST', `/api/sessions/${left!.id}/end`, {})).status).toBeLessThan(300)
    return till
  },
  display: async () => shop.displayOf(await shop.terminal()),
  'display beside its till': async () => {
    const till = await shop.signedIn(people.amal)
    return shop.displayOf(till, till)
  },
  idle: async () => {
    const till = await shop.signedIn(people.hamad)
    shop.clock.pass(5 * MINUTE + SECOND)
    return till
  },
}

const SALE = '01JD6X0000000000000000000A'

function addressOf(path: string): string {
  if (path === '/*') return '/nothing-there.js'
  if (path === STATUS_ROUTE) return STATUS_PATH
  // Without a filter this is the list of a day, which a kiosk cannot read.
  if (path === '/api/sales') return `${path}?group=open-items`
  return path.replace(':id', path.startsWith('/api/sales/') ? SALE : 'nobody')
}

const CODE_PATHS: readonly string[] = [
  '/api/terminals/enroll',
  '/api/setup',
  '/api/account/try',
  '/api/account/connect',
  '/api/display/pair',
  '/api/orders/phone',
]
const headersOf = (path: string) => (path === '/metrics' ? operator : {})

type Said = { status: number; code?: string | undefined }

/** The answer to a request of `method`. The request changes nothing because its body is empty. */
async function ask(browser: Browser, method: string, path: string): Promise<Said> {
  shop.clock.pass(CODE_PATHS.includes(path) ? 10 * SECOND : 25)
  // The answer to HEAD announces a length but has no body.
  if (method === 'HEAD') return askPlainly(browser, method, addressOf(path), headersOf(path))
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const { status, body } = await browser.ask<Failure>(
    method,
    addressOf(path),
    hasBody ? {} : undefined,
    headersOf(path),
  )
  return { status, code: typeof body === 'object' ? body.code : undefined }
}

function judge({ status, code }: Said): string {
  const said = `${status} ${code}`
  // An internal error or a rate limit does not prove that the request was admitted.
  return status >= 500 || status === 429 || status === 401 || status === 403 ? said : 'in'
}

const routes = Object.keys(ROUTES).map((route) => route.split(' ') as [string, string])
/** The requesters that also send HEAD to every GET route, at the quick level. */
const ALSO_ASKS_BY_HEAD: readonly RequesterKind[] = ['stranger', 'supervisor at a kiosk']
/** Signing out comes last because it changes the requester. */
const inOrder = routes.toSorted(([method]) => (method === 'DELETE' ? 1 : -1))

describe('the routes of the server', () => {
  it('the routes of the server are exactly those of the access matrix', () => {
    expect([...served.keys()].toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  })

  it('every route except the files of the app comes from the table of routes', () => {
    const around = [...served].filter(([key, route]) => !route || `${route.method} ${route.path}` !== key)
    expect(around.map(([key]) => key)).toEqual(['GET /*'])
  })

  it('every route has a schema for its answer, or answers with text or a page', () => {
    const schemaOf = (route: Route | undefined) => (typeof route?.answer === 'object' ? 'schema' : route?.answer)
    const others = [...served].map(([key, route]) => [key, schemaOf(route)]).filter(([, kind]) => kind !== 'schema')
    expect(Object.fromEntries(others)).toEqual({
      'GET /*': undefined,
      'GET /api/batches/:id/lines.csv': 'text',
      'GET /api/reports/times.csv': 'text',
      'GET /api/sales.csv': 'text',
      'GET /api/shops/sales.csv': 'text',
      'GET /metrics': 'text',
      'GET /s/*': 'page',
    })
  })

  it('a body may be long at the routes of the one list, and each of them is served', () => {
    const listed = LONG_BODIES.map(({ method, path, maxBytes }) => [`${method} ${path}`, maxBytes])
    expect(Object.fromEntries(longBodies)).toEqual(Object.fromEntries(listed))
  })

  it('every route with a JSON body reads it by a schema', () => {
    const withBody = [...served.values()].filter((route) => route?.method === 'POST' || route?.method === 'PUT')
    expect(withBody.filter((route) => !route?.body).map((route) => route?.path)).toEqual([])
  })

  const schemas = () =>
    [...served].flatMap(([key, route]) =>
      [route?.body, route?.query].flatMap((schema) =>
        schema ? [...schemasIn(schema)].map((each) => ({ ...each, at: `${key}${each.at}` })) : [],
      ),
    )

  it('every string and every list in a body or a query has a bound that is checked first, and none contains a record', () => {
    const unbounded = schemas().filter(({ schema }) => !isBounded(schema))
    expect(unbounded.map(({ at }) => at)).toEqual([])
  })

  it('no element of a list that is too long is checked, and none after a wrong one', () => {
    let looked = 0
    const listOf = (length: number) => {
      const element = { get: () => void (looked += 1), enumerable: true }
      return Object.defineProperties([], Object.fromEntries(Array.from({ length }, (_, at) => [at, element])))
    }
    for (const { at, schema } of schemas()) {
      const longest = longestOf(schema)
      if (longest === undefined) continue
      looked = 0
      expect(() => readInput(schema, listOf(longest + 1)), at).toThrow(v.ValiError)
      expect(looked, at).toBe(0)
      expect(() => readInput(schema, listOf(longest)), at).toThrow(v.ValiError)
      // In a whole document, the letters are counted before its lines are read.
      expect(looked, at).toBeLessThanOrEqual(at.endsWith('document lines') ? longest : 1)
    }
  })

  it.each(REQUESTER_KINDS)(
    'each route admits or rejects a %s as the access matrix says',
    { timeout: 300_000 },
    async (visitor) => {
      const browser = await arrivals[visitor]()
      const said: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const [method, path] of inOrder) {
        const route = `${method} ${path}`
        const door = ACCESS_LEVELS[ROUTES[route]!]
        if (method === 'GET' && (isFull || ALSO_ASKS_BY_HEAD.includes(visitor))) {
          // HEAD has the status of GET but no body.
          const { status } = await ask(browser, 'HEAD', path)
          const whole = await ask(browser, 'GET', path)
          said[route] = status === whole.status ? judge(whole) : `HEAD ${status}, GET ${whole.status}`
        } else said[route] = judge(await ask(browser, method, path))
        expected[route] = door[visitor]
      }
      expect(said).toEqual(expected)
    },
  )

  it('a till in practice reaches the routes that are listed for it and no others', { timeout: 300_000 }, async () => {
    const till = await shop.signedIn(people.hamad)
    shop.clock.pass(MINUTE)
    const pin = { staffId: people.hamad.id, pin: people.hamad.pin, practice: true }
    expect((await till.ask('POST', '/api/terminals/practice', pin)).status).toBe(200)
    const reached: string[] = []
    // Files and the routes for programs do not belong to a till.
    for (const [method, path] of inOrder.filter(([, each]) => each.startsWith('/api/'))) {
      const { status, code } = await ask(till, method, path)
      if (status !== 403 && code !== 'in-practice') reached.push(`${method} ${path}`)
    }
    expect(reached.toSorted()).toEqual(OPEN_IN_PRACTICE.toSorted())
  })
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].concat(
  atLevel([], ['PROPFIND', 'PURGE', 'LINK']),
)

describe('methods without a route', () => {
  const paths = [...new Set(routes.map(([, path]) => path))]
  const missing = paths
    .flatMap((path) => METHODS.map((method) => [method, path] as const))
    .filter(([method, path]) => {
      const asRoute = `${method === 'HEAD' ? 'GET' : method} ${path}`
      return !(asRoute in ROUTES)
    })

  it.each(atLevel<RequesterKind[]>(['supervisor'], ['stranger', 'supervisor']))(
    'a %s gets nothing by a method without a route, at any path',
    { timeout: 300_000 },
    async (visitor) => {
      const browser = await arrivals[visitor]()
      const odd: string[] = []
      for (const [method, path] of missing) {
        // Requests without a route count toward the rate limit of the terminal.
        shop.clock.pass(60)
        const { status, body } = await askPlainly(browser, method, addressOf(path))
        const isNo = [400, 401, 403, 404, 405, 501].includes(status)
        if (!isNo || /amal|hamad|root|balance/i.test(body))
          odd.push(`${method} ${path}: ${status} ${body.slice(0, 80)}`)
      }
      expect(odd).toEqual([])
    },
  )
})

const connection = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => connection.destroy())

/** Sends methods that `fetch` does not allow. */
function askPlainly(
  { cookies }: Browser,
  method: string,
  path: string,
  more: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const { hostname, port, origin } = new URL(shop.url)
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const headers = { cookie, origin, 'content-type': 'application/json', 'content-length': '0', ...more }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: connection }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => (body += text))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
