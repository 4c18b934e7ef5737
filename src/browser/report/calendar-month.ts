import { dayBeside, type ShopDay } from '#domain/shop-calendar.ts'

const firstOfMonth = (day: ShopDay): ShopDay => `${day.slice(0, 7)}-01`

/** The same day some months before or after, or the last of that month where it has no such day. */
export function dayInMonth(day: ShopDay, months: number): ShopDay {
  const first = noonOf(firstOfMonth(day))
  first.setUTCMonth(first.getUTCMonth() + months)
  const date = Math.min(Number(day.slice(8)), Number(lastOfMonth(first.toISOString().slice(0, 10)).slice(8)))
  return `${first.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`
}

export function lastOfMonth(day: ShopDay): ShopDay {
  const next = noonOf(firstOfMonth(day))
  next.setUTCMonth(next.getUTCMonth() + 1)
  return dayBeside(next.toISOString().slice(0, 10), -1)
}

/** Days since Monday, 0 to 6. Weeks begin on Monday in both languages, as in the countries whose dates they write. */
export const weekdayOf = (day: ShopDay): number => (noonOf(day).getUTCDay() + 6) % 7

/** The weeks of the month of a day, from Monday to Sunday; days of other months are `undefined`. */
export function weeksOf(day: ShopDay): (ShopDay | undefined)[][] {
  const first = firstOfMonth(day)
  const monday = dayBeside(first, -weekdayOf(first))
  const weeks = Math.ceil((weekdayOf(first) + Number(lastOfMonth(day).slice(8))) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => {
      const one = dayBeside(monday, 7 * week + at)
      return firstOfMonth(one) === first ? one : undefined
    }),
  )
}

/** A date that stands for the day in any format of `Intl` with the time zone UTC. */
export const noonOf = (day: ShopDay): Date => new Date(`${day}T12:00:00Z`)
