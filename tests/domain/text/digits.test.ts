import { expect, it } from 'vitest'

import { onlyDigits, toWesternDigits } from '#domain/text/digits.ts'

/** Every decimal digit in Unicode, ordered by code point: ten for each script. */
const ALL_DIGITS = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Nd}/u.test(character))

it('the digits of every script are read as Western ones', () => {
  expect(ALL_DIGITS.length).toBeGreaterThan(600)
  expect(ALL_DIGITS.length % 10).toBe(0)
  for (let from = 0; from < ALL_DIGITS.length; from += 10)
    expect(toWesternDigits(ALL_DIGITS.slice(from, from + 10).join('')), ALL_DIGITS[from]).toBe('0123456789')
})

it.each([
  ['an Arabic keyboard', '٢٥٨٠'],
  ['an Urdu keyboard', '۲۵۸۰'],
  ['a Hindi keyboard', '२५८०'],
  ['a Bengali keyboard', '২৫৮০'],
  ['a Malayalam keyboard', '൨൫൮൦'],
  ['a Tamil keyboard', '௨௫௮௦'],
  ['a Japanese input method', '２５８０'],
  ['a mathematical font', '𝟐𝟓𝟖𝟎'],
  ['several of them, with other characters between', ' 2-٥ ८\u200F০'],
])('a PIN typed with %s has its digits', (_, typed) => expect(onlyDigits(typed)).toBe('2580'))

it('characters that are not decimal digits are not read as digits', () => {
  expect(onlyDigits('Ⅳ½二十')).toBe('')
  expect(toWesternDigits('Qamra Ⅳ ٥')).toBe('Qamra Ⅳ 5')
})
