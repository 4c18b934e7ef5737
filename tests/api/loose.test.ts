import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { ErrorAnswer, TransactionAnswer } from '#wholesaler-api/transaction.ts'
import { BOUNDS, emptyListOrObject, flag, idText, numberOrText, SHOWN } from '#wholesaler-api/loose.ts'
import { Ticket } from '#api/displays.ts'
import { ProviderQuery } from '#api/international.ts'
import { OpenSale, SalesQuery } from '#api/sales.ts'

const REFUSED = Symbol('refused')

function read(schema: v.GenericSchema, value: unknown): unknown {
  const result = v.safeParse(schema, value)
  return result.success ? result.output : REFUSED
}

it('what is read may be shown, sold and looked for: ids of 100 letters, and names of 300 characters of two', () => {
  const [id, name] = ['a'.repeat(BOUNDS.id), '😀'.repeat(SHOWN.name)]
  const product = { id: `${id}/${id}`, name }
  const ids = { countryId: id, providerId: id, denominationId: id }
  expect(read(Ticket, { kind: 'typed', sale: 'international', number: '+63', product })).not.toBe(REFUSED)
  expect(read(OpenSale, { kind: 'international', ...ids, account: '639175550142' })).not.toBe(REFUSED)
  expect(read(ProviderQuery, { country: id })).not.toBe(REFUSED)
  expect(read(SalesQuery, { brand: name, service: id })).not.toBe(REFUSED)
})

describe('the tolerated variants of the wire format', () => {
  it.each([
    { value: 4.56, read: 4.56 },
    { value: '4.56', read: '4.56' },
    { value: Number.NaN, read: REFUSED },
    { value: true, read: REFUSED },
    { value: null, read: REFUSED },
  ])('a number or text is read as it came: $value', ({ value, read: expected }) => {
    expect(read(numberOrText, value)).toBe(expected)
  })

  it.each([
    { value: 233, read: '233' },
    { value: 'IND', read: 'IND' },
    { value: '007', read: '007' },
    { value: 1.5, read: REFUSED },
    { value: 2 ** 60, read: REFUSED },
    { value: {}, read: REFUSED },
  ])('an id is read as text, from a string or a safe integer: $value', ({ value, read: expected }) => {
    expect(read(idText, value)).toBe(expected)
  })

  it.each([
    { value: true, read: true },
    { value: 1, read: true },
    { value: '1', read: true },
    { value: 'true', read: true },
    { value: false, read: false },
    { value: 0, read: false },
    { value: '0', read: false },
    { value: '', read: false },
    ...['yes', 'TRUE', ' on', '1.0'].map((value) => ({ value, read: true })),
    ...['no', 'OFF', ' ', '0.0'].map((value) => ({ value, read: false })),
    ...['2', 'maybe', 'null'].map((value) => ({ value, read: REFUSED })),
    { value: [], read: REFUSED },
  ])('a flag is read as a boolean: $value', ({ value, read: expected }) => expect(read(flag, value)).toBe(expected))

  it.each([
    { value: [], read: undefined },
    { value: {}, read: {} },
    { value: { page: 'balance', more: 1 }, read: { page: 'balance', more: 1 } },
    { value: [{ page: 'balance' }], read: REFUSED },
    { value: { page: 5 }, read: REFUSED },
    { value: 'text', read: REFUSED },
  ])('an empty list is read as nothing and an object as it came: $value', ({ value, read: expected }) => {
    expect(read(emptyListOrObject({ page: v.optional(v.string()) }), value)).toEqual(expected)
  })

  it.each([
    { name: 'without receipt and info', beside: {} },
    { name: 'with both empty lists', beside: { receipt: [], info: [] } },
    { name: 'with both empty objects', beside: { receipt: {}, info: {} } },
    { name: 'with both null', beside: { receipt: null, info: null } },
    { name: 'with unknown fields', beside: { version: 2 } },
  ])('a transaction answer $name is accepted unchanged', ({ beside }) => {
    const answer = { transaction: { id: '69d', state: 0, mood: 'good' }, ...beside }
    expect(read(TransactionAnswer, answer)).toEqual(answer)
  })

  it.each([{ code: 1001 }, { code: '1001', message: 'x', display_error: 'y', trace: [] }, {}])(
    'the error answer %j is accepted unchanged',
    (error) => expect(read(ErrorAnswer, { error })).toEqual({ error }),
  )
})

it.each(['\0', 'abc\0', '\u0000abc'])('an id with a zero character, such as %j, is unreadable', (value) => {
  expect(v.safeParse(idText, value).success).toBe(false)
})
