import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  formatAccount,
  formatNational,
  formatWithGaps,
  isAccountOf,
  readNumber,
  readPhoneCode,
  readPhoneMask,
  type PhoneMask,
} from '#domain/phone/phone-mask.ts'
import { atLevel } from '../../support/level.ts'

const philippines = readPhoneMask('+63', '$$$ $$$ $$$$')
const india = readPhoneMask('+91', '+91 ($$$) $$$-$$-$$')
const barbados = readPhoneMask('+1', '+1 (246) $$$-$$$$')
const kazakhstan = readPhoneMask('+7', '7$$ $$$ $$ $$')
const ivoryCoast = readPhoneMask('+225', '$$ $$ $$ $$ $$')
const indonesia = readPhoneMask('+62', '+62 $$$ *')
const italy = readPhoneMask('+39', '*')
const germany = readPhoneMask('+49', '$$$ *')
const laos = readPhoneMask('+856', '20 $$$$ $$$$')
const uae = readPhoneMask('+971', '5$ $$$ $$$$')
const unreadable = readPhoneMask('', '')
const ANYTHING = [{ before: '', takes: '*' }]
/** The mask without the country code and without the punctuation that is not kept. */
const shapeOf = ({ parts }: PhoneMask) => parts.map(({ before, takes }) => before + takes).join('')

describe('readPhoneCode', () => {
  it.each([
    ['+63', '63'],
    ['63', '63'],
    ['0063', '63'],
    [' +1-246 ', '1246'],
    ['+٩٦٦', '966'],
    ['+3906698', '3906698'],
  ])('readPhoneCode reads "%s" as "%s"', (phoneCode, code) => expect(readPhoneCode(phoneCode)).toBe(code))

  it.each(['+39066981', '+1809,1829', '+063', '+', '', 'PH', 'x63', '63x'])(
    'readPhoneCode reads no code in "%s"',
    (text) => expect(readPhoneCode(text)).toBe(''),
  )
})

describe('readPhoneMask', () => {
  it.each([
    { code: '+63', mask: '$$$ $$$ $$$$', shape: '$$$ $$$ $$$$', digits: 10 },
    { code: '+63', mask: '+63 $$$-$$$-$$$$', shape: '$$$-$$$-$$$$', digits: 10 },
    { code: '+63', mask: '0063 $$$.$$$/$$$$', shape: '$$$.$$$/$$$$', digits: 10 },
    { code: '+63', mask: '(+63) [$$$] $$$ $$$$', shape: '[$$$] $$$ $$$$', digits: 10 },
    { code: '+63', mask: '(63) $$$ $$$ $$$$', shape: '$$$ $$$ $$$$', digits: 10 },
    { code: '+63', mask: '63$$$$$$$$$$', shape: '$$$$$$$$$$', digits: 10 },
    { code: '+63', mask: '+63$$$ $$$ $$$$', shape: '$$$ $$$ $$$$', digits: 10 },
    { code: '+63', mask: '+٦٣ $$$ $$$ $$$$', shape: '$$$ $$$ $$$$', digits: 10 },
    { code: '+63', mask: '\u200E+63 $$$\u200F $$$\u00A0$$$$', shape: '$$$ $$$ $$$$', digits: 10 },
    { code: '+63', mask: '9$$ $$$ $$$$', shape: '9$$ $$$ $$$$', digits: 10 },
    { code: '+63', mask: '$$$ _ $$$#$$$$ ', shape: '$$$ $$$ $$$$', digits: 10 },
    { code: '+63', mask: '+63\n$$$\n$$$ $$$$', shape: '$$$ $$$ $$$$', digits: 10 },
    { code: '+91', mask: '+91 ($$$) $$$-$$-$$', shape: '($$$) $$$-$$-$$', digits: 10 },
    { code: '+7', mask: '+7 ($$$) $$$-$$-$$', shape: '($$$) $$$-$$-$$', digits: 10 },
    { code: '+7', mask: '7 ($$$) $$$-$$-$$', shape: '($$$) $$$-$$-$$', digits: 10 },
    { code: '+7', mask: '+7 7$$ $$$ $$ $$', shape: '7$$ $$$ $$ $$', digits: 10 },
    { code: '+7', mask: '7$$ $$$ $$ $$', shape: '7$$ $$$ $$ $$', digits: 10 },
    { code: '+7', mask: '(7$$) $$$ $$ $$', shape: '(7$$) $$$ $$ $$', digits: 10 },
    { code: '+1', mask: '+1 (246) $$$-$$$$', shape: '(246) $$$-$$$$', digits: 10 },
    { code: '+1-246', mask: '+1 (246) $$$-$$$$', shape: '$$$-$$$$', digits: 7 },
    { code: '+1-246', mask: '1 246 $$$ $$$$', shape: '$$$ $$$$', digits: 7 },
    { code: '+225', mask: '07 $$ $$ $$ $$', shape: '07 $$ $$ $$ $$', digits: 10 },
    { code: '+63', mask: '$$$$$$$$$$$$$', shape: '$$$$$$$$$$$$$', digits: 13 },
    { code: '+683', mask: '$$$$', shape: '$$$$', digits: 4 },
  ])('the mask $mask with the code $code has $digits digits and the shape $shape', ({ code, mask, shape, digits }) => {
    const read = readPhoneMask(code, mask)
    expect(shapeOf(read)).toBe(shape)
    expect(read).toMatchObject({ code: readPhoneCode(code), fewest: digits, most: digits, isOpen: false })
  })

  it.each([
    { code: '+39', mask: '*', shape: '*', fewest: 5, most: 13 },
    { code: '+1', mask: '*', shape: '*', fewest: 6, most: 14 },
    { code: '+380', mask: '*', shape: '*', fewest: 4, most: 12 },
    { code: '+62', mask: '+62 $$$ *', shape: '$$$ *', fewest: 5, most: 13 },
    { code: '+49', mask: '1$$ $$$$ *', shape: '1$$ $$$$ *', fewest: 7, most: 13 },
    { code: '+49', mask: '$$$ * $$ - **', shape: '$$$ *', fewest: 5, most: 13 },
    { code: '+49', mask: '$$ *\n*', shape: '$$ *', fewest: 5, most: 13 },
    { code: '+49', mask: '$$ *-$$$$', shape: '$$ *', fewest: 6, most: 13 },
    { code: '+49', mask: '$$$$$$$$$$$$$*', shape: '$$$$$$$$$$$$$*', fewest: 13, most: 13 },
    { code: '+3906698', mask: '*', shape: '*', fewest: 4, most: 8 },
  ])(
    'the mask $mask with the code $code is open, from $fewest to $most digits',
    ({ code, mask, shape, fewest, most }) => {
      const read = readPhoneMask(code, mask)
      expect(shapeOf(read)).toBe(shape)
      expect(read).toMatchObject({ fewest, most, isOpen: true })
    },
  )

  it.each(
    [
      ['', '+63', '917 555 0142', 'ddd ddd dddd', '$$$ $$$ $$$x', '$$$ $$$ ²$$$', '+62 $$$ $$$ $$$$'],
      ['+ $$$ $$$ $$$$', '+6$$ $$$ $$$$', '00 $$$ $$$ $$$$', '0062 $$$ $$$$', '0 0$$ $$$ $$$', '+63 00$ $$$ $$$'],
      ['$$$ * 99', '$$$ $$$ $$$$ $$$$', '$$$ $$$ $$$$ $$$$ *'],
    ].flat(),
  )('the mask "%s" is not readable and becomes an open one', (mask) => {
    expect(readPhoneMask('+63', mask)).toEqual({ code: '63', parts: ANYTHING, fewest: 5, most: 13, isOpen: true })
  })

  it.each(['', 'PH', '+0', '+12345678'])(
    'the code "%s" is not readable, so the mask takes whole numbers',
    (phoneCode) => {
      const read = readPhoneMask(phoneCode, '$$$ $$$')
      expect(read).toEqual({ code: '', parts: ANYTHING, fewest: 7, most: 15, isOpen: true })
    },
  )
})

describe('readNumber', () => {
  it.each(
    [
      ['9175550142', '917 555 0142', '(917) 555-0142', '09175550142', '639175550142', '6309175550142'],
      ['+639175550142', '+63 917 555 0142', '+63 (0)917 555 0142', '00639175550142', '0063 0917 555 0142'],
      ['\u202A+63 917 555 0142\u202C', '٩١٧٥٥٥٠١٤٢', '+۶۳ ۹۱۷ ۵۵۵ ۰۱۴۲'],
    ].flat(),
  )('"%s" is read as a Philippine number', (typed) =>
    expect(readNumber(philippines, typed)).toEqual({
      status: 'complete',
      national: '9175550142',
      account: '639175550142',
    }),
  )

  it.each([
    { of: 'India', mask: india, typed: '98765 43210', account: '919876543210' },
    { of: 'India', mask: india, typed: '91 98765 43210', account: '919876543210' },
    { of: 'India', mask: india, typed: '9198765432', account: '919198765432' },
    { of: 'Barbados', mask: barbados, typed: '555 1234', account: '12465551234' },
    { of: 'Barbados', mask: barbados, typed: '0 246 555 1234', account: '12465551234' },
    { of: 'Barbados', mask: barbados, typed: '246 555 1234', account: '12465551234' },
    { of: 'Barbados', mask: barbados, typed: '1 246 555 1234', account: '12465551234' },
    { of: 'Barbados', mask: barbados, typed: '+1 246 555 1234', account: '12465551234' },
    { of: 'Barbados', mask: barbados, typed: '241 1234', account: '12462411234' },
    { of: 'Jamaica', mask: readPhoneMask('+1876', '$$$-$$$$'), typed: '876 123 4567', account: '18761234567' },
    { of: 'Jamaica', mask: readPhoneMask('+1876', '$$$-$$$$'), typed: '1 876 123 4567', account: '18761234567' },
    { of: 'Jamaica', mask: readPhoneMask('+1876', '$$$-$$$$'), typed: '876 1234', account: '18768761234' },
    { of: 'Laos', mask: laos, typed: '020 5555 1234', account: '8562055551234' },
    { of: 'Laos', mask: laos, typed: '5555 1234', account: '8562055551234' },
    { of: 'Kazakhstan', mask: kazakhstan, typed: '701 234 56 78', account: '77012345678' },
    { of: 'Kazakhstan', mask: kazakhstan, typed: '+7 701 234 56 78', account: '77012345678' },
    { of: 'Kazakhstan', mask: kazakhstan, typed: '7 701 234 56 78', account: '77012345678' },
    { of: 'Ivory Coast', mask: ivoryCoast, typed: '07 07 12 34 56', account: '2250707123456' },
    { of: 'Ivory Coast', mask: ivoryCoast, typed: '+225 07 07 12 34 56', account: '2250707123456' },
    { of: 'Ivory Coast', mask: ivoryCoast, typed: '225 07 07 12 34 56', account: '2250707123456' },
    { of: 'Italy', mask: italy, typed: '06 1234 5678', account: '390612345678' },
    { of: 'Italy', mask: italy, typed: '+39 06 1234 5678', account: '390612345678' },
    { of: 'Italy', mask: italy, typed: '312 345 6789', account: '393123456789' },
    { of: 'Germany', mask: germany, typed: '0151 2345 6789', account: '4915123456789' },
    { of: 'Germany', mask: germany, typed: '+49 (0)151 2345 6789', account: '4915123456789' },
    { of: 'Germany', mask: germany, typed: '0049 151 2345 6789', account: '4915123456789' },
    { of: 'Germany', mask: germany, typed: '49 1512 3456 7890', account: '49151234567890' },
    // A number that fits is left unchanged, because it may begin with an area code.
    { of: 'Germany', mask: germany, typed: '49 0151 2345 67890', account: '49151234567890' },
    { of: 'Indonesia', mask: indonesia, typed: '0812 3456 789', account: '628123456789' },
    { of: 'Indonesia', mask: indonesia, typed: '81234', account: '6281234' },
    { of: 'Tajikistan', mask: readPhoneMask('+992', '*'), typed: '09 123 4567', account: '992091234567' },
    { of: 'a literal in the middle', mask: readPhoneMask('+63', '$$ 0 $$'), typed: '1234', account: '6312034' },
    { of: 'a literal in the middle', mask: readPhoneMask('+63', '$$ 0 $$'), typed: '12034', account: '6312034' },
    { of: 'a literal before an open end', mask: readPhoneMask('+49', '1 *'), typed: '5123', account: '4915123' },
    { of: 'a literal zero', mask: readPhoneMask('+225', '07 $$$$'), typed: '1234', account: '225071234' },
    { of: 'a literal zero', mask: readPhoneMask('+225', '07 $$$$'), typed: '071234', account: '225071234' },
    { of: 'a code that cannot be read', mask: unreadable, typed: '+63 917 5550142', account: '639175550142' },
    { of: 'a code that cannot be read', mask: unreadable, typed: '00639175550142', account: '639175550142' },
    { of: 'a code that cannot be read', mask: unreadable, typed: '639175550142', account: '639175550142' },
  ])('"$typed" in $of is read as $account', ({ mask, typed, account }) =>
    expect(readNumber(mask, typed)).toEqual({ status: 'complete', national: account.slice(mask.code.length), account }),
  )

  it.each([
    { mask: philippines, typed: '', national: '', missing: 10 },
    { mask: philippines, typed: '+', national: '', missing: 10 },
    { mask: philippines, typed: '00', national: '', missing: 10 },
    { mask: philippines, typed: '+6', national: '', missing: 10 },
    { mask: philippines, typed: '0063', national: '', missing: 10 },
    { mask: philippines, typed: '0', national: '0', missing: 9 },
    { mask: philippines, typed: '+63 (0)', national: '0', missing: 9 },
    { mask: philippines, typed: '63', national: '63', missing: 8 },
    { mask: philippines, typed: '917 555', national: '917555', missing: 4 },
    { mask: philippines, typed: '63 917 555 014', national: '917555014', missing: 1 },
    { mask: barbados, typed: '5', national: '2465', missing: 6 },
    { mask: barbados, typed: '2', national: '2', missing: 9 },
    { mask: barbados, typed: '25', national: '24625', missing: 5 },
    { mask: barbados, typed: '0', national: '', missing: 10 },
    { mask: barbados, typed: '02', national: '2', missing: 9 },
    { mask: philippines, typed: '0917 555 014', national: '0917555014', missing: 1 },
    { mask: philippines, typed: '+63 0917 555 014', national: '0917555014', missing: 1 },
    { mask: barbados, typed: '+1 0', national: '', missing: 10 },
    { mask: barbados, typed: '+1 24', national: '24', missing: 8 },
    { mask: indonesia, typed: '0', national: '', missing: 5 },
    { mask: indonesia, typed: '8123', national: '8123', missing: 1 },
    { mask: italy, typed: '06', national: '06', missing: 3 },
    { mask: unreadable, typed: '0', national: '', missing: 7 },
    { mask: unreadable, typed: '639175', national: '639175', missing: 1 },
    { mask: readPhoneMask('+225', '07 $$$$'), typed: '0', national: '0', missing: 5 },
  ])('$missing digits are missing after "$typed"', ({ mask, typed, national, missing }) =>
    expect(readNumber(mask, typed)).toEqual({ status: 'incomplete', national, missing }),
  )

  it.each([
    { mask: philippines, typed: '917 555 01422', national: '91755501422', reason: 'too-long' },
    { mask: philippines, typed: '+63 917 555 01422', national: '91755501422', reason: 'too-long' },
    { mask: philippines, typed: '+63 63 917 555 0142', national: '639175550142', reason: 'too-long' },
    { mask: philippines, typed: '63 917 555 01422', national: '6391755501422', reason: 'too-long' },
    { mask: philippines, typed: '0917 555 01422', national: '091755501422', reason: 'too-long' },
    { mask: barbados, typed: '5551 2345', national: '24655512345', reason: 'too-long' },
    { mask: barbados, typed: '1 876 555 1234', national: '24618765551234', reason: 'too-long' },
    { mask: indonesia, typed: '81234567890123', national: '81234567890123', reason: 'too-long' },
    { mask: philippines, typed: '+62 812', national: '62812', reason: 'other-country' },
    { mask: philippines, typed: '0044', national: '44', reason: 'other-country' },
    { mask: philippines, typed: '000', national: '0', reason: 'other-country' },
    // A trunk zero without an area code does not show which country the number belongs to.
    { mask: barbados, typed: '0 555 1234', national: '05551234', reason: 'other-country' },
    { mask: barbados, typed: '05', national: '05', reason: 'other-country' },
    { mask: kazakhstan, typed: '01 234 56 78', national: '012345678', reason: 'other-country' },
    // The number is valid both with the country code and without it.
    { mask: germany, typed: '49 1512 3456 789', national: '4915123456789', reason: 'unclear' },
    { mask: indonesia, typed: '62 812 3456 7890', national: '6281234567890', reason: 'unclear' },
    { mask: barbados, typed: '+1 876 555 1234', national: '8765551234', reason: 'other-country' },
    { mask: barbados, typed: '+1 5551234', national: '5551234', reason: 'other-country' },
    { mask: barbados, typed: '+1 05', national: '05', reason: 'other-country' },
    { mask: kazakhstan, typed: '+7 912 345 67 89', national: '9123456789', reason: 'other-country' },
    { mask: ivoryCoast, typed: '+225 00 12 34 56 78', national: '0012345678', reason: 'other-country' },
    { mask: philippines, typed: '+63 00 917 555 014', national: '00917555014', reason: 'other-country' },
    { mask: laos, typed: '021 212345', national: '021212345', reason: 'other-country' },
    { mask: laos, typed: '021', national: '021', reason: 'other-country' },
    { mask: uae, typed: '04 123 4567', national: '041234567', reason: 'other-country' },
    { mask: germany, typed: '+49 00 151 234', national: '00151234', reason: 'other-country' },
    { mask: unreadable, typed: '0917 555 0142', national: '09175550142', reason: 'other-country' },
    { mask: unreadable, typed: '+0', national: '0', reason: 'other-country' },
    { mask: philippines, typed: '917x555', national: '917555', reason: 'not-digits' },
    { mask: philippines, typed: '917+555', national: '917555', reason: 'not-digits' },
    { mask: philippines, typed: '++63', national: '63', reason: 'not-digits' },
    { mask: philippines, typed: 'Amal', national: '', reason: 'not-digits' },
  ])('"$typed" is rejected: $reason', ({ mask, typed, national, reason }) =>
    expect(readNumber(mask, typed)).toMatchObject({ status: 'refused', national, reason }),
  )
})

describe('formatting numbers', () => {
  it.each([
    { mask: philippines, national: '', typed: '', gaps: '___ ___ ____' },
    { mask: philippines, national: '917', typed: '917', gaps: ' ___ ____' },
    { mask: philippines, national: '917555', typed: '917 555', gaps: ' ____' },
    { mask: philippines, national: '9175550142', typed: '917 555 0142', gaps: '' },
    { mask: philippines, national: '917555014299', typed: '917 555 014299', gaps: '' },
    { mask: india, national: '', typed: '', gaps: '(___) ___-__-__' },
    { mask: india, national: '987', typed: '(987', gaps: ') ___-__-__' },
    { mask: india, national: '9876543', typed: '(987) 654-3', gaps: '_-__' },
    { mask: barbados, national: '2465551234', typed: '(246) 555-1234', gaps: '' },
    { mask: germany, national: '15', typed: '15', gaps: '' },
    { mask: germany, national: '15123456789', typed: '151 23456789', gaps: '' },
    { mask: italy, national: '0612345678', typed: '0612345678', gaps: '' },
  ])('"$national" is formatted as "$typed", and "$gaps" is still missing', ({ mask, national, typed, gaps }) => {
    expect(formatNational(mask, national)).toBe(typed)
    expect(formatWithGaps(mask, national)).toEqual({ typed, gaps })
  })

  it.each([
    { mask: philippines, account: '639175550142', shown: '+63 917 555 0142' },
    { mask: barbados, account: '12465551234', shown: '+1 (246) 555-1234' },
    { mask: philippines, account: '63', shown: '+63' },
    { mask: philippines, account: '919876543210', shown: '+919876543210' },
    { mask: unreadable, account: '639175550142', shown: '+639175550142' },
  ])('the account $account is shown as "$shown"', ({ mask, account, shown }) =>
    expect(formatAccount(mask, account)).toBe(shown),
  )
})

describe('isAccountOf', () => {
  it.each([
    { mask: philippines, account: '639175550142' },
    { mask: barbados, account: '12465551234' },
    { mask: italy, account: '390612345678' },
    { mask: unreadable, account: '639175550142' },
  ])('$account is an account of its mask', ({ mask, account }) => expect(isAccountOf(mask, account)).toBe(true))

  it.each(
    [
      ['63917555014', '6391755501429', '6309175550142', '+639175550142', '63 9175550142', '٦٣٩١٧٥٥٥٠١٤٢'],
      ['9175550142', '919876543210', ''],
    ].flat(),
  )('"%s" is no account of the Philippines', (account) => expect(isAccountOf(philippines, account)).toBe(false))

  it.each([
    { mask: barbados, account: '18765551234' },
    { mask: germany, account: '490151234567' },
    { mask: unreadable, account: '09175550142' },
  ])('$account is no account of its mask', ({ mask, account }) => expect(isAccountOf(mask, account)).toBe(false))
})

describe('any mask', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 18 })
  const phoneCode = fc.oneof(
    fc.constantFrom('+1', '+7', '+39', '+49', '+62', '+63', '+225', '+880', '+1-246'),
    fc.string({ unit: fc.constantFrom(...'+0123456789 -'), maxLength: 9 }),
  )
  const maskText = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'$$$$$$ -'), minLength: 6, maxLength: 16 }),
    fc.string({ unit: fc.constantFrom(...'$$$$$$$$*0127 ()-./+[]#_,'), maxLength: 24 }),
    fc.string({ maxLength: 12 }),
  )
  const anyMask = fc
    .tuple(phoneCode, maskText, fc.constantFrom('', '+', '00', 'code'))
    .map(([code, mask, before]) => readPhoneMask(code, before === 'code' ? `${code} ${mask}` : before + mask))
  /** Numbers that have the length of the mask, so that many of them are complete. */
  const masked = anyMask.chain((mask) => {
    const own = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: mask.fewest, maxLength: mask.most })
      .map((list) => list.map((digit, at) => mask.parts[at]?.takes.replace(/[$*]/, String(digit)) ?? digit).join(''))
    const plain = fc.oneof(own, digits)
    const before = fc.constantFrom('', '0', '+', '00', mask.code, `+${mask.code}`, `00${mask.code}0`)
    return fc
      .tuple(fc.constant(mask), before, plain)
      .map(([mask, before, plain]) => ({ mask, typed: before + plain, plain }))
  })
  const digitsOf = (text: string) => text.replace(/\D/g, '')

  /**
   * Whether nothing was lost except what may come before the number: a country code or its beginning, and a trunk zero.
   */
  function isKeptIn(mask: PhoneMask, national: string, typed: string): boolean {
    const codes = Array.from({ length: mask.code.length + 1 }, (_, length) => mask.code.slice(0, length))
    const heads = ['', '00']
      .flatMap((prefix) => codes.map((code) => prefix + code))
      .flatMap((head) => [head, `${head}0`])
    const isLiteral = (at: number) => /\d/.test(mask.parts[at]?.takes ?? '')
    const typedOnes = [...national].filter((digit, at) => !(isLiteral(at) && mask.parts[at]?.takes === digit)).join('')
    return heads.some((head) => [national, typedOnes].some((kept) => head + kept === digitsOf(typed)))
  }

  const inEveryMask = (check: (of: { mask: PhoneMask; typed: string; plain: string }) => void) =>
    fc.assert(fc.property(masked, check), { numRuns: atLevel(100, 500) })

  it('any mask takes numbers that can be sent', () => {
    fc.assert(
      fc.property(anyMask, ({ code, fewest, most, isOpen, parts }) => {
        expect(fewest).toBeGreaterThan(0)
        expect(most).toBeGreaterThanOrEqual(fewest)
        expect(code.length + most).toBeLessThanOrEqual(15)
        if (isOpen) expect(code.length + fewest).toBeGreaterThanOrEqual(7)
        expect(isOpen).toBe(parts.at(-1)?.takes === '*')
      }),
    )
  })

  it('formatting neither loses nor adds a digit, and adds nothing after them', () => {
    fc.assert(
      fc.property(anyMask, digits, (mask, national) => {
        const shown = formatNational(mask, national)
        expect(digitsOf(shown)).toBe(national)
        expect(shown).toMatch(/^$|\d$/)
        const { typed, gaps } = formatWithGaps(mask, national)
        expect(typed).toBe(shown)
        expect(gaps.replace(/[^_]/g, '')).toHaveLength(mask.isOpen ? 0 : Math.max(0, mask.most - national.length))
      }),
    )
  })

  it('a formatted number is read as the same number', () => {
    inEveryMask(({ mask, typed }) => {
      const entry = readNumber(mask, typed)
      if (entry.status === 'refused') return
      const again = readNumber(mask, formatNational(mask, entry.national))
      // Without its plus, a number of variable length that begins like the country code may be read either way.
      const isUnclear = mask.isOpen && entry.national.startsWith(mask.code)
      if (isUnclear && again.status === 'refused')
        expect(again).toMatchObject({ reason: 'unclear', national: entry.national })
      else expect(again).toEqual(entry)
      expect(readNumber(mask, `+${mask.code}${entry.national}`)).toEqual(entry)
    })
  })

  it('only an account that is read as itself is complete', () => {
    inEveryMask(({ mask, typed }) => {
      const entry = readNumber(mask, typed)
      if (entry.status !== 'complete') return
      expect(isAccountOf(mask, entry.account)).toBe(true)
      expect(readNumber(mask, formatAccount(mask, entry.account))).toEqual(entry)
      expect(entry.account).toMatch(/^[1-9]\d*$/)
    })
  })

  it('every typed digit remains, whatever the verdict on the number is', () => {
    inEveryMask(({ mask, typed }) => {
      for (let length = 0; length <= typed.length; length++) {
        const begun = typed.slice(0, length)
        const { national } = readNumber(mask, begun)
        expect(isKeptIn(mask, national, begun), `${begun} as ${national}`).toBe(true)
      }
    })
  })

  it('a valid number is never rejected while it is typed after its code', () => {
    inEveryMask(({ mask, plain }) => {
      for (const whole of [`+${mask.code}${plain}`, `00${mask.code}${plain}`]) {
        if (readNumber(mask, whole).status !== 'complete') continue
        for (let length = 0; length < whole.length; length++)
          expect(readNumber(mask, whole.slice(0, length)).status, whole.slice(0, length)).not.toBe('refused')
      }
    })
  })

  it('any pasted text is read without throwing', () => {
    fc.assert(
      fc.property(anyMask, fc.string(), (mask, typed) => {
        expect(readNumber(mask, typed).national).toMatch(/^\d*$/)
      }),
    )
  })
})
