import { describe, expect, it } from 'vitest'

import { decimal, money } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/money/payment-method.ts'
import {
  changeOf,
  changeOfPayment,
  choosePayment,
  chooseRefundMethod,
  keyOfPayment,
  keysWith,
  methodsOfKey,
  missingOf,
  needsScamQuestions,
  partsOfPayment,
  type Payment,
  type PaymentRules,
  type TenderInput,
} from '#domain/money/payment.ts'

const of = (amount: string, currency = 'AED') => money(decimal(amount), currency)
const RULES: PaymentRules = { methods: ['cash', 'card'], default: 'cash' }
const CARD_FIRST: PaymentRules = { methods: ['cash', 'card'], default: 'card' }
const CARD: Payment = { paymentMethod: 'card' }
const CASH_100: Payment = { paymentMethod: 'cash', cashTendered: of('100') }
const CASH_50 = { payment: { paymentMethod: 'cash', cashTendered: of('50') } }

describe('the recorded payment of an approval', () => {
  it.each<{ what: string; said: TenderInput; rules?: PaymentRules | null; noted?: Payment; is: unknown }>([
    { what: 'the default, untouched', said: {}, is: { payment: { paymentMethod: 'cash' } } },
    { what: 'another default', said: {}, rules: CARD_FIRST, is: { payment: CARD } },
    { what: 'another method', said: { paymentMethod: 'card' }, is: { payment: CARD } },
    {
      what: 'cash with the amount received',
      said: { paymentMethod: 'cash', cashTendered: '100' },
      is: { payment: CASH_100 },
    },
    { what: 'the amount received with the default', said: { cashTendered: '100' }, is: { payment: CASH_100 } },
    {
      what: 'cash of exactly the price',
      said: { cashTendered: '45.00' },
      is: { payment: { paymentMethod: 'cash', cashTendered: of('45') } },
    },
    { what: 'nothing where the shop records none', said: {}, rules: null, is: {} },
    { what: 'what was recorded first', said: {}, noted: CASH_100, is: { payment: CASH_100 } },
    {
      what: 'what was recorded while the shop still did so',
      said: {},
      rules: null,
      noted: CARD,
      is: { payment: CARD },
    },
    { what: 'a new payment instead', said: { paymentMethod: 'card' }, noted: CASH_100, is: { payment: CARD } },
    {
      what: 'cash of the method that was recorded first',
      said: { cashTendered: '50' },
      rules: CARD_FIRST,
      noted: CASH_100,
      is: CASH_50,
    },
  ])('the payment of an approval is $what', ({ said, rules = RULES, noted, is }) => {
    expect(choosePayment(said, { rules, pays: of('45'), noted })).toEqual(is)
  })

  it.each<{ what: string; said: TenderInput; rules?: PaymentRules | null; noted?: Payment; problem: string }>([
    { what: 'a method that the shop does not accept', said: { paymentMethod: 'other' }, problem: 'not-taken' },
    {
      what: 'any method where the shop records none',
      said: { paymentMethod: 'cash' },
      rules: null,
      problem: 'not-noted',
    },
    { what: 'cash where the shop records none', said: { cashTendered: '50' }, rules: null, problem: 'not-noted' },
    { what: 'cash with a card', said: { paymentMethod: 'card', cashTendered: '50' }, problem: 'not-cash' },
    { what: 'cash while the default is a card', said: { cashTendered: '50' }, rules: CARD_FIRST, problem: 'not-cash' },
    { what: 'cash after a card was recorded', said: { cashTendered: '50' }, noted: CARD, problem: 'not-cash' },
    { what: 'too little', said: { cashTendered: '44.99' }, problem: 'too-little' },
    { what: 'more decimals than the currency has', said: { cashTendered: '45.001' }, problem: 'not-payable' },
    { what: 'more digits than can be read', said: { cashTendered: '1234567890123456' }, problem: 'not-payable' },
  ])('the payment of an approval is rejected for $what', ({ said, rules = RULES, noted, problem }) => {
    expect(choosePayment(said, { rules, pays: of('45'), noted })).toEqual({ problem })
  })

  const SPLIT = { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: of('20') } } as const

  it.each<{ what: string; said: TenderInput; noted?: Payment; is: unknown }>([
    {
      what: 'by card, and the rest in cash',
      said: { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: '20' } },
      is: { payment: SPLIT },
    },
    {
      what: 'in cash, and the rest by card: the same',
      said: { paymentMethod: 'cash', split: { paymentMethod: 'card', amount: '25' } },
      is: { payment: SPLIT },
    },
    {
      what: 'with more cash than its part',
      said: { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: '20.00' }, cashTendered: '50' },
      is: { payment: { ...SPLIT, cashTendered: of('50') } },
    },
    { what: 'as recorded first', said: {}, noted: SPLIT, is: { payment: SPLIT } },
    { what: 'by one method instead', said: { paymentMethod: 'card' }, noted: SPLIT, is: { payment: CARD } },
    {
      what: 'twice by the same method',
      said: { paymentMethod: 'card', split: { paymentMethod: 'card', amount: '20' } },
      is: { problem: 'not-split' },
    },
    ...['0', '0.00', '45', '45.01'].map((amount) => ({
      what: `with a part of ${amount}`,
      said: { paymentMethod: 'card', split: { paymentMethod: 'cash', amount } } as const,
      is: { problem: 'not-split' },
    })),
    {
      what: 'with a part that no coin has',
      said: { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: '0.001' } },
      is: { problem: 'not-payable' },
    },
    {
      what: 'by a method that is not accepted',
      said: { paymentMethod: 'card', split: { paymentMethod: 'other', amount: '20' } },
      is: { problem: 'not-taken' },
    },
    {
      what: 'with less cash than its part',
      said: { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: '20' }, cashTendered: '19.99' },
      is: { problem: 'too-little' },
    },
  ])('a price of 45 is split: $what', ({ said, noted, is }) => {
    const chosen = choosePayment(said, { rules: RULES, pays: of('45'), noted })
    expect(chosen).toEqual(is)
  })

  it('the parts of a split add up to the price, and its change is from the cash part alone', () => {
    expect(partsOfPayment(SPLIT, of('45'))).toEqual([{ paymentMethod: 'card', amount: of('25') }, SPLIT.split])
    expect(changeOfPayment({ ...SPLIT, cashTendered: of('50') }, of('45'))).toEqual(of('30'))
    expect(partsOfPayment(CARD, of('45'))).toEqual([{ paymentMethod: 'card', amount: of('45') }])
  })

  it('each payment is found under all of its methods', () => {
    expect(keysWith('cash')).toEqual(['card+cash', 'other+cash', 'cash'])
    expect(keysWith('other')).toEqual(['card+other', 'other', 'other+cash'])
    expect(keysWith('card')).toContain(keyOfPayment(SPLIT))
    expect(methodsOfKey(keyOfPayment(SPLIT))).toEqual(['card', 'cash'])
    expect(methodsOfKey('')).toEqual([])
  })

  it('the cash received has at most the decimals of its currency', () => {
    const dinar = { rules: RULES, pays: of('1.250', 'KWD') }
    expect(choosePayment({ cashTendered: '1.255' }, dinar)).toEqual({
      payment: { paymentMethod: 'cash', cashTendered: of('1.255', 'KWD') },
    })
    const yen = { rules: RULES, pays: of('900', 'JPY') }
    expect(choosePayment({ cashTendered: '1000.5' }, yen)).toEqual({ problem: 'not-payable' })
  })
})

describe('the payment method of a refund', () => {
  it.each<[string, PaymentMethod | undefined, Parameters<typeof chooseRefundMethod>[1], PaymentMethod | undefined]>([
    ['as the customer paid', undefined, { rules: RULES, paid: CARD }, 'card'],
    ['by the chosen method', 'cash', { rules: RULES, paid: CARD }, 'cash'],
    ['by the default, where no payment was recorded', undefined, { rules: CARD_FIRST }, 'card'],
    ['not at all where the shop records none', undefined, { rules: null }, undefined],
    ['as the customer paid, although the shop no longer records payments', 'card', { rules: null, paid: CARD }, 'card'],
    [
      'as the customer paid with what the shop no longer accepts',
      undefined,
      { rules: RULES, paid: { paymentMethod: 'other' } },
      'other',
    ],
  ])('a refund is recorded %s', (_, said, how, paymentMethod) =>
    expect(chooseRefundMethod(said, how)).toEqual(paymentMethod ? { paymentMethod } : {}),
  )

  it('a split sale is refunded as it was paid, or by one method', () => {
    const paid = { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: of('20') } } as const
    expect(chooseRefundMethod(undefined, { rules: RULES, paid })).toEqual(paid)
    expect(chooseRefundMethod('cash', { rules: null, paid })).toEqual({ paymentMethod: 'cash' })
  })

  it('a refund is rejected with a method that the shop does not accept', () => {
    expect(chooseRefundMethod('other', { rules: RULES, paid: { paymentMethod: 'cash' } })).toEqual({
      problem: 'not-taken',
    })
    expect(chooseRefundMethod('cash', { rules: null })).toEqual({ problem: 'not-noted' })
  })
})

describe('change', () => {
  it.each([
    ['100', '45', '55.00'],
    ['45.25', '45', '0.25'],
  ])('the change from %s for %s is %s', (cashTendered, pays, change) => {
    expect(changeOf(of(cashTendered), of(pays))).toEqual(of(change))
    expect(missingOf(of(pays), of(cashTendered))).toEqual(of(change))
  })

  it('there is no change for the exact amount, for less, and when no cash was entered', () => {
    expect(changeOf(of('45'), of('45'))).toBeUndefined()
    expect(changeOf(of('40'), of('45'))).toBeUndefined()
    expect(changeOf(undefined, of('45'))).toBeUndefined()
    expect(missingOf(of('45'), of('45'))).toBeUndefined()
  })
})

describe('the fraud warning before gift cards', () => {
  type ScamStop = Parameters<typeof needsScamQuestions>[1]
  const ask = (count: number, pays: string, stop: ScamStop, kind: 'direct' | 'voucher' = 'voucher') =>
    needsScamQuestions({ kind, count, pays: of(pays) }, stop)

  it.each<[string, boolean, Parameters<typeof ask>]>([
    ['more than the quantity', true, [3, '50', { quantityAbove: 2 }]],
    ['exactly the quantity', false, [2, '50', { quantityAbove: 2 }]],
    ['more than the amount', true, [1, '500.01', { amountAbove: '500' }]],
    ['exactly the amount', false, [1, '500', { amountAbove: '500.00' }]],
    ['either of them', true, [1, '900', { quantityAbove: 2, amountAbove: '500' }]],
    ['any voucher', true, [1, '50', { quantityAbove: 0 }]],
    ['a top-up', false, [1, '900', { amountAbove: '500' }, 'direct']],
    ['no limits', false, [9, '900', {}]],
  ])('the fraud warning is shown for %s: %s', (_, is, sale) => expect(ask(...sale)).toBe(is))

  it('the fraud warning is not shown in a shop that did not turn it on', () =>
    expect(ask(10, '9000', null)).toBe(false))
})
