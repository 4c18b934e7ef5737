import { decimal, type Money } from '#domain/money/money.ts'
import type { PaymentPart } from '#domain/money/payment-method.ts'
import { partsOfPayment, type Payment } from '#domain/money/payment.ts'
import { shortAmount } from '../i18n/formats.ts'
import type { Text } from '../i18n/use-text.ts'

type HowPaid = Omit<Payment, 'cashTendered'>

/** `Card`, or `Card + Cash`. */
export const methodNames = ({ paymentMethod, split }: HowPaid, t: Text): string =>
  [paymentMethod, ...(split ? [split.paymentMethod] : [])].map((method) => t(`payment.${method}`)).join(' + ')

/** `Card 30 + Cash 20`. */
export const partNames = (parts: readonly PaymentPart[], t: Text): string =>
  parts.map(({ paymentMethod, amount }) => `${t(`payment.${paymentMethod}`)} ${shortMoney(amount)}`).join(' + ')

export const paymentNames = (payment: HowPaid, pays: Money, t: Text): string =>
  payment.split ? partNames(partsOfPayment(payment, pays), t) : methodNames(payment, t)

const shortMoney = ({ amount, currency }: Money) => shortAmount(decimal(amount), currency)
