import { describe, expect, it } from 'vitest'

import { customerStatusOf, customerViewOf, type CustomerStatus } from '#domain/sale/customer-status.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  abandonedSale,
  APPROVED_AT,
  cancelledSale,
  checkedSale,
  comingVoucher,
  confirmingInternational,
  confirmingSale,
  DAY,
  deliveredVoucher,
  expiredSale,
  failedSale,
  heldSale,
  notExecutedSale,
  openedSale,
  openedVoucher,
  pendingSale,
  readyVoucher,
  refunded,
  refusedSale,
  replacedSale,
  resolved,
  succeededSale,
  unknownSale,
} from '../../support/sales.ts'

const LATER = APPROVED_AT + DAY
const conflicting = (sale: SaleRecord): SaleRecord => ({ ...sale, conflicting: true })
const resolvedAs = (sale: SaleRecord, outcome: 'sold' | 'not-sold') => resolved(sale, outcome, LATER).sale

describe('what the customer of a sale is told', () => {
  it.each<[what: string, sale: () => SaleRecord, status: CustomerStatus]>([
    ['is being sent', confirmingSale, 'on-its-way'],
    ['is pending', pendingSale, 'on-its-way'],
    ['is held', heldSale, 'on-its-way'],
    ['got no answer', unknownSale, 'not-known'],
    ['was not executed, and waits for a person', notExecutedSale, 'not-known'],
    ['succeeded', succeededSale, 'sold'],
    ['waits for its code', comingVoucher, 'code-coming'],
    ['has its code', readyVoucher, 'code-waiting'],
    ['was handed over', deliveredVoucher, 'sold'],
    ['failed', failedSale, 'not-sold'],
    ['was given up after its confirm', abandonedSale, 'not-sold'],
    ['was given up and refunded', () => refunded(abandonedSale(), LATER).sale, 'refunded'],
    ['was cancelled by the service', cancelledSale, 'not-known'],
    ['was replaced by support', replacedSale, 'not-known'],
    ['has contradicting answers', () => conflicting(succeededSale()), 'not-known'],
    ['failed with contradicting answers', () => conflicting(failedSale()), 'not-known'],
    ['was resolved as sold', () => resolvedAs(unknownSale(), 'sold'), 'sold'],
    ['was resolved as not sold', () => resolvedAs(unknownSale(), 'not-sold'), 'not-sold'],
    ['was cancelled and resolved as sold', () => resolvedAs(cancelledSale(), 'sold'), 'sold'],
    ['was refunded before it turned out to be sold', () => resolvedAs(conflicting(refunded(abandonedSale(), LATER).sale), 'sold'), 'refunded'], // prettier-ignore
    // Nobody has a link to one of these, unless the journal was put back from a backup of before its confirm.
    ['is only opened in the journal', () => openedSale(), 'not-known'],
    ['is only checked in the journal', checkedSale, 'not-known'],
    ['expired in the journal', expiredSale, 'not-known'],
    ['was refused in the journal', refusedSale, 'not-known'],
  ])('of a sale that %s', (_, sale, status) => {
    expect(customerStatusOf(sale())).toBe(status)
  })

  it('is the product, when it was sent, and the last four digits of a long number', () => {
    expect(customerViewOf(pendingSale())).toEqual({
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
    'has no digits of the account %j',
    (account) => {
      const sale = account === undefined ? openedVoucher() : openedVoucher({ account })
      expect(customerViewOf(sale)).not.toHaveProperty('lastDigits')
    },
  )
})
