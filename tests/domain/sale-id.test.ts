import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import { findSaleId } from '#domain/sale-id.ts'

describe('findSaleId', () => {
  it('takes the ids the till makes, which are short enough to send (spec 8)', () => {
    for (const at of [0, Date.UTC(2026, 10, 20), 2 ** 48 - 1]) {
      const id = ulid(at)
      expect(findSaleId(id)).toBe(id)
      expect(id.length).toBeLessThanOrEqual(30)
    }
  })

  it.each([
    { text: '', why: 'nothing' },
    { text: '01JD6X0000000000000000000', why: 'a character short' },
    { text: '01JD6X00000000000000000000A', why: 'a character long' },
    { text: '01jd6x0000000000000000000a', why: 'small letters' },
    { text: '01JD6X000000000000000000IL', why: 'letters a ULID leaves out' },
    { text: '81JD6X0000000000000000000A', why: 'a time beyond all times' },
    { text: '01JD6X0000000000000000000A\n', why: 'a line break' },
    { text: '../JD6X0000000000000000000', why: 'a path' },
  ])('does not take "$text": $why', ({ text }) => expect(findSaleId(text)).toBeUndefined())
})
