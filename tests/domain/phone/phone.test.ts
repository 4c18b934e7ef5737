import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toWesternDigits } from '#domain/text/digits.ts'
import { groupUaeNational, plainNumber, readUaeNumber } from '#domain/phone/phone.ts'
import { rowsOf } from '../../support/rows.ts'

const MOBILE = '971501234567'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))
const mobileNational = digits(8).map((rest) => `5${rest}`)
/** The ways in which a national number may be written in a contact list. */
const written = ['', '0', '971', '+971', '00971', '+9710'].map((prefix) => (national: string) => prefix + national)
const toArabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
const toPersian = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))

describe('readUaeNumber', () => {
  it.each(
    [
      ['501234567', '0501234567', '971501234567', '+971501234567', '00971501234567'],
      ['50 123 4567', '050-123-4567', '050.123.4567', '(050) 123 4567', '[050] 123/4567', '+971 50 123 4567'],
      ['+971 (0)50 123 4567', '(+971) 50 123 4567', ' 971 50 1234567\n', '050–123–4567', '050‑123‑4567'],
      ['+971\u00A050\u202F123\u00A04567', '\u202A+971 50 123 4567\u202C', '\u2066+971501234567\u2069'],
      ['\u200E050\u200F123\u061C4567', '\uFEFF0501234567', '050\uFE0D1234567', '5\uFE0F\u20E301234567'],
      ['050\u200B123\u00AD4567\u3164'],
      ['٠٥٠١٢٣٤٥٦٧', '+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '۰۵۰۱۲۳۴۵۶۷', '০৫০১২৩৪৫৬৭', '０５０１２３４５６７'],
      // Numbers with what other programs add around them.
      ['tel:+971-50-123-4567', 'Mob. 050 123 4567', "'0501234567", '=0501234567', '"050 123 4567"', '«050 123 4567»'],
      ['M: 0501234567', 'T: 050 123 4567', 'No. 0501234567', 'Phone number: 0501234567', 'Cell 0501234567'],
      ['هاتف 0501234567', 'جوال: ٠٥٠١٢٣٤٥٦٧', 'رقم: 0501234567', 'फोन 0501234567', '☎0501234567', '📞 0501234567'],
      ['https://wa.me/971501234567?text=Hi', 'whatsapp://send?phone=971501234567', 'Tel.: 050/1234567'],
      ['https://api.whatsapp.com/send/?phone=971501234567&text&type=phone_number', '<0501234567>', '050 123 4567\r\n'],
      ['501234567.0', '971501234567.0', '5.01234567E+8', '5,01234567e+08', '9.71501234567E+11'],
      ['050 123 4567,', '050 123 4567.', '050·123·4567', '050‒123−4567', '(+971)501234567;'],
    ].flat(),
  )('"%s" is read as the mobile number', (typed) =>
    expect(readUaeNumber(typed)).toEqual({ status: 'mobile', national: '501234567', account: MOBILE }),
  )

  it.each(
    rowsOf([
      ['97141234567', ['041234567', '41234567', '+971 4 123 4567']],
      ['97121234567', ['00971 2 123 4567']],
      ['971800123456', ['+971800123456']],
      // 09 is the area code of Fujairah, so 09 71… does not begin with the country code.
      ['97197123456', ['09 712 3456', '+971 9 712 3456']],
    ]),
  )('%s is read as the UAE number %s that is not a mobile one', (typed, account) =>
    expect(readUaeNumber(typed)).toMatchObject({ status: 'other', account }),
  )

  it.each(
    rowsOf([
      [9, ['', '+', '0', '00', '0097', '971', '+9710']],
      [8, ['5', '05']],
      [1, ['50123456', '+97150123456', '4123456']],
      [7, ['4']],
      [6, ['97']],
    ]),
  )('after "%s" %i digits are missing', (typed, missing) =>
    expect(readUaeNumber(typed)).toMatchObject({ status: 'incomplete', missing }),
  )

  it.each(
    rowsOf([
      ['too-long', ['5012345678', '+9715012345678', '4123456789']],
      ['not-uae', ['+44 7700 900123', '0044', '+1', '000', '+98', 'wa.me/501234567?text=hi']],
      ['starts-wrong', ['+97100', '97100501234567']],
      ['not-digits', ['Amal', '050 123 456x', '050+1234567', '++971501234567', '٥٠٪', '0501234567&text=0559']],
      ['not-digits', ['050123456²', '①0501234567']],
    ]),
  )('%s is rejected: %s', (typed, reason) => expect(readUaeNumber(typed)).toMatchObject({ status: 'refused', reason }))

  it('an invisible character is not part of a number, wherever it is', () => {
    const unseen = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}]/u.test(character))
    expect(unseen.length).toBeGreaterThan(4_000)
    for (const character of unseen)
      expect(readUaeNumber(`05${character}01234567`), character.codePointAt(0)?.toString(16)).toMatchObject({
        account: MOBILE,
      })
  })

  it.each([
    ['050 ••• 4562', '•'],
    ['050 123 456x', 'x'],
    ['050+1234567', '+'],
    ['Amal', 'A'],
    ['0501📱234567', '📱'],
  ])('readUaeNumber names in %s the character %s', (typed, sign) =>
    expect(readUaeNumber(typed)).toMatchObject({ status: 'refused', reason: 'not-digits', sign }),
  )

  it('a mobile number has the same account however it is written', () => {
    fc.assert(
      fc.property(
        mobileNational,
        fc.constantFrom(...written),
        fc.constantFrom((text: string) => text, toArabic, toPersian),
        (national, write, spell) => {
          const account = `971${national}`
          expect(readUaeNumber(spell(write(national)))).toEqual({ status: 'mobile', national, account })
        },
      ),
    )
  })

  it('a mobile number is never rejected while it is being typed', () => {
    fc.assert(
      fc.property(mobileNational, fc.constantFrom(...written), (national, write) => {
        const whole = write(national)
        for (let length = 0; length < whole.length; length++) {
          const typed = whole.slice(0, length)
          expect(readUaeNumber(typed).status, typed).toBe('incomplete')
        }
      }),
    )
  })

  it('a landline number is never rejected while it is being typed after its zero or country code', () => {
    const landline = fc
      .tuple(fc.constantFrom('2', '3', '4', '6', '7', '9'), fc.constantFrom(7, 8).chain(digits))
      .map(([area, rest]) => area + rest)
    fc.assert(
      fc.property(landline, fc.constantFrom(...written.slice(1)), (national, write) => {
        const whole = write(national)
        for (let length = 0; length < whole.length; length++) {
          const typed = whole.slice(0, length)
          expect(readUaeNumber(typed).status, typed).not.toBe('refused')
        }
        expect(readUaeNumber(whole)).toEqual({ status: 'other', national, account: `971${national}` })
      }),
    )
  })

  it('any pasted text is read without throwing, and has an account only if that can be sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom(...'+0123456789 ()-٠١٥٩\u200F\u061C\u0000'), maxLength: 20 }),
        ),
        (typed) => {
          const number = readUaeNumber(typed)
          if ('account' in number) {
            expect(number.account).toMatch(/^971(5\d{8}|[1-46-9]\d{7,8})$/)
            expect(readUaeNumber(number.account)).toEqual(number)
          }
        },
      ),
    )
  })
})

describe('formatting numbers', () => {
  it.each([
    { national: '501234567', shown: '50 123 4567' },
    { national: '50123', shown: '50 123' },
    { national: '5', shown: '5' },
    { national: '41234567', shown: '4 123 4567' },
    { national: '800123456', shown: '80 012 3456' },
    { national: '', shown: '' },
  ])('$national is formatted as "$shown"', ({ national, shown }) => expect(groupUaeNational(national)).toBe(shown))

  it('Arabic, Persian and Hindi digits become Western ones, and the rest remains', () => {
    expect(toWesternDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ०१२३४५६७८९ a1')).toBe('0123456789 0123456789 0123456789 a1')
  })

  it('separators and direction marks are removed from a number', () => {
    expect(plainNumber('+971 (50)\u061C123-45.67\u200F/x')).toBe('+971501234567x')
  })
})
