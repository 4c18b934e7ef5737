import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify/sync'

import type { Money } from '#domain/money.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { shopDayAt, type ShopCalendar } from '#domain/shop-calendar.ts'
import type { ShopProblem } from '#domain/shops.ts'
import type { ExportForm } from '#api/sales.ts'
import type { ReportSales } from './report-sales.ts'

/** Per turn of the event loop. */
const SALES_AT_ONCE = 100

/**
 * The sales of a range (epoch ms) as CSV, oldest first, with at most a few hundred in memory. Amounts are decimal text. Text is protected from being read as
 * formulas, numbers or dates by a spreadsheet. Columns are listed one by one, so that no new field is exposed by mistake; codes, serials and receipt texts are
 * in no record. An unreadable sale is a row with its number and that status.
 */
export const exportSales = (sales: Batches, range: Range, calendar: ShopCalendar, form?: ExportForm): Readable =>
  csvOf(COLUMNS, rowsOf(sales, range, calendar), form)

type Range = { from: number; to: number }
type Batches = Pick<ReportSales, 'batches'>
/** `Money` is written as a number, text never is. */
type Row = (string | number | Money)[]

/** `read` gives access to its sales while `use` runs. */
export type ExportedShop = { id: string; name: string } & (
  | { state: ShopProblem }
  | { state: 'read'; range: Range; calendar: ShopCalendar; read: (use: (sales: Batches) => Rows) => Rows }
)
type Rows = AsyncGenerator<Row[]>

/**
 * The same columns, one shop after the other, each by its own calendar. A shop that could not be read has a row that says so. If a read fails in the middle,
 * the export is aborted.
 */
export function exportShops(shops: readonly ExportedShop[], form?: ExportForm): Readable {
  async function* rows(): Rows {
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

export function csvOf(columns: readonly string[], rows: Rows, form: ExportForm = 'comma'): Readable {
  const options = {
    delimiter: form === 'comma' ? ',' : ';',
    escape_formulas: true,
    record_delimiter: 'windows',
  } as const
  const write = (cell: Row[number]) => {
    if (typeof cell === 'object') return form === 'decimal-comma' ? cell.amount.replace('.', ',') : cell.amount
    return isReread(String(cell)) ? `'${cell}` : cell
  }
  async function* lines(): AsyncGenerator<string> {
    // Spreadsheets need the byte order mark to read UTF-8.
    yield stringify([columns], { ...options, bom: true })
    for await (const each of rows)
      yield stringify(
        each.map((row) => row.map(write)),
        options,
      )
  }
  return Readable.from(lines(), { objectMode: false })
}

/**
 * A spreadsheet would change this text, because it reads it as a number or a date: 971501234567 as 9.71501E+11, 007 as 7, 1E5, 7-11, 1 1/2, $5, (5), TRUE,
 * May-5. Up to 11 digits are safe, and so is a whole date or time.
 */
const isReread = (text: string): boolean =>
  OTHERS_REREAD.test(text.trim()) ||
  (/^\p{Sc}? ?\p{Nd}+(?:[-/:., \u00A0\u202F]\p{Nd}+)*(?:e[+-]?\p{Nd}+)? ?[%\p{Sc}]?$/iu.test(text.trim()) &&
    !/^(?:0|[1-9]\d{0,10}|\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?)$/.test(text))

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const OTHERS_REREAD = new RegExp(
  `^(?:true|false|\\([\\d.,]+\\)|[.,]\\d+|\\d{1,2}(?::\\d\\d){0,2} ?[ap]m?|${MONTH}[-/ .,]*\\d+(?:[-/ ,]+\\d+)?|\\d+[-/ .]*${MONTH}(?:[-/ ,.]*\\d+)?)$`,
  'i',
)

async function* rowsOf(sales: Batches, range: Range, calendar: ShopCalendar): Rows {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: calendar.timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  for await (const records of sales.batches(range, SALES_AT_ONCE))
    yield records.map((sale) => (sale.state === 'unreadable' ? rowOfMissing(sale) : rowOf(sale, clock, calendar)))
}

const rowOfMissing = ({ state, number }: { state: string; number?: number }): Row =>
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

function rowOf(sale: SaleRecord, clock: Intl.DateTimeFormat, calendar: ShopCalendar): Row {
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
