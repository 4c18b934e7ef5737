import * as v from 'valibot'

import { sorted } from '../in-order.ts'
import { addDecimals, atCommonScale, compareDecimals, decimal, money, Money, type Decimal } from '../money/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../money/payment-method.ts'
import { NamedRef } from '../person.ts'
import { groupOfSale } from '../sale/group.ts'
import type { SaleRecord } from '../sale/record.ts'
import { count, optionalTrue, time } from '../schema-parts.ts'

/**
 * A sale's payment in the shift in which it was approved. `open`: paid and not ended, or the refund is due. `not-sold`: ended while the customer was present,
 * so nothing was taken. `none`: not approved, or a test transaction, for which no customer pays.
 */
const PAYMENT_STATES = ['none', 'sold', 'open', 'refunded', 'not-sold'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

type Paid = Pick<
  SaleRecord,
  'state' | 'voucher' | 'conflicting' | 'resolution' | 'confirmedAt' | 'refund' | 'approval' | 'isTest'
>

export function paymentStateOf(sale: Paid): PaymentState {
  if (!sale.approval || sale.isTest) return 'none'
  if (sale.refund?.done) return 'refunded'
  if (sale.refund) return 'open'
  const group = groupOfSale(sale)
  if (group === 'sold') return 'sold'
  // A person still decides whether it is sent again or refunded.
  if (sale.state === 'not-executed') return 'open'
  return group === 'not-sold' ? 'not-sold' : 'open'
}

/** `method` is absent if not recorded. `split`: what a second method paid of `sum`. */
type SumOfMethod = {
  method?: PaymentMethod
  split?: { method: PaymentMethod; sum: Decimal }
  count: number
  sum: Decimal
  currency: string
}
export type PaymentSum = SumOfMethod & { state: Exclude<PaymentState, 'none'> }

/** Refunds paid from one drawer in one shift. `isOwn`: for sales of that shift. */
export type RefundSum = SumOfMethod & { isOwn: boolean }

export const MOVEMENT_KINDS = ['in', 'out', 'no-sale'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const DrawerMovement = v.strictObject({
  id: v.string(),
  kind: v.picklist(MOVEMENT_KINDS),
  at: time,
  by: NamedRef,
  /** Absent for `no-sale`. */
  amount: v.exactOptional(Money),
  reason: v.string(),
})
export type DrawerMovement = v.InferOutput<typeof DrawerMovement>

/** Amounts per currency. */
const Tally = v.strictObject({ count, amounts: v.array(Money) })
export type Tally = v.InferOutput<typeof Tally>
/** In the currency of the drawer. */
export const CashLine = v.strictObject({ count, amount: Money })
export type CashLine = v.InferOutput<typeof CashLine>

/** Everything from `start` on is cash in the drawer's currency. */
export const ShiftFigures = v.strictObject({
  sold: Tally,
  paymentMethod: v.array(v.strictObject({ ...Tally.entries, method: v.exactOptional(v.picklist(PAYMENT_METHODS)) })),
  open: Tally,
  notSold: count,
  start: Money,
  cashSold: CashLine,
  /** Paid and not ended, or the refund is due. */
  cashOpen: CashLine,
  /** Paid in this shift and refunded since, by any method. */
  cashRefunded: CashLine,
  putIn: CashLine,
  takenOut: CashLine,
  /** Cash refunds for sales of this shift. */
  refunds: CashLine,
  /** Cash refunds for sales of earlier shifts and other tills. */
  otherRefunds: CashLine,
  noSales: count,
})
export type ShiftFigures = v.InferOutput<typeof ShiftFigures>

/** `isBelowZero`: more was paid out than the drawer held. */
export const ExpectedCash = v.strictObject({ amount: Money, isBelowZero: optionalTrue })
export type ExpectedCash = v.InferOutput<typeof ExpectedCash>

export const CashDifference = v.strictObject({ kind: v.picklist(['exact', 'over', 'short']), amount: Money })
export type CashDifference = v.InferOutput<typeof CashDifference>

export const DIFFERENCE_REASONS = ['refund-not-recorded', 'wrong-change', 'not-found', 'other'] as const
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number]

export type ShiftBooks = {
  currency: string
  start: Decimal
  payments: readonly PaymentSum[]
  refunds: readonly RefundSum[]
  movements: readonly DrawerMovement[]
}

const ZERO: Decimal = { units: 0n, scale: 0 }

/** If a shop records no methods, customers pay in cash. */
const isCash = ({ method }: { method?: PaymentMethod }): boolean => method === undefined || method === 'cash'

export function figuresOf({ currency, start, payments, refunds, movements }: ShiftBooks): ShiftFigures {
  const inState = (...states: PaymentSum['state'][]) => payments.filter(({ state }) => states.includes(state))
  const cashLine = (sums: readonly { count: number; sum: Decimal; currency: string }[]): CashLine => {
    const here = sums.filter((one) => one.currency === currency)
    return { count: countIn(here), amount: money(sumIn(here), currency) }
  }
  const cash = (sums: readonly SumOfMethod[]) => cashLine(byPart(sums).filter(isCash))
  const moved = (kind: 'in' | 'out') =>
    cashLine(movements.filter((one) => one.kind === kind).flatMap(({ amount }) => (amount ? [sumOf(amount)] : [])))
  const sold = inState('sold')
  const parts = byPart(sold)
  const methods = sorted(new Set(parts.map(({ method }) => method)), byMethod)
  return {
    sold: tally(sold),
    paymentMethod: methods.map((method) => ({
      ...(method ? { method } : {}),
      ...tally(parts.filter((one) => one.method === method)),
    })),
    open: tally(inState('open')),
    notSold: countIn(inState('not-sold', 'refunded')),
    start: money(start, currency),
    cashSold: cash(sold),
    cashOpen: cash(inState('open')),
    cashRefunded: cash(inState('refunded')),
    putIn: moved('in'),
    takenOut: moved('out'),
    refunds: cash(refunds.filter(({ isOwn }) => isOwn)),
    otherRefunds: cash(refunds.filter(({ isOwn }) => !isOwn)),
    noSales: movements.filter(({ kind }) => kind === 'no-sale').length,
  }
}

/** A split sale is counted under both methods, each with its own part. */
const byPart = (sums: readonly SumOfMethod[]): SumOfMethod[] =>
  sums.flatMap(({ split, ...first }) =>
    split
      ? [
          { ...first, sum: subtract(first.sum, split.sum).size },
          { ...first, ...split },
        ]
      : [first],
  )

const METHOD_ORDER: readonly (PaymentMethod | undefined)[] = ['cash', 'card', 'other', undefined]
const byMethod = (a: PaymentMethod | undefined, b: PaymentMethod | undefined) =>
  METHOD_ORDER.indexOf(a) - METHOD_ORDER.indexOf(b)

const sumOf = ({ amount, currency }: Money) => ({ count: 1, sum: decimal(amount), currency })

const countIn = (sums: readonly { count: number }[]): number => sums.reduce((total, { count }) => total + count, 0)
const sumIn = (sums: readonly { sum: Decimal }[]): Decimal =>
  sums.reduce((total, { sum }) => addDecimals(total, sum), ZERO)

function tally(sums: readonly { count: number; sum: Decimal; currency: string }[]): Tally {
  const currencies = sorted(new Set(sums.map(({ currency }) => currency)))
  return {
    count: countIn(sums),
    amounts: currencies.map((currency) => money(sumIn(sums.filter((one) => one.currency === currency)), currency)),
  }
}

export function expectedCash(figures: ShiftFigures): ExpectedCash {
  const { start, cashSold, cashOpen, cashRefunded, putIn, takenOut, refunds, otherRefunds } = figures
  const came = addUp([start, cashSold.amount, cashOpen.amount, cashRefunded.amount, putIn.amount])
  const went = addUp([takenOut.amount, refunds.amount, otherRefunds.amount])
  const { isNegative, size } = subtract(came, went)
  return { amount: money(size, start.currency), ...(isNegative ? { isBelowZero: true as const } : {}) }
}

const addUp = (amounts: readonly Money[]): Decimal =>
  amounts.reduce((total, { amount }) => addDecimals(total, decimal(amount)), ZERO)

function subtract(a: Decimal, b: Decimal): { isNegative: boolean; size: Decimal } {
  const [left, right] = atCommonScale(a, b)
  const scale = Math.max(a.scale, b.scale)
  return left < right
    ? { isNegative: true, size: { units: right - left, scale } }
    : { isNegative: false, size: { units: left - right, scale } }
}

/** `over` if there is more in the drawer than expected. */
export function differenceOf(counted: Money, expected: ExpectedCash): CashDifference {
  const { currency } = counted
  const count = decimal(counted.amount)
  const should = decimal(expected.amount.amount)
  if (expected.isBelowZero) return { kind: 'over', amount: money(addDecimals(count, should), currency) }
  const { isNegative, size } = subtract(count, should)
  if (size.units === 0n) return { kind: 'exact', amount: money(ZERO, currency) }
  return { kind: isNegative ? 'short' : 'over', amount: money(size, currency) }
}

/** A variance of exactly the shop's threshold needs no reason. */
export const needsReason = ({ amount }: CashDifference, varianceReasonThreshold: string): boolean =>
  compareDecimals(decimal(amount.amount), decimal(varianceReasonThreshold)) > 0

/** The only due refund that equals the shortage; `undefined` if there are several. */
export function findMissingRefund<T extends { pays: Money }>(
  { kind, amount }: CashDifference,
  refundsDue: readonly T[],
): T | undefined {
  if (kind !== 'short') return undefined
  const alike = refundsDue.filter(
    ({ pays }) =>
      pays.currency === amount.currency && compareDecimals(decimal(pays.amount), decimal(amount.amount)) === 0,
  )
  return alike.length === 1 ? alike[0] : undefined
}
