import type { TypedCount } from '#api/shifts.ts'
import { denominationsOf, sumOfCount, type CashCount } from '#domain/money/cash.ts'
import {
  compareDecimals,
  decimalsOf,
  findDecimal,
  formatDecimal,
  money,
  type Decimal,
  type Money,
} from '#domain/money/money.ts'
import { InvalidOperation, RequestRefused } from '../lib/failures.ts'

/** More than any drawer holds, in units of any currency. */
const MAX_CASH: Decimal = { units: 10n ** 11n, scale: 0 }
const NOTHING: Decimal = { units: 0n, scale: 0 }

/** Reads each note and coin of the currency once, or a total if there is no table. Throws `InvalidOperation`. */
export function readCount(typed: TypedCount, currency: string): { counted: CashCount; sum: Decimal } {
  const table = denominationsOf(currency)
  if ('total' in typed) {
    if (table.length > 0) throw new InvalidOperation(`Count the notes and coins of ${currency} one by one.`)
    const total = readAmount(typed.total, currency)
    return { counted: { total: formatDecimal(total) }, sum: total }
  }
  const counts = new Map(typed.pieces.map(({ value, count }) => [value, count]))
  const pieces = table.map(({ value }) => ({ value, count: counts.get(value) }))
  if (typed.pieces.length !== table.length || table.length === 0 || pieces.some((piece) => piece.count === undefined))
    throw new InvalidOperation(`Count each note and coin of ${currency} once; enter 0 where there is none.`)
  const counted = { pieces: pieces.map(({ value, count = 0 }) => ({ value, count })) }
  return { counted, sum: sumOfCount(counted) }
}

/** Throws `RequestRefused` for zero. */
export function readMoved(amount: string | undefined, currency: string): Money {
  const moved = readAmount(amount ?? '0', currency)
  if (compareDecimals(moved, NOTHING) <= 0)
    throw new RequestRefused(422, 'amount-invalid', 'The amount that was put in or taken out is missing.')
  return money(moved, currency)
}

/** The amount is payable in this currency. */
function readAmount(text: string, currency: string): Decimal {
  const amount = findDecimal(text)
  const decimals = decimalsOf(currency)
  const isPayable = amount && (formatDecimal(amount).split('.')[1] ?? '').length <= decimals
  if (!isPayable) throw new RequestRefused(422, 'amount-invalid', `An amount of ${currency} has ${decimals} decimals.`)
  refuseAboveDrawer(amount)
  return amount
}

/** Throws `RequestRefused` for an amount that no drawer holds. */
export function refuseAboveDrawer(amount: Decimal): void {
  if (compareDecimals(amount, MAX_CASH) <= 0) return
  throw new RequestRefused(422, 'amount-invalid', 'This is more than any drawer holds. Check the amount.')
}
