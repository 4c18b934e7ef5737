import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { decimal, money } from '#domain/money.ts'
import { findSaleId } from '#domain/sale-id.ts'
import { newSale, type SaleRecord } from '#domain/sale-record.ts'
import { openDatabase } from '#proxy/journal/database.ts'
import { salesStore, StaleSale } from '#proxy/journal/sales-store.ts'
import { aFolder } from '../../support/folders.ts'

const OPENED_AT = Date.UTC(2026, 10, 20, 10)
const amal = { id: 'amal', name: 'Amal Rahman' }
const till = { id: 'till', name: 'Counter' }

function aSale(last: string, changes: Partial<SaleRecord> = {}): SaleRecord {
  const id = findSaleId(`01JD6X0000000000000000000${last}`)
  if (!id) throw new Error(`no sale id ends in ${last}`)
  const content = {
    serviceId: 'qamra',
    serviceName: 'Qamra Recharge',
    brand: 'Qamra',
    account: '971501234567',
    amount: money(decimal('50'), 'AED'),
  }
  return { ...newSale(id, content, amal, till, OPENED_AT), ...changes }
}

async function aStore(path = ':memory:') {
  const db = await openDatabase(path)
  onTestFinished(() => db.destroy())
  return { db, store: salesStore(db) }
}

/** Written sales, when the test says nothing of their writing. */
async function insert(store: Awaited<ReturnType<typeof aStore>>['store'], sale: SaleRecord): Promise<SaleRecord> {
  const written = await store.insert(sale, [])
  if (!written) throw new Error(`the id ${sale.id} is taken`)
  return written
}

const allDay = { from: OPENED_AT - 1, to: OPENED_AT + 1, limit: 100 }

describe('the sales of the journal', () => {
  it('numbers sales as they come, from one', async () => {
    const { store } = await aStore()
    expect(await insert(store, aSale('A'))).toMatchObject({ number: 1, version: 1 })
    expect(await insert(store, aSale('B'))).toMatchObject({ number: 2, version: 1 })
  })

  it('writes an id only once', async () => {
    const { store } = await aStore()
    await insert(store, aSale('A'))
    expect(await store.insert(aSale('A', { account: '971509999999' }), [])).toBeUndefined()
    expect(await store.find(aSale('A').id)).toMatchObject({ account: '971501234567' })
    expect(await insert(store, aSale('B'))).toMatchObject({ number: 2 })
  })

  it('lets only one of two writers move a sale on', async () => {
    const { store } = await aStore()
    const sale = await insert(store, aSale('A'))
    await store.save({ ...sale, state: 'confirming' }, [])
    await expect(store.save({ ...sale, state: 'abandoned' }, [])).rejects.toThrow(StaleSale)
    expect(await store.find(sale.id)).toMatchObject({ state: 'confirming', version: 2 })
  })

  it('writes nothing of a step whose version is stale, its events included', async () => {
    const { store } = await aStore()
    const sale = await insert(store, aSale('A'))
    await store.save(sale, [{ at: 1, kind: 'checked' }])
    await expect(store.save(sale, [{ at: 2, kind: 'abandoned' }])).rejects.toThrow(StaleSale)
    expect(await store.events(sale.id)).toEqual([{ at: 1, kind: 'checked' }])
  })

  it('keeps what happened in order, as it was said', async () => {
    const { store } = await aStore()
    const { id } = await insert(store, aSale('A'))
    await store.append(id, { at: 5, kind: 'confirm-refused', code: 1001 })
    await store.append(id, { at: 4, kind: 'settled', state: 1, by: 'x' })
    expect(await store.events(id)).toEqual([
      { at: 5, kind: 'confirm-refused', code: 1001 },
      { at: 4, kind: 'settled', state: 1, by: 'x' },
    ])
  })

  it('is there again after the file was closed', async () => {
    const path = join(aFolder(), 'journal.db')
    const db = await openDatabase(path)
    await salesStore(db).insert(aSale('A', { next: { do: 'find', at: 12.5 } }), [{ at: 1, kind: 'opened' }])
    await db.destroy()
    const { store } = await aStore(path)
    expect(await store.find(aSale('A').id)).toMatchObject({ number: 1, next: { do: 'find', at: 12.5 } })
    expect(await store.events(aSale('A').id)).toEqual([{ at: 1, kind: 'opened' }])
  })

  it('lists a day newest first, one cashier or all, page by page', async () => {
    const { store } = await aStore()
    await insert(store, aSale('A'))
    await insert(store, aSale('B', { cashier: { id: 'joseph', name: 'Joseph' } }))
    await insert(store, aSale('C', { openedAt: OPENED_AT + 1 }))
    await insert(store, aSale('D'))
    const numbers = async (filter: object) => (await store.list({ ...allDay, ...filter })).map(({ number }) => number)
    expect(await numbers({})).toEqual([4, 2, 1])
    expect(await numbers({ cashierId: 'amal' })).toEqual([4, 1])
    expect(await numbers({ below: 4, limit: 1 })).toEqual([2])
  })

  it('knows what is unfinished: unsettled sales, and settled ones with something due', async () => {
    const { store } = await aStore()
    const states = ['pending', 'succeeded', 'abandoned', 'checked'] as const
    for (const [index, state] of states.entries()) {
      const { next: _, ...sale } = aSale('ABCD'[index]!, { state })
      await insert(store, state === 'abandoned' ? { ...sale, next: { do: 'find', at: 1 } } : sale)
    }
    expect((await store.unfinished()).map(({ state }) => state)).toEqual(['pending', 'abandoned', 'checked'])
    expect((await store.list({ ...allDay, unsettledOnly: true })).map(({ state }) => state)).toEqual([
      'checked',
      'pending',
    ])
    expect(await store.countUnsettled()).toBe(1)
  })

  it('refuses an event of a sale that is not there', async () => {
    const { store } = await aStore()
    await expect(store.append(aSale('Z').id, { at: 1, kind: 'opened' })).rejects.toThrow(/FOREIGN KEY/)
  })
})
