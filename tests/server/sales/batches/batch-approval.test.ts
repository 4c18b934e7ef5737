import { describe, expect, it } from 'vitest'

import { approvalOf, batchCash } from '#domain/sale/batch.ts'
import type { LimitUsage, SalesLimits } from '#domain/sales-limits.ts'
import { BATCH_ID } from '../../../support/a-batch.ts'
import {
  aDeferredAnswer,
  cashier,
  otherCashier,
  sellerOf,
  supervisor,
  type MoneyPathOptions,
  refusal,
} from '../../../support/money-path.ts'
import { anAmount, aSaleId, confirmingVoucher, lost, MINUTE, notSent, refuses, SECOND } from '../../../support/sales.ts'
import { itWhenFull } from '../../../support/level.ts'
import {
  anOpenDuplicate,
  aTill,
  anApproved,
  confirms,
  isComplete,
  isStopped,
  says,
  stoppedBy,
  wish,
  type Till,
} from './batch-till.ts'

it('a batch that continues keeps its payment method, and the cash of the lines for which it was received', async () => {
  const till = await aTill({}, { payments: { methods: ['cash', 'card'], default: 'card' } })
  await till.open()
  await till.confirm([1], { paymentMethod: 'cash', cashTendered: '60' })
  await stoppedBy(till)
  await till.confirm([2, 3])
  const { batch, sales } = await till.batchOnce(isComplete)
  expect(approvalOf(batch)?.payment?.paymentMethod).toBe('cash')
  expect(batchCash(batch)).toEqual({ cashTendered: anAmount('60'), change: anAmount('10') })
  expect(sales.map(({ paymentMethod, cashTendered }) => [paymentMethod, cashTendered])).toEqual(
    Array(3).fill(['cash', undefined]),
  )
})

describe('the approval of a batch', () => {
  it('a repeated approval changes nothing, also at the same time or after the lines are sold', async () => {
    const till = await aTill()
    const { batch } = await till.open()
    const again = () => till.batches.confirm(BATCH_ID, { version: batch.version, lines: [1, 2] }, sellerOf(cashier))
    await Promise.all([again(), again()])
    await till.batchOnce(isStopped)
    expect((await again()).batch).toMatchObject({ state: 'stopped', approvals: [{ lines: [1, 2] }] })
    expect(confirms(till)).toHaveLength(2)
  })

  it('of two approvals of different lines at the same time, only one is accepted', async () => {
    const till = await aTill()
    await till.open()
    const results = await Promise.allSettled([till.confirm([1, 2]), till.confirm([1, 2, 3])])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const expected = { reason: refusal(409, 'stale-version') }
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject(expected)
    expect((await till.known()).batch.approvals).toHaveLength(1)
  })

  it('an approval of a stale version, of a sold line or of a line that does not exist is rejected', async () => {
    const till = await aTill({ confirm: [says(1), says(2)] })
    await till.open()
    await expect(till.confirm([1], { version: 2 })).rejects.toMatchObject(refusal(409, 'stale-version'))
    await expect(till.confirm([1, 4])).rejects.toMatchObject(refusal(400, 'invalid-request'))
    await till.confirm([1, 2])
    await till.batchOnce(isStopped)
    await expect(till.confirm([1])).rejects.toMatchObject(refusal(409, 'wrong-state', 'unknown'))
    await expect(till.confirm([2], { version: 1 })).rejects.toMatchObject(refusal(409, 'stale-version'))
    expect(confirms(till)).toHaveLength(2)
  })

  itWhenFull(
    'a batch is approved at most a hundred times, so that its steps remain short, and can be stopped then',
    async () => {
      const till = await aTill({ check: [says(-1), refuses(201)] })
      await till.open()
      for (let count = 0; count < 100; count += 1) {
        await till.confirm([2])
        await till.batchOnce(isStopped)
      }
      await expect(till.confirm([2])).rejects.toMatchObject(refusal(409, 'wrong-state'))
      const { batch, sales } = await till.stop()
      expect(batch).toMatchObject({ state: 'stopped', stop: { reason: 'requested' } })
      expect([batch.approvals.length, sales.length]).toEqual([100, 101])
    },
  )

  it('an approval of an expired quote is rejected', async () => {
    const till = await aTill()
    await till.open()
    till.clock.time += 10 * MINUTE
    await expect(till.confirm([1, 2])).rejects.toMatchObject(refusal(409, 'quote-expired'))
  })

  it('an approval before the first check is answered is rejected', async () => {
    const { answer, let: release } = aDeferredAnswer(refuses(201))
    const till = await aTill({ check: () => answer })
    const opening = till.open()
    await till.lineOnce(1, 'opened')
    await expect(till.confirm([1, 2])).rejects.toMatchObject(refusal(409, 'wrong-state'))
    release()
    await opening
  })

  it('only its cashier can approve a batch, and a supervisor can view it', async () => {
    const till = await aTill()
    await till.open()
    await expect(till.confirm([1], {}, otherCashier)).rejects.toMatchObject(refusal(404, 'not-found'))
    await expect(till.confirm([1], {}, supervisor)).rejects.toMatchObject(refusal(403, 'not-allowed'))
    await expect(till.batches.read(BATCH_ID, otherCashier)).rejects.toMatchObject(refusal(404, 'not-found', 'unknown'))
    expect((await till.batches.read(BATCH_ID, supervisor)).batch.state).toBe('checked')
    expect(confirms(till)).toEqual([])
  })

  it('an approval is rejected while the provider is unreachable or selling is stopped', async () => {
    const till = await aTill()
    await till.open()
    till.health.service = 'unreachable'
    await expect(till.confirm([1, 2])).rejects.toMatchObject(refusal(503, 'service-unreachable'))
    till.health.service = 'stopped'
    await expect(till.confirm([1])).rejects.toMatchObject(refusal(503, 'selling-stopped'))
    till.health.service = 'ok'
    expect((await till.confirm([1])).batch.state).toBe('running')
  })
})

describe('continuing a stopped batch', () => {
  it('a line that was not sold is opened again under a fresh id, and the line remembers the old id', async () => {
    const till = await anApproved([1, 2, 3], { confirm: [says(1), says(2), says(1)] })
    const { batch: before } = await till.batchOnce(isStopped)
    await till.confirm([2, 3])
    const { batch, sales } = await till.batchOnce(isComplete)
    expect(batch.lines[1]).toEqual({ saleId: expect.any(String), earlierIds: [before.lines[1]!.saleId] })
    expect(batch.lines[1]!.saleId).not.toBe(before.lines[1]!.saleId)
    expect([batch.lines[0], batch.lines[2]]).toEqual([before.lines[0], before.lines[2]])
    const expected = [
      [1, 'succeeded'],
      [2, 'failed'],
      [2, 'succeeded'],
      [3, 'succeeded'],
    ]
    expect(sales.map(({ state, batch: of }) => [of?.line, state])).toEqual(expected)
    expect(batch.approvals).toMatchObject([{ lines: [1, 2, 3] }, { lines: [2, 3] }])
  })

  it('a new approval may skip a line that is still pending, and may not include it', async () => {
    const till = await anApproved([1, 2, 3], { confirm: [says(0), says(1)], find: says(0) })
    await till.pass(2 * MINUTE)
    await till.batchOnce(isStopped)
    await expect(till.confirm([1, 2])).rejects.toMatchObject(refusal(409, 'wrong-state'))
    await till.confirm([2, 3])
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-approved' })
    expect(await till.states()).toEqual(['pending', 'succeeded', 'succeeded'])
  })
})

describe('duplicates of a batch', () => {
  const number = { kind: 'direct' as const, serviceId: 'qamra', account: '971501234567' }
  const ofNumber = { account: '971501234567', serviceId: 'qamra' }
  const sold = says(1, ofNumber, true)
  const script = { check: says(-1, ofNumber), confirm: sold, find: sold }
  const sellSingle = async (till: Till) => {
    const id = aSaleId('S')
    await till.sales.open(id, { ...number, amount: '50', duplicateOf: aSaleId('T') }, sellerOf(otherCashier))
    return till.sales.confirm(id, {}, sellerOf(otherCashier))
  }

  it('opening a batch needs a confirmation if it is a likely duplicate', async () => {
    const till = await aTill(script)
    const sold = await sellSingle(till)
    await expect(till.open(number)).rejects.toThrow('forbids it: confirm')
    await till.open({ ...number, duplicateOf: sold.id })
    await till.confirm([1, 2, 3])
    await till.batchOnce(isComplete)
  })

  it('approving a batch needs a confirmation if a duplicate was sold after it was opened', async () => {
    const till = await aTill(script)
    await till.open(number)
    const sold = await sellSingle(till)
    await expect(till.confirm([1, 2])).rejects.toThrow('forbids it: confirm')
    expect((await till.known()).batch).toMatchObject({ state: 'checked', approvals: [] })
    await till.confirm([1, 2, 3], { duplicateOf: sold.id })
    await till.batchOnce(isComplete)
  })

  it('an open duplicate stops a batch at the next line, and the line cannot be approved', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await anApproved([1, 2], { ...script, confirm: [() => answer, sold] }, { ...number, count: 2 })
    await till.lineOnce(1, 'confirming')
    const other = anOpenDuplicate(ofNumber)
    await till.store.insert(other, [])
    release()
    expect(await stoppedBy(till)).toMatchObject({ reason: 'duplicate-blocked', line: 2, otherSale: other.id })
    expect((await till.batches.read(BATCH_ID, cashier)).others).toMatchObject([{ id: other.id }])
    await expect(till.confirm([2])).rejects.toThrow('forbids it: blocked')
  })
})

describe('limits of a batch', () => {
  const SUPERVISORS_PIN = '604918'
  const approver = { staffId: supervisor.id, pin: SUPERVISORS_PIN }
  const aLimitedTill = (limits: Partial<SalesLimits>, script: MoneyPathOptions['script'] = {}) =>
    aTill(script, {
      limits: { shop: { currency: 'AED', ...limits } },
      recognize: async () => supervisor,
    })
  const single = async (till: Till, last: string) => {
    const id = aSaleId(last)
    const { count: _, ...content } = wish
    await till.sales.open(id, content, sellerOf(otherCashier))
    return till.sales.confirm(id, {}, sellerOf(otherCashier))
  }
  const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

  it.each([
    { limit: { vouchersPerMinute: 7 }, used: 0 },
    { limit: { perDay: '350' }, used: { amount: '0.00', currency: 'AED' } },
    { limit: { perHour: '499.99' }, used: { amount: '0.00', currency: 'AED' } },
  ])(
    'limits count all lines of a batch together, so none of ten lines above $limit is approved',
    async ({ limit, used }) => {
      const till = await aLimitedTill(limit)
      await till.open({ count: 10 })
      await expect(till.confirm(ALL)).rejects.toMatchObject(
        refusal(403, 'above-limit', { moneyMoved: 'no', limits: [{ of: 'shop', kind: Object.keys(limit)[0], used }] }),
      )
      expect((await till.known()).batch).toMatchObject({ state: 'checked', version: 1, approvals: [] })
      expect(confirms(till)).toEqual([])
      expect(till.auditLines().map(({ kind }) => kind)).toEqual(['above-limit'])
    },
  )

  it('the limit for one sale applies to each line of a batch', async () => {
    const till = await aLimitedTill({ perSale: '50' })
    await till.open({ count: 10 })
    await till.confirm(ALL)
    await till.batchOnce(isComplete)
  })

  it('the limit for one number counts all lines of a batch', async () => {
    const till = await aLimitedTill({ perNumber: '149' })
    await till.open({ serviceId: 'mail-card', account: 'amal@example.com' })
    await expect(till.confirm([1, 2, 3])).rejects.toMatchObject(refusal(403, 'above-limit'))
    await till.confirm([1, 2])
    await till.batchOnce(isStopped)
  })

  it('one override permits all lines of an approval and is one entry of the audit log', async () => {
    const till = await aLimitedTill({ vouchersPerMinute: 7, perSale: '20' })
    await till.open({ count: 10 })
    await till.confirm(ALL, { approver })
    const { batch, sales } = await till.batchOnce(isComplete)
    expect(sales).toHaveLength(10)
    const overridden = [
      { of: 'shop', kind: 'perSale' },
      { of: 'shop', kind: 'vouchersPerMinute' },
    ]
    expect(batch.approvals[0]!.overridden).toMatchObject({ by: { id: supervisor.id }, limits: overridden })
    for (const sale of sales) expect(sale.approval).toMatchObject({ approver: { id: supervisor.id }, overridden })
    const [first] = sales
    expect(till.auditLines()).toMatchObject([
      {
        kind: 'limit-overridden',
        by: { id: supervisor.id },
        about: { id: first!.id, name: String(first!.number) },
        detail: { limit: 'shop perSale, shop vouchersPerMinute', seller: cashier.name, lines: 10 },
      },
    ])
    expect(JSON.stringify(batch)).not.toContain(SUPERVISORS_PIN)
  })

  it('a new approval above a limit needs a new override', async () => {
    const till = await aLimitedTill({ perSale: '20' }, { confirm: [says(2), says(1)] })
    await till.open({ count: 2 })
    await till.confirm([1, 2], { approver })
    await till.batchOnce(isStopped)
    await expect(till.confirm([1, 2])).rejects.toMatchObject(refusal(403, 'above-limit'))
    await till.confirm([1, 2], { approver })
    await till.batchOnce(isComplete)
  })

  it('limits are reserved for approved lines until they are confirmed, also against single sales', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aLimitedTill({ perDay: '200' }, { confirm: [() => answer, says(1)] })
    await till.open()
    await till.confirm([1, 2, 3])
    await till.lineOnce(1, 'confirming')
    expect(await single(till, 'S')).toMatchObject({ state: 'succeeded' })
    const refused = refusal(403, 'above-limit', { limits: [{ used: { amount: '200.00' } }] })
    await expect(single(till, 'T')).rejects.toMatchObject(refused)
    release()
    await till.batchOnce(isComplete)
    await expect(single(till, 'V')).rejects.toMatchObject({ failure: { limits: [{ used: { amount: '200.00' } }] } })
  })

  it('a reservation remains in the window of a minute when it is older than a minute', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aLimitedTill({ vouchersPerMinute: 3 }, { confirm: [() => answer, says(1)] })
    await till.open()
    await till.confirm([1, 2, 3])
    await till.lineOnce(1, 'confirming')
    till.clock.time += MINUTE + SECOND
    expect(await single(till, 'S')).toMatchObject({ state: 'succeeded' })
    await expect(single(till, 'T')).rejects.toMatchObject(refusal(403, 'above-limit'))
    release()
    await till.batchOnce(isComplete)
  })

  it.each([
    { what: 'a person stops it', end: (till: Till) => till.stop() },
    { what: 'its approval is too old', end: (till: Till) => till.pass(2 * MINUTE) },
    {
      what: 'a colleague takes the line over',
      end: async (till: Till) => void (await till.sales.takeOver((await till.lines())[0]!.id, sellerOf(otherCashier))),
    },
    { what: 'the till stops', end: (till: Till) => void till.sales.stop() },
  ])('the reservations of a batch are released when $what', async ({ end }) => {
    const till = await aLimitedTill({ perDay: '150' }, { confirm: [lost(), says(1)], find: says(0) })
    await till.open()
    await till.confirm([1, 2, 3])
    await till.lineOnce(1, 'pending')
    await end(till)
    await till.batchOnce(isStopped)
    const sale = { ...confirmingVoucher(), number: 0 }
    const windows = { perDay: 0 }
    let used: LimitUsage = {}
    await till.store.insert(sale, [], {
      duplicate: () => undefined,
      limits: { windows, exceeded: (usage) => ((used = usage), []) },
    })
    expect(used.perDay!.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  })

  it('a line that is confirmed again counts once toward limits', async () => {
    const { answer, let: release } = aDeferredAnswer(refuses(201))
    const till = await aLimitedTill(
      { perDay: '100' },
      { check: [says(-1), () => answer, says(-1)], confirm: [notSent('stopping'), says(1)] },
    )
    await till.open({ count: 2 })
    await till.confirm([1])
    await till.lineOnce(1, 'not-executed')
    await till.batchOnce(isStopped)
    // A line that may still be confirmed keeps its reservation until the new approval takes it.
    await till.confirm([1, 2])
    await till.lineOnce(2, 'opened')
    release()
    expect(await stoppedBy(till)).toMatchObject({ line: 2 })
    expect(await single(till, 'S')).toMatchObject({ state: 'succeeded' })
    await expect(single(till, 'T')).rejects.toMatchObject(refusal(403, 'above-limit'))
  })
})
