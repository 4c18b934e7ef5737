import type { Contact } from '#domain/contact.ts'
import type { MessageId } from '../../../../i18n/locale.ts'
import type { AmountEntry } from '../amount-entry.ts'
import { findAmountBlockReason } from '../readiness.ts'

export type VoucherField = 'account' | 'amount' | 'customer'

/** The first thing that keeps a voucher from its review, and the field to mend it in. */
export type VoucherBlockReason = { field: VoucherField; message: MessageId }

type Entries = {
  /** Absent where the service asks for none. */
  account: Contact | undefined
  amount: AmountEntry
  customer: Contact
}

export function findVoucherBlockReason({ account, amount, customer }: Entries): VoucherBlockReason | undefined {
  return (
    (account && hindranceOf('account', account)) ??
    findAmountBlockReason(amount) ??
    (customer.status === 'empty' ? undefined : hindranceOf('customer', customer))
  )
}

function hindranceOf(field: 'account' | 'customer', contact: Contact): VoucherBlockReason | undefined {
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
