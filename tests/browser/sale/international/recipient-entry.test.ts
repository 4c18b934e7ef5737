// @vitest-environment happy-dom

import { expect, it } from 'vitest'

import { findDistinctiveNames } from '#browser/sale/international/AmountGroups.tsx'
import { readRecipient } from '#browser/sale/international/recipient-entry.ts'
import { decimal, formatDecimal } from '#domain/money/money.ts'
import { readPhoneMask } from '#domain/phone/phone-mask.ts'

const philippines = readPhoneMask('+63', '$$$ $$$ $$$$')
const barbados = readPhoneMask('+1', '+1 (246) $$$-$$$$')
const indonesia = readPhoneMask('+62', '$$$ $$$$ *')

it.each([
  { mask: philippines, typed: '', prefix: '+63', shown: '', gaps: '___ ___ ____' },
  { mask: philippines, typed: '917555', prefix: '+63', shown: '917 555', gaps: ' ____' },
  { mask: philippines, typed: '09175550142', prefix: '+63', shown: '917 555 0142', gaps: '' },
  { mask: philippines, typed: '+63 917 555', prefix: '+63', shown: '917 555', gaps: ' ____' },
  // The code is complete before more is typed: what follows is added to the number after the country code.
  { mask: philippines, typed: '+63', prefix: '+63', shown: '', gaps: '___ ___ ____' },
  { mask: philippines, typed: '0063', prefix: '+63', shown: '', gaps: '___ ___ ____' },
  { mask: philippines, typed: '+6', prefix: '', shown: '+6', gaps: '' },
  { mask: philippines, typed: '00', prefix: '', shown: '00', gaps: '' },
  { mask: philippines, typed: '+91987', prefix: '', shown: '+91987', gaps: '' },
  { mask: philippines, typed: '91755501421', prefix: '+63', shown: '917 555 01421', gaps: '' },
  { mask: philippines, typed: '917x', prefix: '+63', shown: '917x', gaps: '' },
  { mask: barbados, typed: '5551234', prefix: '+1', shown: '(246) 555-1234', gaps: '' },
  { mask: indonesia, typed: '8123', prefix: '+62', shown: '812 3', gaps: '' },
])('readRecipient shows $typed as "$prefix", "$shown" and "$gaps"', ({ mask, typed, ...shown }) => {
  expect(readRecipient(mask, typed)).toMatchObject(shown)
})

it.each([
  { mask: philippines, typed: '9175550142' },
  { mask: philippines, typed: '09175550142' },
  { mask: philippines, typed: '+639175550142' },
  { mask: philippines, typed: '00639175550142' },
  { mask: philippines, typed: '639175550142' },
  { mask: barbados, typed: '+12465551234' },
  { mask: barbados, typed: '2465551234' },
  { mask: indonesia, typed: '+6281234567' },
])('readRecipient reads $typed key by key as in one piece', ({ mask, typed }) => {
  let text = ''
  for (const key of typed) text = readRecipient(mask, text).shown + key
  expect(readRecipient(mask, text).entry).toEqual(readRecipient(mask, typed).entry)
  expect(readRecipient(mask, text).entry.status).toBe('complete')
})

const amount = (name: string, gets: string, currency = 'PHP') => ({
  id: name,
  categoryId: 'mobile-airtime',
  name,
  description: '',
  gets: { amount: formatDecimal(decimal(gets)), currency },
  pays: { amount: formatDecimal(decimal('5')), currency: 'AED' },
})

it.each([
  { what: 'an amount alone', names: [amount('PHP 300', '300')], telling: [] },
  { what: 'operator and amount', names: [amount('Islanet 1,000.00 PHP', '1000')], telling: [] },
  { what: 'the same word each time', names: [amount('Load 50', '50'), amount('Load 100', '100.00')], telling: [] },
  { what: 'a product', names: [amount('Surf week', '90'), amount('PHP 50', '50')], telling: ['Surf week'] },
  { what: 'one word for one amount', names: [amount('Regional 50', '50')], telling: ['Regional 50'] },
  { what: 'another figure', names: [amount('2 GB', '50'), amount('4 GB', '90')], telling: ['2 GB', '4 GB'] },
])('a name is shown where it adds something: $what', ({ names, telling }) => {
  expect([...findDistinctiveNames(names, 'Islanet')].map(({ name }) => name)).toEqual(telling)
})
