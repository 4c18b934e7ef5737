import { Check, CircleHelp, Clock, EyeOff, X, type LucideIcon } from 'lucide-react'

import type { ReportAnswer } from '#api/reports.ts'
import { atCommonScale, decimal, type Money as MoneyValue } from '#domain/money/money.ts'
import type { DayRange } from '../../api/day.ts'
import { nameCurrency, splitMoney } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Tag } from '../../ui/Badge.tsx'
import { ChipLink } from '../../ui/Chip.tsx'
import { Money } from '../../ui/Money.tsx'
import { soleCurrency } from '../../report/amounts.ts'

export function Figures({ report }: { report: ReportAnswer }) {
  const t = useText()
  const locale = useLocale()
  const { paid, cost, margin, refundsDue, withoutMargin } = report.totals
  const currency = soleCurrency(report)
  const share = withoutMargin === 0 ? shareOf(margin, paid) : undefined
  const label = t('reports.paid')
  return (
    <dl className="grid gap-4 rounded-3 border-1 border-line bg-surface p-4 grid-cols-2 lg:grid-cols-4">
      <Figure
        label={currency === undefined ? label : [label, nameCurrency(currency, locale)].join(t('shell.comma'))}
        amounts={paid}
        currency={currency}
      />
      <Figure label={t('reports.cost')} amounts={cost} currency={currency} />
      <Figure
        label={t('reports.margin')}
        amounts={margin}
        currency={currency}
        note={withoutMargin > 0 ? t('reports.withoutMargin', { count: withoutMargin }) : share}
      />
      <Figure
        label={t('reports.refundsDue')}
        amounts={refundsDue.amount}
        currency={currency}
        isDue={refundsDue.count > 0}
        note={refundsDue.count > 0 ? t('reports.sales', { count: refundsDue.count }) : undefined}
      />
    </dl>
  )
}

type Amounts = readonly (MoneyValue & { isLoss?: true })[]

/** The margin as a share of the paid amount, `5.6%`; `undefined` with several currencies. */
function shareOf(margin: Amounts, paid: Amounts): string | undefined {
  const [[earned], [all]] = [margin, paid]
  if (!earned || !all || margin.length + paid.length > 2) return undefined
  const [part, whole] = atCommonScale(decimal(earned.amount), decimal(all.amount))
  if (whole === 0n) return undefined
  const tenths = (2_000n * part + whole) / (2n * whole)
  return `\u2066${earned.isLoss ? '−' : ''}${tenths / 10n}.${tenths % 10n}%\u2069`
}

type FigureProps = {
  label: string
  amounts: Amounts
  currency: string | undefined
  note?: string | undefined
  isDue?: boolean
}

function Figure({ label, amounts, currency, note, isDue = false }: FigureProps) {
  const locale = useLocale()
  return (
    <div className={`min-w-0 ${isDue ? 'text-wait' : ''}`}>
      <dt className="text-1 font-medium text-ink-2">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        {amounts.length === 0 && <span className="text-5 font-semibold">0</span>}
        {amounts.map((money) => (
          <span key={money.currency} className="whitespace-nowrap">
            {money.isLoss && <b className="text-5">−</b>}
            {money.currency === currency ? (
              <bdi className="text-5 font-semibold tracking-1">{splitMoney(money, locale).amount}</bdi>
            ) : (
              <Money money={money} size="figure" />
            )}
          </span>
        ))}
        {note !== undefined && <span className={`text-1 ${isDue ? '' : 'text-ink-2'}`}>{note}</span>}
      </dd>
    </div>
  )
}

const GROUPS: {
  group: string
  figure: 'sold' | 'waiting' | 'unknown' | 'notSold'
  text: MessageId
  icon: LucideIcon
}[] = [
  { group: 'sold', figure: 'sold', text: 'reports.sold', icon: Check },
  { group: 'waiting', figure: 'waiting', text: 'reports.waiting', icon: Clock },
  { group: 'unknown', figure: 'unknown', text: 'reports.unknown', icon: CircleHelp },
  { group: 'not-sold', figure: 'notSold', text: 'reports.notSold', icon: X },
]

export function Groups({ report, range }: { report: ReportAnswer; range: DayRange }) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-2">
      {GROUPS.map(({ group, figure, text, icon }) => (
        <ChipLink key={group} icon={icon} count={report.totals[figure]} to={paths.sales({ ...range, state: group })}>
          {t(text)}
        </ChipLink>
      ))}
      <span className="ms-auto">
        <Tag icon={EyeOff}>{t('reports.showsCost')}</Tag>
      </span>
    </div>
  )
}
