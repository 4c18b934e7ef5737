import type { ReportAnswer } from '#contract/proxy/reports.ts'
import type { Money } from '#domain/money.ts'
import { splitMoney, useFormats } from '../i18n/formats.ts'
import { useLocale } from '../i18n/use-text.ts'

/** The currency of all amounts of a report, which then is named once; `undefined` if there are several or none. */
export function soleCurrency({ totals: { paid, cost, margin, refundsDue, losses } }: ReportAnswer): string | undefined {
  const all = [paid, cost, margin, refundsDue.amount, losses.refunded.amount, losses.belowCost.amount].flat()
  const [first, ...others] = new Set(all.map(({ currency }) => currency))
  return others.length === 0 ? first : undefined
}

/** `5.00`, without a report or in one of several currencies `AED 5.00, KWD 1.250`; a loss has a minus. */
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
