import * as v from 'valibot'

/** An exact amount: `units` at `scale` decimals. Never a float (rule 14). */
export type Decimal = { readonly units: bigint; readonly scale: number }

declare const decimalText: unique symbol
/** Such as `50.00`. */
export type DecimalText = string & { readonly [decimalText]: true }
export const DecimalText = v.custom<DecimalText>((text) => typeof text === 'string' && findDecimal(text) !== undefined)

/** `currency` is ISO 4217. */
export const Money = v.strictObject({ amount: DecimalText, currency: v.string() })
export type Money = v.InferOutput<typeof Money>

/** Like `Money`, but may be negative. */
export const Balance = v.strictObject({
  amount: v.custom<DecimalText>(
    (text) => typeof text === 'string' && findDecimal(text.replace(/^-/, '')) !== undefined,
  ),
  currency: v.string(),
})

export class UnreadableDecimal extends Error {
  constructor(value: unknown) {
    super(`not a readable amount: ${typeof value} of ${String(value).length} characters`)
  }
}

const MAX_SIGNIFICANT_DIGITS = 15
const MAX_DECIMALS = 6

/** Longer text is rejected without being read. */
const MAX_TEXT = 40

/**
 * Decimal text, or a JSON number through its shortest text. `undefined` for a sign, an exponent, more than 15 significant digits, 6 decimals or 40 characters,
 * or anything else.
 */
export function findDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (text.length > MAX_TEXT) return undefined
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const whole = match[1] ?? ''
  const fraction = match[2] ?? ''
  const significant = (whole + fraction).replace(/^0+/, '')
  // Trailing zeros after the point do not count: 50.00000000 is 50.
  const fractionNeeded = withoutZerosAtEnd(fraction)
  if (fractionNeeded.length > MAX_DECIMALS) return undefined
  if (significant.length - (fraction.length - fractionNeeded.length) > MAX_SIGNIFICANT_DIGITS) return undefined
  const decimals = fraction.slice(0, MAX_DECIMALS)
  return { units: BigInt(whole + decimals), scale: decimals.length }
}

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Reads a validated amount, which may be negative. Throws `UnreadableDecimal`. */
export function decimal(value: string | number): Decimal {
  const isBelowZero = isNegative(String(value))
  const read = findDecimal(isBelowZero ? String(value).slice(1) : value)
  if (!read) throw new UnreadableDecimal(value)
  return isBelowZero ? { units: -read.units, scale: read.scale } : read
}

export const isNegative = (amount: string): boolean => amount.startsWith('-')

/** The units of each value at the largest scale among them. */
export function atCommonScale<const T extends readonly Decimal[]>(...values: T): { [K in keyof T]: bigint } {
  const scale = Math.max(...values.map((value) => value.scale))
  return values.map((value) => value.units * 10n ** BigInt(scale - value.scale)) as { [K in keyof T]: bigint }
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = atCommonScale(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

export const isSameDecimal = (a: Decimal, b: Decimal): boolean => compareDecimals(a, b) === 0

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale }
  const [left, right] = atCommonScale(a, b)
  return { units: left + right, scale: Math.max(a.scale, b.scale) }
}

export const timesOver = ({ units, scale }: Decimal, times: number): Decimal => ({
  units: units * BigInt(times),
  scale,
})

/** At least `decimals` digits after the point, and no trailing zeros beyond them. */
export function formatDecimal({ units, scale }: Decimal, decimals = 0): DecimalText {
  if (units < 0n) return `-${formatDecimal({ units: -units, scale }, decimals)}` as DecimalText
  const digits = units.toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = withoutZerosAtEnd(digits.slice(digits.length - scale)).padEnd(decimals, '0')
  return (fraction === '' ? whole : `${whole}.${fraction}`) as DecimalText
}

/** Where the spec requires a JSON number. Throws if the number would print as a different value (rule 14). */
export function toWireNumber(value: Decimal): number {
  const number = Number(formatDecimal(value))
  const back = findDecimal(number)
  if (!back || !isSameDecimal(back, value)) throw new UnreadableDecimal(formatDecimal(value))
  return number
}

/** 2 for AED, 0 for JPY, 3 for KWD; 2 for an unknown code. */
export function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2
  const known = KNOWN_DECIMALS.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  KNOWN_DECIMALS.set(currency, maximumFractionDigits)
  return maximumFractionDigits
}

/** Cached, because `Intl.NumberFormat` costs more than all other work on an amount. */
const KNOWN_DECIMALS = new Map<string, number>()

export function money(amount: Decimal, currency: string): Money {
  return { amount: formatDecimal(amount, decimalsOf(currency)), currency }
}

export function isSameMoney(a: Money, b: Money): boolean {
  return a.currency === b.currency && isSameDecimal(decimal(a.amount), decimal(b.amount))
}

export const timesMoney = ({ amount, currency }: Money, count: number): Money =>
  money(timesOver(decimal(amount), count), currency)

export function addMoney(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, Decimal>()
  for (const { amount, currency } of amounts) {
    const before = sums.get(currency)
    sums.set(currency, before ? addDecimals(before, decimal(amount)) : decimal(amount))
  }
  return [...sums].map(([currency, sum]) => money(sum, currency))
}
