import { differenceOf } from './commission.ts'
import { decimalsOf, findDecimal, money, type Money } from './money.ts'

/** The wholesaler never learns how a customer pays. */
export const PAYMENT_METHODS = ['cash', 'card', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** `cashTendered` is the cash received. */
export type Payment = { paymentMethod: PaymentMethod; cashTendered?: Money }

export type PaymentRules = { methods: readonly PaymentMethod[]; default: PaymentMethod }

/** `cashTendered` is decimal text in the currency of the price. */
export type TenderInput = { paymentMethod?: PaymentMethod | undefined; cashTendered?: string | undefined }

/**
 * `not-noted`: the shop records no payments. `not-taken`: the shop does not accept this method. `not-cash`: cash was entered for another method.
 * `not-payable`: the amount cannot be paid in this currency. `too-little`: less than the price.
 */
export type PaymentProblem = 'not-noted' | 'not-taken' | 'not-cash' | 'not-payable' | 'too-little'

export type ChosenPayment = { payment?: Payment } | { problem: PaymentProblem }

/** As typed, or else as recorded before, or else the shop's default. If the shop records no payments (`rules` is null), only as recorded before. */
export function choosePayment(
  { paymentMethod, cashTendered }: TenderInput,
  { rules, pays, noted }: { rules: PaymentRules | null; pays: Money; noted?: Payment | undefined },
): ChosenPayment {
  if (paymentMethod === undefined && cashTendered === undefined && noted) return { payment: noted }
  if (!rules) return paymentMethod === undefined && cashTendered === undefined ? {} : { problem: 'not-noted' }
  const method = paymentMethod ?? noted?.paymentMethod ?? rules.default
  if (!rules.methods.includes(method)) return { problem: 'not-taken' }
  if (cashTendered === undefined) return { payment: { paymentMethod: method } }
  if (method !== 'cash') return { problem: 'not-cash' }
  const amount = findDecimal(cashTendered)
  if (!amount || amount.scale > decimalsOf(pays.currency)) return { problem: 'not-payable' }
  const handed = money(amount, pays.currency)
  return missingOf(handed, pays)
    ? { problem: 'too-little' }
    : { payment: { paymentMethod: method, cashTendered: handed } }
}

/** As typed, or else as the customer paid, or else the shop's default. */
export function chooseRefundMethod(
  said: PaymentMethod | undefined,
  { rules, paymentMethod }: { rules: PaymentRules | null; paymentMethod?: PaymentMethod | undefined },
): { paymentMethod?: PaymentMethod } | { problem: PaymentProblem } {
  const method = said ?? paymentMethod ?? rules?.default
  if (method === undefined) return {}
  // A method the shop no longer accepts may still be the one that was used.
  if (method === paymentMethod || rules?.methods.includes(method)) return { paymentMethod: method }
  return { problem: rules ? 'not-taken' : 'not-noted' }
}

/** Returns `undefined` if there is no change. */
export function changeOf(cashTendered: Money | undefined, pays: Money): Money | undefined {
  const over = cashTendered && differenceOf(cashTendered, pays)
  return over && !over.isBelowZero && /[1-9]/.test(over.money.amount) ? over.money : undefined
}

export const missingOf = (cashTendered: Money, pays: Money): Money | undefined => changeOf(pays, cashTendered)

/** The fraud warning is shown above either value. */
export type ScamStop = { quantityAbove?: number | undefined; amountAbove?: string | undefined }

/** The wholesaler has one name for vouchers and gift cards (spec 1, 2.4), so any voucher may be a gift card. */
export function needsScamQuestions(
  { kind, count, pays }: { kind: 'direct' | 'voucher' | 'international'; count: number; pays: Money },
  fraudWarning: ScamStop | null | undefined,
): boolean {
  if (!fraudWarning || kind !== 'voucher') return false
  const { quantityAbove, amountAbove } = fraudWarning
  const line = amountAbove === undefined ? undefined : findDecimal(amountAbove)
  return (
    (quantityAbove !== undefined && count > quantityAbove) ||
    (line !== undefined && changeOf(pays, money(line, pays.currency)) !== undefined)
  )
}
