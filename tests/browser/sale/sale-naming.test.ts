import { expect, it } from 'vitest'

import { formatSaleAccount } from '#browser/sale/sale-naming.ts'
import { anInternationalSale, choice } from '../../support/an-international-sale.ts'
import { aSale } from '../../support/a-shop.ts'

const inCountry = (phoneCode: string, phoneMask: string) => ({
  ...choice,
  country: { ...choice.country, phoneCode, phoneMask },
})

it.each([
  { account: '639175550142', international: choice, text: '+63 917 555 0142' },
  { account: '919876543210', international: inCountry('+91', '+91 ($$$) $$$-$$-$$'), text: '+91 (987) 654-32-10' },
  { account: '62812345678', international: inCountry('+62', '$$$ *'), text: '+62 812 345678' },
  { account: '12465551234', international: inCountry('+1', '+1 (246) $$$-$$$$'), text: '+1 (246) 555-1234' },
])('writes $account as its country does: $text', ({ account, international, text }) => {
  expect(formatSaleAccount(anInternationalSale({ account, international }))).toBe(text)
})

it('writes what is not international as before', () => {
  expect(formatSaleAccount(aSale())).toBe('+971 50 123 4567')
  const { account: _, ...voucher } = aSale({ kind: 'voucher' })
  expect(formatSaleAccount(voucher)).toBe('–')
})
