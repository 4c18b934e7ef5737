import { describe, expect, it } from 'vitest'

import {
  ALERT_KINDS,
  findSummaryDue,
  isAlertDue,
  nextTryAt,
  observeLasting,
  planAlerts,
  type AlertFact,
  type AlertKind,
  type AlertMoment,
  type AlertState,
  type KindMemory,
  type LastingKind,
} from '#domain/alerts.ts'
import { decimal, money } from '#domain/money/money.ts'
import { atLevel } from '../support/level.ts'

/** @security V8.2.1: Push messages about the wallet, a drawer or the day contain no figures. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.parse('2026-11-20T12:00:00Z')
const aed = (amount: string) => money(decimal(amount), 'AED')

describe('when a summary is due', () => {
  it.each([
    // Dubai is 4 hours ahead and has no clock changes.
    ['Asia/Dubai', 0, '22:30', '2026-11-20T18:29:59Z', '2026-11-19', '2026-11-19T18:30:00Z'],
    ['Asia/Dubai', 0, '22:30', '2026-11-20T18:30:00Z', '2026-11-20', '2026-11-20T18:30:00Z'],
    // After midnight, in a day that begins at 6: it is still the previous day.
    ['Asia/Dubai', 6, '02:00', '2026-11-20T22:30:00Z', '2026-11-20', '2026-11-20T22:00:00Z'],
    // At the hour when days begin: the summary is that of the day that has just ended.
    ['Asia/Dubai', 6, '06:00', '2026-11-20T02:00:00Z', '2026-11-19', '2026-11-20T02:00:00Z'],
    ['Asia/Dubai', 0, '00:00', '2026-11-20T20:00:00Z', '2026-11-20', '2026-11-20T20:00:00Z'],
    // Clocks go forward at 2:00 on 29 March 2026 and back at 3:00 on 25 October.
    ['Europe/Berlin', 0, '22:30', '2026-03-29T20:30:00Z', '2026-03-29', '2026-03-29T20:30:00Z'],
    ['Europe/Berlin', 0, '22:30', '2026-10-25T21:30:00Z', '2026-10-25', '2026-10-25T21:30:00Z'],
    ['Europe/Berlin', 4, '02:30', '2026-03-29T01:30:00Z', '2026-03-28', '2026-03-29T01:30:00Z'],
  ] as const)(
    'in %s, with days from %i and summaries at %s, the last summary before %s is that of %s, due at %s',
    (timeZone, dayStartHour, time, now, day, dueAt) => {
      const due = findSummaryDue(Date.parse(now), time, { timeZone, dayStartHour })
      expect(due).toEqual({ day, dueAt: Date.parse(dueAt) })
    },
  )

  it('every day of a year has one summary, also where clocks change', () => {
    const days = new Map<string, number>()
    const EVERY = atLevel(3, 1) * HOUR
    const calendar = { timeZone: 'America/New_York', dayStartHour: 3 }
    for (let now = NOW; now < NOW + 365 * 24 * HOUR; now += EVERY) {
      const { day, dueAt } = findSummaryDue(now, '02:15', calendar)
      expect(dueAt).toBeLessThanOrEqual(now)
      expect(days.get(day) ?? dueAt).toBe(dueAt)
      days.set(day, dueAt)
    }
    expect(days.size).toBe(366)
  })
})

describe('tries to send an alert', () => {
  it('the pauses between tries grow up to an hour, and end after a day', () => {
    const pauses: number[] = []
    let at = NOW
    for (let tries = 1; ; tries += 1) {
      const next = nextTryAt(tries, NOW, at)
      if (next === undefined) break
      pauses.push((next - at) / MINUTE)
      at = next
    }
    expect(pauses.slice(0, 8)).toEqual([1, 2, 5, 10, 20, 40, 60, 60])
    expect(at - NOW).toBeGreaterThan(23 * HOUR)
    expect(at - NOW).toBeLessThanOrEqual(24 * HOUR)
  })

  it('a clock that was set back does not delay an alert', () => {
    const lastAts = [undefined, NOW - 14 * MINUTE, NOW - 15 * MINUTE, NOW + HOUR]
    expect(lastAts.map((lastAt) => isAlertDue(lastAt, NOW))).toEqual([true, false, true, true])
  })
})

describe('lasting conditions', () => {
  const state: AlertState = { now: NOW, service: 'ok', since: NOW - HOUR }
  it.each<{ kind: LastingKind; change: Partial<AlertState>; is: 'holds' | 'over' | undefined }>([
    { kind: 'wallet-below', change: { line: aed('100'), balance: aed('99.99') }, is: 'holds' },
    { kind: 'wallet-below', change: { line: aed('100'), balance: aed('100.00') }, is: 'over' },
    { kind: 'wallet-below', change: { line: aed('100') }, is: undefined },
    { kind: 'wallet-below', change: { line: { ...aed('100'), currency: 'USD' }, balance: aed('-1') }, is: 'holds' },
    { kind: 'wallet-below', change: { balance: aed('1') }, is: 'over' },
    { kind: 'wallet-days', change: { lowBalanceDays: 3, runwayDays: 2.99 }, is: 'holds' },
    { kind: 'wallet-days', change: { lowBalanceDays: 3, runwayDays: 3 }, is: 'over' },
    { kind: 'wallet-days', change: { lowBalanceDays: 3 }, is: undefined },
    { kind: 'selling-stopped', change: { service: 'stopped', stopReason: 'inactive' }, is: 'holds' },
    { kind: 'selling-stopped', change: { service: 'unreachable' }, is: undefined },
    { kind: 'selling-stopped', change: { service: 'unproven' }, is: undefined },
    { kind: 'selling-stopped', change: {}, is: 'over' },
    { kind: 'service-away', change: { service: 'unreachable', since: NOW - 10 * MINUTE }, is: 'holds' },
    { kind: 'service-away', change: { service: 'unreachable', since: NOW - 9 * MINUTE }, is: undefined },
    { kind: 'service-away', change: { service: 'stopped', stopReason: 'inactive' }, is: undefined },
    { kind: 'service-away', change: {}, is: 'over' },
    { kind: 'backup-old', change: { backup: { at: NOW - 36 * HOUR, since: 0 } }, is: 'over' },
    { kind: 'backup-old', change: { backup: { at: NOW - 36 * HOUR - 1, since: 0 } }, is: 'holds' },
    { kind: 'backup-old', change: { backup: { since: NOW - HOUR } }, is: 'over' },
    { kind: 'backup-old', change: { backup: { since: NOW - 37 * HOUR } }, is: 'holds' },
    { kind: 'backup-old', change: {}, is: undefined },
  ])('$kind with $change is $is', ({ kind, change, is }) => {
    const observed = observeLasting(kind, { ...state, ...change })
    expect(typeof observed === 'object' ? 'holds' : observed).toBe(is)
  })
})

describe('the plan of alerts', () => {
  const nothing: KindMemory = { isOpen: false, hasUnsent: false }
  const plan = (input: {
    active?: AlertKind[]
    lasting?: [LastingKind, AlertFact | 'over' | undefined][]
    moments?: AlertMoment[]
    memory?: Partial<Record<AlertKind, Partial<KindMemory>>>
  }) =>
    planAlerts({
      now: NOW,
      active: new Set(input.active ?? ALERT_KINDS),
      lasting: new Map(input.lasting),
      moments: input.moments ?? [],
      memory: (kind) => ({ activeSince: NOW - HOUR, ...nothing, ...input.memory?.[kind] }),
    })
  const away: AlertFact = { kind: 'service-away', since: NOW - HOUR }
  const NOTHING = { sold: 0, notSold: 0, waiting: 0, unknown: 0, paid: [], margin: [], refundsDue: [] }
  const summary = (at: number): AlertMoment => ({ key: 'D', at, fact: { kind: 'day-summary', day: 'D', ...NOTHING } })

  it('a lasting condition is raised when it begins and not while it holds', () => {
    const begun = plan({ lasting: [['service-away', away]] })
    expect(begun).toMatchObject({ raised: [{ fact: away }], alerts: ['service-away'] })
    const held = plan({ lasting: [['service-away', away]], memory: { 'service-away': { isOpen: true } } })
    expect(held).toMatchObject({ raised: [], alerts: [], ended: [] })
  })

  it('only a certain observation ends a lasting condition', () => {
    const memory = { 'service-away': { isOpen: true } }
    expect(plan({ lasting: [['service-away', undefined]], memory }).ended).toEqual([])
    expect(plan({ lasting: [['service-away', 'over']], memory }).ended).toEqual(['service-away'])
  })

  it('an alert without a channel is neither raised nor kept open, and keeps no time', () => {
    const memory = { 'service-away': { isOpen: true } }
    const none = plan({ active: [], lasting: [['service-away', away]], moments: [summary(NOW)], memory })
    expect(none).toMatchObject({ raised: [], ended: ['service-away'], activated: [] })
    expect(none.deactivated).toEqual([...ALERT_KINDS])
  })

  it('only events since the alert was turned on are raised, and none with a future time', () => {
    const raisedAt = (at: number) => plan({ moments: [summary(at)] }).raised.length
    expect([raisedAt(NOW - 2 * HOUR), raisedAt(NOW), raisedAt(NOW + 1)]).toEqual([0, 1, 0])
    const isNew = plan({ moments: [summary(NOW - 1)], memory: { 'day-summary': { activeSince: undefined } } })
    expect(isNew).toMatchObject({ raised: [], activated: ['day-summary'] })
  })

  it('an alert that was not sent is sent once 15 minutes have passed since the last one', () => {
    const sent = (lastAlertAt: number) => plan({ memory: { 'sale-unknown': { hasUnsent: true, lastAlertAt } } }).alerts
    expect([sent(NOW - 10 * MINUTE), sent(NOW - 15 * MINUTE)]).toEqual([[], ['sale-unknown']])
  })
})
