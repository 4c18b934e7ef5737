import * as v from 'valibot'

import { InternationalChoice } from './catalog/international.ts'
import { Money } from './money/money.ts'
import { NamedRef } from './person.ts'
import { findSaleId } from './sale/id.ts'
import { isYoungerThan, moneyMoved, SALE_KINDS, type Sale } from './sale/sale.ts'
import { optionalText, time } from './schema-parts.ts'

/** How long (ms) an order can be taken. */
export const ORDER_LIFE_MS = 30 * 60_000

/** An order reserves and charges nothing; the cashier who takes it sells it like any other sale. Times are epoch ms. */
export const Order = v.strictObject({
  /** A ULID, made by the tablet. */
  id: v.string(),
  label: v.string(),
  kind: v.picklist(SALE_KINDS),
  serviceId: v.string(),
  serviceName: v.string(),
  brand: v.string(),
  /** Always present for a recharge. */
  account: optionalText,
  amount: Money,
  /** The price the tablet showed, if it differs from the amount. The till requests the price again. */
  pays: v.exactOptional(Money),
  international: v.exactOptional(InternationalChoice),
  terminal: NamedRef,
  placedAt: time,
  expiresAt: time,
  taken: v.exactOptional(v.strictObject({ by: NamedRef, at: time })),
})
export type Order = v.InferOutput<typeof Order>

/** Leaves out letters that look like digits or like each other. */
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const LABELS_A_LETTER = 99

/** then B-1. After Z-99 it starts over; by then, the A orders have long expired. */
export function orderLabel(count: number): string {
  const place = count - 1
  const letter = LETTERS.charAt(Math.floor(place / LABELS_A_LETTER) % LETTERS.length)
  return `${letter}-${(place % LABELS_A_LETTER) + 1}`
}

/** Using only capitals and digits keeps the QR code small. */
export const orderCode = (id: string): string => `TOPTILL-ORDER:${id}`

/** The scanner acts as a keyboard whose layout may replace the dash and the colon. */
export function findOrderId(scanned: string): string | undefined {
  const id = /^TOPTILL.ORDER.([\dA-Z]{26})$/i.exec(scanned.trim())?.[1]
  return id === undefined ? undefined : findSaleId(id.toUpperCase())
}

/** Erasing its number ends it early. A negative age counts as too old (rule 14). */
export const isOrderOpen = ({ placedAt, expiresAt }: Pick<Order, 'placedAt' | 'expiresAt'>, now: number): boolean =>
  isYoungerThan(ORDER_LIFE_MS, placedAt, now) && now < expiresAt

type SaleOfOrder = Pick<Sale, 'state' | 'voucher' | 'resolution' | 'conflicting' | 'confirmedAt'>

/**
 * Whether a sale is or may become the one sale of its order: approved, and not proven that no money moved. A sale abandoned after its confirm is still checked
 * (rule 5).
 */
export function holdsOrder(sale: SaleOfOrder): boolean {
  if (moneyMoved(sale) !== 'no') return true
  if (sale.resolution) return false
  return sale.state === 'not-executed' || (sale.state === 'abandoned' && sale.confirmedAt !== undefined)
}
