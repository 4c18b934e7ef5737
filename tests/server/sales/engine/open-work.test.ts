import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { BatchRecord } from '#domain/sale/batch.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { hasOpenWork } from '#server/sales/engine/open-work.ts'
import { salesStore } from '#server/sales/store.ts'
import { aBatch, aRunningBatch, asLine } from '../../../support/a-batch.ts'
import { aJournal } from '../../../support/a-journal.ts'
import { APPROVED_AT, checkedSale, MINUTE, pendingSale, readyVoucher, succeededSale } from '../../../support/sales.ts'

const window = { id: 'window', name: 'Window' }
const atWindow = (sale: SaleRecord): SaleRecord => ({ ...sale, approval: { ...sale.approval!, terminal: window } })
const begunAtWindow = aBatch(2, { terminal: window })

it.each<[what: string, sale: SaleRecord, batch: BatchRecord | undefined, till: boolean, window: boolean]>([
  ['a sale that was only checked', checkedSale(), undefined, true, false],
  ['a sale that is pending', pendingSale(), undefined, true, false],
  ['a pending sale that was approved at another till', atWindow(pendingSale()), undefined, false, true],
  ['a sale that is complete', succeededSale(), undefined, false, false],
  ['a quantity that no one has approved', readyVoucher(), begunAtWindow, false, true],
  ['a quantity that runs', readyVoucher(), aRunningBatch(), true, false],
  ['a quantity that runs, begun at another till', readyVoucher(), aRunningBatch({ batch: begunAtWindow }), true, true],
  ['a quantity that was stopped', readyVoucher(), { ...aRunningBatch(), state: 'stopped' }, false, false],
])('%s is open work only of its own tills', async (_, sale, batch, till, isAtWindow) => {
  const db = await aJournal()
  const written = batch ? asLine(batch, 1, sale) : sale
  await salesStore(db).insert(written, [], { duplicate: () => undefined, ...(batch && { opens: batch }) })
  const isOpenAt = (terminalId: string) => hasOpenWork(db, terminalId, APPROVED_AT)
  expect([await isOpenAt('till'), await isOpenAt(window.id)]).toEqual([till, isAtWindow])
})

it('a sale or quantity that cannot be read, and a quantity whose approval is over, is no open work', async () => {
  const db = await aJournal()
  const store = salesStore(db)
  const batch = aRunningBatch()
  await store.insert(asLine(batch, 1, readyVoucher()), [], { duplicate: () => undefined, opens: batch })
  expect(await hasOpenWork(db, 'till', APPROVED_AT + 2 * MINUTE)).toBe(false)
  expect(await hasOpenWork(db, 'till', APPROVED_AT)).toBe(true)
  await sql`UPDATE batches SET record = '{'`.execute(db)
  expect(await hasOpenWork(db, 'till', APPROVED_AT)).toBe(false)
  await sql`UPDATE sales SET is_open = 1`.execute(db)
  expect(await hasOpenWork(db, 'till', APPROVED_AT)).toBe(true)
  await sql`UPDATE sales SET record = '{'`.execute(db)
  expect(await hasOpenWork(db, 'till', APPROVED_AT)).toBe(false)
})
