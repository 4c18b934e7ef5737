import { describe, expect, it } from 'vitest'

import { findDuplicate, holdsLineOf } from '#domain/duplicate.ts'
import { findAttention, isSettled, isToHandOver, isWaiting, moneyMoved, saleCan } from '#domain/sale.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import { contradictsItself } from '#domain/transaction-step.ts'
import {
  amal,
  ANSWERED_AT,
  APPROVED_AT,
  aSaleId,
  closed,
  comingVoucher,
  confirmAnswered,
  confirmingVoucher,
  DAY,
  findAnswered,
  handed,
  HANDED_AT,
  handedOverVoucher,
  HOUR,
  joseph,
  kindsOf,
  lost,
  MINUTE,
  openedVoucher,
  readyVoucher,
  refuses,
  restarted,
  saysOfVoucher,
  SECOND,
  step,
  taken,
} from '../support/sales.ts'

const LATER = ANSWERED_AT + 5 * SECOND
const code = saysOfVoucher(1, { hasCode: true })
const noCode = saysOfVoucher(1)

describe('F2: a voucher that succeeds with its code', () => {
  it('is settled, and its code waits to be handed over', () => {
    const sale = readyVoucher()
    expect(sale).toMatchObject({ state: 'succeeded', voucher: 'ready', shownTimes: 0, printedTimes: 0 })
    expect(sale.next).toBeUndefined()
    expect(isSettled(sale)).toBe(true)
    expect(isWaiting(sale)).toBe(false)
    expect(isToHandOver(sale)).toBe(true)
    expect(moneyMoved(sale)).toBe('yes')
  })

  it('keeps the reference, which is no secret, also when a later answer leaves it out', () => {
    const answer = saysOfVoucher(1, { hasCode: true, reference: 'PXM-88213' })
    const { sale } = confirmAnswered(confirmingVoucher(), answer, ANSWERED_AT)
    expect(sale.reference).toBe('PXM-88213')
    expect(findAnswered(sale, code, LATER).sale.reference).toBe('PXM-88213')
    const other = saysOfVoucher(1, { hasCode: true, reference: 'PXM-88214' })
    expect(findAnswered(sale, other, LATER).sale.reference).toBe('PXM-88214')
  })

  it('keeps no reference before the code was read: it may be the code', () => {
    const pending = confirmAnswered(confirmingVoucher(), saysOfVoucher(0, { reference: '7K4P2M9X' }), ANSWERED_AT).sale
    expect(pending).not.toHaveProperty('reference')
    const coming = confirmAnswered(confirmingVoucher(), saysOfVoucher(1, { reference: '7K4P2M9X' }), ANSWERED_AT).sale
    expect(coming).toMatchObject({ voucher: 'coming' })
    expect(coming).not.toHaveProperty('reference')
    const read = findAnswered(coming, code, LATER).sale
    expect(findAnswered(read, saysOfVoucher(1, { reference: 'PXM-88213' }), LATER).sale.reference).toBe('PXM-88213')
  })

  it('forgets a reference that a later code repeats', () => {
    const answer = saysOfVoucher(1, { hasCode: true, reference: 'PXM-88213' })
    const { sale } = confirmAnswered(confirmingVoucher(), answer, ANSWERED_AT)
    const repeated = saysOfVoucher(1, { hasCode: true, forgetsReference: true })
    expect(findAnswered(sale, repeated, LATER).sale).not.toHaveProperty('reference')
  })

  it.each([
    { what: 'is disputed', more: { disputed: true as const } },
    { what: 'was closed as not sold', more: { closed: { as: 'not-sold' as const, note: '', at: 1, by: '' } } },
    { what: 'has its money given back', more: { giveBack: {} } },
  ])('is no cashier’s to hand over or take over when it $what', ({ more }) => {
    const sale: SaleRecord = { ...readyVoucher(), ...more }
    expect(isToHandOver(sale)).toBe(false)
    expect(saleCan.take(sale)).toBe(false)
  })
})

describe('F3: a voucher that succeeds without its code', () => {
  it('is paid, not settled, and asked about at the pace of a pending one', () => {
    const { sale, events } = confirmAnswered(confirmingVoucher(), noCode, ANSWERED_AT)
    expect(sale).toMatchObject({ state: 'succeeded', voucher: 'coming', settledAt: ANSWERED_AT })
    expect(kindsOf(events)).toEqual(['settled', 'code-coming'])
    expect(sale.next).toEqual({ do: 'find', at: ANSWERED_AT + 5 * SECOND })
    expect(isSettled(sale)).toBe(false)
    expect(isWaiting(sale)).toBe(true)
    expect(moneyMoved(sale)).toBe('yes')
    expect(saleCan.handOver(sale)).toBe(false)
    expect(saleCan.abandon(sale)).toBe(false)
    expect(saleCan.ask(sale)).toBe(true)
  })

  it.each([
    { what: 'says sold without it once more', answer: noCode },
    { what: 'is lost', answer: lost() },
    { what: 'is refused', answer: refuses(23) },
    { what: 'does not know our id', answer: refuses(22) },
    { what: 'falls back to pending', answer: saysOfVoucher(0) },
    { what: 'falls back to -1', answer: saysOfVoucher(-1) },
  ])('is asked about again when a find $what', ({ answer }) => {
    const { sale } = findAnswered(comingVoucher(), answer, LATER)
    expect(sale).toMatchObject({ state: 'succeeded', voucher: 'coming' })
    expect(sale.next?.do).toBe('find')
    expect(sale.next?.at).toBeGreaterThan(LATER)
  })

  it('is ready once a find brings the code, and that is news', () => {
    const { sale, events } = findAnswered(comingVoucher(), code, LATER)
    expect(sale).toMatchObject({ voucher: 'ready', unseen: { cashier: true } })
    expect(sale.next).toBeUndefined()
    expect(kindsOf(events)).toEqual(['code-came'])
  })

  it('needs a person after 15 minutes, and goes on being asked about', () => {
    expect(findAttention(comingVoucher(), APPROVED_AT + 15 * MINUTE - 1)).toBeUndefined()
    expect(findAttention(comingVoucher(), APPROVED_AT + 15 * MINUTE)).toBe('no-code')
    expect(findAttention(readyVoucher(), APPROVED_AT + HOUR)).toBeUndefined()
    expect(findAnswered(comingVoucher(), noCode, APPROVED_AT + HOUR).sale.next?.do).toBe('find')
  })

  it('is asked about at once after a restart', () => {
    expect(restarted(comingVoucher(), LATER).sale.next).toEqual({ do: 'find', at: LATER })
  })

  it('is disputed when a find says otherwise, and still asked about', () => {
    const { sale, events } = findAnswered(comingVoucher(), saysOfVoucher(2), LATER)
    expect(sale).toMatchObject({ state: 'succeeded', disputed: true, next: { do: 'find' } })
    expect(kindsOf(events)).toEqual(['disputed'])
  })

  it('may be taken over, and closed by a supervisor when it took too long', () => {
    expect(taken(comingVoucher(), joseph, LATER).sale.cashier).toEqual(joseph)
    const late = APPROVED_AT + HOUR
    const { sale } = closed(comingVoucher(), 'not-sold', late)
    expect(sale).toMatchObject({ voucher: 'coming', closed: { as: 'not-sold' }, giveBack: {} })
    expect(sale.next).toEqual({ do: 'find', at: late + DAY })
    expect(isWaiting(sale)).toBe(false)
  })

  it('closed as not sold is contradicted by its code alone', () => {
    const { sale } = closed(comingVoucher(), 'not-sold', APPROVED_AT + HOUR)
    const still = findAnswered(sale, noCode, APPROVED_AT + DAY)
    expect(still.sale.disputed).toBeUndefined()
    expect(still.events).toEqual([])
    const came = findAnswered(still.sale, code, APPROVED_AT + 2 * DAY)
    expect(came.sale).toMatchObject({ voucher: 'ready', disputed: true })
    expect(kindsOf(came.events)).toEqual(['code-came', 'disputed'])
    // It says nothing new after that.
    expect(findAnswered(came.sale, code, APPROVED_AT + 3 * DAY).events).toEqual([])
  })

  it('closed as sold takes its code when it comes', () => {
    const { sale } = closed(comingVoucher(), 'sold', APPROVED_AT + HOUR)
    const came = findAnswered(sale, code, APPROVED_AT + DAY)
    expect(came.sale).toMatchObject({ voucher: 'ready', unseen: { cashier: true } })
    expect(came.sale.disputed).toBeUndefined()
  })

  it('blocks the same to that account until the code came', () => {
    const account = '971501234567'
    const first = confirmAnswered(confirmingVoucher({ account }), noCode, ANSWERED_AT).sale
    const second = openedVoucher({ id: aSaleId('B'), account })
    expect(findDuplicate(second, [first], ANSWERED_AT + HOUR, undefined)?.kind).toBe('open')
    const came = findAnswered(first, code, LATER).sale
    expect(findDuplicate(second, [came], ANSWERED_AT + HOUR, undefined)).toBeUndefined()
  })
})

it('a direct recharge waits for no code', () => {
  const direct: SaleRecord = { ...confirmingVoucher(), kind: 'direct' }
  const sale = confirmAnswered(direct, noCode, ANSWERED_AT).sale
  expect(sale.voucher).toBeUndefined()
  expect(isSettled(sale)).toBe(true)
})

it('vouchers without an account are no duplicates of one another', () => {
  expect(findDuplicate(openedVoucher({ id: aSaleId('B') }), [confirmingVoucher()], LATER, undefined)).toBeUndefined()
})

describe('G12: sold again, with another code', () => {
  const other = saysOfVoucher(1, { hasCode: true, isOtherCode: true })

  it.each([readyVoucher, handedOverVoucher, comingVoucher])('is disputed and told once (%#)', (before) => {
    const sale = before()
    const first = findAnswered(sale, other, LATER)
    expect(first.sale).toMatchObject({ state: 'succeeded', disputed: true, unseen: { supervisor: 'told' } })
    expect(first.events.filter(({ kind }) => kind === 'disputed')).toEqual([
      { at: LATER, kind: 'disputed', code: 'other-code' },
    ])
    expect(kindsOf(findAnswered(first.sale, other, LATER + SECOND).events)).not.toContain('disputed')
  })

  it('does not stop selling: a person looks into it', () => {
    const { events } = findAnswered(readyVoucher(), other, LATER)
    expect(contradictsItself(readyVoucher(), events)).toBe(false)
    expect(contradictsItself(readyVoucher(), findAnswered(readyVoucher(), saysOfVoucher(2), LATER).events)).toBe(true)
  })
})

describe('handing over', () => {
  it('ends the mark, says how and by whom, and the first one stands', () => {
    const { sale, events } = handed(readyVoucher(), 'copied', HANDED_AT)
    expect(sale).toMatchObject({
      voucher: 'handed-over',
      handedOver: { at: HANDED_AT, how: 'copied', by: amal.name },
      printedTimes: 0,
    })
    expect(events).toEqual([{ at: HANDED_AT, kind: 'handed-over', by: amal.name, reason: 'copied' }])
    expect(isToHandOver(sale)).toBe(false)
    const again = handed(sale, 'printed', HANDED_AT + SECOND, joseph)
    expect(again.sale.handedOver).toEqual(sale.handedOver)
    expect(again.sale.printedTimes).toBe(1)
    expect(kindsOf(again.events)).toEqual(['handed-over'])
  })

  it('counts the papers of a direct recharge, too', () => {
    const direct: SaleRecord = { ...readyVoucher(), kind: 'direct' }
    const { voucher: _, ...plain } = direct
    const once = handed(plain, 'printed', HANDED_AT).sale
    expect(once.printedTimes).toBe(1)
    expect(once.voucher).toBeUndefined()
    expect(handed(once, 'printed', HANDED_AT).sale.printedTimes).toBe(2)
  })

  it.each([confirmingVoucher, comingVoucher])('is not done before the code is there (%#)', (before) => {
    const sale = before()
    expect(handed(sale, 'given', HANDED_AT)).toEqual({ sale, events: [] })
  })

  it('is no news any more for whoever did it, but what a supervisor was told stays', () => {
    const came = findAnswered(comingVoucher(), code, LATER).sale
    expect(handed(came, 'given', HANDED_AT).sale.unseen).toBeUndefined()
    const told: SaleRecord = { ...came, unseen: { cashier: true, supervisor: 'told' } }
    expect(handed(told, 'given', HANDED_AT).sale.unseen).toEqual(told.unseen)
  })
})

describe('showing', () => {
  it('counts each code shown, with who and why', () => {
    const first = step(readyVoucher(), { kind: 'shown', by: amal, what: 'code' }, LATER)
    expect(first.sale.shownTimes).toBe(1)
    expect(first.events).toEqual([{ at: LATER, kind: 'code-shown', by: amal.name }])
    const again = step(first.sale, { kind: 'shown', by: joseph, what: 'code', reason: 'Paper torn' }, LATER)
    expect(again.sale.shownTimes).toBe(2)
    expect(again.events).toEqual([{ at: LATER, kind: 'code-shown', by: joseph.name, note: 'Paper torn' }])
  })

  it('writes a receipt alone down as well', () => {
    const before = readyVoucher()
    const { sale, events } = step(before, { kind: 'shown', by: amal, what: 'receipt' }, LATER)
    expect(sale).toEqual(before)
    expect(sale).not.toBe(before)
    expect(kindsOf(events)).toEqual(['receipt-shown'])
  })
})

describe('a line of a quantity', () => {
  const line = (id: string, at: number, state: SaleRecord['state']): SaleRecord => ({
    ...openedVoucher({ id: aSaleId(id), batch: { id: 'one', line: at, of: 3 } }),
    state,
  })

  it.each([
    ['opened', true],
    ['checked', true],
    ['confirming', true],
    ['unknown', true],
    ['pending', true],
    ['not-executed', true],
    ['succeeded', true],
    ['cancelled', true],
    ['replaced', true],
    ['refused', false],
    ['failed', false],
    ['abandoned', false],
  ] as const)('is taken by a sale that is %s: %s', (state, isTaken) => {
    expect(holdsLineOf(line('B', 2, 'opened'), line('C', 2, state))).toBe(isTaken)
  })

  it.each([
    { what: 'given up after a confirm: it is watched', state: 'abandoned', more: { confirmedAt: APPROVED_AT } },
    { what: 'failed, when later answers disagree', state: 'failed', more: { disputed: true } },
    { what: 'failed late, whose money is given back apart', state: 'failed', more: { giveBack: {} } },
    { what: 'closed as sold', state: 'abandoned', more: { closed: { as: 'sold', note: '', at: 1, by: '' } } },
    { what: 'closed as not sold', state: 'failed', more: { closed: { as: 'not-sold', note: '', at: 1, by: '' } } },
  ] as const)('is still taken by a sale that is $what', ({ state, more }) => {
    expect(holdsLineOf(line('B', 2, 'opened'), { ...line('C', 2, state), ...more })).toBe(true)
  })

  it('is not taken by another line, by another quantity, or by itself', () => {
    const mine = line('B', 2, 'opened')
    expect(holdsLineOf(mine, line('C', 1, 'succeeded'))).toBe(false)
    expect(holdsLineOf(mine, { ...line('C', 2, 'succeeded'), batch: { id: 'two', line: 2, of: 3 } })).toBe(false)
    expect(holdsLineOf(mine, mine)).toBe(false)
    const { batch: _, ...single } = mine
    expect(holdsLineOf(single, line('C', 2, 'succeeded'))).toBe(false)
  })
})
