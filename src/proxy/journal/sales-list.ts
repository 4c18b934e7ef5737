import { setImmediate as nextTurn } from 'node:timers/promises'

import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'

import type { SaleGroup } from '#domain/sale/group.ts'
import type { NamedRef } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleSearch } from '#domain/sale/search.ts'
import type { CountedSales } from '#domain/sold.ts'
import { RECORD_COLUMNS, recordOf, sumOfPays } from './sale-row.ts'
import type { JournalTables } from './tables.ts'

/** Sales opened in [from, to), of one cashier and one service if given. */
export type DayFilter = { from: number; to: number; cashierId?: string; serviceId?: string }
export type ListFilter = DayFilter & { group?: SaleGroup; openOnly?: boolean; below?: number; limit: number }

/** The read-only queries of the sales list. */
export type SalesList = {
  /** Newest first, with numbers below `below`. */
  list: (filter: ListFilter) => Promise<SaleRecord[]>
  /** Counts by cashier, group and currency. Several counts may have the same ones. */
  count: (filter: DayFilter) => Promise<(CountedSales & { cashierId: string })[]>
  /** The services that were sold and the people who sold them, each once with its newest name in this period. */
  services: (filter: DayFilter) => Promise<NamedRef[]>
  cashiers: (filter: DayFilter) => Promise<NamedRef[]>
  /**
   * Sales of any day, newest first. Of those that match by account, the newest three hundred; with `cashierId`, of those the cashier may see.
   */
  search: (search: SaleSearch, cashierId?: string) => Promise<SaleRecord[]>
}

/** More results than anyone reads. All of them are in memory at once for a moment. */
const MAX_FOUND = 300
/** The number of accounts compared in one turn of the event loop. */
const ACCOUNTS_AT_ONCE = 5_000

/** `mayView` for a cashier, in SQL. */
const mayViewRow = (cashierId: string): Expression<SqlBool> => sql<SqlBool>`(cashier_id = ${cashierId}
  OR approved_by = ${cashierId} OR is_open = 1 OR is_undelivered = 1 OR is_refund_due = 1)`

export function salesList(db: Kysely<JournalTables>): SalesList {
  const conditions = ({ cashierId, serviceId }: Partial<DayFilter>) => sql<SqlBool>`
    ${cashierId === undefined ? sql`` : sql`AND cashier_id = ${cashierId}`}
    ${serviceId === undefined ? sql`` : sql`AND service_id = ${serviceId}`}`

  /**
   * The sources of a count: the totals of each day that is fully included, and single rows for open sales and partial days. `of` selects totals
   * of each service or of all services together.
   */
  async function sourcesOf({ from, to, ...filter }: DayFilter, of: 'each' | 'all'): Promise<RawBuilder<unknown>[]> {
    const days = await daysIn({ from, to })
    const rows = (since: number, until: number, isOpen: 0 | 1) => sql`(
      SELECT cashier_id, cashier_name, service_id, service_name, sale_group, is_paid, currency, 1 AS count, pays_whole AS whole,
        pays_millionths AS millionths, number AS newest
      FROM sales WHERE is_open = ${sql.lit(isOpen)} AND opened_at >= ${since} AND opened_at < ${until} ${conditions(filter)})`
    const ofServices = of === 'each' ? sql`service_id > ''` : sql`service_id = ${filter.serviceId ?? ''}`
    const ofCashier = filter.cashierId === undefined ? {} : { cashierId: filter.cashierId }
    const isWithin = (day: { from_at: number; to_at: number }) => day.from_at >= from && day.to_at <= to
    return [
      rows(from, to, 1),
      ...days.map((day) =>
        isWithin(day)
          ? sql`(SELECT * FROM sale_totals WHERE day = ${day.from_at} AND ${ofServices} AND count > 0 ${conditions(ofCashier)})`
          : rows(Math.max(from, day.from_at), Math.min(to, day.to_at), 0),
      ),
    ]
  }

  /** Runs several similar queries as one. */
  const together = async <Row>(
    sources: readonly RawBuilder<unknown>[],
    query: (from: RawBuilder<unknown>) => RawBuilder<Row>,
  ) => (await sql<Row>`${sql.join(sources.map(query), sql` UNION ALL `)}`.execute(db)).rows

  const daysIn = ({ from, to }: Pick<DayFilter, 'from' | 'to'>) =>
    db.selectFrom('sale_days').selectAll().where('from_at', '<', to).where('to_at', '>', from).execute()

  async function namesIn(filter: DayFilter, of: 'cashier' | 'service'): Promise<NamedRef[]> {
    const [id, name] = [sql.ref(`${of}_id`), sql.ref(`${of}_name`)]
    // SQLite takes the other columns from the row that has max().
    const rows = await together(
      await sourcesOf(filter, of === 'service' ? 'each' : 'all'),
      (source) => sql<NamedRef & { newest: number }>`
        SELECT ${id} AS id, ${name} AS name, max(newest) AS newest FROM ${source} GROUP BY ${id}`,
    )
    const byAge = rows.toSorted((a, b) => a.newest - b.newest).map((row) => [row.id, row.name] as const)
    return [...new Map(byAge)].map((one) => ({ id: one[0], name: one[1] })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Finds numbers by account, a part of all accounts at a time, because a million of them take a while. */
  async function numbersOf(part: string, cashierId: string | undefined): Promise<number[]> {
    const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
    let found: number[] = []
    for (let last: Account | undefined = { account: '', service_id: '', number: 0 }; last;) {
      const these = accountsAfter(last).limit(ACCOUNTS_AT_ONCE)
      const alike = sql`SELECT number FROM (${these}) AS these WHERE account LIKE ${pattern} ESCAPE '\\'`
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
    list: async ({ from, to, cashierId, serviceId, group, openOnly, below, limit }) => {
      const days = await daysIn({ from, to })
      const lowest = Math.min(...days.map(({ first_number }) => first_number ?? Infinity))
      const highest = Math.min(Math.max(...days.map(({ last_number }) => last_number ?? 0)), (below ?? Infinity) - 1)
      if (!(lowest <= highest)) return []
      const sales = db.selectFrom('sales').where('number', '>=', lowest).where('number', '<=', highest)
      const isFiltered = openOnly || [cashierId, serviceId, group].some((one) => one !== undefined)
      // Without a filter nearly every row is on the page, so rows are read in order; with a filter they are found through an index.
      const openedAt = isFiltered ? sql<number>`opened_at` : sql<number>`+opened_at`
      let query = sales.select('number').where(openedAt, '>=', from).where(openedAt, '<', to)
      if (cashierId !== undefined) query = query.where('cashier_id', '=', cashierId)
      if (serviceId !== undefined) query = query.where('service_id', '=', serviceId)
      if (group !== undefined) query = query.where('sale_group', '=', group)
      if (openOnly) query = query.where(sql<SqlBool>`is_open = 1`)
      const number = isFiltered ? sql`+number` : sql`number`
      return readRows(query.orderBy(number, 'desc').limit(limit))
    },

    count: async (filter) => {
      const rows = await together(
        await sourcesOf(filter, 'all'),
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

    services: (filter) => namesIn(filter, 'service'),
    cashiers: (filter) => namesIn(filter, 'cashier'),

    search: async ({ number, id, transactionId, account }, cashierId) => {
      const numbers = db.selectFrom('sales').select('number')
      const named = number === undefined ? [] : [{ number }]
      if (id !== undefined) named.push(...(await numbers.where('id', '=', id).execute()))
      if (transactionId !== undefined)
        named.push(...(await numbers.where('transaction_id', '=', transactionId).execute()))
      const withAccount = account === undefined ? [] : await numbersOf(account, cashierId)
      return readRows(numbers.where('number', 'in', [...new Set([...named.map((row) => row.number), ...withAccount])]))
    },
  }

  /** Records are long, so they are read only for the requested rows. */
  async function readRows(numbers: Expression<{ number: number }>): Promise<SaleRecord[]> {
    const rows = await db
      .selectFrom('sales')
      .select(RECORD_COLUMNS)
      .where('number', 'in', numbers as never)
      .orderBy('number', 'desc')
      .execute()
    return rows.map(recordOf)
  }
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
