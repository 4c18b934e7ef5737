import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { ProblemCode } from '#domain/sale/problem.ts'
import type { SaleState } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import {
  aSaleId,
  anAmount,
  CHECKED_AT,
  checkAnswered,
  checkedSale,
  findAnswered,
  kindsOf,
  lost,
  LOST_REASONS,
  MINUTE,
  notSent,
  OPENED_AT,
  openedSale,
  refuses,
  restarted,
  says,
  SECOND,
  THEIR_ID,
  theirId,
} from '../../../support/sales.ts'

type Outcome = {
  state: SaleState
  problem?: NonNullable<SaleRecord['problem']>
  next?: SaleRecord['next']
  events: string[]
}
type Row = Outcome & { row: string; what: string; answer: Answer }

const checkedUntil = (at: number): Outcome => ({ state: 'checked', next: { kind: 'expire', at }, events: ['checked'] })
const CHECKED = checkedUntil(CHECKED_AT + 10 * MINUTE)
const LOOKS_AT_ONCE = { kind: 'find', at: CHECKED_AT, withinMs: 15 * SECOND } as const
const refusedFor = (code: ProblemCode, text?: string): Outcome => ({
  state: 'refused',
  problem: { code, ...(text === undefined ? {} : { text }) },
  events: ['refused'],
})
const startedPending = (at: number): Outcome => ({
  state: 'pending',
  next: { kind: 'find', at },
  events: ['started-without-confirm', 'pending'],
})
const STARTED = startedPending(CHECKED_AT + 5 * SECOND)
const STARTED_AND_ENDED = ['started-without-confirm', 'final']

describe('the answer to check', () => {
  const rows: Row[] = [
    { row: 'C1', what: '-1 with everything as asked', answer: says(-1, { serviceId: 'qamra' }), ...CHECKED },
    {
      row: 'C1',
      what: '-1 without a field of the sale',
      answer: { kind: 'transaction', transaction: { id: THEIR_ID, state: -1 } },
      ...CHECKED,
    },
    {
      row: 'C1',
      what: '-1 with the amount and the account written another way',
      answer: says(-1, { amount: decimal('50.00'), account: '+971 50 123 4567' }),
      ...CHECKED,
    },
    ...[
      { account: '971501234568' },
      { amount: decimal('50.01') },
      { amountCurrency: 'USD' },
      { serviceId: 'lulua' },
    ].map((difference): Row => ({
      row: 'C2',
      what: `-1 with another ${Object.keys(difference)[0]}`,
      answer: says(-1, difference),
      ...refusedFor('answer-differs'),
    })),
    { row: 'C4', what: '2', answer: says(2, { error: 'Barred' }), ...refusedFor('service-failed', 'Barred') },
    { row: 'C4', what: '0', answer: says(0), ...STARTED },
    { row: 'C4', what: '6', answer: says(6), ...STARTED },
    { row: 'C4', what: 'an unknown state', answer: says('unlisted'), ...STARTED },
    { row: 'C4', what: '1', answer: says(1), state: 'succeeded', events: STARTED_AND_ENDED },
    { row: 'C4', what: '3', answer: says(3), state: 'canceled', events: STARTED_AND_ENDED },
    ...[
      ...LOST_REASONS.map((reason) => ({ row: 'C6', what: `lost: ${reason}`, answer: lost(reason) })),
      { row: 'C6', what: 'an answer about another sale', answer: says(-1, { saleId: aSaleId('B') }) },
      ...[
        { row: 'C8', codes: [105] },
        { row: 'C11', codes: [60, 23, 7, 202, 9999, 'unreadable'] as const },
        { row: 'C13', codes: [1] },
        { row: 'C14', codes: [20, 22] },
      ].flatMap(({ row, codes }) => codes.map((code) => ({ row, what: `code ${code}`, answer: refuses(code) }))),
    ].map((one): Row => ({ ...one, state: 'opened', next: LOOKS_AT_ONCE, events: ['check-lost'] })),
    ...[
      { row: 'C9', codes: [101, 201, 1200] },
      { row: 'C10', codes: [1000, 1001] },
      { row: 'C12', codes: [5] },
    ].flatMap(({ row, codes }) =>
      codes.map((code): Row => {
        const answer = refuses(code, 'Not today')
        return { row, what: `code ${code}`, answer, ...refusedFor(`service-${code}`, 'Not today') }
      }),
    ),
    ...[2, 50].map((code): Row => ({
      row: 'C9',
      what: `code ${code}: our own request is wrong`,
      answer: refuses(code, 'Not today'),
      ...refusedFor(`service-${code}`, 'Not today'),
      events: ['bad-request', 'refused'],
    })),
  ]

  it.each(rows)('$row, $what at check: $state', ({ answer, state, problem, next, events }) => {
    const step = checkAnswered(openedSale(), answer, CHECKED_AT)
    expect(step.sale.state).toBe(state)
    expect(step.sale.problem).toEqual(problem)
    expect(step.sale.next).toEqual(next)
    expect(kindsOf(step.events)).toEqual(events)
    expect(step.sale.finalAt).toBe(next === undefined ? CHECKED_AT : undefined)
  })

  it('C1: a checked sale stores the wholesaler’s id, time and cost', () => {
    expect(checkedSale()).toMatchObject({
      transactionId: THEIR_ID,
      serviceTime: '2026-11-20 14:00:00',
      cost: anAmount('47.5'),
      checkedAt: CHECKED_AT,
    })
  })

  it('C4: a sale that started without a confirm counts as confirmed at the check', () => {
    const { sale } = checkAnswered(openedSale(), says(6), CHECKED_AT)
    expect(sale).toMatchObject({ held: true, hasStarted: true, confirmedAt: CHECKED_AT })
    expect(sale).not.toHaveProperty('approval')
  })

  it.each([
    { row: 'C2', what: 'another account', answer: says(-1, { account: '971501234568' }), reason: 'answer-differs' },
    { row: 'C4', what: 'a sale that started without a confirm', answer: says(0), reason: 'started-without-confirm' },
    { row: 'C9', what: 'a bad request by the provider', answer: refuses(2), reason: 'bad-request' },
    { row: 'C9', what: 'wrong input', answer: refuses(50), reason: undefined },
    { row: 'C9', what: 'a wrong number', answer: refuses(201), reason: undefined },
    { row: 'C10', what: 'an empty wallet, which the wallet itself shows', answer: refuses(1001), reason: undefined },
    { row: 'C1', what: 'a price', answer: says(-1), reason: undefined },
  ])('$row: $what at check notifies supervisors with the reason: $reason', ({ answer, reason }) => {
    const { unread } = checkAnswered(openedSale(), answer, CHECKED_AT).sale
    expect(unread).toEqual(reason ? { supervisor: 'notified', reasons: [reason] } : undefined)
  })

  it('C9: the event of a bad request contains its error code', () => {
    for (const code of [2, 50]) {
      const { events } = checkAnswered(openedSale(), refuses(code), CHECKED_AT)
      expect(events[0]).toEqual({ at: CHECKED_AT, kind: 'bad-request', code })
    }
  })

  it('a cost above the price notifies supervisors and does not stop the sale', () => {
    const { sale, events } = checkAnswered(openedSale(), says(-1, { cost: anAmount('50.01') }), CHECKED_AT)
    expect(sale).toMatchObject({ state: 'checked', unread: { supervisor: 'notified' } })
    expect(events).toContainEqual({ at: CHECKED_AT, kind: 'cost-differs', reason: 'above-price' })
  })

  it.each([
    { what: 'as much as the customer pays', cost: anAmount('50') },
    { what: 'more of another currency, which cannot be compared', cost: { ...anAmount('99'), currency: 'USD' } },
  ])('a first cost that is $what is not reported', ({ cost }) => {
    const { sale, events } = checkAnswered(openedSale(), says(-1, { cost }), CHECKED_AT)
    expect(kindsOf(events)).toEqual(['checked'])
    expect(sale.cost).toEqual(cost)
  })

  it('an answer to check changes nothing for a sale that is past its check', () => {
    const sale = checkedSale()
    expect(checkAnswered(sale, refuses(201), CHECKED_AT + SECOND).sale).toBe(sale)
  })
})

describe('C5, a check that was not sent', () => {
  it('C5: a check that was not sent is repeated after 1, 2 and 4 s, and then refused as offline', () => {
    let [sale, now] = [openedSale(), OPENED_AT]
    for (const wait of [1, 2, 4]) {
      const step = checkAnswered(sale, notSent(), now)
      now += wait * SECOND
      expect(step.sale.next).toMatchObject({ kind: 'check', at: now })
      expect(kindsOf(step.events)).toEqual(['check-not-sent'])
      sale = step.sale
    }
    const end = checkAnswered(sale, notSent(), now)
    expect(end.sale).toMatchObject({ state: 'refused', problem: { code: 'offline' } })
    expect(end.sale.next).toBeUndefined()
    expect(kindsOf(end.events)).toEqual(['check-not-sent', 'refused'])
  })

  it('C5: a check is repeated only within its 40 s', () => {
    const late = checkAnswered(openedSale(), notSent(), OPENED_AT + 38 * SECOND)
    expect(late.sale.next).toEqual({ kind: 'check', at: OPENED_AT + 39 * SECOND, withinMs: SECOND })
    const over = checkAnswered(openedSale(), notSent(), OPENED_AT + 39 * SECOND)
    expect(over.sale).toMatchObject({ state: 'refused', problem: { code: 'offline' } })
  })

  it.each([
    { row: 'E16', reason: 'busy', code: 'busy' },
    { row: 'E20', reason: 'stopping', code: 'offline' },
  ] as const)(
    '$row: a check that was not sent because the server is $reason is refused at once',
    ({ reason, code }) => {
      const { sale, events } = checkAnswered(openedSale(), notSent(reason), CHECKED_AT)
      const { next: _, ...rest } = openedSale()
      expect(sale).toEqual({ ...rest, state: 'refused', problem: { code }, checksNotSent: 1, finalAt: CHECKED_AT })
      expect(kindsOf(events)).toEqual(['check-not-sent', 'refused'])
    },
  )

  it('C5: a sale is not refused as offline when an earlier check was sent', () => {
    const again = findAnswered(checkAnswered(openedSale(), lost(), CHECKED_AT).sale, refuses(22), CHECKED_AT + SECOND)
    const end = checkAnswered(again.sale, notSent(), OPENED_AT + 40 * SECOND)
    expect(end.sale).toMatchObject({ state: 'refused', problem: { code: 'no-answer' } })
  })
})

describe('a lost check (rule 9)', () => {
  const lostSale = () => checkAnswered(openedSale(), lost('reset'), CHECKED_AT).sale
  const now = CHECKED_AT + SECOND

  const rows: (Row & { given?: () => SaleRecord })[] = [
    { row: 'C6', what: 'find says -1', answer: says(-1), ...checkedUntil(now + 10 * MINUTE) },
    {
      row: 'C6',
      what: 'find says -1 of another account',
      answer: says(-1, { account: '97141234567' }),
      ...refusedFor('answer-differs'),
    },
    { row: 'C4', what: 'find says 0', answer: says(0), ...startedPending(now + 8 * SECOND) },
    { row: 'C4', what: 'find says 1', answer: says(1), state: 'succeeded', events: STARTED_AND_ENDED },
    { row: 'C4', what: 'find says 2', answer: says(2), ...refusedFor('service-failed') },
    ...[20, 22].map((code): Row => ({
      row: 'G7',
      what: `find knows no such sale (${code}): the same check again`,
      answer: refuses(code),
      state: 'opened',
      next: { kind: 'check', at: now, withinMs: 38 * SECOND },
      events: ['find-lost'],
    })),
    ...[lost(), notSent(), refuses(60), refuses(1), refuses(23), says(-1, { saleId: aSaleId('B') })].map(
      (answer): Row => ({
        row: 'G10',
        what: 'find says nothing of it: asked again soon',
        answer,
        state: 'opened',
        next: { kind: 'find', at: now + 1_500, withinMs: 15 * SECOND },
        events: ['find-lost'],
      }),
    ),
    ...[20, 22].map((code) => ({
      row: 'restart',
      what: `after a restart it is never checked again (${code})`,
      given: () => restarted(openedSale(), CHECKED_AT).sale,
      answer: refuses(code),
      ...refusedFor('no-answer'),
      events: ['find-lost', 'refused'],
    })),
  ]

  it.each(rows)('$row, a lost check: $what', ({ given = lostSale, answer, state, problem, next, events }) => {
    const step = findAnswered(given(), answer, now)
    expect(step.sale.state).toBe(state)
    expect(step.sale.problem).toEqual(problem)
    expect(step.sale.next).toEqual(next)
    expect(kindsOf(step.events)).toEqual(events)
  })

  it('a sale that was found at -1 has no cost when find does not name it', () => {
    const bare: Answer = { kind: 'transaction', transaction: { id: THEIR_ID, saleId: aSaleId(), state: -1 } }
    const { sale } = findAnswered(lostSale(), bare, now)
    expect(sale).toMatchObject({ state: 'checked', transactionId: THEIR_ID, amount: anAmount('50') })
    expect(sale).not.toHaveProperty('cost')
  })

  it('a lost check is repeated once, and a second 22 refuses the sale', () => {
    const again = findAnswered(lostSale(), refuses(22), now).sale
    const lostAgain = checkAnswered(again, lost(), now + SECOND).sale
    expect(lostAgain.next).toMatchObject({ kind: 'find', at: now + SECOND })
    const end = findAnswered(lostAgain, refuses(22), now + 2 * SECOND).sale
    expect(end).toMatchObject({ state: 'refused', problem: { code: 'no-answer' } })
    expect(end.next).toBeUndefined()
  })

  it('C8: a second check that is answered with 105 is followed by a find', () => {
    const again = findAnswered(lostSale(), refuses(22), now).sale
    const known = checkAnswered(again, refuses(105), now + SECOND).sale
    expect(known).toMatchObject({ state: 'opened', next: { kind: 'find', at: now + SECOND } })
    expect(findAnswered(known, says(-1), now + 2 * SECOND).sale.state).toBe('checked')
  })

  it('a lost check ends within 40 s, whatever is lost', () => {
    let at = OPENED_AT + 20 * SECOND
    let { sale } = checkAnswered(openedSale(), lost(), at)
    while (sale.next) {
      if (sale.next.kind !== 'find' && sale.next.kind !== 'check') throw new Error(`unexpected ${sale.next.kind}`)
      at = sale.next.at + Math.min(sale.next.withinMs ?? Infinity, 15 * SECOND)
      sale = findAnswered(sale, lost(), at).sale
    }
    expect(at).toBeLessThanOrEqual(OPENED_AT + 40 * SECOND)
    expect(sale).toMatchObject({ state: 'refused', problem: { code: 'no-answer' }, finalAt: at })
  })

  it('the second check has only the rest of the 40 s', () => {
    const late = checkAnswered(openedSale(), lost(), OPENED_AT + 20 * SECOND).sale
    const again = findAnswered(late, refuses(22), OPENED_AT + 35 * SECOND).sale
    expect(again.next).toEqual({ kind: 'check', at: OPENED_AT + 35 * SECOND, withinMs: 5 * SECOND })
    expect(findAnswered(late, refuses(22), OPENED_AT + 40 * SECOND).sale.state).toBe('refused')
  })

  it('a lost check with an impossible age, for example because the clock was set back, is refused', () => {
    const sale = restarted(openedSale(), OPENED_AT - 365 * 24 * 60 * MINUTE).sale
    const end = findAnswered(sale, lost(), OPENED_AT - 365 * 24 * 60 * MINUTE + SECOND).sale
    expect(end).toMatchObject({ state: 'refused', problem: { code: 'no-answer' } })
  })

  it('a check with wrong ids is recorded as lost, without its state', () => {
    const { events } = checkAnswered(openedSale({ transactionId: theirId('known') }), says(-1), CHECKED_AT)
    expect(events).toEqual([{ at: CHECKED_AT, kind: 'check-lost', reason: 'wrong-ids' }])
  })
})
