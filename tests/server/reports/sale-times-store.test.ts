import { ulid } from 'ulid'
import { expect, it } from 'vitest'

import type { TimedSale } from '#domain/reports/sale-times.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { saleTimesStore } from '#server/reports/sale-times.ts'
import { salesStore } from '#server/sales/store.ts'
import { aJournal } from '../../support/a-journal.ts'
import { amal, DAY, failedSale, joseph, OPENED_AT, succeededSale, till } from '../../support/sales.ts'

const calendar = { timeZone: 'Asia/Dubai', dayStartHour: 0 }
const from = { person: amal, terminal: till }

async function aShop() {
  const db = await aJournal()
  const commit = groupCommit(db)
  const sales = salesStore(db, { commit, calendar: () => calendar })
  const times = saleTimesStore({ db, reader: db, commit })
  const insert = async (sale: SaleRecord = succeededSale(), changes: Partial<SaleRecord> = {}) =>
    (await sales.insert({ ...sale, id: ulid() as SaleId, ...changes }, []))!
  const read = async (range = { from: OPENED_AT - DAY, to: OPENED_AT + DAY }) => {
    const found: TimedSale[] = []
    return { isPartial: await times.read(range, calendar, (sale) => void found.push(sale)), found }
  }
  return { db, insert, read, record: times.record }
}

it('what was measured first stays, and what was missing is added', async () => {
  const { insert, record, read, db } = await aShop()
  const { id, number } = await insert()
  expect(await record(id, from, { entry: 8_000 })).toBe(true)
  expect(await record(id, from, { entry: 1, answer: 900 })).toBe(true)
  expect(await record(id, from, {})).toBe(true)
  const { found } = await read()
  const service = { id: 'qamra', name: 'Qamra Recharge' }
  expect(found).toEqual([{ day: '2026-11-20', service, cashier: amal, times: { entry: 8_000, answer: 900 } }])
  const rows = await db.selectFrom('sale_times').selectAll().execute()
  expect(rows).toEqual([{ sale: number, entry_ms: 8_000, answer_ms: 900, next_ms: null }])
})

it('only sales that were sold in the range are read, the newest first, in any number of pieces', async () => {
  const { insert, record, read } = await aShop()
  // All at once, so that one commit takes many of them.
  const places = Array.from({ length: 600 }, (_, index) => index)
  const openedAt = (index: number) => OPENED_AT + (index % 2) * DAY
  const inserted = await Promise.all(places.map((index) => insert(succeededSale(), { openedAt: openedAt(index) })))
  await Promise.all(inserted.map(({ id }, index) => record(id, from, { next: index })))
  const sold = places.filter((index) => index % 2 === 0)
  const failed = await insert(failedSale())
  expect(await record(failed.id, from, { answer: 5 })).toBe(true)
  const day = await read({ from: OPENED_AT - 1, to: OPENED_AT + 1 })
  expect(day.found.map(({ times }) => times.next)).toEqual(sold.toReversed())
  const both = await read({ from: OPENED_AT - 1, to: OPENED_AT + DAY + 1 })
  expect([both.found.length, both.isPartial]).toEqual([600, false])
  expect([...new Set(both.found.map(({ day: each }) => each))]).toEqual(['2026-11-21', '2026-11-20'])
})

it('nothing is stored for a sale of someone else, of another till, or that was not sent', async () => {
  const { insert, record, db } = await aShop()
  const { id } = await insert()
  expect(await record(id, { ...from, person: joseph }, { entry: 1 })).toBe(false)
  expect(await record(id, { ...from, terminal: { id: 'other' } }, { entry: 1 })).toBe(false)
  const { confirmedAt: _, ...open } = succeededSale()
  expect(await record((await insert(open)).id, from, { entry: 1 })).toBe(false)
  const batch = { id: ulid(), line: 1, of: 2 } as SaleRecord['batch']
  expect(await record((await insert(succeededSale(), { batch: batch! })).id, from, { entry: 1 })).toBe(false)
  expect(await db.selectFrom('sale_times').selectAll().execute()).toEqual([])
})
