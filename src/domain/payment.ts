import { differenceOf } from './commission.ts'
import { decimalsOf, findDecimal, money, type Money } from './money.ts'

/** How a customer pays at the counter, or is paid back. The wholesaler never learns it. */
export const PAYMENT_METHODS = ['cash', 'card', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** How a customer paid, and the cash they handed over if somebody noted it. */
export type Payment = { paidBy: PaymentMethod; given?: Money }

/** The methods a shop takes, and the one that is chosen before anybody touches anything. */
export type PaymentRules = { methods: readonly PaymentMethod[]; default: PaymentMethod }

/** What a person said about a payment. `given` is decimal text in the currency of what is paid. */
export type SaidPayment = { paidBy?: PaymentMethod | undefined; given?: string | undefined }

/**
 * Why a payment cannot be noted: the shop does not note payments or take this method, cash was given with another method, it cannot be paid in this
 * currency, or it is less than what is paid.
 */
export type PaymentProblem = 'not-noted' | 'not-taken' | 'not-cash' | 'not-payable' | 'too-little'

export type ChosenPayment = { payment?: Payment } | { problem: PaymentProblem }

/**
 * The payment to note with an approval for `pays`: what was said, else what was noted before, else the shop's default. Nothing when the shop notes no
 * payments (`rules` is null), except what was noted before.
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

/** How a refund is noted: as it was said, else as the customer paid, else by the shop's default. */
export function chooseRefundMethod(
  said: PaymentMethod | undefined,
  { rules, paidBy }: { rules: PaymentRules | null; paidBy?: PaymentMethod | undefined },
): { paidBy?: PaymentMethod } | { problem: PaymentProblem } {
  const method = said ?? paidBy ?? rules?.default
  if (method === undefined) return {}
  // A method that the shop no longer takes may still be the one that was used.
  if (method === paidBy || rules?.methods.includes(method)) return { paidBy: method }
  return { problem: rules ? 'not-taken' : 'not-noted' }
}

/** What goes back to a customer who gave `given` for `pays`; nothing when that is not more. */
export function changeOf(given: Money | undefined, pays: Money): Money | undefined {
  const over = given && differenceOf(given, pays)
  return over && !over.isBelowZero && /[1-9]/.test(over.money.amount) ? over.money : undefined
}

/** What is missing when `given` is less than `pays`. */
export const missingOf = (given: Money, pays: Money): Money | undefined => changeOf(pays, given)

/** Above either of them, a gift-card sale begins with three questions to the customer. */
export type ScamStop = { quantityAbove?: number | undefined; amountAbove?: string | undefined }

/**
 * Whether the customer is asked three questions before this sale of `count` for `pays` in all. The wholesaler calls vouchers and gift cards by one
 * name (spec 1, 2.4), so that each voucher may be a gift card.
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
