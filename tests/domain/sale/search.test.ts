import { describe, expect, it } from 'vitest'

import { readSaleSearch } from '#domain/sale/search.ts'

const ID = '01JD6X0000000000000000000A'

describe('readSaleSearch', () => {
  it.each([
    ['', {}],
    ['   ', {}],
    ['0', { transactionId: '0' }],
    // Short numbers match only sale numbers, including the leading zeros of a receipt.
    ['7', { number: 7, transactionId: '7' }],
    ['0485', { number: 485, transactionId: '0485' }],
    ['#0485', { number: 485 }],
    ['# 12345', { number: 12345 }],
    ['#', {}],
    ['#12a', {}],
    ['٠٤٨٥', { number: 485, transactionId: '0485' }],
    // Four or more digits also match a part of an account.
    ['4567', { number: 4567, account: '4567', transactionId: '4567' }],
    ['50 123 4567', { account: '501234567', transactionId: '50 123 4567' }],
    ['050 123', { account: '50123', transactionId: '050 123' }],
    ['+971 50 123 4567', { account: '971501234567', transactionId: '+971 50 123 4567' }],
    ['+971 (0)50-1234567', { account: '971501234567', transactionId: '+971 (0)50-1234567' }],
    ['00971501234567', { number: 971501234567, account: '971501234567', transactionId: '00971501234567' }],
    ['0501234567', { number: 501234567, account: '501234567', transactionId: '0501234567' }],
    [ID, { id: ID }],
    [` ${ID.toLowerCase()} `, { id: ID }],
    ['69d-7c9-5f1', { account: '69d-7c9-5f1', transactionId: '69d-7c9-5f1' }],
    ['huda@', { account: 'huda@', transactionId: 'huda@' }],
    ['Hｕda@Example', { account: 'huda@example', transactionId: 'Huda@Example' }],
    ['Hu', { transactionId: 'Hu' }],
    ['huda rahman', { transactionId: 'huda rahman' }],
  ])('readSaleSearch reads %j', (typed, search) => expect(readSaleSearch(typed)).toEqual(search))

  it('a number longer than any sale number is searched as an account', () => {
    expect(readSaleSearch('1234567890123456')).toEqual({
      account: '1234567890123456',
      transactionId: '1234567890123456',
    })
  })
})
