import { describe, expect, it } from 'vitest'

import { findAttention, isWaiting, moneyMoved, saleCan } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  abandoned,
  ABANDONED_AT,
  approved,
  APPROVED_AT,
  aSale,
  checkAnswered,
  CHECKED_AT,
  CONFIRM_GRACE_MS,
  DAY,
  findAnswered,
  hamad,
  HOUR,
  joseph,
  kindsOf,
  lost,
  MINUTE,
  pollRequested,
  refunded,
  refuses,
  resolved,
  restarted,
  says,
  SECOND,
  takenOver,
} from '../../../support/sales.ts'

const LATE = APPROVED_AT + 2 * HOUR
const WORD = { note: 'Support said so', by: hamad.name }
const disputed = (sale: SaleRecord, state: 1 | 2) => findAnswered(sale, says(state), LATE - MINUTE).sale
const disputedAbandoned = () => disputed(aSale.abandoned(), 1)

const closable = [
  { was: 'unknown for a long time', given: aSale.unknown },
  { was: 'pending for a long time', given: aSale.pending },
  { was: 'held for a long time', given: aSale.held },
  { was: 'canceled', given: aSale.canceled },
  { was: 'replaced', given: aSale.replaced },
  { was: 'sold and disputed', given: () => disputed(aSale.succeeded(), 2) },
  { was: 'failed and disputed', given: () => disputed(aSale.failed(), 1) },
  { was: 'abandoned and disputed', given: disputedAbandoned },
  { was: 'not executed, with odd answers', given: () => ({ ...aSale.notExecuted(), unclearFinds: 3 }) },
]

describe('the resolution of a sale by a supervisor (rule 15)', () => {
  it.each(closable.flatMap((row) => (['sold', 'not-sold'] as const).map((as) => ({ ...row, as }))))(
    'a sale that is $was, resolved as $as, keeps its state, is polled daily, and waits for no one',
    ({ given, as }) => {
      const before = given()
      const { sale, events } = resolved(before, as, LATE)
      expect(sale.state).toBe(before.state)
      expect(sale.resolution).toEqual({ outcome: as, at: LATE, ...WORD })
      expect(sale.next).toEqual({ kind: 'find', at: LATE + DAY })
      expect(sale).not.toHaveProperty('conflicting')
      expect(sale).not.toHaveProperty('unclearFinds')
      expect(events).toEqual([{ at: LATE, kind: 'resolved', reason: as, ...WORD }])
      expect(isWaiting(sale)).toBe(false)
      expect(findAttention(sale, LATE + DAY)).toBeUndefined()
    },
  )

  it.each(['opened', 'checked', 'succeeded', 'failed', 'abandoned', 'notExecuted'] as const)(
    'a sale that is %s cannot be resolved',
    (was) => {
      const sale = aSale[was]()
      expect(resolved(sale, 'sold', LATE).sale).toBe(sale)
    },
  )

  it('a sale cannot be resolved before it needs attention', () => {
    const sale = aSale.unknown()
    expect(resolved(sale, 'sold', APPROVED_AT + 15 * MINUTE - 1).sale).toBe(sale)
    expect(resolved(sale, 'sold', APPROVED_AT + 15 * MINUTE).sale.resolution?.outcome).toBe('sold')
  })

  it('a resolved sale is not resolved again until it is conflicting again', () => {
    const word = resolved(aSale.pending(), 'not-sold', LATE).sale
    expect(resolved(word, 'sold', LATE + SECOND).sale).toBe(word)
    const again = findAnswered(word, says(1), LATE + DAY).sale
    expect(again.conflicting).toBe(true)
    const sold = resolved(again, 'sold', LATE + DAY + MINUTE).sale
    expect(sold).toMatchObject({ resolution: { outcome: 'sold' }, state: 'succeeded' })
  })

  it('a resolved sale can be neither confirmed nor abandoned nor taken over, and can be polled', () => {
    const stuck: SaleRecord = { ...aSale.notExecuted(), unclearFinds: 3 }
    const sale = resolved(stuck, 'not-sold', LATE).sale
    expect(sale.state).toBe('not-executed')
    expect([saleCan.confirm(sale, LATE), saleCan.abandon(sale), saleCan.takeOver(sale)]).toEqual([false, false, false])
    expect(approved(sale, LATE + SECOND).sale).toBe(sale)
    expect(abandoned(sale, LATE + SECOND).sale).toBe(sale)
    expect(takenOver(sale, joseph, LATE + SECOND).sale).toBe(sale)
    expect(saleCan.poll(sale)).toBe(true)
  })
})

describe('the finds of a resolved sale (rule 15)', () => {
  it('a resolved sale is polled daily for 30 days, and then no more', () => {
    let sale = resolved(aSale.unknown(), 'not-sold', LATE).sale
    const looks: number[] = []
    while (sale.next) {
      looks.push((sale.next.at - LATE) / DAY)
      sale = findAnswered(sale, lost(), sale.next.at).sale
    }
    expect(looks).toEqual(Array.from({ length: 30 }, (_, day) => day + 1))
    expect(sale.state).toBe('unknown')
  })

  it('a resolved pending sale is polled daily, and at once by a person', () => {
    const word = resolved(aSale.pending(), 'sold', LATE).sale
    for (const answer of [says(0), says(6), says('unlisted')]) {
      const { sale } = findAnswered(word, answer, LATE + HOUR)
      expect(sale).toMatchObject({ state: 'pending', next: { kind: 'find', at: LATE + HOUR + DAY } })
      expect(sale).not.toHaveProperty('conflicting')
    }
    expect(pollRequested(word, LATE + HOUR).sale.next).toEqual({ kind: 'find', at: LATE + HOUR })
  })

  it('a resolved sale is polled daily although the clock was set back', () => {
    const word = resolved(aSale.unknown(), 'sold', LATE).sale
    const now = LATE - 365 * DAY
    expect(findAnswered(word, lost(), now).sale.next).toEqual({ kind: 'find', at: now + DAY })
  })

  it('a resolved abandoned sale is polled daily instead of its rechecks', () => {
    const word = resolved(disputedAbandoned(), 'not-sold', LATE).sale
    const { sale } = findAnswered(word, refuses(60), LATE + DAY)
    expect(sale).toMatchObject({ state: 'abandoned', next: { kind: 'find', at: LATE + 2 * DAY } })
    expect(sale).not.toHaveProperty('conflicting')
  })

  it('a resolved sale is polled at once after a restart, and daily from then on', () => {
    const sale = restarted(resolved(aSale.pending(), 'sold', LATE).sale, LATE + HOUR).sale
    expect(sale.next).toEqual({ kind: 'find', at: LATE + HOUR })
    expect(findAnswered(sale, says(0), LATE + HOUR).sale.next).toEqual({ kind: 'find', at: LATE + HOUR + DAY })
  })

  it('a resolved sale is not polled once it is final', () => {
    for (const state of [1, 2, 3, 4] as const) {
      const { sale } = findAnswered(resolved(aSale.pending(), 'sold', LATE).sale, says(state), LATE + DAY)
      expect(sale).not.toHaveProperty('next')
    }
  })
})

describe('contradictions of a resolution', () => {
  it.each(
    (['sold', 'not-sold'] as const).flatMap((as) =>
      (['pending', 'unknown'] as const).flatMap((was) =>
        [1, 2, 3, 4, 0, 6].map((state) => ({ as, state, was, contradicts: state === (as === 'sold' ? 2 : 1) })),
      ),
    ),
  )(
    'a sale that is $was, resolved as $as, then state $state, is a contradiction: $contradicts',
    ({ as, state, was, contradicts }) => {
      const { sale, events } = findAnswered(resolved(aSale[was](), as, LATE).sale, says(state), LATE + DAY)
      expect(sale.conflicting).toBe(contradicts ? true : undefined)
      expect(kindsOf(events).includes('conflict')).toBe(contradicts)
      if (contradicts) expect(events.at(-1)).toEqual({ at: LATE + DAY, kind: 'conflict', state })
      expect(sale.resolution?.outcome).toBe(as)
      if (contradicts) expect(sale.unread?.supervisor).toBe('notified')
    },
  )

  it.each([
    { was: 'canceled', given: aSale.canceled, outcome: 'sold', state: 2, contradicts: true },
    { was: 'canceled', given: aSale.canceled, outcome: 'sold', state: 1, contradicts: false },
    { was: 'canceled', given: aSale.canceled, outcome: 'not-sold', state: 1, contradicts: true },
    { was: 'canceled', given: aSale.canceled, outcome: 'not-sold', state: 3, contradicts: false },
    { was: 'given up', given: disputedAbandoned, outcome: 'sold', state: 1, contradicts: false },
    { was: 'given up', given: disputedAbandoned, outcome: 'not-sold', state: 1, contradicts: true },
  ] as const)(
    'a sale that was $was, resolved as $outcome, then state $state, is a contradiction: $contradicts',
    ({ given, outcome, state, contradicts }) => {
      const { sale } = findAnswered(resolved(given(), outcome, LATE).sale, says(state), LATE + DAY)
      expect(sale.state).toBe(given().state)
      expect(sale.conflicting).toBe(contradicts ? true : undefined)
      expect(sale.next).toEqual({ kind: 'find', at: LATE + 2 * DAY })
    },
  )

  it.each([
    { outcome: 'sold', contradicts: true },
    { outcome: 'not-sold', contradicts: false },
  ] as const)(
    'a resolution as $outcome, then a proof of no execution, is a contradiction: $contradicts',
    ({ outcome, contradicts }) => {
      const once = findAnswered(resolved(aSale.unknown(), outcome, LATE).sale, says(-1), LATE + DAY)
      expect(once.sale).toMatchObject({ state: 'unknown', next: { kind: 'find', at: LATE + DAY + CONFIRM_GRACE_MS } })
      expect(once.sale).not.toHaveProperty('conflicting')
      const { sale, events } = findAnswered(once.sale, says(-1), LATE + DAY + HOUR)
      expect(sale).toMatchObject({ state: 'not-executed', next: { kind: 'find', at: LATE + 2 * DAY + HOUR } })
      expect(sale.conflicting).toBe(contradicts ? true : undefined)
      expect(kindsOf(events)).toEqual(['still-reserved', 'not-executed', ...(contradicts ? ['conflict'] : [])])
      if (contradicts) expect(events.at(-1)).toEqual({ at: LATE + DAY + HOUR, kind: 'conflict', state: -1 })
    },
  )

  it('a first -1 before the resolution still counts for the proof', () => {
    const word = resolved(aSale.onceReserved(), 'sold', LATE).sale
    expect(findAnswered(word, says(-1), LATE + DAY).sale).toMatchObject({ state: 'not-executed', conflicting: true })
  })

  it('a contradicted resolution is flagged once, and the sale is still polled', () => {
    const word = resolved(aSale.unknown(), 'sold', LATE).sale
    const flagged = findAnswered(findAnswered(word, says(-1), LATE + DAY).sale, says(-1), LATE + DAY + HOUR).sale
    const again = findAnswered(flagged, says(-1), LATE + 2 * DAY)
    expect(again.events).toEqual([])
    expect(moneyMoved(flagged)).toBe('unknown')
    expect(findAttention(flagged, LATE + DAY + HOUR)).toBe('conflicting')
  })
})

describe('the refund of a resolved sale', () => {
  const paidBack = () => disputed(refunded(aSale.abandoned(), ABANDONED_AT + HOUR).sale, 1)
  const canceledAtCheck = () => checkAnswered(aSale.opened(), says(3), CHECKED_AT).sale
  const DONE = { done: { at: ABANDONED_AT + HOUR, by: 'Amal Rahman' } }
  it.each([
    { was: 'approved', given: aSale.pending, outcome: 'not-sold', due: {} },
    { was: 'approved', given: aSale.pending, outcome: 'sold', due: undefined },
    { was: 'given up', given: disputedAbandoned, outcome: 'not-sold', due: {} },
    { was: 'given up', given: disputedAbandoned, outcome: 'sold', due: undefined },
    { was: 'given up and paid back already', given: paidBack, outcome: 'sold', due: DONE },
    { was: 'given up and paid back already', given: paidBack, outcome: 'not-sold', due: DONE },
    { was: 'never approved', given: canceledAtCheck, outcome: 'not-sold', due: undefined },
  ] as const)('the refund of a sale that was $was, resolved as $outcome, is $due', ({ given, outcome, due }) => {
    expect(resolved(given(), outcome, LATE).sale.refund).toEqual(due)
  })
})
