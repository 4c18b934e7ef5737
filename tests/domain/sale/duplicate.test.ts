import { describe, expect, it } from 'vitest'

import { findDuplicate } from '#domain/sale/duplicate.ts'
import { SALE_STATES, type SaleState } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { anAmount, aSaleId, HOUR, MINUTE, OPENED_AT, openedSale } from '../../support/sales.ts'

/**
 * @security V2.3.4: The same sale to the same account is blocked or needs a confirmation, which the commit checks as
 * well.
 */

const NOW = OPENED_AT + HOUR
const mine = openedSale()

/** Another sale with the same content, which became final a minute ago if its state is final. */
function other(changes: Partial<SaleRecord>): SaleRecord {
  return { ...openedSale(), id: aSaleId('B'), number: 2, finalAt: NOW - MINUTE, ...changes }
}
const find = (alike: SaleRecord[], agreedTo?: SaleRecord['id'], sale = mine) =>
  findDuplicate(sale, alike, NOW, agreedTo)

describe('duplicates made by people (rule 11)', () => {
  const BLOCKING = { confirming: 'blocked', unknown: 'blocked', pending: 'blocked', 'not-executed': 'blocked' } as const
  const SAME: Partial<Record<SaleState, 'blocked' | 'confirm'>> = { ...BLOCKING, succeeded: 'confirm' }

  it.each(SALE_STATES.map((state) => ({ state, kind: SAME[state] })))(
    'the same sale in state $state is a duplicate of kind: $kind',
    ({ state, kind }) => {
      const sale = other({ state })
      expect(find([sale])).toEqual(kind && { kind, sale })
    },
  )

  it.each(SALE_STATES.map((state) => ({ state, kind: SAME[state] === 'blocked' ? ('confirm' as const) : undefined })))(
    'another amount for the same account, while the other sale is $state, is a duplicate of kind: $kind',
    ({ state, kind }) => {
      const sale = other({ state, amount: anAmount('25') })
      expect(find([sale])).toEqual(kind && { kind, sale })
    },
  )

  it('the amount is the same however it is written, and differs in another currency', () => {
    expect(find([other({ state: 'pending', amount: anAmount('50.000') })])?.kind).toBe('blocked')
    const dollars = { ...anAmount('50'), currency: 'USD' }
    expect(find([other({ state: 'pending', amount: dollars })])?.kind).toBe('confirm')
  })

  it('a sale of another product or to another account is not a duplicate', () => {
    expect(find([other({ state: 'pending', serviceId: 'velto' })])).toBeUndefined()
    expect(find([other({ state: 'pending', account: '971501234568' })])).toBeUndefined()
    expect(find([other({ state: 'succeeded', account: '971501234568' })])).toBeUndefined()
  })

  it.each([
    { age: 0, asks: true },
    { age: 10 * MINUTE - 1, asks: true },
    { age: 10 * MINUTE, asks: false },
    // The clock was set back, so the age is impossible and counts as too old.
    { age: -1, asks: false },
  ])('a success at the age of $age ms needs a confirmation: $asks', ({ age, asks }) => {
    expect(find([other({ state: 'succeeded', finalAt: NOW - age })])?.kind).toBe(asks ? 'confirm' : undefined)
  })

  it('a resolution as not sold releases the account', () => {
    const word = { outcome: 'not-sold', note: 'Support said so', at: NOW - MINUTE, by: 'Hamad' } as const
    for (const state of ['unknown', 'pending', 'not-executed', 'confirming'] as const) {
      expect(find([other({ state, resolution: word })])).toBeUndefined()
      expect(find([other({ state, resolution: word, amount: anAmount('25') })])).toBeUndefined()
    }
  })

  it('a sale is not a duplicate of itself', () => {
    expect(find([other({ id: mine.id, state: 'not-executed' })])).toBeUndefined()
  })

  it('lines of one batch are no duplicates of each other, and lines of another batch are', () => {
    const line = openedSale({ batch: { id: 'one', line: 2, of: 3 } })
    for (const state of ['pending', 'succeeded'] as const) {
      expect(find([other({ state, batch: { id: 'one', line: 1, of: 3 } })], undefined, line)).toBeUndefined()
      expect(find([other({ state, batch: { id: 'two', line: 1, of: 3 } })], undefined, line)).toBeDefined()
      expect(find([other({ state })], undefined, line)).toBeDefined()
      expect(find([other({ state, batch: { id: 'one', line: 1, of: 3 } })])).toBeDefined()
    }
    // Two sales without a batch are not in the same batch.
    expect(find([other({ state: 'pending' })])).toBeDefined()
  })

  it('an open duplicate comes before a likely one, whichever is newer', () => {
    const open = other({ id: aSaleId('B'), number: 2, state: 'pending' })
    const ask = other({ id: aSaleId('C'), number: 3, state: 'succeeded' })
    for (const alike of [
      [open, ask],
      [ask, open],
    ])
      expect(find(alike)).toEqual({ kind: 'blocked', sale: open })
  })

  it('the newest of several duplicates is named, in whatever order they come', () => {
    const [second, third, fourth] = ['B', 'C', 'D'].map((last, index) =>
      other({ id: aSaleId(last), number: 2 + index, state: 'succeeded' }),
    ) as [SaleRecord, SaleRecord, SaleRecord]
    expect(find([second, fourth, third])?.sale).toBe(fourth)
    expect(find([fourth, third, second])?.sale).toBe(fourth)
    const pending = [third, second, fourth].map((sale) => ({ ...sale, state: 'pending' as const }))
    expect(find(pending)?.sale.number).toBe(4)
  })

  it('a confirmed duplicate covers itself and older ones, and not a newer one', () => {
    const older = other({ id: aSaleId('B'), number: 2, state: 'succeeded' })
    const newer = other({ id: aSaleId('C'), number: 3, state: 'succeeded' })
    expect(find([older], older.id)).toBeUndefined()
    expect(find([older, newer], newer.id)).toBeUndefined()
    expect(find([older, newer], older.id)).toEqual({ kind: 'confirm', sale: newer })
    expect(find([older], aSaleId('Z'))?.sale).toBe(older)
  })

  it.each(['Amal@Example.com', 'ａmal@example.com', 'amal@example.com\u200b'])(
    'an older sale to %j has the same account',
    (account) => {
      const sale = { ...mine, account: 'amal@example.com' }
      const open = other({ state: 'pending', account })
      expect(find([open], undefined, sale)).toEqual({ kind: 'blocked', sale: open })
      expect(find([other({ state: 'pending', account: 'hamal@example.com' })], undefined, sale)).toBeUndefined()
    },
  )

  it('an open duplicate cannot be confirmed', () => {
    const open = other({ state: 'unknown' })
    expect(find([open], open.id)).toEqual({ kind: 'blocked', sale: open })
  })

  it('there is no duplicate without other sales', () => expect(find([])).toBeUndefined())
})
