import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import { isContradiction } from '#domain/sale/steps/apply-answer.ts'
import type { Transaction } from '#domain/wallet/transaction.ts'
import {
  anAmount,
  ANSWERED_AT,
  aSale,
  aTransaction,
  confirmAnswered,
  findAnswered,
  FINALS,
  FIRST_POLLED_AT,
  HOUR,
  kindsOf,
  lost,
  MINUTE,
  refuses,
  resolved,
  says,
} from '../../../support/sales.ts'

/** @security V16.5.3, V16.5.2: If the provider contradicts itself, selling stops and a person decides. */

const now = FIRST_POLLED_AT + HOUR

describe('G5, contradictions of the wholesaler', () => {
  const rows = FINALS.flatMap(({ state, given }) =>
    FINALS.filter((other) => other.state !== state).map((other) => ({
      was: state,
      says: other.state,
      given,
      // After a success, support may cancel or replace the sale by hand, which is not a contradiction.
      stops: !(state === 1 && other.state >= 3),
    })),
  )

  it.each(rows)('G5: state $says after state $was stops selling: $stops', ({ given, says: state, stops }) => {
    const { sale, events } = findAnswered(given(), says(state), now)
    expect(isContradiction(given(), events)).toBe(stops)
    expect(sale).toMatchObject({ conflicting: true, unread: { supervisor: 'notified' } })
    // The contradiction is reported only once.
    expect(isContradiction(sale, findAnswered(sale, says(state), now + MINUTE).events)).toBe(false)
  })

  it('G5: the same state again, or a vague answer, is not a contradiction', () => {
    for (const { state, given } of FINALS) {
      for (const answer of [says(state), says(0), says(-1), lost(), refuses(5)])
        expect(isContradiction(given(), findAnswered(given(), answer, now).events)).toBe(false)
    }
  })

  it('G5: an answer against an abandonment or a resolution does not stop selling', () => {
    const given = aSale.abandoned()
    expect(isContradiction(given, findAnswered(given, says(1), now).events)).toBe(false)
    const word = resolved(aSale.canceled(), 'not-sold', now).sale
    const { sale, events } = findAnswered(word, says(1), now + HOUR)
    expect(sale.conflicting).toBe(true)
    expect(isContradiction(word, events)).toBe(false)
    const waiting = resolved(aSale.pending(), 'not-sold', now).sale
    expect(isContradiction(waiting, findAnswered(waiting, says(1), now + HOUR).events)).toBe(false)
  })

  it('G5: only a conflict event of a final sale is a contradiction', () => {
    const event = (kind: SaleEvent['kind']): SaleEvent[] => [{ at: now, kind, state: 2 }]
    expect(isContradiction(aSale.succeeded(), event('conflict'))).toBe(true)
    expect(isContradiction(aSale.succeeded(), event('final'))).toBe(false)
    expect(isContradiction(aSale.unknown(), event('conflict'))).toBe(false)
    expect(isContradiction(aSale.succeeded(), [])).toBe(false)
  })
})

describe('F16, an answer after the confirm that names something else', () => {
  it.each<[string, Partial<Transaction>]>([
    ['account', { account: '971501234568' }],
    ['amount', { amount: decimal('60') }],
    ['currency', { amountCurrency: 'USD' }],
    ['service', { serviceId: 'velto' }],
  ])(
    'F16: an answer with another %s changes the state but not the sale, and notifies supervisors once',
    (_, changes) => {
      for (const state of [1, 0]) {
        const { sale, events } = confirmAnswered(aSale.confirming(), says(state, changes), ANSWERED_AT)
        expect(sale).toMatchObject({
          state: state === 1 ? 'succeeded' : 'pending',
          hasDiffered: true,
          amount: anAmount('50'),
          account: '971501234567',
          serviceId: 'qamra',
          unread: { supervisor: 'notified' },
        })
        expect(events[0]).toEqual({ at: ANSWERED_AT, kind: 'answer-differs' })
        const again = findAnswered(sale, says(state, changes), now)
        expect(kindsOf(again.events)).not.toContain('answer-differs')
      }
      const found = findAnswered(aSale.unknown(), says(1, changes), now)
      expect(kindsOf(found.events)).toEqual(['answer-differs', 'final'])
    },
  )

  it('F16: an equal value in another form is not a difference', () => {
    for (const changes of [{ account: '+971 50 123 4567' }, { amount: decimal('50.000') }, { serviceId: 'qamra' }]) {
      const { sale, events } = confirmAnswered(aSale.confirming(), says(1, changes), ANSWERED_AT)
      expect(kindsOf(events)).toEqual(['final'])
      expect(sale).not.toHaveProperty('hasDiffered')
      expect(sale).not.toHaveProperty('unread')
    }
  })

  it('F16: a differing cost notifies supervisors, and the first cost is stored', () => {
    const before = { ...aSale.confirming(), cost: anAmount('47.5') }
    const { sale } = confirmAnswered(before, says(1, { cost: anAmount('48') }), ANSWERED_AT)
    expect(sale).toMatchObject({ unread: { supervisor: 'notified', reasons: ['cost-differs'] } })
    expect([sale.firstCost, sale.cost]).toEqual([anAmount('47.5'), anAmount('48')])
    const again = findAnswered(sale, says(1, { cost: anAmount('49') }), ANSWERED_AT + 1_000).sale
    expect([again.firstCost, again.cost]).toEqual([anAmount('47.5'), anAmount('49')])
    expect(again.unread?.reasons).toEqual(['cost-differs'])
  })

  it('time, cost and reference remain when a later answer omits them', () => {
    const first = says(1, { cost: anAmount('48'), time: '2026-01-01 12:30:00', reference: 'R-1' })
    const { sale } = confirmAnswered(aSale.confirming(), first, ANSWERED_AT)
    const { cost: _, time: __, ...transaction } = aTransaction({ state: 1 })
    const later = findAnswered(sale, { kind: 'transaction', transaction }, ANSWERED_AT + 1_000).sale
    expect(later).toMatchObject({ cost: anAmount('48'), serviceTime: '2026-01-01 12:30:00', reference: 'R-1' })
  })

  it('F15: a bad request notifies supervisors, and other refusals do not', () => {
    for (const code of [2, 50]) {
      const { sale, events } = confirmAnswered(aSale.confirming(), refuses(code), ANSWERED_AT)
      expect(sale.unread).toEqual({ supervisor: 'notified', reasons: ['bad-request'] })
      expect(events[1]).toEqual({ at: ANSWERED_AT, kind: 'bad-request', code })
    }
    for (const code of [1, 60, 1001, 5])
      expect(confirmAnswered(aSale.confirming(), refuses(code), ANSWERED_AT).sale).not.toHaveProperty('unread')
  })
})
