import { decodeTime, ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import { findSaleId, formatSaleId } from '#domain/sale/id.ts'

describe('findSaleId', () => {
  it('findSaleId accepts ULIDs, which are short enough to send (spec 8)', () => {
    for (const at of [0, Date.UTC(2026, 10, 20), 2 ** 48 - 1]) {
      const id = ulid(at)
      expect(findSaleId(id)).toBe(id)
      expect(id.length).toBeLessThanOrEqual(30)
    }
  })

  it.each([
    { text: '', reason: 'nothing' },
    { text: '01JD6X0000000000000000000', reason: 'a character short' },
    { text: '01JD6X00000000000000000000A', reason: 'a character long' },
    { text: '01jd6x0000000000000000000a', reason: 'small letters' },
    { text: '01JD6X000000000000000000IL', reason: 'letters a ULID leaves out' },
    { text: '81JD6X0000000000000000000A', reason: 'a time beyond all times' },
    { text: '01JD6X0000000000000000000A\n', reason: 'a line break' },
    { text: '../JD6X0000000000000000000', reason: 'a path' },
  ])('findSaleId does not accept "$text": $reason', ({ text }) => expect(findSaleId(text)).toBeUndefined())
})

describe('formatSaleId', () => {
  it('formatSaleId makes a ULID that grows with its time and with the random bits', () => {
    const at = Date.UTC(2026, 10, 20)
    const ids = [formatSaleId(0, 0n), formatSaleId(at, 0n), formatSaleId(at, 31n), formatSaleId(at, 32n)]
    const last = formatSaleId(2 ** 48 - 1, 2n ** 80n - 1n)
    for (const id of [...ids, last]) expect(findSaleId(id)).toBe(id)
    expect([...ids, last].toSorted()).toEqual([...ids, last])
    expect(decodeTime(ids[2]!)).toBe(at)
    expect(ids[3]).toMatch(/00010$/)
    expect(last).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ')
  })

  it('the random bits do not change the time of a sale id', () => {
    expect(formatSaleId(1.7, 2n ** 80n)).toBe(formatSaleId(1, 0n))
  })
})
