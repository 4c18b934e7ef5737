import { describe, expect, it, onTestFinished } from 'vitest'

import { type KnownBatch } from '#domain/sale/batch.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { isInPostgres } from '../../../support/a-journal.ts'
import { createLatch } from '../../../support/latch.ts'
import { atLevel } from '../../../support/level.ts'
import {
  aDeferredAnswer,
  cashier,
  otherCashier,
  sellerOf,
  supervisor,
  type Line,
  refusal,
} from '../../../support/money-path.ts'
import { lost, MINUTE, notSent } from '../../../support/sales.ts'
import { aTill, anApproved, confirms, isComplete, isStopped, says, stoppedBy, type Till } from './batch-till.ts'

describe('opening a batch', () => {
  it('the batch with an id for every line and its first sale are stored before the check is sent', async () => {
    const readVisible: (KnownBatch | undefined)[] = []
    const check: Line = async (of) => {
      readVisible.push(await till.known())
      return says(-1)(of)
    }
    const till = await aTill({ check })
    const { batch, sales } = await till.open()
    expect(readVisible[0]?.batch.lines).toEqual(batch.lines)
    expect(new Set(batch.lines.map(({ saleId }) => saleId)).size).toBe(3)
    expect(readVisible[0]?.sales).toMatchObject([
      { id: batch.lines[0]!.saleId, state: 'opened', batch: { line: 1, of: 3 } },
    ])
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

  it('no batch is opened while the provider is unreachable, selling is stopped, the disk is full or the till shuts down', async () => {
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

  it('a batch whose quote is not confirmed in ten minutes stops at its first line', async () => {
    const till = await aTill()
    await till.open()
    await till.pass(10 * MINUTE)
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-sold', line: 1 })
    expect(await till.states()).toEqual(['abandoned', undefined, undefined])
  })
})

describe('stopping a batch', () => {
  it('stopping a batch abandons a line that is being checked', async () => {
    const { opened, open } = createLatch()
    const check: Line = (of) => opened.then(() => says(-1)(of))
    const till = await anApproved([1, 2, 3], { check: [says(-1), check] })
    await till.lineOnce(2, 'opened')
    const { batch } = await till.stop()
    expect(batch).toMatchObject({ state: 'stopped', stop: { reason: 'requested', by: { id: cashier.id } } })
    open()
    await till.lineOnce(2, 'abandoned')
    await till.pass(MINUTE)
    expect(confirms(till)).toHaveLength(1)
    expect(await till.states()).toEqual(['succeeded', 'abandoned', undefined])
  })

  it('stopping a batch lets a line that is being confirmed complete, and begins no other', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await anApproved([1, 2], { confirm: () => answer })
    await till.lineOnce(1, 'confirming')
    await till.stop()
    release()
    await till.lineOnce(1, 'succeeded')
    await till.pass(MINUTE)
    expect(await till.states()).toEqual(['succeeded', undefined, undefined])
    expect((await till.known()).batch.stop).toMatchObject({ reason: 'requested' })
  })

  it('a batch that is stopped at any moment confirms only the lines that were approved by then', async () => {
    // A database needs more turns for the same step.
    for (let turns = 0; turns < 40; turns += isInPostgres() ? 4 : atLevel(3, 1)) {
      const till = await anApproved([1, 2, 3])
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

  it('stopping a batch is idempotent, abandons a batch that no one approved, and leaves a complete one unchanged', async () => {
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
    const till = await anApproved([1, 2, 3], { confirm: [says(1), says(0), says(1)], find: says(0) })
    const line = await till.lineOnce(2, 'pending')
    await takeOver(till, line)
    expect(await stoppedBy(till)).toMatchObject({ reason: 'taken-over', line: 2 })
    expect((await till.known()).batch.cashier.id).toBe(cashier.id)
    await till.confirm([3])
    await till.lineOnce(3, 'succeeded')
  })

  it('a colleague who takes over an undelivered line does not stop the batch', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await anApproved([1, 2], { confirm: [says(1), () => answer] }, { count: 2 })
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
    const expected = { state: 'succeeded' }
    expect(await till.sales.confirm(first!.id, { version: 99 }, sellerOf(cashier))).toMatchObject(expected)
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
})

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
