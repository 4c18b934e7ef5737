import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatDecimal } from '#domain/money/money.ts'
import {
  cleanAmountText,
  cleanCountText,
  findAmount,
  findCount,
  readAmount,
  toAmountText,
} from '#domain/money/typed-amount.ts'
import { rowsOf } from '../../support/rows.ts'

const reading = (typed: string) => {
  const read = readAmount(typed)
  return read.status === 'read' ? formatDecimal(read.amount) : read.status
}

describe('an amount as people type and paste it', () => {
  it.each(
    rowsOf([
      // Thousands are separated as on the screen, with a space or an apostrophe, or as in other programs.
      ['1000', ['1,000', '1 000', '1\u202F000', "1'000.00", '1’000', '١٬٠٠٠']],
      ['1250.5', ['1,250.50']],
      ['12345678.9', ['12,345,678.90']],
      ['100000', ['1,00,000']],
      ['1234567.5', ['12,34,567.5']],
      // A decimal comma, and digits of other scripts and widths.
      ['1000.5', ['1\u00A0000,50', '１，０００．５']],
      ['10.5', ['10,5', '10,50', '١٠٫٥']],
      ['1234.5', ['1234,5']],
      ['0.5', ['0,500', '.5']],
      ['250', ['২৫০']],
      ['1000', ['AED 1,000', '1,000.00 AED']],
      ['500', ['Rs.500', '₹ 500', '500/-']],
      ['50', ['د.إ ٥٠', '50 درهم', '50 Dhs', '\u200E50\u200F', ' 50 ']],
      ['10', ['10.-', '10,–', '10/=', '=10', '﷼10', '10 دينار', '10 ريال', '10 روپے', '10 रुपये', 'AED.10']],
      ['5', ['5.', '5,']],
      ['7', ['007']],
      ['0', ['0', '.']],
    ]),
  )('the amount %s is read as %s', (typed, amount) => expect(reading(typed)).toBe(amount))

  it.each(
    [
      ['1.250,50', '1.2.3', '1234,567', '1,0000', '1,2,3', '1 2 3', '1e5', '-5', '−5', '+5', '5k', '2 lakh', '50a'],
      ['a', '5/2', '½', '1234567890123456', '25¹', '5²', '㊿'],
    ].flat(),
  )('%s is ambiguous, and is not read as an amount', (typed) => {
    expect(reading(typed)).toBe('unclear')
    expect(findAmount(typed)).toBeUndefined()
    // The text stays in the field, so that the person sees why it is wrong.
    expect(findAmount(cleanAmountText(typed))).toBeUndefined()
  })

  it.each(['12,34,', '1,250,0', '1٬5'])('%s can still become an amount', (typed) => {
    expect(readAmount(typed).status).toBe('begun')
  })

  it('an empty text is not an amount', () => expect(readAmount(' \u200F').status).toBe('empty'))
})

it('every amount that the screen writes is read as that amount, also in Arabic and Indian forms', () => {
  const units = fc.bigInt({ min: 0n, max: 99_999_999_999n })
  fc.assert(
    fc.property(units, fc.constantFrom('en', 'en-IN', 'de-CH', 'ar-EG', 'hi-IN', 'bn-BD'), (value, locale) => {
      const amount = { units: value, scale: 2 }
      const shown = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(
        Number(formatDecimal(amount)) as never,
      )
      expect(reading(shown), shown).toBe(formatDecimal(amount))
    }),
  )
})

it.each([
  ['007', '7'],
  ['0', '0'],
  ['.5', '0.5'],
  ['5..', '5.'],
  ['AED 50', '50'],
  ['٥٠', '50'],
  ['1,000', '1,000'],
  ['', ''],
])('the amount field keeps of %s only %s', (typed, text) => expect(cleanAmountText(typed)).toBe(text))

it('the text that stays in an amount field means the same as what was typed, key by key', () => {
  const keys = fc.array(fc.constantFrom(...'0123456789.,٥२ '), { maxLength: 14 })
  fc.assert(
    fc.property(keys, (typed) => {
      let text = ''
      for (const key of typed) {
        const before = text + key
        text = cleanAmountText(before)
        expect(reading(text), JSON.stringify(before)).toBe(reading(before))
      }
    }),
  )
})

it('no text is read as an amount with other digits, and none throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
      const amount = findAmount(typed)
      if (amount) expect(typed.slice(0, 40).normalize('NFKC')).toMatch(/\p{Nd}/u)
    }),
  )
})

it('text that is too long for an amount is not cut to another amount', () => {
  for (const typed of [`AED${' '.repeat(33)}1250000`, `${'0'.repeat(40)}5`, '1'.repeat(1_000)]) {
    expect(readAmount(typed).status).toBe('unclear')
    expect(readAmount(cleanAmountText(typed)).status).toBe('unclear')
  }
})

describe('a whole number', () => {
  it.each([
    ['1,000', 1000],
    ['٦٠', 60],
    ['60', 60],
  ])('the whole number %s is read as %d', (typed, count) => expect(findCount(cleanCountText(typed))).toBe(count))

  it.each(['10.5', '10,5', '-3', ''])('%s is not read as a whole number', (typed) =>
    expect(findCount(cleanCountText(typed))).toBeUndefined(),
  )
})

it('an amount is sent as plain decimal text, and what is not an amount is sent to be rejected', () => {
  expect(toAmountText('1,250.50')).toBe('1250.5')
  expect(toAmountText('1,2,3')).toBe('1,2,3')
})
