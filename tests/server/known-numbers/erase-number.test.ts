import { describe, expect, it } from 'vitest'

import { readNumberQuery } from '#domain/phone/known-number.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { createErasing } from '#server/known-numbers/erase-number.ts'
import { createNumberIndex } from '#server/known-numbers/number-index.ts'
import { createNumberDigests } from '#server/lib/number-digests.ts'
import { orderStore } from '#server/orders/store.ts'
import { salesStore } from '#server/sales/store.ts'
import { aBasket } from '../../support/a-batch.ts'
import { aJournal, textsOf } from '../../support/a-journal.ts'
import { noted } from '../../support/open-wholesaler.ts'
import {
  ANSWERED_AT,
  DAY,
  anAmount,
  aSaleId,
  deliveredVoucher,
  hamad,
  OPENED_AT,
  pendingSale,
  succeededSale,
  theirId,
  till,
} from '../../support/sales.ts'

/** @security V14.2.7, V16.2.5: A supervisor erases a number from sales, events, orders and the index; the audit log says so without it, and its chain stays whole. */

const NUMBER = '971501234562'
const OTHER = '971507654321'
const actor = { by: hamad, terminal: till }

async function aShop() {
  const db = await aJournal()
  const commit = groupCommit(db)
  const clock = { now: () => ANSWERED_AT + DAY, wall: () => ANSWERED_AT + DAY }
  const digests = createNumberDigests(Buffer.alloc(32, 7))
  const index = createNumberIndex({ db, commit, clock, digests, months: () => 6 })
  const store = salesStore(db, { commit })
  const audit = createAuditLog({ db, commit, clock, pepper: Buffer.alloc(32, 7) })
  const log = noted([])
  const orders = orderStore({ db, commit, log })
  const eraseFromOrders = (number: string) => orders.eraseNumber(number, clock.now())
  const erase = createErasing({ db, audit, index, eraseFromOrders, log })
  let made = 0
  const add = async (sale: SaleRecord, note?: string) => {
    made += 1
    const own = {
      id: `01JD6X${String(made).padStart(20, '0')}` as SaleRecord['id'],
      transactionId: theirId(`t${made}`),
    }
    const event = { at: ANSWERED_AT, kind: 'resolved' as const, ...(note === undefined ? {} : { note }) }
    return (await store.insert({ ...sale, ...own }, [{ at: OPENED_AT, kind: 'final', state: 1 }, event]))!
  }
  const fill = () => index.upkeep({ isStopped: () => false, pause: async () => {} })
  return { db, audit, index, store, orders, erase, add, fill, clock }
}

describe('erasing a number', () => {
  it('it is taken from sales, notes, a voucher’s customer, quantities, orders and the index, and from nowhere else', async () => {
    const { db, audit, index, store, orders, erase, add, fill, clock } = await aShop()
    await audit.append({ kind: 'signed-in', ...actor })
    const note = 'Support called +971 50-123 4562, not 971507654321'
    const resolution = { outcome: 'sold' as const, note, at: ANSWERED_AT, by: 'Hamad' }
    const problem = { code: 'service-201' as const, text: 'Number 0501234562 is not known' }
    for (let at = 0; at < 25; at += 1) await add({ ...succeededSale(), account: NUMBER })
    const told = await add({ ...succeededSale(), account: NUMBER, resolution, problem }, note)
    const voucher = await add({ ...deliveredVoucher(), account: 'buyer@example.com', customer: NUMBER })
    const other = await add({ ...succeededSale(), account: OTHER })
    const order = {
      id: aSaleId('R'),
      kind: 'direct' as const,
      serviceId: 'qamra',
      serviceName: 'Qamra',
      brand: 'Qamra',
    }
    const wanted = { ...order, account: NUMBER, amount: anAmount('50'), terminal: till }
    await orders.place({ ...wanted, placedAt: clock.now(), expiresAt: clock.now() + 1000 }, 1, 0, () => {})
    await fill()
    expect(await index.find(readNumberQuery(NUMBER)!)).toHaveLength(26)

    expect(await erase(NUMBER, actor)).toEqual({ sales: 27, open: [] })
    expect(await index.find(readNumberQuery(NUMBER)!)).toEqual([])
    expect(await index.find(readNumberQuery('4562')!)).toEqual([])
    const text = await textsOf(db)
    expect(text).not.toMatch(/1234562|501234562|123 4562/)
    const found = (await store.find(told.id))!
    expect(found).toMatchObject({ account: '••••••••4562', version: told.version + 1 })
    expect(found.resolution?.note).toBe('Support called ••••••••4562, not 971507654321')
    expect(found.problem?.text).toBe('Number ••••••••4562 is not known')
    expect((await store.events(told.id)).at(-1)?.note).toBe('Support called ••••••••4562, not 971507654321')
    expect(await store.find(voucher.id)).toMatchObject({ account: 'buyer@example.com', customer: '••••••••4562' })
    expect(await store.find(other.id)).toEqual(other)
    expect(await orders.find(order.id)).toMatchObject({ account: '••••••••4562', expiresAt: clock.now() })

    expect((await audit.page({})).lines[0]).toMatchObject({
      kind: 'number-erased',
      ...actor,
      detail: { number: '••••••••4562', sales: 27 },
    })
    expect(await audit.verify()).toMatchObject({ isIntact: true, lines: 2 })
    expect(await erase(NUMBER, actor)).toEqual({ sales: 0, open: [] })
  })

  it('it is also taken from lines of a basket of which no sale was opened', async () => {
    const { db, store, erase } = await aShop()
    const open = (letter: string, field: 'account' | 'customer') => {
      const content = { ...aBasket().content, [field]: NUMBER }
      const lines = [{ saleId: aSaleId(letter), content }]
      return store.batches.open(aBasket({ id: aSaleId(letter), state: 'stopped', content, lines }), () => {})
    }
    await open('P', 'account')
    await open('Q', 'customer')
    expect(await erase(NUMBER, actor)).toEqual({ sales: 0, open: [] })
    expect(await textsOf(db)).not.toMatch(/1234562/)
  })

  it('nothing is erased while a sale to the number is not complete, or cannot be read', async () => {
    const { db, audit, erase, add, store } = await aShop()
    const sold = await add({ ...succeededSale(), account: NUMBER })
    const open = await add({ ...pendingSale(), account: NUMBER })
    const due = await add({ ...succeededSale(), account: NUMBER, refund: {} })
    expect(await erase(NUMBER, actor)).toEqual({ sales: 0, open: [open.number, due.number] })
    expect(await store.find(sold.id)).toEqual(sold)
    expect((await audit.page({})).lines).toEqual([])

    await store.save({ ...succeededSale(), id: open.id, number: open.number, version: 1, account: NUMBER }, [])
    await store.save({ ...due, refund: { done: { at: 1, by: 'Amal' } } }, [])
    await db.updateTable('sales').set({ record: '{' }).where('id', '=', sold.id).execute()
    expect(await erase(NUMBER, actor)).toEqual({ sales: 0, open: [sold.number] })
  })
})
