import { differenceOf } from './commission.ts'
import { decimal, decimalsOf, findDecimal, money, type Money } from './money.ts'
import type { PaymentMethod, PaymentPart } from './payment-method.ts'

/** `split` is what a second method pays of the price; `paymentMethod` pays the rest (decision 145). `cashTendered` is the cash received. */
export type Payment = { paymentMethod: PaymentMethod; split?: PaymentPart; cashTendered?: Money }

/** Cash is always second, so lines that a batch never sends come off the cash first. */
const SPLIT_ORDER: readonly PaymentMethod[] = ['card', 'other', 'cash']

/** How a payment is grouped: by its method, by both as in `card+cash`, or empty if not recorded. */
export type PaymentKey = PaymentMethod | `${PaymentMethod}+${PaymentMethod}` | ''

export const keyOfPayment = ({ paymentMethod, split }: Partial<Payment>): PaymentKey =>
  paymentMethod && split ? `${paymentMethod}+${split.paymentMethod}` : (paymentMethod ?? '')

export const methodsOfKey = (key: PaymentKey): PaymentMethod[] =>
  SPLIT_ORDER.filter((method) => key.split('+').includes(method))

/** Of all payments with this method, alone or with another. */
export const keysWith = (method: PaymentMethod): PaymentKey[] =>
  SPLIT_ORDER.map((other): PaymentKey => {
    if (other === method) return method
    return isInOrder(method, other) ? `${method}+${other}` : `${other}+${method}`
  })

const isInOrder = (first: PaymentMethod, second: PaymentMethod) =>
  SPLIT_ORDER.indexOf(first) < SPLIT_ORDER.indexOf(second)

/** Without recorded payments, everything counts as cash. */
export const usesCash = ({ paymentMethod = 'cash', split }: Partial<Payment>): boolean =>
  paymentMethod === 'cash' || split?.paymentMethod === 'cash'

export type PaymentRules = { methods: readonly PaymentMethod[]; default: PaymentMethod }

/** Amounts are decimal text in the currency of the price. */
export type TenderInput = {
  paymentMethod?: PaymentMethod | undefined
  split?: { paymentMethod: PaymentMethod; amount: string } | undefined
  cashTendered?: string | undefined
}

/**
 * `not-noted`: the shop records no payments. `not-cash`: cash was entered for another method. `not-split`: the same method twice, or a part that is not between
 * zero and the price. `not-payable`: the amount cannot be paid in this currency.
 */
export type PaymentProblem = 'not-noted' | 'not-taken' | 'not-cash' | 'not-split' | 'not-payable' | 'too-little'

export type ChosenPayment = { payment?: Payment } | { problem: PaymentProblem }

/** As typed, or as recorded before, or the shop's default. If the shop records no payments (`rules` is null), only as recorded before. */
export function choosePayment(
  { paymentMethod, split, cashTendered }: TenderInput,
  { rules, pays, noted }: { rules: PaymentRules | null; pays: Money; noted?: Payment | undefined },
): ChosenPayment {
  const isUnsaid = paymentMethod === undefined && split === undefined && cashTendered === undefined
  if (isUnsaid && noted) return { payment: noted }
  if (!rules) return isUnsaid ? {} : { problem: 'not-noted' }
  const method = paymentMethod ?? noted?.paymentMethod ?? rules.default
  const methods = split ? [method, split.paymentMethod] : [method]
  if (!methods.every((each) => rules.methods.includes(each))) return { problem: 'not-taken' }
  const chosen = split ? splitPayment(method, split, pays) : { payment: { paymentMethod: method } }
  if (cashTendered === undefined || 'problem' in chosen) return chosen
  const due = partsOfPayment(chosen.payment, pays).find((part) => part.paymentMethod === 'cash')?.amount
  if (!due) return { problem: 'not-cash' }
  const handed = readPayable(cashTendered, pays)
  if (!handed) return { problem: 'not-payable' }
  return missingOf(handed, due) ? { problem: 'too-little' } : { payment: { ...chosen.payment, cashTendered: handed } }
}

function splitPayment(
  first: PaymentMethod,
  { paymentMethod: second, amount }: NonNullable<TenderInput['split']>,
  pays: Money,
): { payment: Payment } | { problem: PaymentProblem } {
  const part = readPayable(amount, pays)
  if (!part) return { problem: 'not-payable' }
  const rest = changeOf(pays, part)
  if (first === second || !rest || !isPositive(part)) return { problem: 'not-split' }
  return {
    payment: isInOrder(first, second)
      ? { paymentMethod: first, split: { paymentMethod: second, amount: part } }
      : { paymentMethod: second, split: { paymentMethod: first, amount: rest } },
  }
}

function readPayable(text: string, { currency }: Money): Money | undefined {
  const amount = findDecimal(text)
  return amount && amount.scale <= decimalsOf(currency) ? money(amount, currency) : undefined
}

type HowPaid = Omit<Payment, 'cashTendered'>

export function partsOfPayment({ paymentMethod, split }: HowPaid, pays: Money): PaymentPart[] {
  const rest = split && changeOf(pays, split.amount)
  if (!split) return [{ paymentMethod, amount: pays }]
  return rest ? [{ paymentMethod, amount: rest }, split] : [split]
}

/** One method for all of it, or else as the customer paid, or else the shop's default. */
export function chooseRefundMethod(
  said: PaymentMethod | undefined,
  { rules, paid }: { rules: PaymentRules | null; paid?: HowPaid | undefined },
): Partial<HowPaid> | { problem: PaymentProblem } {
  if (said === undefined && paid) return paid
  const method = said ?? rules?.default
  if (method === undefined) return {}
  // A method the shop no longer accepts may still be one that was used.
  const isUsed = paid !== undefined && methodsOfKey(keyOfPayment(paid)).includes(method)
  if (isUsed || rules?.methods.includes(method)) return { paymentMethod: method }
  return { problem: rules ? 'not-taken' : 'not-noted' }
}

/** `undefined` if there is no change. */
export function changeOf(cashTendered: Money | undefined, pays: Money): Money | undefined {
  const over = cashTendered && differenceOf(cashTendered, pays)
  return over && !over.isBelowZero && isPositive(over.money) ? over.money : undefined
}

/** The change of a payment, which is from its cash alone. */
export const changeOfPayment = ({ split, cashTendered }: Partial<Payment>, pays: Money): Money | undefined =>
  changeOf(cashTendered, split?.amount ?? pays)

const isPositive = ({ amount }: Money): boolean => decimal(amount).units > 0n

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
