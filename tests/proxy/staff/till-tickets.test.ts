import { expect, it } from 'vitest'

import { createTillTickets } from '#proxy/staff/till-tickets.ts'

it('what has become of a sale is timed anew as soon as it is something else, and for each ticket', () => {
  let now = 1_000
  const tickets = createTillTickets({ clock: { now: () => now } })
  tickets.tell('till', { kind: 'sale', id: 'one' })
  expect(tickets.noteStage('till', 'ask')).toBe(0)
  now += 30_000
  expect(tickets.noteStage('till', 'ask')).toBe(30_000)
  // "Finish this sale" sends it once more, and it goes through.
  expect(tickets.noteStage('till', 'on-its-way')).toBe(0)
  expect(tickets.noteStage('till', 'sold')).toBe(0)
  now += 5_000
  tickets.tell('till', { kind: 'sale', id: 'one', given: '50' })
  expect(tickets.noteStage('till', 'sold')).toBe(5_000)
  tickets.tell('till', { kind: 'sale', id: 'two' })
  expect(tickets.noteStage('till', 'sold')).toBe(0)
})
