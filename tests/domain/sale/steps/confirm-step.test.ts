import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { ProblemCode } from '#domain/sale/problem.ts'
import type { SaleState } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import {
  amal,
  anAmount,
  ANSWERED_AT,
  approved,
  APPROVED_AT,
  aSale,
  aSaleId,
  CONFIRM_GRACE_MS,
  confirmAnswered,
  findAnswered,
  FIRST_POLLED_AT,
  kindsOf,
  lost,
  LOST_REASONS,
  MINUTE,
  notSent,
  PROVEN_AT,
  refuses,
  says,
  SECOND,
  step,
  THEIR_ID,
  theirId,
  till,
} from '../../../support/sales.ts'

type Outcome = { state: SaleState; problem?: ProblemCode; next?: SaleRecord['next']; events: string[] }
type Row = Outcome & { row: string; what: string; answer: Answer }

const FOLLOWED = { kind: 'find', at: ANSWERED_AT + 5 * SECOND } as const
const PENDING: Outcome = { state: 'pending', next: FOLLOWED, events: ['pending'] }
const LOOKED_FOR = { kind: 'find', at: ANSWERED_AT } as const

const unknownBy = (row: string, what: string, answer: Answer, problem: ProblemCode, events: string[]): Row => {
  return { row, what, answer, state: 'unknown', problem, next: LOOKED_FOR, events }
}
const lostBy = (row: string, what: string, answer: Answer) =>
  unknownBy(row, what, answer, 'no-answer', ['confirm-lost'])
const refusedBy = (row: string, code: number, events = ['confirm-refused']) =>
  unknownBy(row, `code ${code}`, refuses(code), `service-${code}`, events)

/** A second answer to the confirm that led to the state of the sale. */
const SAME_CALL = { sentAt: ANSWERED_AT - 100 }

describe('the answer to confirm', () => {
  const rows: Row[] = [
    { row: 'F1', what: 'state 1', answer: says(1), state: 'succeeded', events: ['final'] },
    { row: 'F4', what: 'state 2', answer: says(2), state: 'failed', problem: 'service-failed', events: ['final'] },
    { row: 'F4a', what: 'state 3', answer: says(3), state: 'canceled', events: ['final'] },
    { row: 'F4b', what: 'state 4', answer: says(4), state: 'replaced', events: ['final'] },
    { row: 'F5', what: 'state 0', answer: says(0), ...PENDING },
    { row: 'F5', what: 'state 6', answer: says(6), ...PENDING },
    lostBy('F6', 'state -1', says(-1)),
    ...([5, 7, -2, 1001, 'unlisted'] as const).map((state): Row => {
      return { row: 'F7', what: `state ${state}`, answer: says(state), ...PENDING }
    }),
    ...LOST_REASONS.map((reason) => lostBy('F9', `lost: ${reason}`, lost(reason))),
    lostBy('F9', 'success of another sale', says(1, { saleId: aSaleId('B') })),
    lostBy('F9', 'success of another id', says(1, { id: theirId('other') })),
    lostBy('F9', 'success of an id that differs in its case', says(1, { id: theirId(THEIR_ID.toUpperCase()) })),
    lostBy('F9', 'failure of another sale', says(2, { saleId: aSaleId('B') })),
    refusedBy('F10', 60),
    refusedBy('F11', 1),
    ...[1000, 1001].map((code) => refusedBy('F12', code)),
    ...[20, 22].map((code) => refusedBy('F13', code)),
    ...[101, 201, 1200, 5, 23, 105, 7, 9999].map((code) => refusedBy('F14', code)),
    unknownBy('F14', 'an unreadable code', refuses('unreadable'), 'service-unreadable', ['confirm-refused']),
    ...[2, 50].map((code) => refusedBy('F15', code, ['confirm-refused', 'bad-request'])),
  ]

  it.each(rows)('$row, $what after the confirm: $state', ({ answer, state, problem, next, events }) => {
    const step = confirmAnswered(aSale.confirming(), answer, ANSWERED_AT)
    expect(step.sale.state).toBe(state)
    expect(step.sale.problem?.code).toBe(problem)
    expect(step.sale.next).toEqual(next)
    expect(kindsOf(step.events)).toEqual(events)
    expect(step.sale.finalAt).toBe(next === undefined ? ANSWERED_AT : undefined)
    expect(step.sale.minusOneAt).toBeUndefined()
  })

  it('F4: a failed sale has the wholesaler’s reason', () => {
    expect(aSale.failed().problem).toEqual({ code: 'service-failed', text: 'Declined' })
  })

  it('F6: a confirm answered with -1 is recorded with that state', () => {
    const { events } = confirmAnswered(aSale.confirming(), says(-1), ANSWERED_AT)
    expect(events).toEqual([{ at: ANSWERED_AT, kind: 'confirm-lost', state: -1 }])
  })

  it('F17: a later answer updates time and cost only if it agrees with the final state', () => {
    const later = { time: '2026-11-20 15:00:00', cost: anAmount('48') }
    const agrees = findAnswered(aSale.succeeded(), says(1, later), PROVEN_AT)
    expect(agrees.sale).toMatchObject({ serviceTime: later.time, cost: later.cost })
    expect(kindsOf(agrees.events)).toEqual(['cost-differs'])
    const not = findAnswered(aSale.succeeded(), says(2, later), PROVEN_AT).sale
    expect(not).toMatchObject({ serviceTime: '2026-11-20 14:00:00', cost: anAmount('47.5') })
  })

  it('F12: a refused confirm stores the text for the customer and the error code', () => {
    const { sale, events } = confirmAnswered(aSale.confirming(), refuses(1001, 'Not enough balance'), ANSWERED_AT)
    expect(sale.problem).toEqual({ code: 'service-1001', text: 'Not enough balance' })
    expect(events).toEqual([{ at: ANSWERED_AT, kind: 'confirm-refused', code: 1001 }])
  })

  it.each([
    { what: 'more than at check', cost: '47.51', reason: undefined, reported: true },
    { what: 'less than at check', cost: '40', reason: undefined, reported: true },
    { what: 'more than the customer pays', cost: '51', reason: 'above-price', reported: true },
    { what: 'as at check, written another way', cost: '47.500', reason: undefined, reported: false },
  ])('F16: a cost $what does not stop the sale (reported: $reported)', ({ cost, reason, reported }) => {
    const { sale, events } = confirmAnswered(aSale.confirming(), says(1, { cost: anAmount(cost) }), ANSWERED_AT)
    expect(sale).toMatchObject({ state: 'succeeded', cost: anAmount(cost) })
    const event = { at: ANSWERED_AT, kind: 'cost-differs', ...(reason === undefined ? {} : { reason }) }
    expect(events.filter(({ kind }) => kind === 'cost-differs')).toEqual(reported ? [event] : [])
  })

  it('F16: the same differing cost is reported once', () => {
    const dearer = says(0, { cost: anAmount('51') })
    const first = confirmAnswered(aSale.confirming(), dearer, ANSWERED_AT)
    expect(kindsOf(first.events)).toEqual(['cost-differs', 'pending'])
    expect(findAnswered(first.sale, dearer, ANSWERED_AT + 5 * SECOND).events).toEqual([])
  })

  it('F16: the price of the sale remains ours, whatever amount the answer names', () => {
    const { sale } = confirmAnswered(aSale.confirming(), says(1, { amount: decimal('60') }), ANSWERED_AT)
    expect(sale).toMatchObject({ pays: anAmount('50'), amount: anAmount('50') })
  })

  it.each([
    { given: aSale.unknown, state: 'unknown' },
    { given: aSale.pending, state: 'pending' },
    { given: aSale.notExecuted, state: 'not-executed' },
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
    { what: 'a late report that nothing was sent', answer: notSent() },
    { what: 'the success of another sale', answer: says(1, { saleId: aSaleId('B') }) },
  ])('F17: $what changes nothing', ({ answer }) => {
    for (const sale of [aSale.unknown(), aSale.pending(), aSale.notExecuted(), aSale.succeeded(), aSale.failed()])
      expect(confirmAnswered(sale, answer, PROVEN_AT + SECOND).sale).toBe(sale)
  })

  it('F18: the same answer twice changes nothing', () => {
    const again = confirmAnswered(aSale.succeeded(), says(1), ANSWERED_AT + SECOND, SAME_CALL)
    expect(again.sale).toEqual({ ...aSale.succeeded(), confirmsSent: 2 })
    expect(again.events).toEqual([])
  })

  it.each([
    { settled: aSale.succeeded, others: [2, 3, 4] },
    { settled: aSale.failed, others: [1, 3, 4] },
    { settled: aSale.canceled, others: [1, 2, 4] },
    { settled: aSale.replaced, others: [1, 2, 3] },
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
  /** The find was requested before the confirm but left the queue after it, and was answered first. */
  const foundMeanwhile = (sentAt: number) => findAnswered(aSale.confirming(), says(-1), sentAt + 100, { sentAt }).sale
  const LOST_AT = APPROVED_AT + 9 * SECOND

  it.each([
    {
      what: 'no sooner than the polling interval allows',
      sentAt: APPROVED_AT + 6 * SECOND,
      dueAt: APPROVED_AT + 11 * SECOND,
    },
    { what: 'at once if that time is over', sentAt: APPROVED_AT + 3 * SECOND, dueAt: LOST_AT },
    { what: 'at once after a find before the confirm', sentAt: APPROVED_AT - SECOND, dueAt: LOST_AT },
    { what: 'at once after a time from another clock', sentAt: LOST_AT + MINUTE, dueAt: LOST_AT },
  ])('the first find after a lost confirm comes $what (rule 8)', ({ sentAt, dueAt }) => {
    const { sale } = confirmAnswered(foundMeanwhile(sentAt), refuses(1001), LOST_AT, { sentAt: APPROVED_AT })
    expect(sale).toMatchObject({ state: 'unknown', next: { kind: 'find', at: dueAt } })
  })
})

it('an answer to a confirm without an approval changes nothing', () => {
  for (const sale of [aSale.opened(), aSale.checked(), aSale.refused()]) {
    for (const answer of [says(1), says(2), lost(), notSent()])
      expect(confirmAnswered(sale, answer, ANSWERED_AT).sale).toBe(sale)
  }
})

describe('F8, a confirm that was not sent (rule 4)', () => {
  it('F8: a confirm that was not sent is repeated after 1, 2, 4 and 8 s, and then not executed', () => {
    let [sale, now] = [aSale.confirming(), APPROVED_AT]
    for (const wait of [1, 2, 4, 8]) {
      const step = confirmAnswered(sale, notSent(), now)
      now += wait * SECOND
      expect(step.sale).toMatchObject({ state: 'confirming', next: { kind: 'confirm', at: now } })
      expect(kindsOf(step.events)).toEqual(['confirm-not-sent'])
      sale = step.sale
    }
    const end = confirmAnswered(sale, notSent(), now)
    expect(end.sale).toMatchObject({ state: 'not-executed', problem: { code: 'offline' }, next: { kind: 'find' } })
    expect(kindsOf(end.events)).toEqual(['confirm-not-sent', 'not-executed'])
  })

  it.each([
    { age: 2 * MINUTE - SECOND - 1, again: true },
    { age: 2 * MINUTE - SECOND, again: false },
    { age: 10 * MINUTE, again: false },
  ])('F8: a confirm that was not sent is repeated $age ms after the approval: $again', ({ age, again }) => {
    const { sale } = confirmAnswered(aSale.confirming(), notSent('busy'), APPROVED_AT + age)
    expect(sale.state).toBe(again ? 'confirming' : 'not-executed')
  })

  it('F8: a confirm that a person repeats has all its attempts again', () => {
    let sale = approved(aSale.notExecuted(), PROVEN_AT + MINUTE).sale
    for (let tries = 0; tries < 4; tries++) {
      sale = confirmAnswered(sale, notSent(), PROVEN_AT + MINUTE).sale
      expect(sale.next?.kind).toBe('confirm')
    }
    expect(confirmAnswered(sale, notSent(), PROVEN_AT + MINUTE).sale.state).toBe('not-executed')
  })

  it('F8: a confirm counts as sent when a later attempt is lost', () => {
    const waiting = confirmAnswered(aSale.confirming(), notSent(), APPROVED_AT).sale
    const { sale } = confirmAnswered(waiting, lost(), ANSWERED_AT, { sentAt: APPROVED_AT + SECOND })
    expect(sale).toMatchObject({ state: 'unknown', confirmSentAt: APPROVED_AT + SECOND })
  })
})

describe('repeating the confirm of a sale that is not executed', () => {
  it('finds that were sent before a repeated confirm prove nothing about it', () => {
    const now = PROVEN_AT + MINUTE
    const again = approved(aSale.notExecuted(), now).sale
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
    const again = approved(aSale.notExecuted(), PROVEN_AT + MINUTE).sale
    const found = findAnswered(again, says(-1), PROVEN_AT + MINUTE + SECOND)
    expect(found).toMatchObject({ sale: { state: 'confirming', next: again.next }, events: [] })
  })

  it('a confirm is not repeated when a find says that the sale has started', () => {
    const waiting = confirmAnswered(aSale.confirming(), notSent(), APPROVED_AT).sale
    expect(waiting.next?.kind).toBe('confirm')
    const started = findAnswered(waiting, says(0), FIRST_POLLED_AT).sale
    expect(started).toMatchObject({ state: 'pending', next: { kind: 'find' } })
    expect(findAnswered(waiting, says(1), FIRST_POLLED_AT).sale).not.toHaveProperty('next')
  })
})

describe('a line that was approved with its batch', () => {
  const asLine = (at: number) =>
    step(aSale.checked(), { kind: 'approved', at, by: amal, terminal: till }, APPROVED_AT).sale

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
