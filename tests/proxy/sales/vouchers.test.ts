import { describe, expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Failure } from '#contract/proxy/failure.ts'
import type { Revealed } from '#contract/proxy/sales.ts'
import type { Session } from '#contract/proxy/session.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isUsable } from '#domain/voucher.ts'
import { systemClock } from '#proxy/clock.ts'
import { findVoucherScenario, vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
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

const FIVE_MINUTES_MS = 5 * 60_000

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
  browser.ask<Revealed & Failure>('POST', proxyPaths.revealSale(id), body)
const deliver = (browser: Browser, id: string, method = 'given') =>
  browser.ask('POST', proxyPaths.deliveredSale(id), { method })

describe('a voucher over the API', () => {
  it('a voucher is checked, sold and revealed with the code that the service issued, and debited once', async () => {
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

  it('a voucher sale sends what was entered, and nothing else (service-notes, "Requests")', async () => {
    const { shop, browser } = await aTill()
    const sent = () => shop.sandbox.requests().findLast(({ path }) => path === '/transaction/check')?.content
    const plain = await openSale(browser, aVoucher())
    expect(sent()).toEqual({
      product: vouchers.codeAtNextFind,
      external_transaction_id: plain.id,
      fields: { amount: 10 },
    })
    const full = await openSale(
      browser,
      aVoucher({
        serviceId: vouchers.accountRequired,
        amount: '100',
        account: 'amal@example.com',
        customer: '050 123 4567',
      }),
    )
    expect(full.body).toMatchObject({ state: 'checked', account: 'amal@example.com', customer: '971501234567' })
    expect(sent()).toMatchObject({ fields: { amount: 100, account: 'amal@example.com', customer: '971501234567' } })
  })

  const settled: VoucherName[] = (Object.keys(vouchers) as VoucherName[]).filter(
    (name) => !/^(fails|cancelled|noFunds|failsAfterPending|accountRequired|ranged)/.test(name),
  )

  /** Each course of a sale, and each moment at which a code comes. What a code may look like is read in `read-voucher.test.ts`. */
  const some: VoucherName[] = ['number', 'linkOnly', 'emptyObject', 'codeLater', 'otherNumberLater', 'held', 'answerLostAfter', 'answerLostBefore'] // prettier-ignore

  it.each(atLevel(some, settled))('the voucher %s is sold once and revealed as the service issued it', async (name) => {
    const { shop, browser } = await aTill()
    const serviceId = vouchers[name]
    const catalogue = await browser.ask<{ services: { id: string; rule: { min: string } }[] }>(
      'GET',
      proxyPaths.catalogue,
    )
    const amount = catalogue.body.services.find((service) => service.id === serviceId)?.rule.min ?? ''
    const { id } = await sell(browser, aVoucher({ serviceId, amount }))
    const isCodeless = typeof findVoucherScenario(serviceId)?.info === 'string'
    const isOver = ({ state, voucher, nextFindAt }: Sale) =>
      state === 'succeeded' && (voucher === 'ready' || (voucher === 'coming' && nextFindAt !== undefined))
    const sold = await saleOnce(browser, id, isCodeless ? isOver : ({ state }) => state === 'succeeded')
    // A code that is coming arrives automatically. A code that cannot be used remains coming.
    const [given] = codesOf(shop, id)
    const isReadyInTheEnd = given !== undefined && isUsable(withoutUndefined(given))
    if (isReadyInTheEnd) await saleOnce(browser, id, ({ voucher }) => voucher === 'ready')
    else expect(sold.voucher).toBe('coming')
    const { body } = await reveal(browser, id)
    if (given) expect(body.voucher).toMatchObject(withoutUndefined(given))
    expect(debitsOf(shop, id)).toHaveLength(1)
  })

  it('a voucher cannot be delivered while its code is coming, and is counted as waiting', async () => {
    const { browser } = await aTill(await openShop())
    const counts = async () =>
      (await browser.ask<{ waiting: number; undelivered: number }>('GET', proxyPaths.status)).body
    const { id, status, body } = await sell(browser, aVoucher({ serviceId: vouchers.emptyObject }))
    expect({ status, voucher: body.voucher }).toEqual({ status: 202, voucher: 'coming' })
    expect(await deliver(browser, id)).toMatchObject({ status: 409, body: { code: 'wrong-state' } })
    expect(await counts()).toMatchObject({ waiting: 1, undelivered: 0 })
  })

  it('a voucher that was sold before a restart is revealed by find after it', async () => {
    const shop = await openShop()
    const { id } = await sell(await signedIn(shop, 'Amal'), aVoucher(onThePixelmoor))
    const again = await shop.restart()
    const later = await signedIn(again, 'Amal')
    const { body } = await reveal(later, id)
    expect(body.voucher?.number).toBe(again.sandbox.codes()[0]?.number)
    expect(body.sale).toMatchObject({ voucher: 'ready', revealCount: 1 })
  })
})

/** The voucher that the service issued, with our names. */
function withoutUndefined({ number, serial, link }: { number?: string; serial?: string; link?: string }) {
  return Object.fromEntries(Object.entries({ number, serial, link }).filter(([, text]) => text !== undefined))
}

/** A delivered code of Amal’s, with Hamad at another browser, and a clock that can be moved forward. */
async function aHandedOverCode() {
  const clock = systemClock()
  let ahead = 0
  const shop = await openShop({ clock: { ...clock, now: () => clock.now() + ahead } })
  const browser = await signedIn(shop, 'Amal')
  const { id } = await sell(browser, aVoucher(onThePixelmoor))
  await deliver(browser, id)
  const hamad = await signedIn(shop, 'Hamad')
  return { shop, id, hamad, pass: (ms: number) => void (ahead += ms) }
}

describe('who may reveal a code over the API', () => {
  it('a supervisor needs a reason to reveal a code, and the PIN when the last one is five minutes old', async () => {
    const { id, hamad, pass } = await aHandedOverCode()
    const { pin } = hamad
    expect(await reveal(hamad, id)).toMatchObject({ status: 422, body: { code: 'reason-missing' } })
    const reason = 'The paper is torn'
    expect((await reveal(hamad, id, { reason })).body.voucher?.number).toBeDefined()
    pass(FIVE_MINUTES_MS - 60_000)
    await hamad.ask('POST', proxyPaths.heartbeat)
    pass(60_000)
    expect(await reveal(hamad, id, { reason })).toMatchObject({ status: 401, body: { code: 'step-up-required' } })
    expect(await reveal(hamad, id, { reason, pin: '000000' })).toMatchObject({
      status: 401,
      body: { code: 'wrong-pin' },
    })
    expect((await reveal(hamad, id, { reason, pin })).body.voucher?.number).toBeDefined()
    const { body } = await hamad.ask('GET', proxyPaths.sale(id))
    expect(body.events?.filter(({ kind }) => kind === 'code-revealed')).toMatchObject([
      { note: reason },
      { note: reason },
    ])
    expect((await hamad.ask<Session>('GET', proxyPaths.session)).body.person?.id).toBe(hamad.id)
  })
})

describe('the PIN for a reveal', () => {
  it('five wrong PINs for a reveal lock the person at that terminal, and longer with each further one', async () => {
    const { shop, id, hamad, pass } = await aHandedOverCode()
    const elsewhere = await signedIn(shop, 'Hamad')
    const reason = 'The paper is torn'
    const { pin } = hamad
    const tell = async (from: Browser, typed: string) => {
      const { status, body } = await reveal(from, id, { reason, pin: typed })
      return status === 200 ? 'shown' : body.code
    }
    // The sign-in was one of the five attempts in its minute.
    pass(60_000)
    const guesses: string[] = []
    for (let guess = 0; guess < 8; guess += 1) guesses.push(await tell(hamad, `00000${guess}`))
    expect(guesses).toEqual([...Array(5).fill('wrong-pin'), ...Array(3).fill('pin-locked')])
    expect(await tell(hamad, pin)).toBe('pin-locked')
    expect(await tell(elsewhere, pin)).toBe('shown')
    pass(60_000)
    expect(await tell(hamad, '000000')).toBe('wrong-pin')
    pass(30_000)
    expect(await tell(hamad, pin)).toBe('pin-locked')
    pass(30_000)
    expect(await tell(hamad, pin)).toBe('shown')
    expect(await tell(hamad, '000000')).toBe('wrong-pin')
    expect(await tell(hamad, pin)).toBe('shown')
  })

  it('a PIN is not verified when none is needed', async () => {
    const { browser } = await aTill()
    const { id } = await sell(browser, aVoucher(onThePixelmoor))
    for (let guess = 0; guess < 7; guess++)
      expect((await reveal(browser, id, { pin: '0000' })).body.voucher).not.toBeNull()
  })
})
