import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import { batchCash, earlierPayment, type KnownBatch } from '#domain/sale/batch.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SalesLimits } from '#domain/sales-limits.ts'
import type { BatchLineRequest } from '#server/sales/batches/open-batch.ts'
import { usageToday } from '#server/sales/limit-usage.ts'
import { BATCH_ID } from '../../../support/a-batch.ts'
import {
  aDeferredAnswer,
  cashier,
  otherCashier,
  refusal,
  sellerOf,
  supervisor,
  type Line,
  type MoneyPathOptions,
} from '../../../support/money-path.ts'
import { anAmount, aSaleId, lost, MINUTE, refuses, SECOND, till as terminal } from '../../../support/sales.ts'
import { anOpenDuplicate, aTill, codeComing, confirms, isComplete, isStopped, says, type Till } from './batch-till.ts'

const [AMAL, JOSEPH] = ['971501234567', '971509999999']
const code: BatchLineRequest = { kind: 'voucher', serviceId: 'pixelmoor', amount: '50' }
const topUp = (account: string): BatchLineRequest => ({ kind: 'direct', serviceId: 'qamra', amount: '50', account })
const BASKET = [code, topUp(AMAL), topUp(JOSEPH)]
const ALL = [1, 2, 3]

/** The answer to the calls of one step, in the order of the calls. */
const inTurn = (...answers: Line[]) => answers

const charged = async (till: Till) => {
  const { charge } = await till.batches.read(BATCH_ID, cashier)
  return Object.fromEntries(
    Object.entries(charge).flatMap(([kind, { sum, count }]) => (count > 0 ? [[kind, sum.amount]] : [])),
  )
}
const isChecked = ({ sales }: KnownBatch) => sales.length === 3 && sales.every(({ state }) => state !== 'opened')

async function aCheckedBasket(script: MoneyPathOptions['script'] = {}, options: Omit<MoneyPathOptions, 'script'> = {}) {
  const till = await aTill(script, options)
  await till.openLines(BASKET)
  await till.batchOnce(isChecked)
  return till
}

describe('opening a basket', () => {
  it('every line is checked, each as its own sale, and nothing is confirmed', async () => {
    const till = await aCheckedBasket()
    const { batch, sales } = await till.known()
    expect(batch).toMatchObject({ state: 'checked', cashier: { id: cashier.id }, approvals: [] })
    expect(sales.map(({ id }) => id)).toEqual(batch.lines.map(({ saleId }) => saleId))
    expect(sales).toMatchObject([
      { kind: 'voucher', state: 'checked', batch: { line: 1, of: 3 } },
      { kind: 'direct', account: AMAL, state: 'checked', batch: { line: 2, of: 3 } },
      { kind: 'direct', account: JOSEPH, state: 'checked', batch: { line: 3, of: 3 } },
    ])
    expect(till.steps()).toEqual(['check', 'check', 'check'])
  })

  it('the lines of a basket are in the database before any check is sent', async () => {
    const seen: (KnownBatch | undefined)[] = []
    const check: Line = async (of) => {
      seen.push(await till.known())
      return says(-1)(of)
    }
    const till = await aTill({ check })
    await till.openLines(BASKET)
    await till.batchOnce(isChecked)
    expect(seen[0]?.batch.lines).toHaveLength(3)
    expect(seen[0]?.sales[0]).toMatchObject({ state: 'opened' })
  })

  it('opening a basket again with the same id and lines returns it, and with other lines it is rejected', async () => {
    const till = await aCheckedBasket()
    await Promise.all([till.openLines(BASKET), till.openLines(BASKET)])
    expect(till.steps()).toHaveLength(3)
    for (const lines of [BASKET.slice(1), BASKET.toReversed(), [code, topUp(AMAL), { ...code }]])
      await expect(till.openLines(lines)).rejects.toMatchObject(refusal(409, 'content-mismatch'))
    await expect(till.open()).rejects.toMatchObject(refusal(409, 'content-mismatch'))
  })

  it('a basket of equal lines is no quantity, and a quantity is no basket', async () => {
    const till = await aTill()
    await till.open({ count: 2 })
    await expect(till.openLines([code, code])).rejects.toMatchObject(refusal(409, 'content-mismatch'))
  })

  it.each<[string, BatchLineRequest[], string, number]>([
    ['a number that is no number', [code, topUp('12')], 'number-invalid', 2],
    ['an amount that is not sold', [code, topUp(AMAL), { ...code, amount: '51' }], 'amount-invalid', 3],
    ['a product that is not sold', [{ ...code, serviceId: 'nothing' }, code], 'service-not-found', 1],
    ['the same top-up twice', [topUp(AMAL), code, topUp('+971 50 123 4567')], 'line-repeated', 3],
  ])('a basket with %s is rejected with its line, and nothing is stored', async (_, lines, reason, line) => {
    const till = await aTill()
    await expect(till.openLines(lines)).rejects.toMatchObject(refusal(422, reason, { line }))
    expect(await till.store.batches.find(BATCH_ID)).toBeUndefined()
    expect(till.steps()).toEqual([])
  })

  it('a basket may contain the same code several times', async () => {
    const till = await aTill()
    await till.openLines([code, code, code])
    await till.batchOnce(isChecked)
  })

  it('a kiosk sells no basket', async () => {
    const till = await aTill()
    const kiosk = { person: cashier, terminal: { ...terminal, isKiosk: true as const } }
    const opening = till.batches.open(BATCH_ID, { lines: BASKET }, kiosk)
    await expect(opening).rejects.toMatchObject(refusal(403, 'not-allowed'))
  })

  it('at most four lines of a list are checked at the same time, and all of them in the end', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aTill({ check: inTurn((of) => answer.then(() => says(-1)(of)), says(-1)) })
    const opening = till.openLines(Array.from({ length: 9 }, () => code))
    await till.batchOnce(
      ({ sales }) => sales.length === 9 && sales.filter(({ state }) => state === 'opened').length === 1,
    )
    release()
    await opening
    await till.batchOnce(({ sales }) => sales.every(({ state }) => state === 'checked'))
  })

  it('a line that the provider refuses is not sold, and the others are', async () => {
    const till = await aCheckedBasket({ check: inTurn(says(-1), refuses(201), says(-1)) })
    expect(await till.states()).toEqual(['checked', 'refused', 'checked'])
    await till.confirm([1, 3])
    await till.batchOnce(isStopped)
    expect(await till.states()).toEqual(['succeeded', 'refused', 'succeeded'])
    expect(await charged(till)).toEqual({ sold: '100.00', 'left-out': '50.00' })
  })

  it('a basket that is stopped before its approval abandons every line', async () => {
    const till = await aCheckedBasket()
    await till.stop()
    expect(await till.states()).toEqual(['abandoned', 'abandoned', 'abandoned'])
    expect(confirms(till)).toEqual([])
  })

  it('a line of a basket cannot be confirmed as a single sale before the basket is stopped', async () => {
    const till = await aCheckedBasket()
    const [first] = await till.lines()
    const confirming = till.sales.confirm(first!.id, {}, sellerOf(cashier))
    await expect(confirming).rejects.toMatchObject(refusal(409, 'wrong-state'))
  })
})

describe('selling a basket', () => {
  it('one approval sells every line, each under that approval', async () => {
    const till = await aCheckedBasket()
    await till.confirm(ALL)
    const { batch, sales } = await till.batchOnce(isComplete)
    expect(sales).toMatchObject(
      ALL.map((line) => ({ state: 'succeeded', batch: { line }, approval: { at: batch.approvals[0]!.at } })),
    )
    expect(confirms(till)).toEqual(batch.lines.map(({ saleId }) => saleId))
    expect(await charged(till)).toEqual({ sold: '150.00' })
  })

  it.each<[string, Line, string, object]>([
    ['failed', says(2), 'failed', { sold: '100.00', 'not-sold': '50.00' }],
    ['is pending', says(0), 'pending', { sold: '100.00', open: '50.00' }],
    ['is unknown', lost(), 'unknown', { sold: '100.00', open: '50.00' }],
    ['is canceled', says(3), 'canceled', { sold: '100.00', open: '50.00' }],
  ])('a line that %s stops no other line, and only what is sold is charged', async (_, second, state, sums) => {
    const till = await aCheckedBasket({ confirm: inTurn(says(1), second, says(1)), find: second })
    await till.confirm(ALL)
    await till.batchOnce(isStopped)
    await till.lineOnce(2, state as SaleRecord['state'])
    expect(await till.states()).toEqual(['succeeded', state, 'succeeded'])
    expect(await charged(till)).toEqual(sums)
  })

  it('a code that is still to come keeps no other line waiting, and completes the basket when it comes', async () => {
    const till = await aCheckedBasket({ confirm: inTurn(codeComing, says(1)), find: inTurn(codeComing, says(1)) })
    await till.confirm(ALL)
    await till.batchOnce(isStopped)
    expect((await till.known()).batch.stop).toMatchObject({ reason: 'still-waiting', line: 1 })
    await till.pass(MINUTE)
    await till.batchOnce(isComplete)
  })

  it('the next line waits for the answer to the confirm before it', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aCheckedBasket({ confirm: inTurn((of) => answer.then(() => says(1)(of)), says(1)) })
    await till.confirm(ALL)
    await till.lineOnce(1, 'confirming')
    expect(await till.states()).toEqual(['confirming', 'checked', 'checked'])
    release()
    await till.batchOnce(isComplete)
  })

  it('a line is not confirmed after its quote is over, and can be sold again', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aCheckedBasket({ confirm: inTurn((of) => answer.then(() => says(1)(of)), says(1)) })
    await till.pass(9 * MINUTE + 59 * SECOND)
    await till.confirm([1, 2])
    await till.lineOnce(1, 'confirming')
    await till.pass(2 * SECOND)
    await till.lineOnce(2, 'abandoned')
    release()
    await till.batchOnce(isStopped)
    expect(confirms(till)).toHaveLength(1)
    expect(await charged(till)).toMatchObject({ sold: '50.00', 'not-sold': '50.00' })
    await till.confirm([2])
    await till.lineOnce(2, 'succeeded')
  })

  it('a failed line is sold again under a fresh id, with the same content', async () => {
    const till = await aCheckedBasket({ confirm: inTurn(says(1), says(2), says(1)) })
    const [, , before] = (await till.known()).batch.lines
    await till.confirm(ALL)
    await till.batchOnce(isStopped)
    const failed = (await till.lines())[1]!
    await till.confirm([2])
    const { batch, sales } = await till.batchOnce(isComplete)
    expect(batch.lines[1]).toMatchObject({ earlierIds: [failed.id], content: { account: AMAL } })
    expect(batch.lines[2]).toEqual(before)
    expect(sales.filter(({ account }) => account === AMAL).map(({ state }) => state)).toEqual(['failed', 'succeeded'])
    expect(await charged(till)).toEqual({ sold: '150.00' })
  })

  it('a restart sells no further line, and each line is confirmed at most once', async () => {
    const { answer } = aDeferredAnswer(lost())
    const till = await aCheckedBasket({ confirm: inTurn(() => answer), find: says(1) })
    await till.confirm(ALL)
    await till.lineOnce(1, 'confirming')
    await till.sales.recover()
    expect((await till.known()).batch).toMatchObject({ state: 'stopped', stop: { reason: 'restarted' } })
    await till.pass(5 * MINUTE)
    expect(confirms(till)).toHaveLength(1)
  })
})

describe('the payment of a basket', () => {
  const payments = { methods: ['cash', 'card'], default: 'cash' } as const
  it('is recorded once with its change, and its method with every sale', async () => {
    const till = await aCheckedBasket({}, { payments })
    await till.confirm([1, 2], { paymentMethod: 'cash', cashTendered: '120' })
    const { batch, sales } = await till.batchOnce(isStopped)
    expect(batchCash(batch)).toEqual({ cashTendered: anAmount('120'), change: anAmount('20') })
    expect(sales.map(({ paymentMethod, cashTendered }) => [paymentMethod, cashTendered])).toEqual([
      ['cash', undefined],
      ['cash', undefined],
      [undefined, undefined],
    ])
  })

  it('is split over its lines in their order, and a line that is not sold takes its own part away', async () => {
    const till = await aCheckedBasket({ confirm: inTurn(says(1), says(2), says(1)) }, { payments })
    await till.confirm(ALL, {
      paymentMethod: 'card',
      split: { paymentMethod: 'cash', amount: '70' },
      cashTendered: '100',
    })
    const { batch, sales } = await till.batchOnce(isStopped)
    const cash = (amount: string) => ({ paymentMethod: 'cash', amount: anAmount(amount) }) as const
    expect(sales.map(({ state, paymentMethod, split }) => [state, paymentMethod, split])).toEqual([
      ['succeeded', 'card', undefined],
      ['failed', 'card', cash('20')],
      ['succeeded', 'cash', undefined],
    ])
    expect(batchCash(batch)).toEqual({ cashTendered: anAmount('100'), change: anAmount('30') })
    expect(await charged(till)).toEqual({ sold: '100.00', 'not-sold': '50.00' })
    expect(earlierPayment(batch, [2])).toEqual({ paymentMethod: 'card', split: cash('20') })
  })

  it('is rejected if it is less than the sum of the approved lines', async () => {
    const till = await aCheckedBasket({}, { payments })
    const paying = till.confirm(ALL, { paymentMethod: 'cash', cashTendered: '149.99' })
    await expect(paying).rejects.toMatchObject(refusal(422, 'payment-invalid'))
    expect(confirms(till)).toEqual([])
  })

  it('needs the fraud warning for the sum and the number of its codes', async () => {
    const two = await aTill({}, { fraudWarning: { quantityAbove: 1 } })
    await two.openLines([code, topUp(AMAL), code])
    await two.batchOnce(isChecked)
    await expect(two.confirm(ALL)).rejects.toMatchObject(refusal(422, 'scam-questions'))
    await two.confirm(ALL, { fraudWarningShown: true })
    await two.batchOnce(isComplete)
    const one = await aCheckedBasket({}, { fraudWarning: { quantityAbove: 1, amountAbove: '99' } })
    await one.confirm(ALL)
    await one.batchOnce(isComplete)
  })
})

describe('duplicates of a basket', () => {
  const sold = async (till: Till) => {
    const id = aSaleId('S')
    await till.sales.open(id, topUp(AMAL), sellerOf(otherCashier))
    return till.sales.confirm(id, {}, sellerOf(otherCashier))
  }

  it('a line that was sold a short while ago is passed over, named, and sold only if a person says so', async () => {
    const till = await aTill()
    const other = await sold(till)
    await till.openLines(BASKET)
    const { batch } = await till.batchOnce(({ sales }) => sales.filter(({ state }) => state === 'checked').length === 2)
    expect(batch.lines[1]?.skip).toEqual({ reason: 'confirm-duplicate', otherSale: other.id })
    expect((await till.batches.read(BATCH_ID, cashier)).others).toMatchObject([{ id: other.id }])
    await till.confirm(ALL)
    await till.batchOnce(isStopped)
    expect(await till.states()).toEqual(['succeeded', undefined, 'succeeded'])
    expect(await charged(till)).toEqual({ sold: '100.00', 'not-sold': '50.00' })
    await till.confirm([2], { again: [2] })
    await till.batchOnce(isComplete)
  })

  it('a line with an open duplicate is passed over, whatever a person says', async () => {
    const till = await aTill({}, { sales: [anOpenDuplicate({ serviceId: 'qamra', account: AMAL })] })
    await till.openLines(BASKET)
    await till.batchOnce(({ batch }) => batch.lines[1]?.skip?.reason === 'duplicate-blocked')
    await till.batchOnce(({ sales }) => sales.length === 2 && sales.every(({ state }) => state === 'checked'))
    await till.confirm(ALL, { again: [2] })
    await till.batchOnce(isStopped)
    expect(await till.states()).toEqual(['succeeded', undefined, 'succeeded'])
  })

  it('a duplicate that is sold after the check is noticed in the commit of the confirm', async () => {
    const till = await aCheckedBasket()
    const other = await sold(till)
    await till.confirm(ALL)
    const { batch } = await till.batchOnce(isStopped)
    expect(batch.lines[1]?.skip).toEqual({ reason: 'confirm-duplicate', otherSale: other.id })
    expect(await till.states()).toEqual(['succeeded', 'checked', 'succeeded'])
    await till.confirm([2], { again: [2] })
    await till.batchOnce(isComplete)
  })

  it('a line of a basket blocks the same sale at another till', async () => {
    const till = await aCheckedBasket({ confirm: lost(), find: says(0) })
    await till.confirm([2])
    await till.lineOnce(2, 'pending')
    await expect(sold(till)).rejects.toThrow('forbids it: blocked')
  })
})

describe('limits of a basket', () => {
  const aLimitedBasket = (limits: Partial<SalesLimits>, script: MoneyPathOptions['script'] = {}) =>
    aCheckedBasket(script, {
      limits: { shop: { currency: 'AED', ...limits } },
      recognize: async () => supervisor,
    })

  it.each<[Partial<SalesLimits>, string | undefined]>([
    [{ perDay: '150' }, undefined],
    [{ perDay: '149.99' }, 'perDay'],
    [{ perHour: '149' }, 'perHour'],
    [{ perSale: '50' }, undefined],
    [{ perSale: '49' }, 'perSale'],
    [{ perNumber: '50' }, undefined],
    [{ perNumber: '49' }, 'perNumber'],
    [{ vouchersPerMinute: 1 }, undefined],
    [{ vouchersPerMinute: 0 }, 'vouchersPerMinute'],
  ])('the lines and their sum are held against %j', async (limit, kind) => {
    const till = await aLimitedBasket(limit)
    if (kind === undefined) {
      await till.confirm(ALL)
      return void (await till.batchOnce(isComplete))
    }
    await expect(till.confirm(ALL)).rejects.toMatchObject(refusal(403, 'above-limit', { limits: [{ kind }] }))
    expect(confirms(till)).toEqual([])
    await till.confirm(ALL, { approver: { staffId: supervisor.id, pin: '604918' } })
    await till.batchOnce(isComplete)
    expect(till.auditLines().filter((line) => line.kind === 'limit-overridden')).toMatchObject([
      { detail: { lines: 3 } },
    ])
  })

  it('each line is reserved at its own price, until it is sold or the basket ends', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const check = inTurn(says(-1, { amount: decimal('200') }), says(-1))
    const till = await aTill({
      check,
      confirm: inTurn((of) => answer.then(() => says(2, { amount: decimal('200') })(of)), says(1)),
    })
    await till.openLines([{ ...code, serviceId: 'dear', amount: '200' }, topUp(AMAL), code])
    await till.batchOnce(isChecked)
    await till.confirm([1, 2])
    await till.lineOnce(1, 'confirming')
    const used = async () =>
      (await usageToday(till.db, 0, till.clock.now())).map(({ sum }) => Number(sum.units) / 10 ** sum.scale)
    expect((await used()).reduce((sum, one) => sum + one, 0)).toBe(250)
    release()
    await till.batchOnce(isStopped)
    expect(await used()).toEqual([50])
  })
})
