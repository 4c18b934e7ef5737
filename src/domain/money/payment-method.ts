import * as v from 'valibot'

import { Money } from './money.ts'

/** The wholesaler never learns how a customer pays. */
export const PAYMENT_METHODS = ['cash', 'card', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** What one of two methods pays of a price. */
export const PaymentPart = v.strictObject({ paymentMethod: v.picklist(PAYMENT_METHODS), amount: Money })
export type PaymentPart = v.InferOutput<typeof PaymentPart>
