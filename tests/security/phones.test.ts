import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { DisplayShop } from '#api/displays.ts'
import type { Session } from '#api/session.ts'
import type { SetSettings, SettingsAnswer } from '#api/settings.ts'
import { createPhones } from '#server/staff/terminals/phones.ts'
import { aPublicOrigin } from '../support/free-port.ts'
import { chooseAbroad, enrolSelfOrder, invitationOf, joinByPhone, placeOrder } from '../support/self-order.ts'
import { aBrowser, type Browser } from '../support/shop.ts'
import { ROUTES } from './support/access-matrix.ts'
import { aGuardedShop, HOUR, MINUTE, SECOND, type GuardedShop } from './support/guarded-shop.ts'

/**
 * @security V3.4.1, V8.2.1: A customer's phone orders only with the invitation of a display, which is signed and valid
 * for 15 minutes; it may do so for an hour, and only as long as the shop allows it.
 */

let shop: GuardedShop
let till: Browser
let display: Browser

beforeAll(async () => {
  shop = await aGuardedShop({ env: await aPublicOrigin() })
  till = await shop.terminal()
  display = await shop.displayOf(till)
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.pass(HOUR)
  await change({ phoneOrders: true })
})

async function change(settings: SetSettings): Promise<void> {
  const boss = await shop.boss()
  expect((await boss.ask('PUT', '/api/settings', settings)).status).toBe(200)
}

/** Waits for the limit of codes first. */
async function enter(phone: Browser, code: string | undefined) {
  shop.clock.pass(10 * SECOND)
  return joinByPhone(phone, code)
}

async function aPhone(): Promise<Browser> {
  const phone = shop.stranger()
  expect((await enter(phone, await invitationOf(display))).status).toBe(200)
  return phone
}

const terminalOf = async (browser: Browser) => (await browser.ask<Session>('GET', '/api/session')).body.terminal
const phonesOf = (shopId?: string) =>
  createPhones({
    pepper: readFileSync(join(shop.folder, 'data', 'pepper')),
    clock: shop.clock,
    isOn: () => true,
    shopId,
  })
const NOT_VALID = { status: 401, body: { code: 'wrong-code' } }

describe('the invitation of a customer display', () => {
  it('an invitation makes a phone a terminal that orders, for an hour, with a cookie of the same form as a till', async () => {
    const phone = shop.stranger()
    const { status, headers } = await enter(phone, await invitationOf(display))
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^toptill-terminal=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(await terminalOf(phone)).toEqual({ id: 'phones', name: 'Phones', isSelfOrder: true, isPhone: true })
    expect((await phone.ask('GET', '/api/catalog')).status).toBe(200)
    expect((await placeOrder(phone)).body).toMatchObject({ label: 'A-1' })
    shop.clock.pass(59 * MINUTE)
    expect((await placeOrder(phone)).status).toBe(200)
    shop.clock.pass(3 * MINUTE)
    expect(await placeOrder(phone)).toMatchObject({ status: 401, body: { code: 'not-enrolled' } })
    expect(await terminalOf(phone)).toBeNull()
  })

  it('an invitation stays on the display for minutes, and the one that was shown is valid for ten minutes or more', async () => {
    const code = await invitationOf(display)
    shop.clock.pass(10 * MINUTE - SECOND)
    expect((await joinByPhone(shop.stranger(), code)).status).toBe(200)
    expect(await invitationOf(display)).not.toBe(code)
    shop.clock.pass(5 * MINUTE + SECOND)
    expect(await joinByPhone(shop.stranger(), code)).toMatchObject(NOT_VALID)
  })

  it('an invitation with any mistake admits no one', async () => {
    const code = (await invitationOf(display)) ?? ''
    const [ends = '', mac = ''] = code.split('.')
    const turned = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`
    const foreign = phonesOf('marina').invite('')?.split('#')[1] ?? ''
    const wrong = ['', 'x', ends, `${ends}.`, `zzzzzz.${mac}`, `${ends}.${turned}`, `${code}a`, code.toUpperCase(), `marina.${code}`, foreign, foreign.slice('marina.'.length)] // prettier-ignore
    for (const each of wrong) expect(await enter(shop.stranger(), each), each).toMatchObject(NOT_VALID)
    expect((await enter(shop.stranger(), code)).status).toBe(200)
  })

  it('invitations are limited per address like other codes', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await joinByPhone(shop.stranger(), 'x')).status),
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(2)
    expect(statuses).not.toContain(200)
  })

  it('a shop that turns it off shows no invitation, and ends all phones at once', async () => {
    const phone = await aPhone()
    const code = await invitationOf(display)
    await change({ phoneOrders: false })
    expect(await invitationOf(display)).toBeUndefined()
    expect(await enter(shop.stranger(), code)).toMatchObject(NOT_VALID)
    expect(await terminalOf(phone)).toBeNull()
    expect((await placeOrder(phone)).status).toBe(401)
  })

  it('the display of a till in practice shows no invitation', async () => {
    const trainee = await shop.signedIn(await shop.add('Omar', 'cashier', '7193'))
    const beside = await shop.displayOf(trainee)
    expect(await invitationOf(beside)).toBeDefined()
    const { id: staffId, pin } = shop.bossIs
    expect((await trainee.ask('POST', '/api/terminals/practice', { staffId, pin, practice: true })).status).toBe(200)
    expect(await invitationOf(beside)).toBeUndefined()
  })
})

describe('the secret of a phone', () => {
  it('a secret with any change, of another shop or of another key is not a terminal', async () => {
    const phone = await aPhone()
    const secret = phone.cookies.get('toptill-terminal') ?? ''
    const bytes = Buffer.from(secret, 'base64url')
    const changed = Array.from(bytes, (byte, at) =>
      Buffer.from(bytes)
        .fill(byte ^ 1, at, at + 1)
        .toString('base64url'),
    )
    const { admit, invite } = phonesOf('marina')
    const foreign = admit(invite('')?.split('#')[1] ?? '') ?? ''
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const endings = Array.from(letters, (letter) => secret.slice(0, -1) + letter).filter((each) => each !== secret)
    for (const each of [...changed, ...endings, foreign]) {
      shop.clock.pass(SECOND)
      const stolen = aBrowser(shop.url, new Map([['toptill-terminal', each]]))
      expect(await terminalOf(stolen), each).toBeNull()
    }
    expect(await terminalOf(phone)).not.toBeNull()
  })

  it('all phones together may order as much as one tablet', async () => {
    const phones = [await aPhone(), await aPhone()]
    const placed: number[] = []
    for (let count = 0; count < 21; count += 1) {
      shop.clock.pass(SECOND)
      placed.push((await placeOrder(phones[count % 2]!)).status)
    }
    expect(placed).toEqual([...Array<number>(20).fill(200), 429])
    const tablet = await enrolSelfOrder(await shop.boss(), shop.stranger())
    expect((await placeOrder(tablet)).status).toBe(200)
  })

  it('a phone orders international top-ups within the limit of all tablets', async () => {
    const { wish } = await chooseAbroad(await aPhone(), '639170000001')
    const other = await aPhone()
    expect((await placeOrder(other, { ...wish, serviceId: undefined, amount: undefined })).status).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 30; count += 1)
      statuses.push((await other.ask('GET', '/api/orders/countries/PHL')).status)
    expect(statuses).toContain(429)
  })

  it('phones share the rate limit of their address, so they displace no till', async () => {
    const phone = await aPhone()
    const statuses = new Set<number>()
    for (let count = 0; count < 300; count += 1) statuses.add((await phone.ask('GET', '/api/brand')).status)
    expect([...statuses]).toEqual([200])
  })

  it('a phone reaches exactly the routes of a self-order tablet', async () => {
    const [phone, tablet] = [await aPhone(), await enrolSelfOrder(await shop.boss(), shop.stranger())]
    for (const [method = '', path = ''] of Object.keys(ROUTES).map((route) => route.split(' '))) {
      if (!path.startsWith('/api/') || path === '/api/orders/phone') continue
      const answers = []
      for (const browser of [phone, tablet]) {
        shop.clock.pass(10 * SECOND)
        const { status, body } = await browser.ask(
          method,
          path.replace(':id', 'PHL'),
          method === 'GET' ? undefined : {},
        )
        answers.push([status, (body as { code?: string }).code])
      }
      expect(answers[0], `${method} ${path}`).toEqual(answers[1])
    }
  })
})

it.each(['a till', 'a kiosk', 'a self-order tablet', 'a till of another shop'])(
  '%s that opens an invitation stays what it is, and the answer says why',
  async (kind) => {
    const browser =
      kind === 'a self-order tablet'
        ? await enrolSelfOrder(await shop.boss(), shop.stranger())
        : kind === 'a till of another shop'
          ? aBrowser(shop.url, new Map([['toptill-terminal', `marina.${'a'.repeat(43)}`]]))
          : await shop.terminal({ kiosk: kind === 'a kiosk' })
    const before = [new Map(browser.cookies), await terminalOf(browser)]
    const answer = await enter(browser, await invitationOf(display))
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid-operation' } })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect([browser.cookies, await terminalOf(browser)]).toEqual(before)
  },
)

it('a phone may scan again, and a display that opens an invitation stays a display', async () => {
  const phone = await aPhone()
  shop.clock.pass(50 * MINUTE)
  expect((await enter(phone, await invitationOf(display))).status).toBe(200)
  shop.clock.pass(50 * MINUTE)
  expect(await terminalOf(phone)).not.toBeNull()
  // A phone whose clock was set back keeps its cookie for longer.
  shop.clock.pass(2 * HOUR)
  expect(await terminalOf(phone)).toBeNull()
  expect((await enter(phone, await invitationOf(display))).status).toBe(200)
  expect((await enter(display, await invitationOf(display))).status).toBe(200)
  expect((await display.ask('GET', '/api/display')).status).toBe(200)
  display.cookies.delete('toptill-terminal')
})

it('without an address for customers there is no invitation, and the settings say so', async () => {
  const plain = await aGuardedShop()
  const boss = await plain.boss()
  const { body } = await boss.ask<SettingsAnswer>('PUT', '/api/settings', { phoneOrders: true })
  expect(body).toMatchObject({ phoneOrders: true, hasNoAddress: true })
  expect((await boss.ask<SettingsAnswer>('GET', '/api/settings')).body).toEqual(body)
  const shown = await (await plain.displayOf(await plain.terminal())).ask<DisplayShop>('GET', '/api/display/shop')
  expect(shown.body).not.toHaveProperty('orderLink')
  await plain.close()
  expect((await (await shop.boss()).ask<SettingsAnswer>('GET', '/api/settings')).body).not.toHaveProperty(
    'hasNoAddress',
  )
})
