import { useState } from 'react'

import { decimalsOf, formatDecimal, money, type Money } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/money/payment-method.ts'
import { changeOf, missingOf, type TenderInput } from '#domain/money/payment.ts'
import { findAmount } from '#domain/money/typed-amount.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { DialogForm } from '../../../ui/DialogForm.tsx'
import { PartOfPrice } from './PartOfPrice.tsx'

/** What pressing a key says about the payment. */
export type PaymentChoice = TenderInput & { paymentMethod: PaymentMethod }

export type OtherPaymentProps = {
  pays: Money
  verb: string
  blocked: string | undefined
  onPay: (choice: PaymentChoice) => void
  onClose: () => void
}

export function OtherPayment({ pays, verb, blocked, onPay, onClose }: OtherPaymentProps) {
  const t = useText()
  const formats = useFormats()
  const [text, setText] = useState('')
  const decimals = decimalsOf(pays.currency)
  const read = findAmount(text)
  const amount = read && read.scale <= decimals ? read : undefined
  const cashTendered = amount && money(amount, pays.currency)
  const missing = cashTendered && missingOf(cashTendered, pays)
  const change = changeOf(cashTendered, pays)
  const problem = !amount
    ? t(text === '' ? 'payment.given' : 'payment.unreadable')
    : missing && t('payment.missing', { amount: formats.money(missing) })
  return (
    <DialogForm
      heading={t('payment.given')}
      action={verb}
      missing={blocked ?? problem}
      onSubmit={() => {
        if (!amount) return
        onClose()
        onPay({ paymentMethod: 'cash', cashTendered: formatDecimal(amount) })
      }}
      onClose={onClose}
    >
      {/* What a scanner types here is undone. */}
      <div className="flex flex-col gap-3" data-no-scan>
        <PartOfPrice
          pays={pays}
          text={text}
          problem={missing && t('payment.missing', { amount: formats.money(missing) })}
          hint={change && t('payment.changeIs', { amount: formats.money(change) })}
          isMet={change !== undefined}
          onType={setText}
        />
      </div>
    </DialogForm>
  )
}
