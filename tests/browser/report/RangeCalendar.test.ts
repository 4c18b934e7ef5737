import { describe, expect, it } from 'vitest'

import { dayInMonth, lastOfMonth, weekdayOf, weeksOf } from '#browser/report/RangeCalendar.tsx'

describe('the months of a calendar', () => {
  it.each([
    ['2026-11-20', 1, '2026-12-20'],
    ['2026-11-20', -11, '2025-12-20'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2024-03-31', -1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', -12, '2023-02-28'],
  ])('from %s by %i months is %s, which is no later than the last day of its month', (day, months, expected) => {
    expect(dayInMonth(day, months)).toBe(expected)
  })

  it.each([
    ['2026-02-10', '2026-02-28'],
    ['2024-02-01', '2024-02-29'],
    ['2026-12-31', '2026-12-31'],
  ])('the month of %s ends on %s', (day, last) => {
    expect(lastOfMonth(day)).toBe(last)
  })

  it.each(['2026-02-15', '2026-03-01', '2026-11-20', '2024-02-29', '2021-02-28'])(
    'the weeks of the month of %s hold each of its days once, each below its weekday',
    (day) => {
      const weeks = weeksOf(day)
      const days = weeks.flat().filter((one) => one !== undefined)
      expect(days).toEqual(
        Array.from(
          { length: Number(lastOfMonth(day).slice(8)) },
          (_, index) => `${day.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
        ),
      )
      for (const week of weeks) {
        expect(week).toHaveLength(7)
        expect(week.some((one) => one !== undefined)).toBe(true)
        week.forEach((one, at) => one !== undefined && expect(weekdayOf(one)).toBe(at))
      }
    },
  )

  it('a week begins on Monday', () => {
    expect(weekdayOf('2026-11-23')).toBe(0)
    expect(weekdayOf('2026-11-22')).toBe(6)
  })
})
