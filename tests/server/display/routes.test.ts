import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import type { BatchAnswer } from '#api/batches.ts'
import type { Catalog } from '#api/catalog.ts'
import type { DisplayView, Ticket, TicketReply } from '#api/displays.ts'
import { DEFAULT_SETTINGS } from '#api/settings.ts'
import type { IssuedCode, TerminalList } from '#api/terminals.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aClockAhead, MINUTE, SECOND } from '../../security/support/guarded-shop.ts'
import { choose, requestFor } from '../../support/international.ts'
import {
  aBrowser,
  aSharedShop,
  batchOnce,
  openSale,
  openShop,
  saleOnce,
  signedIn,
  type Browser,
  type SaleFields,
} from '../../support/shop.ts'

/** @security V8.2.1, V8.1.1: A display's cookie opens only its own paths, and a customer's answer counts only for the number that was shown. */

const CASH = { payments: { methods: ['cash', 'card'], default: 'cash' } }
const NUMBER = '+971 50 123 4567'
const ACCOUNT = '971501234567'
const QAMRA = { name: 'Qamra Recharge', picture: expect.stringMatching(/qamra\.svg$/) as string }
const typed = (more: object = {}): Ticket => ({
  kind: 'typed',
  sale: 'direct',
  product: { id: 'qamra-rc', name: 'Qamra Recharge' },
  number: NUMBER,
  account: ACCOUNT,
  pays: { amount: '25', currency: 'AED' },
  ...more,
})

const clock = aClockAhead()
const sharedShop = aSharedShop({ clock })

async function aTillWithDisplay(settings: object = {}, shop = sharedShop()) {
  // Sales of other tests are no longer duplicates, and their connections no longer count toward a limit.
  clock.pass(60 * MINUTE)
  const [boss, till] = [await signedIn(shop, 'Hamad'), await signedIn(shop, 'Amal')]
  const { payments, requiresCustomerConfirmation } = DEFAULT_SETTINGS
  const set = await boss.ask('PUT', '/api/settings', { payments, requiresCustomerConfirmation, ...settings })
  expect(set.status).toBe(200)
  const { terminal } = (await till.ask<{ terminal: { id: string } }>('GET', '/api/session')).body
  const issueCode = async (id = terminal.id) =>
    (await boss.ask<IssuedCode>('POST', `/api/terminals/${id}/display-codes`)).body.code
  const pair = async (display: Browser, code: string) => display.ask('POST', '/api/display/pair', { code })
  const display = aBrowser(shop.url)
  expect(await pair(display, await issueCode())).toMatchObject({ status: 200 })
  return {
    shop,
    boss,
    till,
    terminal,
    display,
    issueCode,
    pair,
    send: async (ticket: Ticket) => (await till.ask<TicketReply>('PUT', '/api/ticket', ticket)).body,
    view: async () => {
      const { isPractice, ...shown } = (await display.ask<DisplayView>('GET', '/api/display')).body
      expect(isPractice).toBe(true)
      return shown
    },
    answer: async (pressed: 'number-correct' | 'number-changed', more: object = {}) => {
      const { body } = await display.ask<DisplayView>('GET', '/api/display')
      if (body.show !== 'number') throw new Error(`the display shows ${body.show}`)
      const { version, number } = body
      return display.ask('POST', '/api/display/answer', { version, number, answer: pressed, ...more })
    },
  }
}

const aed = (amount: string) => ({ amount, currency: 'AED' })

const confirm = (till: Browser, { id, body }: { id: string; body: Sale }, more: object = {}) =>
  till.ask('POST', `/api/sales/${id}/confirm`, { version: body.version, ...more })

async function eventsOf(till: Browser, id: string) {
  const { events } = (await till.ask<Sale>('GET', `/api/sales/${id}`)).body
  return events?.map(({ kind, by }) => (by ? `${kind} by ${by}` : kind))
}

describe('pairing a customer display', () => {
  it("a code pairs one browser once, which shows the shop's name, and a wrong or old code pairs none", async () => {
    const { shop, display, issueCode, pair } = await aTillWithDisplay()
    expect((await display.ask<DisplayView>('GET', '/api/display')).body).toEqual({ show: 'idle', isPractice: true })
    expect((await display.ask('GET', '/api/display/shop')).body).toEqual({
      name: 'Sidra Corner Shop',
      shelf: {
        brands: expect.arrayContaining([
          { name: 'Qamra Recharge', picture: expect.stringMatching(/\/pictures\/.*svg$/) },
        ]),
        offers: expect.arrayContaining([
          expect.objectContaining({ lines: ['Weekend data packs', 'From AED 15, until Sunday'] }),
        ]),
      },
    })
    const code = await issueCode()
    expect(await pair(aBrowser(shop.url), code.toLowerCase())).toMatchObject({ status: 200 })
    expect(await pair(aBrowser(shop.url), code)).toMatchObject({ status: 401, body: { code: 'wrong-code' } })
    const late = await issueCode()
    clock.pass(15 * 60 * SECOND)
    expect(await pair(aBrowser(shop.url), late)).toMatchObject({ status: 401, body: { code: 'wrong-code' } })
  })

  it('the code of a till pairs no display, and that of a display connects no till', async () => {
    const { shop, boss, issueCode, pair } = await aTillWithDisplay()
    const till = (await boss.ask<IssuedCode>('POST', '/api/terminals/enrollment-codes', { name: 'Another till' })).body
      .code
    const enrolling = async () => aBrowser(shop.url).ask('POST', '/api/terminals/enroll', { code: await issueCode() })
    for (const answer of [await pair(aBrowser(shop.url), till), await enrolling()]) expect(answer.status).toBe(401)
  })

  it('a display can be paired beside the till in one browser, because each route reads only its own cookie', async () => {
    const { till, issueCode, pair } = await aTillWithDisplay()
    expect(await till.ask('GET', '/api/display')).toMatchObject({ status: 401, body: { code: 'not-enrolled' } })
    expect(await pair(till, await issueCode())).toMatchObject({ status: 200 })
    expect(await till.ask('GET', '/api/display')).toMatchObject({ status: 200 })
    expect(await till.ask('GET', '/api/status')).toMatchObject({ status: 200, body: { hasDisplay: true } })
    till.cookies.delete('toptill-practice-terminal')
    till.cookies.delete('toptill-practice-session')
    expect(await till.ask('GET', '/api/display')).toMatchObject({ status: 200 })
    expect(await till.ask('GET', '/api/status')).toMatchObject({ status: 401 })
  })

  it('a supervisor ends a display, pairing again ends the earlier one, and a disconnected till ends its displays', async () => {
    const { boss, display, till, terminal, issueCode, pair } = await aTillWithDisplay()
    const listed = async () => {
      const { terminals } = (await boss.ask<TerminalList>('GET', '/api/terminals')).body
      return terminals.find(({ id }) => id === terminal.id)?.displays ?? []
    }
    const [first] = await listed()
    await pair(display, await issueCode())
    const [second, ...others] = await listed()
    expect(others).toEqual([])
    expect(second?.id).not.toBe(first?.id)
    expect(await till.ask('POST', `/api/displays/${second!.id}/end`)).toMatchObject({ status: 403 })
    expect(await boss.ask('POST', `/api/displays/${second!.id}/end`)).toMatchObject({ status: 200 })
    expect(await boss.ask('POST', `/api/displays/${second!.id}/end`)).toMatchObject({ status: 422 })
    expect(await display.ask('GET', '/api/display')).toMatchObject({ status: 401 })

    await pair(display, await issueCode())
    const unused = await issueCode()
    await boss.ask('POST', `/api/terminals/${terminal.id}/revoke`)
    expect(await display.ask('GET', '/api/display')).toMatchObject({ status: 401 })
    expect(await pair(display, unused)).toMatchObject({ status: 401 })
    expect(await boss.ask('POST', `/api/terminals/${terminal.id}/display-codes`)).toMatchObject({ status: 422 })
    const { lines } = (await boss.ask<{ lines: { kind: string }[] }>('GET', '/api/audit')).body
    const kinds = lines.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['display-code-issued', 'display-paired', 'display-ended']))
  })
})

describe('a number on the customer display', () => {
  it('a number is shown on the display as it is typed, and is asked about once it is complete and has a product', async () => {
    const { send, view } = await aTillWithDisplay()
    await send(typed({ number: '+971 50 1__ ____', account: undefined }))
    const begun = { show: 'number', number: '+971 50 1__ ____', product: QAMRA }
    expect(await view()).toEqual({ ...begun, pays: { amount: '25.00', currency: 'AED' } })
    await send(typed({ product: undefined, pays: undefined }))
    expect(await view()).toEqual({ show: 'number', number: NUMBER })
    // The number that is shown must be the number that would be sent.
    await send(typed({ account: '971501234568' }))
    expect(await view()).not.toHaveProperty('version')
    await send(typed())
    expect(await view()).toMatchObject({ number: NUMBER, version: expect.any(Number) })
    await send({ kind: 'none' })
    expect(await view()).toEqual({ show: 'idle' })
  })

  it("the display's picture of a product is that of its tile or operator on the server, and no page can replace it", async () => {
    const { till, send, view } = await aTillWithDisplay()
    const { tiles } = (await till.ask<Catalog>('GET', '/api/catalog')).body
    const tile = tiles.find(({ action }) => action.kind === 'sell' && action.serviceId === 'qamra-rc')
    expect(tile?.imageSmall).toMatch(/^http/)
    await send(typed())
    expect(await view()).toMatchObject({ product: { name: 'Qamra Recharge', picture: tile?.imageSmall } })
    const { provider } = await choose(till)
    const abroad = { sale: 'international', number: '+63 917', account: undefined, pays: undefined }
    await send(typed({ ...abroad, product: { id: `PHL/${provider.id}`, name: provider.name } }))
    expect(await view()).toMatchObject({ product: { name: provider.name, picture: provider.logo } })
    await send(typed({ product: { id: 'nothing', name: 'Nothing' } }))
    expect(await view()).toMatchObject({ product: { name: 'Nothing' } })
    expect(JSON.stringify(await view())).not.toContain('picture')
    const product = { id: 'qamra-rc', name: 'Qamra', picture: 'https://elsewhere.example/a.png' }
    expect((await till.ask('PUT', '/api/ticket', typed({ product }))).status).toBe(400)
  })

  it("the customer's answer reaches the till, and is void as soon as number, product or amount changes", async () => {
    const { send, answer, view } = await aTillWithDisplay()
    expect(await send(typed())).toEqual({ isWatched: false })
    expect(await answer('number-correct')).toMatchObject({ status: 200, body: { answer: 'number-correct' } })
    expect(await send(typed())).toEqual({ isWatched: true, answer: 'number-correct' })
    expect(await send(typed({ pays: { amount: '50', currency: 'AED' } }))).toEqual({ isWatched: true })
    expect(await send(typed({ number: '+971 50 123 4568', account: '971501234568' }))).toEqual({ isWatched: true })
    await send(typed())
    expect(await view()).not.toHaveProperty('answer')
    await answer('number-changed')
    expect(await send(typed())).toMatchObject({ answer: 'number-changed' })
    expect(await send(typed({ product: { id: 'velto-rc', name: 'Velto' } }))).toEqual({ isWatched: true })
  })

  it('an answer to another version or number of the ticket is void', async () => {
    const { send, answer, view } = await aTillWithDisplay()
    await send(typed())
    const before = await view()
    const void_ = { status: 409, body: { code: 'stale-version', moneyMoved: 'no' } }
    expect(await answer('number-correct', { number: '+971 50 123 4568' })).toMatchObject(void_)
    await send({ kind: 'none' })
    await send(typed())
    expect(await answer('number-correct', { version: (before as { version: number }).version })).toMatchObject(void_)
    expect(await send(typed())).toEqual({ isWatched: true })
  })

  it('a ticket that its till has left disappears from the display, and an answer to it no longer counts', async () => {
    const { send, answer, view } = await aTillWithDisplay()
    await send(typed())
    await answer('number-correct')
    clock.pass(10 * SECOND)
    expect(await view()).toEqual({ show: 'idle' })
    await send(typed())
    expect(await view()).not.toHaveProperty('answer')
  })

  it('a sign-out at the till removes its ticket from the display at once, and an answer to it no longer counts', async () => {
    const { till, display, send, view } = await aTillWithDisplay()
    await send(typed())
    const { version, number } = (await view()) as { version: number; number: string }
    await till.ask('DELETE', '/api/session')
    expect(await view()).toEqual({ show: 'idle' })
    const answered = await display.ask('POST', '/api/display/answer', { version, number, answer: 'number-correct' })
    expect(answered).toMatchObject({ status: 409, body: { code: 'stale-version' } })
  })

  it('a malformed ticket is rejected, and shows nothing', async () => {
    const { till, view } = await aTillWithDisplay()
    for (const more of [
      { number: 'x'.repeat(61) },
      { number: 'pin 12' },
      { account: `97150${'1'.repeat(30)}` },
      { product: { id: 'a', name: 'n'.repeat(601) } },
      { pays: { amount: 'free', currency: 'AED' } },
      { code: '1234' },
    ])
      expect(await till.ask('PUT', '/api/ticket', typed(more)), JSON.stringify(more)).toMatchObject({ status: 400 })
    expect(await view()).toEqual({ show: 'idle' })
  })
})

describe('a sale on the customer display', () => {
  it("from the review on the sale's record decides what the display shows: to pay, with the change, then thanks with a masked number for 20 s", async () => {
    const { till, send, answer, view } = await aTillWithDisplay(CASH)
    await send(typed())
    await answer('number-correct')
    const sale = await openSale(till, { account: ACCOUNT, amount: '25' })
    const ticket = (cashTendered?: string): Ticket => ({
      kind: 'sale',
      id: sale.id,
      ...(cashTendered && { cashTendered }),
    })
    await send(ticket())
    const pays = aed('25.00')
    expect(await view()).toEqual({ show: 'pay', product: QAMRA, pays, number: NUMBER })
    await send(ticket('2'))
    expect(await view()).not.toHaveProperty('given')
    await send(ticket('100'))
    const [cashTendered, change] = [aed('100.00'), aed('75.00')]
    expect(await view()).toMatchObject({ show: 'pay', cashTendered, change })
    await confirm(till, sale, { paymentMethod: 'cash', cashTendered: '100' })
    await saleOnce(till, sale.id, ({ state }) => state === 'succeeded')
    await send(ticket())
    const sold = { show: 'sold', product: QAMRA, pays, gets: pays, cashTendered, change, number: '+971 •• ••• 4567' }
    expect(await view()).toEqual({ ...sold, saleNumber: expect.any(Number) })
    clock.pass(9 * SECOND)
    await send(ticket())
    clock.pass(9 * SECOND)
    await send(ticket())
    expect(await view()).toMatchObject({ show: 'sold' })
    clock.pass(2 * SECOND)
    expect(await view()).toEqual({ show: 'idle' })
    expect(await eventsOf(till, sale.id)).toContain('number-confirmed')
  })

  it('a sale without a result shows as under way on the display, and a failed one sends its customer to the counter', async () => {
    const { till, send, view } = await aTillWithDisplay()
    const waiting = await openSale(till, { account: recipients.heldByTurnover, amount: '25' })
    await send({ kind: 'sale', id: waiting.id })
    await confirm(till, waiting)
    expect(await view()).toMatchObject({ show: 'on-its-way', number: expect.stringContaining('•') })
    const failing = await openSale(till, { account: recipients.fails, amount: '25' })
    await send({ kind: 'sale', id: failing.id })
    await confirm(till, failing)
    expect(await view()).toEqual({ show: 'ask' })
  })

  it("the display does not show another person's sale, or one that was sold before", async () => {
    const { shop, till, send, view } = await aTillWithDisplay()
    const joseph = await signedIn(shop, 'Joseph')
    const theirs = await openSale(joseph, { account: recipients.success, amount: '25' })
    await send({ kind: 'sale', id: theirs.id })
    expect(await view()).toEqual({ show: 'idle' })
    const sold = await openSale(till, { account: ACCOUNT, amount: '25' })
    await confirm(till, sold)
    clock.pass(60 * SECOND)
    await send({ kind: 'sale', id: sold.id })
    expect(await view()).toEqual({ show: 'idle' })
    await send({ kind: 'sale', id: ulid() })
    expect(await view()).toEqual({ show: 'idle' })
  })

  it('an international top-up shows its operator, its country and the received amount on the display', async () => {
    const { till, send, answer, view } = await aTillWithDisplay()
    const sale = await openSale(till, requestFor(await choose(till), { account: '639175550142' }))
    await send({ kind: 'sale', id: sale.id })
    const asked = { show: 'number', number: '+63 917 555 0142', product: { country: { id: 'PHL' } } }
    expect(await view()).toMatchObject({ ...asked, version: expect.any(Number) })
    await answer('number-correct')
    expect(await view()).toMatchObject({ show: 'pay' })
    await confirm(till, sale)
    await saleOnce(till, sale.id, ({ state }) => state === 'succeeded')
    expect(await view()).toMatchObject({ show: 'sold', gets: { currency: 'PHP' }, number: '+63 ••• ••• 0142' })
  })
})

describe('a shop that asks the customer to confirm the number', () => {
  const asking = { requiresCustomerConfirmation: true }
  const refused = { status: 409, body: { code: 'number-unconfirmed', moneyMoved: 'no' } }
  const aReview = (till: Browser, fields: SaleFields = { account: ACCOUNT }) => openSale(till, fields)

  it('Send waits for Correct for this number, and one sale uses the answer up', async () => {
    const { till, send, answer, view } = await aTillWithDisplay(asking)
    const sale = await aReview(till)
    await view()
    expect(await send({ kind: 'sale', id: sale.id })).toEqual({ isWatched: true, isAwaited: true })
    expect(await confirm(till, sale)).toMatchObject(refused)
    await answer('number-changed')
    expect(await confirm(till, sale)).toMatchObject(refused)
    await answer('number-correct')
    expect(await send({ kind: 'sale', id: sale.id })).toEqual({ isWatched: true, answer: 'number-correct' })
    expect(await confirm(till, sale)).toMatchObject({ body: { state: 'succeeded' } })
    expect(await eventsOf(till, sale.id)).toContain('number-confirmed')

    const again = await aReview(till, { account: ACCOUNT, duplicateOf: sale.id })
    expect(await confirm(till, again, { duplicateOf: sale.id })).toMatchObject(refused)
    await send({ kind: 'sale', id: again.id })
    expect(await confirm(till, again, { duplicateOf: sale.id })).toMatchObject(refused)
  })

  it('Correct for another number, as before a change, does not allow the sale', async () => {
    const { till, send, answer } = await aTillWithDisplay(asking)
    await send(typed({ number: '+971 50 123 4568', account: '971501234568' }))
    await answer('number-correct')
    const sale = await aReview(till)
    expect(await confirm(till, sale)).toMatchObject(refused)
    await send({ kind: 'sale', id: sale.id })
    expect(await confirm(till, sale)).toMatchObject(refused)
  })

  it('the cashier can continue without the customer, which is recorded in the sale with their name', async () => {
    const { till, send, view } = await aTillWithDisplay(asking)
    const sale = await aReview(till)
    await send({ kind: 'sale', id: sale.id })
    await view()
    expect(await confirm(till, sale, { skipCustomerConfirmation: true })).toMatchObject({
      body: { state: 'succeeded' },
    })
    expect(await eventsOf(till, sale.id)).toContain('number-unconfirmed by Amal Rahman')
  })

  it('Send does not wait for a display that does not read, which is recorded in the sale, nor for a voucher', async () => {
    const { till, send, view } = await aTillWithDisplay(asking)
    await view()
    const code = await aReview(till, { kind: 'voucher', serviceId: 'souqly_25AED', amount: '25' })
    expect(await confirm(till, code)).toMatchObject({ body: { state: 'succeeded' } })
    const sale = await aReview(till)
    clock.pass(5 * SECOND)
    expect(await send({ kind: 'sale', id: sale.id })).toEqual({ isWatched: false })
    expect(await confirm(till, sale)).toMatchObject({ body: { state: 'succeeded' } })
    expect(await eventsOf(till, sale.id)).toContain('without-display by Amal Rahman')
  })

  it('Send also waits after a start, as after a change of leader, before the display has read for the first time', async () => {
    const { shop, till, display } = await aTillWithDisplay(asking, await openShop({ clock }))
    const [sale, other] = [await aReview(till), await aReview(till, { account: '971501234568' })]
    const { url } = await shop.restart()
    const there = aBrowser(url, till.cookies)
    const send = async (id: string) => (await there.ask('PUT', '/api/ticket', { kind: 'sale', id })).body
    expect(await confirm(there, sale)).toMatchObject(refused)
    expect(await send(sale.id)).toEqual({ isWatched: true, isAwaited: true })
    expect(await confirm(there, sale)).toMatchObject(refused)
    expect(await confirm(there, sale, { skipCustomerConfirmation: true })).toMatchObject({
      body: { state: 'succeeded' },
    })
    expect(await eventsOf(there, sale.id)).toContain('number-unconfirmed by Amal Rahman')

    // A display that does not return delays a sale only briefly.
    clock.pass(5 * SECOND)
    expect(await send(other.id)).toEqual({ isWatched: false })
    const shown = aBrowser(url, display.cookies)
    await shown.ask('GET', '/api/display')
    expect(await send(other.id)).toEqual({ isWatched: true, isAwaited: true })
    clock.pass(5 * SECOND)
    expect(await confirm(there, other)).toMatchObject({ body: { state: 'succeeded' } })
  })

  it("a quantity of top-ups waits once, and each line records the customer's answer", async () => {
    const { till, send, answer, view } = await aTillWithDisplay(asking)
    const id = ulid()
    const wanted = { kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: ACCOUNT, count: 2 }
    const { body } = await till.ask<BatchAnswer>('PUT', `/api/batches/${id}`, wanted)
    const approve = () => till.ask('POST', `/api/batches/${id}/confirm`, { version: body.version, lines: [1, 2] })
    await send({ kind: 'batch', id })
    expect(await view()).toMatchObject({ show: 'number', pays: { amount: '50.00' } })
    expect(await approve()).toMatchObject(refused)
    await answer('number-correct')
    await approve()
    const sold = await batchOnce(till, id, ({ state }) => state !== 'running')
    expect(sold.state).toBe('complete')
    for (const { sale } of sold.lines) expect(await eventsOf(till, sale!.id)).toContain('number-confirmed')
    expect(await view()).toMatchObject({ show: 'sold', quantity: 2, pays: { amount: '50.00' } })
  })
})
