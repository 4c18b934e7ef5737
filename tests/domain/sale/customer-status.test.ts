import { describe, expect, it } from 'vitest'

import { customerStatusOf, customerViewOf, type CustomerStatus } from '#domain/sale/customer-status.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { APPROVED_AT, aSale, aVoucher, confirmingInternational, DAY, refunded, resolved } from '../../support/sales.ts'

const LATER = APPROVED_AT + DAY
const conflicting = (sale: SaleRecord): SaleRecord => ({ ...sale, conflicting: true })
const resolvedAs = (sale: SaleRecord, outcome: 'sold' | 'not-sold') => resolved(sale, outcome, LATER).sale

describe('the status that a customer sees', () => {
  it.each<[what: string, sale: () => SaleRecord, status: CustomerStatus]>([
    ['is being sent', aSale.confirming, 'on-its-way'],
    ['is pending', aSale.pending, 'on-its-way'],
    ['is held', aSale.held, 'on-its-way'],
    ['got no answer', aSale.unknown, 'not-known'],
    ['was not executed, and waits for a decision', aSale.notExecuted, 'not-known'],
    ['succeeded', aSale.succeeded, 'sold'],
    ['waits for its code', aVoucher.coming, 'code-coming'],
    ['has its code', aVoucher.ready, 'code-waiting'],
    ['was delivered', aVoucher.delivered, 'sold'],
    ['failed', aSale.failed, 'not-sold'],
    ['was abandoned after its confirm', aSale.abandoned, 'not-sold'],
    ['was abandoned and refunded', () => refunded(aSale.abandoned(), LATER).sale, 'refunded'],
    ['was canceled by the provider', aSale.canceled, 'not-known'],
    ['was replaced by support', aSale.replaced, 'not-known'],
    ['has contradicting answers', () => conflicting(aSale.succeeded()), 'not-known'],
    ['failed with contradicting answers', () => conflicting(aSale.failed()), 'not-known'],
    ['was resolved as sold', () => resolvedAs(aSale.unknown(), 'sold'), 'sold'],
    ['was resolved as not sold', () => resolvedAs(aSale.unknown(), 'not-sold'), 'not-sold'],
    ['was canceled and resolved as sold', () => resolvedAs(aSale.canceled(), 'sold'), 'sold'],
    ['was refunded before it turned out to be sold', () => resolvedAs(conflicting(refunded(aSale.abandoned(), LATER).sale), 'sold'), 'refunded'], // prettier-ignore
    // Such a sale has no link, unless the database was restored from a backup made before the sale's confirm.
    ['is only opened in the database', () => aSale.opened(), 'not-known'],
    ['is only checked in the database', aSale.checked, 'not-known'],
    ['expired in the database', aSale.expired, 'not-known'],
    ['was rejected in the database', aSale.refused, 'not-known'],
  ])('the customer of a sale that %s sees its status', (_, sale, status) =>
    expect(customerStatusOf(sale())).toBe(status),
  )

  it('the customer sees the product, when it was sent, and the last four digits of a long number', () => {
    expect(customerViewOf(aSale.pending())).toEqual({
      status: 'on-its-way',
      product: 'Qamra Recharge',
      lastDigits: '4567',
      sentAt: APPROVED_AT,
    })
    expect(customerViewOf(confirmingInternational())).toMatchObject({
      product: 'Islanet, Philippines',
      lastDigits: '0142',
    })
  })

  it.each([undefined, '', '1234567', 'lina@shop.example', 'lina.1234@5678', '••••••••', '97150123456x'])(
    'the customer sees no digits of the account %j',
    (account) => {
      const sale = account === undefined ? aVoucher.opened() : aVoucher.opened({ account })
      expect(customerViewOf(sale)).not.toHaveProperty('lastDigits')
    },
  )
})
