import type { NumberCheck, NumberQuestion } from '#domain/customer-display.ts'
import type { Money } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/money/payment-method.ts'
import {
  choosePayment,
  chooseRefundMethod,
  needsScamQuestions,
  type Payment,
  type PaymentProblem,
  type TenderInput,
} from '#domain/money/payment.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { RequestRefused } from '../lib/failures.ts'
import { moneyMovedForFailure } from './sale-access.ts'
import type { SaleStaff } from './sale-staff.ts'

/**
 * `fraudWarningShown`: the customer was asked its three questions. `skipCustomerConfirmation`: the cashier continues although the customer has not confirmed
 * the number.
 */
export type CheckoutInput = TenderInput & {
  fraudWarningShown?: true | undefined
  skipCustomerConfirmation?: true | undefined
}

/** Throws `RequestRefused` 409 if the shop requires an answer and the cashier has not continued without it. */
export function readNumberCheck(
  of: { id: string; question: NumberQuestion | undefined },
  { terminalId, skipCustomerConfirmation }: { terminalId: string; skipCustomerConfirmation: boolean },
  staff: Pick<SaleStaff, 'isNumberConfirmed' | 'asksForNumber'>,
): { numberCheck?: NumberCheck } {
  if (!of.question) return {}
  if (staff.isNumberConfirmed(terminalId, of.question, of.id)) return { numberCheck: 'confirmed' }
  const asks = staff.asksForNumber(terminalId)
  if (asks === 'without-display') return { numberCheck: asks }
  if (!asks) return {}
  if (skipCustomerConfirmation) return { numberCheck: 'skipped' }
  throw new RequestRefused(
    409,
    'number-unconfirmed',
    'The customer has not confirmed the number on the display. Wait for them, or send skipCustomerConfirmation.',
  )
}

/** Throws `RequestRefused` 422 if the shop requires the fraud warning first. */
export function requireFraudWarning(
  sale: { kind: SaleRecord['kind']; count: number; pays: Money },
  { fraudWarning }: Pick<SaleStaff, 'fraudWarning'>,
): void {
  if (!needsScamQuestions(sale, fraudWarning())) return
  throw new RequestRefused(
    422,
    'scam-questions',
    'Before this sale the customer is asked three questions. Ask them, then send fraudWarningShown.',
  )
}

/** Throws `RequestRefused` 422 for an invalid payment. */
export function readPayment(
  said: TenderInput,
  { pays, noted }: { pays: Money; noted: Payment | undefined },
  { payments }: Pick<SaleStaff, 'payments'>,
): { payment?: Payment } {
  const chosen = choosePayment(said, { rules: payments(), pays, noted })
  if ('problem' in chosen) throw refuse(chosen.problem)
  return chosen
}

/** Throws `RequestRefused` 422 for a method that the shop doesn't take. */
export function readRefundMethod(
  said: PaymentMethod | undefined,
  sale: SaleRecord,
  { payments }: Pick<SaleStaff, 'payments'>,
): Partial<Omit<Payment, 'cashTendered'>> {
  const { paymentMethod, split } = sale
  const paid = paymentMethod && { paymentMethod, ...(split ? { split } : {}) }
  const chosen = chooseRefundMethod(said, { rules: payments(), paid })
  if ('problem' in chosen) throw refuse(chosen.problem, moneyMovedForFailure(sale))
  return chosen
}

/** The payment of an earlier approval. */
export const notedPayment = ({ paymentMethod, split, cashTendered }: SaleRecord): Payment | undefined =>
  paymentMethod && { paymentMethod, ...(split ? { split } : {}), ...(cashTendered ? { cashTendered } : {}) }

const refuse = (problem: PaymentProblem, moneyMoved: 'no' | 'unknown' = 'no') =>
  new RequestRefused(422, 'payment-invalid', PROBLEMS[problem], { moneyMoved })

const PROBLEMS: Record<PaymentProblem, string> = {
  'not-noted': 'This shop does not record how customers pay. Leave out paymentMethod, split and cashTendered.',
  'not-taken': 'This shop does not accept this payment method. Choose another one.',
  'not-cash': 'Only cash sales have cash received and change. Leave out cashTendered, or choose cash.',
  'not-split':
    'A split payment needs two different methods, and each must pay a part of the price. Enter another part.',
  'not-payable': 'This amount is not possible in this currency. Enter it as it was counted.',
  'too-little': 'The cash received is less than the customer pays in cash. Ask for the rest.',
}
