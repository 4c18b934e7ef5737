import { expect, it } from 'vitest'

import { ORDER_LIFE_MS } from '#domain/order.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { orderStore, type NewOrder } from '#server/orders/store.ts'
import { salesStore } from '#server/sales/store.ts'
import { aJournal, textsOf } from '../../support/a-journal.ts'
import { aSaleId, failedSale, INTERNATIONAL, succeededSale } from '../../support/sales.ts'

const DAY = 1_763_000_000_000
const HOUR = 60 * 60_000
const NUMBER = '971501234567'
const amal = { id: 'amal', name: 'Amal' }

let minted = 0
const anOrder = (changes: Partial<NewOrder> = {}): NewOrder => {
  const placedAt = changes.placedAt ?? DAY + HOUR
  minted += 1
  const service = { kind: 'direct', serviceId: 'qamra-rc', serviceName: 'Qamra Recharge', brand: 'Qamra' }
  const asked = { account: NUMBER, amount: { amount: '25', currency: 'AED' } }
  const placed = { terminal: { id: 'tablet', name: 'Tablet' }, placedAt, expiresAt: placedAt + ORDER_LIFE_MS }
  return { id: `01JD6X${String(minted).padStart(20, '0')}`, ...service, ...asked, ...placed, ...changes } as NewOrder
}

async function aStore() {
  const db = await aJournal()
  const errors: unknown[] = []
  const log = { info: () => {}, error: (line: object) => void errors.push(line) }
  const store = orderStore({ db, commit: groupCommit(db), log })
  const place = (order: NewOrder, day = DAY) => store.place(order, day, 0, () => {})
  return { db, store, place, errors }
}

it('orders of a day are numbered in sequence, also those placed at once, and each day begins again', async () => {
  const { place } = await aStore()
  const placed = await Promise.all([anOrder(), anOrder(), anOrder()].map((order) => place(order)))
  expect(placed.map(({ label }) => label).toSorted()).toEqual(['A-1', 'A-2', 'A-3'])
  expect(await place(anOrder({ placedAt: DAY + 25 * HOUR }), DAY + 24 * HOUR)).toMatchObject({ label: 'A-1' })
})

it('the same id is the same order, whatever is sent again', async () => {
  const { place, store } = await aStore()
  const order = anOrder()
  const first = await place(order)
  expect(await place({ ...order, serviceName: 'Other' })).toEqual(first)
  expect(await store.listSince(DAY)).toEqual([first])
})

it('an international order is read back with everything that was chosen', async () => {
  const { store, place } = await aStore()
  const order = anOrder({
    kind: 'international',
    pays: { amount: '22.5', currency: 'AED' } as NewOrder['amount'],
    international: INTERNATIONAL,
  })
  expect(await place(order)).toMatchObject(order)
  expect(await store.find(order.id)).toMatchObject(order)
})

it('an order that cannot be read is reported, not listed, blocks no other, and can be taken by no one', async () => {
  const { db, store, place, errors } = await aStore()
  const [{ id }, other] = [await place(anOrder()), await place(anOrder())]
  await db.updateTable('orders').set({ international: '{' }).where('id', '=', id).execute()
  expect(await store.listSince(DAY)).toEqual([other])
  expect(errors).toMatchObject([{ problem: expect.stringContaining(`Order ${id}`) as string }])
  await expect(store.change(id, () => undefined)).rejects.toThrow(/can't be read/)
})

it('an order that is rejected as one too many leaves no row, after the open orders of shop and tablet were counted', async () => {
  const { place, store } = await aStore()
  await place(anOrder({ placedAt: DAY }))
  await place(anOrder({ terminal: { id: 'other', name: 'Other' }, placedAt: DAY + HOUR }))
  const order = anOrder({ placedAt: DAY + HOUR + 1 })
  const refused = store.place(order, DAY, 0, (counts) => {
    // The first order has expired, and was placed at the same tablet.
    expect(counts).toEqual({ open: 1, ofTerminal: 1 })
    throw new Error('too many')
  })
  await expect(refused).rejects.toThrow('too many')
  expect(await store.find(order.id)).toBeUndefined()
})

it('when two cashiers take an order, the second sees who has it', async () => {
  const { place, store } = await aStore()
  const { id } = await place(anOrder())
  const take = (name: string) =>
    store.change(id, (order) => {
      if (order?.taken) throw new Error(`${order.taken.by.name} has it`)
      return { by: { id: name, name }, at: DAY }
    })
  const [first, second] = await Promise.allSettled([take('Amal'), take('Joseph')])
  expect(first).toMatchObject({ status: 'fulfilled', value: { taken: { by: { name: 'Amal' } } } })
  expect(second).toMatchObject({ status: 'rejected', reason: new Error('Amal has it') })
  expect(await store.find(id)).toMatchObject({ taken: { by: { name: 'Amal' } } })
  await store.change(id, () => undefined)
  expect(await store.find(id)).not.toHaveProperty('taken')
})

it('the number of an order is masked when it expires, and its row is deleted after a day', async () => {
  const { db, place, store } = await aStore()
  const order = anOrder()
  await place(order)
  expect(await store.sweep(order.expiresAt - 1, 0)).toBe(true)
  expect(await textsOf(db)).toContain(NUMBER)
  expect(await store.sweep(order.expiresAt, 0)).toBe(true)
  expect(await textsOf(db)).not.toContain(NUMBER)
  expect(await store.find(order.id)).toMatchObject({ account: '••••••••4567' })
  expect(await store.sweep(order.placedAt + 24 * HOUR, order.placedAt + 1)).toBe(false)
  expect(await textsOf(db)).not.toContain(order.id)
})

it('an order is held by its sale while that may have been sold', async () => {
  const { db, place, store } = await aStore()
  const [sold, failed, open] = [await place(anOrder()), await place(anOrder()), await place(anOrder())]
  const sales = salesStore(db)
  await sales.insert({ ...succeededSale(), orderId: sold.id }, [])
  await sales.insert({ ...failedSale(), id: aSaleId('B'), orderId: failed.id }, [])
  expect(await store.held([sold.id, failed.id, open.id])).toEqual(new Set([sold.id]))
  await store.change(open.id, () => ({ by: amal, at: DAY }))
  expect((await store.listSince(DAY)).map(({ taken }) => taken?.by.name)).toEqual([undefined, undefined, 'Amal'])
})
