import { setImmediate as nextTurn } from 'node:timers/promises'

import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'

import type { SaleGroup } from '#domain/sale/group.ts'
import type { NamedRef } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleSearch } from '#domain/sale/search.ts'
import type { CountedSales } from '#domain/reports/sold.ts'
import { conditionsOf, countedSales, totalsFor, type RangeFilter } from './counted-sales.ts'
import { RECORD_COLUMNS, recordsOf, sumOfPays } from '../database/schema/sale-row.ts'
import type { SaleDaysColumns } from '../database/schema/sale-tables.ts'
import type { JournalTables } from '../database/schema/tables.ts'

type ListFilter = RangeFilter & { group?: SaleGroup; openOnly?: boolean; below?: number; limit: number }

export type SalesList = {
  /** Newest first; `next` is the last number on the page if there are more. */
  list: (filter: ListFilter) => Promise<{ sales: SaleRecord[]; next?: number }>
  /** Counts by cashier, group and currency; several counts may have the same keys. Throws unless `totalsFor` finds matching totals. */
  count: (filter: RangeFilter) => Promise<(CountedSales & { cashierId: string })[]>
  /** Products sold and their sellers, each once with the newest name in this period. */
  services: (filter: Pick<RangeFilter, 'from' | 'to' | 'cashierId'>) => Promise<NamedRef[]>
  cashiers: (filter: Pick<RangeFilter, 'from' | 'to'>) => Promise<NamedRef[]>
  /** Newest first. A search by account finds at most 300; with `cashierId`, only sales that this cashier may see are found. */
  search: (search: SaleSearch, cashierId?: string) => Promise<SaleRecord[]>
}

/** All are in memory for a moment. */
const MAX_FOUND = 300
/** Per turn of the event loop. */
const ACCOUNTS_AT_ONCE = 5_000

/** `mayView` for a cashier, in SQL. */
const mayViewRow = (cashierId: string): Expression<SqlBool> => sql<SqlBool>`(cashier_id = ${cashierId}
  OR approved_by = ${cashierId} OR is_open = 1 OR is_undelivered = 1 OR is_refund_due = 1)`

export function salesList(db: Kysely<JournalTables>): SalesList {
  const counted = countedSales(db)

  async function namesIn(filter: RangeFilter, of: 'cashier' | 'service'): Promise<NamedRef[]> {
    const [id, name] = [sql.ref(`${of}_id`), sql.ref(`${of}_name`)]
    const ofServices = filter.cashierId === undefined ? 'service_totals' : 'product_totals'
    const table = of === 'service' ? ofServices : 'sale_totals'
    const rows = await counted.select(
      filter,
      table,
      (source) => sql<NamedRef & { newest: number }>`
        SELECT ${id} AS id, ${name} AS name, max(newest) AS newest FROM ${source} GROUP BY ${id}, ${name}`,
    )
    const byAge = rows.toSorted((a, b) => a.newest - b.newest).map((row) => [row.id, row.name] as const)
    return [...new Map(byAge)].map((one) => ({ id: one[0], name: one[1] })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  return {
    ...salesOfDays(db, counted),
    ...saleSearch(db),

    count: async (filter) => {
      const table = totalsFor(filter)
      if (!table) throw new Error('no totals answer this filter')
      const rows = await counted.select(
        filter,
        table,
        (source) => sql<CountedRow>`
          SELECT cashier_id, sale_group, is_paid, currency, sum(count) AS count, CAST(sum(whole) AS TEXT) AS whole,
            CAST(sum(millionths) AS TEXT) AS millionths
          FROM ${source} GROUP BY cashier_id, sale_group, is_paid, currency`,
      )
      return rows.map((row) => ({
        group: row.sale_group,
        isPaid: row.is_paid === 1,
        cashierId: row.cashier_id,
        sum: sumOfPays(row.whole, row.millionths),
        currency: row.currency,
        count: Number(row.count),
      }))
    },

    services: ({ from, to, cashierId }) =>
      namesIn({ from, to, ...(cashierId === undefined ? {} : { cashierId }) }, 'service'),
    cashiers: ({ from, to }) => namesIn({ from, to }, 'cashier'),
  }
}

function saleSearch(db: Kysely<JournalTables>): Pick<SalesList, 'search'> {
  /** Searches in steps, because a million accounts take a while. */
  async function numbersOf(part: string, cashierId: string | undefined): Promise<number[]> {
    const pattern = `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    let found: number[] = []
    for (let last: Account | undefined = { account: '', service_id: '', number: 0 }; last;) {
      const these = accountsAfter(last).limit(ACCOUNTS_AT_ONCE)
      const alike = sql`SELECT number FROM (${these}) AS these WHERE lower(account) LIKE ${pattern} ESCAPE '\\'`
      // Full rows are read only for matching accounts.
      const seen =
        cashierId === undefined
          ? alike
          : sql`SELECT number FROM sales WHERE number IN (${alike}) AND ${mayViewRow(cashierId)}`
      const { rows: numbers } = await sql<{ number: number }>`${seen} ORDER BY +number DESC LIMIT ${MAX_FOUND}`.execute(
        db,
      )
      if (numbers.length > 0)
        found = [...found, ...numbers.map(({ number }) => number)].toSorted((a, b) => b - a).slice(0, MAX_FOUND)
      last = await accountsAfter(last)
        .offset(ACCOUNTS_AT_ONCE - 1)
        .limit(1)
        .executeTakeFirst()
      await nextTurn()
    }
    return found
  }

  const accountsAfter = (last: Account) =>
    db
      .selectFrom('sales')
      .select(['account', 'service_id', 'number'])
      .where(sql<SqlBool>`account != ''`)
      .where(sql<SqlBool>`${KEY} > ${keyOf(last)}`)
      .orderBy('account')
      .orderBy('service_id')
      .orderBy('number')

  return {
    search: async ({ number, id, transactionId, account }, cashierId) => {
      const numbers = db.selectFrom('sales').select('number')
      const named = number === undefined ? [] : [{ number }]
      if (id !== undefined) named.push(...(await numbers.where('id', '=', id).execute()))
      if (transactionId !== undefined)
        named.push(...(await numbers.where('transaction_id', '=', transactionId).execute()))
      const withAccount = account === undefined ? [] : await numbersOf(account, cashierId)
      return readRows(db, [...new Set([...named.map((row) => row.number), ...withAccount])])
    },
  }
}

function salesOfDays(db: Kysely<JournalTables>, counted: ReturnType<typeof countedSales>): Pick<SalesList, 'list'> {
  async function numbersOfDay(day: NumberedDay, filter: ListFilter): Promise<number[]> {
    const { from, to, group, openOnly, below = Infinity, limit, ...narrowed } = filter
    const highest = Math.min(day.last_number, below - 1)
    if (day.first_number > highest) return []
    // Without a filter nearly every row is on the page, so rows are read in order. With a filter the day's index is used, because a wrong clock may have
    // scattered a day's numbers.
    const isFiltered = isNarrow(filter)
    const openedAt = isFiltered ? sql<number>`opened_at` : sql<number>`+opened_at`
    const number = isFiltered ? sql<number>`+number` : sql<number>`number`
    let query = db
      .selectFrom('sales')
      .select('number')
      .where(number, '>=', day.first_number)
      .where(number, '<=', highest)
      .where(openedAt, '>=', Math.max(from, day.from_at))
      .where(openedAt, '<', Math.min(to, day.to_at))
    if (group !== undefined) query = query.where('sale_group', '=', group)
    if (openOnly) query = query.where(sql<SqlBool>`is_open = 1`)
    query = query.where(sql<SqlBool>`1 = 1 ${conditionsOf(narrowed)}`)
    const rows = await query.orderBy(number, 'desc').limit(limit).execute()
    return rows.map((row) => row.number)
  }

  /** Days that have matching sales by their totals, or all days if no totals match the filter. */
  async function daysWithSales(days: readonly NumberedDay[], filter: ListFilter): Promise<ReadonlySet<number>> {
    const { from: _, to: __, group, openOnly, below: ___, limit: ____, ...narrowed } = filter
    const all = new Set(days.map((day) => day.from_at))
    const table = totalsFor(narrowed)
    if (!table || openOnly || !isNarrow(filter)) return all
    const ofGroup = group === undefined ? sql`` : sql`AND sale_group = ${group}`
    const conditions = sql`${ofGroup} ${conditionsOf(narrowed)}`
    const { rows } = await sql<{ day: number }>`
      SELECT DISTINCT day FROM ${sql.table(table)} WHERE day IN (${sql.join([...all])}) AND count > 0 ${conditions}`.execute(
      db,
    )
    const open = await sql<{ opened_at: number }>`SELECT opened_at FROM sales WHERE is_open = 1
      AND opened_at >= ${Math.min(...all)} AND opened_at < ${Math.max(...days.map((day) => day.to_at))} ${conditions}`.execute(
      db,
    )
    const isOpenIn = (day: NumberedDay) => open.rows.some(({ opened_at: at }) => at >= day.from_at && at < day.to_at)
    const complete = new Set(rows.map(({ day }) => day))
    return new Set(days.filter((day) => complete.has(day.from_at) || isOpenIn(day)).map((day) => day.from_at))
  }

  async function numbersOf(filter: ListFilter): Promise<number[]> {
    const { limit } = filter
    // A clock that was set back may have given a later day lower numbers.
    const days = (await counted.daysIn(filter)).filter(isNumbered).toSorted((a, b) => b.last_number - a.last_number)
    let found: number[] = []
    for (let first = 0; first < days.length; first += DAYS_LOOKED_AT) {
      const these = days.slice(first, first + DAYS_LOOKED_AT)
      if (first > 0) await nextTurn()
      const wanted = days.length === 1 ? undefined : await daysWithSales(these, filter)
      for (const day of these) {
        const isFull = found.length === limit && (found.at(-1) ?? 0) > day.last_number
        if (isFull) return found
        if (wanted && !wanted.has(day.from_at)) continue
        const numbers = await numbersOfDay(day, filter)
        found = [...found, ...numbers].toSorted((a, b) => b - a).slice(0, limit)
        if (days.length > 1) await nextTurn()
      }
    }
    return found
  }

  return {
    list: async (filter) => {
      const { limit } = filter
      // Reads one more than the page shows. Numbers decide whether there is a next page, because some sales may be unreadable.
      const numbers = await numbersOf({ ...filter, limit: limit + 1 })
      const shown = numbers.slice(0, limit)
      const last = shown.at(-1)
      return {
        sales: await readRows(db, shown),
        ...(numbers.length > limit && last !== undefined ? { next: last } : {}),
      }
    },
  }
}

async function readRows(db: Kysely<JournalTables>, numbers: readonly number[]): Promise<SaleRecord[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('sales')
    .select(RECORD_COLUMNS)
    .where('number', 'in', numbers)
    .orderBy('number', 'desc')
    .execute()
  return recordsOf(rows)
}

/** Per turn of the event loop. */
const DAYS_LOOKED_AT = 16

type NumberedDay = SaleDaysColumns & { first_number: number; last_number: number }
const isNumbered = (day: SaleDaysColumns): day is NumberedDay => day.first_number !== null && day.last_number !== null

/** True if the page may contain only a few sales of each day. */
function isNarrow(filter: ListFilter): boolean {
  const { from: _, to: __, below: ___, limit: ____, openOnly, ...narrowed } = filter
  return openOnly === true || Object.values(narrowed).some((one) => one !== undefined)
}

type Account = { account: string; service_id: string; number: number }
const KEY = sql`(account, service_id, number)`
const keyOf = ({ account, service_id, number }: Account) => sql`(${account}, ${service_id}, ${number})`

type CountedRow = {
  cashier_id: string
  sale_group: SaleGroup
  is_paid: number
  currency: string
  count: number
  whole: string
  millionths: string
}
