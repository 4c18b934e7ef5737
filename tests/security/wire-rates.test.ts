import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { Failure } from '#api/failure.ts'
import { handleErrors } from '#server/http/error-handler.ts'
import { RequestRefused } from '#server/lib/failures.ts'
import { networkOf } from '#server/http/rate-address.ts'
import { createBuckets } from '#server/http/rate-buckets.ts'
import { limitByAddress, limitEnrollment, limitRates, RATES } from '#server/http/rate-limits.ts'
import { STATUS_ROUTE } from '#server/status-page/status-link.ts'
import { atLevel } from '../support/level.ts'
import { openShop } from '../support/shop.ts'
import { createVirtualTime } from '../support/virtual-time.ts'

/**
 * @security V6.4.1: An address has ten tries a minute at a code.
 * @security V2.4.1, V15.2.2: A session has 60 requests a second and 120 at once; all others share the limit of their address.
 */

function aClock() {
  let time = 1_000_000
  return { now: () => time, wall: () => time, pass: (ms: number) => void (time += ms) }
}

describe('a token bucket', () => {
  it('a bucket allows its burst at once and then its rate per second', () => {
    const clock = aClock()
    const buckets = createBuckets({ perSecond: 60, burst: 120 }, 10, clock)
    const takeMany = (count: number) => Array.from({ length: count }, () => buckets.take('a')).filter((ms) => ms === 0)
    expect(takeMany(500)).toHaveLength(120)
    clock.pass(1_000)
    expect(takeMany(500)).toHaveLength(60)
    clock.pass(500)
    expect(takeMany(500)).toHaveLength(30)
    clock.pass(3_600_000)
    expect(takeMany(500)).toHaveLength(120)
  })

  it('a bucket says when it allows the next request, and then does', () => {
    const clock = aClock()
    const buckets = createBuckets({ perSecond: 10 / 60, burst: 10 }, 10, clock)
    for (let count = 0; count < 10; count += 1) expect(buckets.take('a')).toBe(0)
    const waitMs = buckets.take('a')
    expect(waitMs).toBeCloseTo(6_000, 0)
    clock.pass(waitMs - 1)
    expect(buckets.take('a')).toBeGreaterThan(0)
    clock.pass(2)
    expect(buckets.take('a')).toBe(0)
  })

  it('a rejected request does not empty the bucket further', () => {
    const clock = aClock()
    const buckets = createBuckets({ perSecond: 1, burst: 1 }, 10, clock)
    buckets.take('a')
    for (let count = 0; count < 1_000; count += 1) expect(buckets.take('a')).toBeGreaterThan(0)
    clock.pass(1_000)
    expect(buckets.take('a')).toBe(0)
  })

  it('each key has a separate bucket', () => {
    const buckets = createBuckets({ perSecond: 1, burst: 1 }, 10, aClock())
    expect([buckets.take('a'), buckets.take('b')]).toEqual([0, 0])
    expect(buckets.take('a')).toBeGreaterThan(0)
  })

  it('the least recently used bucket is dropped when there are too many', () => {
    const buckets = createBuckets({ perSecond: 1, burst: 1 }, 100, aClock())
    buckets.take('busy')
    for (let count = 0; count < 100_000; count += 1) {
      buckets.take(`one ${count}`)
      if (count % 50 === 0) expect(buckets.take('busy')).toBeGreaterThan(0)
    }
    expect(buckets.size()).toBe(100)
  })
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8:1:3::1', '2001:db8:1:3'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
    [undefined, ''],
  ])('the network of %s is "%s"', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

const header = (value: string | string[] | undefined) => [value].flat()[0]

/**
 * The limits before routes that do nothing. Cookies are tokens, and `good` contains the tokens of signed-in people and
 * of terminals. Without a route, no one is identified.
 */
async function limited(clock = aClock(), byAddress = limitByAddress(clock)) {
  const good = new Set<string>()
  const app = fastify({ trustProxy: true })
  handleErrors(app, { error: () => {}, info: () => {} })
  limitRates(app, {
    clock,
    byAddress: byAddress.requests,
    tokensOf: ({ headers }) => ({ sessionToken: headers.cookie, terminalToken: header(headers.terminal) }),
    goodOf: ({ headers, routeOptions }) =>
      routeOptions.url === undefined
        ? undefined
        : { session: good.has(headers.cookie ?? ''), terminal: good.has(header(headers.terminal) ?? '') },
  })
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.origin !== undefined) throw new RequestRefused(403, 'foreign-origin', 'Another page.')
  })
  limitEnrollment(app, byAddress.codeAttempts)
  for (const path of ['/api/status', '/healthz', '/readyz', '/metrics', STATUS_ROUTE, '/*'])
    app.get(path, async () => ({ ok: true }))
  for (const path of ['/api/terminals/enroll', '/api/setup', '/api/session']) app.post(path, async () => ({ ok: true }))
  await app.ready()
  onTestFinished(() => app.close())

  type OrderRequest = {
    from?: string
    token?: string
    terminal?: string
    path?: string
    method?: 'GET' | 'POST'
    origin?: string
  }
  const ask = ({ from = '192.0.2.1', token, path = '/api/status', method = 'GET', ...headers }: OrderRequest = {}) =>
    app.inject({ method, url: path, headers: { 'x-forwarded-for': from, ...(token && { cookie: token }), ...headers } })
  /**
   * Sends a request with the token of a session or a terminal, which is known only from its first answer on: the first
   * request counts toward the address.
   */
  const know = async (wish: { token: string } | { terminal: string }) => {
    good.add('token' in wish ? wish.token : wish.terminal)
    await ask(wish)
  }
  const count = async (times: number, wish?: OrderRequest) => {
    let answered = 0
    for (let time = 0; time < times; time += 1) if ((await ask(wish)).statusCode === 200) answered += 1
    return answered
  }
  /** Uses up all but `left` of the requests that an address may send at once. */
  const exhaust = (kind: 'api' | 'files', { left = 0, from = '192.0.2.1' } = {}) => {
    const requests = RATES.address[kind].burst - left
    for (let taken = 0; taken < requests; taken += 1) byAddress.requests[kind].take(networkOf(from))
  }
  return { clock, good, know, ask, count, exhaust }
}

it('an address has one limit for all shops of a process', async () => {
  const clock = aClock()
  const byAddress = limitByAddress(clock)
  const [deira, marina] = [await limited(clock, byAddress), await limited(clock, byAddress)]
  expect(await deira.count(RATES.address.api.burst)).toBe(RATES.address.api.burst)
  expect((await marina.ask()).statusCode).toBe(429)
  expect((await marina.ask({ from: '192.0.2.2' })).statusCode).toBe(200)
  clock.pass(100)
  await marina.know({ token: 'amal' })
  expect(await marina.count(50, { token: 'amal' })).toBe(50)
})

describe.each([
  { whose: 'session', wish: { token: 'amal' }, perSecond: 60 },
  { whose: 'terminal', wish: { terminal: 'amal' }, perSecond: 20 },
])('the rate limit of a $whose', ({ whose, wish, perSecond }) => {
  it(`a ${whose} may send ${perSecond} requests a second, and 120 at once`, async () => {
    const { clock, know, ask, count } = await limited()
    await know(wish)
    expect(await count(200, wish)).toBe(120)
    const refused = await ask(wish)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json<Failure>()).toMatchObject({ code: 'rate-limited', moneyMoved: 'no' })
    clock.pass(1_000)
    expect(await count(200, wish)).toBe(perSecond)
  })

  it(`a ${whose} that has ended counts toward the limit of its address`, async () => {
    const { good, know, ask, exhaust } = await limited()
    await know(wish)
    good.delete('amal')
    await ask(wish)
    exhaust('api', { left: 2 })
    expect((await ask(wish)).statusCode).toBe(200)
    expect((await ask(wish)).statusCode).toBe(429)
  })
})

describe('the rate limit of a session', () => {
  it('a session does not use up the limit of another session or of its address', async () => {
    const { know, count } = await limited()
    for (const token of ['amal', 'hamad']) await know({ token })
    await count(200, { token: 'amal' })
    expect(await count(100, { token: 'hamad' })).toBe(100)
    expect(await count(100)).toBe(100)
  })

  it('a session can continue while its own address is flooded', async () => {
    const { know, ask, count, exhaust } = await limited()
    await know({ token: 'amal' })
    exhaust('api')
    expect((await ask()).statusCode).toBe(429)
    expect(await count(100, { token: 'amal' })).toBe(100)
  })

  it('an invented session counts toward the limit of its address', async () => {
    const { ask, exhaust } = await limited()
    exhaust('api', { left: 2 })
    const statuses: number[] = []
    for (const token of ['one', 'another', 'a third', 'a fourth']) statuses.push((await ask({ token })).statusCode)
    expect(statuses).toEqual([200, 200, 429, 429])
  })
})

it('a session is still known after a request for which no person was identified', async () => {
  const { know, ask, exhaust } = await limited()
  await know({ token: 'amal' })
  await ask({ token: 'amal', path: '/api/gone', method: 'POST' })
  exhaust('api')
  expect((await ask({ token: 'amal' })).statusCode).toBe(200)
})

describe('the rate limit of a terminal', () => {
  it('a person can sign in at a terminal while its address is flooded', async () => {
    const { know, ask, exhaust } = await limited()
    await know({ terminal: 'till 1' })
    exhaust('api')
    exhaust('files')
    const signIn = { terminal: 'till 1', path: '/api/session', method: 'POST' } as const
    expect((await ask(signIn)).statusCode).toBe(200)
    // The token of the previous session at this terminal is no longer valid.
    expect((await ask({ ...signIn, token: 'ended' })).statusCode).toBe(200)
    expect((await ask({ terminal: 'till 1', path: '/assets/a.js' })).statusCode).toBe(200)
    expect((await ask({ ...signIn, terminal: 'invented' })).statusCode).toBe(429)
  })
})

describe('the rate limit of an address', () => {
  it('50 tills of one address can start at the same time', async () => {
    const { good, ask } = await limited()
    for (let till = 0; till < 50; till += 1) {
      const token = `till ${till}`
      good.add(token)
      for (let file = 0; file < atLevel(5, 40); file += 1)
        expect((await ask({ token, path: `/assets/${file}.js` })).statusCode).toBe(200)
      for (let call = 0; call < atLevel(2, 10); call += 1) expect((await ask({ token })).statusCode).toBe(200)
    }
  })

  it('each IPv4 address has a separate limit, and so has each IPv6 network', async () => {
    const { ask, count, exhaust } = await limited()
    expect(await count(700)).toBe(RATES.address.api.burst)
    expect((await ask({ from: '192.0.2.2' })).statusCode).toBe(200)
    exhaust('api', { from: '2001:db8:1:2::1' })
    expect((await ask({ from: '2001:db8:1:2::1' })).statusCode).toBe(429)
    expect((await ask({ from: '2001:db8:1:2:ffff::2' })).statusCode).toBe(429)
    expect((await ask({ from: '2001:db8:1:3::1' })).statusCode).toBe(200)
  })

  it('an address may request 4,000 files at once, and they do not count toward its API limit', async () => {
    const { ask, count, exhaust } = await limited()
    exhaust('files', { left: 20 })
    expect(RATES.address.files.burst).toBe(4_000)
    expect(await count(50, { path: '/assets/a.js' })).toBe(20)
    exhaust('api', { left: 1 })
    expect((await ask()).statusCode).toBe(200)
  })

  it.each(['/api/terminals/enroll', '/api/setup'])(
    'an address may try a code 10 times a minute at %s',
    async (path) => {
      const { clock, know, ask, count } = await limited()
      await know({ token: 'amal' })
      const wish = { path, method: 'POST' } as const
      expect(await count(15, wish)).toBe(10)
      expect(await count(5, { ...wish, token: 'amal' })).toBe(0)
      expect((await ask(wish)).headers['retry-after']).toBe('6')
      expect((await ask({ path: '/api/session', method: 'POST' })).statusCode).toBe(200)
      expect((await ask({ ...wish, from: '192.0.2.2' })).statusCode).toBe(200)
      clock.pass(60_000)
      expect(await count(15, wish)).toBe(10)
    },
  )

  it('requests from another page use up no attempts for a code', async () => {
    const { count } = await limited()
    const wish = { path: '/api/terminals/enroll', method: 'POST' } as const
    expect(await count(100, { ...wish, origin: 'https://elsewhere.example' })).toBe(0)
    expect(await count(15, wish)).toBe(10)
  })

  it('health checks are not limited, and metrics are', async () => {
    const { count, exhaust } = await limited()
    exhaust('api')
    exhaust('files')
    expect(await count(20, { path: '/healthz' })).toBe(20)
    expect(await count(20, { path: '/readyz' })).toBe(20)
    expect(await count(10, { path: '/metrics' })).toBe(0)
  })

  it('status pages use up nothing of what the tills of an address share', async () => {
    const { ask, count, exhaust } = await limited()
    exhaust('api', { left: 1 })
    exhaust('files', { left: 1 })
    await count(20, { path: '/s/guess' })
    expect((await ask({ path: '/assets/a.js' })).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(200)
  })

  it('another spelling of the path does not give a new limit', async () => {
    const { ask, exhaust } = await limited()
    exhaust('api')
    for (const path of ['/%61pi/status', '/api/gone', '/api/status/', '/api/status?x=1'])
      expect((await ask({ path })).statusCode).toBe(429)
  })
})

it('the rate limit of a shop applies before the database is read, and its answer has all security headers', async () => {
  const { clock } = createVirtualTime()
  const shop = await openShop({ clock })
  const amal = shop.browser()
  await amal.signIn('Amal')
  await amal.ask('GET', '/api/session')
  const answers = await Promise.all(Array.from({ length: 130 }, () => amal.ask<Failure>('GET', '/api/session')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(refused[0]?.body).toMatchObject({ code: 'rate-limited', moneyMoved: 'no' })
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(refused[0]?.headers.get('content-security-policy')).toContain(`default-src 'none'`)
  expect(refused[0]?.headers.get('cache-control')).toBe('no-store')
  const hamad = shop.browser()
  expect((await hamad.signIn('Hamad')).person?.name).toMatch(/^Hamad/)
})
