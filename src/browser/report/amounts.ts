import type { ReportAnswer } from '#api/reports.ts'
import type { Wallet } from '#api/wallet.ts'
import { type Money, formatDecimal, type Decimal } from '#domain/money/money.ts'
import { splitMoney, useFormats } from '../i18n/formats.ts'
import { useLocale, type Text } from '../i18n/use-text.ts'

/** The only currency of a report, or `undefined` if there are several or none. */
export function soleCurrency({ totals: { paid, cost, margin, refundsDue, losses } }: ReportAnswer): string | undefined {
  const all = [paid, cost, margin, refundsDue.amount, losses.refunded.amount, losses.belowCost.amount].flat()
  const [first, ...others] = new Set(all.map(({ currency }) => currency))
  return others.length === 0 ? first : undefined
}

/** `5.00`, or `AED 5.00, KWD 1.250` without a report or with several currencies. A loss has a minus sign. */
export function useAmounts(report?: ReportAnswer): (amounts: readonly (Money & { isLoss?: true })[]) => string {
  const formats = useFormats()
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { type: 'unit' })
  const sole = report && soleCurrency(report)
  return (amounts) =>
    list.format(
      amounts.map(({ isLoss, ...money }) => {
        const text = money.currency === sole ? splitMoney(money, locale).amount : formats.money(money)
        return `${isLoss ? '−' : ''}${text}`
      }),
    )
}

const LONGEST_RUNWAY_DAYS = 90

/** `about 3.2 days`. */
export function formatRunway(days: number, t: Text): string {
  const isLong = days >= LONGEST_RUNWAY_DAYS
  return t(isLong ? 'wallet.daysLong' : 'wallet.days', { days: isLong ? LONGEST_RUNWAY_DAYS : days })
}

/** Converts an amount to days of sales, using the ratio of the saved low-balance amount, or else of the balance. */
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
  // Shown as an estimate, so a float will do.
  return perDay ? Math.round((10 * Number(formatDecimal(amount))) / perDay) / 10 : undefined
}
