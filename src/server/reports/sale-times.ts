import { setImmediate as nextTurn } from 'node:timers/promises'

import { sql, type Kysely } from 'kysely'

import type { Person, Terminal } from '#domain/person.ts'
import { SALE_STEPS, type SaleTimes, type TimedSale } from '#domain/reports/sale-times.ts'
import { shopDayAt, shopDays, type ShopCalendar, type ShopDay } from '#domain/shop-calendar.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { countedSales } from '../sales-list/counted-sales.ts'
import type { ShopContext } from '../parts/shop-context.ts'

/** Sales per read, a fraction of the time a sale may wait, and per report: two months of a busy shop. */
const READ_AT_ONCE = 500
const MOST_READ = 50_000

type Requester = { person: Pick<Person, 'id'>; terminal: Pick<Terminal, 'id'> }

export type SaleTimesStore = ReturnType<typeof saleTimesStore>

/** Measured by tills, only for reports: a lost measurement is never sent again. */
export function saleTimesStore({ db, reader, commit }: Pick<ShopContext, 'db' | 'reader' | 'commit'>) {
  const { daysIn } = countedSales(reader)
  return {
    /** Only for a person's own sale from this till, and not for a line of a quantity. What was stored before stays. Returns whether the sale is one. */
    record: async (id: SaleId, { person, terminal }: Requester, times: SaleTimes): Promise<boolean> => {
      const sale = await db
        .selectFrom('sales')
        .select('number')
        .where('id', '=', id)
        .where('cashier_id', '=', person.id)
        .where('terminal_id', '=', terminal.id)
        .where('confirmed_at', 'is not', null)
        .where('batch_id', 'is', null)
        .executeTakeFirst()
      if (!sale || SALE_STEPS.every((step) => times[step] === undefined)) return sale !== undefined
      const row = {
        entry_ms: times.entry ?? null,
        answer_ms: times.answer ?? null,
        next_ms: times.next ?? null,
      }
      const kept = (column: keyof typeof row) =>
        sql<number | null>`coalesce(sale_times.${sql.ref(column)}, ${row[column]})`
      await commit((trx) =>
        trx
          .insertInto('sale_times')
          .values({ sale: sale.number, ...row })
          .onConflict((conflict) =>
            conflict.column('sale').doUpdateSet({
              entry_ms: kept('entry_ms'),
              answer_ms: kept('answer_ms'),
              next_ms: kept('next_ms'),
            }),
          )
          .execute(),
      )
      return true
    },

    /** What was sold in the range (epoch ms), the newest sales first. Returns whether older ones were left out. */
    read: async (
      range: { from: number; to: number },
      calendar: ShopCalendar,
      add: (sale: TimedSale) => void,
    ): Promise<boolean> => {
      let left = MOST_READ
      const dayOf = createDayOf(calendar)
      for (const { from_at, to_at, first_number: first, last_number } of (await daysIn(range)).toReversed()) {
        const within = { from: Math.max(from_at, range.from), to: Math.min(to_at, range.to) }
        if (first === null) continue
        for (let last = last_number; last !== null;) {
          if (left <= 0) return true
          const rows = await readRows(reader, { first, last }, within)
          for (const row of rows) add({ ...soldOf(row), day: dayOf(row.opened_at) })
          left -= rows.length
          last = rows.length < READ_AT_ONCE ? null : (rows.at(-1)?.sale ?? 0) - 1
          await nextTurn()
        }
      }
      return false
    },
  }
}

const readRows = (
  on: Kysely<JournalTables>,
  { first, last }: { first: number; last: number },
  { from, to }: { from: number; to: number },
) =>
  on
    .selectFrom('sale_times')
    .innerJoin('sales', 'sales.number', 'sale_times.sale')
    .select(['sale', 'entry_ms', 'answer_ms', 'next_ms', 'opened_at'])
    .select(['cashier_id', 'cashier_name', 'service_id', 'service_name'])
    .where('sale', '>=', first)
    .where('sale', '<=', last)
    .where('sale_group', '=', 'sold')
    // The days and numbers of sales differ after a change of the clock. The plus keeps SQLite from another index.
    .where(sql<number>`+sales.opened_at`, '>=', from)
    .where(sql<number>`+sales.opened_at`, '<', to)
    .orderBy('sale', 'desc')
    .limit(READ_AT_ONCE)
    .execute()

/** Looks up the time zone once per day. */
function createDayOf(calendar: ShopCalendar): (at: number) => ShopDay {
  const days = shopDays(() => calendar)
  let last = { from: NaN, day: '' }
  return (at) => {
    const { from } = days.boundsAt(at)
    if (from !== last.from) last = { from, day: shopDayAt(from, calendar) }
    return last.day
  }
}

function soldOf(row: Awaited<ReturnType<typeof readRows>>[number]): Omit<TimedSale, 'day'> {
  const { entry_ms: entry, answer_ms: answer, next_ms: next } = row
  return {
    service: { id: row.service_id, name: row.service_name },
    cashier: { id: row.cashier_id, name: row.cashier_name },
    times: {
      ...(entry !== null && { entry }),
      ...(answer !== null && { answer }),
      ...(next !== null && { next }),
    },
  }
}
