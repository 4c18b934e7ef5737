import { describe, expect, it } from 'vitest'

import { formatAge, formatDay, formatShortDay, formatTime } from '#browser/i18n/format-time.ts'

const at = new Date(2026, 10, 20, 8, 5).getTime()
const MINUTE = 60_000

it('writes the time of day with two digits each', () => {
  expect(formatTime(at)).toBe('08:05')
})

it('writes the day in the language, with Western digits', () => {
  expect(formatDay(at, 'en')).toBe('Friday 20 November')
  expect(formatShortDay(at, 'en')).toBe('Fri 20 Nov')
  expect(formatDay(at, 'ar')).toContain('20')
  expect(formatDay(at, 'ar')).toContain('الجمعة')
})

describe('formatAge', () => {
  it.each([
    { age: 0, text: 'just now' },
    { age: 59_999, text: 'just now' },
    { age: MINUTE, text: '1 minute ago' },
    { age: 59 * MINUTE, text: '59 minutes ago' },
    { age: 60 * MINUTE, text: '1 hour ago' },
    { age: 24 * 60 * MINUTE, text: '1 day ago' },
    { age: -5 * MINUTE, text: 'just now' },
  ])('says "$text" after $age ms', ({ age, text }) => {
    expect(formatAge(at, at + age, 'en')).toBe(text)
  })
})
