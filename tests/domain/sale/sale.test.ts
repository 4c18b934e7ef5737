import { describe, expect, it } from 'vitest'

import {
  isAnswered,
  isQuoteExpired,
  isComplete,
  moneyMoved,
  QUOTE_VALID_MS,
  SALE_STATES,
  saleCan,
  NON_FINAL_STATES,
} from '#domain/sale/sale.ts'
import {
  abandoned,
  ABANDONED_AT,
  amal,
  ANSWERED_AT,
  approved,
  aSale,
  aSaleId,
  CHECKED_AT,
  DAY,
  kindsOf,
  MINUTE,
  pollRequested,
  PROVEN_AT,
  SECOND,
  step,
  till,
} from '../../support/sales.ts'

const TABLE = [
  { state: 'opened', may: 'take', isSettled: false, moved: 'no' },
  { state: 'refused', may: '', isSettled: true, moved: 'no' },
  { state: 'checked', may: 'confirm abandon take', isSettled: false, moved: 'no' },
  { state: 'confirming', may: 'take', isSettled: false, moved: 'unknown' },
  { state: 'unknown', may: 'ask take', isSettled: false, moved: 'unknown' },
  { state: 'pending', may: 'ask take', isSettled: false, moved: 'unknown' },
  { state: 'not-executed', may: 'confirm abandon ask take', isSettled: false, moved: 'no' },
  { state: 'succeeded', may: 'ask', isSettled: true, moved: 'yes' },
  { state: 'failed', may: 'ask', isSettled: true, moved: 'no' },
  { state: 'canceled', may: 'ask', isSettled: true, moved: 'unknown' },
  { state: 'replaced', may: 'ask', isSettled: true, moved: 'unknown' },
  { state: 'abandoned', may: '', isSettled: true, moved: 'no' },
] as const

describe('the states of a sale', () => {
  it('the states of this table are all states of a sale', () => {
    expect(TABLE.map(({ state }) => state)).toEqual(SALE_STATES)
    expect(NON_FINAL_STATES).toEqual(TABLE.filter((row) => !row.isSettled).map(({ state }) => state))
  })

  it.each(TABLE)('in state $state a person may [$may], and money moved: $moved', ({ state, may, isSettled, moved }) => {
    const sale = { kind: 'direct', state, checkedAt: CHECKED_AT } as const
    const can = {
      confirm: saleCan.confirm(sale, CHECKED_AT + MINUTE),
      abandon: saleCan.abandon(sale),
      ask: saleCan.poll(sale),
      take: saleCan.takeOver(sale),
    }
    expect(
      Object.entries(can)
        .flatMap(([name, isAllowed]) => (isAllowed ? [name] : []))
        .join(' '),
    ).toBe(may)
    expect(isComplete(sale)).toBe(isSettled)
    expect(isAnswered(sale)).toBe(state !== 'opened')
    expect(moneyMoved(sale)).toBe(moved)
  })

  it('it is unknown whether money moved for a conflicting sale', () => {
    for (const state of SALE_STATES) expect(moneyMoved({ state, conflicting: true })).toBe('unknown')
  })
})

describe('the ten minutes of a checked sale (rule 10)', () => {
  it.each([
    { age: 0, isOver: false },
    { age: QUOTE_VALID_MS - 1, isOver: false },
    { age: QUOTE_VALID_MS, isOver: true },
    { age: DAY, isOver: true },
    // An impossible age counts as expired.
    { age: -1, isOver: true },
  ])('the quote of a sale is expired at the age of $age ms: $isOver', ({ age, isOver }) => {
    const now = CHECKED_AT + age
    expect(isQuoteExpired(aSale.checked(), now)).toBe(isOver)
    expect(saleCan.confirm(aSale.checked(), now)).toBe(!isOver)
    expect(approved(aSale.checked(), now).sale.state).toBe(isOver ? 'checked' : 'confirming')
    expect(step(aSale.checked(), { kind: 'expired' }, now).sale.state).toBe(isOver ? 'abandoned' : 'checked')
  })

  it('a quote is valid for ten minutes', () => expect(QUOTE_VALID_MS).toBe(10 * MINUTE))

  it('an expired quote abandons the sale automatically, and nothing follows', () => {
    expect(aSale.checked().next).toEqual({ kind: 'expire', at: CHECKED_AT + QUOTE_VALID_MS })
    const { sale, events } = step(aSale.checked(), { kind: 'expired' }, CHECKED_AT + QUOTE_VALID_MS)
    expect(sale).toMatchObject({ state: 'abandoned', problem: { code: 'expired' } })
    expect(sale.next).toBeUndefined()
    expect(events).toEqual([{ at: CHECKED_AT + QUOTE_VALID_MS, kind: 'abandoned', reason: 'expired' }])
  })

  it('a sale that is not executed has no expiring quote', () => {
    expect(approved(aSale.notExecuted(), PROVEN_AT + DAY).sale.state).toBe('confirming')
  })
})

describe('what a person can do with a sale', () => {
  it('an approval is stored, and the confirm is due at once', () => {
    const now = CHECKED_AT + SECOND
    const { sale, events } = approved(aSale.checked(), now)
    expect(sale).toMatchObject({
      state: 'confirming',
      approval: { at: now, by: { name: 'Amal Rahman' }, terminal: { name: 'Counter' } },
      confirmedAt: now,
      confirmSentAt: now,
      findCount: 0,
      next: { kind: 'confirm', at: now },
    })
    expect(events).toEqual([{ at: now, kind: 'approved', by: 'Amal Rahman' }])
  })

  it('an approval stores the duplicate that was confirmed', () => {
    const input = { kind: 'approved', by: amal, terminal: till, duplicateOf: aSaleId('B') } as const
    expect(step(aSale.checked(), input, CHECKED_AT + SECOND).sale.duplicateOf).toBe(aSaleId('B'))
    expect(approved(aSale.checked(), CHECKED_AT + SECOND).sale).not.toHaveProperty('duplicateOf')
  })

  it('only a quote can expire', () => {
    for (const sale of [aSale.confirming(), aSale.notExecuted(), aSale.succeeded(), aSale.opened()])
      expect(step(sale, { kind: 'expired' }, CHECKED_AT + DAY).sale).toBe(sale)
  })

  it('an approval changes nothing in any other state', () => {
    for (const sale of [aSale.confirming(), aSale.opened(), aSale.succeeded(), aSale.expired()])
      expect(approved(sale, ANSWERED_AT).sale).toBe(sale)
  })

  it('an approval of a sale that is not executed repeats the confirm and discards earlier proofs', () => {
    const now = PROVEN_AT + MINUTE
    const { sale } = approved(aSale.notExecuted(), now)
    const next = { kind: 'confirm', at: now }
    expect(sale).toMatchObject({ state: 'confirming', confirmSentAt: now, findCount: 0, next })
    for (const gone of ['minusOneAt', 'problem']) expect(sale).not.toHaveProperty(gone)
  })

  it('a checked sale can be abandoned, and is not checked again', () => {
    const { sale, events } = abandoned(aSale.checked(), CHECKED_AT + MINUTE)
    expect(sale).toMatchObject({ state: 'abandoned', problem: { code: 'abandoned' }, finalAt: CHECKED_AT + MINUTE })
    expect(sale.next).toBeUndefined()
    expect(events).toEqual([{ at: CHECKED_AT + MINUTE, kind: 'abandoned', reason: 'abandoned', by: 'Amal Rahman' }])
  })

  it('a sale that is not executed can be abandoned, and is checked a minute later', () => {
    const { sale } = abandoned(aSale.notExecuted(), ABANDONED_AT)
    expect(sale).toMatchObject({ state: 'abandoned', next: { kind: 'find', at: ABANDONED_AT + MINUTE } })
  })

  it('a sale that may have started cannot be abandoned', () => {
    for (const sale of [aSale.opened(), aSale.confirming(), aSale.succeeded()])
      expect(abandoned(sale, ANSWERED_AT).sale).toBe(sale)
  })

  it('a poll makes a find due at once, also for a final sale, and changes nothing else', () => {
    for (const sale of [aSale.notExecuted(), aSale.succeeded()]) {
      const step = pollRequested(sale, PROVEN_AT + SECOND)
      expect(step.sale).toEqual({ ...sale, next: { kind: 'find', at: PROVEN_AT + SECOND } })
      expect(kindsOf(step.events)).toEqual([])
    }
    for (const sale of [aSale.opened(), aSale.checked(), aSale.confirming()])
      expect(pollRequested(sale, ANSWERED_AT).sale).toBe(sale)
  })
})
