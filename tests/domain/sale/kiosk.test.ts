import { describe, expect, it } from 'vitest'

import { isFromKiosk, isVisibleAtKiosk, RESULT_VISIBLE_MS } from '#domain/sale/kiosk.ts'
import { personAt, DEFAULT_PERMISSIONS, type Person } from '#domain/person.ts'
import { aSaleId, amal, ANSWERED_AT, APPROVED_AT, DAY, joseph, OPENED_AT, till } from '../../support/sales.ts'
import type { Sale } from '#domain/sale/sale.ts'

const kiosk = { person: amal, terminal: till }
const aSaleHere = (more: Partial<Sale>) => ({
  id: aSaleId(),
  state: 'succeeded' as const,
  cashier: amal,
  terminal: till,
  finalAt: ANSWERED_AT,
  ...more,
})
const closed = { outcome: 'not-sold', note: 'support said so', at: ANSWERED_AT, by: 'Hamad Saleh' } as const

describe('isVisibleAtKiosk', () => {
  const TOMORROW = ANSWERED_AT + DAY
  const closedNow = { ...closed, at: TOMORROW }
  it.each<[string, boolean, Partial<Sale>, number]>([
    ['one that is being checked', true, { state: 'opened' }, OPENED_AT],
    ['a quote', true, { state: 'checked' }, APPROVED_AT],
    ['one that waits since yesterday', true, { state: 'pending' }, TOMORROW],
    ['one that is not known', true, { state: 'unknown' }, TOMORROW],
    ['one that waits for a decision', true, { state: 'not-executed' }, TOMORROW],
    ['a code that is still coming', true, { voucher: 'coming' }, TOMORROW],
    ['a code to hand over', true, { voucher: 'ready' }, TOMORROW],
    ['a result that has just arrived', true, {}, ANSWERED_AT],
    ['a result that is almost five minutes old', true, {}, ANSWERED_AT + RESULT_VISIBLE_MS - 1],
    ['a result that is five minutes old', false, {}, ANSWERED_AT + RESULT_VISIBLE_MS],
    ['a result with a future time', false, {}, ANSWERED_AT - 1],
    ['a result without a time', false, { finalAt: undefined as never }, ANSWERED_AT],
    ['one that failed long ago', false, { state: 'failed' }, TOMORROW],
    ['one that was refused', false, { state: 'refused' }, TOMORROW],
    ['a delivered code', false, { voucher: 'delivered' }, TOMORROW],
    ['a code with a refund', false, { voucher: 'ready', refund: {} }, TOMORROW],
    ['a disputed code', false, { voucher: 'ready', conflicting: true }, TOMORROW],
    ['one that a supervisor closed long ago', false, { state: 'pending', resolution: closed }, TOMORROW],
    ['one that a supervisor closed just now', true, { state: 'pending', resolution: closedNow }, TOMORROW + 1],
  ])('isVisibleAtKiosk for %s is %s', (_, isOpen, sale, at) => {
    expect(isVisibleAtKiosk(aSaleHere(sale), kiosk, at)).toBe(isOpen)
  })

  it.each([
    { whose: 'of a colleague at this terminal', sale: { cashier: joseph } },
    { whose: 'of the same person at another terminal', sale: { terminal: { id: 'counter', name: 'Counter' } } },
  ])('a sale $whose is not visible at a kiosk, even while it is open', ({ sale }) => {
    for (const state of ['opened', 'checked', 'pending'] as const)
      expect(isVisibleAtKiosk(aSaleHere({ state, ...sale }), kiosk, APPROVED_AT)).toBe(false)
    expect(isFromKiosk(aSaleHere(sale), kiosk)).toBe(false)
  })
})

describe('personAt', () => {
  const hamad: Person = { id: 'h', name: 'Hamad Saleh', role: 'supervisor' }

  it('personAt makes a supervisor at a kiosk a cashier with the default permissions', () => {
    expect(personAt(hamad, { isKiosk: true })).toEqual({ ...hamad, role: 'cashier', permissions: DEFAULT_PERMISSIONS })
    expect(personAt(hamad, {})).toBe(hamad)
  })

  it("personAt keeps a cashier's permissions, and drops their language at a kiosk, where customers read", () => {
    const priya: Person = { id: 'p', name: 'Priya', role: 'cashier', permissions: ['reveal-again'] }
    expect(personAt({ ...priya, language: 'hi' }, { isKiosk: true })).toEqual(priya)
    expect(personAt({ ...priya, language: 'hi' }, {})).toEqual({ ...priya, language: 'hi' })
  })
})
