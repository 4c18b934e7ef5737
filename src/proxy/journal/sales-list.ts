import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'

import type { DecimalText } from '#domain/money.ts'
import { moneyMoved, SALE_STATES, NON_FINAL_STATES } from '#domain/sale/sale.ts'
import { groupOfSale, type SaleGroup } from '#domain/sale/group.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleSearch } from '#domain/sale/search.ts'
import type { CountedSales } from '#domain/sold.ts'
import { recordOf } from './sale-row.ts'
import type { JournalTables } from './tables.ts'

/** Opened in [from, to); of one cashier and one product where they are named. */
export type DayFilter = { from: number; to: number; cashierId?: string; serviceId?: string }
export type ListFilter = DayFilter & { group?: SaleGroup; openOnly?: boolean; below?: number; limit: number }

/** So many sales of one group, cashier, product and price. Names are those of the newest among them. */
export type Tally = CountedSales & {
  cashier: { id: string; name: string }
  service: { id: string; name: string }
}

/** What the sales list reads from the journal. Nothing here writes. */
export type SalesList = {
  /** Newest first, numbers below `below`. */
  list: (filter: ListFilter) => Promise<SaleRecord[]>
  tally: (filter: DayFilter) => Promise<Tally[]>
  /** The lines of one quantity, in their order. */
  batch: (id: string) => Promise<SaleRecord[]>
  /** Sales of any day, newest first. Of those with such an account the newest three hundred, for a cashier of those they may see. */
  search: (search: SaleSearch, cashierId?: string) => Promise<SaleRecord[]>
}

/** More than anybody looks through; the whole of a search is held in memory for a moment. */
const MAX_FOUND = 300

const PAID_STATES = SALE_STATES.filter((state) => moneyMoved({ state }) === 'yes')

const fieldOf = (path: string) => sql`json_extract(record, ${sql.lit(`$.${path}`)})`

/** `groupOfSale`, as the journal can tell it of a row; what the state alone says is taken from there. */
const groupOfRow = sql<SaleGroup>`CASE
  WHEN ${fieldOf('conflicting')} THEN 'unknown'
  WHEN ${fieldOf('resolution')} IS NOT NULL AND ${fieldOf('refund.done')} IS NOT NULL THEN 'not-sold'
  WHEN ${fieldOf('resolution')} IS NOT NULL THEN ${fieldOf('resolution.outcome')}
  WHEN ${fieldOf('voucher')} = 'coming' THEN 'waiting'
  WHEN state = 'abandoned' AND ${fieldOf('confirmedAt')} IS NOT NULL THEN 'not-sold'
  ${sql.join(
    SALE_STATES.map((state) => sql`WHEN state = ${sql.lit(state)} THEN ${sql.lit(groupOfSale({ state }))}`),
    sql` `,
  )} END`

/** `moneyMoved` says yes. */
const isPaidRow = sql<number>`CASE
  WHEN ${fieldOf('conflicting')} THEN 0
  WHEN ${fieldOf('resolution')} IS NOT NULL THEN ${fieldOf('resolution.outcome')} = 'sold'
  ELSE state IN (${sql.join(PAID_STATES.map((state) => sql.lit(state)))}) END`

/** `isSettled`, turned round. */
const isOpenRow: Expression<SqlBool> = sql<SqlBool>`(state IN (${sql.join(NON_FINAL_STATES)}) OR ${fieldOf('voucher')} = 'coming')`

/** `mayView`, for a cashier; the columns first, since a record takes longer to read. */
const mayViewRow = (cashierId: string): Expression<SqlBool> => sql<SqlBool>`(cashier_id = ${cashierId}
  OR is_undelivered = 1
  OR ${isOpenRow}
  OR ${fieldOf('approval.by.id')} = ${cashierId}
  OR (${fieldOf('refund')} IS NOT NULL AND ${fieldOf('refund.done')} IS NULL))`

export function salesList(db: Kysely<JournalTables>): SalesList {
  const ofDay = ({ from, to, cashierId, serviceId }: DayFilter) => {
    const query = db.selectFrom('sales').where('opened_at', '>=', from).where('opened_at', '<', to)
    const ofCashier = cashierId === undefined ? query : query.where('cashier_id', '=', cashierId)
    return serviceId === undefined ? ofCashier : ofCashier.where('service_id', '=', serviceId)
  }

  return {
    list: async ({ group, openOnly, below, limit, ...filter }) => {
      let query = ofDay(filter).selectAll()
      if (group !== undefined) query = query.where(groupOfRow, '=', group)
      if (openOnly) query = query.where(isOpenRow)
      if (below !== undefined) query = query.where('number', '<', below)
      return (await query.orderBy('number', 'desc').limit(limit).execute()).map(recordOf)
    },

    tally: async (filter) => {
      const rows = await ofDay(filter)
        .select((select) => [
          groupOfRow.as('group'),
          isPaidRow.as('is_paid'),
          'cashier_id',
          'service_id',
          sql<string>`${fieldOf('pays.amount')}`.as('amount'),
          sql<string>`${fieldOf('pays.currency')}`.as('currency'),
          select.fn.countAll<number>().as('count'),
          // The columns beside max() are those of its row.
          select.fn.max('number').as('newest'),
          'record',
        ])
        .groupBy(['group', 'is_paid', 'cashier_id', 'service_id', 'amount', 'currency'])
        .execute()
      return rows.map((row) => {
        const { cashier, serviceName } = JSON.parse(row.record) as SaleRecord
        return {
          group: row.group,
          isPaid: row.is_paid === 1,
          cashier: { id: row.cashier_id, name: cashier.name },
          service: { id: row.service_id, name: serviceName },
          pays: { amount: row.amount as DecimalText, currency: row.currency },
          count: Number(row.count),
        }
      })
    },

    batch: async (id) => {
      const rows = await db
        .selectFrom('sales')
        .selectAll()
        .where('batch_id', '=', id)
        .orderBy(fieldOf('batch.line'))
        .orderBy('number')
        .execute()
      return rows.map(recordOf)
    },

    search: async ({ number, id, transactionId, account }, cashierId) => {
      const numbers = db.selectFrom('sales').select('number')
      const withAccount = (part: string) => {
        const all = numbers.where(sql<SqlBool>`account LIKE ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`)
        // Records are read of those with such an account only.
        const seen = cashierId === undefined ? all : numbers.where('number', 'in', all).where(mayViewRow(cashierId))
        // Not by the table's own order: the index on accounts holds all that is asked for and is far smaller.
        return seen
          .orderBy(sql`+number`, 'desc')
          .limit(MAX_FOUND)
          .execute()
      }
      const found = await Promise.all([
        number === undefined ? [] : numbers.where('number', '=', number).execute(),
        id === undefined ? [] : numbers.where('id', '=', id).execute(),
        transactionId === undefined ? [] : numbers.where('transaction_id', '=', transactionId).execute(),
        account === undefined ? [] : withAccount(account),
      ])
      const rows = await db
        .selectFrom('sales')
        .selectAll()
        .where('number', 'in', [...new Set(found.flat().map((row) => row.number))])
        .orderBy('number', 'desc')
        .execute()
      return rows.map(recordOf)
    },
  }
}
