import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import { readReply } from '#server/wholesaler/read/read-answer.ts'
import { findReceipt, readTransactionAnswer } from '#server/wholesaler/read/read-transaction.ts'

const PATH = '/transaction/find'

function read(fields: Record<string, unknown>, beside: Record<string, unknown> = {}) {
  const { answer, dropped } = readTransactionAnswer(
    { transaction: { id: '69d', state: 1, ...fields }, ...beside },
    PATH,
  )
  if (answer.kind !== 'transaction') throw new Error(answer.detail ?? answer.reason)
  return { ...answer, dropped }
}

describe('a transaction', () => {
  it('all fields of a transaction of spec 4.10 are read', () => {
    const { transaction, receipt } = read(
      {
        external_transaction_id: '01JGFJJZ00ABCDEFGHJKMNPQRS',
        time: '2026-01-01 12:30:00',
        service: { id: 'qamra', name: 'Qamra Recharge' },
        account: '971501234567',
        amount: 50,
        amount_currency: 'AED',
        price: 48.25,
        price_currency: 'AED',
        error: '',
        something: { new: true },
      },
      { receipt: { header: 'Toptill', info: 'Line 1\r\nLine 2', footer: '' }, info: [] },
    )
    expect(transaction).toEqual({
      id: '69d',
      saleId: '01JGFJJZ00ABCDEFGHJKMNPQRS',
      state: 1,
      time: '2026-01-01 12:30:00',
      serviceId: 'qamra',
      serviceName: 'Qamra Recharge',
      account: '971501234567',
      amount: decimal('50'),
      amountCurrency: 'AED',
      cost: { amount: '48.25', currency: 'AED' },
    })
    expect(receipt).toEqual({ header: 'Toptill', info: 'Line 1\nLine 2', footer: '' })
  })

  it('a pending transaction has only the fields that are there (spec 2.10)', () => {
    expect(read({ state: 0, time: '2026-01-01 12:30:00', service: { id: 'qamra', name: 'Qamra' } })).toEqual({
      kind: 'transaction',
      transaction: { id: '69d', state: 0, time: '2026-01-01 12:30:00', serviceId: 'qamra', serviceName: 'Qamra' },
      dropped: [],
    })
  })

  it.each([-1, 0, 1, 2, 6, 99, 9_999, '1', '-1', '0', '-0'])('the state %j is read as its number', (state) => {
    expect(read({ state }).transaction.state).toBe(Number(state) + 0)
  })

  // If the digits of a code arrive where a state is expected, they must not be stored.
  it.each(
    [
      ['01', '1.0', ' 1', '+1', '1e0', '', '7041704123', '99999999999999999999'],
      [1.5, 1e300, 10_000, true, null, undefined, [[1]], {}],
    ].flat(),
  )('the state %j is read as unlisted', (state) => {
    expect(read({ state }).transaction.state).toBe('unlisted')
  })

  it.each([
    { name: 'numbers', amount: 4.56, price: 0.3, read: '4.56', cost: '0.30' },
    { name: 'text', amount: '4.56', price: '50', read: '4.56', cost: '50.00' },
    { name: 'text with zeros', amount: '4.560', price: '050.0', read: '4.56', cost: '50.00' },
  ])('money is read from $name', ({ amount, price, read: expected, cost }) => {
    const { transaction } = read({ amount, price, price_currency: 'AED' })
    expect(transaction.amount).toSatisfy((value: unknown) => value !== undefined)
    expect(Number(transaction.amount!.units) / 10 ** transaction.amount!.scale).toBe(Number(expected))
    expect(transaction.cost).toEqual({ amount: cost, currency: 'AED' })
  })

  it.each([-5, '-5', '1e3', 1e21, 'free', '1,50', '5 AED', Number.MAX_SAFE_INTEGER * 8])(
    'an amount or a cost of %j is unreadable',
    (value) => {
      const { transaction } = read({ amount: value, price: value, price_currency: 'AED' })
      expect(transaction).toEqual({ id: '69d', state: 1, unreadable: ['amount', 'cost'] })
    },
  )

  it.each(['', ' ', null])('an amount or a cost of %j is absent', (value) => {
    const { transaction } = read({ amount: value, price: value, price_currency: 'AED' })
    expect(transaction).toEqual({ id: '69d', state: 1 })
  })

  it('a cost without a currency is absent', () => {
    expect(read({ price: 5 }).transaction.cost).toBeUndefined()
    expect(read({ price: 5, price_currency: '' }).transaction.cost).toBeUndefined()
  })

  it('an unreadable optional field is reported, and the rest is read', () => {
    const odd = { account: ['971'], amount: { value: 5 }, error: { a: 7 }, time: 5, service: 'qamra', country_name: [] }
    const { transaction, dropped } = read(odd)
    expect(transaction).toEqual({ id: '69d', state: 1, time: '5', unreadable: ['serviceId', 'account', 'amount'] })
    expect(dropped).toEqual([
      '`transaction.error` of /transaction/find cannot be read: an object',
      '`transaction.service` of /transaction/find cannot be read: a text',
      '`transaction.account` of /transaction/find cannot be read: a list',
      '`transaction.amount` of /transaction/find cannot be read: an object',
    ])
  })

  it('numeric ids and accounts are read as text', () => {
    const { transaction } = read({ id: 4711, account: 971501234567, service: { id: 12 } })
    expect(transaction).toMatchObject({ id: '4711', account: '971501234567', serviceId: '12' })
  })

  it('the id of a product is read, whatever is in place of its name', () => {
    for (const name of [5, { en: 'Qamra' }, null])
      expect(read({ service: { id: 'qamra', name } }).transaction).toEqual({ id: '69d', state: 1, serviceId: 'qamra' })
  })

  it('an empty list in place of a product is not a product', () => {
    const { transaction, dropped } = read({ service: [] })
    expect(transaction).toEqual({ id: '69d', state: 1 })
    expect(dropped).toEqual([])
  })

  it('the error of a transaction is one plain line of at most 300 characters', () => {
    expect(read({ error: ' Number\r\nblocked\u0007 \u202Eby operator ' }).transaction.error).toBe(
      'Number blocked by operator',
    )
    expect(read({ error: '😀'.repeat(400) }).transaction.error).toBe('😀'.repeat(300))
    expect(read({ error: ' \u0000 ' }).transaction.error).toBeUndefined()
  })
})

describe('a receipt', () => {
  it.each(
    [undefined, null, [], {}, '', 'text', 5, { header: '' }, { header: '  ', footer: '' }, { header: [5] }].map(
      (receipt) => ({ receipt }),
    ),
  )('the receipt $receipt is absent', ({ receipt }) => {
    expect(findReceipt(receipt)).toBeUndefined()
  })

  it('a receipt has no printer commands and keeps its line breaks', () => {
    const expected = { header: 'A@B', info: 'a\nb\nc d', footer: '80012.5', subheader: "Don't\n<b>" }
    const more = { footer: 80012.5, subheader: 'Don&#039;t<br /><b>' }
    expect(findReceipt({ ...more, header: 'A\u001B@B', info: 'a\nb\r\nc\td', promo: null, barcode: 'x' })).toEqual(
      expected,
    )
  })
})

describe('an error object', () => {
  const reply = (body: unknown, status = 200) => readReply({ kind: 'text', status, text: JSON.stringify(body) }, 32)

  it.each([200, 400, 401, 404, 422, 500, 503])('an error object at status %i is a rejection', (status) => {
    expect(reply({ error: { code: 1001, message: 'internal', display_error: 'Not enough funds' } }, status)).toEqual({
      kind: 'refusal',
      refusal: { code: 1001, displayError: 'Not enough funds' },
    })
  })

  it.each([{ transaction: null }, { transaction: [] }, { transaction: '' }])(
    'an error object beside the transaction $transaction is a rejection',
    ({ transaction }) => {
      expect(reply({ error: { code: 201 }, transaction })).toEqual({ kind: 'refusal', refusal: { code: 201 } })
    },
  )

  it.each([{}, [], '', ' ', false, null, 0, '0', [null], { code: 0, message: '' }, { code: null, trace: {} }])(
    'the error %j beside a transaction is ignored',
    (error) => expect(reply({ error, transaction: { id: '69d' } })).toMatchObject({ kind: 'object' }),
  )

  it.each([{ code: 5 }, { message: 'x' }, [1], 'no', true, 1])(
    'the error %j beside a transaction is not trusted',
    (error) => {
      expect(reply({ error, transaction: { id: '69d' } })).toMatchObject({ kind: 'lost' })
    },
  )

  it.each([20, -3, 999_999, '20', '1001'])('the error code %j is read as its number', (code) => {
    expect(reply({ error: { code } })).toEqual({ kind: 'refusal', refusal: { code: Number(code) } })
  })

  it.each([1.5, 7_041_704_123, '1x', '', '12345678901', null, undefined, true, [[20]]])(
    'the error code %j is read as unreadable',
    (code) => {
      expect(reply({ error: { code } })).toEqual({ kind: 'refusal', refusal: { code: 'unreadable' } })
    },
  )

  it('a rejection contains only the display error, plain and short', () => {
    const error = { code: 50, message: 'SQL state 42', display_error: `a\u001Bb\n${'x'.repeat(400)}` }
    const refusal = { code: 50, displayError: `a b ${'x'.repeat(296)}` }
    expect(reply({ error })).toEqual({ kind: 'refusal', refusal })
    expect(reply({ error: { code: 50, display_error: ['no'] } })).toEqual({ kind: 'refusal', refusal: { code: 50 } })
  })
})
