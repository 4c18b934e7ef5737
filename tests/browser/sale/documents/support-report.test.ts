// @vitest-environment happy-dom

import { i18n } from '@lingui/core'
import { beforeAll, expect, it } from 'vitest'

import en from '#browser/i18n/en.json'
import { formatMoneyAsText } from '#browser/i18n/formats.ts'
import { setTimeZone } from '#browser/i18n/format-time.ts'
import { supportReport, supportMailLink } from '#browser/sale/documents/support-report.ts'
import type { PrintContext } from '#browser/sale/documents/print-context.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { TransactionId } from '#domain/sale/id.ts'
import { anInternationalSale } from '../../../support/an-international-sale.ts'
import { A_SALE_ID, aSale, catalog } from '../../../support/a-shop.ts'
import { text } from '../../../support/texts.ts'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: en })
  setTimeZone('Asia/Dubai')
})

const words: PrintContext = {
  t: (id, values) => i18n._(id, values),
  locale: 'en',
  money: (value) => formatMoneyAsText(value, 'en'),
  point: catalog.point,
  isPractice: false,
}
const AT = Date.UTC(2026, 10, 20, 10, 32, 1)
const packetOf = (sale: Partial<Sale>) =>
  supportReport(aSale({ openedAt: AT, checkedAt: AT, ...sale }), words, 'Asia/Dubai')

it('a support report has ids, product, number, amount, times with their zone, people, problem and history', () => {
  const packet = packetOf({
    state: 'failed',
    transactionId: '69d-7c9' as TransactionId,
    serviceTime: '2026-11-20 14:32:02',
    confirmedAt: AT + 4_000,
    finalAt: AT + 7_000,
    problem: { code: 'service-1001', text: 'Declined' },
    reference: 'R-77',
    events: [
      { at: AT, kind: 'opened', by: 'Amal Rahman' },
      { at: AT + 1_000, kind: 'checked' },
      { at: AT + 4_000, kind: 'approved', by: 'Amal Rahman' },
      { at: AT + 5_000, kind: 'confirm-refused', code: 1001 },
      { at: AT + 6_000, kind: 'still-reserved', state: -1 },
      { at: AT + 66_000, kind: 'still-reserved', state: -1 },
      { at: AT + 70_000, kind: 'final', state: 2 },
    ],
  })
  expect(packet).toMatchObject({ subject: 'Report on sale 0483', paper: { kind: 'report' } })
  const happened = [
    '2026-11-20 14:32:02 Checked and reserved',
    '2026-11-20 14:32:05 Amal Rahman confirmed',
    `2026-11-20 14:32:06 ${text('sale.refusedFor', { why: text('sale.refusal.funds') })} (code 1001)`,
    '2026-11-20 14:32:07 – 14:33:07 Checked: not processed yet (status -1) (2 times)',
    '2026-11-20 14:33:11 Not sold (status 2)',
  ]
  expect(packet.text.split('\n\n').map((block) => block.split('\n'))).toEqual([
    ['Report on sale 0483', 'SIDRA CORNER SHOP', 'Deira'],
    ['POS ID: 20418', 'Provider no.: 69d-7c9', 'Sale number: 0483', `Sale ID: ${A_SALE_ID}`, 'Reference: R-77'],
    [
      'Product: Qamra Recharge',
      'Product ID: qamra',
      'Number: +971 50 123 4567',
      'Amount: AED 50.00',
      'Customer pays: AED 50.00',
      'Status: Not sold (failed)',
      'Problem code: service-1001',
    ],
    [
      'Times in Asia/Dubai',
      'Started: 2026-11-20 14:32:01',
      'Confirmed: 2026-11-20 14:32:05',
      'Final: 2026-11-20 14:32:08',
      'Time at the provider: 2026-11-20 14:32:02',
      'Cashier: Amal Rahman',
      'Till: Counter',
    ],
    [text('supportReport.history'), ...happened],
  ])
})

it('a support report leaves out what a sale does not have', () => {
  const { account: _, ...voucher } = aSale({ kind: 'voucher', batch: { id: 'b', line: 3, of: 10 } })
  const { text: report } = supportReport(voucher, { ...words, point: undefined }, 'Asia/Dubai')
  expect(report).not.toMatch(/Number|Account|POS ID|Provider no|Problem|What happened/)
  expect(report).toContain('Quantity: Line 3 of 10')
})

it('a support report contains no secret, wherever in a sale a person or a program put one', () => {
  const secret = 'CANARY-5678-1234'
  const kinds =
    'checked approved final code-revealed receipt-revealed delivered resolved acknowledged opened cost-differs'
  const events = kinds.split(' ').map((kind) => ({ at: AT, kind, by: 'Amal Rahman', note: secret, reason: secret }))
  // Fields that the type of a sale does not have, and the free text of people and of the wholesaler.
  const leaky = {
    number: 483,
    kind: 'voucher',
    state: 'succeeded',
    voucher: 'delivered',
    delivered: { at: AT, method: 'given', by: secret },
    resolution: { outcome: 'sold', note: secret, at: AT, by: 'Hamad Saleh' },
    problem: { code: 'service-1001', text: secret },
    customer: secret,
    pin: secret,
    serial: secret,
    link: `https://example.ae/${secret}`,
    receipt: { info: secret },
    info: { number: secret, serial: secret },
    events,
  } as unknown as Partial<Sale>
  const { subject, text: report, paper } = packetOf(leaky)
  expect(report).toContain(text('sale.event.code-revealed', { by: 'Amal Rahman' }))
  expect(`${subject}${report}${JSON.stringify(paper)}`).not.toContain('CANARY')
  expect(decodeURIComponent(supportMailLink('help@example.ae', packetOf(leaky)))).not.toContain('CANARY')
})

it('a support report of an international top-up has the selection by name and id, and what the check returned instead', () => {
  const mismatch = {
    chosen: { id: '401', name: 'Islanet' },
    detected: { id: '403', name: 'Lakbay' },
    accepted: { at: AT, by: 'Amal Rahman' },
  }
  const events: SaleEvent[] = [
    { at: AT, kind: 'operator-differs', reason: 'Lakbay' },
    { at: AT, kind: 'operator-accepted', by: 'Amal Rahman' },
  ]
  const { text: report } = supportReport(anInternationalSale({ mismatch, events }), words, 'Asia/Dubai')
  expect(report.split('\n')).toEqual(
    expect.arrayContaining([
      'Country: Philippines, PHL',
      'Operator: Islanet, 401',
      'The check found: Lakbay, 403',
      'Denomination ID: load-300',
      'Number: +63 917 555 0142',
      'Recipient gets: PHP 300.00',
      'Customer pays: AED 21.50',
      '2026-11-20 14:32:01 The number belongs to a different operator',
      `2026-11-20 14:32:01 ${text('sale.event.operator-accepted', { by: 'Amal Rahman' })}`,
    ]),
  )
  const agreed = supportReport(anInternationalSale(), words, 'Asia/Dubai').text
  expect(agreed).not.toContain(text('sale.international.detected'))
})

it('a support report has the latest forty lines of a long history', () => {
  const found = (index: number): SaleEvent => ({ at: AT + index * 1_000, kind: 'still-reserved', state: index })
  const events = Array.from({ length: 50 }, (_, index) => found(index))
  const { text: report } = packetOf({ state: 'pending', events })
  expect(report).toContain('10 earlier entries left out')
  expect(report).not.toContain('(status 9)')
  expect(report.match(/Checked:/g)).toHaveLength(40)
})

it('the email to support opens with address, subject and text, whatever they contain, and without an address when there is none', () => {
  const href = supportMailLink(' help+uae@example.ae ', { subject: 'Sale 1 & 2?', text: 'a=b\nc #d' })
  expect(href).toBe('mailto:help%2Buae@example.ae?subject=Sale%201%20%26%202%3F&body=a%3Db%0D%0Ac%20%23d')
  expect(supportMailLink('', { subject: 's', text: 't' })).toBe('mailto:?subject=s&body=t')
})
