import { findDecimal, isNegative, type Decimal } from '#domain/money.ts'

/** By how much of its size an amount may change when the noise that sums of floats leave is taken away. */
const NOISE = 1e-6
const MAX_DECIMALS = 6
/** A float holds so many digits of any amount. */
const DIGITS = 15

/**
 * An amount of the service: decimal text, read strictly, or a JSON number, which PHP adds up as a float: 480.00000000000006 is 480. Returns
 * `undefined` for anything else, and for a sign.
 */
export function findWireDecimal(value: unknown): Decimal | undefined {
  const read = findDecimal(value)
  if (read || typeof value !== 'number' || !(value > 0)) return read
  const decimals = Math.max(0, Math.min(MAX_DECIMALS, DIGITS - String(Math.trunc(value)).length))
  const rounded = value.toFixed(decimals)
  return Math.abs(Number(rounded) - value) < NOISE * value ? findDecimal(rounded) : undefined
}

/** Like `findWireDecimal`, for the one amount that may be below zero: the balance of a wallet on credit. */
export function findBalance(value: unknown): Decimal | undefined {
  const isText = typeof value === 'string'
  if (isText ? !isNegative(value) : !(Number(value) < 0)) return findWireDecimal(value)
  const read = findWireDecimal(isText ? value.slice(1) : -Number(value))
  return read && { units: -read.units, scale: read.scale }
}
