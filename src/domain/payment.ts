import { differenceOf } from './commission.ts'
import { decimalsOf, findDecimal, money, type Money } from './money.ts'

/** How a customer pays, or is refunded. The wholesaler never learns it. */
export const PAYMENT_METHODS = ['cash', 'card', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** `given` is the cash received, if it was recorded. */
export type Payment = { paidBy: PaymentMethod; given?: Money }

/** The methods a shop accepts, and the preselected one. */
export type PaymentRules = { methods: readonly PaymentMethod[]; default: PaymentMethod }

/** The payment as typed. `given` is decimal text in the currency of the price. */
export type SaidPayment = { paidBy?: PaymentMethod | undefined; given?: string | undefined }

/**
 * `not-noted`: the shop records no payments. `not-taken`: it does not accept the method. `not-cash`: cash received with
 * another method. `not-payable`: impossible in this currency. `too-little`: below the price.
 */
export type PaymentProblem = 'not-noted' | 'not-taken' | 'not-cash' | 'not-payable' | 'too-little'

export type ChosenPayment = { payment?: Payment } | { problem: PaymentProblem }

/**
 * The payment to record with an approval: as typed, else as recorded before, else the shop's default. If the shop
 * records no payments (`rules` is null), only what was recorded before.
 */
export function choosePayment(
  { paidBy, given }: SaidPayment,
  { rules, pays, noted }: { rules: PaymentRules | null; pays: Money; noted?: Payment | undefined },
): ChosenPayment {
  if (paidBy === undefined && given === undefined && noted) return { payment: noted }
  if (!rules) return paidBy === undefined && given === undefined ? {} : { problem: 'not-noted' }
  const method = paidBy ?? noted?.paidBy ?? rules.default
  if (!rules.methods.includes(method)) return { problem: 'not-taken' }
  if (given === undefined) return { payment: { paidBy: method } }
  if (method !== 'cash') return { problem: 'not-cash' }
  const amount = findDecimal(given)
  if (!amount || amount.scale > decimalsOf(pays.currency)) return { problem: 'not-payable' }
  const handed = money(amount, pays.currency)
  return missingOf(handed, pays) ? { problem: 'too-little' } : { payment: { paidBy: method, given: handed } }
}

/** How a refund is recorded: as typed, else as the customer paid, else the shop's default. */
export function chooseRefundMethod(
  said: PaymentMethod | undefined,
  { rules, paidBy }: { rules: PaymentRules | null; paidBy?: PaymentMethod | undefined },
): { paidBy?: PaymentMethod } | { problem: PaymentProblem } {
  const method = said ?? paidBy ?? rules?.default
  if (method === undefined) return {}
  // A method the shop no longer accepts may still be the one that was used.
  if (method === paidBy || rules?.methods.includes(method)) return { paidBy: method }
  return { problem: rules ? 'not-taken' : 'not-noted' }
}

/** The change for `given`; `undefined` if there is none. */
export function changeOf(given: Money | undefined, pays: Money): Money | undefined {
  const over = given && differenceOf(given, pays)
  return over && !over.isBelowZero && /[1-9]/.test(over.money.amount) ? over.money : undefined
}

/** What is missing if `given` is less than `pays`. */
export const missingOf = (given: Money, pays: Money): Money | undefined => changeOf(pays, given)

/** Above either value, the fraud warning is shown. */
export type ScamStop = { quantityAbove?: number | undefined; amountAbove?: string | undefined }

/**
 * Whether the fraud warning is shown before this sale. The wholesaler has one name for vouchers and gift cards (spec 1,
 * 2.4), so any voucher may be a gift card.
 */
export function needsScamQuestions(
  { kind, count, pays }: { kind: 'direct' | 'voucher' | 'international'; count: number; pays: Money },
  scamStop: ScamStop | null | undefined,
): boolean {
  if (!scamStop || kind !== 'voucher') return false
  const { quantityAbove, amountAbove } = scamStop
  const line = amountAbove === undefined ? undefined : findDecimal(amountAbove)
  return (
    (quantityAbove !== undefined && count > quantityAbove) ||
    (line !== undefined && changeOf(pays, money(line, pays.currency)) !== undefined)
  )
}
