import { describe, expect, it } from 'vitest'

import type { Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import type { Voucher } from '#domain/catalog/voucher.ts'
import { settle } from '../../support/a-journal.ts'
import {
  aMoneyPath,
  aDeferredAnswer,
  otherCashier,
  cashier,
  sellerOf,
  supervisor,
  type MoneyPath,
  type MoneyPathOptions,
  refusal,
} from '../../support/money-path.ts'
import {
  APPROVED_AT,
  aSaleId,
  resolved,
  comingVoucher,
  confirmingVoucher,
  DAY,
  findAnswered,
  DELIVERED_AT,
  deliveredVoucher,
  HOUR,
  MINUTE,
  openedVoucher,
  pendingSale,
  readyVoucher,
  saysOfVoucher,
  SECOND,
  checkAnswered,
} from '../../support/sales.ts'

/** @security V16.3.1: A code is shown only after the reveal was recorded. */

const ID = aSaleId()
const CODE: Voucher = { number: '7K4P2M9XQH6T81WD', serial: '009144273306' }
const soldWith = (voucher: Voucher, receipt = { header: 'Pixelmoor' }): Answer => {
  const answer = saysOfVoucher(1, voucher.number ? { hasCode: true } : {})
  return { ...answer, kind: 'transaction', voucher, receipt } as Answer
}
const sold = soldWith(CODE)
const receiptAlone = { ...saysOfVoucher(1), receipt: { header: 'Pixelmoor' } } as Answer

const reveal = (path: MoneyPath, who: Person = cashier, more: { reason?: string; hasStepUp?: boolean } = {}) =>
  path.sales.reveal(ID, { hasStepUp: true, ...more }, sellerOf(who))
const on = (sale: SaleRecord, options: MoneyPathOptions = {}) =>
  aMoneyPath({ sale, script: { find: sold }, ...options })
/** A checked voucher on the clock of these tests, so that it can be confirmed and revealed. */
const checkedVoucher = () => checkAnswered(openedVoucher(), saysOfVoucher(-1), APPROVED_AT - 1).sale
const shownEvents = async (path: MoneyPath) =>
  (await path.store.events(ID)).filter(({ kind }) => kind === 'code-revealed')

describe('the code of a voucher', () => {
  it('the code is shown to its cashier from the answer that contained it, and each reveal is recorded and counted', async () => {
    const path = await aMoneyPath({ sale: checkedVoucher(), script: { confirm: sold } })
    await path.sales.confirm(ID, {}, sellerOf(cashier))
    const first = await reveal(path)
    expect(first).toMatchObject({ voucher: CODE, receipt: { header: 'Pixelmoor' }, sale: { revealCount: 1 } })
    expect((await reveal(path)).sale.revealCount).toBe(2)
    expect(await shownEvents(path)).toMatchObject([{ by: cashier.name }, { by: cashier.name }])
    expect(path.steps()).toEqual(['confirm'])
  })

  it('the code is read by find after a restart, and again after two minutes', async () => {
    const path = await on(readyVoucher())
    expect((await reveal(path)).voucher).toEqual(CODE)
    expect(path.steps()).toEqual(['find'])
    await path.pass(2 * MINUTE)
    expect((await reveal(path)).voucher).toEqual(CODE)
    expect(path.steps()).toEqual(['find', 'find'])
  })

  it('a code is shown at most thirty times per minute, because each time is an event of its sale', async () => {
    const path = await on(readyVoucher())
    for (let time = 0; time < 30; time += 1) await reveal(path)
    await expect(reveal(path)).rejects.toMatchObject(refusal(429, 'rate-limited'))
    await path.pass(MINUTE)
    expect((await reveal(path)).sale.revealCount).toBe(31)
  })

  it('a reveal without a code is not counted, and the code is read again after the polling interval', async () => {
    const path = await on(readyVoucher(), { script: { find: [receiptAlone, sold] } })
    const none = await reveal(path)
    expect([none.voucher, none.sale.revealCount]).toEqual([undefined, 0])
    await reveal(path)
    expect(path.steps()).toEqual(['find'])
    await path.pass(5 * SECOND)
    expect((await reveal(path)).voucher).toEqual(CODE)
  })

  it('a reveal shows the parts of a code that is still coming', async () => {
    const path = await on(comingVoucher(), { script: { find: soldWith({ serial: 'S1', link: 'http://a.example' }) } })
    await path.pass(5 * SECOND)
    const voucher = { serial: 'S1', link: 'http://a.example' }
    expect(await reveal(path)).toMatchObject({ voucher, sale: { voucher: 'coming', revealCount: 1 } })
  })

  it('G12: a second, different code is for a supervisor only, and selling continues', async () => {
    const other = { number: '0000111122223333' }
    const path = await on(readyVoucher(), { script: { find: [sold, soldWith(other)] } })
    await reveal(path)
    await path.pass(2 * MINUTE)
    await expect(reveal(path)).rejects.toMatchObject(refusal(403, 'not-allowed'))
    expect(await path.read()).toMatchObject({ conflicting: true, conflictWith: 'other-code', revealCount: 1 })
    expect((await reveal(path, supervisor, { reason: 'Support asks' })).voucher).toEqual(other)
    expect(path.stops).toEqual([])
  })

  it('a receipt is shown without another find while the code is still coming', async () => {
    const path = await on(comingVoucher(), { script: { find: receiptAlone } })
    expect((await reveal(path)).receipt).toEqual({ header: 'Pixelmoor' })
    path.clock.time += 6 * SECOND
    expect((await reveal(path)).receipt).toEqual({ header: 'Pixelmoor' })
    expect(path.steps()).toEqual(['find'])
    expect((await path.store.events(ID)).at(-1)?.kind).toBe('receipt-revealed')
  })

  it('a supervisor can reveal the code of a failed sale that the provider calls sold, and a top-up has none', async () => {
    const failed: SaleRecord = { ...comingVoucher(), state: 'failed', conflicting: true }
    const { voucher: _, next: __, ...voucher } = failed
    const path = await on(voucher)
    expect((await reveal(path, supervisor, { reason: 'Support asks' })).voucher).toEqual(CODE)
    const other = await on({ ...voucher, kind: 'direct', account: '971501234567' })
    const refused = refusal(409, 'wrong-state', 'unknown', /Only a sale that was sold/)
    await expect(reveal(other, supervisor, { reason: 'Support asks' })).rejects.toMatchObject(refused)
  })

  it('a code that arrived after a resolution as not sold is for supervisors only', async () => {
    const late = resolved(comingVoucher(), 'not-sold', APPROVED_AT + HOUR).sale
    const came = findAnswered(late, saysOfVoucher(1, { hasCode: true }), APPROVED_AT + DAY).sale
    const path = await on({ ...came, conflicting: undefined as never })
    expect(await reveal(path)).not.toHaveProperty('voucher')
    await expect(path.sales.takeOver(ID, sellerOf(otherCashier))).rejects.toMatchObject({ status: 409 })
    expect((await path.sales.countOpenItems(cashier)).undelivered).toBe(0)
    expect((await reveal(path, supervisor, { reason: 'Support asks' })).voucher).toEqual(CODE)
  })

  it('parallel reveals send one find and write one event', async () => {
    const later = aDeferredAnswer(sold)
    const path = await on(readyVoucher(), { script: { find: later.answer } })
    const asking = Array.from({ length: 20 }, () => reveal(path))
    await settle()
    const { version } = (await path.read()) ?? {}
    expect(version).toBe(readyVoucher().version + 1)
    later.let()
    const shown = await Promise.all(asking)
    expect(shown.every(({ voucher }) => voucher?.number === CODE.number)).toBe(true)
    expect(path.steps()).toEqual(['find'])
  })

  it.each([confirmingVoucher, pendingSale])('a reveal before the sale is sold is rejected (%#)', async (before) => {
    const path = await on(before())
    await expect(reveal(path)).rejects.toMatchObject(refusal(409, 'wrong-state'))
  })
})

describe('the people who may see a code (rule 12)', () => {
  it('a colleague gets neither code nor receipt until they take the sale over', async () => {
    const path = await on(readyVoucher())
    expect(await reveal(path, otherCashier)).toEqual({ sale: await path.read() })
    expect(path.steps()).toEqual([])
    await path.sales.takeOver(ID, sellerOf(otherCashier))
    expect((await reveal(path, otherCashier)).voucher).toEqual(CODE)
    expect(await reveal(path)).not.toHaveProperty('voucher')
  })

  it('a cashier can reveal a delivered code for two more minutes', async () => {
    const path = await on(deliveredVoucher())
    path.clock.time = DELIVERED_AT + 2 * MINUTE - 10
    expect((await reveal(path)).voucher).toEqual(CODE)
    path.clock.time = DELIVERED_AT + 2 * MINUTE
    expect(await reveal(path)).not.toHaveProperty('voucher')
  })

  it('a supervisor needs step-up and a reason to reveal a delivered code, and the reason is recorded', async () => {
    const path = await on(deliveredVoucher())
    const ask = (more: { reason?: string; hasStepUp: boolean }) => reveal(path, supervisor, more)
    const refused = refusal(401, 'step-up-required')
    await expect(ask({ hasStepUp: false, reason: 'Paper torn' })).rejects.toMatchObject(refused)
    await expect(ask({ hasStepUp: true })).rejects.toMatchObject(refusal(422, 'reason-missing'))
    expect(path.steps()).toEqual([])
    expect((await ask({ hasStepUp: true, reason: 'Paper torn' })).voucher).toEqual(CODE)
    expect(await shownEvents(path)).toMatchObject([{ by: supervisor.name, note: 'Paper torn' }])
  })

  it('a reveal that finishes more than two minutes after the delivery is rejected with a sentence', async () => {
    const later = aDeferredAnswer(sold)
    const path = await on(deliveredVoucher(), { script: { find: later.answer } })
    path.clock.time = DELIVERED_AT + 2 * MINUTE - 10
    const asked = reveal(path)
    await settle()
    path.clock.time = DELIVERED_AT + 2 * MINUTE
    later.let()
    const refused = refusal(403, 'not-allowed', 'unknown', /was handed over\. A supervisor can/)
    await expect(asked).rejects.toMatchObject(refused)
  })

  it('a reveal is rejected when a colleague took the sale over while the code was read', async () => {
    const later = aDeferredAnswer(sold)
    const path = await on(readyVoucher(), { script: { find: later.answer } })
    const asked = reveal(path)
    await settle()
    await path.sales.takeOver(ID, sellerOf(otherCashier))
    later.let()
    await expect(asked).rejects.toMatchObject(refusal(403, 'not-allowed'))
    expect(await shownEvents(path)).toEqual([])
  })

  it('a code that may have been delivered before the database was restored can be revealed only by a supervisor', async () => {
    const path = await on({ ...readyVoucher(), mayBeDelivered: true })
    const refused = refusal(403, 'not-allowed', 'unknown', /may have been handed over already/)
    await expect(path.sales.deliver(ID, 'given', sellerOf(cashier))).rejects.toMatchObject(refused)
  })
})

describe('delivery', () => {
  it('a delivered code is no longer an open item', async () => {
    const path = await on(readyVoucher())
    expect((await path.sales.countOpenItems(cashier)).undelivered).toBe(1)
    expect(await path.sales.openItems(otherCashier)).toHaveLength(1)
    const sale = await path.sales.deliver(ID, 'shared', sellerOf(cashier))
    expect(sale).toMatchObject({ voucher: 'delivered', delivered: { method: 'shared', by: cashier.name } })
    expect((await path.sales.countOpenItems(cashier)).undelivered).toBe(0)
    expect(await path.sales.openItems(otherCashier)).toHaveLength(0)
  })

  it('a delivery after the first one only counts prints, also when the cashier may no longer reveal the code', async () => {
    const path = await on(deliveredVoucher())
    path.clock.time = DELIVERED_AT + HOUR
    const sale = await path.sales.deliver(ID, 'printed', sellerOf(cashier))
    expect(sale).toMatchObject({ voucher: 'delivered', delivered: { at: DELIVERED_AT }, printCount: 2 })
  })

  it('a colleague cannot deliver a code before they take the sale over', async () => {
    const path = await on(readyVoucher())
    const refused = refusal(403, 'not-allowed', 'unknown', /Take the sale over/)
    await expect(path.sales.deliver(ID, 'given', sellerOf(otherCashier))).rejects.toMatchObject(refused)
  })

  it('a code that is still coming cannot be delivered', async () => {
    const path = await on(comingVoucher())
    const refused = refusal(409, 'wrong-state', 'unknown', /nothing to hand over/)
    await expect(path.sales.deliver(ID, 'given', sellerOf(cashier))).rejects.toMatchObject(refused)
  })
})
