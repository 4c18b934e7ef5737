import { describe, expect, it } from 'vitest'

import type { Money } from '#domain/money/money.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { saleFor } from '#server/sales/sale-view.ts'
import {
  abandonedSale,
  amal,
  APPROVED_AT,
  canceledSale,
  checkedSale,
  resolved,
  confirmingSale,
  failedSale,
  hamad,
  heldSale,
  HOUR,
  joseph,
  MINUTE,
  notExecutedSale,
  openedSale,
  pendingSale,
  refusedSale,
  succeededSale,
  unknownSale,
} from '../../support/sales.ts'

it('only a supervisor sees the event of a differing cost', () => {
  const given: SaleEvent[] = [
    { at: APPROVED_AT, kind: 'approved', by: amal.name },
    { at: APPROVED_AT, kind: 'cost-differs', reason: 'above-price' },
  ]
  const cashiers = saleFor({ ...amal, role: 'cashier' }, succeededSale(), APPROVED_AT, { events: given })
  expect(cashiers.events).toEqual([given[0]])
  expect(cashiers).not.toHaveProperty('cost')
  expect(saleFor({ ...amal, role: 'supervisor' }, succeededSale(), APPROVED_AT, { events: given }).events).toEqual(
    given,
  )
})

const cashier = { ...amal, role: 'cashier' as const }
const another = { ...joseph, role: 'cashier' as const }
const supervisor = { ...hamad, role: 'supervisor' as const }

const ALLOWED = `id number version kind state held serviceId serviceName brand account customer batch amount pays
  transactionId serviceTime reference voucher revealCount printCount delivered problem conflicting
  resolution attention refund isUnread nextFindAt findCount lastFindAt openedAt checkedAt confirmedAt
  finalAt cashier terminal`

describe('a sale as a person may view it', () => {
  it('a sale has its reason for attention, by the clock of the till', () => {
    expect(saleFor(cashier, unknownSale(), APPROVED_AT + 15 * MINUTE - 1)).not.toHaveProperty('attention')
    expect(saleFor(cashier, unknownSale(), APPROVED_AT + 15 * MINUTE).attention).toBe('late')
    expect(saleFor(supervisor, canceledSale(), APPROVED_AT).attention).toBe('canceled')
  })

  it('a sale is unread only for the person concerned', () => {
    const sale = { ...succeededSale(), unread: { cashier: true as const } }
    const isUnread = [cashier, another, supervisor].map((person) => saleFor(person, sale, APPROVED_AT).isUnread)
    expect(isUnread).toEqual([true, undefined, undefined])
  })

  it('only a supervisor sees cost, commission and the reasons of a notification', () => {
    const money = { amount: '48.00', currency: 'AED' } as NonNullable<Sale['cost']>
    const sale: SaleRecord = {
      ...succeededSale(),
      cost: money,
      firstCost: money,
      commission: { kind: 'percent', value: '4' as Money['amount'] },
      unread: { cashier: true, supervisor: 'notified', reasons: ['cost-differs'] },
    }
    const fields = ['cost', 'firstCost', 'commission', 'unreadReasons']
    expect(Object.keys(saleFor(supervisor, sale, APPROVED_AT))).toEqual(expect.arrayContaining(fields))
    const given = Object.keys(saleFor(cashier, sale, APPROVED_AT))
    expect(given.filter((field) => fields.includes(field))).toEqual([])
    expect(given).toContain('isUnread')
  })

  it('a sale contains its resolution and a refund that is due', () => {
    const late = resolved(pendingSale(), 'not-sold', APPROVED_AT + HOUR).sale
    const expected = { resolution: { outcome: 'not-sold', note: 'Support said so', by: 'Hamad Saleh' }, refund: {} }
    expect(saleFor(cashier, late, APPROVED_AT + HOUR)).toMatchObject(expected)
  })

  it('a sale contains when the next find is due, and no other next action', () => {
    expect(saleFor(cashier, pendingSale(), APPROVED_AT).nextFindAt).toBe(pendingSale().next?.at)
    expect(saleFor(cashier, checkedSale(), APPROVED_AT)).not.toHaveProperty('nextFindAt')
    expect(saleFor(cashier, confirmingSale(), APPROVED_AT)).not.toHaveProperty('nextFindAt')
  })

  it.each(
    [
      [openedSale, checkedSale, confirmingSale, unknownSale, pendingSale, heldSale, notExecutedSale],
      [succeededSale, failedSale, abandonedSale, refusedSale],
    ].flat(),
  )('a sale contains no internal fields (%#)', (given) => {
    const allowed = ALLOWED.split(/\s+/)
    const shown = Object.keys(saleFor(cashier, given(), APPROVED_AT + HOUR))
    expect(shown.filter((field) => !allowed.includes(field))).toEqual([])
    const more = Object.keys(saleFor(supervisor, given(), APPROVED_AT + HOUR, { events: [] }))
    const forSupervisors = [...allowed, 'cost', 'firstCost', 'commission', 'unreadReasons', 'events']
    expect(more.filter((field) => !forSupervisors.includes(field))).toEqual([])
  })
})
