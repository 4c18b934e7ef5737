import { describe, expect, it } from 'vitest'

import { accountFromNumber, findVoucherBlockReason, noteOf } from '#browser/pages/sell/ContactField.tsx'
import type { AmountEntry } from '#browser/pages/sell/ticket-entry.ts'
import { readContact } from '#domain/contact.ts'
import { decimal } from '#domain/money.ts'

describe('the remark beside an account', () => {
  it.each([
    { typed: '', remark: undefined },
    { typed: '0501', remark: undefined },
    { typed: 'amal@', remark: undefined },
    { typed: '050 123 4567', remark: { message: 'ticket.contact.phone', isGood: true } },
    { typed: '+44 7911 123456', remark: { message: 'ticket.contact.phone', isGood: true } },
    { typed: 'amal@example.ae', remark: { message: 'ticket.contact.email', isGood: true } },
    { typed: 'two words', remark: { message: 'ticket.contactProblem.not-email', isBad: true } },
    { typed: '050 123 4567 8', remark: { message: 'ticket.contactProblem.too-long', isBad: true } },
  ])('says of "$typed" which of the two it is, and nothing while it can become either', ({ typed, remark }) => {
    expect(noteOf(readContact(typed))).toEqual(remark)
  })
})

describe('a number typed before the product was picked', () => {
  it.each([
    { typed: '0501234567', account: '+971 50 123 4567' },
    { typed: '501234567', account: '+971 50 123 4567' },
    { typed: '+971 4 123 4567', account: '+971 4 123 4567' },
    { typed: '50', account: '+971 50' },
    { typed: '', account: '' },
    { typed: '0501234567890', account: '' },
  ])('$typed is the account "$account"', ({ typed, account }) => {
    expect(accountFromNumber(typed)).toBe(account)
  })

  it('means the same number as an account', () => {
    expect(readContact(accountFromNumber('050 123 4567'))).toEqual({ status: 'phone', text: '971501234567' })
  })
})

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
