import { readContact, type Contact } from '#domain/contact.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { findAmountBlockReason, type AmountEntry } from './amount-entry.ts'
import { readNumberEntry } from './number-entry.ts'

/** The note beside the label of an account or customer: which of the two was typed, or why it is neither. */
export function noteOf(contact: Contact): { message: MessageId; isGood?: true; isBad?: true } | undefined {
  switch (contact.status) {
    case 'empty':
    case 'incomplete':
      return undefined
    case 'phone':
      return { message: 'ticket.contact.phone', isGood: true }
    case 'email':
      return { message: 'ticket.contact.email', isGood: true }
    case 'refused':
      return { message: `ticket.contactProblem.${contact.reason}`, isBad: true }
  }
}

/** Without spaces in front; between digits they help reading. */
export const cleanContactText = (typed: string): string => typed.replace(/^\p{Zs}+/u, '')

/** A number typed before the product was picked, as the account of a voucher. */
export function accountFromNumber(typed: string): string {
  const { prefix, shown } = readNumberEntry(typed)
  const text = `${prefix} ${shown}`.trim()
  return shown === '' || readContact(text).status === 'refused' ? '' : text
}

export type VoucherField = 'account' | 'amount' | 'customer'

/** The first thing that keeps a voucher from its review, and the field to mend it in. */
export type VoucherBlockReason = { field: VoucherField; message: MessageId }

type Entries = {
  /** Absent if the service asks for none. */
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
