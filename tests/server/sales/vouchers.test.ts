import { describe, expect, it } from 'vitest'

import type { Catalog } from '#api/catalog.ts'
import type { Failure } from '#api/failure.ts'
import type { Revealed } from '#api/sales.ts'
import type { Session } from '#api/session.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isUsable } from '#domain/catalog/voucher.ts'
import { findVoucherScenario, vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
import { aClockAhead, MINUTE } from '../../security/support/guarded-shop.ts'
import { atLevel } from '../../support/level.ts'
import {
  aSharedShop,
  openSale,
  openShop,
  saleOnce,
  sell,
  signedIn,
  type Browser,
  type ServiceSaleFields,
  type Shop,
} from '../../support/shop.ts'

const sharedShop = aSharedShop()

async function aTill(shop = sharedShop()) {
  return { shop, browser: await signedIn(shop, 'Amal') }
}
const isOf = (id: string) => (entry: { externalTransactionId?: string; externalId?: string }) =>
  (entry.externalTransactionId ?? entry.externalId) === id
const debitsOf = (shop: Shop, id: string) => shop.sandbox.ledger().filter(isOf(id))
const codesOf = (shop: Shop, id: string) => shop.sandbox.codes().filter(isOf(id))

const aVoucher = (more: ServiceSaleFields = {}): ServiceSaleFields => ({
  kind: 'voucher',
  serviceId: vouchers.codeAtNextFind,
  amount: '10',
  ...more,
})
const onThePixelmoor = { serviceId: vouchers.numberAndSerial, amount: '100' }
const reveal = (browser: Browser, id: string, body: object = {}) =>
  browser.ask<Revealed & Failure>('POST', `/api/sales/${id}/reveal`, body)
const deliver = (browser: Browser, id: string, method = 'given') =>
  browser.ask('POST', `/api/sales/${id}/delivered`, { method })

describe('a voucher over the API', () => {
  it('a voucher is checked, sold and revealed with the code that the provider issued, and debited once', async () => {
    const { shop, browser } = await aTill()
    const { id, body } = await sell(browser, aVoucher(onThePixelmoor))
    expect(body).toMatchObject({ kind: 'voucher', state: 'succeeded', voucher: 'ready', revealCount: 0 })
    expect(body).not.toHaveProperty('account')
    const shown = await reveal(browser, id)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const [code] = codesOf(shop, id)
    expect(shown.body.voucher).toMatchObject({ number: code?.number, serial: code?.serial })
    expect(shown.body.receipt?.info).toContain(code?.number)
    expect(shown.body.sale.revealCount).toBe(1)
    expect(debitsOf(shop, id)).toHaveLength(1)
  })

  it('a voucher sale sends what was entered, and nothing else', async () => {
    const { shop, browser } = await aTill()
    const sent = () => shop.sandbox.requests().findLast(({ path }) => path === '/transaction/check')?.content
    const plain = await openSale(browser, aVoucher())
    const expected = { product: vouchers.codeAtNextFind, external_transaction_id: plain.id, fields: { amount: 10 } }
    expect(sent()).toEqual(expected)
    const typed = { account: 'amal@example.com', customer: '050 123 4567' }
    const full = await openSale(browser, aVoucher({ serviceId: vouchers.accountRequired, amount: '100', ...typed }))
    expect(full.body).toMatchObject({ state: 'checked', account: 'amal@example.com', customer: '971501234567' })
    expect(sent()).toMatchObject({ fields: { amount: 100, account: 'amal@example.com', customer: '971501234567' } })
  })

  const settled: VoucherName[] = (Object.keys(vouchers) as VoucherName[]).filter(
    (name) => !/^(fails|canceled|noFunds|failsAfterPending|accountRequired|ranged)/.test(name),
  )

  /**
   * The different courses of a sale, and the moments at which a code can arrive. The forms of a code are tested in
   * `read-voucher.test.ts`.
   */
  const some: VoucherName[] = ['number', 'linkOnly', 'emptyObject', 'codeLater', 'otherNumberLater', 'held', 'answerLostAfter', 'answerLostBefore'] // prettier-ignore

  it.each(atLevel(some, settled))(
    'the voucher %s is sold once and revealed as the provider issued it',
    async (name) => {
      const { shop, browser } = await aTill()
      const serviceId = vouchers[name]
      const { services } = (await browser.ask<Catalog>('GET', '/api/catalog')).body
      const amount = services.find((service) => service.id === serviceId)?.rule.min ?? ''
      const { id } = await sell(browser, aVoucher({ serviceId, amount }))
      const isCodeless = typeof findVoucherScenario(serviceId)?.info === 'string'
      const isOver = ({ state, voucher, nextFindAt }: Sale) =>
        state === 'succeeded' && (voucher === 'ready' || (voucher === 'coming' && nextFindAt !== undefined))
      const sold = await saleOnce(browser, id, isCodeless ? isOver : ({ state }) => state === 'succeeded')
      // A code that is coming arrives automatically. A code that cannot be used is still expected.
      const [given] = codesOf(shop, id)
      const isReadyInTheEnd = given !== undefined && isUsable(withoutUndefined(given))
      if (isReadyInTheEnd) await saleOnce(browser, id, ({ voucher }) => voucher === 'ready')
      else expect(sold.voucher).toBe('coming')
      const { body } = await reveal(browser, id)
      if (given) expect(body.voucher).toMatchObject(withoutUndefined(given))
      expect(debitsOf(shop, id)).toHaveLength(1)
    },
  )

  it('a voucher cannot be delivered while its code is coming, and is counted as waiting', async () => {
    const { browser } = await aTill(await openShop())
    const { id, status, body } = await sell(browser, aVoucher({ serviceId: vouchers.emptyObject }))
    expect({ status, voucher: body.voucher }).toEqual({ status: 202, voucher: 'coming' })
    expect(await deliver(browser, id)).toMatchObject({ status: 409, body: { code: 'wrong-state' } })
    expect((await browser.ask('GET', '/api/status')).body).toMatchObject({ waiting: 1, undelivered: 0 })
  })
})

function withoutUndefined({ number, serial, link }: { number?: string; serial?: string; link?: string }) {
  return Object.fromEntries(Object.entries({ number, serial, link }).filter(([, text]) => text !== undefined))
}

/** A delivered code of Amal’s, with Hamad at another browser and a clock that can be moved forward. */
async function aHandedOverCode() {
  const clock = aClockAhead()
  const shop = await openShop({ clock })
  const browser = await signedIn(shop, 'Amal')
  const { id } = await sell(browser, aVoucher(onThePixelmoor))
  await deliver(browser, id)
  const hamad = await signedIn(shop, 'Hamad')
  return { shop, id, hamad, pass: clock.pass }
}

it('a supervisor needs a reason to reveal a code, and the PIN when the last one is five minutes old', async () => {
  const { id, hamad, pass } = await aHandedOverCode()
  const { pin } = hamad
  expect(await reveal(hamad, id)).toMatchObject({ status: 422, body: { code: 'reason-missing' } })
  const reason = 'The paper is torn'
  expect((await reveal(hamad, id, { reason })).body.voucher?.number).toBeDefined()
  pass(4 * MINUTE)
  await hamad.ask('POST', '/api/session/heartbeat')
  pass(MINUTE)
  expect(await reveal(hamad, id, { reason })).toMatchObject({ status: 401, body: { code: 'step-up-required' } })
  const expected = { status: 401, body: { code: 'wrong-pin' } }
  expect(await reveal(hamad, id, { reason, pin: '000000' })).toMatchObject(expected)
  expect((await reveal(hamad, id, { reason, pin })).body.voucher?.number).toBeDefined()
  const { body } = await hamad.ask('GET', `/api/sales/${id}`)
  const notes = body.events?.flatMap(({ kind, note }) => (kind === 'code-revealed' ? [note] : []))
  expect(notes).toEqual([reason, reason])
  expect((await hamad.ask<Session>('GET', '/api/session')).body.person?.id).toBe(hamad.id)
})

describe('the PIN for a reveal', () => {
  it('a PIN is not verified when none is needed', async () => {
    const { browser } = await aTill()
    const { id } = await sell(browser, aVoucher(onThePixelmoor))
    for (let guess = 0; guess < 7; guess++)
      expect((await reveal(browser, id, { pin: '0000' })).body.voucher).not.toBeNull()
  })
})
