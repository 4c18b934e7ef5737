import { isMasked, maskForGood } from '../phone/contact.ts'
import { eraseInText } from '../phone/known-number.ts'
import { isOpenItem } from './open-items.ts'
import type { BatchContent, BatchRecord } from './batch.ts'
import type { SaleRecord } from './record.ts'
import { isComplete, isRefundDue, isUndelivered } from './sale.ts'

/** In epoch ms. If the month is too short, its last day is used. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}

/** Whether nothing that needs the customer's number can happen to the sale anymore. */
export const mayMaskNumbers = (sale: SaleRecord): boolean =>
  isComplete(sale) &&
  sale.next === undefined &&
  sale.conflicting === undefined &&
  !isRefundDue(sale) &&
  !isUndelivered(sale) &&
  !isOpenItem(sale)

export const hasNumbers = ({ account, customer }: Pick<SaleRecord, 'account' | 'customer'>): boolean =>
  [account, customer].some((number) => number !== undefined && !isMasked(number))

type Numbers = { account?: string; customer?: string }

const withoutNumbers = <T extends Numbers>(one: T): T => ({
  ...one,
  ...(one.account === undefined ? {} : { account: isMasked(one.account) ? one.account : maskForGood(one.account) }),
  ...(one.customer === undefined
    ? {}
    : { customer: isMasked(one.customer) ? one.customer : maskForGood(one.customer) }),
})

export const maskSale = (sale: SaleRecord): SaleRecord => withoutNumbers(sale)
const withContents = (batch: BatchRecord, change: (content: BatchContent) => BatchContent): BatchRecord => ({
  ...batch,
  content: change(batch.content),
  lines: batch.lines.map((line) => (line.content ? { ...line, content: change(line.content) } : line)),
})
export const maskBatch = (batch: BatchRecord): BatchRecord => withContents(batch, withoutNumbers)
export const hasBatchNumbers = ({ content, lines }: BatchRecord): boolean =>
  [content, ...lines.flatMap((line) => line.content ?? [])].some(hasNumbers)

export const isToNumber = ({ account, customer }: Numbers, number: string): boolean =>
  account === number || customer === number

const withoutNumber = <T extends Numbers>(one: T, number: string): T => ({
  ...one,
  ...(one.account === number ? { account: maskForGood(number) } : {}),
  ...(one.customer === number ? { customer: maskForGood(number) } : {}),
})

/** As `maskSale`, for one number, which is also erased from texts of people and of the wholesaler. */
export const eraseFromSale =
  (number: string) =>
  (sale: SaleRecord): SaleRecord => ({
    ...withoutNumber(sale, number),
    ...(sale.problem?.text === undefined
      ? {}
      : { problem: { ...sale.problem, text: eraseInText(sale.problem.text, number) } }),
    ...(sale.resolution ? { resolution: { ...sale.resolution, note: eraseInText(sale.resolution.note, number) } } : {}),
  })

export const eraseFromBatch =
  (number: string) =>
  (batch: BatchRecord): BatchRecord =>
    withContents(batch, (content) => withoutNumber(content, number))
