import { expect, it } from 'vitest'

import { LANGUAGES } from '#domain/language.ts'
import { isReceiptTrue, wordReceiptMail } from '#server/alerts/receipt-mail.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { openedSale } from '../../support/sales.ts'

const sold = (changes: Partial<Sale> = {}) => ({ ...openedSale(), state: 'succeeded' as const, ...changes })
const lettered = (voucher?: Sale['voucher']) =>
  wordReceiptMail(sold({ kind: 'voucher', ...(voucher && { voucher }) }), {
    shopName: 'Sidra Corner Shop',
    timeZone: 'Asia/Dubai',
    language: 'en',
    isPractice: false,
  }).text

it.each<[string, Partial<Sale>, boolean]>([
  ['sold', {}, true],
  ['resolved as sold', { resolution: { outcome: 'sold', at: 1, by: 'Hamad', note: '' } }, true],
  ['without an answer', { state: 'pending' }, false],
  ['contradicted', { conflicting: true }, false],
  ['to be refunded', { refund: {} }, false],
  ['refunded', { refund: { done: { at: 1, by: 'Hamad' } } }, false],
  ['resolved as not sold', { resolution: { outcome: 'not-sold', at: 1, by: 'Hamad', note: '' } }, false],
])('an email may say "paid" about a sale that is %s: %o, %s', (_, changes, isTrue) => {
  expect(isReceiptTrue(sold(changes))).toBe(isTrue)
})

it('an email says that the customer has the code only when they do', () => {
  const sentence = 'You received it at the counter'
  expect(lettered('delivered')).toContain(sentence)
  expect(lettered('ready')).not.toContain(sentence)
  expect(lettered()).not.toContain(sentence)
})

it.each(LANGUAGES)(
  'an email in %s has the number of its sale, its product, its account and what was paid',
  (language) => {
    const sale = sold({ kind: 'voucher', voucher: 'delivered', isTest: true })
    const context = { shopName: undefined, timeZone: 'Asia/Dubai', language, isPractice: true }
    const { subject, text } = wordReceiptMail(sale, context)
    // Removes the marks that keep the order of a value within right-to-left text.
    const lines = text.replaceAll(/[\u2068\u2069]/g, '').split('\n')
    expect(subject).toContain(`P-${sale.number}`)
    expect(lines.some((line) => line.endsWith(`: ${sale.serviceName}`))).toBe(true)
    expect(lines.some((line) => line.endsWith(`: ${sale.account}`))).toBe(true)
    expect(text).toContain(`${sale.pays.amount} ${sale.pays.currency}`)
    expect(new Set(lines).size).toBe(lines.length)
  },
)

it.each(['ar', 'ur'] as const)('a date and an amount keep their order in an email in %s', (language) => {
  const sale = sold({ kind: 'voucher', voucher: 'delivered' })
  const { text } = wordReceiptMail(sale, { shopName: undefined, timeZone: 'Asia/Dubai', language, isPractice: false })
  expect(text).toMatch(/: \u2068\d{4}-\d{2}-\d{2}\u2069$/m)
  expect(text).toContain(`\u2068${sale.pays.amount} ${sale.pays.currency}\u2069`)
})
