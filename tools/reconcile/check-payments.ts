import { amountOf } from './amount.ts'
import type { Journal, JournalBatch, JournalSale } from './journal-content.ts'

/** Checks that the parts of each split payment add up to the price, in the sale, its last approval, its columns and its batch. */
export function checkPayments({ sales, batches }: Journal): string[] {
  const byId = new Map(sales.map((sale) => [sale.columns.id, sale]))
  return [
    ...sales.flatMap((sale) => checkPayment(sale).map((problem) => `sale ${sale.record.number} ${problem}`)),
    ...batches.flatMap((batch) => checkApproved(batch, byId)),
  ]
}

/** The order in which the two methods of a payment are written. */
const ORDER = ['card', 'other', 'cash']

export const secondPartOf = ({ record }: JournalSale): bigint =>
  record.split ? amountOf(record.split.amount.amount) : 0n

export const paymentOf = ({ paymentMethod = '', split }: JournalSale['record']): string =>
  split ? `${paymentMethod}+${split.paymentMethod}` : paymentMethod

function checkPayment(sale: JournalSale): string[] {
  const { record, columns, events } = sale
  const { paymentMethod = '', split, pays } = record
  const second = secondPartOf(sale)
  const isRepeated =
    columns.payment_method === paymentOf(record) &&
    BigInt(columns.split_whole ?? 0) * 1_000_000n + BigInt(columns.split_millionths ?? 0) === second
  const approved = events.findLast(({ kind }) => kind === 'approved')
  const isApproved =
    approved === undefined ||
    (approved.paymentMethod === record.paymentMethod &&
      approved.split?.paymentMethod === split?.paymentMethod &&
      approved.split?.amount.amount === split?.amount.amount)
  const isWhole =
    split === undefined ||
    (second > 0n &&
      second < amountOf(pays?.amount) &&
      split.amount.currency === pays?.currency &&
      ORDER.indexOf(paymentMethod) >= 0 &&
      ORDER.indexOf(paymentMethod) < ORDER.indexOf(split.paymentMethod))
  return [
    ...(isRepeated ? [] : ['is paid otherwise by its columns']),
    ...(isApproved ? [] : ['is paid otherwise than it was approved']),
    ...(isWhole ? [] : ['has a split payment that is not its price']),
  ]
}

/** Once every line of the only approval was sent, the lines add up to both of its parts. */
function checkApproved({ columns, record }: JournalBatch, sales: ReadonlyMap<string, JournalSale>): string[] {
  const [approval, ...more] = record.approvals
  if (!approval || more.length > 0) return []
  const { lines, payment } = approval
  const sent = lines
    .map((line) => sales.get(record.lines[line - 1]?.saleId ?? ''))
    .filter((sale) => sale !== undefined)
    .filter((sale) => sale.events.filter(({ kind }) => kind === 'approved').length === 1)
  if (sent.length < lines.length || payment?.paymentMethod === undefined) return []
  const second = payment.split?.paymentMethod
  const paid = sent.reduce(
    (sum, sale) =>
      sum + (sale.record.paymentMethod === second ? amountOf(sale.record.pays?.amount) : secondPartOf(sale)),
    0n,
  )
  return paid === (payment.split ? amountOf(payment.split.amount.amount) : 0n)
    ? []
    : [`quantity ${columns.id} is split otherwise than its lines`]
}
