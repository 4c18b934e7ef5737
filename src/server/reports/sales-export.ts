import type { Readable } from 'node:stream'

import type { Money } from '#domain/money/money.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { shopDayAt, type ShopCalendar } from '#domain/shop-calendar.ts'
import type { ShopProblem } from '#domain/shops.ts'
import type { ExportForm } from '#api/sales.ts'
import { csvOf, type CsvRow, type CsvRows } from '../lib/csv.ts'
import type { ReportSales } from './report-sales.ts'

/** Per turn of the event loop. */
const SALES_AT_ONCE = 100

/**
 * Oldest first, with at most a few hundred in memory. Columns are listed one by one, so no new field is exposed by mistake; codes, serials and receipt texts
 * are in no record. An unreadable sale is a row with its number and that status.
 */
export const exportSales = (sales: Batches, range: Range, calendar: ShopCalendar, form?: ExportForm): Readable =>
  csvOf(COLUMNS, rowsOf(sales, range, calendar), form)

type Range = { from: number; to: number }
type Batches = Pick<ReportSales, 'batches'>

/** `read` gives access to its sales while `use` runs. */
export type ExportedShop = { id: string; name: string } & (
  | { state: ShopProblem }
  | { state: 'read'; range: Range; calendar: ShopCalendar; read: (use: (sales: Batches) => CsvRows) => CsvRows }
)

/**
 * One shop after the other, each by its own calendar. A shop that could not be read has a row that says so. If a read fails in the middle, the export is
 * aborted.
 */
export function exportShops(shops: readonly ExportedShop[], form?: ExportForm): Readable {
  async function* rows(): CsvRows {
    const missing = shops.flatMap((shop) =>
      shop.state === 'read' ? [] : [[shop.id, shop.name, ...rowOfMissing(shop)]],
    )
    if (missing.length > 0) yield missing
    for (const shop of shops) {
      if (shop.state !== 'read') continue
      for await (const each of shop.read((sales) => rowsOf(sales, shop.range, shop.calendar)))
        yield each.map((row) => [shop.id, shop.name, ...row])
    }
  }
  return csvOf(['shop', 'shop_name', ...COLUMNS], rows(), form)
}

async function* rowsOf(sales: Batches, range: Range, calendar: ShopCalendar): CsvRows {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: calendar.timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  for await (const records of sales.batches(range, SALES_AT_ONCE))
    yield records.map((sale) => (sale.state === 'unreadable' ? rowOfMissing(sale) : rowOf(sale, clock, calendar)))
}

const rowOfMissing = ({ state, number }: { state: string; number?: number }): CsvRow =>
  COLUMNS.map((column) => (column === 'status' ? state : column === 'number' ? (number ?? '') : ''))

const COLUMNS = [
  'number',
  'id',
  'business_day',
  'opened',
  'opened_utc',
  'completed_utc',
  'status',
  'state',
  'kind',
  'service_id',
  'service',
  'brand',
  'account',
  'customer',
  'amount',
  'amount_currency',
  'paid',
  'paid_currency',
  'cost',
  'cost_currency',
  'payment_method',
  'second_payment_method',
  'second_paid',
  'cashier',
  'till',
  'approved_by',
  'service_transaction',
  'service_time',
  'resolution',
  'refund',
  'refunded_by',
  'test',
]

function rowOf(sale: SaleRecord, clock: Intl.DateTimeFormat, calendar: ShopCalendar): CsvRow {
  const { approval, resolution, refund, finalAt } = sale
  return [
    sale.number,
    sale.id,
    shopDayAt(sale.openedAt, calendar),
    clock.format(sale.openedAt),
    new Date(sale.openedAt).toISOString(),
    finalAt === undefined ? '' : new Date(finalAt).toISOString(),
    groupOfSale(sale),
    sale.state,
    sale.kind,
    sale.serviceId,
    sale.serviceName,
    sale.brand,
    sale.account ?? '',
    sale.customer ?? '',
    ...amountOf(sale.amount),
    ...amountOf(sale.pays),
    ...amountOf(sale.cost),
    sale.paymentMethod ?? '',
    sale.split?.paymentMethod ?? '',
    sale.split?.amount ?? '',
    sale.cashier.name,
    (approval?.terminal ?? sale.terminal).name,
    approval?.by.name ?? '',
    sale.transactionId ?? '',
    sale.serviceTime ?? '',
    resolution?.outcome ?? '',
    refund ? (refund.done ? 'done' : 'due') : '',
    refund?.done?.by ?? '',
    sale.isTest ? 'test' : '',
  ]
}

const amountOf = (money: Money | undefined): [Money | '', string] => (money ? [money, money.currency] : ['', ''])
