import type { Selectable } from 'kysely'

import { limitAccountKey, limitOwner } from '#domain/sales-limits.ts'
import { decimal, type Decimal, type DecimalText } from '#domain/money/money.ts'
import { keyOfPayment } from '#domain/money/payment.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import { isOpenItem } from '#domain/sale/open-items.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { carriesCode } from '#domain/sale/reveal-rights.ts'
import { isComplete, isUndelivered, moneyMoved } from '#domain/sale/sale.ts'
import { lossOf } from '#domain/sale/loss.ts'
import { paymentStateOf } from '#domain/reports/shift.ts'
import { costFitOf, walletChargeOf } from '#domain/wallet/wallet.ts'
import { UnreadableRecord } from '../../lib/failures.ts'
import { readEach } from '../../lib/readable-rows.ts'
import { isStoredSale, readStored } from './stored-records.ts'
import type { JournalTables } from './tables.ts'

/** What `recordOf` reads. Other columns only repeat the record and cost as much to fetch. */
export const RECORD_COLUMNS = ['number', 'version', 'record'] as const

export type StoredRow = Pick<Selectable<JournalTables['sales']>, (typeof RECORD_COLUMNS)[number]>

/** Throws `UnreadableRecord`. */
export const recordOf = ({ number, version, record }: StoredRow): SaleRecord => ({
  ...readStored(isStoredSale, record, `Sale ${number}`),
  number,
  version,
})

/** Omits unreadable records, which `name` reports to the administrator. */
export const recordsOf = (rows: readonly StoredRow[], name?: (problem: string) => void): SaleRecord[] =>
  readEach(rows, recordOf, name)

/** Like `recordsOf`, with the rows of unreadable ones. */
export function splitRecords<Row extends StoredRow>(
  rows: readonly Row[],
  name?: (problem: string) => void,
): { sales: SaleRecord[]; unreadable: Row[] } {
  const sales = recordsOf(rows, name)
  const read = new Set(sales.map(({ number }) => number))
  return { sales, unreadable: rows.filter(({ number }) => !read.has(number)) }
}

/** Throws one `UnreadableRecord` that names every unreadable one. */
export function readAllRecords(rows: readonly StoredRow[]): SaleRecord[] {
  const { sales, unreadable } = splitRecords(rows)
  if (unreadable.length === 0) return sales
  throw new UnreadableRecord(unreadable.map(({ number }) => `Sale ${number}`).join(' and '))
}

/** Omits the number. Columns that don't change keep their first value. */
export const columnsOf = (sale: SaleRecord, pays = inMillionths(sale.pays.amount)) => ({
  ...changingColumnsOf(sale),
  id: sale.id,
  kind: sale.kind as string,
  service_id: sale.serviceId,
  service_name: sale.serviceName,
  brand: sale.brand,
  is_test: flag(sale.isTest === true),
  account: limitAccountKey(sale),
  currency: sale.pays.currency,
  pays_whole: pays.whole,
  pays_millionths: pays.millionths,
  opened_at: sale.openedAt,
  batch_id: sale.batch?.id ?? null,
  order_id: sale.orderId ?? null,
})

export type ChangingColumns = ReturnType<typeof changingColumnsOf>

export function changingColumnsOf(sale: SaleRecord) {
  const cost = sale.cost && inMillionths(sale.cost.amount)
  const split = sale.split && inMillionths(sale.split.amount.amount)
  const terminal = sale.approval?.terminal ?? sale.terminal
  return {
    version: sale.version,
    state: sale.state as string,
    sale_group: groupOfSale(sale) as string,
    is_open: flag(!isComplete(sale)),
    is_paid: flag(moneyMoved(sale) === 'yes'),
    is_voucher: flag(carriesCode(sale)),
    cashier_id: sale.cashier.id,
    cashier_name: sale.cashier.name,
    terminal_id: terminal.id,
    terminal_name: terminal.name,
    payment_method: keyOfPayment(sale) as string,
    split_whole: split?.whole ?? 0,
    split_millionths: split?.millionths ?? 0,
    payment_state: paymentStateOf(sale) as string,
    refund_by: keyOfPayment(sale.refund?.done ?? {}) as string,
    // No one paid for a test transaction, so no drawer refunds it.
    refund_terminal_id: sale.isTest ? null : (sale.refundTerminalId ?? null),
    cost_whole: cost?.whole ?? null,
    cost_millionths: cost?.millionths ?? null,
    cost_currency: sale.cost?.currency ?? null,
    charge: walletChargeOf(sale) as string,
    cost_fit: (costFitOf(sale) ?? '') as string,
    final_at: sale.finalAt ?? null,
    next_at: sale.next ? Math.ceil(sale.next.at) : null,
    is_open_item: flag(isOpenItem(sale)),
    is_undelivered: flag(isUndelivered(sale)),
    is_refund_due: flag(sale.refund !== undefined && !sale.refund.done),
    loss: (lossOf(sale) ?? '') as string,
    transaction_id: (sale.transactionId ?? null) as string | null,
    confirmed_at: sale.confirmedAt ?? null,
    approved_by: sale.approval?.by.id ?? null,
    limit_owner: limitOwner(sale) ?? null,
    record: JSON.stringify(sale),
  }
}

/** `record` changes with every version. */
export const CHANGING_COLUMNS = [
  'version',
  'state',
  'sale_group',
  'is_open',
  'is_paid',
  'is_voucher',
  'cashier_id',
  'cashier_name',
  'terminal_id',
  'terminal_name',
  'payment_method',
  'split_whole',
  'split_millionths',
  'payment_state',
  'refund_by',
  'refund_terminal_id',
  'cost_whole',
  'cost_millionths',
  'cost_currency',
  'charge',
  'cost_fit',
  'final_at',
  'next_at',
  'is_open_item',
  'is_undelivered',
  'is_refund_due',
  'loss',
  'transaction_id',
  'confirmed_at',
  'approved_by',
  'limit_owner',
] as const satisfies readonly (keyof ChangingColumns)[]

export function changesOf(
  before: Pick<Selectable<JournalTables['sales']>, (typeof CHANGING_COLUMNS)[number]>,
  next: ChangingColumns,
): Partial<ChangingColumns> & { record: string } {
  const changed = CHANGING_COLUMNS.filter((column) => before[column] !== next[column])
  return { ...Object.fromEntries(changed.map((column) => [column, next[column]])), record: next.record }
}

const flag = (value: boolean): number => (value ? 1 : 0)

const DECIMALS = 6
const MILLION = 10n ** BigInt(DECIMALS)

/** Whole units plus millionths. */
export const sumOfPays = (whole: string, millionths: string): Decimal => ({
  units: BigInt(whole) * MILLION + BigInt(millionths),
  scale: DECIMALS,
})

/** An amount has at most six decimals and fifteen digits, so numbers hold both parts exactly, and 64-bit integers their sums. */
function inMillionths(amount: DecimalText): { whole: number; millionths: number } {
  const { units, scale } = decimal(amount)
  const millionths = units * 10n ** BigInt(DECIMALS - scale)
  return { whole: Number(millionths / MILLION), millionths: Number(millionths % MILLION) }
}
