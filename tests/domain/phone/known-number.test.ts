import { describe, expect, it } from 'vitest'

import {
  distinctKnown,
  eraseInText,
  isKnownSale,
  maskKnownNumber,
  readNumberQuery,
} from '#domain/phone/known-number.ts'
import { anAmount, openedInternational, readyVoucher, succeededSale } from '../../support/sales.ts'

describe('readNumberQuery', () => {
  it.each([
    ['4562', { ending: '4562' }],
    ['٤٥٦٢', { ending: '4562' }],
    ['562', { ending: '562' }],
    ['0501', { ending: '0501' }],
    ['050 123 4562', { whole: '971501234562' }],
    ['501234562', { whole: '971501234562' }],
    ['+971 50 123 4562', { whole: '971501234562' }],
    ['+63 917 555 0142', { whole: '639175550142' }],
    ['0063 917 555 0142', { whole: '639175550142' }],
    ['62', undefined],
    ['05012', undefined],
    ['+63 917', undefined],
    ['+63 917 555 O142', undefined],
    ['Qamra', undefined],
    ['', undefined],
  ])('reads %s', (typed, query) => {
    expect(readNumberQuery(typed)).toEqual(query)
  })
})

describe('maskKnownNumber', () => {
  it.each([
    ['971501234562', '050 ••• 4562'],
    ['97141234567', '04 ••• 4567'],
    ['••••••••4562', '••• 4562'],
    ['buyer@example.com', '•••••••••••••.com'],
  ])('masks the middle of %s', (account, masked) => {
    expect(maskKnownNumber({ account })).toBe(masked)
  })

  it('an international number keeps its country code, and no number is no mask', () => {
    expect(maskKnownNumber(openedInternational())).toBe('+63 ••• ••• 0142')
    expect(maskKnownNumber({})).toBeUndefined()
  })
})

it('a product and amount of a number is listed once, the newest first', () => {
  const sale = succeededSale()
  const other = { ...sale, account: '971507654321' }
  const dear = { ...sale, amount: anAmount('100') }
  const abroad = openedInternational()
  const renumbered = openedInternational({
    international: { ...abroad.international!, denomination: { ...abroad.international!.denomination, id: 'b7' } },
  })
  expect(distinctKnown([sale, dear, other, { ...sale, number: 2 }, abroad, renumbered])).toEqual([
    sale,
    dear,
    other,
    abroad,
  ])
})

it('only what was sold to a phone number is known', () => {
  const sale = succeededSale()
  expect(isKnownSale(sale)).toBe(true)
  expect(isKnownSale({ ...sale, resolution: { outcome: 'not-sold', note: '', at: 1, by: 'H' } })).toBe(false)
  expect(isKnownSale({ ...sale, refund: {} })).toBe(false)
  expect(isKnownSale({ ...sale, voucher: 'coming' })).toBe(false)
  expect(isKnownSale({ ...sale, account: '••••••••4562' })).toBe(false)
  expect(isKnownSale(readyVoucher())).toBe(false)
})

it.each([
  ['Call 0501234562.', 'Call ••••••••4562.'],
  ['+971 50 123 4562', '••••••••4562'],
  ['+971 (0)50 123-45-62', '••••••••4562'],
  ['00971501234562', '••••••••4562'],
  ['501234562 and 0501234562', '••••••••4562 and ••••••••4562'],
  ['5012345621 is another one', '5012345621 is another one'],
  ['1501234562 is another one', '1501234562 is another one'],
])('a number is erased from a text however it is written: %s', (text, erased) => {
  expect(eraseInText(text, '971501234562')).toBe(erased)
})
