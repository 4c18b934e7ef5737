import { describe, expect, it } from 'vitest'

import { WRITING, LOCALES } from '#browser/i18n/writing.ts'
import { formatAge } from '#browser/i18n/formats.ts'
import { formatDay, formatShortDay, formatTime } from '#browser/i18n/format-time.ts'

const at = new Date(2026, 10, 20, 8, 5).getTime()
const MINUTE = 60_000

it('writes the time of day with two digits each', () => {
  expect(formatTime(at)).toBe('08:05')
})

it.each(LOCALES)('has Western digits and the calendar of the counter in %s', (locale) => {
  const texts = [
    formatDay(at, locale),
    formatShortDay(at, locale),
    formatAge(at, at + 25 * MINUTE, locale),
    new Intl.NumberFormat(WRITING[locale].tag).format(25),
  ]
  expect(texts.map((text) => text.match(/\p{Nd}+/gu))).toEqual([['20'], ['20'], ['25'], ['25']])
})

it('writes the day in the language', () => {
  expect(formatDay(at, 'en')).toBe('Friday 20 November')
  expect(formatShortDay(at, 'en')).toBe('Fri 20 Nov')
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
