import { LANGUAGES } from './languages.ts'
import type { Locale } from './locale.ts'
import { WRITING } from './writing.ts'

/** `2 minutes ago`, in whole minutes, hours or days; a time in the future counts as `just now`. */
export function formatAge(at: number, now: number, locale: Locale): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes === 0) return LANGUAGES[locale].justNow
  const words = new Intl.RelativeTimeFormat(WRITING[locale].tag)
  if (minutes < 60) return words.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.floor(hours / 24), 'day')
}
