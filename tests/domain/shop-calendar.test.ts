import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findLocalTime, localTimeAt, shopDayAt, shopDayBounds } from '#domain/shop-calendar.ts'
import { DAY, HOUR } from '../support/sales.ts'

const ZONES = [
  ['UTC', 'Asia/Dubai', 'Asia/Kathmandu', 'Europe/Berlin', 'America/New_York', 'America/Havana', 'Africa/Cairo'],
  ['Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Etc/GMT+12'],
].flat()

const midnightIn = (timeZone: string) => ({ timeZone, dayStartHour: 0 })

describe('shopDayAt', () => {
  it.each([
    { at: '2026-11-20T19:59:59.999Z', zone: 'Asia/Dubai', day: '2026-11-20' },
    { at: '2026-11-20T20:00:00.000Z', zone: 'Asia/Dubai', day: '2026-11-21' },
    { at: '2026-11-20T23:59:59.999Z', zone: 'UTC', day: '2026-11-20' },
    { at: '2026-01-01T04:59:59.999Z', zone: 'America/New_York', day: '2025-12-31' },
    { at: '2026-11-20T10:00:00.000Z', zone: 'Pacific/Kiritimati', day: '2026-11-21' },
    { at: '1999-12-31T21:00:00.000Z', zone: 'Asia/Dubai', day: '2000-01-01' },
  ])('the day of the shop at $at in $zone is $day', ({ at, zone, day }) =>
    expect(shopDayAt(Date.parse(at), midnightIn(zone))).toBe(day),
  )
})

describe('a day that begins later than midnight', () => {
  it.each([
    { at: '2026-11-20T00:59:59.999Z', zone: 'Asia/Dubai', hour: 5, day: '2026-11-19' },
    { at: '2026-11-20T01:00:00.000Z', zone: 'Asia/Dubai', hour: 5, day: '2026-11-20' },
    { at: '2026-03-01T03:59:59.999Z', zone: 'UTC', hour: 4, day: '2026-02-28' },
    { at: '2027-01-01T05:00:00.000Z', zone: 'UTC', hour: 6, day: '2026-12-31' },
  ])('starting at $hour in $zone, $at belongs to $day', ({ at, zone, hour, day }) =>
    expect(shopDayAt(Date.parse(at), { timeZone: zone, dayStartHour: hour })).toBe(day),
  )

  it.each([
    { day: '2026-11-20', zone: 'Asia/Dubai', hour: 5, from: '2026-11-20T01:00Z', hours: 24 },
    // The clocks change at two during the night in which the previous day ends.
    { day: '2026-03-28', zone: 'Europe/Berlin', hour: 5, from: '2026-03-28T04:00Z', hours: 23 },
    { day: '2026-03-29', zone: 'Europe/Berlin', hour: 5, from: '2026-03-29T03:00Z', hours: 24 },
    // On this day there is no half past two, so the day begins at three.
    { day: '2026-03-29', zone: 'Europe/Berlin', hour: 2, from: '2026-03-29T01:00Z', hours: 23 },
    // Two o'clock comes twice on this day, which begins with the first one.
    { day: '2026-10-25', zone: 'Europe/Berlin', hour: 2, from: '2026-10-25T00:00Z', hours: 25 },
    { day: '2026-10-24', zone: 'Europe/Berlin', hour: 5, from: '2026-10-24T03:00Z', hours: 25 },
  ])('$day in $zone begins at $from and lasts $hours hours', ({ day, zone, hour, from, hours }) => {
    const bounds = shopDayBounds(day, { timeZone: zone, dayStartHour: hour })
    expect(new Date(bounds.from).toISOString()).toBe(new Date(from).toISOString())
    expect((bounds.to - bounds.from) / HOUR).toBe(hours)
  })
})

describe('shopDayBounds', () => {
  it.each([
    { day: '2026-11-20', zone: 'Asia/Dubai', from: '2026-11-19T20:00Z', hours: 24 },
    { day: '2019-02-28', zone: 'Asia/Dubai', from: '2019-02-27T20:00Z', hours: 24 },
    { day: '2028-02-29', zone: 'Asia/Dubai', from: '2028-02-28T20:00Z', hours: 24 },
    { day: '2026-12-31', zone: 'Asia/Dubai', from: '2026-12-30T20:00Z', hours: 24 },
    { day: '2026-11-20', zone: 'Asia/Kathmandu', from: '2026-11-19T18:15Z', hours: 24 },
    { day: '2026-03-29', zone: 'Europe/Berlin', from: '2026-03-28T23:00Z', hours: 23 },
    { day: '2026-10-25', zone: 'Europe/Berlin', from: '2026-10-24T22:00Z', hours: 25 },
    { day: '2026-03-08', zone: 'America/New_York', from: '2026-03-08T05:00Z', hours: 23 },
    { day: '2026-11-01', zone: 'America/New_York', from: '2026-11-01T04:00Z', hours: 25 },
    { day: '2026-10-04', zone: 'Australia/Lord_Howe', from: '2026-10-03T13:30Z', hours: 23.5 },
    // The clocks go forward from midnight to one, so the day begins at one.
    { day: '2022-03-27', zone: 'Asia/Beirut', from: '2022-03-26T22:00Z', hours: 23 },
    { day: '2026-11-20', zone: 'Pacific/Kiritimati', from: '2026-11-19T10:00Z', hours: 24 },
    { day: '2026-11-20', zone: 'Etc/GMT+12', from: '2026-11-20T12:00Z', hours: 24 },
    // Samoa skipped this day.
    { day: '2011-12-30', zone: 'Pacific/Apia', from: '2011-12-30T10:00Z', hours: 0 },
  ])('$day in $zone begins at $from and lasts $hours hours', ({ day, zone, from, hours }) => {
    const bounds = shopDayBounds(day, midnightIn(zone))
    expect(new Date(bounds.from).toISOString()).toBe(new Date(from).toISOString())
    expect((bounds.to - bounds.from) / HOUR).toBe(hours)
  })

  it('a day contains exactly its own times, in every zone', () => {
    const moment = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2050, 0) })
    fc.assert(
      fc.property(moment, fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 23 }), (at, timeZone, dayStartHour) => {
        const calendar = { timeZone, dayStartHour }
        const day = shopDayAt(at, calendar)
        const { from, to } = shopDayBounds(day, calendar)
        expect(from).toBeLessThanOrEqual(at)
        expect(to).toBeGreaterThan(at)
        expect(shopDayAt(from, calendar)).toBe(day)
        expect(shopDayAt(to - 1, calendar)).toBe(day)
        expect(shopDayAt(from - 1, calendar) < day).toBe(true)
        expect(shopDayAt(to, calendar) > day).toBe(true)
      }),
      { numRuns: 120 },
    )
  })

  it('a day ends when the next one begins', () => {
    for (const zone of ZONES) {
      for (let noon = Date.UTC(2026, 9, 23, 12); noon < Date.UTC(2026, 10, 3); noon += DAY) {
        const [day, next] = [noon, noon + DAY].map((at) => new Date(at).toISOString().slice(0, 10)) as [string, string]
        for (const dayStartHour of [0, 2, 3, 5, 23]) {
          const calendar = { timeZone: zone, dayStartHour }
          expect(shopDayBounds(day, calendar).to, `${day} in ${zone}`).toBe(shopDayBounds(next, calendar).from)
        }
      }
    }
  })
})

describe('the text of a field for date and time', () => {
  it.each([
    { at: '2026-11-20T10:05:59Z', zone: 'Asia/Dubai', text: '2026-11-20T14:05' },
    { at: '2026-11-20T20:00:00Z', zone: 'Asia/Dubai', text: '2026-11-21T00:00' },
    { at: '2026-11-20T00:00:00Z', zone: 'Asia/Kathmandu', text: '2026-11-20T05:45' },
  ])('$at in $zone is $text', ({ at, zone, text }) => expect(localTimeAt(Date.parse(at), zone)).toBe(text))

  it.each([
    { text: '2026-11-20T14:05', at: '2026-11-20T10:05Z', zone: 'Asia/Dubai' },
    // Clocks change from 3:00 to 2:00, and from 2:00 to 3:00.
    { text: '2026-10-25T02:30', at: '2026-10-25T00:30Z', zone: 'Europe/Berlin' },
    { text: '2026-03-29T02:30', at: undefined, zone: 'Europe/Berlin' },
    { text: '2026-02-30T12:00', at: undefined, zone: 'UTC' },
    { text: '', at: undefined, zone: 'UTC' },
    { text: '2026-11-20', at: undefined, zone: 'UTC' },
  ])('"$text" in $zone is $at', ({ text, at, zone }) =>
    expect(findLocalTime(text, zone)).toBe(at === undefined ? undefined : Date.parse(at)),
  )

  it('every minute is read back, except the second of two with the same text', () => {
    const minute = fc.integer({ min: Date.parse('2024-01-01') / 60_000, max: Date.parse('2030-01-01') / 60_000 })
    fc.assert(
      fc.property(minute, fc.constantFrom(...ZONES), (minutes, zone) => {
        const at = minutes * 60_000
        const found = findLocalTime(localTimeAt(at, zone), zone)!
        expect(localTimeAt(found, zone)).toBe(localTimeAt(at, zone))
        expect([0, HOUR / 2, HOUR]).toContain(at - found)
      }),
    )
  })
})
