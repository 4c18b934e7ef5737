import { describe, expect, it } from 'vitest'

import type { Ticket } from '#api/displays.ts'
import { createTillTickets, DISPLAY_PRESENT_MS } from '#server/display/till-tickets.ts'

it('the stage of a sale is timed again when it changes, and for each ticket', () => {
  let now = 1_000
  const tickets = createTillTickets({ clock: { now: () => now }, paired: [] })
  tickets.tell('till', { kind: 'sale', id: 'one' })
  expect(tickets.noteStage('till', 'ask')).toBe(0)
  now += 30_000
  expect(tickets.noteStage('till', 'ask')).toBe(30_000)
  // "Send again" repeats the confirm, and it is sold.
  expect(tickets.noteStage('till', 'on-its-way')).toBe(0)
  expect(tickets.noteStage('till', 'sold')).toBe(0)
  now += 5_000
  tickets.tell('till', { kind: 'sale', id: 'one', cashTendered: '50' })
  expect(tickets.noteStage('till', 'sold')).toBe(5_000)
  tickets.tell('till', { kind: 'sale', id: 'two' })
  expect(tickets.noteStage('till', 'sold')).toBe(0)
})

it('a paired display counts as present until it had time to read for the first time, and a display that is off no longer does', () => {
  let now = 1_000
  const paired = [{ id: 'display', terminalId: 'till' }]
  const tickets = createTillTickets({ clock: { now: () => now }, paired })
  const watched = () => [tickets.isWatched('till'), tickets.isWatched('till without a display')]
  expect(watched()).toEqual([true, false])
  now += 20_000
  tickets.begin()
  now += DISPLAY_PRESENT_MS - 1
  expect(watched()).toEqual([true, false])
  now += 1
  expect(watched()).toEqual([false, false])
  expect(['till', 'till without a display'].map(tickets.isUnplugged)).toEqual([true, false])
  tickets.noteRead({ id: 'display', till: { id: 'till' } })
  expect(watched()).toEqual([true, false])
})

describe("the customer's answer about a number", () => {
  const pays = { amount: '20' as never, currency: 'AED' }
  const question = { kind: 'direct', product: 'qamra-rc', account: '971501234567', pays } as const
  const number = '+971 50 123 4567'

  /** A ticket on which the customer has confirmed the number, and a check for sales. */
  function answered(ticket: Ticket) {
    const tickets = createTillTickets({ clock: { now: () => 1_000 }, paired: [] })
    tickets.tell('till', ticket, { question, number })
    const { version } = tickets.current('till')
    tickets.answer('till', { version, number, answer: 'number-correct' })
    return { tickets, isConfirmed: (id: string) => tickets.isConfirmed('till', question, id) }
  }

  it("the customer's answer does not count for another sale, not even with the same number and amount", () => {
    const { tickets, isConfirmed } = answered({ kind: 'sale', id: 'one' })
    expect(['two', 'one'].map(isConfirmed)).toEqual([false, true])
    tickets.tell('till', { kind: 'sale', id: 'two' }, { question, number })
    expect(tickets.current('till')).not.toHaveProperty('answer', 'number-correct')
  })

  it("the customer's answer before there is a sale counts for the first one that is sent", () => {
    const { isConfirmed } = answered({ kind: 'typed', sale: 'direct', number })
    expect(['one', 'one', 'two'].map(isConfirmed)).toEqual([true, true, false])
  })
})
