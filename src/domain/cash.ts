import { reversed, sorted } from './in-order.ts'
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

/** A note or coin of a currency. Where both are in use for one value, as of INR 10, they are counted together as notes. */
export type Denomination = { readonly value: DecimalText; readonly kind: 'note' | 'coin' }

/** So many notes or coins of one value. */
export type CashPieces = { readonly value: DecimalText; readonly count: number }

/** What was counted: by notes and coins, or a plain total where the currency has no table. */
export type CashCount = { readonly pieces: readonly CashPieces[] } | { readonly total: DecimalText }

/** The notes and then the coins that shops have in their drawers, each from large to small. Rare and withdrawn ones are absent. */
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

/** The notes and coins of a currency from large to small; empty where we have no table, so that a plain total is counted. */
export const denominationsOf = (currency: string): readonly Denomination[] => DENOMINATIONS.get(currency) ?? []

/** What a count comes to. */
export function sumOfCount(count: CashCount): Decimal {
  if ('total' in count) return decimal(count.total)
  return count.pieces.reduce((sum, { value, count: times }) => addDecimals(sum, timesOver(decimal(value), times)), NONE)
}

const NONE: Decimal = { units: 0n, scale: 0 }

/** More than this many kinds of notes and coins are no help to somebody who counts out change. */
const MAX_CHANGE_KINDS = 3

/**
 * The fewest notes and coins that make up an amount, from large to small. Empty when there is no table, when the amount cannot be paid in cash, and
 * when it takes more than three kinds. The largest first is the fewest for each table here, which the tests prove.
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

/** Beside *Exact*: as many as fit in one row of a phone. */
const MAX_CHIPS_ABOVE = 3

/**
 * What a customer may hand over for an amount: first the amount itself, then up to three notes above it. Where fewer notes are larger, the next
 * multiples of the largest notes of 1 and 5 fill up: AED 250 is paid with 300, 500 or 1,000.
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

/** The first multiple of a note that is more than the amount. */
function nextMultiple(amount: Decimal, note: Decimal): Decimal {
  const [left, each] = atCommonScale(amount, note)
  return { units: (left / each + 1n) * each, scale: Math.max(amount.scale, note.scale) }
}
