import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import { findSaleId } from '#domain/sale/id.ts'

describe('findSaleId', () => {
  it('takes the ids the till makes, which are short enough to send (spec 8)', () => {
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
  ])('does not take "$text": $reason', ({ text }) => expect(findSaleId(text)).toBeUndefined())
})
