import { useQuery } from '@tanstack/react-query'
import { Banknote, CreditCard, Ellipsis, type LucideIcon } from 'lucide-react'
import { useState } from 'react'

import type { PaymentMethod } from '#domain/money/payment-method.ts'
import type { PaymentRules } from '#domain/money/payment.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { sessionQuery } from '../api/session.ts'
import { useText, type Text } from '../i18n/use-text.ts'
import { Radios } from '../ui/Radios.tsx'
import { paymentNames } from './payment-words.ts'

/** `null` if the shop records no payments. */
export function usePaymentRules(): PaymentRules | null {
  const { data } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.payments })
  return data ?? null
}

export const METHOD_ICONS: Record<PaymentMethod, LucideIcon> = { cash: Banknote, card: CreditCard, other: Ellipsis }

type PaymentMethodFieldProps = {
  label: string
  methods: readonly PaymentMethod[]
  value: PaymentMethod
  onChange: (method: PaymentMethod) => void
}

/** One method is always selected. */
export function PaymentMethodField({ label, methods, value, onChange }: PaymentMethodFieldProps) {
  const t = useText()
  return <Radios look="segments" label={label} options={optionsOf(methods, t)} value={value} onChange={onChange} />
}

const optionsOf = (methods: readonly PaymentMethod[], t: Text) =>
  methods.map((method) => ({ value: method, text: t(`payment.${method}`), icon: METHOD_ICONS[method] }))

/** By default like the sale, by both of its methods. `field` is absent if the shop records no payments; `said` goes into the request. */
export function useRefundedBy({ paymentMethod, split, pays }: Pick<Sale, 'paymentMethod' | 'split' | 'pays'>) {
  const t = useText()
  const rules = usePaymentRules()
  const [chosen, setChosen] = useState<PaymentMethod | 'as-paid'>()
  if (!rules) return { field: null, said: undefined }
  const label = t('payment.refundedBy')
  if (paymentMethod && split) {
    const value = chosen ?? 'as-paid'
    const asPaid = { value: 'as-paid', text: paymentNames({ paymentMethod, split }, pays, t) } as const
    const options = [asPaid, ...optionsOf(rules.methods, t).map(({ value: method, text }) => ({ value: method, text }))]
    return {
      field: <Radios look="chips" label={label} options={options} value={value} onChange={setChosen} />,
      said: value === 'as-paid' ? undefined : value,
    }
  }
  const methods =
    paymentMethod && !rules.methods.includes(paymentMethod) ? [...rules.methods, paymentMethod] : rules.methods
  const value = chosen === undefined || chosen === 'as-paid' ? (paymentMethod ?? rules.default) : chosen
  return {
    field: <PaymentMethodField label={label} methods={methods} value={value} onChange={setChosen} />,
    said: value,
  }
}
