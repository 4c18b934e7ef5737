import { describe, expect, it } from 'vitest'

import { findAttention, isYoungerThan, MAX_ODD_FINDS, SALE_STATES, saleCan } from '#domain/sale.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import {
  abandonedSale,
  APPROVED_AT,
  aSaleId,
  cancelledSale,
  closed,
  confirmingSale,
  DAY,
  failedSale,
  findAnswered,
  FIRST_ASKED_AT,
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
} from '../support/sales.ts'

/** Every state, where the time since the confirm is `age`. */
const attentionAt = (sale: SaleRecord, age: number) => findAttention(sale, APPROVED_AT + age)

describe('a person has to look at a sale (rule 8)', () => {
  it.each([
    { was: 'unknown', given: unknownSale, after: 15 * MINUTE, why: 'late' },
    { was: 'held', given: heldSale, after: 15 * MINUTE, why: 'held' },
    { was: 'pending', given: pendingSale, after: HOUR, why: 'late' },
  ] as const)('that is $was from $after ms after its confirm on: $why', ({ given, after, why }) => {
    expect(attentionAt(given(), 0)).toBeUndefined()
    expect(attentionAt(given(), after - 1)).toBeUndefined()
    expect(attentionAt(given(), after)).toBe(why)
    expect(attentionAt(given(), 100 * DAY)).toBe(given().held ? 'held' : why)
    expect(saleCan.close(given(), APPROVED_AT + after - 1)).toBe(false)
    expect(saleCan.close(given(), APPROVED_AT + after)).toBe(true)
  })

  it('whose age cannot be, or is not known: it counts as too old', () => {
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
  ] as const)('that is $was, at once and until a supervisor said what it is', ({ was, given }) => {
    expect(attentionAt(given(), SECOND)).toBe(was)
    expect(attentionAt(closed(given(), 'sold', APPROVED_AT + MINUTE).sale, HOUR)).toBeUndefined()
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
  ])('never because one that is $was has grown old', ({ given }) => {
    for (const age of [0, HOUR, 30 * DAY]) expect(attentionAt(given(), age)).toBeUndefined()
  })

  it('in every state when the wholesaler contradicts itself, also where it is closed', () => {
    for (const state of SALE_STATES) {
      expect(findAttention({ state, disputed: true }, APPROVED_AT)).toBe('disputed')
      const word = { as: 'sold', note: 'x', at: APPROVED_AT, by: 'Hamad' } as const
      expect(findAttention({ state, disputed: true, closed: word }, APPROVED_AT)).toBe('disputed')
      expect(findAttention({ state, closed: word, oddFinds: 9 }, APPROVED_AT + DAY)).toBeUndefined()
    }
  })

  it.each([
    { given: confirmingSale, was: 'confirming', why: 'odd-answers' },
    { given: unknownSale, was: 'unknown', why: 'odd-answers' },
    { given: pendingSale, was: 'pending', why: 'odd-answers' },
    { given: notExecutedSale, was: 'not executed', why: 'odd-answers' },
    { given: succeededSale, was: 'sold', why: undefined },
    { given: checkedSale, was: 'checked', why: undefined },
  ] as const)('of which three answers make no sense, while it waits ($was): $why', ({ given, why }) => {
    const soon = APPROVED_AT + MINUTE
    expect(findAttention({ ...given(), oddFinds: MAX_ODD_FINDS - 1 }, soon)).toBeUndefined()
    expect(findAttention({ ...given(), oddFinds: MAX_ODD_FINDS }, soon)).toBe(why)
  })
})

describe('answers that make no sense', () => {
  const now = FIRST_ASKED_AT

  it.each([
    { row: 'G13', what: 'too big', answer: lost('too-big'), why: { reason: 'too-big' } },
    { row: 'G13', what: 'too deep', answer: lost('too-deep'), why: { reason: 'too-deep' } },
  ])('$row: a supervisor is told of the third answer that is $what', ({ answer, why }) => {
    let sale = unknownSale()
    const told: unknown[] = []
    for (let finds = 1; finds <= 5; finds++) {
      const step = findAnswered(sale, answer, now + finds * MINUTE)
      told.push(step.events.filter(({ kind }) => kind === 'odd-answers'))
      sale = step.sale
      expect(sale.unseen).toEqual(finds < 3 ? undefined : { supervisor: 'told', because: ['odd-answers'] })
    }
    expect(told).toEqual([[], [], [{ at: now + 3 * MINUTE, kind: 'odd-answers', ...why }], [], []])
    expect(sale).toMatchObject({ state: 'unknown', oddFinds: 5, next: { do: 'find' } })
    expect(findAttention(sale, APPROVED_AT + MINUTE)).toBe('odd-answers')
  })

  it('G11: a supervisor is told of the first that speaks of another transaction, once', () => {
    for (const answer of [says(1, { id: theirId('other') }), says(-1, { saleId: aSaleId('B') })]) {
      const first = findAnswered(unknownSale(), answer, now)
      expect(first.sale).toMatchObject({ state: 'unknown', unseen: { supervisor: 'told' } })
      expect(first.events).toContainEqual({ at: now, kind: 'odd-answers', reason: 'wrong-ids' })
      expect(findAttention(first.sale, now)).toBe('odd-answers')
      expect(kindsOf(findAnswered(first.sale, answer, now + MINUTE).events)).not.toContain('odd-answers')
    }
  })

  it('G11: told after two others, it is told of as well', () => {
    const two = findAnswered(findAnswered(unknownSale(), lost('too-big'), now).sale, lost('too-big'), now + SECOND).sale
    const step = findAnswered(two, says(1, { id: theirId('other') }), now + MINUTE)
    expect(kindsOf(step.events)).toEqual(['ask-lost', 'odd-answers'])
  })

  it.each([lost('timeout'), lost('reset'), lost('not-json'), lost('wrong-shape'), refuses(60), refuses(22)])(
    'G10: are not the plain lost or refused ones (%j)',
    (answer) => {
      const twice = { ...unknownSale(), oddFinds: 2 }
      const { sale, events } = findAnswered(twice, answer, now)
      expect(sale.oddFinds).toBe(2)
      expect(kindsOf(events)).not.toContain('odd-answers')
    },
  )

  it('are counted in a row: one that makes sense begins anew', () => {
    const odd: SaleRecord = { ...unknownSale(), oddFinds: 2 }
    expect(findAnswered(odd, says(-1), now).sale).not.toHaveProperty('oddFinds')
    expect(findAnswered(odd, says(0), now).sale).not.toHaveProperty('oddFinds')
    expect(findAnswered(odd, says(1), now).sale).not.toHaveProperty('oddFinds')
    const oddPending: SaleRecord = { ...pendingSale(), oddFinds: 5 }
    expect(findAnswered(oddPending, says(0), now).sale).not.toHaveProperty('oddFinds')
  })

  it('G4: -1 of a sale that only waits to be executed makes sense', () => {
    const { sale } = findAnswered(notExecutedSale(), says(-1), now + HOUR)
    expect(sale).not.toHaveProperty('oddFinds')
    expect(findAnswered(abandonedSale(), says(-1), now + HOUR).sale).not.toHaveProperty('oddFinds')
  })

  it.each([20, 22])('G8: are also those that know a sale no more (%i) of which something was known', (code) => {
    let sale = pendingSale()
    const told: string[][] = []
    for (let finds = 1; finds <= 4; finds++) {
      const step = findAnswered(sale, refuses(code), now + finds * MINUTE)
      told.push(kindsOf(step.events))
      sale = step.sale
    }
    expect(told).toEqual([[], [], ['odd-answers'], []])
    expect(sale).toMatchObject({ state: 'pending', oddFinds: 4, unseen: { supervisor: 'told' } })
    for (const other of [unknownSale(), notExecutedSale(), abandonedSale()])
      expect(findAnswered(other, refuses(code), now + HOUR).sale).not.toHaveProperty('oddFinds')
    expect(findAnswered(pendingSale(), refuses(60), now).sale).not.toHaveProperty('oddFinds')
  })

  it('are kept apart from the news somebody has not seen', () => {
    const sale: SaleRecord = { ...unknownSale(), unseen: { cashier: true } }
    const step = findAnswered(sale, says(1, { id: theirId('other') }), now)
    expect(step.sale.unseen).toEqual({ cashier: true, supervisor: 'told', because: ['odd-answers'] })
  })
})

describe('isYoungerThan', () => {
  it.each([
    { at: 0, now: 0, young: true },
    { at: 0, now: 9, young: true },
    { at: 0, now: 10, young: false },
    { at: 1, now: 0, young: false },
    { at: undefined, now: 0, young: false },
  ])('10 ms: from $at to $now: $young', ({ at, now, young }) => expect(isYoungerThan(10, at, now)).toBe(young))
})
