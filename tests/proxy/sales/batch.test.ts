import { describe, expect, it, onTestFinished } from 'vitest'

import { decimal } from '#domain/money.ts'
import type { Person } from '#domain/person.ts'
import { batchCash, batchPaidBy, saleOfLine, type BatchStop, type KnownBatch } from '#domain/sale/batch.ts'
import { stopBatch } from '#domain/sale/batch-step.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Service } from '#domain/service.ts'
import type { LimitUsage, SalesLimits } from '#domain/sales-limits.ts'
import type { Answer, Transaction } from '#domain/transaction.ts'
import type { BatchApprovalRequest } from '#proxy/sales/batch-approval.ts'
import type { OpenBatchRequest } from '#proxy/sales/batch.ts'
import { aBatch, aRunningBatch, asLine, BATCH_ID } from '../../support/a-batch.ts'
import { isInPostgres } from '../../support/a-journal.ts'
import { atLevel } from '../../support/level.ts'
import {
  aDeferredAnswer,
  aMoneyPath,
  cashier,
  otherCashier,
  sellerOf,
  supervisor,
  type Line,
  type MoneyPath,
  type MoneyPathOptions,
} from '../../support/money-path.ts'
import {
  anAmount,
  aSaleId,
  aTransaction,
  confirmingVoucher,
  lost,
  MINUTE,
  notSent,
  readyVoucher,
  refuses,
  SECOND,
  theirId,
} from '../../support/sales.ts'

const aService = (id: string, more: Partial<Service> = {}): Service => ({
  id,
  name: id,
  brand: 'Pixelmoor',
  category: 'Games',
  subcategory: '',
  isActive: true,
  kind: 'voucher',
  isAccountRequired: false,
  rule: { min: decimal('50'), max: decimal('50'), step: decimal('0') },
  ...more,
})
const SERVICES = [
  aService('pixelmoor'),
  aService('mail-card'),
  aService('qamra', { kind: 'direct', isAccountRequired: true }),
]

const idIn = (of: unknown) => {
  const { id, saleId } = of as { id?: SaleId; saleId?: SaleId }
  return (id ?? saleId)!
}
/**
 * What the wholesaler answers for the sale in the request. A sold sale has its code unless the code is still coming.
 */
const says =
  (state: Transaction['state'], more: Partial<Transaction> = {}, isCodeComing = false) =>
  (of: unknown): Answer => {
    const { account: _, ...transaction } = aTransaction({ state })
    const saleId = idIn(of)
    const code = state === 1 && !isCodeComing ? { hasCode: true as const } : {}
    return {
      kind: 'transaction',
      transaction: { ...transaction, ...code, id: theirId(`t-${saleId}`), saleId, ...more },
    }
  }
const codeComing = says(1, {}, true)

const wish: OpenBatchRequest = { kind: 'voucher', serviceId: 'pixelmoor', amount: '50', count: 3 }

async function aTill(script: MoneyPathOptions['script'] = {}, options: Omit<MoneyPathOptions, 'script'> = {}) {
  const path = await aMoneyPath({
    services: SERVICES,
    ...options,
    script: { check: says(-1), confirm: says(1), find: says(1), ...script },
  })
  const known = () => path.store.batches.find(BATCH_ID) as Promise<KnownBatch>
  const lines = async () => {
    const now = await known()
    return now.batch.lines.map((_, index) => saleOfLine(now, index + 1))
  }
  return {
    ...path,
    known,
    lines,
    auditLines: () => path.lines,
    states: async () => (await lines()).map((sale) => sale?.state),
    batches: path.sales.batches,
    open: (more: Partial<OpenBatchRequest> = {}, who: Person = cashier) =>
      path.sales.batches.open(BATCH_ID, { ...wish, ...more }, sellerOf(who)),
    /** Approves lines at the current version of the batch. */
    confirm: async (lines: number[], more: Partial<BatchApprovalRequest> = {}, who: Person = cashier) => {
      const { version } = (await known()).batch
      return path.sales.batches.confirm(BATCH_ID, { version, lines, ...more }, sellerOf(who))
    },
    stop: (who: Person = cashier) => path.sales.batches.stop(BATCH_ID, sellerOf(who)),
    /** Waits until the batch in the journal is as wanted. */
    batchOnce: async (isWanted: (now: KnownBatch) => boolean) => {
      for (let turn = 0; turn < 2_000; turn++) {
        const now = await known()
        if (isWanted(now)) return now
        await new Promise(setImmediate)
      }
      throw new Error(`the batch is still ${JSON.stringify((await known()).batch.stop ?? (await known()).batch.state)}`)
    },
    /** Waits until the sale of a line is in a state, and returns it. */
    lineOnce: async (line: number, state: SaleRecord['state']) => {
      for (let turn = 0; turn < 2_000; turn++) {
        const now = await path.store.batches.find(BATCH_ID)
        const sale = now && saleOfLine(now, line)
        if (sale?.state === state) return sale
        await new Promise(setImmediate)
      }
      throw new Error(`line ${line} is still ${saleOfLine(await known(), line)?.state ?? 'not opened'}`)
    },
  }
}
type Till = Awaited<ReturnType<typeof aTill>>

const isStopped = ({ batch }: KnownBatch) => batch.state === 'stopped'
const isComplete = ({ batch }: KnownBatch) => batch.state === 'complete'
const stoppedBy = async (till: Till): Promise<BatchStop | undefined> => (await till.batchOnce(isStopped)).batch.stop
const confirms = (till: Pick<MoneyPath, 'asked'>) =>
  till.asked.filter(({ step }) => step === 'confirm').map(({ of }) => idIn(of))
const refusal = (status: number, code: string) => ({ status, failure: { code } })

describe('how a batch is paid', () => {
  it('a batch that goes on keeps how it was paid, and the cash of the lines it was handed over for', async () => {
    const till = await aTill({}, { payments: { methods: ['cash', 'card'], default: 'card' } })
    await till.open()
    await till.confirm([1], { paidBy: 'cash', given: '60' })
    await stoppedBy(till)
    await till.confirm([2, 3])
    const { batch, sales } = await till.batchOnce(isComplete)
    expect(batchPaidBy(batch)).toBe('cash')
    expect(batchCash(batch)).toEqual({ given: anAmount('60'), change: anAmount('10') })
    expect(sales.map(({ paidBy, given }) => [paidBy, given])).toEqual(Array(3).fill(['cash', undefined]))
  })

  it('cash below what the named lines cost approves none of them', async () => {
    const till = await aTill({}, { payments: { methods: ['cash'], default: 'cash' } })
    await till.open()
    await expect(till.confirm([1, 2, 3], { given: '149.99' })).rejects.toMatchObject(refusal(422, 'payment-invalid'))
    expect((await till.known()).batch).toMatchObject({ state: 'checked', approvals: [] })
    expect(confirms(till)).toEqual([])
  })
})

describe('opening a batch', () => {
  it('the batch with an id for every line and its first sale are journaled before the check is sent', async () => {
    const seen: (KnownBatch | undefined)[] = []
    const check: Line = async (of) => {
      seen.push(await till.known())
      return says(-1)(of)
    }
    const till = await aTill({ check })
    const { batch, sales } = await till.open()
    expect(seen[0]?.batch.lines).toEqual(batch.lines)
    expect(new Set(batch.lines.map(({ saleId }) => saleId)).size).toBe(3)
    expect(seen[0]?.sales).toMatchObject([{ id: batch.lines[0]!.saleId, state: 'opened', batch: { line: 1, of: 3 } }])
    expect(batch).toMatchObject({ state: 'checked', version: 1, cashier: { id: cashier.id } })
    expect(sales).toMatchObject([{ state: 'checked' }])
    expect(till.steps()).toEqual(['check'])
  })

  it('opening a batch again with the same id and content returns the same batch, also for two requests at the same time', async () => {
    const till = await aTill()
    const [first, second] = await Promise.all([till.open(), till.open()])
    expect(first.batch.lines).toEqual(second.batch.lines)
    expect((await till.open()).batch.lines).toEqual(first.batch.lines)
    expect(till.steps()).toEqual(['check'])
  })

  it.each([
    { what: 'another count', more: { count: 4 } },
    { what: 'another product', more: { serviceId: 'mail-card' } },
    { what: 'a customer', more: { customer: 'amal@example.com' } },
  ])('opening a batch again with the same id and $what is rejected', async ({ more }) => {
    const till = await aTill()
    await till.open()
    await expect(till.open(more)).rejects.toMatchObject(refusal(409, 'content-mismatch'))
  })

  it('opening with the id of a colleague’s batch is answered with 404, also for a supervisor', async () => {
    const till = await aTill()
    await till.open()
    for (const who of [otherCashier, supervisor])
      await expect(till.open({}, who)).rejects.toMatchObject(refusal(404, 'not-found'))
  })

  it('no batch is opened while the service is unreachable, selling is stopped, the disk is full or the till shuts down', async () => {
    let isDiskFull = false
    const till = await aTill({}, { isDiskFull: () => isDiskFull })
    till.health.service = 'unreachable'
    await expect(till.open()).rejects.toMatchObject(refusal(503, 'service-unreachable'))
    till.health.service = 'stopped'
    await expect(till.open()).rejects.toMatchObject(refusal(503, 'selling-stopped'))
    till.health.service = 'ok'
    isDiskFull = true
    await expect(till.open()).rejects.toMatchObject(refusal(503, 'disk-full'))
    isDiskFull = false
    await till.sales.stop()
    await expect(till.open()).rejects.toMatchObject(refusal(503, 'not-ready'))
    expect(await till.known()).toBeUndefined()
    expect(till.steps()).toEqual([])
  })

  it('a batch whose first line is refused at check stops at that line', async () => {
    const till = await aTill({ check: refuses(201) })
    const { batch } = await till.open()
    expect(batch).toMatchObject({ state: 'stopped', stop: { reason: 'not-sold', line: 1 } })
    expect((await till.batchOnce(isStopped)).batch).toEqual(batch)
  })

  it('a batch whose quote is not confirmed in ten minutes stops at its first line', async () => {
    const till = await aTill()
    await till.open()
    await till.pass(10 * MINUTE)
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-sold', line: 1 })
    expect(await till.states()).toEqual(['abandoned', undefined, undefined])
  })
})

describe('an approved batch', () => {
  it('an approved batch sells one line after the other, each under the approval of the batch, until it is complete', async () => {
    const till = await aTill()
    await till.open()
    const running = await till.confirm([1, 2, 3])
    expect(running.batch.state).toBe('running')
    const { batch, sales } = await till.batchOnce(isComplete)
    expect(till.steps()).toEqual(['check', 'confirm', 'check', 'confirm', 'check', 'confirm'])
    expect(sales.map(({ id }) => id)).toEqual(batch.lines.map(({ saleId }) => saleId))
    expect(sales).toMatchObject(
      [1, 2, 3].map((line) => ({
        state: 'succeeded',
        batch: { id: BATCH_ID, line, of: 3 },
        cashier: { id: cashier.id },
        approval: { at: batch.approvals[0]!.at, by: { id: cashier.id }, countsTowardLimits: true },
      })),
    )
    expect(sales[2]!.confirmedAt).toBeGreaterThan(batch.approvals[0]!.at)
    expect(batch.approvals).toMatchObject([{ version: 1, lines: [1, 2, 3], remaining: [] }])
  })

  it('a batch begins a line only when the code of the line before has arrived', async () => {
    const till = await aTill({ confirm: codeComing, find: [codeComing, says(1)] })
    await till.open()
    await till.confirm([1, 2])
    await till.lineOnce(1, 'succeeded')
    await till.pass(5 * SECOND)
    expect(await till.states()).toEqual(['succeeded', undefined, undefined])
    await till.pass(10 * SECOND)
    await till.lineOnce(2, 'succeeded')
  })

  it.each<{ what: string; confirm: Line[]; state: SaleRecord['state'] }>([
    { what: 'fails', confirm: [says(1), says(2)], state: 'failed' },
    { what: 'is cancelled', confirm: [says(1), says(3)], state: 'cancelled' },
    { what: 'is replaced', confirm: [says(1), says(4)], state: 'replaced' },
    { what: 'is not executed', confirm: [says(1), notSent('stopping')], state: 'not-executed' },
  ])('a batch stops at a line that $what', async ({ confirm, state }) => {
    const till = await aTill({ confirm })
    await till.open()
    await till.confirm([1, 2, 3])
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-sold', line: 2 })
    expect(await till.states()).toEqual(['succeeded', state, undefined])
    await till.pass(3 * MINUTE)
    expect(confirms(till)).toHaveLength(2)
  })

  it('a batch stops at a line that is refused at check', async () => {
    const till = await aTill({ check: [says(-1), refuses(201)] })
    await till.open()
    await till.confirm([1, 2, 3])
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-sold', line: 2 })
    expect(confirms(till)).toHaveLength(1)
  })

  it('a batch waits two minutes for a pending line and then stops, while the line is still polled', async () => {
    const till = await aTill({ confirm: [says(1), says(0)], find: says(0) })
    await till.open({ count: 2 })
    await till.confirm([1, 2])
    await till.lineOnce(2, 'pending')
    await till.pass(2 * MINUTE - 5 * SECOND)
    expect((await till.known()).batch.state).toBe('running')
    await till.pass(5 * SECOND)
    expect(await stoppedBy(till)).toMatchObject({ reason: 'approval-expired', line: 2 })
    const finds = till.asked.length
    await till.pass(3 * MINUTE)
    expect(till.asked.length).toBeGreaterThan(finds)
    expect(await till.states()).toEqual(['succeeded', 'pending'])
  })

  it('a batch whose approval expired is complete once its open line is sold', async () => {
    let state: Transaction['state'] = 0
    const till = await aTill({ confirm: [says(1), says(0)], find: (of) => says(state)(of) })
    await till.open({ count: 2 })
    await till.confirm([1, 2])
    await till.lineOnce(2, 'pending')
    await till.pass(2 * MINUTE)
    await till.batchOnce(isStopped)
    state = 1
    await till.pass(2 * MINUTE)
    await till.batchOnce(isComplete)
  })

  it('a batch waits for an unknown line and continues when it turns out to be sold', async () => {
    const till = await aTill({ confirm: [lost(), says(1)], find: says(1) })
    await till.open({ count: 2 })
    await till.confirm([1, 2])
    await till.batchOnce(isComplete)
    expect(confirms(till)).toHaveLength(2)
  })

  it('a line is not confirmed when its check is answered after the approval is two minutes old', async () => {
    const { answer, let: release } = aDeferredAnswer(refuses(22))
    const till = await aTill({ check: [says(-1), () => answer], find: says(-1) })
    await till.open()
    await till.confirm([1, 2])
    await till.lineOnce(2, 'opened')
    till.clock.time += 2 * MINUTE
    release()
    expect(await stoppedBy(till)).toMatchObject({ line: 2 })
    await till.pass(MINUTE)
    expect(confirms(till)).toHaveLength(1)
  })

  it('a confirm is repeated only while the approval of the batch, not of the line, is under two minutes old (rule 4)', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aTill({ confirm: [() => answer, notSent()], find: [says(1), says(-1)] })
    await till.open()
    await till.confirm([1, 2])
    await till.lineOnce(1, 'confirming')
    till.clock.time += 2 * MINUTE - 2 * SECOND
    release()
    await till.lineOnce(2, 'confirming')
    await till.pass(MINUTE)
    // The confirm is repeated after one second. The next repetition, two seconds later, would be too late.
    expect(confirms(till)).toHaveLength(3)
    expect((await till.lines())[1]).toMatchObject({ state: 'not-executed' })
  })

  it.each([
    { service: 'unreachable', reason: 'service-unreachable' },
    { service: 'stopped', reason: 'selling-stopped' },
  ] as const)('a batch stops when the next line is due and the service is $service', async ({ service, reason }) => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aTill({ confirm: () => answer })
    await till.open()
    await till.confirm([1, 2])
    await till.lineOnce(1, 'confirming')
    till.health.service = service
    release()
    expect(await stoppedBy(till)).toMatchObject({ reason, line: 2 })
    expect(await till.states()).toEqual(['succeeded', undefined, undefined])
  })

  it('a batch stops when the next line is due and the disk is full', async () => {
    let isDiskFull = false
    const confirm: Line = (of) => {
      isDiskFull = true
      return says(1)(of)
    }
    const till = await aTill({ confirm }, { isDiskFull: () => isDiskFull })
    await till.open()
    await till.confirm([1, 2])
    expect(await stoppedBy(till)).toMatchObject({ reason: 'disk-full', line: 2 })
  })

  it('a batch stops when the product is no longer sold', async () => {
    const confirm: Line = (of) => {
      till.offer([aService('pixelmoor', { isActive: false })])
      return says(1)(of)
    }
    const till = await aTill({ confirm })
    await till.open()
    await till.confirm([1, 2])
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-sellable', code: 'service-inactive', line: 2 })
    expect(till.steps()).toEqual(['check', 'confirm'])
  })

  it('a batch stops when the approved lines are sold and others remain', async () => {
    const till = await aTill()
    await till.open()
    await till.confirm([1, 2])
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-approved' })
    expect(await till.states()).toEqual(['succeeded', 'succeeded', undefined])
  })
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
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusal(409, 'stale-version'),
    })
    expect((await till.known()).batch.approvals).toHaveLength(1)
  })

  it('an approval of a stale version, of a sold line or of a line that does not exist is rejected', async () => {
    const till = await aTill({ confirm: [says(1), says(2)] })
    await till.open()
    await expect(till.confirm([1], { version: 2 })).rejects.toMatchObject(refusal(409, 'stale-version'))
    await expect(till.confirm([1, 4])).rejects.toMatchObject(refusal(400, 'invalid-request'))
    await till.confirm([1, 2])
    await till.batchOnce(isStopped)
    await expect(till.confirm([1])).rejects.toMatchObject({
      ...refusal(409, 'wrong-state'),
      failure: { moneyMoved: 'unknown' },
    })
    await expect(till.confirm([2], { version: 1 })).rejects.toMatchObject(refusal(409, 'stale-version'))
    expect(confirms(till)).toHaveLength(2)
  })

  it('a batch is approved a hundred times at most, so that its steps remain short, and can be stopped then', async () => {
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
  })

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
    await expect(till.batches.read(BATCH_ID, otherCashier)).rejects.toMatchObject({
      ...refusal(404, 'not-found'),
      failure: { moneyMoved: 'unknown' },
    })
    expect((await till.batches.read(BATCH_ID, supervisor)).batch.state).toBe('checked')
    expect(confirms(till)).toEqual([])
  })

  it('an approval is rejected while the service is unreachable or selling is stopped', async () => {
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
    const till = await aTill({ confirm: [says(1), says(2), says(1)] })
    await till.open()
    await till.confirm([1, 2, 3])
    const { batch: before } = await till.batchOnce(isStopped)
    await till.confirm([2, 3])
    const { batch, sales } = await till.batchOnce(isComplete)
    expect(batch.lines[1]).toEqual({ saleId: expect.any(String), earlierIds: [before.lines[1]!.saleId] })
    expect(batch.lines[1]!.saleId).not.toBe(before.lines[1]!.saleId)
    expect([batch.lines[0], batch.lines[2]]).toEqual([before.lines[0], before.lines[2]])
    expect(sales.map(({ state, batch: of }) => [of?.line, state])).toEqual([
      [1, 'succeeded'],
      [2, 'failed'],
      [2, 'succeeded'],
      [3, 'succeeded'],
    ])
    expect(batch.approvals).toMatchObject([{ lines: [1, 2, 3] }, { lines: [2, 3] }])
  })

  it('a line that is not executed is confirmed again under its own id', async () => {
    const till = await aTill({ confirm: [notSent('stopping'), says(1)] })
    await till.open({ count: 2 })
    await till.confirm([1, 2])
    await till.batchOnce(isStopped)
    const [before] = await till.lines()
    expect(before).toMatchObject({ state: 'not-executed' })
    await till.confirm([1, 2])
    const { batch, sales } = await till.batchOnce(isComplete)
    expect(sales[0]).toMatchObject({ id: before!.id, state: 'succeeded', approval: { at: batch.approvals[1]!.at } })
    expect(confirms(till)).toEqual([before!.id, before!.id, sales[1]!.id])
  })

  it('a new approval may skip a line that is still pending, and may not include it', async () => {
    const till = await aTill({ confirm: [says(0), says(1)], find: says(0) })
    await till.open()
    await till.confirm([1, 2, 3])
    await till.pass(2 * MINUTE)
    await till.batchOnce(isStopped)
    await expect(till.confirm([1, 2])).rejects.toMatchObject(refusal(409, 'wrong-state'))
    await till.confirm([2, 3])
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-approved' })
    expect(await till.states()).toEqual(['pending', 'succeeded', 'succeeded'])
  })
})

describe('stopping a batch', () => {
  it('stopping a batch abandons a line that is being checked', async () => {
    let release = () => {}
    const check: Line = async (of) => {
      if (till.steps().length > 1) await new Promise<void>((resolve) => (release = resolve))
      return says(-1)(of)
    }
    const till = await aTill({ check })
    await till.open()
    await till.confirm([1, 2, 3])
    await till.lineOnce(2, 'opened')
    const { batch } = await till.stop()
    expect(batch).toMatchObject({ state: 'stopped', stop: { reason: 'requested', by: { id: cashier.id } } })
    release()
    await till.lineOnce(2, 'abandoned')
    await till.pass(MINUTE)
    expect(confirms(till)).toHaveLength(1)
    expect(await till.states()).toEqual(['succeeded', 'abandoned', undefined])
  })

  it('stopping a batch lets a line that is being confirmed complete, and begins no other', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aTill({ confirm: () => answer })
    await till.open()
    await till.confirm([1, 2])
    await till.lineOnce(1, 'confirming')
    await till.stop()
    release()
    await till.lineOnce(1, 'succeeded')
    await till.pass(MINUTE)
    expect(await till.states()).toEqual(['succeeded', undefined, undefined])
    expect((await till.known()).batch.stop).toMatchObject({ reason: 'requested' })
  })

  it('a batch that is stopped at any moment confirms only the lines that were approved by then', async () => {
    // A database takes more turns for the same step.
    for (let turns = 0; turns < 40; turns += isInPostgres() ? 4 : atLevel(3, 1)) {
      const till = await aTill()
      await till.open()
      await till.confirm([1, 2, 3])
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      const { batch } = await till.stop()
      const approved = (await till.lines()).filter((sale) => sale?.approval)
      await till.pass(MINUTE)
      const { sales } = await till.known()
      if (batch.state === 'stopped')
        expect(confirms(till).toSorted()).toEqual(approved.map((sale) => sale!.id).toSorted())
      else expect(sales.every(({ state }) => state === 'succeeded')).toBe(true)
      expect(sales.every(({ state }) => state === 'succeeded' || state === 'abandoned')).toBe(true)
    }
  })

  it('stopping a batch is idempotent, abandons a batch that nobody approved, and leaves a complete one unchanged', async () => {
    const till = await aTill()
    await till.open()
    const first = await till.stop()
    expect(first.batch).toMatchObject({ state: 'stopped', version: 2, stop: { reason: 'requested' } })
    expect(await till.states()).toEqual(['abandoned', undefined, undefined])
    expect((await till.stop()).batch).toEqual(first.batch)
    await till.confirm([1, 2, 3])
    const { batch } = await till.batchOnce(isComplete)
    expect((await till.stop()).batch).toEqual(batch)
  })

  it('the audit log records that a supervisor stopped a batch, once, and a colleague cannot stop it', async () => {
    const till = await aTill()
    await till.open()
    await expect(till.stop(otherCashier)).rejects.toMatchObject(refusal(404, 'not-found'))
    await till.stop(supervisor)
    await till.stop(supervisor)
    const [first] = (await till.known()).sales
    expect(till.auditLines()).toEqual([
      {
        kind: 'batch-stopped',
        by: { id: supervisor.id, name: supervisor.name },
        terminal: expect.anything(),
        about: { id: first!.id, name: String(first!.number) },
        detail: { seller: cashier.name },
      },
    ])
  })
})

describe('a line of a batch', () => {
  const takeOver = (till: Till, sale: SaleRecord | undefined, who = otherCashier) =>
    till.sales.takeOver(sale!.id, sellerOf(who))

  it('a colleague who takes over an open line stops the batch, which stays with its cashier', async () => {
    const till = await aTill({ confirm: [says(1), says(0), says(1)], find: says(0) })
    await till.open()
    await till.confirm([1, 2, 3])
    const line = await till.lineOnce(2, 'pending')
    await takeOver(till, line)
    expect(await stoppedBy(till)).toMatchObject({ reason: 'taken-over', line: 2 })
    expect((await till.known()).batch.cashier.id).toBe(cashier.id)
    // The batch can continue without it.
    await till.confirm([3])
    await till.lineOnce(3, 'succeeded')
  })

  it('a colleague who takes over an undelivered line does not stop the batch', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aTill({ confirm: [says(1), () => answer] })
    await till.open({ count: 2 })
    await till.confirm([1, 2])
    await till.lineOnce(2, 'confirming')
    const [first] = await till.lines()
    await takeOver(till, first)
    release()
    await till.batchOnce(isComplete)
  })

  it('a line cannot be confirmed as a single sale before the batch is stopped', async () => {
    const till = await aTill({ confirm: [notSent('stopping'), says(1)] })
    await till.open()
    const [first] = await till.lines()
    const confirm = () => till.sales.confirm(first!.id, {}, sellerOf(cashier))
    await expect(confirm()).rejects.toMatchObject(refusal(409, 'wrong-state'))
    expect(confirms(till)).toEqual([])
    await till.confirm([1, 2])
    await till.batchOnce(isStopped)
    expect(await till.sales.confirm(first!.id, { version: 99 }, sellerOf(cashier))).toMatchObject({
      state: 'succeeded',
    })
    // After that the batch cannot confirm it again.
    await expect(till.confirm([1])).rejects.toMatchObject(refusal(409, 'wrong-state'))
  })

  it('a colleague who took over a line can confirm it at once', async () => {
    const till = await aTill()
    await till.open()
    const [first] = await till.lines()
    await takeOver(till, first)
    expect(await till.sales.confirm(first!.id, {}, sellerOf(otherCashier))).toMatchObject({ state: 'succeeded' })
    expect(await stoppedBy(till)).toMatchObject({ reason: 'taken-over', line: 1 })
  })

  it('a line that is abandoned as a single sale stops the batch', async () => {
    const till = await aTill()
    await till.open()
    const [first] = await till.lines()
    await till.sales.abandon(first!.id, sellerOf(cashier))
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-sold', line: 1 })
  })
})

describe('a change just before the commit of a step', () => {
  /** Makes something happen just before line 2 is written as opened or as confirming. */
  async function atLastMoment(
    step: 'opened' | 'confirming',
    happens: (till: Till, line: SaleRecord) => Promise<unknown> | void,
    script: MoneyPathOptions['script'] = {},
    wanted: Partial<OpenBatchRequest> = {},
  ) {
    let hasHappened = false
    const before = async (sale: SaleRecord) => {
      if (hasHappened || sale.batch?.line !== 2 || sale.state !== step) return
      hasHappened = true
      await happens(till, sale)
    }
    const till: Till = await aTill(script, {
      wrap: (plain) => ({
        ...plain,
        insert: async (sale, ...rest) => (await before(sale), plain.insert(sale, ...rest)),
        save: async (sale, ...rest) => (await before(sale), plain.save(sale, ...rest)),
      }),
    })
    await till.open(wanted)
    await till.confirm([1, 2, 3])
    await till.batchOnce(() => hasHappened)
    await till.pass(MINUTE)
    await till.batchOnce(({ batch }) => batch.state !== 'running')
    return till
  }
  const stopBy = (till: Till) =>
    till.store.batches.change(BATCH_ID, ({ batch }) => ({
      batch: stopBatch(batch, { reason: 'requested', at: till.clock.time, by: supervisor }),
    }))

  it('a stop keeps the next line from being opened', async () => {
    const till = await atLastMoment('opened', stopBy)
    expect(await till.states()).toEqual(['succeeded', undefined, undefined])
    expect(till.steps()).toEqual(['check', 'confirm'])
  })

  it('a stop keeps the next line from being confirmed', async () => {
    const till = await atLastMoment('confirming', stopBy)
    expect(await till.states()).toEqual(['succeeded', 'abandoned', undefined])
    expect(confirms(till)).toHaveLength(1)
  })

  it.each(['opened', 'confirming'] as const)('an approval that expires keeps a line from being %s', async (step) => {
    const till = await atLastMoment(step, ({ clock }) => void (clock.time += 2 * MINUTE))
    expect((await till.known()).batch.stop).toMatchObject({ reason: 'approval-expired', line: 2 })
    expect(confirms(till)).toHaveLength(1)
  })

  it('a stop and a new approval of the same line leave the line to the new approval', async () => {
    const till = await atLastMoment('confirming', async (now) => {
      await stopBy(now)
      now.clock.time += MINUTE
      await now.confirm([2, 3])
    })
    const { batch } = await till.batchOnce(isComplete)
    expect(batch.approvals).toHaveLength(2)
    expect((await till.lines())[1]).toMatchObject({ state: 'succeeded', approval: { at: batch.approvals[1]!.at } })
    expect(confirms(till)).toHaveLength(3)
  })

  it('a duplicate keeps a line from being confirmed', async () => {
    const ofNumber = { account: '971501234567', serviceId: 'qamra' }
    const sold = says(1, ofNumber, true)
    const other: SaleRecord = {
      ...confirmingVoucher(),
      ...ofNumber,
      kind: 'direct',
      id: aSaleId('S'),
      number: 0,
      cashier: otherCashier,
      state: 'pending',
    }
    const till = await atLastMoment(
      'confirming',
      (now) => now.store.insert(other, []),
      { check: says(-1, ofNumber), confirm: sold, find: sold },
      { kind: 'direct', ...ofNumber },
    )
    expect((await till.known()).batch.stop).toMatchObject({ reason: 'duplicate-blocked', line: 2, otherSale: other.id })
    expect(await till.states()).toEqual(['succeeded', 'checked', undefined])
    expect(confirms(till)).toHaveLength(1)
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
    const till = await aTill({ ...script, confirm: [() => answer, sold] })
    await till.open({ ...number, count: 2 })
    await till.confirm([1, 2])
    await till.lineOnce(1, 'confirming')
    const other = {
      ...confirmingVoucher(),
      ...number,
      id: aSaleId('S'),
      number: 0,
      cashier: otherCashier,
      state: 'pending' as const,
    }
    await till.store.insert(other, [])
    release()
    expect(await stoppedBy(till)).toMatchObject({ reason: 'duplicate-blocked', line: 2, otherSale: other.id })
    expect((await till.batches.read(BATCH_ID, cashier)).otherSale).toMatchObject({ id: other.id })
    await expect(till.confirm([2])).rejects.toThrow('forbids it: blocked')
  })
})

describe('a batch after a restart', () => {
  /** The journal of a process that died during a batch. */
  async function aLeftBatch(second: SaleRecord) {
    const till = await aTill({ find: says(-1) })
    const batch = aBatch(3)
    const running = aRunningBatch({ batch }, { remaining: [3] })
    const [first, next] = [1, 2].map((line) => {
      const sale = asLine(batch, line, line === 1 ? readyVoucher() : second)
      return { ...sale, transactionId: theirId(`t-${sale.id}`) }
    }) as [SaleRecord, SaleRecord]
    await till.store.insert(first, [], {
      duplicate: () => undefined,
      opens: batch,
    })
    await till.store.insert(next, [], { duplicate: () => undefined, batch: (now) => now })
    await till.store.batches.change(batch.id, () => ({ batch: running }))
    return till
  }

  it('a restart stops a running batch, and nothing is checked or confirmed', async () => {
    const till = await aLeftBatch(confirmingVoucher())
    const stateAtFirstCall: string[] = []
    const { find } = till.store.batches
    await till.sales.recover()
    stateAtFirstCall.push((await find(BATCH_ID))!.batch.state)
    expect(stateAtFirstCall).toEqual(['stopped'])
    expect((await till.known()).batch.stop).toMatchObject({ reason: 'restarted' })
    await till.lineOnce(2, 'unknown')
    await till.pass(5 * MINUTE)
    expect(till.steps()).not.toContain('check')
    expect(confirms(till)).toEqual([])
    expect((await till.known()).sales).toHaveLength(2)
  })

  it('after a restart the cashier can continue with a line that is not executed', async () => {
    const till = await aLeftBatch({ ...confirmingVoucher(), state: 'not-executed' })
    await till.sales.recover()
    await till.confirm([2, 3])
    await till.lineOnce(2, 'succeeded')
  })

  it('a restart completes a batch whose last line was sold', async () => {
    const till = await aTill()
    const batch = aBatch(2)
    const [first, second] = [asLine(batch, 1, readyVoucher()), asLine(batch, 2, readyVoucher())]
    await till.store.insert({ ...first, transactionId: theirId('one') }, [], {
      duplicate: () => undefined,
      opens: batch,
    })
    await till.store.insert({ ...second, transactionId: theirId('two') }, [], {
      duplicate: () => undefined,
      batch: (now) => now,
    })
    await till.store.batches.change(batch.id, () => ({ batch: aRunningBatch({ batch }, { remaining: [] }) }))
    await till.sales.recover()
    expect((await till.known()).batch.state).toBe('complete')
  })

  it('a planned shutdown stops running batches in the journal and begins no line', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aTill({ confirm: () => answer, find: says(1) })
    await till.open()
    await till.confirm([1, 2])
    await till.lineOnce(1, 'confirming')
    const stopping = till.sales.stop()
    release()
    await stopping
    expect((await till.known()).batch).toMatchObject({ state: 'stopped', stop: { reason: 'restarted' } })
    expect(await till.states()).toEqual(['unknown', undefined, undefined])
    await till.pass(5 * MINUTE)
    expect(till.steps()).toEqual(['check', 'confirm'])
  })
})

describe('a failed write of a batch', () => {
  it('a failed write of a batch ends the process, and no confirm is sent', async () => {
    let isBroken = false
    const till = await aTill(
      {},
      {
        wrap: (plain) => ({
          ...plain,
          batches: {
            ...plain.batches,
            change: async (...of) => {
              if (isBroken) throw new Error('the disk is gone')
              return plain.batches.change(...of)
            },
          },
        }),
      },
    )
    onTestFinished(() => void (isBroken = false))
    await till.open()
    isBroken = true
    await expect(till.confirm([1])).rejects.toThrow('the disk is gone')
    expect(till.deaths).toHaveLength(1)
    expect(confirms(till)).toEqual([])
    isBroken = false
  })
})

describe('limits of a batch', () => {
  const SUPERVISORS_PIN = '604918'
  const approver = { staffId: supervisor.id, pin: SUPERVISORS_PIN }
  const aLimitedTill = (limits: Partial<SalesLimits>, script: MoneyPathOptions['script'] = {}) =>
    aTill(script, {
      limits: { shop: { currency: 'AED', ...limits } },
      recognise: async () => supervisor,
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
      await expect(till.confirm(ALL)).rejects.toMatchObject({
        ...refusal(403, 'above-limit'),
        failure: { moneyMoved: 'no', limits: [{ of: 'shop', kind: Object.keys(limit)[0], used }] },
      })
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

  it('one override permits all lines of an approval and is one line of the audit log', async () => {
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

  it('the cashier who sells cannot override a limit', async () => {
    const till = await aLimitedTill({ perSale: '20' })
    await till.open()
    const own = { staffId: cashier.id, pin: '2580' }
    await expect(till.confirm([1], { approver: own })).rejects.toMatchObject(refusal(403, 'approver-is-seller'))
  })

  it('limits are reserved for approved lines until they are confirmed, also against single sales', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aLimitedTill({ perDay: '200' }, { confirm: [() => answer, says(1)] })
    await till.open()
    await till.confirm([1, 2, 3])
    await till.lineOnce(1, 'confirming')
    expect(await single(till, 'S')).toMatchObject({ state: 'succeeded' })
    await expect(single(till, 'T')).rejects.toMatchObject({
      ...refusal(403, 'above-limit'),
      failure: { limits: [{ used: { amount: '200.00' } }] },
    })
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
