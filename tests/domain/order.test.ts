import { describe, expect, it } from 'vitest'

import { findOrderId, holdsOrder, isOrderOpen, ORDER_LIFE_MS, orderCode, orderLabel } from '#domain/order.ts'
import { SALE_STATES, type SaleState } from '#domain/sale/sale.ts'

const ID = '01JD6X0000000000000000000A'

describe('the label of an order', () => {
  it.each([
    [1, 'A-1'],
    [17, 'A-17'],
    [99, 'A-99'],
    [100, 'B-1'],
    [198, 'B-99'],
    // I and O are left out because they are read as digits, and Q is left out as well.
    [8 * 99 + 1, 'J-1'],
    [23 * 99, 'Z-99'],
    [23 * 99 + 1, 'A-1'],
  ])('order %i of a day is called %s', (count, label) => expect(orderLabel(count)).toBe(label))

  it('no two of two thousand orders in a row have the same label', () => {
    expect(new Set(Array.from({ length: 2_000 }, (_, at) => orderLabel(at + 1))).size).toBe(2_000)
  })
})

describe('the QR code of an order', () => {
  it.each([
    orderCode(ID),
    `  ${orderCode(ID).toLowerCase()} `,
    // On another keyboard layout, these are typed instead of dash and colon.
    orderCode(ID).replace('-', 'ß').replace(':', 'Ö'),
  ])('findOrderId reads the id of an order from %j', (scanned) => expect(findOrderId(scanned)).toBe(ID))

  it.each([ID, `TOPTILL-ORDER:${ID}X`, 'TOPTILL-ORDER:', `TOPTILL-ORDER:9${ID.slice(1)}`, `X${orderCode(ID)}`, ''])(
    'findOrderId finds no order in %j',
    (scanned) => expect(findOrderId(scanned)).toBeUndefined(),
  )
})

describe('the life of an order', () => {
  it.each([
    ['just placed', 0, true],
    ['a moment before its end', ORDER_LIFE_MS - 1, true],
    ['at its end', ORDER_LIFE_MS, false],
    ['from the future, after the clock was set back', -1, false],
  ])('an order is open or expired by its age: %s', (_, age, isOpen) => {
    const order = { placedAt: 1_000_000, expiresAt: 1_000_000 + ORDER_LIFE_MS }
    expect(isOrderOpen(order, order.placedAt + age)).toBe(isOpen)
  })

  it('an order that was ended early is over', () => {
    expect(isOrderOpen({ placedAt: 1_000_000, expiresAt: 1_000_500 }, 1_000_499)).toBe(true)
    expect(isOrderOpen({ placedAt: 1_000_000, expiresAt: 1_000_500 }, 1_000_500)).toBe(false)
  })
})

describe('the one sale of an order', () => {
  const NOT_HOLDING: SaleState[] = ['opened', 'refused', 'checked', 'failed', 'abandoned']
  it.each(SALE_STATES)('a sale that is %s holds its order only if money may have moved, or still may', (state) => {
    expect(holdsOrder({ state })).toBe(!NOT_HOLDING.includes(state))
  })

  const resolved = (outcome: 'sold' | 'not-sold') => ({ resolution: { outcome, note: 'so', at: 1, by: 'Hamad' } })
  it.each<[string, boolean, Parameters<typeof holdsOrder>[0]]>([
    ['failed, and contradicted', true, { state: 'failed', conflicting: true }],
    ['abandoned after its confirm, and still polled', true, { state: 'abandoned', confirmedAt: 1 }],
    ['abandoned before its confirm', false, { state: 'abandoned' }],
    ['unknown, and resolved as sold', true, { state: 'unknown', ...resolved('sold') }],
    ['unknown, and resolved as not sold', false, { state: 'unknown', ...resolved('not-sold') }],
    ['not executed, and resolved as not sold', false, { state: 'not-executed', ...resolved('not-sold') }],
  ])('holdsOrder, for a sale that is %s, is %s', (_, holds, sale) => expect(holdsOrder(sale)).toBe(holds))
})
