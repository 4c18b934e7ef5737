import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { useNavigate } from 'react-router-dom'

import { findFixedAmount } from '#domain/money/amount-rule.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import { formatDecimal, money, type Decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { cleanAmountText } from '#domain/money/typed-amount.ts'
import { useFormats } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { onlyPhoneCharacters } from '#domain/phone/phone.ts'
import { useDraft } from '../../sale/draft.ts'
import { useLimitNote } from '../../sale/limit-note.ts'
import { writeRequest } from '../../sale/sale-request.ts'
import { ProductHead, TicketActions } from './TicketParts.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { SummaryLine, TicketSummary } from '../../ui/TicketSummary.tsx'
import { lazyPart, useIsCurrentPage } from '../../lib/lazy-part.tsx'
import { useTypingAnywhere } from '../../lib/hotkeys.ts'
import {
  findAmountBlockReason,
  keysFor,
  needsPoint,
  readAmountEntry,
  type AmountEntry,
  readNumberEntry,
  type NumberEntry,
} from './ticket-entry.ts'
import {
  AmountChips,
  AmountField,
  NumberField,
  useAmountNotes,
  useQuickAmounts,
  type TicketFieldProps,
} from './TicketFields.tsx'
import { useQuickReview } from './use-quick-review.ts'

const CustomerAnswer = lazyPart(async () => (await import('../../sale/CustomerAnswer.tsx')).CustomerAnswer)

type FieldName = 'number' | 'amount'

export type TicketHandle = { focus: () => void }

export type TicketProps = {
  ref: Ref<TicketHandle>
  service: Service
  tile: Tile | undefined
  currency: string
  star?: ReactNode
  /** The number's probable operator, if it is not the ticket's. */
  operatorHint?: ReactNode
}

export function RechargeTicket({ ref, service, tile, currency, star, operatorHint }: TicketProps) {
  const t = useText()
  const navigate = useNavigate()
  const ticket = useRechargeTicket(service)
  const { number, amount, fixed } = ticket
  const blockReason = findBlockReason(number, amount)
  const pays = amount.status === 'legal' ? money(amount.amount, currency) : undefined
  const notes = useAmountNotes(service, pays, useLimitNote(service.kind, pays))
  useImperativeHandle(ref, () => ({ focus: () => ticket.focus(ticket.active) }))

  const openReview = useQuickReview()
  const isCurrentPage = useIsCurrentPage()
  const review = () => {
    if (!isCurrentPage()) return
    if (blockReason) return ticket.focus(blockReason.field)
    if (amount.status === 'legal') openReview(service, tile?.id, amount.amount)
  }
  /** Nothing else is left to choose behind a whole number. */
  const pickQuick = (picked: Decimal) => {
    ticket.pickAmount(picked)
    openReview(service, tile?.id, picked)
  }
  const line =
    !blockReason && amount.status === 'legal'
      ? writeRequest({
          kind: 'direct',
          serviceId: service.id,
          amount: formatDecimal(amount.amount),
          account: ticket.account,
        })
      : undefined
  const cancel = () => {
    useDraft.getState().clear()
    void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
  }
  const next = () => {
    if (ticket.active === 'number' && !fixed && amount.status !== 'legal') ticket.focus('amount')
    else review()
  }
  useTypingAnywhere({ ...ticket.keys, onEnter: review, onEscape: cancel })

  return (
    <SidePanel
      foot={
        <>
          {!fixed && (
            <AmountChips
              entry={amount}
              quick={ticket.quick}
              currency={currency}
              onPick={ticket.pickAmount}
              onQuick={pickQuick}
            />
          )}
          <Keypad {...ticket.keys} />
          <TicketActions
            service={service}
            content={line}
            total={pays}
            blockedBy={blockReason?.message}
            onReview={review}
          />
        </>
      }
    >
      <TicketSummary label={t('ticket.region')}>
        <ProductHead service={service} tile={tile} star={star} onCancel={cancel} />
        <div className="mt-1 flex flex-col gap-2">
          <NumberField
            {...ticket.fields.number}
            entry={number}
            rule={t('ticket.uaeOnly', { brand: service.brand })}
            onEnter={next}
            hint={number.number.status === 'mobile' ? operatorHint : undefined}
          />
          <CustomerAnswer isLedHere onChange={() => ticket.focus('number')} />
          <AmountRow ticket={ticket} rule={service.rule} currency={currency} onEnter={review} hint={notes} />
        </div>
      </TicketSummary>
    </SidePanel>
  )
}

type AmountRowProps = {
  ticket: { fixed: Decimal | undefined; amount: AmountEntry; fields: { amount: Omit<TicketFieldProps, 'onEnter'> } }
  label?: 'ticket.amount' | 'money.faceValue'
  rule: Service['rule']
  currency: string
  onEnter: () => void
  hint?: ReactNode
}

export function AmountRow({ ticket, label = 'ticket.amount', rule, currency, onEnter, hint }: AmountRowProps) {
  const t = useText()
  const formats = useFormats()
  if (ticket.fixed) {
    return (
      <>
        <dl>
          <SummaryLine label={t(label)}>{formats.money(money(ticket.fixed, currency))}</SummaryLine>
        </dl>
        {hint}
      </>
    )
  }
  return (
    <AmountField
      {...ticket.fields.amount}
      entry={ticket.amount}
      rule={rule}
      currency={currency}
      onEnter={onEnter}
      hint={hint}
    />
  )
}

/** The first problem that blocks the review, and its field. */
export function findBlockReason(
  { number }: NumberEntry,
  amount: AmountEntry,
): { field: FieldName; message: MessageId } | undefined {
  if (number.status === 'refused') return { field: 'number', message: 'ticket.fixNumber' }
  if (number.status === 'incomplete') {
    return { field: 'number', message: number.national === '' ? 'ticket.enterNumber' : 'ticket.finishNumber' }
  }
  return findAmountBlockReason(amount)
}

/** Without `hasNumber` there is only an amount. */
export function useRechargeTicket(service: Service, hasNumber = true) {
  const { number: typedNumber, amount: amountText, serviceId, setNumber, setAmount, changeService } = useDraft()
  const fixed = findFixedAmount(service.rule)
  const number = readNumberEntry(typedNumber)
  const amount: AmountEntry = fixed ? { status: 'legal', amount: fixed } : readAmountEntry(amountText, service.rule)
  const account = 'account' in number.number ? number.number.account : undefined

  // A correction of a sale that had both begins at the number.
  const [isNumberNext] = useState(() => useDraft.getState().isCorrection && amount.status === 'legal')
  const isAmountNext = !fixed && (!hasNumber || (account !== undefined && !isNumberNext))
  const [active, setActive] = useState<FieldName>(isAmountNext ? 'amount' : 'number')
  const inputs = { number: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) }
  const focus = (field: FieldName) => inputs[field].current?.focus()

  const begin = useEffectEvent(() => {
    useDraft.setState({ isCorrection: false })
    if (serviceId !== service.id) changeService(service.id, amount.status === 'legal' && !fixed)
    focus(active)
  })
  useLayoutEffect(() => begin(), [])

  const typeNumber = (typed: string) => {
    const text = onlyPhoneCharacters(typed)
    setNumber(text)
    // After the last digit of a mobile number, the amount follows.
    const isFull = readNumberEntry(text).number.status === 'mobile'
    if (isFull && number.number.status === 'incomplete' && !fixed) {
      setActive('amount')
      focus('amount')
    }
  }
  const fieldOf = (field: FieldName, text: string, onType: (typed: string) => void) => ({
    ref: inputs[field],
    text,
    isActive: active === field,
    onType,
    onFocus: () => setActive(field),
  })
  const fields = {
    number: fieldOf('number', number.shown, typeNumber),
    amount: fieldOf('amount', amountText, (typed) => setAmount(cleanAmountText(typed))),
  }
  const edit = (change: (text: string) => string) => {
    focus(active)
    fields[active].onType(change(fields[active].text))
  }

  return {
    number,
    amount,
    account,
    fixed,
    quick: useQuickAmounts(service),
    active,
    fields,
    focus,
    pickAmount: (picked: Decimal) => setAmount(formatDecimal(picked)),
    keys: keysFor(edit, active === 'amount' && needsPoint(service.rule)),
  }
}
