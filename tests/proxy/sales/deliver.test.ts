import { describe, expect, it } from 'vitest'

import type { Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/transaction.ts'
import type { Voucher } from '#domain/voucher.ts'
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
} from '../../support/money-path.ts'
import {
  APPROVED_AT,
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
  step,
} from '../../support/sales.ts'

const CODE: Voucher = { number: '7K4P2M9XQH6T81WD', serial: '009144273306' }
const soldWith = (voucher: Voucher, receipt = { header: 'Pixelmoor' }): Answer => {
  const answer = saysOfVoucher(1, voucher.number ? { hasCode: true } : {})
  return { ...answer, kind: 'transaction', voucher, receipt } as Answer
}
const sold = soldWith(CODE)

const reveal = (
  path: MoneyPath,
  sale: SaleRecord,
  who: Person = cashier,
  more: { reason?: string; hasStepUp?: boolean } = {},
) => path.sales.reveal(sale.id, { hasStepUp: true, ...more }, sellerOf(who))
const on = (sale: SaleRecord, options: MoneyPathOptions = {}) =>
  aMoneyPath({ sale, script: { find: sold }, ...options })
/** A checked voucher on the clock of these tests, so that it can be confirmed and revealed. */
const checkedVoucher = (): SaleRecord =>
  step(
    openedVoucher(),
    {
      kind: 'check-answered',
      answered: { answer: saysOfVoucher(-1), sentAt: APPROVED_AT - 2, answeredAt: APPROVED_AT - 1 },
    },
    APPROVED_AT - 1,
  ).sale
const shownEvents = async (path: MoneyPath, { id }: SaleRecord) =>
  (await path.store.events(id)).filter(({ kind }) => kind === 'code-revealed')

describe('the code of a voucher', () => {
  it('the code is shown to its cashier from the answer that contained it, and each reveal is journaled and counted', async () => {
    const sale = checkedVoucher()
    const path = await aMoneyPath({ sale, script: { confirm: sold } })
    await path.sales.confirm(sale.id, {}, sellerOf(cashier))
    const first = await reveal(path, sale)
    expect(first).toMatchObject({ voucher: CODE, receipt: { header: 'Pixelmoor' }, sale: { revealCount: 1 } })
    expect((await reveal(path, sale)).sale.revealCount).toBe(2)
    expect(await shownEvents(path, sale)).toMatchObject([{ by: cashier.name }, { by: cashier.name }])
    expect(path.steps()).toEqual(['confirm'])
  })

  it('the code is read by find after a restart, and again after two minutes', async () => {
    const path = await on(readyVoucher())
    expect((await reveal(path, readyVoucher())).voucher).toEqual(CODE)
    expect(path.steps()).toEqual(['find'])
    await path.pass(2 * MINUTE)
    expect((await reveal(path, readyVoucher())).voucher).toEqual(CODE)
    expect(path.steps()).toEqual(['find', 'find'])
  })

  it('the code is in no record and in no event', async () => {
    const path = await on(readyVoucher())
    await reveal(path, readyVoucher())
    await path.sales.deliver(readyVoucher().id, 'printed', sellerOf(cashier))
    const kept = JSON.stringify([await path.read(), await path.store.events(readyVoucher().id), path.announced])
    for (const secret of [CODE.number, CODE.serial, 'header']) expect(kept).not.toContain(secret)
  })

  it('a reveal without a code is not counted, and find is not repeated before the polling interval', async () => {
    const path = await on(readyVoucher(), { script: { find: saysOfVoucher(1) } })
    const none = await reveal(path, readyVoucher())
    expect(none.voucher).toBeUndefined()
    expect(none.sale.revealCount).toBe(0)
    await reveal(path, readyVoucher())
    expect(path.steps()).toEqual(['find'])
  })

  it('a reveal shows the parts of a code that is still coming', async () => {
    const path = await on(comingVoucher(), { script: { find: soldWith({ serial: 'S1', link: 'http://a.example' }) } })
    await path.pass(5 * SECOND)
    const part = await reveal(path, comingVoucher())
    expect(part).toMatchObject({
      voucher: { serial: 'S1', link: 'http://a.example' },
      sale: { voucher: 'coming', revealCount: 1 },
    })
  })

  it('a code that is still coming arrives automatically and can be revealed', async () => {
    const sale = checkedVoucher()
    const path = await aMoneyPath({ sale, script: { confirm: saysOfVoucher(1), find: [saysOfVoucher(1), sold] } })
    await path.sales.confirm(sale.id, {}, sellerOf(cashier))
    expect(await path.read()).toMatchObject({ state: 'succeeded', voucher: 'coming' })
    await path.pass(5 * SECOND)
    await path.pass(8 * SECOND)
    expect(await path.read()).toMatchObject({ voucher: 'ready' })
    expect((await reveal(path, sale)).voucher).toEqual(CODE)
  })

  it('G12: a second, different code is for a supervisor only, and selling continues', async () => {
    const other = { number: '0000111122223333' }
    const path = await on(readyVoucher(), { script: { find: [sold, soldWith(other)] } })
    await reveal(path, readyVoucher())
    await path.pass(2 * MINUTE)
    await expect(reveal(path, readyVoucher())).rejects.toMatchObject({ status: 403, failure: { code: 'not-allowed' } })
    expect(await path.read()).toMatchObject({ conflicting: true, conflictWith: 'other-code', revealCount: 1 })
    const seen = await reveal(path, readyVoucher(), supervisor, { reason: 'Support asks' })
    expect(seen.voucher).toEqual(other)
    expect(path.stops).toEqual([])
  })

  it('a code that is missing in one answer is read again', async () => {
    const path = await on(readyVoucher(), {
      script: { find: [{ ...saysOfVoucher(1), receipt: { header: 'Pixelmoor' } } as Answer, sold] },
    })
    expect((await reveal(path, readyVoucher())).voucher).toBeUndefined()
    await path.pass(5 * SECOND)
    expect((await reveal(path, readyVoucher())).voucher).toEqual(CODE)
  })

  it('a receipt is shown without another find while the code is still coming', async () => {
    const path = await on(comingVoucher(), {
      script: { find: { ...saysOfVoucher(1), receipt: { header: 'Pixelmoor' } } as Answer },
    })
    expect((await reveal(path, comingVoucher())).receipt).toEqual({ header: 'Pixelmoor' })
    path.clock.time += 6 * SECOND
    expect((await reveal(path, comingVoucher())).receipt).toEqual({ header: 'Pixelmoor' })
    expect(path.steps()).toEqual(['find'])
    expect((await path.store.events(comingVoucher().id)).at(-1)?.kind).toBe('receipt-revealed')
  })

  it('a supervisor can reveal the code of a failed sale that the service calls sold, and a recharge has none', async () => {
    const failed: SaleRecord = { ...comingVoucher(), state: 'failed', conflicting: true }
    const { voucher: _, next: __, ...voucher } = failed
    const path = await on(voucher)
    expect((await reveal(path, voucher, supervisor, { reason: 'Support asks' })).voucher).toEqual(CODE)
    const direct: SaleRecord = { ...voucher, kind: 'direct', account: '971501234567' }
    const other = await on(direct)
    await expect(reveal(other, direct, supervisor, { reason: 'Support asks' })).rejects.toMatchObject({
      status: 409,
      failure: {
        code: 'wrong-state',
        moneyMoved: 'unknown',
        message: expect.stringMatching(/only for a sale/) as string,
      },
    })
  })

  it('a code that arrived after a resolution as not sold is for supervisors only', async () => {
    const late = resolved(comingVoucher(), 'not-sold', APPROVED_AT + HOUR).sale
    const came = findAnswered(late, saysOfVoucher(1, { hasCode: true }), APPROVED_AT + DAY).sale
    const path = await on({ ...came, conflicting: undefined as never })
    expect(await reveal(path, came)).not.toHaveProperty('voucher')
    await expect(path.sales.takeOver(came.id, sellerOf(otherCashier))).rejects.toMatchObject({ status: 409 })
    expect((await path.sales.countOpenItems(cashier)).undelivered).toBe(0)
    expect((await reveal(path, came, supervisor, { reason: 'Support asks' })).voucher).toEqual(CODE)
  })

  it('a supervisor can reveal the code of an abandoned sale that was resolved as sold', async () => {
    const given: SaleRecord = { ...comingVoucher(), state: 'abandoned' }
    const { voucher: _, next: __, ...rest } = given
    const word = { outcome: 'sold' as const, note: 'Support', at: APPROVED_AT, by: 'Hamad' }
    const path = await on({ ...rest, resolution: word })
    expect(await reveal(path, given)).not.toHaveProperty('voucher')
    expect((await reveal(path, given, supervisor, { reason: 'It was paid' })).voucher).toEqual(CODE)
  })

  it('parallel reveals send one find and write one event', async () => {
    const later = aDeferredAnswer(sold)
    const path = await on(readyVoucher(), { script: { find: later.answer } })
    const asking = Array.from({ length: 20 }, () => reveal(path, readyVoucher()))
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
    await expect(reveal(path, before())).rejects.toMatchObject({ status: 409, failure: { code: 'wrong-state' } })
  })
})

describe('who may see a code (rule 12)', () => {
  it('a colleague gets neither code nor receipt until they take the sale over', async () => {
    const path = await on(readyVoucher())
    expect(await reveal(path, readyVoucher(), otherCashier)).toEqual({ sale: await path.read() })
    expect(path.steps()).toEqual([])
    await path.sales.takeOver(readyVoucher().id, sellerOf(otherCashier))
    expect((await reveal(path, readyVoucher(), otherCashier)).voucher).toEqual(CODE)
    expect(await reveal(path, readyVoucher())).not.toHaveProperty('voucher')
  })

  it('a cashier can reveal a delivered code for two more minutes', async () => {
    const path = await on(deliveredVoucher())
    path.clock.time = DELIVERED_AT + 2 * MINUTE - 10
    expect((await reveal(path, deliveredVoucher())).voucher).toEqual(CODE)
    path.clock.time = DELIVERED_AT + 2 * MINUTE
    expect(await reveal(path, deliveredVoucher())).not.toHaveProperty('voucher')
  })

  it('a supervisor needs step-up and a reason to reveal a delivered code, and the reason is journaled', async () => {
    const path = await on(deliveredVoucher())
    const ask = (more: { reason?: string; hasStepUp: boolean }) => reveal(path, deliveredVoucher(), supervisor, more)
    await expect(ask({ hasStepUp: false, reason: 'Paper torn' })).rejects.toMatchObject({
      status: 401,
      failure: { code: 'step-up-required' },
    })
    await expect(ask({ hasStepUp: true })).rejects.toMatchObject({ status: 422, failure: { code: 'reason-missing' } })
    expect(path.steps()).toEqual([])
    expect((await ask({ hasStepUp: true, reason: 'Paper torn' })).voucher).toEqual(CODE)
    expect(await shownEvents(path, deliveredVoucher())).toMatchObject([{ by: supervisor.name, note: 'Paper torn' }])
  })

  it('a reveal that finishes more than two minutes after the delivery is rejected with a sentence', async () => {
    const later = aDeferredAnswer(sold)
    const path = await on(deliveredVoucher(), { script: { find: later.answer } })
    path.clock.time = DELIVERED_AT + 2 * MINUTE - 10
    const asked = reveal(path, deliveredVoucher())
    await settle()
    path.clock.time = DELIVERED_AT + 2 * MINUTE
    later.let()
    await expect(asked).rejects.toMatchObject({
      status: 403,
      failure: {
        message: expect.stringMatching(/was handed over\. A supervisor may/) as string,
        moneyMoved: 'unknown',
      },
    })
  })

  it('a reveal is rejected when a colleague took the sale over while the code was read', async () => {
    const later = aDeferredAnswer(sold)
    const path = await on(readyVoucher(), { script: { find: later.answer } })
    const asked = reveal(path, readyVoucher())
    await settle()
    await path.sales.takeOver(readyVoucher().id, sellerOf(otherCashier))
    later.let()
    await expect(asked).rejects.toMatchObject({ status: 403, failure: { code: 'not-allowed' } })
    expect(await shownEvents(path, readyVoucher())).toEqual([])
  })
})

describe('delivery', () => {
  it('a delivered code is no longer an open item', async () => {
    const path = await on(readyVoucher())
    expect((await path.sales.countOpenItems(cashier)).undelivered).toBe(1)
    expect(await path.sales.openItems(otherCashier)).toHaveLength(1)
    const sale = await path.sales.deliver(readyVoucher().id, 'shared', sellerOf(cashier))
    expect(sale).toMatchObject({ voucher: 'delivered', delivered: { method: 'shared', by: cashier.name } })
    expect((await path.sales.countOpenItems(cashier)).undelivered).toBe(0)
    expect(await path.sales.openItems(otherCashier)).toHaveLength(0)
  })

  it('a delivery after the first one only counts prints, also when the cashier may no longer reveal the code', async () => {
    const path = await on(deliveredVoucher())
    path.clock.time = DELIVERED_AT + HOUR
    const sale = await path.sales.deliver(deliveredVoucher().id, 'printed', sellerOf(cashier))
    expect(sale).toMatchObject({ voucher: 'delivered', delivered: { at: DELIVERED_AT }, printCount: 2 })
  })

  it('a colleague cannot deliver a code before they take the sale over', async () => {
    const path = await on(readyVoucher())
    await expect(path.sales.deliver(readyVoucher().id, 'given', sellerOf(otherCashier))).rejects.toMatchObject({
      status: 403,
      failure: {
        code: 'not-allowed',
        moneyMoved: 'unknown',
        message: expect.stringMatching(/Take the sale over/) as string,
      },
    })
  })

  it('a code that is still coming cannot be delivered', async () => {
    const path = await on(comingVoucher())
    await expect(path.sales.deliver(comingVoucher().id, 'given', sellerOf(cashier))).rejects.toMatchObject({
      status: 409,
      failure: {
        code: 'wrong-state',
        moneyMoved: 'unknown',
        message: expect.stringMatching(/nothing to hand over/) as string,
      },
    })
  })
})
