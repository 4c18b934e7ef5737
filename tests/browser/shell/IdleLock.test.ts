// @vitest-environment happy-dom

import { expect, it } from 'vitest'

import { isIdle } from '#browser/lib/presence.ts'
import { isHeartbeatDue } from '#browser/shell/IdleLock.tsx'

const MINUTE = 60_000
const FIVE = 5 * MINUTE

it.each([
  { what: 'it was touched just now', handAt: 1_000, now: 1_000, idle: false },
  { what: 'one millisecond is left', handAt: 0, now: FIVE - 1, idle: false },
  { what: 'the time is over', handAt: 0, now: FIVE, idle: true },
  { what: 'the tablet slept for a night', handAt: 0, now: 12 * 60 * MINUTE, idle: true },
  { what: 'a time service set the clock back a little', handAt: 10_000, now: 4_000, idle: false },
  { what: 'the clock was set back by an hour', handAt: 60 * MINUTE, now: 0, idle: true },
])('an unattended till when $what: idle is $idle', ({ handAt, now, idle }) => {
  expect(isIdle(handAt, now, FIVE)).toBe(idle)
})

it.each([
  { what: 'no activity since the last report', handAt: 5, sentAt: 5, now: FIVE, tells: false },
  { what: 'activity, and a report less than a minute ago', handAt: 59_000, sentAt: 0, now: 59_999, tells: false },
  { what: 'activity, and a report a minute ago', handAt: 59_000, sentAt: 0, now: MINUTE, tells: true },
  { what: 'a clock that was set back since', handAt: 20 * MINUTE, sentAt: 10 * MINUTE, now: 0, tells: true },
])('activity is reported to the server with $what: $tells', ({ handAt, sentAt, now, tells }) => {
  expect(isHeartbeatDue(handAt, sentAt, now, FIVE)).toBe(tells)
})

it('activity is reported to the server more often where the till locks sooner', () => {
  expect(isHeartbeatDue(10_000, 0, 15_000, MINUTE)).toBe(true)
})
