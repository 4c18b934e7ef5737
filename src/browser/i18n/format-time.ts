import type { Locale } from './locale.ts'
import { WRITING } from './writing.ts'

let timeZone: string | undefined

/** All times are formatted in the shop's zone (IANA name), not the device's. */
export function setTimeZone(zone: string): void {
  timeZone = zone
}

/** Cached, because creating a formatter costs many times more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** For formats that only one page has. `zone` is the shop's by default. */
export function formatWith(
  options: Intl.DateTimeFormatOptions,
  at: number,
  locale: Locale = 'en',
  zone = timeZone,
): string {
  const key = JSON.stringify([locale, zone, options])
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(WRITING[locale].tag, { timeZone: zone, ...options })
  formatters.set(key, formatter)
  return formatter.format(at)
}

/** `14:32`, the same in every language. */
export const formatTime = (at: number): string =>
  formatWith({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, at)

/** `14:32:08`, for the steps of a sale. */
export const formatClock = (at: number): string => formatWith({ timeStyle: 'medium', hourCycle: 'h23' }, at)

/** `20-11-2026`, the same in every language. */
export const formatDate = (at: number): string =>
  formatWith({ day: '2-digit', month: '2-digit', year: 'numeric' }, at).replaceAll('/', '-')

/** `20-11-2026 14:32`, for receipts. */
export const formatStamp = (at: number): string => `${formatDate(at)} ${formatTime(at)}`

const SAME_DAY_MS = 12 * 3_600_000

/** `14:32`, with the date once it is more than 12 hours ago. */
export const formatSince = (at: number, now: number): string => (now - at > SAME_DAY_MS ? formatStamp : formatTime)(at)

/** `Friday 20 November`. */
export const formatDay = (at: number, locale: Locale): string =>
  formatWith({ weekday: 'long', day: 'numeric', month: 'long' }, at, locale)

/** `Fri 20 Nov`. */
export const formatShortDay = (at: number, locale: Locale): string =>
  formatWith({ weekday: 'short', day: 'numeric', month: 'short' }, at, locale).replace(',', '')

const DAY_MS = 24 * 3_600_000
/** Of the calendar of the shop, in epoch ms of UTC. */
function calendarDay(at: number): number {
  const [day, month, year] = formatDate(at).split('-')
  return Date.parse(`${year}-${month}-${day}`)
}

/** `today`, `yesterday`, `Tuesday`, and `20 November` for more than six days ago. */
export function formatPastDay(at: number, now: number, locale: Locale): string {
  const days = Math.round((calendarDay(now) - calendarDay(at)) / DAY_MS)
  if (days <= 1)
    return new Intl.RelativeTimeFormat(WRITING[locale].tag, { numeric: 'auto' }).format(-Math.max(days, 0), 'day')
  return formatWith(days < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'long' }, at, locale)
}

/** `Friday`. */
export const formatLongWeekday = (at: number, locale: Locale): string => formatWith({ weekday: 'long' }, at, locale)

/** `Fri`. */
export const formatWeekday = (at: number, locale: Locale): string => formatWith({ weekday: 'short' }, at, locale)
