import { describe, expect, it } from 'vitest'

import type { SaleState } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import {
  ABANDONED_AT,
  aContext,
  ANSWERED_AT,
  APPROVED_AT,
  aSale,
  aSaleId,
  CONFIRM_GRACE_MS,
  DAY,
  findAnswered,
  FINALS,
  FIRST_POLLED_AT,
  HOUR,
  kindsOf,
  lost,
  MINUTE,
  notSent,
  pollRequested,
  PROVEN_AT,
  refuses,
  restarted,
  says,
  SECOND,
  step,
  theirId,
} from '../../../support/sales.ts'

const SAYS_NOTHING = [
  [lost(), lost('not-json'), notSent(), notSent('busy')],
  ([1, 2, 5, 20, 22, 23, 50, 60, 'unreadable'] as const).map((code) => refuses(code)),
  [says(1, { id: theirId('other') }), says(-1, { saleId: aSaleId('B') })],
].flat()

describe('the answer to find', () => {
  const now = FIRST_POLLED_AT
  type Row = { row: string; what: string; answer: Answer; state: SaleState; nextAt?: number; events: string[] }
  const [SOON, LATER] = [now + 8 * SECOND, now + CONFIRM_GRACE_MS]
  const UNKNOWN = { state: 'unknown', nextAt: SOON } as const
  const rows: Row[] = [
    { row: 'G1', what: '1', answer: says(1), state: 'succeeded', events: ['final'] },
    { row: 'G1', what: '2', answer: says(2), state: 'failed', events: ['final'] },
    { row: 'G1', what: '3', answer: says(3), state: 'canceled', events: ['final'] },
    { row: 'G1', what: '4', answer: says(4), state: 'replaced', events: ['final'] },
    ...([0, 6, 5, 'unlisted'] as const).map((state): Row => {
      return { row: 'G1', what: `${state}`, answer: says(state), state: 'pending', nextAt: SOON, events: ['pending'] }
    }),
    { row: 'G2', what: 'the first -1', answer: says(-1), ...UNKNOWN, nextAt: LATER, events: ['still-reserved'] },
    ...[
      { row: 'G6', answers: [refuses(1)] },
      { row: 'G8', answers: [refuses(20), refuses(22)] },
      { row: 'G9', answers: [23, 60, 2, 50, 5, 9999].map((code) => refuses(code)) },
      { row: 'G10', answers: [lost(), lost('reset'), notSent(), notSent('busy')] },
      { row: 'G13', answers: [lost('too-big'), lost('too-deep')] },
    ].flatMap(({ row, answers }) =>
      answers.map((answer): Row => {
        const what = JSON.stringify('refusal' in answer ? answer.refusal : 'reason' in answer && answer.reason)
        return { row, what, answer, ...UNKNOWN, events: ['find-lost'] }
      }),
    ),
    ...[says(1, { id: theirId('other') }), says(2, { saleId: aSaleId('B') }), says(-1, { id: theirId('other') })].map(
      (answer): Row => ({
        row: 'G11',
        what: 'wrong ids, which supervisors are notified of',
        answer,
        ...UNKNOWN,
        events: ['find-lost', 'unclear-answers'],
      }),
    ),
  ]

  it.each(rows)('$row, $what by find for an unknown sale: $state', ({ answer, state, nextAt, events }) => {
    const step = findAnswered(aSale.unknown(), answer, now, { sentAt: now - 100 })
    expect(step.sale).toMatchObject({ state, findCount: 1, lastFindAt: now - 100 })
    expect(step.sale.next).toEqual(nextAt && { kind: 'find', at: nextAt })
    expect(kindsOf(step.events)).toEqual(events)
  })

  it('G8: finds use the wholesaler’s id once ours is not known there', () => {
    expect(findAnswered(aSale.unknown(), refuses(22), now).sale.findsByTransactionId).toBe(true)
    for (const answer of [refuses(20), refuses(23), lost()])
      expect(findAnswered(aSale.unknown(), answer, now).sale).not.toHaveProperty('findsByTransactionId')
    const { transactionId: _, ...nameless } = aSale.unknown()
    expect(findAnswered(nameless, refuses(22), now).sale).not.toHaveProperty('findsByTransactionId')
  })

  it('G10: the first three finds without an answer are recorded, and polling continues', () => {
    let sale = aSale.unknown()
    for (const [index, recorded] of [1, 1, 1, 0, 0, 0].entries()) {
      const step = findAnswered(sale, lost(), now + (index + 1) * MINUTE)
      expect(step.events).toHaveLength(recorded)
      sale = step.sale
    }
    expect(sale).toMatchObject({ findCount: 6, next: { kind: 'find', at: now + 7 * MINUTE } })
  })

  it('an answer about another transaction never changes a sale', () => {
    for (const given of [aSale.unknown, aSale.pending, aSale.notExecuted, aSale.onceReserved]) {
      for (const state of [-1, 0, 1, 2, 3, 4, 6] as const) {
        const { sale } = findAnswered(given(), says(state, { id: theirId('other') }), PROVEN_AT + HOUR)
        expect(sale.state).toBe(given().state)
        expect(sale.minusOneAt).toBe(given().minusOneAt)
        expect(sale.cost).toEqual(given().cost)
      }
    }
  })

  it('a pending sale is polled at the interval of the spec, then every five minutes, then daily', () => {
    let sale = aSale.pending()
    for (const wait of [8_000, 12_800, 20_480, 32_768, 52_429, 60_000, 60_000, 60_000]) {
      const { at } = sale.next!
      const step = findAnswered(sale, says(0), at)
      expect(step.events).toEqual([])
      expect(step.sale.next!.at - at).toBe(wait)
      sale = step.sale
    }
    const after = (finds: number, days: number) =>
      findAnswered({ ...sale, findCount: finds }, says(0), APPROVED_AT + days * DAY).sale.next?.at
    expect(after(1_400, 1)).toBe(APPROVED_AT + DAY + 5 * MINUTE)
    expect(after(9_700, 30)).toBe(APPROVED_AT + 31 * DAY)
  })

  it('jitter lengthens the polling interval', () => {
    const answered = { answer: says(0), sentAt: now - 100, answeredAt: now }
    const { sale } = step(aSale.pending(), { kind: 'find-answered', answered }, now, { jitter: 0.5 })
    expect(sale.next?.at).toBe(now + 8_400)
  })

  it('the events of a pending sale say when it is held and when no longer', () => {
    const held = findAnswered(aSale.pending(), says(6), now)
    expect(kindsOf(held.events)).toEqual(['pending'])
    expect(held.sale.held).toBe(true)
    expect(kindsOf(findAnswered(held.sale, says(6), now + MINUTE).events)).toEqual([])
    const released = findAnswered(held.sale, says(0), now + MINUTE)
    expect(kindsOf(released.events)).toEqual(['pending'])
    expect(released.sale).not.toHaveProperty('held')
    expect(findAnswered(held.sale, says(1), now + MINUTE).sale).not.toHaveProperty('held')
  })

  it('a find changes nothing before a confirm', () => {
    for (const sale of [aSale.checked(), aSale.refused()]) {
      for (const answer of [says(-1), says(1), refuses(22), lost()])
        expect(findAnswered(sale, answer, now).sale).toBe(sale)
    }
  })
})

describe('G3, the proof that a confirm was not executed (rule 5)', () => {
  it('G3: a second -1, sent a pause after the first was answered, proves that the confirm was not executed', () => {
    const { sale, events } = findAnswered(aSale.onceReserved(), says(-1), PROVEN_AT)
    expect(sale.state).toBe('not-executed')
    expect(sale.next?.kind).toBe('find')
    expect(events).toEqual([
      { at: PROVEN_AT, kind: 'still-reserved', state: -1 },
      { at: PROVEN_AT, kind: 'not-executed' },
    ])
  })

  it.each([
    { left: CONFIRM_GRACE_MS - 1, proves: false },
    { left: 0, proves: false },
    { left: CONFIRM_GRACE_MS, proves: true },
    { left: HOUR, proves: true },
  ])('G3: a second -1 sent $left ms after the first answer is a proof: $proves', ({ left, proves }) => {
    const sentAt = FIRST_POLLED_AT + left
    // The time when the find was sent counts, however late it is answered.
    const { sale, events } = findAnswered(aSale.onceReserved(), says(-1), sentAt + 10 * SECOND, { sentAt })
    expect(sale.state).toBe(proves ? 'not-executed' : 'unknown')
    if (proves) return
    expect(sale.next).toEqual({ kind: 'find', at: FIRST_POLLED_AT + CONFIRM_GRACE_MS })
    expect(events).toEqual([])
  })

  it('G3: the pause is the first polling interval when that is longer', () => {
    const pace = { firstMs: 45 * SECOND, longestMs: MINUTE }
    const at = (sentAt: number) => {
      const answered = { answer: says(-1), sentAt, answeredAt: sentAt + 10 }
      const input = { kind: 'find-answered', answered } as const
      return step(aSale.onceReserved(), input, sentAt + 10, { pollInterval: pace }).sale.state
    }
    expect(aContext(0).confirmGraceMs).toBeLessThan(pace.firstMs)
    expect(at(FIRST_POLLED_AT + 44 * SECOND)).toBe('unknown')
    expect(at(FIRST_POLLED_AT + 45 * SECOND)).toBe('not-executed')
  })

  it.each([
    { what: 'before the confirm', sentAt: APPROVED_AT - SECOND },
    { what: 'in the same millisecond as the confirm', sentAt: ANSWERED_AT - 100 },
  ])('G3: a -1 to a find that was sent $what is no first proof', ({ sentAt }) => {
    expect(aSale.unknown().confirmSentAt).toBe(ANSWERED_AT - 100)
    const { sale, events } = findAnswered(aSale.unknown(), says(-1), FIRST_POLLED_AT, { sentAt })
    expect(sale.state).toBe('unknown')
    expect(sale.minusOneAt).toBeUndefined()
    expect(events).toEqual([])
  })

  it('G3: other answers between the two -1 neither reset nor replace them', () => {
    for (const answer of SAYS_NOTHING) {
      const between = findAnswered(aSale.onceReserved(), answer, FIRST_POLLED_AT + CONFIRM_GRACE_MS).sale
      expect(between).toMatchObject({ state: 'unknown', minusOneAt: FIRST_POLLED_AT })
      const twice = findAnswered(between, answer, PROVEN_AT).sale
      expect(twice.state).toBe('unknown')
      expect(findAnswered(twice, says(-1), PROVEN_AT + MINUTE).sale.state).toBe('not-executed')
    }
  })

  it('G3: after a poll by a person the second find still waits for the pause', () => {
    const now = FIRST_POLLED_AT + 6 * SECOND
    const again = pollRequested(aSale.onceReserved(), now).sale
    expect(again.next).toEqual({ kind: 'find', at: now })
    const early = findAnswered(again, says(-1), now + SECOND, { sentAt: now }).sale
    expect(early).toMatchObject({ state: 'unknown', next: { kind: 'find', at: FIRST_POLLED_AT + CONFIRM_GRACE_MS } })
  })

  it('G4: a pending sale is never called not executed, however often find says -1', () => {
    for (const given of [aSale.pending, aSale.held]) {
      let sale = given()
      for (let finds = 1; finds <= 5; finds++) {
        const step = findAnswered(sale, says(-1), ANSWERED_AT + finds * HOUR)
        expect(kindsOf(step.events)).toEqual(finds === 3 ? ['unclear-answers'] : [])
        sale = step.sale
      }
      expect(sale).toMatchObject({ state: 'pending', findCount: 5, hasStarted: true })
      expect(sale.minusOneAt).toBeUndefined()
    }
  })

  it('G3: a sale that has started is never called not executed', () => {
    const sale = { ...aSale.onceReserved(), hasStarted: true as const }
    expect(findAnswered(sale, says(-1), PROVEN_AT).sale.state).toBe('unknown')
  })

  it('a sale that is not executed is still polled, and progresses if it was executed after all', () => {
    const found = (state: -1 | 0 | 1) => findAnswered(aSale.notExecuted(), says(state), PROVEN_AT + MINUTE).sale
    expect(found(-1)).toMatchObject({ state: 'not-executed', next: { kind: 'find' } })
    expect([found(0).state, found(1).state]).toEqual(['pending', 'succeeded'])
  })

  it('a sale that is not executed keeps the reason of its confirm', () => {
    expect(aSale.notExecuted().problem).toEqual({ code: 'no-answer' })
  })
})

describe('a find for a final sale', () => {
  const now = PROVEN_AT + HOUR

  it.each(FINALS)(
    'G4: a sale in final state $state is not changed by -1, 0, 6, an unknown state or silence',
    ({ state, given }) => {
      for (const answer of [says(-1), says(0), says(6), says('unlisted'), says(state), ...SAYS_NOTHING]) {
        const step = findAnswered(pollRequested(given(), now).sale, answer, now + SECOND)
        const { findCount, lastFindAt, findsByTransactionId: _, unclearFinds: __, unread: ___, ...rest } = step.sale
        const { findCount: before, ...settled } = given()
        expect(rest).toEqual(settled)
        expect({ findCount, lastFindAt }).toEqual({ findCount: before + 1, lastFindAt: now + 900 })
        expect(kindsOf(step.events).filter((kind) => kind !== 'unclear-answers')).toEqual([])
      }
    },
  )

  it.each(
    [-1, 0, 6, 'unlisted' as const].flatMap((state) =>
      FINALS.map(({ state: final, given }) => ({ state, final, given })),
    ),
  )(
    'G4: the third $state after the final state $final notifies supervisors, and the state remains',
    ({ state, given }) => {
      let sale = given()
      for (const [index, events] of [[], [], ['unclear-answers'], []].entries()) {
        const step = findAnswered(sale, says(state), now + index * MINUTE)
        expect(kindsOf(step.events)).toEqual(events)
        sale = step.sale
      }
      expect(sale).toMatchObject({ state: given().state, unclearFinds: 4, unread: { supervisor: 'notified' } })
      for (const absent of ['next', 'conflicting']) expect(sale).not.toHaveProperty(absent)
    },
  )

  it.each(FINALS)(
    'G5: another final state than $state makes the sale conflicting, and the state remains',
    ({ state, given }) => {
      for (const other of FINALS.filter((final) => final.state !== state)) {
        const { sale, events } = findAnswered(given(), says(other.state), now)
        expect(sale).toMatchObject({ state: given().state, finalAt: ANSWERED_AT, conflicting: true })
        expect(sale).not.toHaveProperty('next')
        expect(events).toEqual([{ at: now, kind: 'conflict', state: other.state }])
      }
    },
  )
})

describe('a sale that was abandoned after a confirm (rule 5)', () => {
  it('an abandoned sale is checked after 1 and 15 minutes, 1, 6 and 24 hours, and then no more', () => {
    let sale = aSale.abandoned()
    const looks: number[] = []
    while (sale.next) {
      expect(sale.next.kind).toBe('find')
      looks.push(sale.next.at - ABANDONED_AT)
      sale = findAnswered(sale, says(-1), sale.next.at + 300).sale
    }
    expect(looks).toEqual([MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR])
    expect(sale).toMatchObject({ state: 'abandoned', finalAt: ABANDONED_AT })
    expect(sale).not.toHaveProperty('conflicting')
  })

  it.each([
    { what: '-1', answer: says(-1) },
    { what: '2', answer: says(2) },
    { what: 'no answer', answer: lost() },
    { what: 'a find of which no byte was sent', answer: notSent() },
    // The sale is unknown, or the code is not about a sale.
    ...[20, 22, 1, 2, 5, 23, 50, 60].map((code) => ({ what: `code ${code}`, answer: refuses(code) })),
  ])('an abandoned sale is not contradicted by $what', ({ answer }) => {
    const { sale, events } = findAnswered(aSale.abandoned(), answer, ABANDONED_AT + MINUTE)
    expect(sale).not.toHaveProperty('conflicting')
    expect(sale).toMatchObject({ state: 'abandoned', next: { kind: 'find', at: ABANDONED_AT + 15 * MINUTE } })
    expect(events).toEqual([])
  })

  it.each([
    ...([0, 1, 3, 4, 6, 5, 'unlisted'] as const).map((state) => ({ answer: says(state), reason: { state } })),
    ...([101, 201, 1000, 9999, 'unreadable'] as const).map((code) => ({ answer: refuses(code), reason: { code } })),
  ])(
    'an abandoned sale becomes conflicting by $reason, remains abandoned, and is still checked',
    ({ answer, reason }) => {
      const now = ABANDONED_AT + MINUTE
      const { sale, events } = findAnswered(aSale.abandoned(), answer, now)
      const next = { kind: 'find', at: ABANDONED_AT + 15 * MINUTE }
      expect(sale).toMatchObject({ state: 'abandoned', conflicting: true, next })
      expect(events).toEqual([{ at: now, kind: 'conflict', ...reason }])
      expect(findAnswered(sale, answer, now + 14 * MINUTE).events).toEqual([])
      // A contradiction is not an unclear answer.
      expect(sale).not.toHaveProperty('unclearFinds')
    },
  )

  it('the missed rechecks of an abandoned sale are made up for', () => {
    const looks: number[] = []
    let sale = findAnswered(aSale.abandoned(), says(-1), ABANDONED_AT + 2 * HOUR).sale
    while (sale.next) {
      looks.push(sale.next.at - ABANDONED_AT)
      sale = findAnswered(sale, says(-1), sale.next.at).sale
    }
    expect(looks).toEqual([2 * HOUR + 14 * MINUTE, 2 * HOUR + 59 * MINUTE, 6 * HOUR, 24 * HOUR])
  })

  it('the rechecks of an abandoned sale remain when the clock was set forward', () => {
    const { sale } = findAnswered(aSale.abandoned(), says(-1), ABANDONED_AT + 365 * DAY)
    expect(sale.next).toEqual({ kind: 'find', at: ABANDONED_AT + 365 * DAY + 14 * MINUTE })
  })

  it.each([
    { what: 'was lost', answer: lost() },
    { what: 'was not sent', answer: notSent() },
    { what: 'named another sale', answer: says(-1, { saleId: aSaleId('B') }) },
    { what: 'was refused with code 1', answer: refuses(1) },
  ])('the last recheck of an abandoned sale is repeated while it $what', ({ answer }) => {
    let sale: SaleRecord = { ...aSale.abandoned(), recheckCount: 5, findCount: 2_000 }
    for (let now = ABANDONED_AT + 2 * DAY; now < ABANDONED_AT + 2 * DAY + HOUR; now = sale.next!.at) {
      sale = findAnswered(sale, answer, now).sale
      expect(sale).toMatchObject({ state: 'abandoned', next: { kind: 'find', at: now + 5 * MINUTE } })
      expect(sale).not.toHaveProperty('conflicting')
    }
    const late = ABANDONED_AT + 3 * DAY
    expect(findAnswered(sale, says(-1), late).sale).not.toHaveProperty('next')
    expect(findAnswered(sale, says(1), late).sale).toMatchObject({ state: 'abandoned', conflicting: true })
  })

  it('a find that was sent before the abandonment uses up no recheck', () => {
    const { sale } = findAnswered(aSale.abandoned(), says(-1), ABANDONED_AT + SECOND)
    expect(sale.next).toEqual({ kind: 'find', at: ABANDONED_AT + MINUTE })
  })

  it('an abandoned sale is checked within a minute after the clock was set back', () => {
    const now = ABANDONED_AT - 365 * DAY
    const { sale } = restarted(aSale.abandoned(), now)
    expect(sale.next).toEqual({ kind: 'find', at: now })
    expect(findAnswered(sale, says(-1), now).sale.next).toEqual({ kind: 'find', at: now + MINUTE })
  })

  it('a sale that was never confirmed is not checked after it was abandoned', () => {
    expect(aSale.expired()).not.toHaveProperty('next')
  })
})

it('a find changes nothing while a confirm is unanswered, unless the sale has started', () => {
  const sale = aSale.confirming()
  for (const answer of [says(-1), ...SAYS_NOTHING]) {
    const step = findAnswered(sale, answer, ANSWERED_AT)
    expect(step.sale).toEqual({ ...sale, findCount: 1, lastFindAt: ANSWERED_AT - 100 })
    expect(step.events).toEqual([])
  }
  expect(findAnswered(sale, says(1), ANSWERED_AT).sale.state).toBe('succeeded')
  expect(findAnswered(sale, says(6), ANSWERED_AT).sale).toMatchObject({ state: 'pending', held: true })
})
