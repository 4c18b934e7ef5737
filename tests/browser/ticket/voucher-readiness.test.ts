import { expect, it } from 'vitest'

import type { AmountEntry } from '#browser/pages/sell/ticket-entry.ts'
import { findVoucherBlockReason } from '#browser/pages/sell/ContactField.tsx'
import { readContact } from '#domain/contact.ts'
import { decimal } from '#domain/money.ts'

const legal: AmountEntry = { status: 'legal', amount: decimal(50) }
const noAmount: AmountEntry = { status: 'empty' }

it.each([
  { account: undefined, amount: legal, customer: '', blockReason: undefined },
  { account: undefined, amount: noAmount, customer: '', blockReason: 'amount: ticket.enterAmount' },
  { account: '', amount: noAmount, customer: '', blockReason: 'account: ticket.enterAccount' },
  { account: 'amal@', amount: legal, customer: '', blockReason: 'account: ticket.finishAccount.email' },
  { account: '0501', amount: legal, customer: '', blockReason: 'account: ticket.finishAccount.phone' },
  { account: 'a b', amount: legal, customer: '', blockReason: 'account: ticket.fixAccount' },
  { account: 'amal@example.ae', amount: legal, customer: '', blockReason: undefined },
  { account: '0501234567', amount: noAmount, customer: '', blockReason: 'amount: ticket.enterAmount' },
  { account: undefined, amount: legal, customer: '0501', blockReason: 'customer: ticket.finishCustomer.phone' },
  { account: undefined, amount: legal, customer: 'amal@x', blockReason: 'customer: ticket.finishCustomer.email' },
  { account: undefined, amount: legal, customer: 'a b', blockReason: 'customer: ticket.fixCustomer' },
  { account: undefined, amount: legal, customer: '0501234567', blockReason: undefined },
])('account $account, customer $customer: $blockReason', ({ account, amount, customer, blockReason }) => {
  const found = findVoucherBlockReason({
    account: account === undefined ? undefined : readContact(account),
    amount,
    customer: readContact(customer),
  })
  expect(found && `${found.field}: ${found.message}`).toBe(blockReason)
})
