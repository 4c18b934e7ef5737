import { expect, it } from 'vitest'

import { createTillTickets, DISPLAY_PRESENT_MS } from '#proxy/staff/till-tickets.ts'

it('what has become of a sale is timed anew as soon as it is something else, and for each ticket', () => {
  let now = 1_000
  const tickets = createTillTickets({ clock: { now: () => now }, paired: [] })
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

it('a paired display counts as there until it had time to read for the first time, and one that is off no longer', () => {
  let now = 1_000
  const paired = [{ terminalId: 'till' }]
  const tickets = createTillTickets({ clock: { now: () => now }, paired })
  const watched = () => [tickets.isWatched('till'), tickets.isWatched('till without a display')]
  expect(watched()).toEqual([true, false])
  // However long it took until displays reach it.
  now += 20_000
  tickets.begin()
  now += DISPLAY_PRESENT_MS - 1
  expect(watched()).toEqual([true, false])
  now += 1
  expect(watched()).toEqual([false, false])
  tickets.noteRead({ id: 'display', till: { id: 'till' } })
  expect(watched()).toEqual([true, false])
})
