import { Calculator } from 'lucide-react'
import { useId, useState, type MouseEvent } from 'react'

import { cashChips } from '#domain/cash.ts'
import {
  decimal,
  decimalsOf,
  findDecimal,
  formatDecimal,
  isSameDecimal,
  money,
  type Decimal,
  type Money,
} from '#domain/money.ts'
import { changeOf, missingOf, PAYMENT_METHODS, type PaymentMethod, type TenderInput } from '#domain/payment.ts'
import { cleanAmountText, findAmount } from '#domain/typed-amount.ts'
import { shortAmount, useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { PaymentMethodField, usePaymentRules } from '../../sale/PaymentMethodField.tsx'
import { isRecord, recall, remember } from '../../storage.ts'
import { Chip } from '../../ui/Chip.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { PHONE, useMedia } from '../../use-media.ts'

type CustomerPaymentProps = {
  payment: CounterPayment
  /** A choice was tapped, so the focus returns to the send button. */
  onTapped: () => void
}

/** The payment method, preset to the shop's default, and optionally the cash received. */
export function CustomerPayment({ payment, onTapped }: CustomerPaymentProps) {
  const t = useText()
  const { methods, paymentMethod, choose } = payment
  // Keyboard users keep their focus, and so does someone typing in the dialog.
  const afterTap = ({ detail, target }: MouseEvent) =>
    detail > 0 && !(target instanceof Element && target.closest('dialog')) && onTapped()
  return (
    <div className="flex flex-col gap-3 px-1 pt-1" onClick={afterTap}>
      {methods.length > 1 && (
        <PaymentMethodField
          label={t('payment.paymentMethod')}
          methods={methods}
          value={paymentMethod}
          onChange={choose}
        />
      )}
      {paymentMethod === 'cash' && <CashGiven payment={payment} />}
    </div>
  )
}

function CashGiven({ payment: { pays, cashTendered, change, give } }: Pick<CustomerPaymentProps, 'payment'>) {
  const t = useText()
  const formats = useFormats()
  const isPhone = useMedia(PHONE)
  const labelId = useId()
  const [isTyping, setIsTyping] = useState(false)
  const chosen = cashTendered && decimal(cashTendered.amount)
  const chips = cashChips(decimal(pays.amount), pays.currency)
  const isTyped = chosen !== undefined && !chips.some((chip) => isSameDecimal(chip, chosen))
  return (
    <div role="group" aria-labelledby={labelId}>
      <div className="mb-1 flex justify-between gap-2 text-1">
        <span id={labelId} className="font-medium">
          {t('payment.given')}
        </span>
        {isPhone && change ? (
          <b className="font-semibold">{t('payment.changeIs', { amount: formats.money(change) })}</b>
        ) : (
          <span className="text-ink-2">{t('payment.optional')}</span>
        )}
      </div>
      <div className="grid auto-cols-auto grid-flow-col gap-2">
        {chips.map((chip, index) => {
          const isSelected = chosen !== undefined && isSameDecimal(chip, chosen)
          const amount = shortAmount(chip, pays.currency)
          return (
            <Chip
              key={amount}
              variant="amount"
              isSelected={isSelected}
              onClick={() => give(isSelected ? undefined : chip)}
            >
              {index === 0 ? (
                <span className="flex flex-wrap items-baseline justify-center gap-x-1 leading-4">
                  {t('payment.exact')} <bdi className="text-2">{amount}</bdi>
                </span>
              ) : (
                <bdi>{amount}</bdi>
              )}
            </Chip>
          )
        })}
        <Chip
          variant="amount"
          isSelected={isTyped}
          aria-label={t(isTyped ? 'payment.typeOther' : 'payment.type', {
            amount: isTyped ? shortAmount(chosen, pays.currency) : '',
          })}
          onClick={() => setIsTyping(true)}
        >
          {isTyped ? <bdi>{shortAmount(chosen, pays.currency)}</bdi> : <Calculator size={20} aria-hidden />}
        </Chip>
      </div>
      {isTyping && (
        <CashDialog
          pays={pays}
          onGive={(amount) => {
            give(amount)
            setIsTyping(false)
          }}
          onClose={() => setIsTyping(false)}
        />
      )}
    </div>
  )
}

type CashDialogProps = {
  pays: CounterPayment['pays']
  onGive: (amount: Decimal | undefined) => void
  onClose: () => void
}

/** An entered cash amount, with what is missing or the change. */
function CashDialog({ pays, onGive, onClose }: CashDialogProps) {
  const t = useText()
  const formats = useFormats()
  const [text, setText] = useState('')
  const decimals = decimalsOf(pays.currency)
  const read = findAmount(text)
  const amount = read && read.scale <= decimals ? read : undefined
  const cashTendered = amount && money(amount, pays.currency)
  const missing = cashTendered && missingOf(cashTendered, pays)
  const change = changeOf(cashTendered, pays)
  const type = (typed: string) => setText(cleanAmountText(typed))
  const isUnreadable = text !== '' && !amount
  return (
    <DialogForm
      heading={t('payment.given')}
      action={t('payment.done')}
      missing={isUnreadable ? t('payment.unreadable') : undefined}
      onSubmit={() => onGive(amount)}
      onClose={onClose}
    >
      {/* What a scanner types here is undone. */}
      <div className="flex flex-col gap-3" data-no-scan>
        <Field
          label={t('payment.ofTotal', { amount: formats.money(pays) })}
          problem={missing && t('payment.missing', { amount: formats.money(missing) })}
          hint={change && t('payment.changeIs', { amount: formats.money(change) })}
          isMet={change !== undefined}
          size="xl"
          start={formats.currency(decimal(pays.amount), pays.currency)}
          inputMode="decimal"
          dir="ltr"
          // The dialog is for typing.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Keypad
          onDigit={(digit) => type(text + digit)}
          onDelete={() => setText(text.slice(0, -1))}
          onClear={() => setText('')}
          onDecimal={decimals > 0 && !text.includes('.') ? () => type(`${text || '0'}.`) : undefined}
        />
      </div>
    </DialogForm>
  )
}

/** The payment of a sale under review, as entered at this till. */
export type CounterPayment = NonNullable<ReturnType<typeof usePayment>>

/**
 * The payment of the sale or batch with this id: the shop's default until the cashier chooses. Choices survive a reload. `undefined` if the shop
 * records no payments.
 */
export function usePayment(id: string, pays: Money) {
  const rules = usePaymentRules()
  const [stored, setStored] = useState<TenderInput>(() => recall('payment', readStored, id) ?? {})
  if (!rules) return undefined
  const isTaken = stored.paymentMethod !== undefined && rules.methods.includes(stored.paymentMethod)
  const paymentMethod = isTaken && stored.paymentMethod ? stored.paymentMethod : rules.default
  const amount = paymentMethod === 'cash' ? findDecimal(stored.cashTendered) : undefined
  const cashTendered = amount && money(amount, pays.currency)
  const store = (next: TenderInput) => {
    remember('payment', next, id)
    setStored(next)
  }
  return {
    methods: rules.methods,
    pays,
    paymentMethod,
    cashTendered,
    change: changeOf(cashTendered, pays),
    missing: cashTendered && missingOf(cashTendered, pays),
    choose: (method: PaymentMethod) => store({ paymentMethod: method }),
    give: (cash: Decimal | undefined) =>
      store({ paymentMethod: 'cash', ...(cash ? { cashTendered: formatDecimal(cash) } : {}) }),
    said: { paymentMethod, ...(cashTendered ? { cashTendered: cashTendered.amount } : {}) } satisfies TenderInput,
  }
}

export const paidAs = ({ paymentMethod, cashTendered }: CounterPayment) => ({
  paymentMethod,
  ...(cashTendered ? { cashTendered } : {}),
})

function readStored(stored: unknown): TenderInput | undefined {
  if (!isRecord(stored)) return undefined
  const { paymentMethod, cashTendered } = stored
  const method = PAYMENT_METHODS.find((each) => each === paymentMethod)
  if (!method || (cashTendered !== undefined && (typeof cashTendered !== 'string' || !findDecimal(cashTendered))))
    return undefined
  return { paymentMethod: method, ...(cashTendered === undefined ? {} : { cashTendered }) }
}
