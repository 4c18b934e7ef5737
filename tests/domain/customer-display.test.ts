import { describe, expect, it } from 'vitest'

import { formatRecipient, maskInGroups } from '#domain/phone/contact.ts'
import { isNumberOf, isSameQuestion, questionOf } from '#domain/customer-display.ts'
import { anAmount } from '../support/sales.ts'

describe('a number on the customer display', () => {
  it.each([
    { kind: 'direct' as const, shown: '+971 50 123 4567', account: '971501234567', is: true },
    { kind: 'direct' as const, shown: '+971 50 123 4568', account: '971501234567', is: false },
    { kind: 'direct' as const, shown: '+971 50 123 456_', account: '971501234567', is: false },
    // A landline in area code 9 is shown with the leading zero.
    { kind: 'direct' as const, shown: '+971 09 712 3456', account: '97197123456', is: true },
    { kind: 'international' as const, shown: '+63 917 555 0142', account: '639175550142', is: true },
    { kind: 'international' as const, shown: '+63 917 555 01__', account: '639175550142', is: false },
  ])('isNumberOf, for $shown shown and the account $account, is $is', ({ kind, shown, account, is }) => {
    expect(isNumberOf(kind, shown, account)).toBe(is)
  })

  it.each([
    ['+971 50 123 4567', '+971 •• ••• 4567'],
    ['+971 4 123 4567', '+971 • ••• 4567'],
    ['+639175550142', '+••••••••0142'],
    ['+1 (246) 555-0142', '+1 (•••) •••-0142'],
    ['+290 12345', '+290 •••45'],
  ])('%s is masked as %s', (number, masked) => expect(maskInGroups(number)).toBe(masked))

  it("formatRecipient writes a sale's number as its country does, and is undefined for a voucher without an account", () => {
    expect(formatRecipient({ account: '971501234567' })).toBe('+971 50 123 4567')
    expect(formatRecipient({})).toBeUndefined()
  })

  it('a question to the customer has kind, product, account and price, and a voucher has no question', () => {
    const sale = { kind: 'direct' as const, serviceId: 'qamra-rc', account: '971501234567' }
    const pays = anAmount('20')
    const question = questionOf(sale, pays)
    expect(question).toEqual({ kind: 'direct', product: 'qamra-rc', account: '971501234567', pays })
    expect(isSameQuestion(question, questionOf({ ...sale }, anAmount('20.00')))).toBe(true)
    expect(isSameQuestion(question, questionOf(sale, anAmount('900')))).toBe(false)
    expect(isSameQuestion(question, questionOf({ ...sale, account: '971501234568' }, pays))).toBe(false)
    expect(isSameQuestion(question, questionOf({ ...sale, serviceId: 'velto-rc' }, pays))).toBe(false)
    expect(isSameQuestion(question, undefined)).toBe(false)
    expect(questionOf({ ...sale, kind: 'voucher' }, pays)).toBeUndefined()
  })
})
