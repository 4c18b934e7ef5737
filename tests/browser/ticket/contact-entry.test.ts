import { describe, expect, it } from 'vitest'

import { accountFromNumber, noteOf } from '#browser/pages/sell/ContactField.tsx'
import { readContact } from '#domain/contact.ts'

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
