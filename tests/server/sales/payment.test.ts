import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import type { BatchAnswer } from '#api/batches.ts'
import type { Settings } from '#api/settings.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aMoneyPath, cashier, sellerOf, supervisor, refusal } from '../../support/money-path.ts'
import {
  anAmount,
  aSaleId,
  checkedSale,
  abandonedSale,
  lost,
  MINUTE,
  notExecutedSale,
  readyVoucher,
  says,
} from '../../support/sales.ts'
import { batchOnce, openSale, openShop, saleOnce, sell, signedIn } from '../../support/shop.ts'

const payments: NonNullable<Settings['payments']> = { methods: ['cash', 'card'], default: 'cash' }
const amal = sellerOf(cashier)
const ID = aSaleId()

describe('the payment of a sale', () => {
  it('the payment of a sale is in the database before the confirm is sent, and in its event', async () => {
    const readVisible: unknown[] = []
    const sale = checkedSale()
    const confirm = async () => {
      const record = await path.read()
      readVisible.push([record?.state, record?.paymentMethod, record?.cashTendered])
      return says(1)
    }
    const path = await aMoneyPath({ sale, payments, script: { confirm: () => confirm() } })
    const sold = await path.sales.confirm(ID, { paymentMethod: 'cash', cashTendered: '100' }, amal)
    expect(readVisible).toEqual([['confirming', 'cash', anAmount('100')]])
    expect(sold).toMatchObject({
      state: 'succeeded',
      paymentMethod: 'cash',
      cashTendered: anAmount('100'),
      pays: anAmount('50'),
    })
    expect(await path.store.events(ID)).toContainEqual(
      expect.objectContaining({ kind: 'approved', paymentMethod: 'cash', cashTendered: anAmount('100') }),
    )
  })

  it("a payment that was not chosen is the shop's default, and none where the shop records none", async () => {
    for (const [rules, paymentMethod] of [
      [{ ...payments, default: 'card' } as const, 'card'],
      [undefined, undefined],
    ] as const) {
      const path = await aMoneyPath({
        sale: checkedSale(),
        script: { confirm: says(1) },
        ...(rules ? { payments: rules } : {}),
      })
      const sold = await path.sales.confirm(ID, {}, amal)
      expect([sold.state, sold.paymentMethod, sold.cashTendered]).toEqual(['succeeded', paymentMethod, undefined])
    }
  })

  it('cash below what the customer pays is rejected before anything is approved', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) }, payments })
    const refused = refusal(422, 'payment-invalid', 'no')
    await expect(path.sales.confirm(ID, { paymentMethod: 'cash', cashTendered: '49.99' }, amal)).rejects.toMatchObject(
      refused,
    )
    expect(await path.read()).toEqual(checkedSale())
    expect(path.asked).toEqual([])
  })

  it('a confirm that is sent again, automatically or by a person, keeps the first payment', async () => {
    const path = await aMoneyPath({
      sale: checkedSale(),
      payments,
      script: { confirm: [lost(), lost(), says(1)], find: says(-1) },
    })
    void path.sales.confirm(ID, { paymentMethod: 'cash', cashTendered: '60' }, amal)
    await path.pass(MINUTE)
    expect(path.steps().filter((step) => step === 'confirm')).toHaveLength(2)
    await path.pass(3 * MINUTE)
    const proven = await path.once(({ state }) => state === 'not-executed')
    expect(proven).toMatchObject({ paymentMethod: 'cash', cashTendered: anAmount('60') })
    const sold = await path.sales.confirm(ID, { version: proven.version }, amal)
    expect(sold).toMatchObject({ state: 'succeeded', paymentMethod: 'cash', cashTendered: anAmount('60') })
  })

  it('a confirm that is sent again with a new payment replaces the first one including its cash', async () => {
    const sale = { ...notExecutedSale(), paymentMethod: 'cash' as const, cashTendered: anAmount('60') }
    const path = await aMoneyPath({ sale, payments, script: { confirm: says(1) } })
    const sold = await path.sales.confirm(ID, { version: sale.version, paymentMethod: 'card' }, amal)
    expect(sold.paymentMethod).toBe('card')
    expect(sold).not.toHaveProperty('cashTendered')
  })

  it('a split payment is in the database before the confirm is sent, and stays when it is sent again', async () => {
    const split = { paymentMethod: 'cash', amount: anAmount('20') } as const
    const confirm = async () => {
      expect(await path.read()).toMatchObject({ state: 'confirming', paymentMethod: 'card', split })
      return lost()
    }
    const path = await aMoneyPath({
      sale: checkedSale(),
      payments,
      script: { confirm: [confirm, lost(), says(1)], find: says(-1) },
    })
    void path.sales.confirm(ID, { paymentMethod: 'card', split: { ...split, amount: '20' }, cashTendered: '50' }, amal)
    await path.pass(4 * MINUTE)
    const proven = await path.once(({ state }) => state === 'not-executed')
    const sold = await path.sales.confirm(ID, { version: proven.version }, amal)
    expect(sold).toMatchObject({ state: 'succeeded', paymentMethod: 'card', split, cashTendered: anAmount('50') })
    expect((await path.store.events(ID)).filter(({ kind }) => kind === 'approved')).toMatchObject([
      { split },
      { split },
    ])
  })

  it('one method replaces a split payment when a person sends the confirm again', async () => {
    const split = { paymentMethod: 'cash', amount: anAmount('20') } as const
    const sale = { ...notExecutedSale(), paymentMethod: 'card' as const, split, cashTendered: anAmount('20') }
    const path = await aMoneyPath({ sale, payments, script: { confirm: says(1) } })
    const sold = await path.sales.confirm(ID, { version: sale.version, paymentMethod: 'card' }, amal)
    expect(sold.paymentMethod).toBe('card')
    expect(sold).not.toHaveProperty('split')
    expect(sold).not.toHaveProperty('cashTendered')
  })

  it('of two confirms with different payments the first counts, and one confirm is sent', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), payments, script: { confirm: says(1) } })
    const [first, second] = await Promise.all([
      path.sales.confirm(ID, { paymentMethod: 'card' }, amal),
      path.sales.confirm(ID, { paymentMethod: 'cash', cashTendered: '50' }, amal),
    ])
    expect([first.paymentMethod, second.paymentMethod]).toEqual(['card', 'card'])
    expect(path.steps()).toEqual(['confirm'])
  })
})

describe('the payment of a refund', () => {
  it.each([
    { what: 'as the customer paid', said: undefined, by: 'card' },
    { what: 'by the chosen method', said: 'cash', by: 'cash' },
  ] as const)('a refund is recorded $what, with its event, once', async ({ said, by }) => {
    const sale = { ...abandonedSale(), paymentMethod: 'card' as const }
    const path = await aMoneyPath({ sale, payments })
    await path.sales.markRefunded(ID, amal, said)
    const again = await path.sales.markRefunded(ID, sellerOf(supervisor), 'cash')
    expect(again.refund?.done).toMatchObject({ by: cashier.name, paymentMethod: by })
    expect(await path.store.events(ID)).toMatchObject([{ kind: 'refunded', by: cashier.name, paymentMethod: by }])
  })

  it('the refund of a split sale is recorded as it was paid, or by the chosen method', async () => {
    const split = { paymentMethod: 'cash', amount: anAmount('20') } as const
    for (const [said, by] of [
      [undefined, { paymentMethod: 'card', split }],
      ['cash', { paymentMethod: 'cash' }],
    ] as const) {
      const path = await aMoneyPath({ sale: { ...abandonedSale(), paymentMethod: 'card', split }, payments })
      const { refund } = await path.sales.markRefunded(ID, amal, said)
      expect(refund?.done).toEqual({ at: expect.any(Number), by: cashier.name, ...by })
      expect(await path.store.events(ID)).toMatchObject([{ kind: 'refunded', ...by }])
    }
  })

  it('a refund with a method that the shop does not accept is not recorded', async () => {
    const sale = { ...abandonedSale(), paymentMethod: 'card' as const }
    const path = await aMoneyPath({ sale, payments })
    await expect(path.sales.markRefunded(ID, amal, 'other')).rejects.toMatchObject(refusal(422, 'payment-invalid'))
    expect((await path.read())?.refund).toEqual({})
  })
})

describe('the fraud warning before a gift-card sale', () => {
  const aVoucherToSend = () => {
    const { approval: _, voucher: __, finalAt: ___, confirmedAt: ____, confirmSentAt: _____, ...sale } = readyVoucher()
    return { ...sale, state: 'checked' as const, next: { kind: 'expire' as const, at: sale.checkedAt! + 10 * MINUTE } }
  }
  const fraudWarning = { amountAbove: '40' }

  it('a gift-card sale above the amount is confirmed only after the fraud warning, and says who confirmed it', async () => {
    const path = await aMoneyPath({
      sale: aVoucherToSend(),
      fraudWarning,
      script: { confirm: says(1, { hasCode: true }) },
    })
    await expect(path.sales.confirm(ID, {}, amal)).rejects.toMatchObject(refusal(422, 'scam-questions', 'no'))
    expect(path.steps()).toEqual([])
    await path.sales.confirm(ID, { fraudWarningShown: true }, amal)
    expect(path.steps()).toEqual(['confirm'])
    const expected = [
      ['scam-asked', cashier.name],
      ['approved', cashier.name],
    ]
    expect((await path.store.events(ID)).map(({ kind, by }) => [kind, by]).slice(0, 2)).toEqual(expected)
  })

  it('the fraud warning is confirmed once: the same confirm can be sent again without it', async () => {
    const sale = { ...notExecutedSale(), kind: 'voucher' as const, isFraudWarningShown: true as const }
    const path = await aMoneyPath({ sale, fraudWarning, script: { confirm: says(1, { hasCode: true }) } })
    await path.sales.confirm(ID, { version: sale.version }, amal)
    expect((await path.store.events(ID)).map(({ kind }) => kind)).not.toContain('scam-asked')
  })
})

describe('payments over the API', () => {
  async function aShop(change: Partial<Settings>) {
    const shop = await openShop()
    const hamad = await signedIn(shop, 'Hamad')
    expect(await hamad.ask('PUT', '/api/settings', change)).toMatchObject({ status: 200 })
    const browser = shop.browser()
    const session = await browser.signIn('Amal')
    return { shop, browser, session, hamad }
  }

  it("a till receives the shop's payment methods, and a sale says how it was paid", async () => {
    const { browser, session } = await aShop({ payments: { methods: ['cash', 'card'], default: 'card' } })
    expect(session.settings?.payments).toEqual({ methods: ['cash', 'card'], default: 'card' })
    const { id, body } = await openSale(browser, { account: recipients.success, amount: '45' })
    const confirm = (more: object) =>
      browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version, ...more })
    expect(await confirm({ cashTendered: '100' })).toMatchObject({
      status: 422,
      body: { code: 'payment-invalid', message: expect.stringContaining('Leave out cashTendered') },
    })
    expect(await confirm({ paymentMethod: 'cash', cashTendered: 'a lot' })).toMatchObject({ status: 400 })
    expect(await confirm({ paymentMethod: 'gold' })).toMatchObject({ status: 400 })
    const half = (amount: string) => ({ paymentMethod: 'card', split: { paymentMethod: 'cash', amount } })
    expect(await confirm(half('45'))).toMatchObject({ status: 422, body: { code: 'payment-invalid' } })
    expect(await confirm(half('1e1'))).toMatchObject({ status: 400 })
    expect(await confirm({ paymentMethod: 'cash', cashTendered: '100' })).toMatchObject({
      status: 200,
      body: { state: 'succeeded', paymentMethod: 'cash', cashTendered: { amount: '100.00', currency: 'AED' } },
    })
  })

  it('a refund request may contain the payment method, or nothing at all', async () => {
    const { browser, hamad } = await aShop({ payments })
    const { id } = await sell(browser, { account: recipients.canceled, amount: '25' })
    await saleOnce(browser, id, ({ state }) => state === 'canceled')
    await hamad.ask('POST', `/api/sales/${id}/resolve`, { outcome: 'not-sold', note: 'Support gave it back' })
    expect(await browser.ask('POST', `/api/sales/${id}/refunded`, { paymentMethod: 'gold' })).toMatchObject({
      status: 400,
    })
    const expected = { status: 200, body: { refund: { done: { paymentMethod: 'cash' } } } }
    expect(await browser.ask('POST', `/api/sales/${id}/refunded`)).toMatchObject(expected)
  })

  it('a quantity records the cash once and the method per line, and its fraud warning is about all lines', async () => {
    const { browser } = await aShop({ payments, fraudWarning: { quantityAbove: 2 } })
    const id = ulid()
    const wish = { kind: 'voucher', serviceId: 'souqly_25AED', amount: '25', count: 3 }
    const { body } = await browser.ask<BatchAnswer>('PUT', `/api/batches/${id}`, wish)
    const approval = { version: body.version, lines: [1, 2, 3] }
    const confirm = (more: object) => browser.ask('POST', `/api/batches/${id}/confirm`, { ...approval, ...more })
    expect(await confirm({})).toMatchObject({ status: 422, body: { code: 'scam-questions' } })
    const asked = { fraudWarningShown: true, paymentMethod: 'cash' }
    expect(await confirm({ ...asked, cashTendered: '50' })).toMatchObject({
      status: 422,
      body: { code: 'payment-invalid' },
    })
    await confirm({ ...asked, cashTendered: '100' })
    const sold = await batchOnce(browser, id, ({ state }) => state !== 'running')
    expect(sold).toMatchObject({
      state: 'complete',
      paymentMethod: 'cash',
      cashTendered: { amount: '100.00' },
      change: { amount: '25.00', currency: 'AED' },
    })
    expect(sold.lines.map(({ sale }) => [sale?.paymentMethod, sale?.cashTendered])).toEqual(
      Array(3).fill(['cash', undefined]),
    )
    const { body: line } = await browser.ask('GET', `/api/sales/${sold.lines[2]!.sale!.id}`)
    expect(line.events?.map(({ kind }) => kind)).toContain('scam-asked')
  })
})
