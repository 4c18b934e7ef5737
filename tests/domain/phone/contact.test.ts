import { describe, expect, it } from 'vitest'

import { findContact, isSameContact, readContact } from '#domain/phone/contact.ts'
import { rowsOf } from '../../support/rows.ts'

describe('readContact', () => {
  it.each(
    rowsOf([
      // `phone.test.ts` tests the other forms of this country's numbers.
      ['971501234567', ['0501234567', '٠٥٠١٢٣٤٥٦٧', 'Mob: 050 123 4567']],
      ['97141234567', ['041234567']],
      ['447700900123', ['+44 7700 900123', '0044 7700 900123', '447700900123', '+44 (0)7700 900123']],
      // The trunk zero is not part of the number. In some countries, numbers begin with a zero that is part of the
      // number.
      ['639175550142', ['+63 (0)917 555 0142', '+6309175550142', '0063 0917 555 0142', '63 (0)917 555 0142']],
      ['639175550142', ['+63 917 555 0142', 'tel:+63 917 555 0142', 'https://wa.me/639175550142']],
      ['96891234567', ['+968 (0)9123 4567']],
      ['390612345678', ['+39 06 1234 5678']],
      ['2250712345678', ['+225 07 12 34 56 78']],
      ['12425550142', ['+1 242 555 0142']],
      // Sixteen digits with the trunk zero, fifteen without it.
      ['639175550142123', ['+63 (0)9175550142123']],
    ]),
  )('readContact reads %s as the phone number %s', (typed, text) => {
    expect(readContact(typed)).toEqual({ status: 'phone', text })
  })

  it.each(['amal@example.com', 'a.b+c@sub.example.co', 'O’Neil@example.org', 'a@müller.example', 'أمل@مثال.إمارات'])(
    'readContact reads %s as an email address',
    (typed) => expect(readContact(typed)).toEqual({ status: 'email', text: typed }),
  )

  it.each([
    [' amal@example.com ', 'amal@example.com.', 'amal@example.com,', 'amal@example.com؛', '(amal@example.com)'],
    ['mailto:amal@example.com?subject=x', 'amal@example。com', 'mailto:amal@example.com', 'MAILTO:amal@example.com'],
    ['<amal@example.com>', '"amal@example.com"'],
    ['Amal Rahman <amal@example.com>', 'amal＠example．com', 'amal@example.com\u00a0', "'amal@example.com'"],
  ])('readContact leaves out what programs put around an address: %j, %j …', (...all) => {
    for (const typed of all) expect(readContact(typed), typed).toEqual({ status: 'email', text: 'amal@example.com' })
  })

  it.each(
    rowsOf([
      ['email', ['a', 'amal', 'amal@', 'amal@exam', 'amal@example.', 'amal@example.c']],
      ['phone', ['0', '05', '0501', '+', '+44', '00', '+63 (0)', '+39 0', '9715']],
    ]),
  )('readContact reads %j as incomplete: %s', (typed, as) =>
    expect(readContact(typed)).toEqual({ status: 'incomplete', as }),
  )

  it.each(
    rowsOf([
      ['not-email', ['amal@example@com', 'amal rahman', 'amal@example.com/x', 'amal@example.com?subject=x']],
      ['not-email', ['amal@example.com, joseph@example.com', '.amal@example.com', 'amal.@example.com']],
      ['not-email', ['amal@example..com', 'amal@-example.com']],
      ['not-phone', ['050#123', '+00000000', '+0123456789', '+63 00917 555 0142']],
      ['too-long', ['+9715012345678', '05012345678', '1234567890123456', '+6391755501421234']],
      ['too-long', [`${'a'.repeat(100)}@example.com`]],
    ]),
  )('readContact rejects %j: %s', (typed, reason) => {
    expect(readContact(typed)).toMatchObject({ status: 'refused', reason })
    expect(findContact(typed)).toBeUndefined()
  })

  it.each([
    'a\u001b[2J@b.example',
    'a\u0000@b.example',
    'a\u202e@b.example',
    'amal@example.com\u200b',
    'amal\u2800@example.com',
    '\ufeffamal@example.com',
  ])('readContact rejects %j because of a hidden character', (typed) => {
    expect(readContact(typed)).toEqual({ status: 'refused', reason: 'hidden' })
    expect(findContact(typed)).toBeUndefined()
  })

  it('readContact ignores direction marks around a phone number', () =>
    expect(readContact('\u202a+971 50 123 4567\u202c')).toEqual({ status: 'phone', text: '971501234567' }))

  it('readContact reads blanks as empty', () => expect(readContact('  ')).toEqual({ status: 'empty' }))
})

describe('isSameContact', () => {
  it.each([
    ['971501234567', '971501234567', true],
    ['+971 50 123 4567', '971501234567', true],
    ['971501234568', '971501234567', false],
    ['Amal@Example.com', 'amal@example.com', true],
    ['ａmal@example.com', 'amal@example.com', true],
    ['joseph@example.com', 'amal@example.com', false],
    ['971501234567', 'amal@example.com', false],
    ['', '971501234567', false],
  ])('isSameContact of %s and %s is %s', (given, ours, isSame) => expect(isSameContact(given, ours)).toBe(isSame))
})
