import { ulid } from 'ulid'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Failure } from '#api/failure.ts'
import type { OrderList } from '#api/orders.ts'
import type { Session } from '#api/session.ts'
import type { Status } from '#api/status.ts'
import type { TerminalList } from '#api/terminals.ts'
import type { Order } from '#domain/order.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { aClockAhead, MINUTE } from '../../security/support/guarded-shop.ts'
import { chooseAbroad, openSelfOrder, placeOrder, placeWish } from '../../support/self-order.ts'
import { aSharedShop, openSale, sell, signedIn, type Browser, type Shop } from '../../support/shop.ts'

/** @security V2.2.2: Orders are limited per tablet and in total, hold no money, and expire after 30 minutes. */

const clock = aClockAhead()
const { pass } = clock
const sharedShop = aSharedShop({ clock })
let shop: Shop
let tablet: Browser
let amal: Browser
let joseph: Browser
let askedBefore: number

beforeEach(async () => {
  // Orders of other tests have expired, the new day starts its own count, and earlier sales are not duplicates.
  pass(24 * 60 * MINUTE)
  shop = sharedShop()
  tablet = await openSelfOrder(shop)
  ;[amal, joseph] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Joseph')]
  askedBefore = shop.sandbox.requests().length
})

const list = async (browser = amal) => (await browser.ask<OrderList>('GET', '/api/orders')).body.orders
const take = (browser: Browser, id: string) => browser.ask<Order & Failure>('POST', `/api/orders/${id}/take`)
const release = (browser: Browser, id: string) => browser.ask<Order & Failure>('POST', `/api/orders/${id}/release`)
const waiting = async (browser = amal) => (await browser.ask<Status>('GET', '/api/status')).body.orders
const asked = () => shop.sandbox.requests().slice(askedBefore)
const transactions = () => asked().filter(({ path }) => path.startsWith('/transaction'))
const confirms = () => asked().filter(({ path }) => path === '/transaction/confirm').length
const TAKEN = { status: 409, body: { code: 'order-taken', moneyMoved: 'no' } }
const OF_ANOTHER = { status: 409, body: { code: 'content-mismatch', moneyMoved: 'no' } }

describe('an order from a tablet', () => {
  it('an order gets a number and a time, is the same when it is sent again, and sends no request to the provider', async () => {
    const { id, status, body, wish } = await placeOrder(tablet)
    expect([status, body]).toEqual([200, { id, label: 'A-1', expiresAt: expect.any(Number) }])
    expect((await tablet.ask('PUT', `/api/orders/${id}`, wish)).body).toEqual(body)
    const expected = { code: 'content-mismatch' }
    expect((await tablet.ask('PUT', `/api/orders/${id}`, { ...wish, amount: '30' })).body).toMatchObject(expected)
    const voucher = { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100', account: undefined } as const
    expect((await placeOrder(tablet, voucher)).body).toMatchObject({ label: 'A-2' })
    expect(await list()).toMatchObject([
      { id, label: 'A-1', account: '971501234567', amount: { amount: '25.00', currency: 'AED' } },
      { label: 'A-2', kind: 'voucher' },
    ])
    expect(transactions()).toEqual([])
  })

  it('an expired order is not placed again by sending it again, and the tablet shows why', async () => {
    const { id, wish } = await placeOrder(tablet)
    pass(31 * MINUTE)
    const again = await tablet.ask<Failure>('PUT', `/api/orders/${id}`, wish)
    expect(again).toMatchObject({ status: 409, body: { code: 'order-taken' } })
    expect(again.body.message).toMatch(/has expired/)
  })

  it('an order whose number is erased is over: it is neither listed nor taken, and the tablet shows why', async () => {
    const { id, wish } = await placeOrder(tablet)
    const hamad = await signedIn(shop, 'Hamad')
    await hamad.ask('POST', '/api/known-numbers/erase', { number: '971501234567' })
    expect(await list()).toEqual([])
    expect(await take(amal, id)).toMatchObject(TAKEN)
    expect(await tablet.ask('PUT', `/api/orders/${id}`, wish)).toMatchObject(TAKEN)
  })

  it('a voucher for an account can be ordered only with the account', async () => {
    const voucher = { kind: 'voucher', serviceId: vouchers.accountRequired, amount: '100' }
    expect((await placeWish(tablet, voucher)).body).toMatchObject({ code: 'account-missing' })
    expect((await placeWish(tablet, { ...voucher, account: 'someone@shop.example' })).status).toBe(200)
    expect(await list()).toMatchObject([{ kind: 'voucher', account: 'someone@shop.example' }])
  })

  it('an order that does not fit a ticket is rejected with its reason, and not stored', async () => {
    const wrong: [string, object, number, string][] = [
      ['of a product that is not sold', { serviceId: 'nothing' }, 422, 'service-not-found'],
      ['of another kind', { kind: 'voucher' }, 422, 'kind-mismatch'],
      ['for less than can be sold', { amount: '1' }, 422, 'amount-invalid'],
      ['to a number of another country', { account: '+447700900123' }, 422, 'number-invalid'],
      ['without a number', { account: undefined }, 422, 'number-invalid'],
      ['with a field that is none of an order', { customer: '971501234567' }, 400, 'invalid-request'],
      ['that names an order', { orderId: ulid() }, 400, 'invalid-request'],
      ['abroad', { kind: 'international' }, 400, 'invalid-request'],
      ['with a number without end', { account: '9'.repeat(5_000) }, 400, 'invalid-request'],
    ]
    for (const [what, fields, status, code] of wrong) {
      pass(1_000)
      const answer = await placeOrder(tablet, fields)
      expect(answer, what).toMatchObject({ status, body: { code, moneyMoved: 'no' } })
    }
    expect(await list()).toEqual([])
  })

  it('one tablet cannot fill the queue alone', async () => {
    const placed: number[] = []
    for (let count = 0; count < 21; count += 1) {
      pass(1_000)
      placed.push((await placeOrder(tablet)).status)
    }
    expect(placed).toEqual([...Array<number>(20).fill(200), 429])
    expect((await placeOrder(await openSelfOrder(shop, 'Other tablet'))).status).toBe(200)
    pass(10 * MINUTE)
    expect((await placeOrder(tablet)).status).toBe(200)
  })
})

describe('an international top-up from a tablet', () => {
  it('an international top-up is ordered from the current offer without another request to the provider, and sold once', async () => {
    const { success } = internationalRecipients
    const { wish, offer, denomination } = await chooseAbroad(tablet, success)
    expect(JSON.stringify(offer)).not.toContain('"cost"')
    const isAbroad = ({ path }: { path: string }) => path.startsWith('/international-bridge')
    const before = shop.sandbox.requests().filter(isAbroad).length
    const { id: orderId, status, body } = await placeWish(tablet, wish)
    expect([status, body]).toMatchObject([200, { label: 'A-1' }])
    expect(transactions()).toEqual([])
    expect(shop.sandbox.requests().filter(isAbroad)).toHaveLength(before)
    const { gets, pays, name } = denomination
    expect(await list()).toMatchObject([
      { kind: 'international', account: success, amount: gets, pays, international: { denomination: { name } } },
    ])
    await take(amal, orderId)
    const sale = { ...wish, shown: pays, orderId }
    const opened = await openSale(amal, sale)
    expect(opened.body).toMatchObject({ state: 'checked' })
    expect(await openSale(amal, { ...sale, account: '639178887766' })).toMatchObject(OF_ANOTHER)
    const confirm = ({ id, body: { version } }: typeof opened) =>
      amal.ask('POST', `/api/sales/${id}/confirm`, { version })
    expect((await confirm(opened)).status).toBe(200)
    expect([await list(), confirms()]).toEqual([[], 1])
  })

  it('an international order that the tablet was not shown, or with a wrong number, is rejected with its reason', async () => {
    const { wish } = await chooseAbroad(tablet, internationalRecipients.success)
    for (const [changes, code] of [
      [{ countryId: 'XXX' }, 'country-not-found'],
      [{ providerId: '1' }, 'provider-not-found'],
      [{ denominationId: 'f'.repeat(32) }, 'denomination-not-found'],
      [{ account: '6391' }, 'invalid-request'],
      [{ account: '971501234567' }, 'number-invalid'],
      [{ shown: { amount: '1', currency: 'AED' } }, 'invalid-request'],
    ] as const)
      expect((await placeWish(tablet, { ...wish, ...changes })).body, code).toMatchObject({ code, moneyMoved: 'no' })
    expect(await list()).toEqual([])
  })

  it('repeated requests of a tablet reach the provider only up to a limit, and tills continue', async () => {
    const read = () => tablet.ask('GET', '/api/orders/countries/PHL')
    const statuses = new Map<number, number>()
    for (let count = 0; count < 30; count += 1) {
      const { status } = await read()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      pass(1_000)
    }
    const readings = asked().filter(({ path }) => path.endsWith('/providers')).length
    expect([...statuses.keys()]).toEqual([200, 429])
    expect(readings).toBeLessThanOrEqual(15)
    expect((await amal.ask('GET', '/api/international/countries/PHL')).status).toBe(200)
    pass(MINUTE)
    expect((await read()).status).toBe(200)
  })
})

describe('taking an order', () => {
  it('when two cashiers take an order at once, one gets it, and the other is shown who has it', async () => {
    const { id } = await placeOrder(tablet)
    expect([await waiting(amal), await waiting(joseph)]).toEqual([1, 1])
    const answers = await Promise.all([take(amal, id), take(joseph, id)])
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
    const winner = won!.body.taken!.by.name
    expect(lost).toMatchObject(TAKEN)
    expect(lost!.body.message).toContain(winner)
    expect((await list())[0]!.taken?.by.name).toBe(winner)
    const [mine, others] = winner.startsWith('Amal') ? [amal, joseph] : [joseph, amal]
    expect([await waiting(mine), await waiting(others)]).toEqual([1, undefined])
    expect((await take(mine, id)).status).toBe(200)

    expect(await release(others, id)).toMatchObject(TAKEN)
    expect((await release(mine, id)).status).toBe(200)
    expect((await take(others, id)).status).toBe(200)
    const hamad = await signedIn(shop, 'Hamad')
    expect((await release(hamad, id)).body).not.toHaveProperty('taken')
  })

  it('a sale is opened for an order only by the cashier who has taken it, and only for what was ordered', async () => {
    const { id: orderId } = await placeOrder(tablet, { account: recipients.success })
    const wish = { account: recipients.success, orderId }
    expect(await openSale(amal, wish)).toMatchObject(TAKEN)
    await take(joseph, orderId)
    expect(await openSale(amal, wish)).toMatchObject(TAKEN)
    expect(await openSale(amal, { account: recipients.success, orderId: ulid() })).toMatchObject(TAKEN)
    expect(await openSale(joseph, { ...wish, account: '971501112233' })).toMatchObject(OF_ANOTHER)
    expect(transactions()).toEqual([])
    expect((await openSale(joseph, wish)).body).toMatchObject({ state: 'checked' })
  })

  it('an order is sold once, and is then removed from the list', async () => {
    const { id: orderId } = await placeOrder(tablet, { account: recipients.success })
    await take(amal, orderId)
    const { id, body } = await sell(amal, { account: recipients.success, orderId })
    expect(body).toMatchObject({ state: 'succeeded' })
    expect([await list(), await waiting()]).toEqual([[], undefined])
    // The same request again gives the same sale, and a different request is rejected.
    const content = { kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: recipients.success }
    expect((await amal.ask('PUT', `/api/sales/${id}`, { ...content, orderId })).body).toMatchObject({ id })
    expect((await amal.ask('PUT', `/api/sales/${id}`, content)).body).toMatchObject({ code: 'content-mismatch' })
    expect(await openSale(amal, { account: recipients.success, orderId })).toMatchObject(TAKEN)
    expect(await release(amal, orderId)).toMatchObject(TAKEN)
    expect(confirms()).toBe(1)
  })

  it('an order expires after half an hour, and one that is on a ticket by then is still sold', async () => {
    const { id: late } = await placeOrder(tablet)
    const { id: orderId } = await placeOrder(tablet, { account: recipients.success })
    await take(amal, orderId)
    // Activity keeps cashiers signed in.
    for (let minute = 0; minute < 30; minute += 2) {
      pass(2 * MINUTE)
      await amal.ask('POST', '/api/session/heartbeat')
    }
    expect([await list(), await waiting()]).toEqual([[], undefined])
    expect(await take(amal, late)).toMatchObject(TAKEN)
    expect((await sell(amal, { account: recipients.success, orderId })).body).toMatchObject({ state: 'succeeded' })
  })
})

describe('a tablet for self-order', () => {
  it('no one can sign in at a self-order tablet, and it does not receive the names of staff', async () => {
    const { body } = await tablet.ask<Session>('GET', '/api/session')
    expect(body).toMatchObject({
      terminal: { name: expect.stringMatching(/^Tablet by the door/), isSelfOrder: true },
      staff: [],
    })
    expect(body).not.toHaveProperty('demoPins')
    const { staff, demoPins } = (await amal.ask<Session>('GET', '/api/session')).body
    const [first] = staff
    const pin = demoPins?.[first!.id]
    const expected = { status: 403, body: { code: 'not-allowed' } }
    expect(await tablet.ask('POST', '/api/session', { staffId: first!.id, pin })).toMatchObject(expected)
  })

  it('a till that becomes a self-order tablet signs its person out, and sells again when a supervisor ends that', async () => {
    const hamad = await signedIn(shop, 'Hamad')
    const terminals = (await hamad.ask<TerminalList>('GET', '/api/terminals')).body.terminals
    const theirs = (await amal.ask<Session>('GET', '/api/session')).body.terminal!.id
    const switchTo = (selfOrder: boolean) => hamad.ask('PUT', `/api/terminals/${theirs}/self-order`, { selfOrder })
    expect(terminals.find(({ id }) => id === theirs)).not.toHaveProperty('isSelfOrder')
    expect((await switchTo(true)).body).toMatchObject({ isSelfOrder: true })
    expect((await amal.ask('GET', '/api/status')).status).toBe(403)
    expect((await amal.ask('GET', '/api/catalog')).status).toBe(200)
    expect((await placeOrder(amal)).status).toBe(200)
    expect((await switchTo(false)).body).not.toHaveProperty('isSelfOrder')
    expect((await placeOrder(amal)).status).toBe(403)
    await amal.signIn('Amal')
    expect((await amal.ask('GET', '/api/status')).status).toBe(200)
  })
})
