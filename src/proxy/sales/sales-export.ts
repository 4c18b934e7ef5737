import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify/sync'

import type { Money } from '#domain/money.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { shopDayAt, type ShopCalendar } from '#domain/shop-calendar.ts'
import type { ReportSales } from '../journal/report-sales.ts'

/** The sales that are written in one turn of the event loop. */
const SALES_AT_ONCE = 100

/**
 * Exports the sales of a range (epoch ms) as CSV, oldest first, while it is read: no more than a few hundred are in memory. Amounts are decimal
 * text. No cell can be taken for a formula. The columns are listed one by one, so that no new field of a sale gets out by mistake; codes,
 * serials and receipt texts are in no record.
 */
export function exportSales(sales: ReportSales, range: { from: number; to: number }, calendar: ShopCalendar): Readable {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: calendar.timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  async function* lines(): AsyncGenerator<string> {
    // A spreadsheet reads the text as UTF-8 only with the mark at its beginning.
    yield stringify([COLUMNS], { ...FORM, bom: true })
    for await (const records of sales.batches(range, SALES_AT_ONCE))
      yield stringify(
        records.map((sale) => rowOf(sale, clock, calendar)),
        FORM,
      )
  }
  return Readable.from(lines(), { objectMode: false })
}

const FORM = { escape_formulas: true, record_delimiter: 'windows' } as const

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
  'paid_by',
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

function rowOf(sale: SaleRecord, clock: Intl.DateTimeFormat, calendar: ShopCalendar): (string | number)[] {
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
    sale.paidBy ?? '',
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

const amountOf = (money: Money | undefined): [string, string] => (money ? [money.amount, money.currency] : ['', ''])
