import type { Locale } from './locale.ts'
import { WRITING } from './writing.ts'

let timeZone: string | undefined

/** All times are told in the shop's zone (IANA name), wherever the screen thinks it is. */
export function setTimeZone(zone: string): void {
  timeZone = zone
}

/** `14:32`, the same in every language. */
export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(WRITING.en.tag, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}

/** `14:32:08`, for the steps of a sale. */
export function formatClock(at: number): string {
  return new Intl.DateTimeFormat(WRITING.en.tag, { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(at)
}

/** `20-11-2026`, the same in every language. */
export function formatDate(at: number): string {
  return new Intl.DateTimeFormat(WRITING.en.tag, { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(at)
    .replaceAll('/', '-')
}

/** `20-11-2026 14:32`, for receipts. */
export function formatStamp(at: number): string {
  return `${formatDate(at)} ${formatTime(at)}`
}

const SAME_DAY_MS = 12 * 3_600_000

/** `14:32`, and with its date once that is not from today any more: the hour alone says little of yesterday. */
export const formatSince = (at: number, now: number): string => (now - at > SAME_DAY_MS ? formatStamp : formatTime)(at)

/** `Friday 20 November`. */
export function formatDay(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(WRITING[locale].tag, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(at)
}

/** `Fri 20 Nov`. */
export function formatShortDay(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(WRITING[locale].tag, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    .format(at)
    .replace(',', '')
}

/** `Fri`. */
export function formatWeekday(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(WRITING[locale].tag, { timeZone, weekday: 'short' }).format(at)
}
