import { expect, it } from 'vitest'

import type { BatchRecord } from '#domain/sale/batch.ts'
import { stopBatch, withoutReservation } from '#domain/sale/steps/batch-step.ts'
import { useOf } from '#domain/sales-limits.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { DuplicateSaleError } from '#server/sales/commit-guard.ts'
import { usageToday, usageWithout } from '#server/sales/limit-usage.ts'
import { ForeignBatch, salesStore } from '#server/sales/store.ts'
import { aJournal } from '../../../support/a-journal.ts'
import { aBatch, aRunningBatch, asLine, BATCH_ID, FRESH_ID } from '../../../support/a-batch.ts'
import {
  amal,
  anAmount,
  APPROVED_AT,
  aSaleId,
  confirmingVoucher,
  joseph,
  MINUTE,
  openedVoucher,
  SECOND,
} from '../../../support/sales.ts'

const anything = { duplicate: () => undefined }

async function aBatchJournal() {
  const db = await aJournal()
  const store = salesStore(db)
  const batch = aBatch()
  const first = asLine(batch, 1, openedVoucher())
  return {
    db,
    store,
    first,
    open: (opens: BatchRecord = batch, sale: SaleRecord = first) => store.insert(sale, [], { ...anything, opens }),
    change: (next: BatchRecord) => store.batches.change(BATCH_ID, () => ({ batch: next })),
    lines: () => db.selectFrom('batch_lines').selectAll().orderBy('sale_id').execute(),
  }
}

const counting = (sale: SaleRecord): SaleRecord => ({
  ...sale,
  approval: { at: APPROVED_AT, by: amal, terminal: sale.terminal, countsTowardLimits: true },
})

it('a batch, the ids of its lines and its first sale are written in one commit', async () => {
  const { store, open, lines } = await aBatchJournal()
  expect(await open()).toMatchObject({ version: 1, number: 1 })
  expect(await store.batches.find(BATCH_ID)).toMatchObject({
    batch: { version: 1, state: 'checked' },
    sales: [{ number: 1 }],
  })
  const ids = ['A', 'B', 'C'].map((last) => aSaleId(last))
  const rows = ids.map((id, index) => ({ sale_id: id, line: index + 1, is_current: 1, is_reserved: 0 }))
  expect(await lines()).toMatchObject(rows)
  expect(await store.batches.unfinished()).toEqual([BATCH_ID])
})

it('neither batch nor lines are written when the first sale is blocked', async () => {
  const { store, first, lines } = await aBatchJournal()
  const duplicate = () => ({ kind: 'blocked' as const, sale: first })
  await expect(store.insert(first, [], { duplicate, opens: aBatch() })).rejects.toThrow(DuplicateSaleError)
  expect(await store.batches.find(BATCH_ID)).toBeUndefined()
  expect(await lines()).toEqual([])
})

it('nothing is written for a batch whose id is taken or whose line belongs to another batch', async () => {
  const { store, open, first } = await aBatchJournal()
  await open()
  expect(await open(aBatch(), { ...first, id: aSaleId('Q') })).toBeUndefined()
  const other = { ...aBatch(), id: '01JD6X0000000000000000BTCH' }
  const line = { ...first, batch: { id: other.id, line: 2, of: 3 } }
  await store.insert({ ...line, id: aSaleId('R') }, [])
  await expect(open(other, { ...line, id: aSaleId('S') })).rejects.toThrow(ForeignBatch)
  expect(await store.batches.find(other.id)).toBeUndefined()
})

it('a sale that claims to be a line of an existing batch, or takes its id without being it, is rejected', async () => {
  const { store, open } = await aBatchJournal()
  await open()
  const second = asLine(aBatch(), 2, openedVoucher())
  await expect(store.insert(second, [])).rejects.toThrow(ForeignBatch)
  await expect(store.insert({ ...second, batchOwnerId: joseph.id }, [])).rejects.toThrow(ForeignBatch)
  const single = { ...openedVoucher(), id: second.id }
  await expect(store.insert(single, [], anything)).rejects.toThrow(ForeignBatch)
  const ofOther = { ...single, batch: { id: '01JD6X0000000000000000BTCH', line: 1, of: 2 } }
  await expect(store.insert(ofOther, [], anything)).rejects.toThrow(ForeignBatch)
  expect(await store.find(second.id)).toBeUndefined()
  await expect(store.insert(second, [], { ...anything, batch: (now) => now })).resolves.toMatchObject({ number: 2 })
})

it('a line has one current id', async () => {
  const { db, open } = await aBatchJournal()
  await open()
  const second = { sale_id: FRESH_ID, batch_id: BATCH_ID, line: 1, is_current: 1, is_reserved: 0 }
  await expect(db.insertInto('batch_lines').values(second).execute()).rejects.toThrow(/unique/i)
  const taken = { ...second, sale_id: aSaleId('B'), line: 9 }
  await expect(db.insertInto('batch_lines').values(taken).execute()).rejects.toThrow(/unique/i)
})

it('the earlier id of a line remains, and only the current one is reserved', async () => {
  const { open, change, lines } = await aBatchJournal()
  await open()
  await change(aRunningBatch())
  await change(stopBatch(aRunningBatch(), { reason: 'requested', at: APPROVED_AT }))
  const again = [{ saleId: FRESH_ID, earlierIds: [aSaleId('A')] }, ...aBatch().lines.slice(1)]
  await change({ ...aRunningBatch(), lines: again })
  expect(await lines()).toMatchObject([
    { sale_id: aSaleId('A'), is_current: 0, is_reserved: 0 },
    { sale_id: aSaleId('B'), is_current: 1, is_reserved: 1 },
    { sale_id: aSaleId('C'), is_current: 1, is_reserved: 1 },
    { sale_id: FRESH_ID, line: 1, is_current: 1, is_reserved: 1 },
  ])
})

it('each change of a batch in one group sees the changes before it', async () => {
  const { store, open } = await aBatchJournal()
  await open()
  const readVisible: string[] = []
  const change = (next: BatchRecord) =>
    store.batches.change(BATCH_ID, ({ batch }) => {
      readVisible.push(`${batch.state} ${batch.version}`)
      return { batch: next }
    })
  await Promise.all([
    change(aRunningBatch()),
    change(stopBatch(aRunningBatch(), { reason: 'requested', at: APPROVED_AT })),
  ])
  expect(readVisible).toEqual(['checked 1', 'running 2'])
  expect(await store.batches.find(BATCH_ID)).toMatchObject({ batch: { state: 'stopped', version: 3 } })
})

it('nothing is written when a change returns the same batch or throws', async () => {
  const { store, open } = await aBatchJournal()
  await open()
  await store.batches.change(BATCH_ID, ({ batch }) => ({ batch }))
  const refuse = (): never => {
    throw new Error('not now')
  }
  await expect(store.batches.change(BATCH_ID, refuse)).rejects.toThrow('not now')
  expect((await store.batches.find(BATCH_ID))?.batch.version).toBe(1)
})

it('a line is confirmed and its reservation ends in one commit, or neither happens', async () => {
  const { store, open, change, lines } = await aBatchJournal()
  const opened = await open()
  await change(aRunningBatch())
  const confirming = { ...opened!, state: 'confirming' as const }
  const refusing = store.save(confirming, [], {
    guard: { batch: (now) => withoutReservation(now, 1), duplicate: () => ({ kind: 'blocked', sale: confirming }) },
  })
  await expect(refusing).rejects.toThrow(DuplicateSaleError)
  expect((await lines())[0]).toMatchObject({ is_reserved: 1 })
  await store.save(confirming, [], { guard: { ...anything, batch: (now) => withoutReservation(now, 1) } })
  expect((await lines()).map(({ is_reserved }) => is_reserved)).toEqual([0, 1, 1])
  expect(await store.batches.find(BATCH_ID)).toMatchObject({
    batch: { version: 3, approvals: [{ remaining: [2, 3] }] },
    sales: [{ state: 'confirming' }],
  })
})

const windows = { perHour: APPROVED_AT - MINUTE, perDay: APPROVED_AT - MINUTE, vouchersPerMinute: APPROVED_AT }
const asked = { ...confirmingVoucher(), number: 0, confirmedAt: APPROVED_AT + SECOND }
const times = (usage: readonly { count: number }[] = []) => usage.reduce((sum, { count }) => sum + count, 0)

it('approved lines count toward limits before they are confirmed, and each line counts once', async () => {
  const { db, store, open, change } = await aBatchJournal()
  const count = async () => {
    const { perHour, perDay, vouchersPerMinute } = await usageWithout(db, asked, windows)
    expect(times(perHour)).toBe(times(perDay))
    expect(times(await usageToday(db, windows.perDay, APPROVED_AT))).toBe(times(perDay))
    return [times(perDay), times(vouchersPerMinute)]
  }
  const opened = await open()
  expect(await count()).toEqual([0, 0])
  await change(aRunningBatch())
  expect(await count()).toEqual([3, 3])
  const confirming = counting({ ...opened!, state: 'confirming', confirmedAt: APPROVED_AT + SECOND })
  const saved = await store.save(confirming, [], { guard: { ...anything, batch: (now) => withoutReservation(now, 1) } })
  expect(await count()).toEqual([3, 3])
  await change(stopBatch((await store.batches.find(BATCH_ID))!.batch, { reason: 'requested', at: APPROVED_AT }))
  expect(await count()).toEqual([1, 1])
  // A line that was not executed still counts. When it is approved again, it is reserved and does not count twice.
  await store.save({ ...saved, state: 'not-executed' }, [])
  expect(await count()).toEqual([1, 1])
  await change(aRunningBatch({ batch: (await store.batches.find(BATCH_ID))!.batch, lines: [1, 2] }))
  expect(await count()).toEqual([2, 2])
})

it('a sale of another product under the id of a reserved line counts beside the line', async () => {
  const { db, store, open, change } = await aBatchJournal()
  // An earlier build, without ids for lines, allowed this.
  const other = counting({ ...confirmingVoucher(), id: aBatch().lines[1]!.saleId, confirmedAt: APPROVED_AT })
  await store.insert(other, [], anything)
  await open()
  await change(aRunningBatch())
  const { perDay, vouchersPerMinute } = await usageWithout(db, asked, windows)
  expect([times(perDay), times(vouchersPerMinute)]).toEqual([4, 4])
  expect(times(await usageToday(db, windows.perDay, APPROVED_AT))).toBe(4)
})

it('reserved lines count for their cashier, at the price of a line and for its account', async () => {
  const { db, open, change } = await aBatchJournal()
  const mailed = { ...aBatch(), content: { ...aBatch().content, account: 'Amal@example.com' } }
  await open(mailed)
  await change({ ...aRunningBatch(), content: mailed.content })
  const perNumber = { perNumber: windows.perDay }
  const line = { ...useOf(amal.id, anAmount('50')), account: 'amal@example.com' }
  expect(await usageWithout(db, { ...asked, account: 'amal@EXAMPLE.com' }, perNumber)).toEqual({
    perNumber: [line, line, line],
  })
  expect(await usageWithout(db, { ...asked, account: 'joseph@example.com' }, perNumber)).toEqual({ perNumber: [] })
})
