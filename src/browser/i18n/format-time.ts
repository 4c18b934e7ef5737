import type { Locale } from './locale.ts'

/** Western digits and the calendar of the counter, whatever the language. */
export const DATE_TAGS: Record<Locale, string> = { en: 'en-GB-u-nu-latn', ar: 'ar-AE-u-nu-latn-ca-gregory' }

let timeZone: string | undefined

/** All times are told in the shop's zone (IANA name), wherever the screen thinks it is. */
export function setTimeZone(zone: string): void {
  timeZone = zone
}

/** `14:32`, the same in every language. */
export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(DATE_TAGS.en, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}

/** `14:32:08`, for the steps of a sale. */
export function formatClock(at: number): string {
  return new Intl.DateTimeFormat(DATE_TAGS.en, { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(at)
}

/** `20-11-2026`, the same in every language. */
export function formatDate(at: number): string {
  return new Intl.DateTimeFormat(DATE_TAGS.en, { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
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
  return new Intl.DateTimeFormat(DATE_TAGS[locale], {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(at)
}

/** `Fri 20 Nov`. */
export function formatShortDay(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(DATE_TAGS[locale], { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    .format(at)
    .replace(',', '')
}

/** `Fri`. */
export function formatWeekday(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(DATE_TAGS[locale], { timeZone, weekday: 'short' }).format(at)
}

const JUST_NOW: Record<Locale, string> = { en: 'just now', ar: 'قبل لحظات' }

/** `2 minutes ago`, in whole minutes, hours or days; a time in the future counts as `just now`. */
export function formatAge(at: number, now: number, locale: Locale): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes === 0) return JUST_NOW[locale]
  const words = new Intl.RelativeTimeFormat(DATE_TAGS[locale])
  if (minutes < 60) return words.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.floor(hours / 24), 'day')
}
