import { describe, expect, it } from 'vitest'

import { BOUNDS } from '#wholesaler-api/loose.ts'
import type { SaleStep } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import { readTransactionAnswer } from '#server/wholesaler/read/read-transaction.ts'
import {
  ANSWERED_AT,
  approved,
  APPROVED_AT,
  aSaleId,
  CHECKED_AT,
  checkAnswered,
  comingVoucher,
  confirmAnswered,
  confirmingSale,
  confirmingVoucher,
  findAnswered,
  lost,
  MINUTE,
  openedInternational,
  openedSale,
  openedVoucher,
  pendingSale,
  SECOND,
  succeededSale,
  THEIR_ID,
  unknownSale,
} from '../../support/sales.ts'

type Fields = Record<string, unknown>

const LONG_ID = 'x'.repeat(BOUNDS.id + 1)
const AT_HOME: Fields = {
  id: THEIR_ID,
  external_transaction_id: aSaleId(),
  service: { id: 'qamra', name: 'Qamra Recharge' },
  account: '971501234567',
  amount: 50,
  amount_currency: 'AED',
  price: 47.5,
  price_currency: 'AED',
}
const INTERNATIONAL: Fields = {
  id: THEIR_ID,
  service: { id: 'international-bridge', name: 'International' },
  account: '639175550142',
  country_id: 'PHL',
  country_name: 'Philippines',
  provider_id: 56,
  provider_name: 'Islanet',
  amount_id: 'a1',
  amount: '300.00',
  amount_currency: 'PHP',
  price: '20',
  price_currency: 'AED',
}

function answerOf(fields: Fields): Answer {
  const transaction = JSON.parse(JSON.stringify(fields)) as unknown
  return readTransactionAnswer({ transaction }, '/transaction/find').answer
}
const atHome = (state: number, changes: Fields = {}) => answerOf({ ...AT_HOME, state, ...changes })
const international = (state: number, changes: Fields = {}) => answerOf({ ...INTERNATIONAL, state, ...changes })

const SILENT = [undefined, null, '', ' ', false, [], {}]
const TOO_LONG = `50.${'0'.repeat(BOUNDS.amount)}`

/** Each field that is compared with a sale: values that count as absent, values that are equal, and values that are unreadable. */
const FIELDS = [
  {
    named: 'amount',
    field: 'amount',
    silent: SILENT,
    readable: [50, '50', '50.00', '050.000'],
    unreadable: [TOO_LONG, -50, '-50', '5e1', '50 AED', 1e21, { value: 50 }, [50], true],
  },
  {
    named: 'amountCurrency',
    field: 'amount_currency',
    silent: SILENT,
    readable: ['AED'],
    unreadable: ['AED'.repeat(4), 784, { code: 'AED' }, ['AED']],
  },
  {
    named: 'account',
    field: 'account',
    silent: SILENT,
    readable: [971501234567, '+971 50 123 4567'],
    unreadable: [LONG_ID, 97150123456.5, 1e30, { number: '971501234567' }, ['971501234567'], true],
  },
  {
    named: 'serviceId',
    field: 'service',
    silent: [undefined, null, '', [], {}, { name: 'Qamra' }, { id: null, name: 'Qamra' }, { id: '' }],
    readable: [{ id: 'qamra', name: 5 }, { id: 'qamra' }],
    unreadable: [{ id: LONG_ID }, { id: { is: 'qamra' } }, { id: ['qamra'] }, { id: 1.5 }, 'qamra', ['qamra'], 7],
  },
  {
    named: 'saleId',
    field: 'external_transaction_id',
    silent: [undefined, null, '', false, [], {}],
    readable: [aSaleId()],
    // This field says which sale is meant, so an answer in which it is unreadable has no effect.
    unreadable: [],
  },
]
const rows = (of: 'silent' | 'readable' | 'unreadable') =>
  FIELDS.flatMap(({ named, field, ...forms }) =>
    (forms[of] as unknown[]).map((value): { named: string; said: Fields } => ({ named, said: { [field]: value } })),
  )

const reported = { supervisor: 'notified', reasons: ['answer-differs'] }
const differences = (events: readonly { kind: string; reason?: string }[]) =>
  events.filter(({ kind }) => kind === 'answer-differs').map(({ reason }) => reason)

const lostCheck = (): SaleRecord => checkAnswered(openedSale(), lost(), CHECKED_AT).sale

const AFTER_CONFIRM: { path: string; answered: (answer: Answer) => SaleStep }[] = [
  { path: 'confirm', answered: (answer) => confirmAnswered(confirmingSale(), answer, ANSWERED_AT) },
  { path: 'find after a lost confirm', answered: (answer) => findAnswered(unknownSale(), answer, ANSWERED_AT) },
  { path: 'find of a pending sale', answered: (answer) => findAnswered(pendingSale(), answer, ANSWERED_AT) },
  { path: 'check that moved by itself', answered: (answer) => checkAnswered(openedSale(), answer, CHECKED_AT) },
  { path: 'find of such a check', answered: (answer) => findAnswered(lostCheck(), answer, CHECKED_AT + SECOND) },
]

/** A sale whose check is answered at once, and a sale whose check was lost and which a find returned. */
const checkedWith = (said: Fields) => [
  checkAnswered(openedSale(), atHome(-1, said), CHECKED_AT).sale,
  findAnswered(lostCheck(), atHome(-1, said), CHECKED_AT + SECOND).sale,
]

it.each([...rows('silent'), ...rows('readable')])(
  'a field that is missing, or has its value in another form, is accepted: $said',
  ({ said }) => {
    for (const sale of checkedWith(said)) {
      expect(sale.state).toBe('checked')
      expect(sale).not.toHaveProperty('unread')
    }
    for (const { answered } of AFTER_CONFIRM) {
      const { sale, events } = answered(atHome(1, said))
      expect(sale.state).toBe('succeeded')
      expect(sale).not.toHaveProperty('hasDiffered')
      expect(sale).not.toHaveProperty('hasUnreadable')
      expect(differences(events)).toEqual([])
    }
  },
)

describe('a field that is unreadable', () => {
  it.each(rows('unreadable'))('an unreadable $named is rejected at check like one that differs: $said', ({ said }) => {
    for (const sale of checkedWith(said))
      expect(sale).toMatchObject({ state: 'refused', problem: { code: 'answer-differs' }, unread: reported })
  })

  it.each(rows('unreadable'))(
    'an unreadable $named after the sale started is reported once, and the state counts: $said',
    ({ named, said }) => {
      for (const { path, answered } of AFTER_CONFIRM) {
        for (const [state, becomes] of [
          [0, 'pending'],
          [1, 'succeeded'],
          [2, 'failed'],
          [3, 'canceled'],
          [4, 'replaced'],
        ] as const) {
          // A failed check is rejected with the provider’s own text.
          if (state === 2 && path.includes('check')) continue
          const { sale, events } = answered(atHome(state, said))
          const unread = { supervisor: 'notified', reasons: expect.arrayContaining(['answer-differs']) as string[] }
          expect(sale).toMatchObject({ state: becomes, hasUnreadable: true, unread })
          expect(differences(events)).toEqual([named])
          const again = findAnswered(sale, atHome(state, said), ANSWERED_AT + MINUTE)
          expect(differences(again.events)).toEqual([])
        }
      }
    },
  )

  it('several unreadable fields are named together', () => {
    const answer = atHome(1, { amount: [5], account: LONG_ID, price: -1 })
    const { events } = confirmAnswered(confirmingSale(), answer, ANSWERED_AT)
    expect(differences(events)).toEqual(['account, amount, cost'])
  })

  it('an unreadable amount does not hide a differing one that comes later', () => {
    const unclear = findAnswered(pendingSale(), atHome(0, { amount: '50 AED' }), ANSWERED_AT)
    const { sale, events } = findAnswered(unclear.sale, atHome(1, { amount: 500 }), ANSWERED_AT + MINUTE)
    expect(sale).toMatchObject({ state: 'succeeded', hasDiffered: true, unread: reported })
    expect(differences(events)).toEqual([undefined])
  })

  it.each([{ is: aSaleId() }, [aSaleId()], 1.5, true, LONG_ID])(
    'an answer whose sale id is %j counts as lost',
    (id) => {
      for (const state of [-1, 0, 1, 2])
        expect(atHome(state, { external_transaction_id: id })).toMatchObject({ kind: 'lost', reason: 'wrong-shape' })
    },
  )

  it('an unreadable field is reported for a sale that had ended', () => {
    const { sale, events } = findAnswered(succeededSale(), atHome(1, { amount: [5] }), ANSWERED_AT + MINUTE)
    expect(sale).toMatchObject({ state: 'succeeded', unread: reported })
    expect(differences(events)).toEqual(['amount'])
  })
})

describe('a price that is unreadable', () => {
  const PRICES = [
    ...[-1, '-1', 'free', { of: 47.5 }, [47.5], `47.${'0'.repeat(BOUNDS.amount)}`].map((price) => ({ price })),
    { price_currency: 'AED'.repeat(4) },
    { price_currency: 784 },
  ]

  it.each(PRICES)('an unreadable price stops nothing at check: %j', (said) => {
    const { sale } = checkAnswered(openedSale(), atHome(-1, said), CHECKED_AT)
    expect(sale.state).toBe('checked')
    expect(sale).not.toHaveProperty('cost')
  })

  it.each(PRICES)('an unreadable price is reported when the sale ends with it: %j', (said) => {
    for (const sale of [confirmingSale(), unknownSale(), pendingSale()]) {
      const answer = sale.state === 'confirming' ? confirmAnswered : findAnswered
      const pending = answer(sale, atHome(0, said), ANSWERED_AT)
      expect(differences(pending.events)).toEqual([])
      const ended = findAnswered(pending.sale, atHome(1, said), ANSWERED_AT + MINUTE)
      expect(ended.sale).toMatchObject({ state: 'succeeded', unread: { reasons: ['answer-differs'] } })
      expect(differences(ended.events)).toEqual(['cost'])
      expect(differences(findAnswered(ended.sale, atHome(1, said), ANSWERED_AT + 2 * MINUTE).events)).toEqual([])
      // A later difference in another field is still reported.
      const other = findAnswered(ended.sale, atHome(1, { ...said, amount: 60 }), ANSWERED_AT + 2 * MINUTE)
      expect(other.events).toMatchObject([{ kind: 'answer-differs' }])
    }
  })

  it.each([
    { price: null },
    { price: '' },
    { price: undefined },
    { price: '47.50' },
    { price_currency: null },
    { price_currency: '' },
    { price: null, price_currency: 784 },
  ])('a price that is missing or a text is not unreadable: %j', (said) => {
    const { events } = confirmAnswered(confirmingSale(), atHome(1, said), ANSWERED_AT)
    expect(differences(events)).toEqual([])
  })
})

describe('the fields of a voucher', () => {
  const voucher = (state: number, changes: Fields = {}) => atHome(state, { service: undefined, ...changes })

  it('a voucher without an account accepts any account of the wholesaler, even an unreadable one', () => {
    const checked = checkAnswered(openedVoucher(), voucher(-1, { account: LONG_ID }), CHECKED_AT)
    expect(checked.sale.state).toBe('checked')
    const { sale, events } = confirmAnswered(confirmingVoucher(), voucher(1, { account: {} }), ANSWERED_AT)
    expect(sale.state).toBe('succeeded')
    expect(differences(events)).toEqual([])
  })

  it('an unreadable amount beside a code that comes later is reported', () => {
    const { sale, events } = findAnswered(comingVoucher(), voucher(1, { amount: [5] }), ANSWERED_AT + MINUTE)
    expect(sale).toMatchObject({ state: 'succeeded', unread: { supervisor: 'notified' } })
    expect(differences(events)).toEqual(['amount'])
  })

  it('a voucher with an account is rejected when the account is unreadable', () => {
    const opened = openedVoucher({ account: 'amal@example.com' })
    expect(checkAnswered(opened, voucher(-1, { account: LONG_ID }), CHECKED_AT).sale.state).toBe('refused')
  })
})

describe('the fields of an international sale', () => {
  const check = (said: Fields) => checkAnswered(openedInternational(), international(-1, said), CHECKED_AT)
  const confirming = () => approved(check({}).sale, APPROVED_AT).sale

  it.each([
    { named: 'amount', said: { amount: '-300' } },
    { named: 'amountCurrency', said: { amount_currency: 'PHP'.repeat(4) } },
    { named: 'account', said: { account: LONG_ID } },
    { named: 'serviceId', said: { service: { id: LONG_ID } } },
    { named: 'amountId', said: { amount_id: LONG_ID } },
    { named: 'countryId', said: { country_id: [5], country_name: undefined } },
    { named: 'countryId', said: { country_id: undefined, country_name: [5] } },
    { named: 'providerId', said: { provider_id: [56], provider_name: undefined } },
    { named: 'providerId', said: { provider_id: null, provider_name: [5] } },
  ])(
    'an international sale with an unreadable $named is rejected, or reported once it started: $said',
    ({ named, said }) => {
      const expected = { state: 'refused', problem: { code: 'answer-differs' }, unread: reported }
      expect(check(said).sale).toMatchObject(expected)
      const unknown = confirmAnswered(confirming(), lost(), ANSWERED_AT).sale
      for (const { sale, events } of [
        confirmAnswered(confirming(), international(1, said), ANSWERED_AT),
        findAnswered(unknown, international(1, said), ANSWERED_AT + MINUTE),
      ]) {
        expect(sale).toMatchObject({ state: 'succeeded', hasUnreadable: true, unread: { supervisor: 'notified' } })
        expect(differences(events)).toEqual([named])
      }
    },
  )

  it.each([
    { country_id: {} },
    { country_name: 5 },
    { country_id: undefined, country_name: undefined },
    { country_id: null, country_name: null },
    { provider_id: {} },
    { provider_name: 5 },
    { provider_id: '56' },
    { provider_id: undefined, provider_name: undefined },
    { amount_id: null },
    { amount_id: undefined },
    { amount: 300 },
    { account: 639175550142 },
    // An international sale has no id of ours (spec 2.10).
    { external_transaction_id: {} },
  ])('an international sale is checked and sold with %j', (said) => {
    const { sale } = check(said)
    expect(sale.state).toBe('checked')
    expect(sale).not.toHaveProperty('mismatch')
    const sold = confirmAnswered(confirming(), international(1, said), ANSWERED_AT)
    expect(sold.sale.state).toBe('succeeded')
    expect(differences(sold.events)).toEqual([])
  })

  it('a domestic sale is not compared with country and provider', () => {
    const answer = atHome(-1, { country_id: {}, provider_id: {}, amount_id: LONG_ID })
    expect(checkAnswered(openedSale(), answer, CHECKED_AT).sale.state).toBe('checked')
  })
})
