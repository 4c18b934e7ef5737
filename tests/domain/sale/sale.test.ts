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
  amal,
  ANSWERED_AT,
  approved,
  pollRequested,
  aSaleId,
  CHECKED_AT,
  checkedSale,
  confirmingSale,
  DAY,
  expiredSale,
  ABANDONED_AT,
  abandoned,
  kindsOf,
  MINUTE,
  notExecutedSale,
  openedSale,
  PROVEN_AT,
  SECOND,
  step,
  succeededSale,
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
  { state: 'cancelled', may: 'ask', isSettled: true, moved: 'unknown' },
  { state: 'replaced', may: 'ask', isSettled: true, moved: 'unknown' },
  { state: 'abandoned', may: '', isSettled: true, moved: 'no' },
] as const

describe('the states of a sale', () => {
  it('are all in this table', () => {
    expect(TABLE.map(({ state }) => state)).toEqual(SALE_STATES)
    expect(NON_FINAL_STATES).toEqual(TABLE.filter((row) => !row.isSettled).map(({ state }) => state))
  })

  it.each(TABLE)('$state: a person may [$may], money moved: $moved', ({ state, may, isSettled: settled, moved }) => {
    const sale = { state, checkedAt: CHECKED_AT }
    const now = CHECKED_AT + MINUTE
    const can = [
      saleCan.confirm(sale, now) && 'confirm',
      saleCan.abandon(sale) && 'abandon',
      saleCan.poll(sale) && 'ask',
      saleCan.takeOver(sale) && 'take',
    ].filter(Boolean)
    expect(can.join(' ')).toBe(may)
    expect(isComplete(sale)).toBe(settled)
    expect(isAnswered(sale)).toBe(state !== 'opened')
    expect(moneyMoved(sale)).toBe(moved)
  })

  it('say nothing sure of the money once the wholesaler contradicted itself', () => {
    for (const state of SALE_STATES) expect(moneyMoved({ state, conflicting: true })).toBe('unknown')
  })
})

describe('the ten minutes of a checked sale (rule 10)', () => {
  it.each([
    { age: 0, isOver: false },
    { age: QUOTE_VALID_MS - 1, isOver: false },
    { age: QUOTE_VALID_MS, isOver: true },
    { age: DAY, isOver: true },
    // An age that cannot be counts as too old.
    { age: -1, isOver: true },
  ])('are over at the age of $age ms: $isOver', ({ age, isOver }) => {
    const now = CHECKED_AT + age
    expect(isQuoteExpired(checkedSale(), now)).toBe(isOver)
    expect(saleCan.confirm(checkedSale(), now)).toBe(!isOver)
    expect(approved(checkedSale(), now).sale.state).toBe(isOver ? 'checked' : 'confirming')
    expect(step(checkedSale(), { kind: 'expired' }, now).sale.state).toBe(isOver ? 'abandoned' : 'checked')
  })

  it('are ten', () => expect(QUOTE_VALID_MS).toBe(10 * MINUTE))

  it('end the sale by themselves, and nothing follows', () => {
    expect(checkedSale().next).toEqual({ kind: 'expire', at: CHECKED_AT + QUOTE_VALID_MS })
    const { sale, events } = step(checkedSale(), { kind: 'expired' }, CHECKED_AT + QUOTE_VALID_MS)
    expect(sale).toMatchObject({ state: 'abandoned', problem: { code: 'expired' } })
    expect(sale.next).toBeUndefined()
    expect(events).toEqual([{ at: CHECKED_AT + QUOTE_VALID_MS, kind: 'abandoned', reason: 'expired' }])
  })

  it('do not count for a sale that was proven not to have happened', () => {
    expect(approved(notExecutedSale(), PROVEN_AT + DAY).sale.state).toBe('confirming')
  })
})

describe('what a person does', () => {
  it('confirms: who approved is kept, and the confirm is due at once', () => {
    const now = CHECKED_AT + SECOND
    const { sale, events } = approved(checkedSale(), now)
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

  it('confirms knowing of another sale, which is kept', () => {
    const input = { kind: 'approved', by: amal, terminal: till, duplicateOf: aSaleId('B') } as const
    expect(step(checkedSale(), input, CHECKED_AT + SECOND).sale.duplicateOf).toBe(aSaleId('B'))
    expect(approved(checkedSale(), CHECKED_AT + SECOND).sale).not.toHaveProperty('duplicateOf')
  })

  it('lets the ten minutes end only what is still a quote', () => {
    for (const sale of [confirmingSale(), notExecutedSale(), succeededSale(), openedSale()]) {
      expect(step(sale, { kind: 'expired' }, CHECKED_AT + DAY).sale).toBe(sale)
    }
  })

  it('confirms a second time without effect: it is the very same sale', () => {
    for (const sale of [confirmingSale(), openedSale(), succeededSale(), expiredSale()]) {
      expect(approved(sale, ANSWERED_AT).sale).toBe(sale)
    }
  })

  it('finishes a sale that was not executed: the same confirm, and no proof of before counts', () => {
    const now = PROVEN_AT + MINUTE
    const { sale } = approved(notExecutedSale(), now)
    expect(sale).toMatchObject({
      state: 'confirming',
      confirmSentAt: now,
      findCount: 0,
      next: { kind: 'confirm', at: now },
    })
    expect(sale).not.toHaveProperty('minusOneAt')
    expect(sale).not.toHaveProperty('problem')
  })

  it('gives up a checked sale, of which nothing is left to watch', () => {
    const { sale, events } = abandoned(checkedSale(), CHECKED_AT + MINUTE)
    expect(sale).toMatchObject({ state: 'abandoned', problem: { code: 'abandoned' }, finalAt: CHECKED_AT + MINUTE })
    expect(sale.next).toBeUndefined()
    expect(events).toEqual([{ at: CHECKED_AT + MINUTE, kind: 'abandoned', reason: 'abandoned', by: 'Amal Rahman' }])
  })

  it('gives up a sale that was not executed, and it is looked at a minute later', () => {
    const { sale } = abandoned(notExecutedSale(), ABANDONED_AT)
    expect(sale).toMatchObject({ state: 'abandoned', next: { kind: 'find', at: ABANDONED_AT + MINUTE } })
  })

  it('cannot give up what may have moved', () => {
    for (const sale of [openedSale(), confirmingSale(), succeededSale()]) {
      expect(abandoned(sale, ANSWERED_AT).sale).toBe(sale)
    }
  })

  it('has find asked now, of a settled sale too; it changes nothing by itself', () => {
    for (const sale of [notExecutedSale(), succeededSale()]) {
      const step = pollRequested(sale, PROVEN_AT + SECOND)
      expect(step.sale).toEqual({ ...sale, next: { kind: 'find', at: PROVEN_AT + SECOND } })
      expect(kindsOf(step.events)).toEqual([])
    }
    for (const sale of [openedSale(), checkedSale(), confirmingSale()]) {
      expect(pollRequested(sale, ANSWERED_AT).sale).toBe(sale)
    }
  })
})
