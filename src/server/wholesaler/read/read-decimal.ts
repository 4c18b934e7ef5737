import { findDecimal, isNegative, type Decimal } from '#domain/money/money.ts'

/** The relative change allowed for removing the noise of float sums. */
const NOISE = 1e-6
const MAX_DECIMALS = 6
/** The digits that a float holds exactly. */
const DIGITS = 15

/** Decimal text, strictly, or a JSON number, which PHP sums as a float: 480.00000000000006 is 480. `undefined` for anything else, and for a sign. */
export function findWireDecimal(value: unknown): Decimal | undefined {
  const read = findDecimal(value)
  if (read || typeof value !== 'number' || !(value > 0)) return read
  const decimals = Math.max(0, Math.min(MAX_DECIMALS, DIGITS - String(Math.trunc(value)).length))
  const rounded = value.toFixed(decimals)
  return Math.abs(Number(rounded) - value) < NOISE * value ? findDecimal(rounded) : undefined
}

/** Reads the only amount that may be negative: the balance of a wallet on credit. */
export function findBalance(value: unknown): Decimal | undefined {
  const isText = typeof value === 'string'
  if (isText ? !isNegative(value) : !(Number(value) < 0)) return findWireDecimal(value)
  const read = findWireDecimal(isText ? value.slice(1) : -Number(value))
  return read && { units: -read.units, scale: read.scale }
}
