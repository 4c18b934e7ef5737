import { describe, expect, it } from 'vitest'

import { decimal, money, type Money } from '#domain/money/money.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  differenceOf,
  expectedCash,
  figuresOf,
  findMissingRefund,
  needsReason,
  paymentStateOf,
  type CashDifference,
  type DrawerMovement,
  type PaymentState,
  type PaymentSum,
} from '#domain/reports/shift.ts'
import {
  abandoned,
  amal,
  anAmount,
  ANSWERED_AT,
  approved,
  aSale,
  comingVoucher,
  confirmAnswered,
  findAnswered,
  HOUR,
  MINUTE,
  readyVoucher,
  refunded,
  resolved,
  says,
} from '../../support/sales.ts'

const LATER = ANSWERED_AT + HOUR
const failedLater = () => findAnswered(aSale.pending(), says(2), LATER).sale

describe('paymentStateOf', () => {
  const states: { name: string; sale: () => SaleRecord; state: PaymentState }[] = [
    { name: 'not checked yet', sale: aSale.opened, state: 'none' },
    { name: 'not confirmed yet', sale: aSale.checked, state: 'none' },
    { name: 'refused at its check', sale: aSale.refused, state: 'none' },
    { name: 'not confirmed in time', sale: aSale.expired, state: 'none' },
    {
      name: 'abandoned before it was confirmed',
      sale: () => abandoned(aSale.checked(), ANSWERED_AT).sale,
      state: 'none',
    },
    { name: 'being sent', sale: aSale.confirming, state: 'open' },
    { name: 'pending', sale: aSale.pending, state: 'open' },
    { name: 'unknown', sale: aSale.unknown, state: 'open' },
    { name: 'not executed, and waits for a decision', sale: aSale.notExecuted, state: 'open' },
    { name: 'sold', sale: aSale.succeeded, state: 'sold' },
    { name: 'sold with its code', sale: readyVoucher, state: 'sold' },
    { name: 'sold, with the code still coming', sale: comingVoucher, state: 'open' },
    { name: 'failed while the customer was there', sale: aSale.failed, state: 'not-sold' },
    { name: 'failed after the customer had left', sale: failedLater, state: 'open' },
    { name: 'refunded after that', sale: () => refunded(failedLater(), LATER).sale, state: 'refunded' },
    { name: 'abandoned after its confirm', sale: aSale.abandoned, state: 'open' },
    { name: 'canceled by the provider', sale: aSale.canceled, state: 'open' },
    { name: 'resolved as sold', sale: () => resolved(aSale.canceled(), 'sold', LATER).sale, state: 'sold' },
    { name: 'resolved as not sold', sale: () => resolved(aSale.canceled(), 'not-sold', LATER).sale, state: 'open' },
    { name: 'a test transaction', sale: () => ({ ...aSale.succeeded(), isTest: true }), state: 'none' },
  ]
  it.each(states)('a sale that is $name counts as $state', ({ sale, state }) => {
    expect(paymentStateOf(sale())).toBe(state)
  })

  it('a sale that is approved a second time stays one payment', () => {
    const again = approved(aSale.notExecuted(), LATER).sale
    expect(paymentStateOf(again)).toBe('open')
    expect(paymentStateOf(confirmAnswered(again, says(1), LATER + MINUTE).sale)).toBe('sold')
  })
})

const payment = (state: PaymentSum['state'], amount: string, changes: Partial<PaymentSum> = {}): PaymentSum => ({
  state,
  method: 'cash',
  count: 1,
  sum: decimal(amount),
  currency: 'AED',
  ...changes,
})
const movement = (kind: DrawerMovement['kind'], amount?: string): DrawerMovement => ({
  id: `${kind} ${amount}`,
  kind,
  at: 1,
  by: amal,
  reason: 'Water delivery',
  ...(amount === undefined ? {} : { amount: anAmount(amount) }),
})

/** The shift of the mockup: 35 cash sales of 1,168.00, two sales that are open, and 20.00 taken out. */
const DRAWN = {
  currency: 'AED',
  start: decimal('300'),
  payments: [
    payment('sold', '1168', { count: 35 }),
    payment('sold', '484.50', { count: 13, method: 'card' }),
    payment('sold', '40', { method: 'other' }),
    payment('open', '60', { count: 2 }),
    payment('open', '11.5', { method: 'card' }),
    payment('not-sold', '25'),
  ],
  refunds: [],
  movements: [movement('out', '20'), movement('no-sale')],
}

describe('figuresOf and expectedCash', () => {
  it('the expected cash is the start, the cash sales and what is paid and open, minus what was taken out', () => {
    const figures = figuresOf(DRAWN)
    expect(figures).toMatchObject({
      sold: { count: 49, amounts: [anAmount('1692.5')] },
      paymentMethod: [
        { method: 'cash', count: 35 },
        { method: 'card', count: 13 },
        { method: 'other', count: 1 },
      ],
      open: { count: 3, amounts: [anAmount('71.5')] },
      notSold: 1,
      cashSold: { count: 35, amount: anAmount('1168') },
      cashOpen: { count: 2, amount: anAmount('60') },
      takenOut: { count: 1, amount: anAmount('20') },
      noSales: 1,
    })
    expect(expectedCash(figures)).toEqual({ amount: anAmount('1508') })
  })

  it('a cash sale that is refunded in cash in the same shift does not change the drawer', () => {
    const before = expectedCash(figuresOf({ ...DRAWN, payments: [payment('open', '10')] }))
    const refund = { isOwn: true, method: 'cash', count: 1, sum: decimal('10'), currency: 'AED' } as const
    const after = expectedCash(figuresOf({ ...DRAWN, payments: [payment('refunded', '10')], refunds: [refund] }))
    expect([before.amount.amount, after.amount.amount]).toEqual(['290.00', '280.00'])
  })

  it('a cash sale that is refunded by card leaves its cash in the drawer', () => {
    const refund = { isOwn: true, method: 'card', count: 1, sum: decimal('10'), currency: 'AED' } as const
    const figures = figuresOf({ ...DRAWN, payments: [payment('refunded', '10')], refunds: [refund], movements: [] })
    expect(expectedCash(figures).amount).toEqual(anAmount('310'))
  })

  it('refunds of other shifts are listed separately and come out of this drawer', () => {
    const refund = { isOwn: false, method: 'cash', count: 2, sum: decimal('90'), currency: 'AED' } as const
    const figures = figuresOf({ ...DRAWN, payments: [], refunds: [refund], movements: [] })
    expect([figures.refunds.count, figures.otherRefunds.count]).toEqual([0, 2])
    expect(expectedCash(figures).amount).toEqual(anAmount('210'))
  })

  it('a drawer that paid out more than it held is below zero, and any count is over', () => {
    const refund = { isOwn: false, method: 'cash', count: 1, sum: decimal('310'), currency: 'AED' } as const
    const expected = expectedCash(figuresOf({ ...DRAWN, payments: [], refunds: [refund], movements: [] }))
    expect(expected).toEqual({ amount: anAmount('10'), isBelowZero: true })
    expect(differenceOf(anAmount('5'), expected)).toEqual({ kind: 'over', amount: anAmount('15') })
  })

  it('a payment without a method counts as cash, and one in another currency is not in the drawer', () => {
    const { method: _, ...unsaved } = payment('sold', '5')
    const foreign = payment('sold', '7', { currency: 'USD' })
    const figures = figuresOf({ ...DRAWN, payments: [unsaved, foreign], movements: [] })
    expect(figures.cashSold).toEqual({ count: 1, amount: anAmount('5') })
    expect(figures.sold.amounts).toEqual([anAmount('5'), { amount: '7.00', currency: 'USD' }])
    expect(figures.paymentMethod.map(({ method }) => method)).toEqual(['cash', undefined])
  })

  it.each([
    { currency: 'JPY', start: '1000', sold: '333', expected: '1333' },
    { currency: 'KWD', start: '10.005', sold: '0.995', expected: '11.000' },
  ])('$start and sales of $sold $currency are exactly $expected', ({ currency, start, sold, expected }) => {
    const books = { currency, start: decimal(start), payments: [payment('sold', sold, { currency })] }
    expect(expectedCash(figuresOf({ ...books, refunds: [], movements: [] })).amount.amount).toBe(expected)
  })
})

describe('differenceOf', () => {
  it.each([
    { counted: '1508', expected: '1508', kind: 'exact', amount: '0' },
    { counted: '1498', expected: '1508', kind: 'short', amount: '10' },
    { counted: '1508.25', expected: '1508', kind: 'over', amount: '0.25' },
    { counted: '0', expected: '0', kind: 'exact', amount: '0' },
  ])('a count of $counted with $expected expected is $kind by $amount', ({ counted, expected, kind, amount }) => {
    expect(differenceOf(anAmount(counted), { amount: anAmount(expected) })).toEqual({ kind, amount: anAmount(amount) })
  })

  it.each([
    { amount: '0', above: '1', needed: false },
    { amount: '1', above: '1.00', needed: false },
    { amount: '1.01', above: '1', needed: true },
    { amount: '0.25', above: '0', needed: true },
  ])('a variance of $amount with a limit of $above needs a reason: $needed', ({ amount, above, needed }) => {
    expect(needsReason({ kind: 'short', amount: anAmount(amount) }, above)).toBe(needed)
  })
})

describe('findMissingRefund', () => {
  const due = (amount: string, currency = 'AED'): { pays: Money } => ({ pays: money(decimal(amount), currency) })
  const short: CashDifference = { kind: 'short', amount: anAmount('10') }

  it.each([
    { name: 'the only refund of that amount', dues: [due('10'), due('25')], found: true },
    { name: 'no refund of that amount', dues: [due('9.99'), due('25')], found: false },
    { name: 'two refunds of that amount', dues: [due('10'), due('10')], found: false },
    { name: 'a refund in another currency', dues: [due('10', 'USD')], found: false },
  ])('the refund of $name explains a drawer that is short by it: $found', ({ dues, found }) => {
    expect(findMissingRefund(short, dues) !== undefined).toBe(found)
  })

  it('no refund explains a drawer that is over', () => {
    expect(findMissingRefund({ ...short, kind: 'over' }, [due('10')])).toBeUndefined()
  })
})
