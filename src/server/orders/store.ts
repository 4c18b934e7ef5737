import type { Kysely, Selectable, Transaction } from 'kysely'
import * as v from 'valibot'

import { isMasked, maskForGood } from '#domain/phone/contact.ts'
import type { DecimalText } from '#domain/money/money.ts'
import { holdsOrder, Order, ORDER_LIFE_MS, orderLabel } from '#domain/order.ts'
import type { NamedRef } from '#domain/person.ts'
import { createReadCache, type ReadCache } from '../database/drivers/read-cache.ts'
import { RECORD_COLUMNS, recordsOf } from '../database/schema/sale-row.ts'
import { nameUnreadable, readEach } from '../lib/readable-rows.ts'
import { readStored } from '../database/schema/stored-records.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { ShopContext } from '../parts/shop-context.ts'

type Db = Kysely<JournalTables> | Transaction<JournalTables>

/** The label comes from the journal. */
export type NewOrder = Omit<Order, 'label' | 'taken'>

/** Counts for the whole shop and for one tablet. */
type OrderCounts = { open: number; ofTerminal: number }

export type OrderStore = {
  /**
   * Adds an order to the day that begins at `day`, or returns the one with this id. `refuse` throws inside the commit if there are too many; `ofTerminal`
   * counts what its tablet placed since `since`.
   */
  place: (order: NewOrder, day: number, since: number, refuse: (counts: OrderCounts) => void) => Promise<Order>
  find: (id: string) => Promise<Order | undefined>
  /** Readable orders, oldest first. Cached until the next change. */
  listSince: (since: number) => Promise<Order[]>
  /** `decide` sees the order inside the commit and returns who has it, or `undefined` to release it. */
  change: (id: string, decide: (order: Order | undefined) => Order['taken']) => Promise<Order>
  /** Ids of orders with a sale that is, or may become, sold. */
  held: (ids: readonly string[]) => Promise<Set<string>>
  /** Masks the numbers of orders that are over, and deletes those placed before `deleteBefore` (epoch ms). Returns whether any are left. */
  sweep: (now: number, deleteBefore: number) => Promise<boolean>
  /** Masks the number in all orders, which ends those that still wait. */
  eraseNumber: (number: string, now: number) => Promise<void>
}

/** More than any shop has in half an hour. */
const LISTED = 500

export function orderStore({ db, commit, log }: Pick<ShopContext, 'db' | 'commit' | 'log'>): OrderStore {
  const known = createReadCache<{ orders: Order[] }>()
  const change = <T>(step: (trx: Transaction<JournalTables>) => Promise<T>) =>
    commit(async (trx) => {
      const result = await step(trx)
      known.empty()
      return result
    })

  return {
    ...orderReads(db, known, (problem: string) => nameUnreadable(log, problem)),
    place: (order, day, since, refuse) =>
      change(async (trx) => {
        const before = await findIn(trx, order.id)
        if (before) return before
        refuse({
          open: await countIn(trx, order.placedAt - ORDER_LIFE_MS),
          ofTerminal: await countIn(trx, since, order.terminal.id),
        })
        const { last } = await trx
          .selectFrom('orders')
          .select(({ fn }) => fn.max('day_number').as('last'))
          .where('day', '=', day)
          .executeTakeFirstOrThrow()
        const row = rowOf(order, day, Number(last ?? 0) + 1)
        await trx.insertInto('orders').values(row).execute()
        return orderOf(row)
      }),

    change: (id, decide) =>
      change(async (trx) => {
        const before = await findIn(trx, id)
        const taken = decide(before)
        if (!before) throw new Error(`order ${id} is not in the journal`)
        await trx
          .updateTable('orders')
          .set({
            taken_by_id: taken?.by.id ?? null,
            taken_by_name: taken?.by.name ?? null,
            taken_at: taken?.at ?? null,
          })
          .where('id', '=', id)
          .execute()
        const { taken: _, ...rest } = before
        return { ...rest, ...(taken && { taken }) }
      }),

    sweep: async (now, deleteBefore) => {
      const rows = await db.selectFrom('orders').select(['id', 'account', 'expires_at', 'placed_at']).execute()
      const isOver = (row: (typeof rows)[number]) => row.placed_at < deleteBefore
      const old = rows.filter(isOver).map(({ id }) => id)
      const due = rows.filter((row) => !isOver(row) && row.expires_at <= now && row.account && !isMasked(row.account))
      if (old.length > 0 || due.length > 0)
        await change(async (trx) => {
          for (const id of old) await trx.deleteFrom('orders').where('id', '=', id).execute()
          for (const { id, account } of due)
            await trx
              .updateTable('orders')
              .set({ account: maskForGood(account) })
              .where('id', '=', id)
              .execute()
        })
      return rows.length > old.length
    },

    eraseNumber: (number, now) =>
      change(async (trx) => {
        const account = maskForGood(number)
        const orders = () => trx.updateTable('orders').where('account', '=', number)
        await orders().where('expires_at', '>', now).set({ account, expires_at: now }).execute()
        await orders().set({ account }).execute()
      }),
  }
}

function orderReads(
  db: Db,
  known: ReadCache<{ orders: Order[] }>,
  name: (problem: string) => void,
): Pick<OrderStore, 'find' | 'listSince' | 'held'> {
  return {
    find: (id) => findIn(db, id),

    listSince: async (since) => {
      const read = async () => {
        const young = db.selectFrom('orders').selectAll().where('placed_at', '>', since).orderBy('placed_at')
        const rows = await young.orderBy('day_number').limit(LISTED).execute()
        return { orders: readEach(rows, orderOf, name) }
      }
      const { orders } = (await known.find('orders', true, read)) ?? (await read())
      return orders.filter(({ placedAt }) => placedAt > since)
    },

    held: async (ids) => {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('sales')
        .select([...RECORD_COLUMNS, 'order_id'])
        .where('order_id', 'in', ids)
        .execute()
      // An unreadable sale may be sold.
      const isFree = (row: (typeof rows)[number]) => recordsOf([row]).some((sale) => !holdsOrder(sale))
      return new Set(rows.filter((row) => !isFree(row)).flatMap((row) => row.order_id ?? []))
    },
  }
}

const findIn = async (on: Db, id: string) => {
  const row = await on.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  return row && orderOf(row)
}
const countIn = async (on: Db, since: number, terminalId?: string) => {
  const all = on.selectFrom('orders').select(({ fn }) => fn.countAll<number>().as('count'))
  const young = all.where('placed_at', '>', since)
  const counted = terminalId === undefined ? young : young.where('terminal_id', '=', terminalId)
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

type OrderRow = Selectable<JournalTables['orders']>

const rowOf = (order: NewOrder, day: number, dayNumber: number): OrderRow => ({
  id: order.id,
  day,
  day_number: dayNumber,
  terminal_id: order.terminal.id,
  terminal_name: order.terminal.name,
  kind: order.kind,
  service_id: order.serviceId,
  service_name: order.serviceName,
  brand: order.brand,
  account: order.account ?? '',
  amount: order.amount.amount,
  currency: order.amount.currency,
  international: order.international ? JSON.stringify({ international: order.international, pays: order.pays }) : null,
  placed_at: order.placedAt,
  expires_at: order.expiresAt,
  taken_by_id: null,
  taken_by_name: null,
  taken_at: null,
})

const Choice = v.pick(Order, ['international', 'pays'])
const isChoice = (choice: unknown): choice is v.InferOutput<typeof Choice> => v.is(Choice, choice)

/** Throws `UnreadableRecord`. */
const orderOf = (row: OrderRow): Order => {
  const taken = takenOf(row)
  return {
    id: row.id,
    label: orderLabel(row.day_number),
    kind: row.kind as Order['kind'],
    serviceId: row.service_id,
    serviceName: row.service_name,
    brand: row.brand,
    ...(row.account === '' ? {} : { account: row.account }),
    amount: { amount: row.amount as DecimalText, currency: row.currency },
    ...(row.international !== null && readStored(isChoice, row.international, `Order ${row.id}`)),
    terminal: { id: row.terminal_id, name: row.terminal_name },
    placedAt: row.placed_at,
    expiresAt: row.expires_at,
    ...(taken && { taken }),
  }
}

function takenOf({
  taken_by_id: id,
  taken_by_name: name,
  taken_at: at,
}: OrderRow): { by: NamedRef; at: number } | undefined {
  return id === null || name === null || at === null ? undefined : { by: { id, name }, at }
}
