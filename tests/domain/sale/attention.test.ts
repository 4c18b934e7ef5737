import { describe, expect, it } from 'vitest'

import { findAttention, isYoungerThan, MAX_UNCLEAR_FINDS, SALE_STATES, saleCan } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  abandonedSale,
  APPROVED_AT,
  aSaleId,
  cancelledSale,
  resolved,
  confirmingSale,
  DAY,
  failedSale,
  findAnswered,
  FIRST_POLLED_AT,
  heldSale,
  HOUR,
  kindsOf,
  lost,
  MINUTE,
  notExecutedSale,
  openedSale,
  checkedSale,
  pendingSale,
  refusedSale,
  refuses,
  replacedSale,
  says,
  SECOND,
  succeededSale,
  theirId,
  unknownSale,
} from '../../support/sales.ts'

/** The attention of a sale when this time has passed since the confirm. */
const attentionAt = (sale: SaleRecord, age: number) => findAttention(sale, APPROVED_AT + age)

describe('a sale that needs attention (rule 8)', () => {
  it.each([
    { was: 'unknown', given: unknownSale, after: 15 * MINUTE, reason: 'late' },
    { was: 'held', given: heldSale, after: 15 * MINUTE, reason: 'held' },
    { was: 'pending', given: pendingSale, after: HOUR, reason: 'late' },
  ] as const)(
    'a sale that is $was needs attention from $after ms after its confirm: $reason',
    ({ given, after, reason }) => {
      expect(attentionAt(given(), 0)).toBeUndefined()
      expect(attentionAt(given(), after - 1)).toBeUndefined()
      expect(attentionAt(given(), after)).toBe(reason)
      expect(attentionAt(given(), 100 * DAY)).toBe(given().held ? 'held' : reason)
      expect(saleCan.resolve(given(), APPROVED_AT + after - 1)).toBe(false)
      expect(saleCan.resolve(given(), APPROVED_AT + after)).toBe(true)
    },
  )

  it('a sale with an impossible or unknown age needs attention', () => {
    for (const given of [unknownSale, pendingSale]) {
      expect(attentionAt(given(), -1)).toBe('late')
      const { confirmedAt: _, ...ageless } = given()
      expect(attentionAt(ageless, 0)).toBe('late')
    }
    expect(attentionAt(heldSale(), -1)).toBe('held')
  })

  it.each([
    { was: 'cancelled', given: cancelledSale },
    { was: 'replaced', given: replacedSale },
  ] as const)('a sale that is $was needs attention at once, until a supervisor resolves it', ({ was, given }) => {
    expect(attentionAt(given(), SECOND)).toBe(was)
    expect(attentionAt(resolved(given(), 'sold', APPROVED_AT + MINUTE).sale, HOUR)).toBeUndefined()
  })

  it.each([
    { was: 'opened', given: openedSale },
    { was: 'checked', given: checkedSale },
    { was: 'refused', given: refusedSale },
    { was: 'confirming', given: confirmingSale },
    { was: 'not executed', given: notExecutedSale },
    { was: 'sold', given: succeededSale },
    { was: 'failed', given: failedSale },
    { was: 'given up', given: abandonedSale },
  ])('a sale that is $was never needs attention because of its age', ({ given }) => {
    for (const age of [0, HOUR, 30 * DAY]) expect(attentionAt(given(), age)).toBeUndefined()
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
    { given: confirmingSale, was: 'confirming', reason: 'unclear-answers' },
    { given: unknownSale, was: 'unknown', reason: 'unclear-answers' },
    { given: pendingSale, was: 'pending', reason: 'unclear-answers' },
    { given: notExecutedSale, was: 'not executed', reason: 'unclear-answers' },
    { given: succeededSale, was: 'sold', reason: undefined },
    { given: checkedSale, was: 'checked', reason: undefined },
  ] as const)('three unclear answers for a sale that is $was give the attention: $reason', ({ given, reason }) => {
    const soon = APPROVED_AT + MINUTE
    expect(findAttention({ ...given(), unclearFinds: MAX_UNCLEAR_FINDS - 1 }, soon)).toBeUndefined()
    expect(findAttention({ ...given(), unclearFinds: MAX_UNCLEAR_FINDS }, soon)).toBe(reason)
  })
})

describe('unclear answers', () => {
  const now = FIRST_POLLED_AT

  it.each([
    { row: 'G13', what: 'too big', answer: lost('too-big'), reason: { reason: 'too-big' } },
    { row: 'G13', what: 'too deep', answer: lost('too-deep'), reason: { reason: 'too-deep' } },
  ])('$row: supervisors are notified of the third answer that is $what', ({ answer, reason }) => {
    let sale = unknownSale()
    const told: unknown[] = []
    for (let finds = 1; finds <= 5; finds++) {
      const step = findAnswered(sale, answer, now + finds * MINUTE)
      told.push(step.events.filter(({ kind }) => kind === 'unclear-answers'))
      sale = step.sale
      expect(sale.unread).toEqual(finds < 3 ? undefined : { supervisor: 'notified', reasons: ['unclear-answers'] })
    }
    expect(told).toEqual([[], [], [{ at: now + 3 * MINUTE, kind: 'unclear-answers', ...reason }], [], []])
    expect(sale).toMatchObject({ state: 'unknown', unclearFinds: 5, next: { kind: 'find' } })
    expect(findAttention(sale, APPROVED_AT + MINUTE)).toBe('unclear-answers')
  })

  it('G11: supervisors are notified once, of the first answer about another transaction', () => {
    for (const answer of [says(1, { id: theirId('other') }), says(-1, { saleId: aSaleId('B') })]) {
      const first = findAnswered(unknownSale(), answer, now)
      expect(first.sale).toMatchObject({ state: 'unknown', unread: { supervisor: 'notified' } })
      expect(first.events).toContainEqual({ at: now, kind: 'unclear-answers', reason: 'wrong-ids' })
      expect(findAttention(first.sale, now)).toBe('unclear-answers')
      expect(kindsOf(findAnswered(first.sale, answer, now + MINUTE).events)).not.toContain('unclear-answers')
    }
  })

  it('G11: an answer about another transaction after two unclear ones notifies supervisors', () => {
    const two = findAnswered(findAnswered(unknownSale(), lost('too-big'), now).sale, lost('too-big'), now + SECOND).sale
    const step = findAnswered(two, says(1, { id: theirId('other') }), now + MINUTE)
    expect(kindsOf(step.events)).toEqual(['find-lost', 'unclear-answers'])
  })

  it.each([lost('timeout'), lost('reset'), lost('not-json'), lost('wrong-shape'), refuses(60), refuses(22)])(
    'G10: an ordinary lost or refused find is not an unclear answer (%j)',
    (answer) => {
      const twice = { ...unknownSale(), unclearFinds: 2 }
      const { sale, events } = findAnswered(twice, answer, now)
      expect(sale.unclearFinds).toBe(2)
      expect(kindsOf(events)).not.toContain('unclear-answers')
    },
  )

  it('a clear answer resets the count of unclear ones', () => {
    const odd: SaleRecord = { ...unknownSale(), unclearFinds: 2 }
    expect(findAnswered(odd, says(-1), now).sale).not.toHaveProperty('unclearFinds')
    expect(findAnswered(odd, says(0), now).sale).not.toHaveProperty('unclearFinds')
    expect(findAnswered(odd, says(1), now).sale).not.toHaveProperty('unclearFinds')
    const oddPending: SaleRecord = { ...pendingSale(), unclearFinds: 5 }
    expect(findAnswered(oddPending, says(0), now).sale).not.toHaveProperty('unclearFinds')
  })

  it('G4: state -1 is a clear answer for a sale that is not executed or was abandoned', () => {
    const { sale } = findAnswered(notExecutedSale(), says(-1), now + HOUR)
    expect(sale).not.toHaveProperty('unclearFinds')
    expect(findAnswered(abandonedSale(), says(-1), now + HOUR).sale).not.toHaveProperty('unclearFinds')
  })

  it.each([20, 22])('G8: an answer that the sale is unknown (%i) is unclear once the sale was pending', (code) => {
    let sale = pendingSale()
    const told: string[][] = []
    for (let finds = 1; finds <= 4; finds++) {
      const step = findAnswered(sale, refuses(code), now + finds * MINUTE)
      told.push(kindsOf(step.events))
      sale = step.sale
    }
    expect(told).toEqual([[], [], ['unclear-answers'], []])
    expect(sale).toMatchObject({ state: 'pending', unclearFinds: 4, unread: { supervisor: 'notified' } })
    for (const other of [unknownSale(), notExecutedSale(), abandonedSale()])
      expect(findAnswered(other, refuses(code), now + HOUR).sale).not.toHaveProperty('unclearFinds')
    expect(findAnswered(pendingSale(), refuses(60), now).sale).not.toHaveProperty('unclearFinds')
  })

  it('an unclear answer notifies supervisors in addition to an unread sale of the cashier', () => {
    const sale: SaleRecord = { ...unknownSale(), unread: { cashier: true } }
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
