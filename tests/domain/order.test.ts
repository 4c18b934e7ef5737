import { describe, expect, it } from 'vitest'

import { findOrderId, holdsOrder, isOrderOpen, ORDER_LIFE_MS, orderCode, orderLabel } from '#domain/order.ts'
import { SALE_STATES, type Sale, type SaleState } from '#domain/sale/sale.ts'

const ID = '01JD6X0000000000000000000A'

describe('the label of an order', () => {
  it.each([
    [1, 'A-1'],
    [17, 'A-17'],
    [99, 'A-99'],
    [100, 'B-1'],
    [198, 'B-99'],
    // No I and no O, which are read as digits, and no Q.
    [8 * 99 + 1, 'J-1'],
    [23 * 99, 'Z-99'],
    [23 * 99 + 1, 'A-1'],
  ])('order %i of a day is called %s', (count, label) => {
    expect(orderLabel(count)).toBe(label)
  })

  it('no two of two thousand orders in a row have the same label', () => {
    expect(new Set(Array.from({ length: 2_000 }, (_, at) => orderLabel(at + 1))).size).toBe(2_000)
  })
})

describe('the QR code of an order', () => {
  it.each([
    orderCode(ID),
    `  ${orderCode(ID).toLowerCase()} `,
    // As other keyboards write dash and colon.
    orderCode(ID).replace('-', 'ß').replace(':', 'Ö'),
  ])('%j is read as its id', (scanned) => {
    expect(findOrderId(scanned)).toBe(ID)
  })

  it.each([ID, `TOPTILL-ORDER:${ID}X`, 'TOPTILL-ORDER:', `TOPTILL-ORDER:9${ID.slice(1)}`, `X${orderCode(ID)}`, ''])(
    '%j names no order',
    (scanned) => {
      expect(findOrderId(scanned)).toBeUndefined()
    },
  )
})

describe('the life of an order', () => {
  it.each([
    ['just placed', 0, true],
    ['a moment before its end', ORDER_LIFE_MS - 1, true],
    ['at its end', ORDER_LIFE_MS, false],
    ['from the future, after the clock was set back', -1, false],
  ])('an order is open or over: %s', (_, age, isOpen) => {
    expect(isOrderOpen({ placedAt: 1_000_000 }, 1_000_000 + age)).toBe(isOpen)
  })
})

describe('the one sale of an order', () => {
  const HOLDING: SaleState[] = [
    'confirming',
    'unknown',
    'pending',
    'not-executed',
    'succeeded',
    'cancelled',
    'replaced',
  ]
  it.each(SALE_STATES)('a sale that is %s holds its order only if money may have moved, or still may', (state) => {
    expect(holdsOrder({ state })).toBe(HOLDING.includes(state))
  })

  const RESOLVED = { note: 'support said so', at: 1, by: 'Hamad' }
  it.each<[string, Parameters<typeof holdsOrder>[0], boolean]>([
    ['failed, and contradicted', { state: 'failed', conflicting: true }, true],
    ['given up after its confirm, which is still asked about', { state: 'abandoned', confirmedAt: 1 }, true],
    ['given up before', { state: 'abandoned' }, false],
    ['unknown, and resolved as sold', { state: 'unknown', resolution: { ...RESOLVED, outcome: 'sold' } }, true],
    [
      'unknown, and resolved as not sold',
      { state: 'unknown', resolution: { ...RESOLVED, outcome: 'not-sold' } },
      false,
    ],
    [
      'not executed, and resolved as not sold',
      { state: 'not-executed', resolution: { ...RESOLVED, outcome: 'not-sold' } },
      false,
    ],
  ] satisfies [string, Partial<Sale>, boolean][])('a sale that is %s', (_, sale, holds) => {
    expect(holdsOrder(sale)).toBe(holds)
  })
})
