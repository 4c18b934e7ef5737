import { useQuery } from '@tanstack/react-query'
import { Banknote, CreditCard, Ellipsis, type LucideIcon } from 'lucide-react'
import { useState } from 'react'

import type { PaymentMethod, PaymentRules } from '#domain/payment.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { sessionQuery } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { Radios } from '../ui/Radios.tsx'

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
function PaymentMethodField({ label, methods, value, onChange }: PaymentMethodFieldProps) {
  const t = useText()
  const options = methods.map((method) => ({ value: method, text: t(`payment.${method}`), icon: METHOD_ICONS[method] }))
  return <Radios look="segments" label={label} options={options} value={value} onChange={onChange} />
}

/** How a refund is paid: like the sale, unless another method is chosen. `field` is absent if the shop records no payments; `said` goes into the request. */
export function useRefundedBy({ paymentMethod }: Pick<Sale, 'paymentMethod'>) {
  const t = useText()
  const rules = usePaymentRules()
  const [chosen, setChosen] = useState<PaymentMethod>()
  if (!rules) return { field: null, said: undefined }
  const methods =
    paymentMethod && !rules.methods.includes(paymentMethod) ? [...rules.methods, paymentMethod] : rules.methods
  const value = chosen ?? paymentMethod ?? rules.default
  return {
    field: <PaymentMethodField label={t('payment.refundedBy')} methods={methods} value={value} onChange={setChosen} />,
    said: value,
  }
}
