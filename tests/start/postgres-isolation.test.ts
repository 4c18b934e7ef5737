import { setTimeout as elapsed } from 'node:timers/promises'

import { ulid } from 'ulid'
import { expect, it } from 'vitest'

import type { Sale } from '#domain/sale/sale.ts'
import type { Session, SessionList } from '#api/session.ts'
import type { Drawer } from '#api/shifts.ts'
import type { IssuedCode, TerminalList } from '#api/terminals.ts'
import { denominationsOf } from '#domain/money/cash.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { ROUTES } from '../security/support/access-matrix.ts'
import { anInstallation, type Installation, type RunningInstallation } from '../support/an-installation.ts'
import { atLevel, itWhenFull } from '../support/level.ts'
import { enrolSelfOrder, placeOrder } from '../support/self-order.ts'
import { aBrowser, sell, sellQuantity, type Browser } from '../support/shop.ts'

/** @security V8.2.2, V8.4.1: A shop can neither read nor change another by ids or cookies. */

/** A name that does not occur by chance. */
const OF_MARINA = 'Canary of Marina'
const BALANCE = '48163.27'

/** A valid body for a route, so that it is rejected for the id and not for the body. */
const BODIES: Record<string, object> = {
  'POST /api/sales/:id/confirm': { version: 1 },
  'POST /api/sales/:id/reveal': { reason: 'the customer asked again' },
  'POST /api/sales/:id/delivered': { method: 'given' },
  'POST /api/sales/:id/resolve': { outcome: 'sold', note: 'support said so' },
  'POST /api/batches/:id/confirm': { version: 1, lines: [1] },
  'POST /api/staff/:id/pin': { pin: '639174' },
  'POST /api/staff/:id/badge': { code: 'AB12CD34EF' },
  'POST /api/staff/:id/shops': { shop: 'deira', role: 'cashier' },
  'POST /api/staff/:id/shops/dismiss': { shop: 'deira' },
  'PUT /api/staff/:id/permissions': { permissions: [] },
  'PUT /api/terminals/:id/kiosk': { kiosk: true },
  'PUT /api/terminals/:id/self-order': { selfOrder: true },
  'POST /api/shifts/:id/count': { count: { pieces: [] } },
}

type Known = { browser: Browser; ids: Record<string, string[]> } & Record<
  'name' | 'balance' | 'codes' | 'account',
  string[]
>

const secretsOf = ({ name, balance, codes, account }: Known) => [...name, ...balance, ...codes, ...account]

/** A shop with every kind of event that another shop must not know about, and the ids and words to look for. */
async function aFullShop(installation: Installation, running: RunningInstallation): Promise<Known> {
  installation.sandbox('marina').setBalance(BALANCE)
  const browser = await running.signIn('marina', OF_MARINA)
  await browser.ask('PUT', '/api/settings', { drawer: { varianceReasonThreshold: '1.00' } })
  const pieces = denominationsOf('AED').map(({ value }) => ({ value, count: value === '5' ? 20 : 0 }))
  const { body: drawer } = await browser.ask<Drawer>('POST', '/api/shifts', { count: { pieces } })
  const wallet = async () => JSON.stringify((await browser.ask('GET', '/api/wallet')).body)
  await expect.poll(wallet, { interval: 100 }).toContain(BALANCE)
  const direct = await sell(browser, { account: recipients.success })
  const voucher = await sell(browser, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
  const revealed = await browser.ask('POST', `/api/sales/${voucher.id}/reveal`, {})
  const batch = await sellQuantity(browser, { kind: 'voucher', serviceId: vouchers.number, amount: '50' }, 2)
  const deposit = { id: ulid(), amount: '55.00', currency: 'AED', paidAt: Date.now() }
  expect((await browser.ask('POST', '/api/wallet/deposits', deposit)).status).toBe(200)
  const order = await placeOrder(await enrolSelfOrder(browser, aBrowser(running.url)))
  const { body: session } = await browser.ask<Session>('GET', '/api/session')
  const ownTill = `/api/terminals/${session.terminal?.id}/display-codes`
  const { body: pairing } = await browser.ask<IssuedCode>('POST', ownTill)
  await aBrowser(running.url).ask('POST', '/api/display/pair', { code: pairing.code })
  const { body: terminals } = await browser.ask<TerminalList>('GET', '/api/terminals')
  const { body: sessions } = await browser.ask<SessionList>('GET', '/api/sessions')
  const codes = installation.sandbox('marina').codes()
  const { number } = codes[0] ?? {}
  if (number === undefined || drawer.shift === undefined || session.person === undefined || codes.length < 3)
    throw new Error('the other shop is not full')
  expect(JSON.stringify(revealed.body)).toContain(number)
  return {
    browser,
    ids: {
      sales: [direct.id, voucher.id],
      batches: [batch.id],
      'known-numbers': [direct.id],
      orders: [order.id],
      'wallet/deposits': [deposit.id],
      displays: terminals.terminals.flatMap(({ displays }) => displays.map(({ id }) => id)),
      shifts: [drawer.shift.id],
      staff: [session.person.id],
      terminals: terminals.terminals.map(({ id }) => id),
      sessions: sessions.sessions.map(({ id }) => id),
    },
    name: [OF_MARINA],
    balance: [BALANCE, installation.sandbox('marina').balance()],
    codes: codes.flatMap((code) => [code.number, code.serial]).filter((code) => code !== undefined),
    account: ['77002', 'MARINA'],
  }
}

/** Repeats a request that came too soon: a test sends them faster than people do. */
async function askPatiently<T>(browser: Browser, ...words: [method: string, path: string, body?: unknown]) {
  for (;;) {
    const answer = await browser.ask<T>(...words)
    if (answer.status !== 429) return answer
    await elapsed(50)
  }
}

/** Calls every route, with ids of another shop if it takes one. Returns what it found about the other shop. */
async function askEverything(browser: Browser, known: Known, routes = Object.keys(ROUTES)): Promise<string[]> {
  const { ids } = known
  const secrets = secretsOf(known)
  const found: string[] = []
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    // Signing out would end the test, and metrics are for programs on this machine.
    if (route === 'DELETE /api/session' || path === '/metrics' || path === '/readyz') continue
    const [, noun = ''] = /^\/api\/([a-z/-]+)\/:id/.exec(path) ?? []
    for (const id of ids[noun] ?? ['nobody']) {
      const address = path === '/*' ? '/sell' : path.replace(':id', id)
      const body = method === 'GET' ? undefined : (BODIES[route] ?? {})
      const answer = await askPatiently(browser, method, address, body)
      const text = `${JSON.stringify(answer.body)} ${JSON.stringify([...answer.headers])}`
      if (answer.status >= 500) found.push(`${route}: ${answer.status}`)
      if (noun in ids && answer.status < 300) found.push(`${route} did something to ${id}: ${text}`)
      // An id of another shop gets the answer of an id that does not exist.
      if (noun in ids && answer.status < 500) {
        const missing = /^[\dA-Z]{26}$/.test(id) ? ulid() : 'zzzzzzzz'
        const other = await askPatiently(browser, method, path.replace(':id', missing), body)
        const said = JSON.stringify([other.status, other.body]).replaceAll(missing, id)
        if (JSON.stringify([answer.status, answer.body]) !== said) found.push(`${route} tells that ${id} exists`)
      }
      found.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => `${route}: ${secret}`))
    }
  }
  return found
}

const stateOf = async ({ browser, ids }: Known) => {
  const sales = await Promise.all((ids.sales ?? []).map((id) => askPatiently<Sale>(browser, 'GET', `/api/sales/${id}`)))
  const { body: session } = await askPatiently<Session>(browser, 'GET', '/api/session')
  return JSON.stringify([sales.map(({ body }) => body), session])
}

it('no process lets a shop learn about another shop of its installation, or change anything there', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  const first = await installation.start()
  const marina = await aFullShop(installation, first)
  const before = await stateOf(marina)
  const deira = await first.signIn('deira', 'Amal')
  const second = await installation.start()
  // At the quick level, only through the process that leads neither shop, which forwards requests.
  for (const { url } of atLevel([second], [first, second]))
    expect(await askEverything(aBrowser(url, new Map(deira.cookies)), marina), url).toEqual([])
  expect(await stateOf(marina)).toBe(before)

  const lines = first.lines().map((line) => ({ line, shop: (JSON.parse(line) as { shop: string }).shop }))
  expect(new Set(lines.map(({ shop }) => shop))).toEqual(new Set(['deira', 'marina']))
  const ofDeira = lines.filter(({ shop }) => shop === 'deira').map(({ line }) => line)
  for (const secret of secretsOf(marina)) expect(ofDeira.filter((line) => line.includes(secret))).toEqual([])
  for (const { number } of installation.sandbox('marina').codes())
    expect(lines.filter(({ line }) => line.includes(number ?? 'nothing'))).toEqual([])

  // The person was signed in until the end; and in its own shop, the same search finds what the other shop did not.
  expect((await askPatiently(deira, 'GET', '/api/staff')).status).toBe(200)
  const telling = ['GET /api/session', 'GET /api/wallet', 'POST /api/sales/:id/reveal']
  const own = await askEverything(marina.browser, marina, telling)
  for (const secrets of [marina.name, marina.balance, marina.codes])
    expect(
      own.filter((line) => secrets.some((secret) => line.endsWith(secret))).length,
      secrets.join(),
    ).toBeGreaterThan(0)
})

it('a cookie of one shop is invalid in another, alone or beside a valid one', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  const running = await installation.start()
  const [deira, marina] = [await running.signIn('deira', 'Amal'), await running.signIn('marina', OF_MARINA)]
  const [TERMINAL, SESSION] = ['toptill-terminal', 'toptill-session'] as const
  const [tokenOf, sessionOf] = [
    (browser: Browser) => (browser.cookies.get(TERMINAL) ?? '').split('.')[1] ?? '',
    (browser: Browser) => browser.cookies.get(SESSION) ?? '',
  ]
  const read = async (cookies: [string, string][]) =>
    (await aBrowser(running.url, new Map(cookies)).ask<Session>('GET', '/api/session')).body
  // The token of the second shop with the prefix of the first, the token without a prefix, and the reverse.
  for (const terminal of [`deira.${tokenOf(marina)}`, tokenOf(marina), `marina.${tokenOf(deira)}`])
    expect(
      await read([
        [TERMINAL, terminal],
        [SESSION, sessionOf(marina)],
      ]),
    ).toMatchObject({ terminal: null, staff: [] })
  const mixed = await read([
    [TERMINAL, `deira.${tokenOf(deira)}`],
    [SESSION, sessionOf(marina)],
  ])
  expect(mixed.person).toBeUndefined()
  expect(mixed.staff.map(({ name }) => name)).toEqual(['Amal'])
  // A till that was connected before there were several shops belongs to the first.
  expect((await read([[TERMINAL, tokenOf(deira)]])).terminal).not.toBeNull()
})

itWhenFull(
  'a browser that belongs to no shop learns about none, and has one limit of guesses for all of them',
  async () => {
    const installation = await anInstallation(['deira', 'marina'])
    const running = await installation.start()
    await running.signIn('marina', OF_MARINA)
    const stranger = aBrowser(running.url)
    const told = await Promise.all(
      ['/api/session', '/api/sales', '/api/staff', '/', '/sell'].map((path) => stranger.ask('GET', path)),
    )
    const text = JSON.stringify(told.map(({ body, headers }) => [body, [...headers]]))
    for (const word of ['deira', 'marina', OF_MARINA, '7700'])
      expect(text.toLowerCase()).not.toContain(word.toLowerCase())
    expect(told[0]?.body).toMatchObject({ terminal: null, staff: [], hasShops: true })

    // One code of each shop was used. The right letters after another shop's prefix are a wrong code.
    const { output } = await running.operate('terminal', ['enroll', '--name', 'Till 2', '--shop', 'marina'])
    const code = output.trimEnd().split('\n').at(-1) ?? ''
    expect(code).toMatch(/^MARINA-/)
    const tries = [code.replace('MARINA', 'DEIRA'), code.replace('MARINA-', ''), code.replace('MARINA', 'AJMAN')]
    for (const wrong of tries)
      expect(await stranger.ask('POST', '/api/terminals/enroll', { code: wrong })).toMatchObject({ status: 401 })
    const statuses: number[] = []
    for (const [index, letter] of [...'ACDEFGHJKMNPQR'].entries()) {
      const shop = index % 2 === 0 ? 'DEIRA' : 'MARINA'
      statuses.push((await stranger.ask('POST', '/api/terminals/enroll', { code: `${shop}-K7QF-M2X${letter}` })).status)
    }
    // Ten at once for one address: with the successful attempt and the three before it, the last ones are too many,
    // although they would not be if each shop counted alone.
    expect(statuses[0]).toBe(401)
    expect(statuses.at(-1)).toBe(429)
  },
)

itWhenFull('practice of one shop is not practice of the other', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  const running = await installation.start()
  const [deira, marina] = [await running.signIn('deira', 'Amal'), await running.signIn('marina', 'Omar')]
  const { body } = await deira.ask<Session>('GET', '/api/session')
  const pin = { staffId: body.person?.id, pin: '730519', practice: true }
  expect((await deira.ask('POST', '/api/terminals/practice', pin)).status).toBe(200)
  const practicing = { 'x-toptill-practice': '1' }
  const catalog = await deira.ask('GET', '/api/catalog', undefined, practicing)
  expect(catalog.status).toBe(200)
  expect((await marina.ask('GET', '/api/catalog', undefined, practicing)).status).toBe(409)
  expect((await sell(marina, { account: recipients.success })).body).toMatchObject({ state: 'succeeded' })
  expect(installation.sandbox('deira').ledger()).toEqual([])
})
