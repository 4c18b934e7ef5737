import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { findFixedAmount } from '#domain/money/amount-rule.ts'
import { readContact } from '#domain/phone/contact.ts'
import { formatDecimal, type Decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { onlyPhoneCharacters } from '#domain/phone/phone.ts'
import { cleanAmountText } from '#domain/money/typed-amount.ts'
import { useDraft } from '../../sale/draft.ts'
import { keysFor, needsPoint, readAmountEntry, type AmountEntry, readNumberEntry } from './ticket-entry.ts'
import { useQuickAmounts } from './TicketFields.tsx'
import { accountFromNumber, cleanContactText, findVoucherBlockReason, type VoucherField } from './ContactField.tsx'

/** `review` if nothing has to be typed. */
type Place = VoucherField | 'review'

export function useVoucherTicket(service: Service) {
  const draft = useDraft()
  const { number: typedNumber, amount: typedAmount, account: typedAccount, customer: typedCustomer } = draft
  // A customer's order is for one item and is sold once.
  const isOrder = draft.orderId !== undefined
  const quantity = isOrder ? 1 : draft.quantity
  const isNew = draft.serviceId !== service.id
  const { rule, isAccountRequired } = service
  const fixed = findFixedAmount(rule)
  const amount: AmountEntry = fixed ? { status: 'legal', amount: fixed } : readAmountEntry(typedAmount, rule)
  // A number typed before the product was chosen becomes its account if the service asks for one.
  const accountText = isNew && typedAccount === '' ? accountFromNumber(typedNumber) : typedAccount
  const account = isAccountRequired ? readContact(accountText) : undefined
  const customer = readContact(typedCustomer)
  const [hasCustomer, setHasCustomer] = useState(typedCustomer !== '')

  const [active, setActive] = useState<Place>(() =>
    account && !('text' in account) ? 'account' : fixed ? 'review' : 'amount',
  )
  const inputs = {
    account: useRef<HTMLInputElement>(null),
    amount: useRef<HTMLInputElement>(null),
    customer: useRef<HTMLInputElement>(null),
  }
  const review = useRef<HTMLButtonElement>(null)
  const focus = (place: Place) => (place === 'review' ? review : inputs[place]).current?.focus({ preventScroll: true })
  /** On a touch device, focusing would open the on-screen keyboard. */
  const focusUnasked = (place: Place) => {
    const isText = place === 'account' || place === 'customer'
    if (!isText || window.matchMedia('(pointer: fine)').matches) focus(place)
  }
  const goTo = (place: Place) => {
    setActive(place)
    focusUnasked(place)
  }

  const quick = useQuickAmounts(service)

  const begin = useEffectEvent(() => {
    if (isNew) draft.changeService(service.id, amount.status === 'legal' && !fixed)
    if (isNew && isAccountRequired && accountText !== typedAccount) draft.setAccount(accountText)
    focusUnasked(active)
  })
  useLayoutEffect(() => begin(), [])

  const asked = [account && 'account', !fixed && 'amount', hasCustomer && 'customer'].filter(
    (field): field is VoucherField => Boolean(field),
  )
  /** The field that gets digits typed outside fields. If no field is open, the search box gets them. */
  const fed = asked.find((field) => field === active) ?? asked[0]
  const fieldOf = (field: VoucherField, text: string, onType: (typed: string) => void) => ({
    ref: inputs[field],
    text,
    isActive: fed === field,
    onType,
    onFocus: () => setActive(field),
  })
  const fields = {
    account: fieldOf('account', accountText, (typed) => draft.setAccount(cleanContactText(typed))),
    amount: fieldOf('amount', typedAmount, (typed) => draft.setAmount(cleanAmountText(typed))),
    customer: fieldOf('customer', typedCustomer, (typed) => draft.setCustomer(cleanContactText(typed))),
  }
  const edit = (change: (text: string) => string) => {
    if (fed === undefined) {
      draft.setNumber(onlyPhoneCharacters(change(readNumberEntry(typedNumber).shown)))
      return
    }
    fields[fed].onType(change(fields[fed].text))
    goTo(fed)
  }

  return {
    fixed,
    amount,
    account,
    customer,
    fields,
    quick,
    fed,
    blockReason: findVoucherBlockReason({ account, amount, customer }),
    quantity,
    setQuantity: isOrder ? undefined : draft.setQuantity,
    review,
    setActive,
    focus,
    hasCustomer,
    addCustomer: () => {
      // Rendered first, so it can take the focus.
      flushSync(() => setHasCustomer(true))
      setActive('customer')
      inputs.customer.current?.focus()
    },
    dropCustomer: () => {
      draft.setCustomer('')
      setHasCustomer(false)
      goTo(asked.find((field) => field !== 'customer') ?? 'review')
    },
    pickAmount: (picked: Decimal) => draft.setAmount(formatDecimal(picked)),
    keys: keysFor(edit, fed === 'amount' && needsPoint(rule)),
    discard: draft.clear,
  }
}
