import * as v from 'valibot'

import { InternationalChoice } from './international.ts'
import { Money } from './money.ts'
import { NamedRef } from './person.ts'
import { findSaleId } from './sale/id.ts'
import { isYoungerThan, moneyMoved, SALE_KINDS, type Sale } from './sale/sale.ts'
import { optionalText, time } from './schema-parts.ts'

/** How long a customer has to come to the counter with an order (ms). */
export const ORDER_LIFE_MS = 30 * 60_000

/**
 * What a customer chose at a tablet: a wish. It opens no sale and says nothing of money; whoever takes it sells as always. Times are epoch ms.
 */
export const Order = v.strictObject({
  /** A ULID, which the tablet made. */
  id: v.string(),
  /** What is called out: `A-17`. */
  label: v.string(),
  kind: v.picklist(SALE_KINDS),
  serviceId: v.string(),
  serviceName: v.string(),
  brand: v.string(),
  /** Whom it is for; a recharge always has it. */
  account: optionalText,
  amount: Money,
  /** What the tablet said that the customer pays, where that is not the amount: the till asks for the price again. */
  pays: v.exactOptional(Money),
  /** What was chosen of an international top-up. */
  international: v.exactOptional(InternationalChoice),
  terminal: NamedRef,
  placedAt: time,
  expiresAt: time,
  /** Who fills a ticket with it. */
  taken: v.exactOptional(v.strictObject({ by: NamedRef, at: time })),
})
export type Order = v.InferOutput<typeof Order>

/** Without letters that are taken for digits or for each other. */
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const LABELS_A_LETTER = 99

/** The label of the `count`th order of a day, counted from 1, then B-1. After Z-99 they begin again, when those of A are long over. */
export function orderLabel(count: number): string {
  const place = count - 1
  const letter = LETTERS.charAt(Math.floor(place / LABELS_A_LETTER) % LETTERS.length)
  return `${letter}-${(place % LABELS_A_LETTER) + 1}`
}

/** What the QR code of an order says. Capitals and digits alone make a small one. */
export const orderCode = (id: string): string => `TOPTILL-ORDER:${id}`

/** The id of the order whose QR code was scanned. A scanner types it, and other keyboards have other signs where the dash and the colon are. */
export function findOrderId(scanned: string): string | undefined {
  const id = /^TOPTILL.ORDER.([\dA-Z]{26})$/i.exec(scanned.trim())?.[1]
  return id === undefined ? undefined : findSaleId(id.toUpperCase())
}

/** Whether an order can still be taken. An impossible age, as after a clock was set back, counts as too old. */
export const isOrderOpen = ({ placedAt }: Pick<Order, 'placedAt'>, now: number): boolean =>
  isYoungerThan(ORDER_LIFE_MS, placedAt, now)

type SaleOfOrder = Pick<Sale, 'state' | 'voucher' | 'resolution' | 'conflicting' | 'confirmedAt'>

/**
 * Whether a sale is, or may become, the one sale of its order: it was approved, and nothing shows that no money moved. One that was given up after its
 * confirm is still asked about (rule 5). A sale that nobody has approved holds nothing.
 */
export function holdsOrder(sale: SaleOfOrder): boolean {
  if (moneyMoved(sale) !== 'no') return true
  if (sale.resolution) return false
  return sale.state === 'not-executed' || (sale.state === 'abandoned' && sale.confirmedAt !== undefined)
}
