import type { Wallet } from '#contract/proxy/wallet.ts'
import { formatDecimal, type Decimal } from '#domain/money.ts'
import type { Text } from './i18n/use-text.ts'

/** The forecast ends here. */
const LONGEST_RUNWAY_DAYS = 90

/** How long the wallet lasts: `about 3.2 days`. */
export function formatRunway(days: number, t: Text): string {
  const isLong = days >= LONGEST_RUNWAY_DAYS
  return t(isLong ? 'wallet.daysLong' : 'wallet.days', { days: isLong ? LONGEST_RUNWAY_DAYS : days })
}

/** How many days of sales an amount is worth, by what the saved line, or else the balance, is worth. */
export function worthInDays(
  amount: Decimal,
  { line, lineDays, balance, runwayDays }: Pick<Wallet, 'line' | 'lineDays' | 'balance' | 'runwayDays'>,
): number | undefined {
  const perDay =
    line && lineDays
      ? Number(line.amount) / lineDays
      : balance && runwayDays
        ? Number(balance.amount) / runwayDays
        : undefined
  // An estimate that is told as such, so that it may be a float.
  return perDay ? Math.round((10 * Number(formatDecimal(amount))) / perDay) / 10 : undefined
}
