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

/** What they sold today; and, where their day has a limit, how much of it is used, which is another figure. */
export function SoldToday({ entry, currency }: SoldTodayProps) {
  const formats = useFormats()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const { limits, soldToday } = entry
  const sold = soldToday.count > 0 ? soldToday.amount : currency === undefined ? [] : [money(decimal(0), currency)]
  const text = list.format(sold.map((pays) => formats.shortMoney(decimal(pays.amount), pays.currency)))
  const total = <span className={soldToday.count === 0 ? 'muted' : ''}>{text}</span>
  if (limits?.perDay === undefined) return total
  return (
    <span className="soldtoday">
      {total}
      <UsedOfLimit entry={entry} limit={money(decimal(limits.perDay), limits.currency)} />
    </span>
  )
}

/** What is not proven to have moved nothing counts, too. */
function UsedOfLimit({ entry: { usedToday }, limit }: { entry: StaffEntry; limit: Money }) {
  const t = useText()
  const formats = useFormats()
  const used = usedToday.pays.find(({ currency }) => currency === limit.currency) ?? money(decimal(0), limit.currency)
  const short = ({ amount, currency }: Money) => formats.shortMoney(decimal(amount), currency)
  return (
    <>
      <span className="soldtoday__words small muted">
        {t('staff.usedOf', { used: short(used), limit: short(limit) })}
      </span>
      <i className="soldtoday__bar" aria-hidden="true">
        <i style={{ inlineSize: `${shareOf(usedToday.pays, limit)}%` }} />
      </i>
    </>
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
