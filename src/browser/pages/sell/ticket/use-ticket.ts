import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'

import { cleanAmountText, findFixedAmount, quickAmounts } from '#domain/amount-rule.ts'
import { formatDecimal, type Decimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { salesTodayQuery } from '../../../api/sale.ts'
import { useDraft } from '../../../sale/draft.ts'
import { readAmountEntry, type AmountEntry } from './amount-entry.ts'
import { findMostSold } from './most-sold.ts'
import { onlyPhoneCharacters } from '#domain/phone.ts'
import { readNumberEntry } from './number-entry.ts'

export type FieldName = 'number' | 'amount'

/** What is typed on the ticket of one service: the two fields, which one the keys feed, and what is ready for review. */
export function useTicket(service: Service) {
  const typedNumber = useDraft((draft) => draft.number)
  const typedAmount = useDraft((draft) => draft.amount)
  const serviceId = useDraft((draft) => draft.serviceId)
  const refusal = useDraft((draft) => draft.refusal)
  const { setNumber, setAmount, changeService, clear } = useDraft.getState()
  const { rule } = service
  const fixed = findFixedAmount(rule)
  const number = readNumberEntry(typedNumber)
  const amount: AmountEntry = fixed ? { status: 'legal', amount: fixed } : readAmountEntry(typedAmount, rule)
  const account = 'account' in number.number ? number.number.account : undefined

  const [active, setActive] = useState<FieldName>(account !== undefined && !fixed ? 'amount' : 'number')
  const inputs = { number: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) }
  const focus = (field: FieldName) => inputs[field].current?.focus()

  const { data: sales } = useQuery({ ...salesTodayQuery, select: (page) => page.sales })
  const quick = quickAmounts(rule, findMostSold(sales ?? [], service.id))

  useLayoutEffect(() => {
    if (serviceId !== service.id) changeService(service.id, amount.status === 'legal' && !fixed)
    focus(active)
    // Once for each product that is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [service.id])

  const typeNumber = (typed: string) => setNumber(onlyPhoneCharacters(typed))
  const typeAmount = (typed: string) => setAmount(cleanAmountText(typed))
  const text = { number: number.shown, amount: typedAmount }
  const type = { number: typeNumber, amount: typeAmount }

  return {
    number,
    amount,
    amountText: typedAmount,
    fixed,
    quick,
    account,
    refusal,
    active,
    setActive,
    inputs,
    focus,
    typeNumber,
    typeAmount,
    pickAmount: (picked: Decimal) => setAmount(formatDecimal(picked)),
    press: (key: string) => {
      type[active](text[active] + key)
      focus(active)
    },
    erase: () => {
      type[active](text[active].trimEnd().slice(0, -1))
      focus(active)
    },
    empty: () => {
      type[active]('')
      focus(active)
    },
    discard: clear,
  }
}
