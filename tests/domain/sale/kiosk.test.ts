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
  it.each<{ what: string; sale: Partial<Sale>; at: number; isOpen: boolean }>([
    { what: 'one that is being checked', sale: { state: 'opened' }, at: OPENED_AT, isOpen: true },
    { what: 'a quote', sale: { state: 'checked' }, at: APPROVED_AT, isOpen: true },
    { what: 'one that waits since yesterday', sale: { state: 'pending' }, at: ANSWERED_AT + DAY, isOpen: true },
    { what: 'one that is not known', sale: { state: 'unknown' }, at: ANSWERED_AT + DAY, isOpen: true },
    { what: 'one to decide about', sale: { state: 'not-executed' }, at: ANSWERED_AT + DAY, isOpen: true },
    { what: 'a code that is to come', sale: { voucher: 'coming' }, at: ANSWERED_AT + DAY, isOpen: true },
    { what: 'a code to hand over', sale: { voucher: 'ready' }, at: ANSWERED_AT + DAY, isOpen: true },
    { what: 'a result just there', sale: {}, at: ANSWERED_AT, isOpen: true },
    { what: 'a result of almost five minutes', sale: {}, at: ANSWERED_AT + RESULT_VISIBLE_MS - 1, isOpen: true },
    { what: 'a result of five minutes', sale: {}, at: ANSWERED_AT + RESULT_VISIBLE_MS, isOpen: false },
    { what: 'a result of the future', sale: {}, at: ANSWERED_AT - 1, isOpen: false },
    { what: 'a result of no known time', sale: { finalAt: undefined as never }, at: ANSWERED_AT, isOpen: false },
    { what: 'one that failed long ago', sale: { state: 'failed' }, at: ANSWERED_AT + DAY, isOpen: false },
    { what: 'one that was turned down', sale: { state: 'refused' }, at: ANSWERED_AT + DAY, isOpen: false },
    { what: 'a code handed over', sale: { voucher: 'delivered' }, at: ANSWERED_AT + DAY, isOpen: false },
    {
      what: 'a code whose money goes back',
      sale: { voucher: 'ready', refund: {} },
      at: ANSWERED_AT + DAY,
      isOpen: false,
    },
    { what: 'a disputed code', sale: { voucher: 'ready', conflicting: true }, at: ANSWERED_AT + DAY, isOpen: false },
    {
      what: 'one that a supervisor closed long ago',
      sale: { state: 'pending', resolution: closed },
      at: ANSWERED_AT + DAY,
      isOpen: false,
    },
    {
      what: 'one that a supervisor closed just now',
      sale: { state: 'pending', resolution: { ...closed, at: ANSWERED_AT + DAY } },
      at: ANSWERED_AT + DAY + 1,
      isOpen: true,
    },
  ])('isVisibleAtKiosk for $what is $isOpen', ({ sale, at, isOpen }) => {
    expect(isVisibleAtKiosk(aSaleHere(sale), kiosk, at)).toBe(isOpen)
  })

  it.each([
    { whose: 'of a colleague at this terminal', sale: { cashier: joseph } },
    { whose: 'of the same person at another terminal', sale: { terminal: { id: 'counter', name: 'Counter' } } },
  ])('a sale $whose is not visible at a kiosk, however open it is', ({ sale }) => {
    for (const state of ['opened', 'checked', 'pending'] as const) {
      expect(isVisibleAtKiosk(aSaleHere({ state, ...sale }), kiosk, APPROVED_AT)).toBe(false)
    }
    expect(isFromKiosk(aSaleHere(sale), kiosk)).toBe(false)
  })
})

describe('personAt', () => {
  const hamad: Person = { id: 'h', name: 'Hamad Saleh', role: 'supervisor' }

  it('personAt makes a supervisor at a kiosk a cashier with the default permissions', () => {
    expect(personAt(hamad, { isKiosk: true })).toEqual({ ...hamad, role: 'cashier', permissions: DEFAULT_PERMISSIONS })
    expect(personAt(hamad, {})).toBe(hamad)
  })

  it('personAt leaves a cashier their permissions, and takes their language from a kiosk, where customers read', () => {
    const priya: Person = { id: 'p', name: 'Priya', role: 'cashier', permissions: ['reveal-again'] }
    expect(personAt({ ...priya, language: 'hi' }, { isKiosk: true })).toEqual(priya)
    expect(personAt({ ...priya, language: 'hi' }, {})).toEqual({ ...priya, language: 'hi' })
  })
})
