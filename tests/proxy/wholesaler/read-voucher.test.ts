import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readTransactionAnswer } from '#proxy/wholesaler/read-transaction.ts'
import { readVoucher } from '#proxy/wholesaler/read-voucher.ts'

const PATH = '/transaction/find'

describe('readVoucher (spec 2.11)', () => {
  it.each([
    { shape: 'a number', info: { number: '7K4P2M9X' }, voucher: { number: '7K4P2M9X' } },
    { shape: 'number and serial', info: { number: '1', serial: 'S1' }, voucher: { number: '1', serial: 'S1' } },
    {
      shape: 'number and link',
      info: { number: '1', redemption_url: 'https://a.example/' },
      voucher: { number: '1', link: 'https://a.example/' },
    },
    { shape: 'a link alone', info: { redemption_url: 'https://a.example/' }, voucher: { link: 'https://a.example/' } },
    { shape: 'a reference', info: { reference: 'R-1' }, voucher: { reference: 'R-1' } },
    { shape: 'its own grouping', info: { number: '5678-1234-9012-3456' }, voucher: { number: '5678-1234-9012-3456' } },
    { shape: 'a JSON number', info: { number: 12345678901234 }, voucher: { number: '12345678901234' } },
    { shape: 'blanks around it', info: { number: ' 1234\n' }, voucher: { number: '1234' } },
    {
      shape: 'a link that is none',
      info: { redemption_url: 'javascript:alert(1)' },
      voucher: { link: 'javascript:alert(1)' },
    },
    { shape: 'unknown fields beside it', info: { number: '1', color: 'red' }, voucher: { number: '1' } },
    { shape: 'what commands a printer', info: { number: '\u001b@12\u202e34' }, voucher: { number: '@1234' } },
  ])('readVoucher reads $shape', ({ info, voucher }) => {
    expect(readVoucher(info, PATH)).toEqual({ voucher, dropped: [] })
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
  ])('readVoucher finds nothing in %s', (_, info) => {
    expect(readVoucher(info, PATH)).toEqual({ dropped: [] })
  })

  it.each([
    ['text', '1234', '`info` of /transaction/find is no object'],
    ['a list with entries', [{ number: '1' }], '`info` of /transaction/find is no object'],
    ['a number', 5, '`info` of /transaction/find is no object'],
    // Digits were lost in transit, so this is no longer a code.
    [
      'a number too long to be exact',
      { number: 12345678901234567890 },
      '`info.number` of /transaction/find cannot be read: a number',
    ],
    ['a number with a point', { number: 1.5 }, '`info.number` of /transaction/find cannot be read: a number'],
    [
      'a number that is an object',
      { number: { value: '1' } },
      '`info.number` of /transaction/find cannot be read: an object',
    ],
    [
      'a link that is a number',
      { redemption_url: 1 },
      '`info.redemption_url` of /transaction/find cannot be read: a number',
    ],
  ])('readVoucher drops %s and names it, but not its value', (_, info, problem) => {
    expect(readVoucher(info, PATH)).toEqual({ dropped: [problem] })
  })

  it('readVoucher reads the other fields when one is unreadable', () => {
    expect(readVoucher({ number: {}, serial: 'S1' }, PATH)).toEqual({
      voucher: { serial: 'S1' },
      dropped: ['`info.number` of /transaction/find cannot be read: an object'],
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

  it.each([
    [{ redemption_url: 'https://a.example/' }, true],
    [{ redemption_url: 'http://a.example/' }, undefined],
    [{ serial: 'S1' }, undefined],
    [{}, undefined],
    [[], undefined],
    [undefined, undefined],
  ])('the transaction of the voucher %j has a usable code: %s', (info, usable) => {
    const read = answer(info)
    expect(read.kind === 'transaction' && read.transaction.hasCode).toBe(usable)
  })
})
