import { formatShortDay, formatTime } from './i18n/format-time.ts'
import { useLocale } from './i18n/use-text.ts'
import { useProxyNow } from './use-proxy-now.ts'

/** A time as one says it: the hour alone today, with its day before that. */
export function useFormatDate(): (at: number) => string {
  const locale = useLocale()
  const today = formatShortDay(useProxyNow(), locale)
  return (at) => {
    const day = formatShortDay(at, locale)
    return day === today ? formatTime(at) : `${day} ${formatTime(at)}`
  }
}
