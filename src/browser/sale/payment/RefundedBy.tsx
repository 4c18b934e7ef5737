import { useState } from 'react'

import type { PaymentMethod } from '#domain/payment.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useText } from '../../i18n/use-text.ts'
import { PaidBy, usePaymentRules } from './PaidBy.tsx'

/**
 * How a refund is paid out: as the customer paid, unless a person taps something else. `field` is where they do, and is absent where the shop notes no
 * payments; `said` goes with the request.
 */
export function useRefundedBy({ paidBy }: Pick<Sale, 'paidBy'>) {
  const t = useText()
  const rules = usePaymentRules()
  const [chosen, setChosen] = useState<PaymentMethod>()
  if (!rules) return { field: null, said: undefined }
  const methods = paidBy && !rules.methods.includes(paidBy) ? [...rules.methods, paidBy] : rules.methods
  const value = chosen ?? paidBy ?? rules.default
  return {
    field: <PaidBy label={t('payment.refundedBy')} methods={methods} value={value} onChange={setChosen} />,
    said: value,
  }
}
