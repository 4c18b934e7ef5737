import { readContact, type Contact } from '#domain/contact.ts'
import type { MessageId } from '../../../../i18n/locale.ts'
import { readNumberEntry } from '../number-entry.ts'

/** What stands beside the label of an account or customer: which of the two was typed, or why it is neither. */
export function remarkOn(contact: Contact): { message: MessageId; isGood?: true; isBad?: true } | undefined {
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

/** Spaces around an address are nobody's; between digits they help reading. */
export const cleanContactText = (typed: string): string => typed.replace(/^\p{Zs}+/u, '')

/** A number typed before the product was picked, as it stands in the account of a voucher. */
export function accountFromNumber(typed: string): string {
  const { prefix, shown } = readNumberEntry(typed)
  const text = `${prefix} ${shown}`.trim()
  return shown === '' || readContact(text).status === 'refused' ? '' : text
}
