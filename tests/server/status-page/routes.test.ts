import { describe, expect, it } from 'vitest'

import { customerViewOf, type CustomerView } from '#domain/sale/customer-status.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { SAY } from '#server/lib/words.ts'
import { chooseLanguage } from '#server/status-page/languages.ts'
import { statusPage, TONES, type StatusShop } from '#server/status-page/status-page.ts'
import {
  abandonedSale,
  anAmount,
  canceledSale,
  comingVoucher,
  confirmingSale,
  deliveredVoucher,
  failedSale,
  notExecutedSale,
  pendingSale,
  readyVoucher,
  succeededSale,
  unknownSale,
} from '../../support/sales.ts'
import { rowsOf } from '../../support/rows.ts'

/** @security V8.2.1: A status page has no code, amount or name. */

const AT = Date.UTC(2026, 10, 20, 10, 32)
const seen = {
  now: AT,
  timeZone: 'Asia/Dubai',
  isPractice: false,
  stays: false,
  shop: { accent: 'petrol' } as StatusShop,
}
const pageOf = (changes: Partial<CustomerView> = {}, language: Language = 'en', more: Partial<typeof seen> = {}) =>
  statusPage({ status: 'on-its-way', product: 'Qamra', sentAt: AT, ...changes }, { ...seen, ...more }, language)

describe('the status page of a sale', () => {
  it.each(LANGUAGES)(
    'the status page says in %s what happened and what to do, and reloads while that may change',
    (language) => {
      const say = SAY[language]
      for (const status of Object.keys(TONES) as (keyof typeof TONES)[]) {
        const { body, looksAgain } = pageOf({ status }, language)
        expect(body).toContain(`<html lang="${language}" dir="${say('direction')}">`)
        for (const part of ['heading', 'what', 'next'] as const)
          expect(body).toContain(`>${say(`status.${status}.${part}`)}</`)
        expect(looksAgain, status).toBe(['on-its-way', 'code-coming', 'not-known'].includes(status))
        expect(body.includes('href="?stay"')).toBe(looksAgain)
        expect(body).not.toMatch(/<script|<form|\son\w+=|style=/)
      }
    },
  )

  it("the status page has the shop's name, logo, color and telephone, each as it was typed", () => {
    const shop = {
      name: 'Sidra & Sons',
      phone: '+971 4 123 4567',
      logo: 'data:image/png;base64,AAAA',
      accent: 'plum' as const,
    }
    const { body } = pageOf({}, 'en', { shop })
    expect(body).toContain('<p><bdi>Sidra &amp; Sons</bdi></p>')
    expect(body).toContain('<img src="data:image/png;base64,AAAA" alt="">')
    expect(body).toContain('<body class="plum">')
    expect(body).toMatch(/<a href="tel:\+97141234567">.*\+971 4 123 4567.*<\/a>/)
    const calls = (phone: string) =>
      /tel:([^"]*)/.exec(pageOf({}, 'en', { shop: { accent: 'petrol', phone } }).body)?.[1]
    expect(calls('ask inside, until 9')).toBeUndefined()
    expect(calls('٠٤ ١٢٣ ٤٥٦٧')).toBe('041234567')
    expect(calls('+٩٧١ ٤ ١٢٣ ٤٥٦٧')).toBe('+97141234567')
    expect(calls('04 123 4567 / 050 123 4567 (9 to 5)')).toBe('0501234567')
    expect(calls('(04) 123-4567')).toBe('041234567')
    expect(calls('*123#')).toBe('*123%23')
    expect(pageOf().body).not.toContain('<header')
  })

  it("the status page shows times in the shop's time zone", () => {
    const { body } = pageOf({ sentAt: AT - 60_000 })
    expect(body).toContain('20-11-2026 14:31')
    expect(body).toContain('20-11-2026 14:32')
  })

  it('the status page does not reload for a customer who turned that off', () => {
    const { body, looksAgain } = pageOf({}, 'en', { stays: true })
    expect(looksAgain).toBe(false)
    expect(body).toContain('<a href="?">Refresh</a>')
  })

  it('the status page of a practice sale says so', () => {
    expect(pageOf({}, 'en', { isPractice: true }).body).toContain(SAY.en('status.practice'))
    expect(pageOf().body).not.toContain(SAY.en('status.practice'))
  })

  it('the status page shows the name of a product as text, and cuts a long one', () => {
    const { body } = pageOf({ product: `<b onclick="x">'&"${'q'.repeat(500)}` })
    expect(body).toContain('&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;&quot;qqq')
    expect(body).not.toContain('<b onclick')
    expect(body).not.toContain('q'.repeat(121))
  })

  it.each(
    [
      [confirmingSale, pendingSale, unknownSale, notExecutedSale, succeededSale, failedSale, canceledSale],
      [abandonedSale, comingVoucher, readyVoucher, deliveredVoucher],
    ].flat(),
  )('the status page shows nothing else of the sale, whatever is in its record ($name)', (cashTendered) => {
    const person = (name: string) => ({ id: `canary of ${name}`, name: `Canary ${name}` })
    const filled: SaleRecord = {
      ...cashTendered(),
      number: 778_899,
      account: '971554433221',
      customer: 'canary@shop.example',
      brand: 'Canary Brand',
      cashier: person('cashier'),
      terminal: person('till'),
      amount: anAmount('61.25'),
      pays: anAmount('62.5'),
      cashTendered: anAmount('70'),
      cost: anAmount('58.75'),
      firstCost: anAmount('57.25'),
      reference: 'canary-reference',
      problem: { code: 'service-failed', text: 'Canary of the service' },
      batch: { id: 'canary-batch', line: 3, of: 9 },
      delivered: { at: AT, method: 'printed', by: 'Canary deliverer' },
      approval: { at: AT, by: person('seller'), terminal: person('till'), approver: person('approver') },
    }
    for (const language of LANGUAGES) {
      const { body } = statusPage(customerViewOf(filled), seen, language)
      expect(body).toContain('3221')
      const amounts = ['AED', '61.25', '62.5', '58.75', '57.25']
      for (const secret of [filled.id, String(filled.transactionId), '778899', '97155', ...amounts])
        expect(body).not.toContain(secret)
      expect(body).not.toMatch(/canary/i)
    }
  })
})

describe('the language of the status page', () => {
  it.each(
    rowsOf([
      ['en', [undefined, '', 'en-GB,en;q=0.9,ar;q=0.8', 'de, fr;q=0.9', 'ar;q=0, de', '*', `${'x'.repeat(300)},ar`]],
      ['en', [';;;,,,q=1']],
      ['ar', ['ar', 'ar-AE,ar;q=0.9,en;q=0.8', 'de-DE, de;q=0.9, ar;q=0.3', 'AR', 'constructor, ar;q=0.1']],
      ['ur', ['ur-PK,ur;q=0.9,en;q=0.8']],
      ['hi', ['hi-IN, hi;q=0.9']],
    ]),
  )('the status page for %j is in %s', (header, language) => {
    expect(chooseLanguage(header)).toBe(language)
  })
})
