import { describe, expect, it } from 'vitest'

import { ALERT_KINDS, type AlertFact } from '#domain/alerts.ts'
import { LANGUAGES } from '#domain/language.ts'
import { decimal, money } from '#domain/money/money.ts'
import { wordAlert } from '#server/alerts/alert-text.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const aed = (amount: string) => money(decimal(amount), 'AED')

describe('the text of an alert', () => {
  const sums = { paid: [aed('1642.50')], margin: [aed('41.2')], refundsDue: [] }
  const counts = { sold: 47, notSold: 2, waiting: 1, unknown: 0 }
  const drawers = { closed: 3, over: [aed('0.75')], short: [aed('12.5')] }
  const drawer = { zNumber: 42, terminal: 'Till 1', direction: 'short', difference: aed('5'), closedAt: NOW } as const
  const facts: { [K in AlertFact['kind']]: [fact: AlertFact & { kind: K }, figures: string[]] } = {
    'alerts-changed': [{ kind: 'alerts-changed', by: 'Noura', at: NOW }, ['Noura', '16:00']],
    'wallet-below': [{ kind: 'wallet-below', balance: aed('1400'), line: aed('1500') }, ['AED 1400.00', 'AED 1500.00']],
    'wallet-days': [{ kind: 'wallet-days', days: 1.44, lowBalanceDays: 2 }, ['1.4', '2']],
    'deposit-late': [
      { kind: 'deposit-late', amount: aed('5000'), slip: '77-1204', paidAt: NOW },
      ['AED 5000.00', '77-1204'],
    ],
    'sale-unknown': [
      { kind: 'sale-unknown', number: 481, product: 'Du', pays: aed('50'), confirmedAt: NOW },
      ['481', 'Du', 'AED 50.00', '16:00'],
    ],
    'selling-stopped': [{ kind: 'selling-stopped', reason: 'inactive', since: NOW }, ['16:00']],
    'service-away': [{ kind: 'service-away', since: NOW }, ['16:00']],
    'backup-old': [{ kind: 'backup-old', hours: 37 }, ['37']],
    'drawer-difference': [{ kind: 'drawer-difference', ...drawer }, ['42', 'Till 1', 'AED 5.00', '16:00']],
    'day-summary': [
      { kind: 'day-summary', day: '2026-11-20', ...counts, ...sums, drawers },
      ['2026-11-20', '47', 'AED 1642.50', 'AED 41.20', 'AED 0.75', 'AED 12.50'],
    ],
  }

  it.each(
    [...ALERT_KINDS, 'alerts-changed' as const].flatMap((kind) => LANGUAGES.map((language) => ({ kind, language }))),
  )("an alert of $kind in $language has its figures, and times in the shop's time zone", ({ kind, language }) => {
    const [fact, figures] = facts[kind]
    const alert = { kind, facts: [fact], isTest: false, isPractice: false, shopName: 'Sidra' }
    const { title, body } = wordAlert(alert, language, 'Asia/Dubai')
    expect(title).toMatch(/^Sidra: ./)
    for (const figure of figures) expect(body).toContain(figure)
    expect(`${title}${body}`).not.toMatch(/undefined|\[object|NaN/)
  })

  it.each(['wallet-below', 'wallet-days', 'deposit-late', 'drawer-difference', 'day-summary'] as const)(
    'an alert of %s contains no figure where a cashier may see it',
    (kind) => {
      const alert = { kind, facts: [facts[kind][0]], isTest: false, isPractice: false }
      for (const language of LANGUAGES) {
        const { title, body } = wordAlert(alert, language, 'Asia/Dubai', { hidesFigures: true })
        expect(body).not.toBe('')
        expect(`${title} ${body}`).not.toMatch(/\d/)
      }
    },
  )

  it('the text of an alert begins with whether it is a test or practice', () => {
    const { title, body } = wordAlert({ facts: [], isTest: true, isPractice: true }, 'en', 'Asia/Dubai')
    expect(title).toMatch(/^Test: Practice/)
    expect(body).not.toBe('')
  })

  it.each([
    ['en', 1, '1 hour old'],
    ['ar', 3, '3 ساعات'],
    ['ar', 40, '40 ساعة'],
    ['hi', 1, '1 घंटा'],
    ['ur', 1, '1 گھنٹہ'],
  ] as const)("an alert in %s counts a backup of %i hours with the language's plural", (language, hours, counted) => {
    const alert = { facts: [{ kind: 'backup-old', hours }], isTest: false, isPractice: false } as const
    expect(wordAlert(alert, language, 'Asia/Dubai').body).toContain(counted)
  })

  it('an alert shows a name that looks like escaped characters as it was typed', () => {
    const fact = { ...facts['sale-unknown'][0], product: String.raw`Du \u202e\x0a\\u0041` }
    const alert = { kind: fact.kind, facts: [fact], isTest: false, isPractice: false }
    for (const language of LANGUAGES) expect(wordAlert(alert, language, 'Asia/Dubai').body).toContain(fact.product)
  })

  it('an alert of many events names ten of them and counts the others', () => {
    const many = Array.from({ length: 25 }, () => facts['sale-unknown'][0])
    const alert = { kind: 'sale-unknown', facts: many, isTest: false, isPractice: false } as const
    const { body } = wordAlert(alert, 'en', 'Asia/Dubai')
    expect(body.split('\n')).toHaveLength(11)
    expect(body).toContain('15')
  })
})
