import { describe, expect, it } from 'vitest'

import { decimal, money } from '#domain/money.ts'
import {
  changeOf,
  choosePayment,
  chooseRefundMethod,
  missingOf,
  needsScamQuestions,
  type Payment,
  type PaymentRules,
  type SaidPayment,
} from '#domain/payment.ts'

const of = (amount: string, currency = 'AED') => money(decimal(amount), currency)
const RULES: PaymentRules = { methods: ['cash', 'card'], default: 'cash' }
const CARD_FIRST: PaymentRules = { methods: ['cash', 'card'], default: 'card' }
const CARD: Payment = { paidBy: 'card' }
const CASH_100: Payment = { paidBy: 'cash', given: of('100') }

describe('the payment that an approval notes', () => {
  it.each<{ what: string; said: SaidPayment; rules?: PaymentRules | null; noted?: Payment; is: unknown }>([
    { what: 'the default, untouched', said: {}, is: { payment: { paidBy: 'cash' } } },
    { what: 'another default', said: {}, rules: CARD_FIRST, is: { payment: CARD } },
    { what: 'another method', said: { paidBy: 'card' }, is: { payment: CARD } },
    { what: 'cash and what was given', said: { paidBy: 'cash', given: '100' }, is: { payment: CASH_100 } },
    { what: 'what was given of the default', said: { given: '100' }, is: { payment: CASH_100 } },
    { what: 'exactly what is paid', said: { given: '45.00' }, is: { payment: { paidBy: 'cash', given: of('45') } } },
    { what: 'nothing where the shop notes nothing', said: {}, rules: null, is: {} },
    { what: 'what was noted first', said: {}, noted: CASH_100, is: { payment: CASH_100 } },
    { what: 'what was noted while the shop still did', said: {}, rules: null, noted: CARD, is: { payment: CARD } },
    { what: 'a new payment instead', said: { paidBy: 'card' }, noted: CASH_100, is: { payment: CARD } },
    {
      what: 'cash of the method noted first',
      said: { given: '50' },
      rules: CARD_FIRST,
      noted: CASH_100,
      is: { payment: { paidBy: 'cash', given: of('50') } },
    },
  ])('is $what', ({ said, rules = RULES, noted, is }) => {
    expect(choosePayment(said, { rules, pays: of('45'), noted })).toEqual(is)
  })

  it.each<{ what: string; said: SaidPayment; rules?: PaymentRules | null; noted?: Payment; problem: string }>([
    { what: 'a method the shop does not take', said: { paidBy: 'other' }, problem: 'not-taken' },
    { what: 'any method where the shop notes none', said: { paidBy: 'cash' }, rules: null, problem: 'not-noted' },
    { what: 'cash where the shop notes nothing', said: { given: '50' }, rules: null, problem: 'not-noted' },
    { what: 'cash with a card', said: { paidBy: 'card', given: '50' }, problem: 'not-cash' },
    { what: 'cash while the default is a card', said: { given: '50' }, rules: CARD_FIRST, problem: 'not-cash' },
    { what: 'cash after a card was noted', said: { given: '50' }, noted: CARD, problem: 'not-cash' },
    { what: 'too little', said: { given: '44.99' }, problem: 'too-little' },
    { what: 'more decimals than the currency has', said: { given: '45.001' }, problem: 'not-payable' },
    { what: 'more digits than anybody can read', said: { given: '1234567890123456' }, problem: 'not-payable' },
  ])('is refused for $what', ({ said, rules = RULES, noted, problem }) => {
    expect(choosePayment(said, { rules, pays: of('45'), noted })).toEqual({ problem })
  })

  it('is counted in the decimals of its currency', () => {
    const dinar = { rules: RULES, pays: of('1.250', 'KWD') }
    expect(choosePayment({ given: '1.255' }, dinar)).toEqual({ payment: { paidBy: 'cash', given: of('1.255', 'KWD') } })
    expect(choosePayment({ given: '1000.5' }, { rules: RULES, pays: of('900', 'JPY') })).toEqual({
      problem: 'not-payable',
    })
  })
})

describe('how a refund is noted', () => {
  it.each([
    { what: 'as the customer paid', said: undefined, rules: RULES, paidBy: 'card', is: { paidBy: 'card' } },
    { what: 'as it was said', said: 'cash', rules: RULES, paidBy: 'card', is: { paidBy: 'cash' } },
    { what: 'by the default, where nothing was noted', said: undefined, rules: CARD_FIRST, is: { paidBy: 'card' } },
    { what: 'not at all where the shop notes nothing', said: undefined, rules: null, is: {} },
    {
      what: 'as the customer paid, although the shop notes nothing by now',
      said: 'card',
      rules: null,
      paidBy: 'card',
      is: { paidBy: 'card' },
    },
    {
      what: 'as the customer paid by what the shop no longer takes',
      said: undefined,
      rules: RULES,
      paidBy: 'other',
      is: { paidBy: 'other' },
    },
  ] as const)('is $what', ({ said, is, ...how }) => {
    expect(chooseRefundMethod(said, how)).toEqual(is)
  })

  it('is refused for a method that the shop does not take', () => {
    expect(chooseRefundMethod('other', { rules: RULES, paidBy: 'cash' })).toEqual({ problem: 'not-taken' })
    expect(chooseRefundMethod('cash', { rules: null })).toEqual({ problem: 'not-noted' })
  })
})

describe('change', () => {
  it.each([
    ['100', '45', '55.00'],
    ['45.25', '45', '0.25'],
  ])('of %s for %s is %s', (given, pays, change) => {
    expect(changeOf(of(given), of(pays))).toEqual(of(change))
    expect(missingOf(of(pays), of(given))).toEqual(of(change))
  })

  it('is nothing for the exact amount, for less, and when nothing was given', () => {
    expect(changeOf(of('45'), of('45'))).toBeUndefined()
    expect(changeOf(of('40'), of('45'))).toBeUndefined()
    expect(changeOf(undefined, of('45'))).toBeUndefined()
    expect(missingOf(of('45'), of('45'))).toBeUndefined()
  })
})

describe('the three questions against gift-card scams', () => {
  const ask = (
    sale: { kind?: 'direct' | 'voucher' | 'international'; count?: number; pays?: string },
    scamStop: Parameters<typeof needsScamQuestions>[1],
  ) =>
    needsScamQuestions({ kind: sale.kind ?? 'voucher', count: sale.count ?? 1, pays: of(sale.pays ?? '50') }, scamStop)

  it.each([
    { what: 'more than so many', sale: { count: 3 }, stop: { quantityAbove: 2 }, is: true },
    { what: 'just so many', sale: { count: 2 }, stop: { quantityAbove: 2 }, is: false },
    { what: 'more than so much', sale: { pays: '500.01' }, stop: { amountAbove: '500' }, is: true },
    { what: 'just so much', sale: { pays: '500' }, stop: { amountAbove: '500.00' }, is: false },
    {
      what: 'either of them',
      sale: { count: 1, pays: '900' },
      stop: { quantityAbove: 2, amountAbove: '500' },
      is: true,
    },
    { what: 'any voucher', sale: {}, stop: { quantityAbove: 0 }, is: true },
    { what: 'a recharge', sale: { kind: 'direct', pays: '900' } as const, stop: { amountAbove: '500' }, is: false },
    { what: 'no line', sale: { pays: '900', count: 9 }, stop: {}, is: false },
  ])('are asked before $what: $is', ({ sale, stop, is }) => {
    expect(ask(sale, stop)).toBe(is)
  })

  it('are not asked unless the shop wants it', () => {
    expect(ask({ count: 10, pays: '9000' }, null)).toBe(false)
  })
})
