import { useState } from 'react'

import { findDecimal, formatDecimal, money, type Decimal, type Money } from '#domain/money.ts'
import { changeOf, missingOf, PAYMENT_METHODS, type PaymentMethod, type SaidPayment } from '#domain/payment.ts'
import { usePaymentRules } from '../../sale/payment/PaidBy.tsx'
import { isRecord, recall, remember } from '../../storage.ts'

/** How a sale under review is paid, as far as this till has been told. */
export type CounterPayment = {
  methods: readonly PaymentMethod[]
  pays: Money
  paidBy: PaymentMethod
  given: Money | undefined
  change: Money | undefined
  /** The customer gave less than they pay. */
  missing: Money | undefined
  choose: (method: PaymentMethod) => void
  give: (amount: Decimal | undefined) => void
  said: SaidPayment
}

/**
 * The payment of the sale or quantity under this id: the shop's default until a person taps. What they tapped outlives a reload. Nothing where the shop
 * notes no payments.
 */
export function usePayment(id: string, pays: Money): CounterPayment | undefined {
  const rules = usePaymentRules()
  const [stored, setStored] = useState<SaidPayment>(() => recall('payment', readStored, id) ?? {})
  if (!rules) return undefined
  const isTaken = stored.paidBy !== undefined && rules.methods.includes(stored.paidBy)
  const paidBy = isTaken && stored.paidBy ? stored.paidBy : rules.default
  const amount = paidBy === 'cash' ? findDecimal(stored.given) : undefined
  const given = amount && money(amount, pays.currency)
  const store = (next: SaidPayment) => {
    remember('payment', next, id)
    setStored(next)
  }
  return {
    methods: rules.methods,
    pays,
    paidBy,
    given,
    change: changeOf(given, pays),
    missing: given && missingOf(given, pays),
    choose: (method) => store({ paidBy: method }),
    give: (cash) => store({ paidBy: 'cash', ...(cash ? { given: formatDecimal(cash) } : {}) }),
    said: { paidBy, ...(given ? { given: given.amount } : {}) },
  }
}

/** The fields of a sale that is about to be sent. */
export const paidAs = ({ paidBy, given }: CounterPayment) => ({ paidBy, ...(given ? { given } : {}) })

function readStored(stored: unknown): SaidPayment | undefined {
  if (!isRecord(stored)) return undefined
  const { paidBy, given } = stored
  const method = PAYMENT_METHODS.find((each) => each === paidBy)
  if (!method || (given !== undefined && (typeof given !== 'string' || !findDecimal(given)))) return undefined
  return { paidBy: method, ...(given === undefined ? {} : { given }) }
}
