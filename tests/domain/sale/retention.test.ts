import { describe, expect, it } from 'vitest'

import { isMasked, maskForGood, matchesMasked } from '#domain/phone/contact.ts'
import { hasNumbers, maskSale, mayMaskNumbers, monthsBefore } from '#domain/sale/retention.ts'
import { differsFromSale } from '#domain/sale/steps/match-transaction.ts'
import { aSale, aTransaction } from '../../support/sales.ts'

describe('a number that is masked permanently', () => {
  it.each([
    ['971501234567', '••••••••4567'],
    ['amal@example.com', '••••••••••••.com'],
    ['12345', '•••45'],
    ['1', '•'],
    ['', ''],
  ])('maskForGood makes of %j %j', (account, masked) => expect(maskForGood(account)).toBe(masked))

  it('a masked number matches the original number, and no other ending', () => {
    const masked = maskForGood('971501234567')
    expect(isMasked(masked)).toBe(true)
    expect(matchesMasked('971501234567', masked)).toBe(true)
    expect(matchesMasked('971501234568', masked)).toBe(false)
    expect(matchesMasked('Amal@Example.COM', maskForGood('amal@example.com'))).toBe(true)
    expect(isMasked('971501234567')).toBe(false)
    expect(isMasked(undefined)).toBe(false)
  })

  it('a requested find of a masked sale does not report a difference because of the mask', () => {
    const masked = maskSale(aSale.succeeded())
    expect(masked.account).toBe('••••••••4567')
    expect(differsFromSale(masked, aTransaction({ state: 1 }))).toBe(false)
    expect(differsFromSale(masked, aTransaction({ state: 1, account: '971509999999' }))).toBe(true)
  })
})

it.each([
  ['2026-11-25T10:00:00Z', 1, '2026-10-25T10:00:00Z'],
  ['2026-03-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2024-03-31T10:00:00Z', 1, '2024-02-29T10:00:00Z'],
  ['2026-01-15T00:00:00Z', 24, '2024-01-15T00:00:00Z'],
  ['2026-01-15T00:00:00Z', 13, '2024-12-15T00:00:00Z'],
])('%s minus %i months is %s', (now, months, before) => {
  expect(new Date(monthsBefore(Date.parse(now), months)).toISOString()).toBe(before.replace('Z', '.000Z'))
})

describe("the time at which a sale's number may be masked", () => {
  it.each([
    ['a sold one', aSale.succeeded(), true],
    ['a refused one', aSale.refused(), true],
    ['one being opened', aSale.opened(), false],
    ['a checked one', aSale.checked(), false],
    ['one being confirmed', aSale.confirming(), false],
    ['one not known yet', aSale.unknown(), false],
    ['a pending one', aSale.pending(), false],
    ['a canceled one, which a supervisor resolves', aSale.canceled(), false],
    ['one that failed, with a refund due', { ...aSale.failed(), refund: {} }, false],
    ['one that failed and was refunded', { ...aSale.failed(), refund: { done: { at: 1, by: 'Amal' } } }, true], // prettier-ignore
    ['one with a contradiction', { ...aSale.succeeded(), conflicting: true as const }, false],
    ['a code that was not delivered', { ...aSale.succeeded(), voucher: 'ready' as const }, false],
    ['a code that is still coming', { ...aSale.succeeded(), voucher: 'coming' as const }, false],
    ['a delivered code', { ...aSale.succeeded(), voucher: 'delivered' as const }, true],
    ['one that is still rechecked', { ...aSale.succeeded(), next: { kind: 'find' as const, at: 1 } }, false],
  ])('mayMaskNumbers decides about a sale, for example %s: %#', (_, sale, may) => {
    const { unread: _unread, ...seen } = sale
    expect(mayMaskNumbers(seen)).toBe(may)
  })

  it('maskSale masks the customer of a voucher, too, and does not change what is masked already', () => {
    const sale = { ...aSale.succeeded(), customer: 'huda@example.com' }
    const masked = maskSale(sale)
    expect(masked).toEqual({ ...sale, account: '••••••••4567', customer: '••••••••••••.com' })
    expect(maskSale(masked)).toEqual(masked)
    expect([hasNumbers(sale), hasNumbers(masked)]).toEqual([true, false])
    const { account: _account, ...without } = aSale.succeeded()
    expect(hasNumbers(without)).toBe(false)
  })
})
