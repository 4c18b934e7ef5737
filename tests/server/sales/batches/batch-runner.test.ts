import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { stopBatch } from '#domain/sale/steps/batch-step.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { recordRestored } from '#server/database/maintenance/recoveries.ts'
import { usageToday } from '#server/sales/limit-usage.ts'
import { aBatch, aRunningBatch, asLine, BATCH_ID } from '../../../support/a-batch.ts'
import { aDeferredAnswer, cashier, supervisor, type Line, type MoneyPathOptions } from '../../../support/money-path.ts'
import { createLatch } from '../../../support/latch.ts'
import {
  APPROVED_AT,
  confirmingVoucher,
  lost,
  MINUTE,
  notSent,
  readyVoucher,
  refuses,
  SECOND,
  theirId,
} from '../../../support/sales.ts'
import {
  aService,
  aTill,
  anApproved,
  anOpenDuplicate,
  codeComing,
  confirms,
  isComplete,
  isStopped,
  says,
  stoppedBy,
  type QuantityRequest,
  type Till,
} from './batch-till.ts'

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
    const till = await anApproved([1, 2], { confirm: codeComing, find: [codeComing, says(1)] })
    await till.lineOnce(1, 'succeeded')
    await till.pass(5 * SECOND)
    expect(await till.states()).toEqual(['succeeded', undefined, undefined])
    await till.pass(10 * SECOND)
    await till.lineOnce(2, 'succeeded')
  })

  it.each<[what: string, state: SaleRecord['state'], script: { check?: Line[]; confirm?: Line[] }]>([
    ['fails', 'failed', { confirm: [says(1), says(2)] }],
    ['is canceled', 'canceled', { confirm: [says(1), says(3)] }],
    ['is replaced', 'replaced', { confirm: [says(1), says(4)] }],
    ['is not executed', 'not-executed', { confirm: [says(1), notSent('stopping')] }],
    ['is refused at check', 'refused', { check: [says(-1), refuses(201)] }],
  ])('a batch stops at a line that %s', async (_, state, script) => {
    const till = await anApproved([1, 2, 3], script)
    expect(await stoppedBy(till)).toMatchObject({ reason: 'not-sold', line: 2 })
    expect(await till.states()).toEqual(['succeeded', state, undefined])
    await till.pass(3 * MINUTE)
    expect(confirms(till)).toHaveLength(state === 'refused' ? 1 : 2)
  })

  it('a batch waits two minutes for a pending line and then stops, while the line is still polled', async () => {
    const till = await anApproved([1, 2], { confirm: [says(1), says(0)], find: says(0) }, { count: 2 })
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

  it('a batch waits for an unknown line and continues when it turns out to be sold', async () => {
    const till = await anApproved([1, 2], { confirm: [lost(), says(1)], find: says(1) }, { count: 2 })
    await till.batchOnce(isComplete)
    expect(confirms(till)).toHaveLength(2)
  })

  it('a line is not confirmed when its check is answered after the approval is two minutes old', async () => {
    const { answer, let: release } = aDeferredAnswer(refuses(22))
    const till = await anApproved([1, 2], { check: [says(-1), () => answer], find: says(-1) })
    await till.lineOnce(2, 'opened')
    till.clock.time += 2 * MINUTE
    release()
    expect(await stoppedBy(till)).toMatchObject({ line: 2 })
    await till.pass(MINUTE)
    expect(confirms(till)).toHaveLength(1)
  })

  it('a confirm is repeated only while the approval of the batch, not of the line, is under two minutes old (rule 4)', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await anApproved([1, 2], { confirm: [() => answer, notSent()], find: [says(1), says(-1)] })
    await till.lineOnce(1, 'confirming')
    till.clock.time += 2 * MINUTE - 2 * SECOND
    release()
    await till.lineOnce(2, 'confirming')
    await till.pass(MINUTE)
    // The confirm is repeated after one second. The next repetition, two seconds later, would be too late.
    expect(confirms(till)).toHaveLength(3)
    expect((await till.lines())[1]).toMatchObject({ state: 'not-executed' })
  })

  let isDiskFull = false
  it.each<[what: string, happens: (till: Till) => void, stop: object]>([
    [
      'the provider is unreachable',
      ({ health }) => (health.service = 'unreachable'),
      { reason: 'service-unreachable' },
    ],
    ['selling is stopped', ({ health }) => (health.service = 'stopped'), { reason: 'selling-stopped' }],
    ['the disk is full', () => (isDiskFull = true), { reason: 'disk-full' }],
    [
      'the product is no longer sold',
      (till) => till.offer([aService('pixelmoor', { isActive: false })]),
      { reason: 'not-sellable', code: 'service-inactive' },
    ],
  ])('a batch stops when the next line is due and %s', async (_, happens, stop) => {
    isDiskFull = false
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await aTill({ confirm: () => answer }, { isDiskFull: () => isDiskFull })
    await till.open()
    await till.confirm([1, 2])
    await till.lineOnce(1, 'confirming')
    happens(till)
    release()
    expect(await stoppedBy(till)).toMatchObject({ ...stop, line: 2 })
    expect(await till.states()).toEqual(['succeeded', undefined, undefined])
  })
})

describe('a change just before the commit of a step', () => {
  /** Makes something happen just before line 2 is written as opened or as confirming. */
  async function atLastMoment(
    step: 'opened' | 'confirming',
    happens: (till: Till, line: SaleRecord) => Promise<unknown> | void,
    script: MoneyPathOptions['script'] = {},
    wanted: Partial<QuantityRequest> = {},
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

  it.each<[string, Partial<SaleRecord>, string]>([
    ['an open duplicate', {}, 'duplicate-blocked'],
    ['a duplicate that a person has to confirm', { state: 'succeeded', finalAt: APPROVED_AT }, 'confirm-duplicate'],
  ])('%s keeps a line from being confirmed', async (_, changes, reason) => {
    const ofNumber = { account: '971501234567', serviceId: 'qamra' }
    const sold = says(1, ofNumber, true)
    const other = { ...anOpenDuplicate(ofNumber), ...changes }
    const till = await atLastMoment(
      'confirming',
      (now) => now.store.insert(other, []),
      { check: says(-1, ofNumber), confirm: sold, find: sold },
      { kind: 'direct', ...ofNumber },
    )
    expect((await till.known()).batch.stop).toMatchObject({ reason, line: 2, otherSale: other.id })
    expect(await till.states()).toEqual(['succeeded', 'checked', undefined])
    expect(confirms(till)).toHaveLength(1)
  })

  it('a sale to the same account that cannot be read keeps a line from being confirmed, and the log names it', async () => {
    const ofNumber = { serviceId: 'qamra', account: '971501234567' }
    const other = anOpenDuplicate(ofNumber)
    const till = await atLastMoment(
      'confirming',
      async (now) => {
        await now.store.insert(other, [])
        await sql`UPDATE sales SET record = '{' WHERE id = ${other.id}`.execute(now.db)
      },
      { check: says(-1, ofNumber), confirm: says(1, ofNumber) },
      { kind: 'direct', ...ofNumber },
    )
    expect(await till.states()).toEqual(['succeeded', 'checked', undefined])
    expect(confirms(till)).toHaveLength(1)
    expect(till.problems).toMatchObject([{ problem: expect.stringContaining('Sale 3 ') as string }])
    expect(await stoppedBy(till)).toMatchObject({ reason: 'unreadable', line: 2 })
  })
})

describe('a batch with an unreadable record', () => {
  const usage = async ({ db, clock }: Till) => (await usageToday(db, 0, clock.now())).length

  /** Leaves the records of a table unreadable. Returns what repairs them. */
  async function damage({ db }: Pick<Till, 'db'>, table: string): Promise<() => Promise<void>> {
    const of = sql.table(table)
    const { rows } = await sql<{ id: string; record: string }>`SELECT id, record FROM ${of}`.execute(db)
    await sql`UPDATE ${of} SET record = '{'`.execute(db)
    return async () => {
      for (const { id, record } of rows) await sql`UPDATE ${of} SET record = ${record} WHERE id = ${id}`.execute(db)
    }
  }

  it.each(['batches', 'sales'])(
    'a running batch whose record in %s becomes unreadable uses up no limit, sells nothing after a repair, and can be approved again',
    async (table) => {
      const { opened, open: release } = createLatch()
      const till = await anApproved([1, 2, 3], { confirm: [(of) => opened.then(() => says(1)(of)), says(1)] })
      await till.lineOnce(1, 'confirming')
      expect(await usage(till)).toBe(3)
      const repair = await damage(till, table)
      release()
      await till.pass(5 * MINUTE)
      expect(await usage(till)).toBe(1)
      await repair()
      await till.pass(5 * MINUTE)
      const { batch } = await till.batches.read(BATCH_ID, cashier)
      expect(batch).toMatchObject({ state: 'stopped', stop: { reason: 'unreadable' } })
      expect(confirms(till)).toHaveLength(1)
      await till.lineOnce(1, 'succeeded')
      await till.confirm([2, 3])
      await till.batchOnce(isComplete)
      expect(confirms(till)).toHaveLength(3)
    },
  )

  it.each(['same', 'next'])(
    'a batch that could not be read after a restore cannot be continued when it is repaired in the %s process',
    async (process) => {
      const till = await anApproved([1])
      await till.batchOnce(isStopped)
      await till.db.transaction().execute((trx) => recordRestored(trx, { cause: 'command' }))
      const repair = await damage(till, 'batches')
      await till.sales.recover({ backupAt: 0 })
      const later = process === 'next' ? await aTill({}, { db: till.db }) : till
      if (process === 'next') await later.sales.recover()
      await repair()
      await expect(later.confirm([2])).rejects.toMatchObject({ status: 409 })
      expect((await later.known()).batch).toMatchObject({ isRestored: true, stop: { reason: 'restored' } })
      expect(await later.states()).toEqual(['succeeded', undefined, undefined])
    },
  )
})

describe('a batch after a restart', () => {
  async function aLeftBatch(count: number, sales: SaleRecord[]) {
    const till = await aTill({ find: says(-1) })
    const batch = aBatch(count)
    const [first, second] = sales.map((sale, index) => {
      const line = asLine(batch, index + 1, sale)
      return { ...line, transactionId: theirId(`t-${line.id}`) }
    }) as [SaleRecord, SaleRecord]
    await till.store.insert(first, [], { duplicate: () => undefined, opens: batch })
    await till.store.insert(second, [], { duplicate: () => undefined, batch: (now) => now })
    const remaining = count === sales.length ? [] : [count]
    await till.store.batches.change(batch.id, () => ({ batch: aRunningBatch({ batch }, { remaining }) }))
    return till
  }

  it('a restart stops a running batch, and nothing is checked or confirmed', async () => {
    const till = await aLeftBatch(3, [readyVoucher(), confirmingVoucher()])
    await till.sales.recover()
    expect((await till.known()).batch).toMatchObject({ state: 'stopped', stop: { reason: 'restarted' } })
    await till.lineOnce(2, 'unknown')
    await till.pass(5 * MINUTE)
    expect(till.steps()).not.toContain('check')
    expect(confirms(till)).toEqual([])
    expect((await till.known()).sales).toHaveLength(2)
  })

  it('after a restart the cashier can continue with a line that is not executed', async () => {
    const till = await aLeftBatch(3, [readyVoucher(), { ...confirmingVoucher(), state: 'not-executed' }])
    await till.sales.recover()
    await till.confirm([2, 3])
    await till.lineOnce(2, 'succeeded')
  })

  it('a restart completes a batch whose last line was sold', async () => {
    const till = await aLeftBatch(2, [readyVoucher(), readyVoucher()])
    await till.sales.recover()
    expect((await till.known()).batch.state).toBe('complete')
  })

  it.each(['batches', 'sales'])(
    'after a restart, a batch with an unreadable record in %s is named by its first sale, sells nothing and uses up no limit',
    async (table) => {
      const till = await aLeftBatch(3, [readyVoucher(), confirmingVoucher()])
      const usage = async () => (await usageToday(till.db, 0, till.clock.now())).length
      const before = await usage()
      await sql`UPDATE ${sql.table(table)} SET record = '{'`.execute(till.db)
      await till.sales.recover()
      await till.pass(5 * MINUTE)
      expect(await usage()).toBe(before - 1)
      expect(till.steps()).not.toContain('check')
      expect(confirms(till)).toEqual([])
      expect(till.problems).not.toEqual([])
      const { sales, batches } = await till.sales.unreadableRecords()
      expect([sales, batches]).toEqual(table === 'batches' ? [[], [1]] : [[1, 2], []])
    },
  )

  it('a planned shutdown stops running batches in the database and begins no line', async () => {
    const { answer, let: release } = aDeferredAnswer(lost())
    const till = await anApproved([1, 2], { confirm: () => answer, find: says(1) })
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
