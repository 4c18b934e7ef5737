import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money.ts'
import type { ProblemCode, SaleState } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/transaction.ts'
import {
  amal,
  aSaleId,
  anAmount,
  ANSWERED_AT,
  APPROVED_AT,
  approved,
  cancelledSale,
  checkedSale,
  confirmAnswered,
  confirmingSale,
  failedSale,
  findAnswered,
  FIRST_POLLED_AT,
  kindsOf,
  lost,
  MINUTE,
  notExecutedSale,
  notSent,
  openedSale,
  pendingSale,
  PROVEN_AT,
  refusedSale,
  refuses,
  replacedSale,
  says,
  SECOND,
  CONFIRM_GRACE_MS,
  step,
  succeededSale,
  THEIR_ID,
  theirId,
  till,
  unknownSale,
} from '../../support/sales.ts'

type Row = {
  row: string
  what: string
  answer: Answer
  state: SaleState
  problem?: ProblemCode
  next?: SaleRecord['next']
  events: string[]
}

const FOLLOWED = { kind: 'find', at: ANSWERED_AT + 5 * SECOND } as const
const LOOKED_FOR = { kind: 'find', at: ANSWERED_AT } as const

const unknownBy = (row: string, what: string, answer: Answer, problem: ProblemCode, event: string): Row => ({
  row,
  what,
  answer,
  state: 'unknown',
  problem,
  next: LOOKED_FOR,
  events: [event],
})

/** A second answer to the confirm that led to the state of the sale. */
const SAME_CALL = { sentAt: ANSWERED_AT - 100 }

describe('the answer to confirm', () => {
  const rows: Row[] = [
    { row: 'F1', what: 'state 1', answer: says(1), state: 'succeeded', events: ['final'] },
    {
      row: 'F4',
      what: 'state 2',
      answer: says(2, { error: 'Declined' }),
      state: 'failed',
      problem: 'service-failed',
      events: ['final'],
    },
    { row: 'F4a', what: 'state 3', answer: says(3), state: 'cancelled', events: ['final'] },
    { row: 'F4b', what: 'state 4', answer: says(4), state: 'replaced', events: ['final'] },
    { row: 'F5', what: 'state 0', answer: says(0), state: 'pending', next: FOLLOWED, events: ['pending'] },
    { row: 'F5', what: 'state 6', answer: says(6), state: 'pending', next: FOLLOWED, events: ['pending'] },
    unknownBy('F6', 'state -1', says(-1), 'no-answer', 'confirm-lost'),
    ...([5, 7, -2, 1001, 'unlisted'] as const).map((state): Row => ({
      row: 'F7',
      what: `state ${state}`,
      answer: says(state),
      state: 'pending',
      next: FOLLOWED,
      events: ['pending'],
    })),
    ...(['timeout', 'reset', 'http-status', 'not-json', 'too-big', 'too-deep', 'wrong-shape', 'redirect'] as const).map(
      (reason) => unknownBy('F9', `lost: ${reason}`, lost(reason), 'no-answer', 'confirm-lost'),
    ),
    unknownBy('F9', 'success of another sale', says(1, { saleId: aSaleId('B') }), 'no-answer', 'confirm-lost'),
    unknownBy('F9', 'success of another id', says(1, { id: theirId('other') }), 'no-answer', 'confirm-lost'),
    unknownBy(
      'F9',
      'success of an id that differs in its case',
      says(1, { id: theirId(THEIR_ID.toUpperCase()) }),
      'no-answer',
      'confirm-lost',
    ),
    unknownBy('F9', 'failure of another sale', says(2, { saleId: aSaleId('B') }), 'no-answer', 'confirm-lost'),
    ...[
      { row: 'F10', codes: [60] },
      { row: 'F11', codes: [1] },
      { row: 'F12', codes: [1000, 1001] },
      { row: 'F13', codes: [20, 22] },
      { row: 'F14', codes: [101, 201, 1200, 5, 23, 105, 7, 9999] },
    ].flatMap(({ row, codes }) =>
      codes.map((code) => unknownBy(row, `code ${code}`, refuses(code), `service-${code}`, 'confirm-refused')),
    ),
    unknownBy('F14', 'a code nobody can read', refuses('unreadable'), 'service-unreadable', 'confirm-refused'),
    ...[2, 50].map((code) => ({
      ...unknownBy('F15', `code ${code}`, refuses(code), `service-${code}`, 'confirm-refused'),
      events: ['confirm-refused', 'bad-request'],
    })),
  ]

  it.each(rows)('$row, $what after the confirm: $state', ({ answer, state, problem, next, events }) => {
    const step = confirmAnswered(confirmingSale(), answer, ANSWERED_AT)
    expect(step.sale.state).toBe(state)
    expect(step.sale.problem?.code).toBe(problem)
    expect(step.sale.next).toEqual(next)
    expect(kindsOf(step.events)).toEqual(events)
    expect(step.sale.finalAt).toBe(next === undefined ? ANSWERED_AT : undefined)
    expect(step.sale.minusOneAt).toBeUndefined()
  })

  it('F4: a failed sale has the wholesaler’s reason', () => {
    expect(failedSale().problem).toEqual({ code: 'service-failed', text: 'Declined' })
  })

  it('F6: a confirm answered with -1 is recorded with that state', () => {
    const { events } = confirmAnswered(confirmingSale(), says(-1), ANSWERED_AT)
    expect(events).toEqual([{ at: ANSWERED_AT, kind: 'confirm-lost', state: -1 }])
  })

  it('F17: a later answer updates time and cost only if it agrees with the final state', () => {
    const later = { time: '2026-11-20 15:00:00', cost: anAmount('48') }
    const agrees = findAnswered(succeededSale(), says(1, later), PROVEN_AT)
    expect(agrees.sale).toMatchObject({ serviceTime: later.time, cost: later.cost })
    expect(kindsOf(agrees.events)).toEqual(['cost-differs'])
    const not = findAnswered(succeededSale(), says(2, later), PROVEN_AT).sale
    expect(not).toMatchObject({ serviceTime: '2026-11-20 14:00:00', cost: anAmount('47.5') })
  })

  it('F5: a sale is held at state 6 only', () => {
    const held = confirmAnswered(confirmingSale(), says(6), ANSWERED_AT).sale
    expect(held.held).toBe(true)
    expect(findAnswered(held, says(0), ANSWERED_AT + 5 * SECOND).sale).not.toHaveProperty('held')
    expect(pendingSale()).not.toHaveProperty('held')
  })

  it('F12: a refused confirm stores the text for the customer and the error code', () => {
    const { sale, events } = confirmAnswered(confirmingSale(), refuses(1001, 'Not enough balance'), ANSWERED_AT)
    expect(sale.problem).toEqual({ code: 'service-1001', text: 'Not enough balance' })
    expect(events).toEqual([{ at: ANSWERED_AT, kind: 'confirm-refused', code: 1001 }])
  })

  it.each([
    { what: 'more than at check', cost: '47.51', reason: undefined, told: true },
    { what: 'less than at check', cost: '40', reason: undefined, told: true },
    { what: 'more than the customer pays', cost: '51', reason: 'above-price', told: true },
    { what: 'as at check, written another way', cost: '47.500', reason: undefined, told: false },
  ])('F16: a cost $what does not stop the sale (reported: $told)', ({ cost, reason, told }) => {
    const { sale, events } = confirmAnswered(confirmingSale(), says(1, { cost: anAmount(cost) }), ANSWERED_AT)
    expect(sale).toMatchObject({ state: 'succeeded', cost: anAmount(cost) })
    const event = { at: ANSWERED_AT, kind: 'cost-differs', ...(reason === undefined ? {} : { reason }) }
    expect(events.filter(({ kind }) => kind === 'cost-differs')).toEqual(told ? [event] : [])
  })

  it('F16: the same differing cost is reported once', () => {
    const dearer = says(0, { cost: anAmount('51') })
    const first = confirmAnswered(confirmingSale(), dearer, ANSWERED_AT)
    expect(kindsOf(first.events)).toEqual(['cost-differs', 'pending'])
    expect(findAnswered(first.sale, dearer, ANSWERED_AT + 5 * SECOND).events).toEqual([])
  })

  it('F16: the price of the sale remains ours, whatever amount the answer names', () => {
    const { sale } = confirmAnswered(confirmingSale(), says(1, { amount: decimal('60') }), ANSWERED_AT)
    expect(sale).toMatchObject({ pays: anAmount('50'), amount: anAmount('50') })
  })

  it.each([
    { given: unknownSale, state: 'unknown' },
    { given: pendingSale, state: 'pending' },
    { given: notExecutedSale, state: 'not-executed' },
  ] as const)('F17: a late 1 completes a sale that is $state and ends its finds', ({ given }) => {
    const { sale } = confirmAnswered(given(), says(1), PROVEN_AT + SECOND)
    expect(sale).toMatchObject({ state: 'succeeded', finalAt: PROVEN_AT + SECOND })
    expect(sale).not.toHaveProperty('next')
    expect(sale).not.toHaveProperty('problem')
  })

  it.each([
    { what: 'a late -1', answer: says(-1) },
    { what: 'a late loss', answer: lost() },
    { what: 'a late refusal', answer: refuses(1001) },
    { what: 'a late word that nothing was sent', answer: notSent() },
    { what: 'the success of another sale', answer: says(1, { saleId: aSaleId('B') }) },
  ])('F17: $what changes nothing', ({ answer }) => {
    for (const sale of [unknownSale(), pendingSale(), notExecutedSale(), succeededSale(), failedSale()]) {
      expect(confirmAnswered(sale, answer, PROVEN_AT + SECOND).sale).toBe(sale)
    }
  })

  it('F18: the same answer twice changes nothing', () => {
    const again = confirmAnswered(succeededSale(), says(1), ANSWERED_AT + SECOND, SAME_CALL)
    expect(again.sale).toEqual({ ...succeededSale(), confirmsSent: 2 })
    expect(again.events).toEqual([])
  })

  it.each([
    { settled: succeededSale, others: [2, 3, 4] },
    { settled: failedSale, others: [1, 3, 4] },
    { settled: cancelledSale, others: [1, 2, 4] },
    { settled: replacedSale, others: [1, 2, 3] },
  ])('F18: another final answer only flags the sale as conflicting', ({ settled, others }) => {
    for (const state of others) {
      const answer = says(state, { cost: anAmount('0'), time: '2026-11-20 15:00:00' })
      const { sale, events } = confirmAnswered(settled(), answer, ANSWERED_AT + SECOND, SAME_CALL)
      expect(sale).toEqual({
        ...settled(),
        confirmsSent: 2,
        conflicting: true,
        conflictWith: state,
        unread: { supervisor: 'notified', reasons: ['conflict'] },
      })
      expect(events).toEqual([{ at: ANSWERED_AT + SECOND, kind: 'conflict', state }])
      expect(confirmAnswered(sale, says(state), ANSWERED_AT + MINUTE).events).toEqual([])
    }
  })
})

describe('the first find after a lost confirm', () => {
  /** A find that was requested before the confirm left the queue after it, and was answered first. */
  const foundMeanwhile = (sentAt: number) => findAnswered(confirmingSale(), says(-1), sentAt + 100, { sentAt }).sale
  const LOST_AT = APPROVED_AT + 9 * SECOND

  it.each([
    { what: 'no sooner than the pace allows', sentAt: APPROVED_AT + 6 * SECOND, dueAt: APPROVED_AT + 11 * SECOND },
    { what: 'at once if that time is over', sentAt: APPROVED_AT + 3 * SECOND, dueAt: LOST_AT },
    { what: 'at once after a find before the confirm', sentAt: APPROVED_AT - SECOND, dueAt: LOST_AT },
    { what: 'at once after a time of another clock', sentAt: LOST_AT + MINUTE, dueAt: LOST_AT },
  ])('it comes $what (rule 8)', ({ sentAt, dueAt }) => {
    const { sale } = confirmAnswered(foundMeanwhile(sentAt), refuses(1001), LOST_AT, { sentAt: APPROVED_AT })
    expect(sale).toMatchObject({ state: 'unknown', next: { kind: 'find', at: dueAt } })
  })
})

it('an answer to a confirm without an approval changes nothing', () => {
  for (const sale of [openedSale(), checkedSale(), refusedSale()]) {
    for (const answer of [says(1), says(2), lost(), notSent()]) {
      expect(confirmAnswered(sale, answer, ANSWERED_AT).sale).toBe(sale)
    }
  }
})

describe('F8, a confirm that was not sent (rule 4)', () => {
  it('F8: a confirm that was not sent is repeated after 1, 2, 4 and 8 s, and then not executed', () => {
    let sale = confirmingSale()
    let now = APPROVED_AT
    for (const wait of [1, 2, 4, 8]) {
      const step = confirmAnswered(sale, notSent(), now)
      expect(step.sale).toMatchObject({ state: 'confirming', next: { kind: 'confirm', at: now + wait * SECOND } })
      expect(kindsOf(step.events)).toEqual(['confirm-not-sent'])
      sale = step.sale
      now += wait * SECOND
    }
    const end = confirmAnswered(sale, notSent(), now)
    expect(end.sale).toMatchObject({ state: 'not-executed', problem: { code: 'offline' } })
    expect(end.sale.next?.kind).toBe('find')
    expect(kindsOf(end.events)).toEqual(['confirm-not-sent', 'not-executed'])
  })

  it.each([
    { age: 2 * MINUTE - SECOND - 1, again: true },
    { age: 2 * MINUTE - SECOND, again: false },
    { age: 10 * MINUTE, again: false },
  ])('F8: a confirm that was not sent is repeated $age ms after the approval: $again', ({ age, again }) => {
    const { sale } = confirmAnswered(confirmingSale(), notSent('busy'), APPROVED_AT + age)
    expect(sale.state).toBe(again ? 'confirming' : 'not-executed')
  })

  it('F8: a confirm that a person repeats has all its attempts again', () => {
    let sale = approved(notExecutedSale(), PROVEN_AT + MINUTE).sale
    for (let tries = 0; tries < 4; tries++) {
      sale = confirmAnswered(sale, notSent(), PROVEN_AT + MINUTE).sale
      expect(sale.next?.kind).toBe('confirm')
    }
    expect(confirmAnswered(sale, notSent(), PROVEN_AT + MINUTE).sale.state).toBe('not-executed')
  })

  it('F8: a confirm counts as sent when a later attempt is lost', () => {
    const waiting = confirmAnswered(confirmingSale(), notSent(), APPROVED_AT).sale
    const { sale } = confirmAnswered(waiting, lost(), ANSWERED_AT, { sentAt: APPROVED_AT + SECOND })
    expect(sale).toMatchObject({ state: 'unknown', confirmSentAt: APPROVED_AT + SECOND })
  })
})

describe('repeating the confirm of a sale that is not executed', () => {
  it('finds that were sent before a repeated confirm prove nothing about it', () => {
    const now = PROVEN_AT + MINUTE
    const again = approved(notExecutedSale(), now).sale
    const unknown = confirmAnswered(again, lost(), now + SECOND, { sentAt: now + 10 }).sale
    // This find was sent before the confirm and answered after it.
    const stale = findAnswered(unknown, says(-1), now + 2 * SECOND, { sentAt: now }).sale
    expect(stale.minusOneAt).toBeUndefined()
    const first = findAnswered(stale, says(-1), now + 3 * SECOND).sale
    expect(first).toMatchObject({ state: 'unknown', minusOneAt: now + 3 * SECOND })
    const second = findAnswered(first, says(-1), now + 4 * SECOND + CONFIRM_GRACE_MS).sale
    expect(second.state).toBe('not-executed')
  })

  it('a find at -1 changes nothing while a repeated confirm is unanswered', () => {
    const again = approved(notExecutedSale(), PROVEN_AT + MINUTE).sale
    const found = findAnswered(again, says(-1), PROVEN_AT + MINUTE + SECOND)
    expect(found.sale).toMatchObject({ state: 'confirming', next: again.next })
    expect(found.events).toEqual([])
  })

  it('a confirm is not repeated when a find says that the sale has started', () => {
    const waiting = confirmAnswered(confirmingSale(), notSent(), APPROVED_AT).sale
    expect(waiting.next?.kind).toBe('confirm')
    expect(findAnswered(waiting, says(0), FIRST_POLLED_AT).sale).toMatchObject({
      state: 'pending',
      next: { kind: 'find' },
    })
    expect(findAnswered(waiting, says(1), FIRST_POLLED_AT).sale).not.toHaveProperty('next')
  })
})

describe('a line that was approved with its batch', () => {
  const asLine = (at: number) =>
    step(checkedSale(), { kind: 'approved', at, by: amal, terminal: till }, APPROVED_AT).sale

  it('a line has the time of the batch approval and the time of its own confirm', () => {
    expect(asLine(APPROVED_AT - MINUTE)).toMatchObject({
      state: 'confirming',
      approval: { at: APPROVED_AT - MINUTE },
      confirmedAt: APPROVED_AT,
    })
  })

  it('a line is confirmed again only while the batch approval is under two minutes old', () => {
    const notYet = confirmAnswered(asLine(APPROVED_AT - MINUTE), notSent(), APPROVED_AT).sale
    expect(notYet).toMatchObject({ state: 'confirming', next: { kind: 'confirm', at: APPROVED_AT + SECOND } })
    const tooLate = confirmAnswered(asLine(APPROVED_AT - 2 * MINUTE + SECOND), notSent(), APPROVED_AT).sale
    expect(tooLate.state).toBe('not-executed')
  })
})
