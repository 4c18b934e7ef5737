import { describe, expect, it } from 'vitest'

import { findDuplicate, holdsSameLine } from '#domain/sale/duplicate.ts'
import { findAttention, isComplete, isUndelivered, isWaiting, moneyMoved, saleCan } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { isContradiction } from '#domain/sale/steps/apply-answer.ts'
import {
  amal,
  ANSWERED_AT,
  APPROVED_AT,
  aSaleId,
  aVoucher,
  confirmAnswered,
  DAY,
  delivered,
  DELIVERED_AT,
  findAnswered,
  HOUR,
  joseph,
  kindsOf,
  lost,
  MINUTE,
  refuses,
  resolved,
  restarted,
  saysOfVoucher,
  SECOND,
  step,
  takenOver,
} from '../../../support/sales.ts'

const LATER = ANSWERED_AT + 5 * SECOND
const code = saysOfVoucher(1, { hasCode: true })
const noCode = saysOfVoucher(1)

describe('F2: a voucher that succeeds with its code', () => {
  it('F2: a voucher with its code is complete and undelivered', () => {
    const sale = aVoucher.ready()
    expect(sale).toMatchObject({ state: 'succeeded', voucher: 'ready', revealCount: 0, printCount: 0 })
    expect(sale.next).toBeUndefined()
    expect([isComplete(sale), isWaiting(sale), isUndelivered(sale)]).toEqual([true, false, true])
    expect(moneyMoved(sale)).toBe('yes')
  })

  it('F2: a voucher keeps its reference when a later answer omits it', () => {
    const answer = saysOfVoucher(1, { hasCode: true, reference: 'PXM-88213' })
    const { sale } = confirmAnswered(aVoucher.confirming(), answer, ANSWERED_AT)
    expect(sale.reference).toBe('PXM-88213')
    expect(findAnswered(sale, code, LATER).sale.reference).toBe('PXM-88213')
    const other = saysOfVoucher(1, { hasCode: true, reference: 'PXM-88214' })
    expect(findAnswered(sale, other, LATER).sale.reference).toBe('PXM-88214')
  })

  it('F2: a reference that comes before the code is not stored, because it may be the code', () => {
    const pending = confirmAnswered(
      aVoucher.confirming(),
      saysOfVoucher(0, { reference: '7K4P2M9X' }),
      ANSWERED_AT,
    ).sale
    expect(pending).not.toHaveProperty('reference')
    const coming = confirmAnswered(aVoucher.confirming(), saysOfVoucher(1, { reference: '7K4P2M9X' }), ANSWERED_AT).sale
    expect(coming).toMatchObject({ voucher: 'coming' })
    expect(coming).not.toHaveProperty('reference')
    const read = findAnswered(coming, code, LATER).sale
    expect(findAnswered(read, saysOfVoucher(1, { reference: 'PXM-88213' }), LATER).sale.reference).toBe('PXM-88213')
  })

  it('F2: a reference that a later code repeats is removed', () => {
    const answer = saysOfVoucher(1, { hasCode: true, reference: 'PXM-88213' })
    const { sale } = confirmAnswered(aVoucher.confirming(), answer, ANSWERED_AT)
    const repeated = saysOfVoucher(1, { hasCode: true, forgetsReference: true })
    expect(findAnswered(sale, repeated, LATER).sale).not.toHaveProperty('reference')
  })

  it.each([
    { what: 'is disputed', more: { conflicting: true as const } },
    { what: 'was closed as not sold', more: { resolution: { outcome: 'not-sold' as const, note: '', at: 1, by: '' } } },
    { what: 'is refunded', more: { refund: {} } },
  ])('F2: a cashier can neither deliver nor take over a voucher that $what', ({ more }) => {
    const sale: SaleRecord = { ...aVoucher.ready(), ...more }
    expect(isUndelivered(sale)).toBe(false)
    expect(saleCan.takeOver(sale)).toBe(false)
  })
})

describe('F3: a voucher that succeeds without its code', () => {
  it('F3: a voucher without its code is paid, not complete, and polled like a pending sale', () => {
    const { sale, events } = confirmAnswered(aVoucher.confirming(), noCode, ANSWERED_AT)
    expect(sale).toMatchObject({ state: 'succeeded', voucher: 'coming', finalAt: ANSWERED_AT })
    expect(kindsOf(events)).toEqual(['final', 'code-coming'])
    expect(sale.next).toEqual({ kind: 'find', at: ANSWERED_AT + 5 * SECOND })
    expect([isComplete(sale), isWaiting(sale), moneyMoved(sale)]).toEqual([false, true, 'yes'])
    expect([saleCan.deliver(sale), saleCan.abandon(sale), saleCan.poll(sale)]).toEqual([false, false, true])
  })

  it.each([
    { what: 'says sold without it again', answer: noCode },
    { what: 'is lost', answer: lost() },
    { what: 'is refused', answer: refuses(23) },
    { what: 'does not know our id', answer: refuses(22) },
    { what: 'falls back to pending', answer: saysOfVoucher(0) },
    { what: 'falls back to -1', answer: saysOfVoucher(-1) },
  ])('F3: a voucher without its code is polled again when a find $what', ({ answer }) => {
    const { sale } = findAnswered(aVoucher.coming(), answer, LATER)
    expect(sale).toMatchObject({ state: 'succeeded', voucher: 'coming' })
    expect(sale.next?.kind).toBe('find')
    expect(sale.next?.at).toBeGreaterThan(LATER)
  })

  it('F3: a code that arrives by find makes the voucher ready and unread', () => {
    const { sale, events } = findAnswered(aVoucher.coming(), code, LATER)
    expect(sale).toMatchObject({ voucher: 'ready', unread: { cashier: true } })
    expect(sale.next).toBeUndefined()
    expect(kindsOf(events)).toEqual(['code-arrived'])
  })

  it('F3: a voucher needs attention after 15 minutes without its code, and is still polled', () => {
    expect(findAttention(aVoucher.coming(), APPROVED_AT + 15 * MINUTE - 1)).toBeUndefined()
    expect(findAttention(aVoucher.coming(), APPROVED_AT + 15 * MINUTE)).toBe('no-code')
    expect(findAttention(aVoucher.ready(), APPROVED_AT + HOUR)).toBeUndefined()
    expect(findAnswered(aVoucher.coming(), noCode, APPROVED_AT + HOUR).sale.next?.kind).toBe('find')
  })

  it('F3: a voucher without its code is polled at once after a restart', () => {
    expect(restarted(aVoucher.coming(), LATER).sale.next).toEqual({ kind: 'find', at: LATER })
  })

  it('F3: a voucher without its code becomes conflicting by another final state, and is still polled', () => {
    const { sale, events } = findAnswered(aVoucher.coming(), saysOfVoucher(2), LATER)
    expect(sale).toMatchObject({ state: 'succeeded', conflicting: true, next: { kind: 'find' } })
    expect(kindsOf(events)).toEqual(['conflict'])
  })

  it('F3: a voucher without its code can be taken over, and resolved when it takes too long', () => {
    expect(takenOver(aVoucher.coming(), joseph, LATER).sale.cashier).toEqual(joseph)
    const late = APPROVED_AT + HOUR
    const { sale } = resolved(aVoucher.coming(), 'not-sold', late)
    expect(sale).toMatchObject({ voucher: 'coming', resolution: { outcome: 'not-sold' }, refund: {} })
    expect(sale.next).toEqual({ kind: 'find', at: late + DAY })
    expect(isWaiting(sale)).toBe(false)
  })

  it('F3: only its code contradicts a voucher that was resolved as not sold', () => {
    const { sale } = resolved(aVoucher.coming(), 'not-sold', APPROVED_AT + HOUR)
    const still = findAnswered(sale, noCode, APPROVED_AT + DAY)
    expect(still.sale.conflicting).toBeUndefined()
    expect(still.events).toEqual([])
    const came = findAnswered(still.sale, code, APPROVED_AT + 2 * DAY)
    expect(came.sale).toMatchObject({ voucher: 'ready', conflicting: true })
    expect(kindsOf(came.events)).toEqual(['code-arrived', 'conflict'])
    // After that, the answer contains nothing new.
    expect(findAnswered(came.sale, code, APPROVED_AT + 3 * DAY).events).toEqual([])
  })

  it('F3: a voucher that was resolved as sold becomes ready when its code arrives', () => {
    const { sale } = resolved(aVoucher.coming(), 'sold', APPROVED_AT + HOUR)
    const came = findAnswered(sale, code, APPROVED_AT + DAY)
    expect(came.sale).toMatchObject({ voucher: 'ready', unread: { cashier: true } })
    expect(came.sale.conflicting).toBeUndefined()
  })

  it('F3: a voucher without its code blocks the same sale to its account until the code arrives', () => {
    const account = '971501234567'
    const first = confirmAnswered(aVoucher.confirming({ account }), noCode, ANSWERED_AT).sale
    const second = aVoucher.opened({ id: aSaleId('B'), account })
    expect(findDuplicate(second, [first], ANSWERED_AT + HOUR, undefined)?.kind).toBe('blocked')
    const came = findAnswered(first, code, LATER).sale
    expect(findDuplicate(second, [came], ANSWERED_AT + HOUR, undefined)).toBeUndefined()
  })
})

it('a top-up waits for no code', () => {
  const direct: SaleRecord = { ...aVoucher.confirming(), kind: 'direct' }
  const sale = confirmAnswered(direct, noCode, ANSWERED_AT).sale
  expect(sale.voucher).toBeUndefined()
  expect(isComplete(sale)).toBe(true)
})

it('vouchers without an account are no duplicates of one another', () => {
  expect(
    findDuplicate(aVoucher.opened({ id: aSaleId('B') }), [aVoucher.confirming()], LATER, undefined),
  ).toBeUndefined()
})

describe('G12, another code for a sold voucher', () => {
  const other = saysOfVoucher(1, { hasCode: true, isOtherCode: true })

  it.each([aVoucher.ready, aVoucher.delivered, aVoucher.coming])(
    'G12: another code makes the sale conflicting, and that is reported once (%#)',
    (before) => {
      const sale = before()
      const first = findAnswered(sale, other, LATER)
      expect(first.sale).toMatchObject({ state: 'succeeded', conflicting: true, unread: { supervisor: 'notified' } })
      const conflict = { at: LATER, kind: 'conflict', code: 'other-code' }
      expect(first.events.filter(({ kind }) => kind === 'conflict')).toEqual([conflict])
      expect(kindsOf(findAnswered(first.sale, other, LATER + SECOND).events)).not.toContain('conflict')
    },
  )

  it('G12: another code does not stop selling', () => {
    const { events } = findAnswered(aVoucher.ready(), other, LATER)
    expect(isContradiction(aVoucher.ready(), events)).toBe(false)
    expect(isContradiction(aVoucher.ready(), findAnswered(aVoucher.ready(), saysOfVoucher(2), LATER).events)).toBe(true)
  })
})

describe('delivery of a voucher', () => {
  it('the first delivery is stored, and later ones only count prints', () => {
    const { sale, events } = delivered(aVoucher.ready(), 'copied', DELIVERED_AT)
    const how = { at: DELIVERED_AT, method: 'copied', by: amal.name }
    expect(sale).toMatchObject({ voucher: 'delivered', delivered: how, printCount: 0 })
    expect(events).toEqual([{ at: DELIVERED_AT, kind: 'delivered', by: amal.name, reason: 'copied' }])
    expect(isUndelivered(sale)).toBe(false)
    expect(delivered(sale, 'copied', DELIVERED_AT + SECOND)).toEqual({ sale, events: [] })
    expect(kindsOf(delivered(sale, 'copied', DELIVERED_AT + SECOND, joseph).events)).toEqual(['delivered'])
    const again = delivered(sale, 'printed', DELIVERED_AT + SECOND, joseph)
    expect(again.sale.delivered).toEqual(sale.delivered)
    expect(again.sale.printCount).toBe(1)
    expect(kindsOf(again.events)).toEqual(['delivered'])
  })

  it('the prints of a top-up are counted, too', () => {
    const { voucher: _, ...plain } = aVoucher.ready()
    const once = delivered({ ...plain, kind: 'direct' }, 'printed', DELIVERED_AT).sale
    expect(once.printCount).toBe(1)
    expect(once.voucher).toBeUndefined()
    expect(delivered(once, 'printed', DELIVERED_AT).sale.printCount).toBe(2)
  })

  it.each([aVoucher.confirming, aVoucher.coming])('a voucher without its code cannot be delivered (%#)', (before) => {
    const sale = before()
    expect(delivered(sale, 'given', DELIVERED_AT)).toEqual({ sale, events: [] })
  })

  it('a delivery removes the mark of the cashier, and never a notification of supervisors', () => {
    const came = findAnswered(aVoucher.coming(), code, LATER).sale
    expect(delivered(came, 'given', DELIVERED_AT).sale.unread).toBeUndefined()
    const notified: SaleRecord = { ...came, unread: { cashier: true, supervisor: 'notified' } }
    expect(delivered(notified, 'given', DELIVERED_AT).sale.unread).toEqual(notified.unread)
  })
})

describe('revealing a voucher', () => {
  it('each reveal of a code is counted and recorded with person and reason', () => {
    const first = step(aVoucher.ready(), { kind: 'revealed', by: amal, what: 'code' }, LATER)
    expect(first.sale.revealCount).toBe(1)
    expect(first.events).toEqual([{ at: LATER, kind: 'code-revealed', by: amal.name }])
    const again = step(first.sale, { kind: 'revealed', by: joseph, what: 'code', reason: 'Paper torn' }, LATER)
    expect(again.sale.revealCount).toBe(2)
    expect(again.events).toEqual([{ at: LATER, kind: 'code-revealed', by: joseph.name, note: 'Paper torn' }])
  })

  it('a reveal of the receipt alone is recorded and not counted', () => {
    const before = aVoucher.ready()
    const { sale, events } = step(before, { kind: 'revealed', by: amal, what: 'receipt' }, LATER)
    expect(sale).toEqual(before)
    expect(sale).not.toBe(before)
    expect(kindsOf(events)).toEqual(['receipt-revealed'])
  })
})

describe('the place of a line in its batch', () => {
  const line = (id: string, at: number, state: SaleRecord['state']) =>
    aVoucher.opened({ id: aSaleId(id), batch: { id: 'one', line: at, of: 3 }, state })
  const closedAs = (outcome: 'sold' | 'not-sold') => ({ resolution: { outcome, note: '', at: 1, by: '' } })

  it.each([
    ...(['opened', 'checked', 'confirming', 'unknown', 'pending', 'not-executed', 'succeeded'] as const),
    ...(['canceled', 'replaced'] as const),
  ])('a line is taken by a sale that is %s', (state) => {
    expect(holdsSameLine(line('B', 2, 'opened'), line('C', 2, state))).toBe(true)
  })

  it.each(['refused', 'failed', 'abandoned'] as const)('a line is not taken by a sale that is %s', (state) => {
    expect(holdsSameLine(line('B', 2, 'opened'), line('C', 2, state))).toBe(false)
  })

  it.each([
    { what: 'abandoned after a confirm, and still rechecked', state: 'abandoned', more: { confirmedAt: APPROVED_AT } },
    { what: 'failed, when later answers disagree', state: 'failed', more: { conflicting: true } },
    { what: 'failed late, with a separate refund', state: 'failed', more: { refund: {} } },
    { what: 'closed as sold', state: 'abandoned', more: closedAs('sold') },
    { what: 'closed as not sold', state: 'failed', more: closedAs('not-sold') },
  ] as const)('a line is still taken by a sale that is $what', ({ state, more }) => {
    expect(holdsSameLine(line('B', 2, 'opened'), { ...line('C', 2, state), ...more })).toBe(true)
  })

  it('a line is not taken by another line, another batch or itself', () => {
    const mine = line('B', 2, 'opened')
    expect(holdsSameLine(mine, line('C', 1, 'succeeded'))).toBe(false)
    expect(holdsSameLine(mine, { ...line('C', 2, 'succeeded'), batch: { id: 'two', line: 2, of: 3 } })).toBe(false)
    expect(holdsSameLine(mine, mine)).toBe(false)
    const { batch: _, ...single } = mine
    expect(holdsSameLine(single, line('C', 2, 'succeeded'))).toBe(false)
  })
})
