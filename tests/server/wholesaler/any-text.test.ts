import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { BOUNDS, SHOWN } from '#wholesaler-api/loose.ts'
import { readContact } from '#domain/phone/contact.ts'
import { onlyDigits, toWesternDigits } from '#domain/text/digits.ts'
import { readEnrollmentCode } from '#domain/enrollment-code.ts'
import { formatDecimal } from '#domain/money/money.ts'
import { onlyPhoneCharacters, readUaeNumber } from '#domain/phone/phone.ts'
import { readSaleSearch } from '#domain/sale/search.ts'
import { foldLetters } from '#domain/text/search-text.ts'
import { readCodeOfShop } from '#domain/shop-code.ts'
import { cleanAmountText, cleanCountText, findAmount, readAmount } from '#domain/money/typed-amount.ts'
import { foldText } from '#domain/text/typed-text.ts'
import { readLink } from '#domain/catalog/voucher.ts'
import { withoutDecorations } from '#server/wholesaler/decorations.ts'
import { withExactText } from '#server/lib/json/exact-json.ts'
import { decodeHtml } from '#server/wholesaler/html.ts'
import { findCode, findLine, findLink, findWhole, plainLines } from '#server/wholesaler/plain-text.ts'
import { findBalance, findWireDecimal } from '#server/wholesaler/read/read-decimal.ts'

const charactersOf = (kind: RegExp) =>
  Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => kind.test(character))
const DIGITS = charactersOf(/\p{Nd}/u)
const HIDDEN = charactersOf(/\p{Cf}|\p{Variation_Selector}/u)
const SPACES = charactersOf(/\p{Zs}/u)

/** What providers, keyboards and clipboards send, and parts of that. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...DIGITS, ...HIDDEN, ...SPACES),
      fc.constantFrom('{', '}', '"', '\\', '<br>', '&amp;', '&#0;', '&', '\ud83c', '\udf81', '+', '00', ',', '.', '-', '1e9', 'AED', '@', '<!--', 'tel:'), // prettier-ignore
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

/** Each reader, with the maximum number of characters that it may return for some text, if there is a maximum. */
const READERS: [read: (text: string) => unknown, longest?: (text: string) => number][] = [
  [(text) => withoutDecorations(text).text, ({ length }) => length],
  [withExactText, ({ length }) => 6 * length],
  [decodeHtml, ({ length }) => length],
  [(text) => findLine(text) ?? '', () => 2 * SHOWN.name],
  [(text) => findWhole(text, BOUNDS.currency) ?? '', () => BOUNDS.currency],
  [(text) => plainLines(text, SHOWN.name), () => 2 * SHOWN.name],
  [(text) => findCode(text) ?? '', () => BOUNDS.code],
  [(text) => findLink(text) ?? '', () => BOUNDS.code],
  [readEnrollmentCode, () => 8],
  [readCodeOfShop, () => 40],
  [onlyDigits, ({ length }) => length],
  [onlyPhoneCharacters],
  [cleanAmountText],
  [cleanCountText],
  [foldLetters],
  [foldText],
  [readAmount],
  [readContact],
  [readLink],
  [readSaleSearch],
  [readUaeNumber],
  [findWireDecimal],
  [findBalance],
]

it('no text makes a reader throw or return more than its limit', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const [read, longest] of READERS) {
        const value = read(text)
        if (longest) expect((value as string).length).toBeLessThanOrEqual(longest(text))
      }
    }),
  )
})

const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.stringify({ transaction: value }))
  // Numbers that PHP does not write in full are deliberately not read as numbers.
  .filter((text) => !/\d{16}|\de\+/.test(text))
const DECORATIONS = ['', '\ufeff', '\r\n\n', '\0', '<br />\n<b>Notice</b>:  x in <b>/a.php</b>\n', '<!-- 14 queries -->', '#0 {main}\n', 'OK '] // prettier-ignore

it('an object with text around it is read as the same object', () => {
  const around = fc.constantFrom(...DECORATIONS)
  fc.assert(
    fc.property(around, json, around, (before, text, after) => {
      expect(withoutDecorations(before + text + after).text).toBe(text)
    }),
  )
})

it('long whole numbers keep all digits, and the rest of a JSON text does not change', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 10n ** 16n, max: 10n ** 40n }), json, (number, text) => {
      const exact = JSON.parse(withExactText(`{"number":${number},"rest":${text}}`)) as {
        number: string
        rest: unknown
      }
      expect(exact.number).toBe(String(number))
      expect(exact.rest).toEqual(JSON.parse(text))
    }),
  )
})

it('text with HTML entities is read as the text that they stand for', () => {
  const encode = (text: string) => text.replace(/[&<>"']|[^ -~]/gu, (sign) => `&#${sign.codePointAt(0)};`)
  const printable = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !/<\/?br/i.test(text))
  fc.assert(
    fc.property(printable, (text) => {
      expect(decodeHtml(encode(text))).toBe(text)
    }),
  )
})

/** A number in the digits of one script, with invisible characters between them. */
const written = (plain: fc.Arbitrary<number>) =>
  fc.record({
    number: plain,
    script: fc.integer({ min: 0, max: DIGITS.length / 10 - 1 }),
    hidden: fc.array(fc.constantFrom(...HIDDEN.filter((sign) => !/\p{Nd}/u.test(sign.normalize('NFKC')))), { minLength: 10, maxLength: 10 }),
  }) // prettier-ignore
const write = (text: string, { script, hidden }: { script: number; hidden: string[] }) =>
  [...text]
    .map((sign, at) => (/\d/.test(sign) ? DIGITS[10 * script + Number(sign)]! : sign) + (hidden[at] ?? ''))
    .join('')

it('amounts and numbers in the digits of any script, with hidden characters, are read as the plain ones', () => {
  fc.assert(
    fc.property(written(fc.integer({ min: 0, max: 99_999_999 })), ({ number, ...as }) => {
      expect(formatDecimal(findAmount(write(`${number}`, as))!)).toBe(String(number))
      expect(toWesternDigits(write(`${number}`, { ...as, hidden: [] }))).toBe(String(number))
      const mobile = `05${String(number).padStart(8, '0')}`
      expect(readUaeNumber(write(mobile, as))).toEqual(readUaeNumber(mobile))
      expect(readContact(write(mobile, as))).toEqual(readContact(mobile))
      expect(readSaleSearch(write(`${number}`, as))).toEqual(readSaleSearch(`${number}`))
    }),
  )
})
