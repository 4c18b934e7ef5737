import { describe, expect, it } from 'vitest'

import { findAttention, isYoungerThan, MAX_UNCLEAR_FINDS, SALE_STATES, saleCan } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  APPROVED_AT,
  aSale,
  aSaleId,
  DAY,
  findAnswered,
  FIRST_POLLED_AT,
  HOUR,
  kindsOf,
  lost,
  MINUTE,
  refuses,
  resolved,
  says,
  SECOND,
  theirId,
} from '../../support/sales.ts'

const attentionAt = (sale: SaleRecord, age: number) => findAttention(sale, APPROVED_AT + age)

describe('a sale that needs attention (rule 8)', () => {
  it.each([
    { was: 'unknown', after: 15 * MINUTE, reason: 'late' },
    { was: 'held', after: 15 * MINUTE, reason: 'held' },
    { was: 'pending', after: HOUR, reason: 'late' },
  ] as const)('a sale that is $was needs attention from $after ms after its confirm: $reason', (row) => {
    const sale = aSale[row.was]()
    expect(attentionAt(sale, 0)).toBeUndefined()
    expect(attentionAt(sale, row.after - 1)).toBeUndefined()
    expect(attentionAt(sale, row.after)).toBe(row.reason)
    expect(attentionAt(sale, 100 * DAY)).toBe(row.reason)
    expect(saleCan.resolve(sale, APPROVED_AT + row.after - 1)).toBe(false)
    expect(saleCan.resolve(sale, APPROVED_AT + row.after)).toBe(true)
  })

  it('a sale with an impossible or unknown age needs attention', () => {
    for (const given of [aSale.unknown, aSale.pending]) {
      expect(attentionAt(given(), -1)).toBe('late')
      const { confirmedAt: _, ...ageless } = given()
      expect(attentionAt(ageless, 0)).toBe('late')
    }
    expect(attentionAt(aSale.held(), -1)).toBe('held')
  })

  it.each(['canceled', 'replaced'] as const)(
    'a sale that is %s needs attention at once, until a supervisor resolves it',
    (was) => {
      expect(attentionAt(aSale[was](), SECOND)).toBe(was)
      expect(attentionAt(resolved(aSale[was](), 'sold', APPROVED_AT + MINUTE).sale, HOUR)).toBeUndefined()
    },
  )

  it.each([
    ...(['opened', 'checked', 'refused', 'confirming', 'notExecuted', 'succeeded', 'failed', 'abandoned'] as const),
  ])('a sale that is %s never needs attention because of its age', (was) => {
    for (const age of [0, HOUR, 30 * DAY]) expect(attentionAt(aSale[was](), age)).toBeUndefined()
  })

  it('a conflicting sale needs attention in every state, also after a resolution', () => {
    for (const state of SALE_STATES) {
      expect(findAttention({ state, conflicting: true }, APPROVED_AT)).toBe('conflicting')
      const word = { outcome: 'sold', note: 'x', at: APPROVED_AT, by: 'Hamad' } as const
      expect(findAttention({ state, conflicting: true, resolution: word }, APPROVED_AT)).toBe('conflicting')
      expect(findAttention({ state, resolution: word, unclearFinds: 9 }, APPROVED_AT + DAY)).toBeUndefined()
    }
  })

  it.each([
    ...(['confirming', 'unknown', 'pending', 'notExecuted'] as const).map((was) => ({
      was,
      reason: 'unclear-answers',
    })),
    ...(['succeeded', 'checked'] as const).map((was) => ({ was, reason: undefined })),
  ])('three unclear answers for a sale that is $was give the attention: $reason', ({ was, reason }) => {
    const soon = APPROVED_AT + MINUTE
    expect(findAttention({ ...aSale[was](), unclearFinds: MAX_UNCLEAR_FINDS - 1 }, soon)).toBeUndefined()
    expect(findAttention({ ...aSale[was](), unclearFinds: MAX_UNCLEAR_FINDS }, soon)).toBe(reason)
  })
})

describe('unclear answers', () => {
  const now = FIRST_POLLED_AT

  it.each(['too-big', 'too-deep'] as const)(
    'G13: supervisors are notified of the third answer that is %s',
    (reason) => {
      let sale = aSale.unknown()
      for (const finds of [1, 2, 3, 4, 5]) {
        const step = findAnswered(sale, lost(reason), now + finds * MINUTE)
        const reported = { at: now + 3 * MINUTE, kind: 'unclear-answers', reason }
        expect(step.events.filter(({ kind }) => kind === 'unclear-answers')).toEqual(finds === 3 ? [reported] : [])
        sale = step.sale
        expect(sale.unread).toEqual(finds < 3 ? undefined : { supervisor: 'notified', reasons: ['unclear-answers'] })
      }
      expect(sale).toMatchObject({ state: 'unknown', unclearFinds: 5, next: { kind: 'find' } })
      expect(findAttention(sale, APPROVED_AT + MINUTE)).toBe('unclear-answers')
    },
  )

  it('G11: supervisors are notified once, of the first answer about another transaction', () => {
    for (const answer of [says(1, { id: theirId('other') }), says(-1, { saleId: aSaleId('B') })]) {
      const first = findAnswered(aSale.unknown(), answer, now)
      expect(first.sale).toMatchObject({ state: 'unknown', unread: { supervisor: 'notified' } })
      expect(first.events).toContainEqual({ at: now, kind: 'unclear-answers', reason: 'wrong-ids' })
      expect(findAttention(first.sale, now)).toBe('unclear-answers')
      expect(kindsOf(findAnswered(first.sale, answer, now + MINUTE).events)).not.toContain('unclear-answers')
    }
  })

  it('G11: an answer about another transaction after two unclear ones notifies supervisors', () => {
    const two = findAnswered(
      findAnswered(aSale.unknown(), lost('too-big'), now).sale,
      lost('too-big'),
      now + SECOND,
    ).sale
    const step = findAnswered(two, says(1, { id: theirId('other') }), now + MINUTE)
    expect(kindsOf(step.events)).toEqual(['find-lost', 'unclear-answers'])
  })

  it.each([lost('timeout'), lost('reset'), lost('not-json'), lost('wrong-shape'), refuses(60), refuses(22)])(
    'G10: an ordinary lost or refused find is not an unclear answer (%j)',
    (answer) => {
      const twice = { ...aSale.unknown(), unclearFinds: 2 }
      const { sale, events } = findAnswered(twice, answer, now)
      expect(sale.unclearFinds).toBe(2)
      expect(kindsOf(events)).not.toContain('unclear-answers')
    },
  )

  it('a clear answer resets the count of unclear ones', () => {
    const odd: SaleRecord = { ...aSale.unknown(), unclearFinds: 2 }
    for (const state of [-1, 0, 1]) expect(findAnswered(odd, says(state), now).sale).not.toHaveProperty('unclearFinds')
    const oddPending: SaleRecord = { ...aSale.pending(), unclearFinds: 5 }
    expect(findAnswered(oddPending, says(0), now).sale).not.toHaveProperty('unclearFinds')
  })

  it('G4: state -1 is a clear answer for a sale that is not executed or was abandoned', () => {
    for (const sale of [aSale.notExecuted(), aSale.abandoned()])
      expect(findAnswered(sale, says(-1), now + HOUR).sale).not.toHaveProperty('unclearFinds')
  })

  it.each([20, 22])('G8: an answer that the sale is unknown (%i) is unclear once the sale was pending', (code) => {
    let sale = aSale.pending()
    for (const [index, events] of [[], [], ['unclear-answers'], []].entries()) {
      const step = findAnswered(sale, refuses(code), now + index * MINUTE)
      expect(kindsOf(step.events)).toEqual(events)
      sale = step.sale
    }
    expect(sale).toMatchObject({ state: 'pending', unclearFinds: 4, unread: { supervisor: 'notified' } })
    for (const other of [aSale.unknown(), aSale.notExecuted(), aSale.abandoned()])
      expect(findAnswered(other, refuses(code), now + HOUR).sale).not.toHaveProperty('unclearFinds')
    expect(findAnswered(aSale.pending(), refuses(60), now).sale).not.toHaveProperty('unclearFinds')
  })

  it('an unclear answer notifies supervisors in addition to an unread sale of the cashier', () => {
    const sale: SaleRecord = { ...aSale.unknown(), unread: { cashier: true } }
    const step = findAnswered(sale, says(1, { id: theirId('other') }), now)
    expect(step.sale.unread).toEqual({ cashier: true, supervisor: 'notified', reasons: ['unclear-answers'] })
  })
})

describe('isYoungerThan', () => {
  it.each([
    { at: 0, now: 0, young: true },
    { at: 0, now: 9, young: true },
    { at: 0, now: 10, young: false },
    { at: 1, now: 0, young: false },
    { at: undefined, now: 0, young: false },
  ])('isYoungerThan 10 ms from $at to $now is $young', ({ at, now, young }) =>
    expect(isYoungerThan(10, at, now)).toBe(young),
  )
})
