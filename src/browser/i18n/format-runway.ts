import type { Text } from './use-text.ts'

/** The forecast ends here. */
const LONGEST_RUNWAY_DAYS = 90

/** How long the wallet lasts: `about 3.2 days`. */
export function formatRunway(days: number, t: Text): string {
  const isLong = days >= LONGEST_RUNWAY_DAYS
  return t(isLong ? 'wallet.daysLong' : 'wallet.days', { days: isLong ? LONGEST_RUNWAY_DAYS : days })
}
