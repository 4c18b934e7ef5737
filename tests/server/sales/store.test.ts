import { expect, it, onTestFinished } from 'vitest'

import type { SaleRecord } from '#domain/sale/record.ts'
import { openDatabase } from '#server/database/database.ts'
import { DuplicateSaleError } from '#server/sales/commit-guard.ts'
import { salesStore, StaleSale, type SalesStore } from '#server/sales/store.ts'
import { aJournal, aJournalPlace } from '../../support/a-journal.ts'
import { aSaleId, openedSale } from '../../support/sales.ts'

const aSale = (last: string, changes: Partial<SaleRecord> = {}) => openedSale({ id: aSaleId(last), ...changes })

async function aStore() {
  const db = await aJournal()
  return { db, store: salesStore(db) }
}

async function insert(store: SalesStore, sale: SaleRecord): Promise<SaleRecord> {
  const written = await store.insert(sale, [])
  if (!written) throw new Error(`the id ${sale.id} is taken`)
  return written
}

async function duplicatesOf(store: SalesStore, sale: SaleRecord): Promise<SaleRecord[]> {
  let alike: SaleRecord[] = []
  await store.insert(sale, [], { duplicate: (found) => void (alike = found) })
  return alike
}

it('sales are numbered from one in the order in which they are written, and a sale id is written only once', async () => {
  const { store } = await aStore()
  expect(await insert(store, aSale('A'))).toMatchObject({ number: 1, version: 1 })
  // For a known id, no duplicate is looked for either.
  const duplicate = (): never => {
    throw new Error('nobody asks')
  }
  expect(await store.insert(aSale('A', { account: '971509999999' }), [], { duplicate })).toBeUndefined()
  expect(await store.find(aSale('A').id)).toMatchObject({ account: '971501234567' })
  expect(await insert(store, aSale('B'))).toMatchObject({ number: 2, version: 1 })
})

it('when two writers read the same version of a sale, only one saves it and its events', async () => {
  const { store } = await aStore()
  const sale = await insert(store, aSale('A'))
  await store.save({ ...sale, state: 'confirming' }, [{ at: 1, kind: 'checked' }])
  const second = store.save({ ...sale, state: 'abandoned' }, [{ at: 2, kind: 'abandoned' }])
  await expect(second).rejects.toThrow(StaleSale)
  expect(await store.events(sale.id)).toEqual([{ at: 1, kind: 'checked' }])
  expect(await store.find(sale.id)).toMatchObject({ state: 'confirming', version: 2 })
})

it('events are stored unchanged and in the order in which they were appended', async () => {
  const { store } = await aStore()
  const { id } = await insert(store, aSale('A'))
  await store.append(id, { at: 5, kind: 'confirm-refused', code: 1001 })
  await store.append(id, { at: 4, kind: 'final', state: 1, by: 'x' })
  expect(await store.events(id)).toEqual([
    { at: 5, kind: 'confirm-refused', code: 1001 },
    { at: 4, kind: 'final', state: 1, by: 'x' },
  ])
})

it('a sale and its events are still there after the file was closed', async () => {
  const place = await aJournalPlace()
  const db = await openDatabase(place)
  await salesStore(db).insert(aSale('A', { next: { kind: 'find', at: 12.5 } }), [{ at: 1, kind: 'opened' }])
  await db.destroy()
  const again = await openDatabase(place)
  onTestFinished(() => again.destroy())
  const store = salesStore(again)
  expect(await store.find(aSale('A').id)).toMatchObject({ number: 1, next: { kind: 'find', at: 12.5 } })
  expect(await store.events(aSale('A').id)).toEqual([{ at: 1, kind: 'opened' }])
})

it('unfinished sales are those that are not final or have a next action', async () => {
  const { store } = await aStore()
  const states = ['pending', 'succeeded', 'abandoned', 'checked'] as const
  for (const [index, state] of states.entries()) {
    const { next: _, ...sale } = aSale('ABCD'[index]!, { state })
    await insert(store, state === 'abandoned' ? { ...sale, next: { kind: 'find', at: 1 } } : sale)
  }
  expect((await store.unfinished()).sales.map(({ state }) => state)).toEqual(['pending', 'abandoned', 'checked'])
})

it('the duplicate guard sees the sales to one email address, however it is written', async () => {
  const { db, store } = await aStore()
  await insert(store, aSale('A', { account: 'ａmal@example.com', state: 'pending' }))
  await insert(store, aSale('B', { account: 'AMAL@example.com', state: 'pending' }))
  await insert(store, aSale('C', { account: 'joseph@example.com', state: 'pending' }))
  await insert(store, aSale('D', { account: 'Amal@Example.com', state: 'pending' }))
  await db.updateTable('sales').set({ account: 'Amal@Example.com' }).where('id', '=', aSale('D').id).execute()
  const alike = await duplicatesOf(store, aSale('E', { account: 'Amal@Example.com' }))
  expect(alike.map(({ account }) => account)).toEqual(['Amal@Example.com', 'AMAL@example.com', 'ａmal@example.com'])
  expect(await store.find(aSale('B').id)).toMatchObject({ account: 'AMAL@example.com' })
})

it('open items are those after the last commit, also right after they were read', async () => {
  const { store } = await aStore()
  const look = async () => [(await store.openItems()).map(({ state }) => state), await store.countUndelivered()]
  expect(await look()).toEqual([[], 0])
  const sale = await insert(store, aSale('A', { state: 'pending' }))
  expect(await look()).toEqual([['pending'], 0])
  const [held] = await Promise.all([store.save({ ...sale, state: 'unknown' }, []), look()])
  expect(await look()).toEqual([['unknown'], 0])
  const sold = await store.save({ ...held, kind: 'voucher', state: 'succeeded', voucher: 'ready' }, [])
  expect(await look()).toEqual([['succeeded'], 1])
  await store.saveAll([{ sale: { ...sold, voucher: 'delivered' }, events: [] }])
  expect(await look()).toEqual([[], 0])
})

it('an event of a sale that does not exist is rejected', async () => {
  const { store } = await aStore()
  await expect(store.append(aSale('Z').id, { at: 1, kind: 'opened' })).rejects.toThrow(/foreign key/i)
})

it('the duplicate guard gets the open and sold sales with the same product and account', async () => {
  const { store } = await aStore()
  const states = 'opened refused checked confirming unknown pending not-executed succeeded failed abandoned'
  for (const [index, state] of states.split(' ').entries())
    await insert(store, aSale('ABCDEFGHJK'[index]!, { state: state as SaleRecord['state'] }))
  await insert(store, aSale('M', { state: 'pending', account: '971509999999' }))
  await insert(store, aSale('N', { state: 'pending', serviceId: 'velto' }))
  const alike = await duplicatesOf(store, aSale('Z'))
  expect(alike.map(({ state }) => state)).toEqual(['not-executed', 'pending', 'unknown', 'confirming', 'succeeded'])
  expect(alike[0]).toMatchObject({ number: 7, version: 1 })
})

it('the duplicate guard gets a sale that ended unsold and that a supervisor resolved as sold', async () => {
  const { store } = await aStore()
  const resolved = (outcome: 'sold' | 'not-sold') => ({ outcome, note: 'Support said so', at: 1, by: 'Hamad' })
  for (const [index, state] of (['canceled', 'replaced', 'abandoned', 'failed'] as const).entries()) {
    await insert(store, aSale('ABCD'.charAt(index), { state, resolution: resolved('sold') }))
    await insert(store, aSale('EFGH'.charAt(index), { state, resolution: resolved('not-sold') }))
  }
  const alike = await duplicatesOf(store, aSale('Z'))
  expect(alike.map(({ id }) => id)).toEqual(['D', 'C', 'B', 'A'].map((last) => aSaleId(last)))
})

it('the duplicate guard gets at most the newest twenty sold sales', async () => {
  const { store } = await aStore()
  const letters = [...'0123456789ABCDEFGHJKMNPQ']
  for (const last of letters) await insert(store, aSale(last, { state: 'succeeded' }))
  const numbers = (await duplicatesOf(store, aSale('Z'))).map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => letters.length - index))
})

it('a blocked duplicate writes neither sale nor events, and uses up no number', async () => {
  const { store } = await aStore()
  const other = await insert(store, aSale('A', { state: 'pending' }))
  const guard = { duplicate: () => ({ kind: 'blocked' as const, sale: other }) }
  await expect(store.insert(aSale('B'), [{ at: 1, kind: 'opened' }], guard)).rejects.toThrow(DuplicateSaleError)
  expect(await store.find(aSale('B').id)).toBeUndefined()
  const next = await insert(store, aSale('C'))
  expect(next.number).toBe(2)
  const step = store.save({ ...next, state: 'confirming' }, [{ at: 1, kind: 'approved' }], { guard })
  await expect(step).rejects.toMatchObject({ duplicate: { kind: 'blocked', sale: { number: 1 } } })
  expect(await store.find(next.id)).toMatchObject({ state: 'opened', version: 1 })
  expect(await store.events(next.id)).toEqual([])
})

it('of two duplicates that are approved at the same moment, the second is blocked', async () => {
  const { store } = await aStore()
  const both = [await insert(store, aSale('A')), await insert(store, aSale('B'))]
  const approve = (sale: SaleRecord) =>
    store.save({ ...sale, state: 'confirming' }, [{ at: 1, kind: 'approved' }], {
      guard: { duplicate: ([other]) => other && { kind: 'blocked', sale: other } },
    })
  const [first, second] = await Promise.allSettled(both.map(approve))
  expect(first).toMatchObject({ status: 'fulfilled', value: { number: 1, state: 'confirming' } })
  expect(second).toMatchObject({ status: 'rejected', reason: { duplicate: { sale: { number: 1 } } } })
  expect(await store.find(aSale('B').id)).toMatchObject({ state: 'opened', version: 1 })
  expect(await store.events(aSale('B').id)).toEqual([])
})

it('open items are sales that wait, need attention, have a refund due or are unread, oldest first', async () => {
  const { store } = await aStore()
  const waits = await insert(store, aSale('A', { state: 'pending' }))
  await insert(store, aSale('B', { state: 'succeeded' }))
  await insert(store, aSale('C', { state: 'canceled' }))
  await insert(store, aSale('D', { state: 'failed', refund: {} }))
  await insert(store, aSale('E', { state: 'succeeded', unread: { cashier: true } }))
  await insert(store, aSale('F', { state: 'succeeded', conflicting: true }))
  const numbers = async () => (await store.openItems()).map(({ number }) => number)
  expect(await numbers()).toEqual([1, 3, 4, 5, 6])
  await store.save({ ...waits, state: 'succeeded' }, [])
  expect(await numbers()).toEqual([3, 4, 5, 6])
})

const ready = (last: string) => aSale(last, { kind: 'voucher', state: 'succeeded', voucher: 'ready' })

it('only the newest two hundred undelivered codes are open items', async () => {
  const { db, store } = await aStore()
  const one = await insert(store, ready('A'))
  const row = await db.selectFrom('sales').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 300 }, (_, index) => ({
    ...row,
    number: row.number + 1 + index,
    id: `${one.id.slice(0, 20)}${100_000 + index}`,
  }))
  for (let from = 0; from < more.length; from += 50)
    await db
      .insertInto('sales')
      .values(more.slice(from, from + 50))
      .execute()
  await insert(store, aSale('C', { state: 'pending' }))
  expect(await store.countUndelivered()).toBe(301)
  const listed = await store.openItems()
  expect(listed).toHaveLength(201)
  expect(listed.map(({ number }) => number)).toEqual([...Array.from({ length: 200 }, (_, at) => 102 + at), 302])
})
