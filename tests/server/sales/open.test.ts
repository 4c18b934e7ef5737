import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import type { ServiceRequest } from '#server/sales/sale-content.ts'
import { DuplicateSaleError } from '#server/sales/commit-guard.ts'
import { settle } from '../../support/a-journal.ts'
import {
  aMoneyPath,
  QAMRA,
  aDeferredAnswer,
  otherCashier,
  cashier,
  receiptOf,
  sellerOf,
  supervisor,
  type MoneyPath,
  type MoneyPathOptions,
  refusal,
} from '../../support/money-path.ts'
import {
  anAmount,
  APPROVED_AT,
  aSaleId,
  CHECKED_AT,
  checkedSale,
  HOUR,
  lost,
  MINUTE,
  notExecutedSale,
  pendingSale,
  refuses,
  says,
  SECOND,
  succeededSale,
  theirId,
} from '../../support/sales.ts'

const seller = sellerOf(cashier)
const [ID, OTHER] = [aSaleId(), aSaleId('B')]
const request: ServiceRequest = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '050 123 4567' }
const ELSEWHERE = { account: '0507654321' }
const open = (path: MoneyPath, changes: Partial<ServiceRequest> = {}, id = OTHER, person: Person = cashier) =>
  path.sales.open(id, { ...request, ...changes }, sellerOf(person))
/** An answer to check without a sale id, so that it fits every sale. */
const checked: Answer = { kind: 'transaction', transaction: { id: theirId('69d'), state: -1 } }
const soldThen: Answer = { kind: 'transaction', transaction: { id: theirId('69d'), state: 1 } }
const selling = (options: MoneyPathOptions = {}) =>
  aMoneyPath({ ...options, script: { check: checked, ...options.script } })

describe('opening a sale', () => {
  it('opening a sale records its content and seller before the check is sent, and returns once the check is answered', async () => {
    const later = aDeferredAnswer(checked)
    const path = await aMoneyPath({ script: { check: later.answer } })
    const opening = open(path, { amount: '50.0' })
    await settle()
    expect(await path.read(OTHER)).toMatchObject({
      number: 1,
      version: 1,
      state: 'opened',
      serviceId: 'qamra',
      serviceName: 'Qamra Recharge',
      brand: 'Qamra',
      account: '971501234567',
      amount: anAmount('50'),
      pays: anAmount('50'),
      cashier: { id: 'amal', name: 'Amal Rahman' },
      terminal: { id: 'till', name: 'Counter' },
      openedAt: APPROVED_AT,
    })
    const of = { id: OTHER, serviceId: 'qamra', account: '971501234567', amount: decimal('50.00') }
    expect(path.asked).toMatchObject([{ step: 'check', of }])
    later.let()
    expect(await opening).toMatchObject({ state: 'checked', version: 2 })
    const expected = [
      ['opened', 'Amal Rahman'],
      ['checked', undefined],
    ]
    expect((await path.store.events(OTHER)).map(({ kind, by }) => [kind, by])).toEqual(expected)
  })

  it('opening a sale returns it unanswered after 20 s, and the check continues', async () => {
    const later = aDeferredAnswer(checked)
    const path = await aMoneyPath({ script: { check: later.answer } })
    let state: string | undefined
    void open(path).then((sale) => (state = sale.state))
    await path.pass(20 * SECOND - 1)
    expect(state).toBeUndefined()
    await path.pass(1)
    expect(state).toBe('opened')
    later.let()
    await path.once((sale) => sale.state === 'checked', OTHER)
  })

  it('C6: after a lost check the sale is found, within the time that remains', async () => {
    const path = await aMoneyPath({ script: { check: lost(), find: checked } })
    expect(await open(path)).toMatchObject({ state: 'checked' })
    const expected = [
      ['check', undefined],
      ['find', 15 * SECOND],
    ]
    expect(path.asked.map(({ step, withinMs }) => [step, withinMs])).toEqual(expected)
  })

  it('G7: a sale that find does not know is checked again with the same content', async () => {
    const path = await aMoneyPath({ script: { check: [lost(), checked], find: refuses(22) } })
    expect(await open(path)).toMatchObject({ state: 'checked' })
    const [first, find, second] = path.asked
    expect([find?.step, second?.step]).toEqual(['find', 'check'])
    expect(second?.of).toEqual(first?.of)
    expect(second?.withinMs).toBeGreaterThan(30 * SECOND)
  })
})

describe('E1, a repeated request to open a sale (rule 2)', () => {
  it('E1: repeated requests with one id open one sale, which is checked once', async () => {
    const path = await selling()
    const all = await Promise.all([open(path), open(path, { account: '+971501234567', amount: '50.00' }), open(path)])
    expect(new Set(all.map(({ number }) => number))).toEqual(new Set([1]))
    expect(path.steps()).toEqual(['check'])
    expect(await open(path, {}, OTHER, supervisor)).toMatchObject({ number: 1 })
  })

  it('E1: a repeated request returns its sale although nothing new could be opened', async () => {
    const path = await selling()
    await open(path)
    path.health.service = 'stopped'
    path.offer([])
    expect(await open(path)).toMatchObject({ number: 1 })
  })

  it.each([
    { what: 'another amount', changes: { amount: '55' } },
    { what: 'another account', changes: { account: '050 123 4568' } },
    { what: 'a malformed account', changes: { account: '1' } },
    { what: 'another service', changes: { serviceId: 'velto' } },
  ] satisfies { what: string; changes: Partial<ServiceRequest> }[])(
    'E1: a repeated request with $what is rejected and changes nothing',
    async ({ changes }) => {
      const path = await selling()
      const before = await open(path)
      await expect(open(path, changes)).rejects.toMatchObject(refusal(409, 'content-mismatch'))
      expect(await path.read(OTHER)).toEqual(before)
    },
  )

  it('E1: a repeated request from another cashier is rejected, and of a complete sale says neither number nor seller', async () => {
    const path = await selling({ script: { confirm: soldThen } })
    const { version } = await open(path)
    await expect(open(path, {}, OTHER, otherCashier)).rejects.toMatchObject({ failure: { code: 'not-allowed' } })
    await path.sales.confirm(OTHER, { version }, sellerOf(cashier))
    const missing = refusal(404, 'not-found', 'unknown', /^There is no such sale here\.$/)
    await expect(open(path, {}, OTHER, otherCashier)).rejects.toMatchObject(missing)
  })
})

describe('E23, our own rules for a request, by the current list of products', () => {
  const { rule } = QAMRA
  const aService = (changes: Partial<Service>): Service => ({ ...QAMRA, ...changes })
  const off = aService({ isActive: false })
  const limited = aService({ rule: { ...rule, max: decimal('45') } })
  const free = aService({ rule: { ...rule, min: decimal('0'), step: decimal('0') } })

  it.each([
    { what: 'another country’s number', changes: { account: '+447700900123' }, code: 'number-invalid', says: /UAE/ },
    { what: 'too little', changes: { amount: '4' }, code: 'amount-invalid', says: /less than/ },
    { what: 'too much', changes: { amount: '505' }, code: 'amount-invalid', says: /more than/ },
    { what: 'off the step', changes: { amount: '52' }, code: 'amount-invalid', says: /not a step/ },
    { what: 'too many digits', changes: { amount: '1234567890123456' }, code: 'amount-invalid', says: /digits/ },
    { what: 'an unknown product', changes: { serviceId: 'x' }, code: 'service-not-found', says: /list/ },
    { what: 'an inactive product', offer: off, code: 'service-inactive', says: /Qamra Recharge is not available/ },
    { what: 'a voucher', offer: aService({ kind: 'voucher' }), code: 'kind-mismatch', says: /direct/ },
    { what: 'limits that changed', offer: limited, code: 'amount-invalid', says: /more/ },
    { what: 'nothing', changes: { amount: '0' }, offer: free, code: 'amount-invalid', says: /less than/ },
  ])('E23: no sale is opened for $what', async ({ changes, offer, code, says: sentence }) => {
    const path = await selling(offer ? { services: [offer] } : {})
    await expect(open(path, changes)).rejects.toMatchObject(refusal(422, code, 'no', sentence))
    expect(await path.read(OTHER)).toBeUndefined()
    expect(path.steps()).toEqual([])
  })

  it('E23: no sale is opened before the list of products was read', async () => {
    const path = await selling({ hasNoCatalog: true })
    await expect(open(path)).rejects.toMatchObject(refusal(503, 'not-ready'))
  })

  it('E23: no sale is opened with a `duplicateOf` that is not a sale id', async () => {
    const path = await selling()
    await expect(open(path, { duplicateOf: 'somewhat' })).rejects.toMatchObject(refusal(400, 'invalid-request'))
  })
})

describe('selling that is stopped', () => {
  it.each([
    { reason: 'signature', says: /rejects our signature.*TOPUP_KEY_FLOOR.*A supervisor can try again/ },
    { reason: 'inactive', says: /not active.*A supervisor can try again/ },
    { reason: 'contradiction', says: /two different final results.*A supervisor can try again/ },
    { reason: undefined, says: /^Selling is stopped\. A supervisor can try again\.$/ },
  ] as const)(
    'selling stopped by $reason rejects opening and confirming, and says so',
    async ({ reason, says: sentence }) => {
      const path = await selling({ sale: checkedSale() })
      Object.assign(path.health, { service: 'stopped', ...(reason ? { reason } : {}) })
      const stopped = refusal(503, 'selling-stopped', 'no', sentence)
      await expect(open(path, ELSEWHERE)).rejects.toMatchObject(stopped)
      await expect(path.sales.confirm(ID, {}, seller)).rejects.toMatchObject(stopped)
      expect(path.steps()).toEqual([])
      expect(await path.read()).toMatchObject({ state: 'checked' })
    },
  )

  it('a sale can be polled and abandoned while selling is stopped', async () => {
    const path = await selling({ sale: notExecutedSale(), script: { find: says(-1) } })
    path.health.service = 'stopped'
    await path.sales.poll(ID, seller)
    expect(path.steps()).toEqual(['find'])
    expect(await path.sales.abandon(ID, seller)).toMatchObject({ state: 'abandoned' })
  })

  it('E17: while the provider is unreachable no sale is opened, and a quote can be confirmed', async () => {
    const path = await selling({ sale: checkedSale(), script: { confirm: says(1) } })
    path.health.service = 'unreachable'
    await expect(open(path, ELSEWHERE)).rejects.toMatchObject(refusal(503, 'service-unreachable', 'no'))
    expect(await path.sales.confirm(ID, {}, seller)).toMatchObject({ state: 'succeeded' })
  })

  it('E13: while the disk is full no sale is opened, and open sales continue', async () => {
    let isFull = true
    const path = await selling({ sale: checkedSale(), script: { confirm: says(1) }, isDiskFull: () => isFull })
    await expect(open(path, ELSEWHERE)).rejects.toMatchObject(refusal(503, 'disk-full', 'no'))
    expect(await path.sales.confirm(ID, {}, seller)).toMatchObject({ state: 'succeeded' })
    isFull = false
    expect(await open(path, ELSEWHERE)).toMatchObject({ state: 'checked' })
  })
})

describe('E12, a failed write of the database', () => {
  it('E12: the process ends when a new sale cannot be written, and no check is sent', async () => {
    const path = await selling({
      wrap: (store) => ({ ...store, insert: async () => Promise.reject(new Error('the disk is gone')) }),
    })
    await expect(open(path)).rejects.toThrow('the disk is gone')
    expect(path.deaths).toHaveLength(1)
    expect(path.steps()).toEqual([])
  })

  it('E12: the process ends when an answer cannot be written, and the sale remains confirming', async () => {
    const path = await aMoneyPath({
      sale: checkedSale(),
      script: { confirm: says(1) },
      wrap: (store) => ({
        ...store,
        save: async (saved, ...more) =>
          saved.state === 'succeeded' ? Promise.reject(new Error('the disk is gone')) : store.save(saved, ...more),
      }),
    })
    void path.sales.confirm(ID, {}, seller)
    await settle()
    expect(path.deaths).toEqual([new Error('the disk is gone')])
    expect(await path.read()).toMatchObject({ state: 'confirming' })
  })
})

describe('duplicates (rule 11)', () => {
  const forbidden = async (attempt: Promise<unknown>) => {
    try {
      await attempt
      return undefined
    } catch (error) {
      if (!(error instanceof DuplicateSaleError)) throw error
      return [error.duplicate.kind, error.duplicate.sale.number]
    }
  }

  it('E4: no one can open the same sale while the first one is open', async () => {
    const path = await selling({ sale: pendingSale() })
    for (const person of [cashier, otherCashier, supervisor])
      expect(await forbidden(open(path, {}, OTHER, person))).toEqual(['blocked', 1])
    expect(await forbidden(open(path, { duplicateOf: ID }))).toEqual(['blocked', 1])
    expect(await path.read(OTHER)).toBeUndefined()
    expect([path.steps(), path.deaths]).toEqual([[], []])
  })

  it('opening the same sale after a success needs a confirmation that it is a duplicate', async () => {
    const sold: SaleRecord = { ...succeededSale(), finalAt: APPROVED_AT - MINUTE }
    const path = await selling({ sale: sold, script: { confirm: soldThen } })
    expect(await forbidden(open(path))).toEqual(['confirm', 1])
    expect(await open(path, { duplicateOf: sold.id })).toMatchObject({ state: 'checked', duplicateOf: sold.id })
    // The duplicate was confirmed at opening, so the confirm does not ask for it again.
    expect(await forbidden(path.sales.confirm(OTHER, {}, seller))).toBeUndefined()
  })

  it('confirming a likely duplicate needs a confirmation, which is stored in the sale', async () => {
    const sold: SaleRecord = { ...succeededSale(), finalAt: APPROVED_AT - SECOND }
    const quote: SaleRecord = { ...checkedSale(), id: OTHER }
    const path = await aMoneyPath({
      sales: [sold, quote],
      script: { confirm: says(1, { saleId: OTHER }) },
    })
    expect(await forbidden(path.sales.confirm(quote.id, {}, seller))).toEqual(['confirm', 1])
    await expect(path.sales.confirm(quote.id, { duplicateOf: 'x' }, seller)).rejects.toMatchObject({ status: 400 })
    const expected = { state: 'succeeded', duplicateOf: sold.id }
    expect(await path.sales.confirm(quote.id, { duplicateOf: sold.id }, seller)).toMatchObject(expected)
  })

  it('a repeated confirm is not checked for duplicates', async () => {
    const later = aDeferredAnswer(says(1))
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: later.answer } })
    void path.sales.confirm(ID, {}, seller)
    await settle()
    // A pending duplicate would block a first confirm.
    await path.store.insert({ ...pendingSale(), id: aSaleId('C') }, [])
    const again = path.sales.confirm(ID, {}, seller)
    later.let()
    expect(await again).toMatchObject({ state: 'succeeded' })
  })
})

describe('a confirm (rule 3)', () => {
  it('E6: a repeated confirm changes nothing', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) } })
    const all = await Promise.all([1, 2, 3].map(() => path.sales.confirm(ID, { version: 1 }, seller)))
    for (const one of all) expect(one).toMatchObject({ state: 'succeeded' })
    expect(await path.sales.confirm(ID, { version: 1 }, seller)).toMatchObject({ state: 'succeeded' })
    expect(path.steps()).toEqual(['confirm'])
    expect(path.asked[0]?.of).toEqual({ id: ID, amount: decimal('50.00') })
  })

  it('E3: a confirm of a stale version is rejected', async () => {
    const sale: SaleRecord = { ...checkedSale(), stateVersion: 3 }
    const path = await aMoneyPath({ sale, script: { confirm: says(1) } })
    const refused = refusal(409, 'stale-version', 'no')
    await expect(path.sales.confirm(ID, { version: 2 }, seller)).rejects.toMatchObject(refused)
    expect(await path.sales.confirm(ID, { version: 3 }, seller)).toMatchObject({ state: 'succeeded' })
  })

  it('E3: a confirm of an expired quote abandons the sale, also beside an open duplicate, and a repeated one says the same', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), sales: [{ ...pendingSale(), id: OTHER }] })
    path.clock.time = CHECKED_AT + 10 * MINUTE
    const expired = refusal(409, 'quote-expired', 'no')
    for (let tap = 0; tap < 2; tap++) await expect(path.sales.confirm(ID, {}, seller)).rejects.toMatchObject(expired)
    expect(await path.read()).toMatchObject({ state: 'abandoned' })
    expect(path.steps()).toEqual([])
  })

  it('a confirm of an abandoned sale returns it unchanged', async () => {
    const path = await aMoneyPath({ sale: checkedSale() })
    await path.sales.abandon(ID, seller)
    expect(await path.sales.abandon(ID, seller)).toMatchObject({ state: 'abandoned' })
    expect(await path.sales.confirm(ID, {}, seller)).toMatchObject({ problem: { code: 'abandoned' } })
  })

  it('a late confirm of a sale that was abandoned after a confirm returns it and does not call it expired', async () => {
    const path = await aMoneyPath({ sale: notExecutedSale() })
    path.clock.time += HOUR
    await path.sales.abandon(ID, seller)
    expect(await path.sales.confirm(ID, {}, seller)).toMatchObject({ state: 'abandoned' })
  })

  it('E7: a confirm returns after ten seconds without an answer, and the sale continues', async () => {
    const later = aDeferredAnswer(says(1))
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: later.answer } })
    let returned: string | undefined
    void path.sales.confirm(ID, {}, seller).then(({ state }) => (returned = state))
    await path.pass(10 * SECOND - 1)
    expect(returned).toBeUndefined()
    await path.pass(1)
    expect(returned).toBe('confirming')
    later.let()
    await path.once(({ state }) => state === 'succeeded')
  })

  it('a confirm of a sale that does not exist, or that the seller may not view, is answered with 404', async () => {
    const path = await aMoneyPath({ sale: succeededSale() })
    await expect(path.sales.confirm(aSaleId('Z'), {}, seller)).rejects.toMatchObject({ status: 404 })
    const expected = { status: 404 }
    await expect(path.sales.confirm(ID, {}, sellerOf(otherCashier))).rejects.toMatchObject(expected)
  })

  it('a pending sale cannot be abandoned', async () => {
    const path = await aMoneyPath({ sale: pendingSale() })
    const refused = refusal(409, 'wrong-state', 'unknown')
    await expect(path.sales.abandon(ID, seller)).rejects.toMatchObject(refused)
  })
})

it('E22: a receipt exists only for a sold sale, is shown only to people who may view the sale, and each reveal is recorded', async () => {
  const path = await aMoneyPath({ sales: [pendingSale()] })
  await expect(receiptOf(path.sales, ID)).rejects.toMatchObject(refusal(409, 'wrong-state'))
  const receipt = { header: 'Toptill' }
  const confirm = { ...says(1), receipt } as Answer
  const sold = await aMoneyPath({ sale: checkedSale(), script: { confirm } })
  await sold.sales.confirm(ID, {}, seller)
  for (let copy = 0; copy < 2; copy++) expect(await receiptOf(sold.sales, ID)).toEqual(receipt)
  const shown = (await sold.store.events(ID)).filter(({ kind }) => kind === 'receipt-revealed')
  expect(shown.map(({ by }) => by)).toEqual(['Amal Rahman', 'Amal Rahman'])
  await expect(receiptOf(sold.sales, ID, otherCashier)).rejects.toMatchObject({ status: 404 })
  expect(await sold.read()).toMatchObject({ state: 'succeeded', version: 5, revealCount: 0 })
  expect(sold.steps()).toEqual(['confirm'])
})
