import { useState } from 'react'

import { cashChips } from '#domain/money/cash.ts'
import { decimal, formatDecimal, money, type DecimalText, type Money } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/money/payment-method.ts'
import { changeOf, choosePayment, partsOfPayment } from '#domain/money/payment.ts'
import { shortAmount, useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { PaymentMethodField } from '../../../sale/PaymentMethodField.tsx'
import { DialogForm } from '../../../ui/DialogForm.tsx'
import { Radios } from '../../../ui/Radios.tsx'
import type { OtherPaymentProps } from './OtherPayment.tsx'
import { PartOfPrice } from './PartOfPrice.tsx'

type SplitPaymentProps = OtherPaymentProps & { methods: readonly PaymentMethod[] }

export function SplitPayment({ methods, pays, verb, blocked, onPay, onClose }: SplitPaymentProps) {
  const t = useText()
  const formats = useFormats()
  const [text, setText] = useState('')
  const [first, setFirst] = useState(methods[0] ?? 'cash')
  const others = methods.filter((method) => method !== first)
  const [chosen, setSecond] = useState<PaymentMethod>()
  const second = chosen && others.includes(chosen) ? chosen : (others[0] ?? first)
  const [cashTendered, setCashTendered] = useState<DecimalText>()
  const split = { paymentMethod: first, amount: text }
  const read = choosePayment({ paymentMethod: second, split }, { rules: { methods, default: first }, pays })
  const payment = 'payment' in read ? read.payment : undefined
  const parts = payment ? partsOfPayment(payment, pays) : []
  const amountOf = (method: PaymentMethod) => parts.find(({ paymentMethod }) => paymentMethod === method)?.amount
  const [rest, cash] = [amountOf(second), amountOf('cash')]
  const chips = cash ? chipsFor(cash) : []
  const given = cashTendered && chips.includes(cashTendered) ? cashTendered : chips[0]
  const isTooMuch = 'problem' in read && read.problem === 'not-split'
  const problem = isTooMuch ? t('payment.splitLess', { amount: formats.money(pays) }) : t('payment.unreadable')

  return (
    <DialogForm
      heading={t('payment.splitHeading')}
      size="wide"
      action={verb}
      missing={blocked ?? (payment ? undefined : text === '' ? t('payment.splitFirst') : problem)}
      onSubmit={() => {
        if (!payment) return
        onClose()
        onPay({
          paymentMethod: payment.paymentMethod,
          ...(payment.split && { split: { ...payment.split, amount: payment.split.amount.amount } }),
          ...(given && { cashTendered: given }),
        })
      }}
      onClose={onClose}
    >
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {/* What a scanner types here is undone. */}
        <div className="flex flex-col gap-3" data-no-scan>
          <PaymentMethodField label={t('payment.splitFirst')} methods={methods} value={first} onChange={setFirst} />
          <PartOfPrice
            pays={pays}
            text={text}
            problem={text === '' || payment ? undefined : problem}
            onType={setText}
          />
        </div>
        <div className="flex flex-col gap-3">
          {rest && (
            <PaymentMethodField
              label={t('payment.splitRest', { amount: formats.money(rest) })}
              methods={others}
              value={second}
              onChange={setSecond}
            />
          )}
          {cash && given && <CashChips cash={cash} chips={chips} value={given} onChange={setCashTendered} />}
        </div>
      </div>
    </DialogForm>
  )
}

const chipsFor = ({ amount, currency }: Money) =>
  cashChips(decimal(amount), currency).map((chip) => formatDecimal(chip))

type CashChipsProps = {
  cash: Money
  chips: readonly DecimalText[]
  value: DecimalText
  onChange: (value: DecimalText) => void
}

function CashChips({ cash, chips, value, onChange }: CashChipsProps) {
  const t = useText()
  const formats = useFormats()
  const change = changeOf(money(decimal(value), cash.currency), cash)
  const nameOf = (chip: DecimalText, index: number) => {
    const amount = shortAmount(decimal(chip), cash.currency)
    return index === 0 ? `${t('payment.exact')} ${amount}` : amount
  }
  return (
    <div>
      <Radios
        look="chips"
        label={t('payment.given')}
        options={chips.map((chip, index) => ({ value: chip, text: nameOf(chip, index) }))}
        value={value}
        onChange={onChange}
      />
      <p role="status" className="mt-1 text-ok">
        {change && t('payment.changeIs', { amount: formats.money(change) })}
      </p>
    </div>
  )
}
