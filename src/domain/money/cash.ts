import { reversed, sorted } from '../in-order.ts'
import {
  addDecimals,
  compareDecimals,
  decimal,
  timesOver,
  atCommonScale,
  formatDecimal,
  type Decimal,
  type DecimalText,
} from './money.ts'

/** A note or coin. If a value exists as both, such as INR 10, they are counted together as notes. */
export type Denomination = { readonly value: DecimalText; readonly kind: 'note' | 'coin' }

export type CashPieces = { readonly value: DecimalText; readonly count: number }

/** `total` if the currency has no table. */
export type CashCount = { readonly pieces: readonly CashPieces[] } | { readonly total: DecimalText }

/** The notes and coins in common use, from large to small. Rare and withdrawn ones are left out. */
const TABLES: Record<string, { notes: string; coins: string }> = {
  AED: { notes: '1000 500 200 100 50 20 10 5', coins: '1 0.50 0.25' },
  BDT: { notes: '1000 500 200 100 50 20 10 5 2', coins: '1' },
  BHD: { notes: '20 10 5 1 0.500', coins: '0.100 0.050 0.025 0.010 0.005' },
  EGP: { notes: '200 100 50 20 10 5', coins: '1 0.50 0.25' },
  EUR: { notes: '500 200 100 50 20 10 5', coins: '2 1 0.50 0.20 0.10 0.05 0.02 0.01' },
  GBP: { notes: '50 20 10 5', coins: '2 1 0.50 0.20 0.10 0.05 0.02 0.01' },
  INR: { notes: '500 200 100 50 20 10', coins: '5 2 1' },
  JPY: { notes: '10000 5000 2000 1000', coins: '500 100 50 10 5 1' },
  KWD: { notes: '20 10 5 1 0.500 0.250', coins: '0.100 0.050 0.020 0.010 0.005' },
  LKR: { notes: '5000 1000 500 100 50 20', coins: '10 5 2 1' },
  NPR: { notes: '1000 500 100 50 20 10 5', coins: '2 1' },
  OMR: { notes: '50 20 10 5 1 0.500 0.100', coins: '0.050 0.025 0.010 0.005' },
  PHP: { notes: '1000 500 200 100 50 20', coins: '10 5 1 0.25 0.05 0.01' },
  PKR: { notes: '5000 1000 500 100 50 20 10', coins: '5 2 1' },
  QAR: { notes: '500 200 100 50 10 5 1', coins: '0.50 0.25' },
  SAR: { notes: '500 200 100 50 20 10 5', coins: '2 1 0.50 0.25 0.10 0.05 0.01' },
  USD: { notes: '100 50 20 10 5 2 1', coins: '0.50 0.25 0.10 0.05 0.01' },
}

const DENOMINATIONS = new Map(
  Object.entries(TABLES).map(([currency, { notes, coins }]) => [
    currency,
    [...denominationsIn(notes, 'note'), ...denominationsIn(coins, 'coin')],
  ]),
)

function denominationsIn(values: string, kind: Denomination['kind']): Denomination[] {
  return values.split(' ').map((value) => ({ value: value as DecimalText, kind }))
}

/** From large to small. Empty if there is no table; a plain total is then counted. */
export const denominationsOf = (currency: string): readonly Denomination[] => DENOMINATIONS.get(currency) ?? []

export function sumOfCount(count: CashCount): Decimal {
  if ('total' in count) return decimal(count.total)
  return count.pieces.reduce((sum, { value, count: times }) => addDecimals(sum, timesOver(decimal(value), times)), NONE)
}

const NONE: Decimal = { units: 0n, scale: 0 }

const MAX_CHANGE_KINDS = 3

/**
 * The fewest notes and coins, from large to small. Empty without a table, if the amount cannot be paid in cash, or if it takes more than three kinds. Taking
 * the largest first is optimal for each table here (tested).
 */
export function changeIn(amount: Decimal, currency: string): CashPieces[] {
  const pieces: CashPieces[] = []
  let rest = amount
  for (const { value } of denominationsOf(currency)) {
    const [left, each] = atCommonScale(rest, decimal(value))
    if (left < each) continue
    pieces.push({ value, count: Number(left / each) })
    rest = { units: left % each, scale: Math.max(rest.scale, decimal(value).scale) }
  }
  return rest.units === 0n && pieces.length <= MAX_CHANGE_KINDS ? pieces : []
}

/** As many as fit in one row on a phone, beside *Exact*. */
const MAX_CHIPS_ABOVE = 3

/**
 * The exact amount, then up to three larger notes, or if these are too few, multiples of the largest notes that begin with 1 or 5: AED 250 is paid with 300,
 * 500 or 1,000.
 */
export function cashChips(amount: Decimal, currency: string): Decimal[] {
  const notes = denominationsOf(currency)
    .filter(({ kind }) => kind === 'note')
    .map(({ value }) => decimal(value))
  const above = reversed(notes.filter((note) => compareDecimals(note, amount) > 0))
  const roundSums = above.length < MAX_CHIPS_ABOVE ? notes.filter(isOneOrFive).slice(0, MAX_CHIPS_ABOVE) : []
  const chips = sorted([...above, ...roundSums.map((note) => nextMultiple(amount, note))], compareDecimals)
  const distinct = chips.filter((chip, index) => index === 0 || compareDecimals(chip, chips[index - 1] ?? chip) !== 0)
  return [amount, ...distinct.slice(0, MAX_CHIPS_ABOVE)]
}

const isOneOrFive = (note: Decimal): boolean => /^[15]0*$/.test(formatDecimal(note))

function nextMultiple(amount: Decimal, note: Decimal): Decimal {
  const [left, each] = atCommonScale(amount, note)
  return { units: (left / each + 1n) * each, scale: Math.max(amount.scale, note.scale) }
}
