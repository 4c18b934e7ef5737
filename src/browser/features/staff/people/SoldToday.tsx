import type { StaffEntry } from '#contract/proxy/staff.ts'
import { compareDecimals, decimal, formatDecimal, money, type Money } from '#domain/money.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'

type LimitTextProps = { entry: StaffEntry; kind: 'perSale' | 'perDay' }

export function LimitText({ entry: { limits }, kind }: LimitTextProps) {
  const t = useText()
  const formats = useFormats()
  const amount = limits?.[kind]
  if (!limits || amount === undefined) return <span className="muted">{t('staff.noLimit')}</span>
  return <span className="whitespace-nowrap">{formats.shortMoney(decimal(amount), limits.currency)}</span>
}

type SoldTodayProps = { entry: StaffEntry; currency: string | undefined }

/** What they sold today, and of how much where their day has a limit. */
export function SoldToday({ entry, currency }: SoldTodayProps) {
  const t = useText()
  const formats = useFormats()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const { limits, today } = entry
  const perDay = limits?.perDay
  const sold = today.pays.length > 0 ? today.pays : currency === undefined ? [] : [money(decimal(0), currency)]
  const text = list.format(sold.map((pays) => formats.shortMoney(decimal(pays.amount), pays.currency)))
  if (!limits || perDay === undefined) return <span className={today.count === 0 ? 'muted' : ''}>{text}</span>
  const limit = money(decimal(perDay), limits.currency)
  return (
    <span className="soldtoday">
      <span className="soldtoday__words small">
        <span>{text}</span>
        <span className="muted">{t('staff.of', { limit: formats.shortMoney(decimal(perDay), limits.currency) })}</span>
      </span>
      <i className="soldtoday__bar" aria-hidden="true">
        <i style={{ inlineSize: `${shareOf(today.pays, limit)}%` }} />
      </i>
    </span>
  )
}

/** Only a drawing: never more than full, and empty where the currencies differ. */
function shareOf(pays: readonly Money[], limit: Money): number {
  const used = pays.find(({ currency }) => currency === limit.currency)
  if (!used) return 0
  const [part, whole] = [decimal(used.amount), decimal(limit.amount)]
  if (compareDecimals(part, whole) >= 0) return 100
  return (Number(formatDecimal(part)) / Number(formatDecimal(whole))) * 100
}
