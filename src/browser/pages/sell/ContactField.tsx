import { X } from 'lucide-react'

import { type Contact, readContact } from '#domain/phone/contact.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { InputBox } from '../../ui/TextInput.tsx'
import type { TicketFieldProps } from './TicketFields.tsx'
import { findAmountBlockReason, type AmountEntry, readNumberEntry } from './ticket-entry.ts'

type ContactFieldProps = TicketFieldProps & {
  label: string
  contact: Contact
  onDrop?: () => void
}

/** A phone number or email address, typed on a keyboard because a keypad has no letters. */
export function ContactField(props: ContactFieldProps) {
  const { ref, label, text, contact, isActive, onType, onFocus, onEnter, onDrop } = props
  const t = useText()
  const note = noteOf(contact)
  const isFolded = note?.isGood === true && !isActive
  return (
    <Field
      label={label}
      problem={note?.isBad && t(note.message, { sign: note.sign ?? '' })}
      hint={note && t(note.message)}
      isMet={note?.isGood === true}
      isFolded={isFolded}
    >
      {(control) => (
        <InputBox
          size="lg"
          isActive={isActive}
          isBare={isFolded}
          end={
            onDrop &&
            !isFolded && (
              <span className="-me-3">
                <IconButton icon={X} label={t('ticket.dropCustomer')} onClick={onDrop} />
              </span>
            )
          }
        >
          <input
            {...control}
            ref={ref}
            className={`w-full min-w-0 self-stretch caret-act shadow-none outline-none ${isFolded ? 'text-end' : 'text-4 font-medium'}`}
            value={text}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoCorrect="off"
            dir="ltr"
            onFocus={onFocus}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return
              event.preventDefault()
              onEnter()
            }}
          />
        </InputBox>
      )}
    </Field>
  )
}

/** The note beside the label: which of the two was typed, or what is wrong. */
export function noteOf(
  contact: Contact,
): { message: MessageId; isGood?: true; isBad?: true; sign?: string } | undefined {
  switch (contact.status) {
    case 'empty':
    case 'incomplete':
      return undefined
    case 'phone':
      return { message: 'ticket.contact.phone', isGood: true }
    case 'email':
      return { message: 'ticket.contact.email', isGood: true }
    case 'refused':
      return contact.sign === undefined
        ? { message: `ticket.contactProblem.${contact.reason}`, isBad: true }
        : { message: 'ticket.numberProblem.not-digits', isBad: true, sign: contact.sign }
  }
}

/** Removes leading spaces. Spaces between digits stay, because they help reading. */
export const cleanContactText = (typed: string): string => typed.replace(/^\p{Zs}+/u, '')

/** Uses a number typed before the product was chosen as the account of a voucher. */
export function accountFromNumber(typed: string): string {
  const { prefix, shown } = readNumberEntry(typed)
  const text = `${prefix} ${shown}`.trim()
  return shown === '' || readContact(text).status === 'refused' ? '' : text
}

export type VoucherField = 'account' | 'amount' | 'customer'

/** The first problem that blocks the review, and its field. */
type VoucherBlockReason = { field: VoucherField; message: MessageId }

type Entries = {
  account: Contact | undefined
  amount: AmountEntry
  customer: Contact
}

export function findVoucherBlockReason({ account, amount, customer }: Entries): VoucherBlockReason | undefined {
  return (
    (account && blockReasonOf('account', account)) ??
    findAmountBlockReason(amount) ??
    (customer.status === 'empty' ? undefined : blockReasonOf('customer', customer))
  )
}

function blockReasonOf(field: 'account' | 'customer', contact: Contact): VoucherBlockReason | undefined {
  switch (contact.status) {
    case 'phone':
    case 'email':
      return undefined
    case 'empty':
      return { field, message: 'ticket.enterAccount' }
    case 'incomplete':
      return { field, message: `ticket.${field === 'account' ? 'finishAccount' : 'finishCustomer'}.${contact.as}` }
    case 'refused':
      return { field, message: field === 'account' ? 'ticket.fixAccount' : 'ticket.fixCustomer' }
  }
}
