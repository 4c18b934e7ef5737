import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readTransactionAnswer } from '#server/wholesaler/read/read-transaction.ts'
import { readVoucher } from '#server/wholesaler/read/read-voucher.ts'

const PATH = '/transaction/find'
const unreadable = (field: string, is: string) => `\`info.${field}\` of ${PATH} cannot be read: ${is}`

describe('readVoucher (spec 2.11)', () => {
  it.each([
    ['a number', { number: '7K4P2M9X' }, { number: '7K4P2M9X' }],
    ['number and serial', { number: '1', serial: 'S1' }, { number: '1', serial: 'S1' }],
    [
      'number and link',
      { number: '1', redemption_url: 'https://a.example/' },
      { number: '1', link: 'https://a.example/' },
    ],
    ['a link alone', { redemption_url: 'https://a.example/' }, { link: 'https://a.example/' }],
    ['a reference', { reference: 'R-1' }, { reference: 'R-1' }],
    ['its own grouping', { number: '5678-1234-9012-3456' }, { number: '5678-1234-9012-3456' }],
    ['a JSON number', { number: 12345678901234 }, { number: '12345678901234' }],
    ['blanks around it', { number: ' 1234\n' }, { number: '1234' }],
    ['a malformed link', { redemption_url: 'javascript:alert(1)' }, { link: 'javascript:alert(1)' }],
    ['unknown fields beside it', { number: '1', color: 'red' }, { number: '1' }],
    ['printer commands', { number: '\u001b@12\u202e34' }, { number: '@1234' }],
  ])('readVoucher reads %s', (_, info, voucher) => {
    expect(readVoucher(info, PATH)).toMatchObject({ voucher, dropped: [] })
  })

  it.each([
    ['{}', {}],
    ['[]', []],
    ['null', null],
    ['nothing at all', undefined],
    ['fields that are null', { number: null, serial: null, redemption_url: null, reference: null }],
    ['an empty number', { number: '' }],
    ['a blank number', { number: '  ' }],
    ['only what is unknown', { pin: '1234' }],
    ['empty forms', { number: [], serial: {}, redemption_url: false }],
    ['false', false],
  ])('readVoucher finds nothing in %s', (_, info) => {
    expect(readVoucher(info, PATH)).toEqual({ dropped: [], isUnreadable: false })
  })

  it.each([
    ['text', '1234', '`info` of /transaction/find is no object'],
    ['a list with entries', [{ number: '1' }], '`info` of /transaction/find is no object'],
    ['a number', 5, '`info` of /transaction/find is no object'],
    // Digits were lost in transit, so this is no longer a code.
    ['a number too long to be exact', { number: 12345678901234567890 }, unreadable('number', 'a number')],
    ['a number with a point', { number: 1.5 }, unreadable('number', 'a number')],
    ['a float as text', { number: '1.2345678901235E+18' }, unreadable('number', 'a text')],
    ['a number that is an object', { number: { value: '1' } }, unreadable('number', 'an object')],
    ['a link that is a number', { redemption_url: 1 }, unreadable('redemption_url', 'a number')],
  ])('readVoucher drops %s and names it, but not its value', (_, info, problem) => {
    expect(readVoucher(info, PATH)).toEqual({ dropped: [problem], isUnreadable: true })
  })

  it('readVoucher reads the other fields when one is unreadable', () => {
    expect(readVoucher({ number: { x: 1 }, serial: 'S1' }, PATH)).toEqual({
      voucher: { serial: 'S1' },
      dropped: ['`info.number` of /transaction/find cannot be read: an object'],
      isUnreadable: true,
    })
  })

  it('readVoucher never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (info) => void readVoucher(info, PATH)))
  })
})

describe('a transaction with a voucher', () => {
  const answer = (info: unknown) => readTransactionAnswer({ transaction: { id: 't', state: 1 }, info }, PATH).answer

  it('a transaction with a voucher says that it has a code, and does not contain it', () => {
    const read = answer({ number: '7K4P2M9X', serial: 'S1', reference: 'R-1' })
    expect(read).toEqual({
      kind: 'transaction',
      transaction: { id: 't', state: 1, hasInfo: true, hasCode: true },
      voucher: { number: '7K4P2M9X', serial: 'S1', reference: 'R-1' },
    })
  })

  it.each<[info: unknown, usable: unknown]>([
    [{ redemption_url: 'https://a.example/' }, true],
    [{ redemption_url: 'http://a.example/' }, true],
    [{ redemption_url: 'a.example/?a=1&amp;b=2' }, true],
    ...[
      { redemption_url: 'javascript:alert(1)' },
      { redemption_url: 'https//a.example' },
      { number: 1.5 },
      { number: [1] },
      'ABCD',
    ].map((info): [unknown, unknown] => [info, 'unreadable']),
    ...[{ redemption_url: 'N/A' }, { serial: 'S1' }, { serial: 'S1', reference: { x: 1 } }, {}, [], undefined].map(
      (info): [unknown, unknown] => [info, undefined],
    ),
  ])('the transaction of the voucher %j has a usable code: %s', (info, usable) => {
    const read = answer(info)
    if (read.kind !== 'transaction') throw new Error(read.kind)
    const { hasCode, unreadable: fields } = read.transaction
    expect(hasCode ?? (fields?.includes('code') ? 'unreadable' : undefined)).toBe(usable)
  })
})
