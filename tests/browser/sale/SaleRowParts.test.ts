// @vitest-environment happy-dom
import { expect, it } from 'vitest'

import { actionOfSale, appearanceOf } from '#browser/sale/SaleRowParts.tsx'
import { formatSaleAccount } from '#browser/sale/sale-naming.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aSale } from '../../support/a-shop.ts'
import { anInternationalSale, choice } from '../../support/an-international-sale.ts'

const closed = { outcome: 'sold', note: 'n', at: 1, by: 'Hamad' } as const

it.each<[Partial<Sale>, ReturnType<typeof actionOfSale>]>([
  [{ state: 'opened' }, 'resume'],
  [{ state: 'checked' }, 'resume'],
  [{ state: 'pending' }, 'resume'],
  [{ state: 'unknown' }, 'resume'],
  [{ state: 'not-executed' }, 'resume'],
  [{ state: 'succeeded', voucher: 'coming' }, 'resume'],
  [{ state: 'succeeded' }, 'reprint'],
  [{ state: 'succeeded', voucher: 'ready' }, 'handOver'],
  [{ state: 'succeeded', voucher: 'ready', printCount: 1 }, 'handOver'],
  [{ state: 'succeeded', voucher: 'delivered', printCount: 1 }, 'reprint'],
  // The code was shown, copied or shared, so there is no document.
  [{ state: 'succeeded', voucher: 'delivered' }, 'details'],
  // A cashier must not deliver this code.
  [{ state: 'succeeded', voucher: 'ready', refund: {} }, 'details'],
  [{ state: 'failed' }, 'details'],
  [{ state: 'refused' }, 'details'],
  [{ state: 'abandoned' }, 'details'],
  [{ state: 'canceled' }, 'details'],
  // There is no document for a sale with contradictory answers, or one that only a supervisor marked as sold.
  [{ state: 'succeeded', conflicting: true }, 'details'],
  [{ state: 'pending', resolution: closed }, 'details'],
])('the next action of %j is %s', (sale, action) => {
  expect(actionOfSale(aSale(sale))).toBe(action)
})

it.each<{ sale: Parameters<typeof appearanceOf>[0]; words: string; tone: string }>([
  { sale: { state: 'pending', held: true }, words: 'held', tone: 'wait' },
  { sale: { state: 'abandoned', problem: { code: 'expired' } }, words: 'expired', tone: 'open' },
  { sale: { state: 'abandoned', problem: { code: 'abandoned' } }, words: 'abandoned', tone: 'open' },
  { sale: { state: 'abandoned', confirmedAt: 1 }, words: 'given-up', tone: 'bad' },
  { sale: { state: 'succeeded' }, words: 'succeeded', tone: 'ok' },
  { sale: { state: 'succeeded', voucher: 'coming' }, words: 'code-coming', tone: 'wait' },
  { sale: { state: 'succeeded', voucher: 'ready' }, words: 'succeeded', tone: 'ok' },
  { sale: { state: 'succeeded', voucher: 'delivered' }, words: 'succeeded', tone: 'ok' },
  // A supervisor's resolution decides.
  { sale: { state: 'succeeded', voucher: 'coming', resolution: closed }, words: 'succeeded', tone: 'ok' },
  { sale: { state: 'succeeded', voucher: 'coming', conflicting: true }, words: 'conflicting', tone: 'unk' },
])('the status of a sale shows $words: $sale', ({ sale, words, tone }) => {
  expect(appearanceOf(sale)).toMatchObject({ words, tone })
})

const inCountry = (phoneCode: string, phoneMask: string) => ({
  ...choice,
  country: { ...choice.country, phoneCode, phoneMask },
})

it.each([
  { account: '639175550142', international: choice, text: '+63 917 555 0142' },
  { account: '919876543210', international: inCountry('+91', '+91 ($$$) $$$-$$-$$'), text: '+91 (987) 654-32-10' },
  { account: '62812345678', international: inCountry('+62', '$$$ *'), text: '+62 812 345678' },
  { account: '12465551234', international: inCountry('+1', '+1 (246) $$$-$$$$'), text: '+1 (246) 555-1234' },
])('formatAccount writes $account as its country does: $text', ({ account, international, text }) => {
  expect(formatSaleAccount(anInternationalSale({ account, international }))).toBe(text)
})

it('an account that is not international is written as before', () => {
  expect(formatSaleAccount(aSale())).toBe('+971 50 123 4567')
  const { account: _, ...voucher } = aSale({ kind: 'voucher' })
  expect(formatSaleAccount(voucher)).toBe('–')
})
