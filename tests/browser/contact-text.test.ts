import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { writeContact } from '#domain/phone.ts'
import { formatAccount } from '#browser/i18n/formats.ts'
import { findContact } from '#domain/contact.ts'

describe('an account as it is sent', () => {
  it.each([
    { contact: '971501234567', sent: '971501234567' },
    { contact: '447911123456', sent: '+447911123456' },
    { contact: '35312345', sent: '+35312345' },
    { contact: 'amal@example.ae', sent: 'amal@example.ae' },
    { contact: '12@example.ae', sent: '12@example.ae' },
  ])('$contact goes as $sent', ({ contact, sent }) => {
    expect(writeContact(contact)).toBe(sent)
  })

  it('is read as the same account, as it is sent and as it is shown', () => {
    const typed = fc.stringMatching(/^\+?[0-9]{1,15}$/)
    fc.assert(
      fc.property(typed, (text) => {
        const contact = findContact(text)
        fc.pre(contact !== undefined)
        expect(findContact(writeContact(contact))).toBe(contact)
        expect(findContact(formatAccount(contact))).toBe(contact)
      }),
      { numRuns: 2_000 },
    )
  })
})
