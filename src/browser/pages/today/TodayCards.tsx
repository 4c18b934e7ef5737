import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { ReportAnswer } from '#api/reports.ts'
import type { ExpectedDeposit, Wallet } from '#api/wallet.ts'
import { addMoney } from '#domain/money/money.ts'
import { isRefundDue, type Sale } from '#domain/sale/sale.ts'
import type { DayRange } from '../../api/day.ts'
import { shiftsQuery } from '../../api/shifts.ts'
import { shortName } from '../../lib/current-user.ts'
import { formatMoney, formatSaleNumber, formatTileMoney } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { formatRunway, useAmounts } from '../../report/amounts.ts'
import { SalePicture } from '../../sale/SaleRowParts.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Need } from './use-needs.ts'

const TONES: Record<Need['tone'], string> = {
  bad: 'border-bad-solid bg-bad-tint',
  wait: 'border-wait-edge bg-wait-tint',
  info: 'border-act bg-act-tint',
}

export function Needs({ needs }: { needs: readonly Need[] }) {
  const t = useText()
  return (
    <ul className="grid gap-2 lg:grid-cols-[repeat(auto-fit,minmax(22rem,1fr))]" aria-label={t('alerts.heading')}>
      {needs.map(({ id, tone, text, go }) => (
        <li
          key={id}
          className={`flex flex-wrap items-center gap-3 rounded-2 border-s-4 px-4 py-2 text-ink ${TONES[tone]}`}
        >
          <span className="min-w-0 flex-1 basis-[14em] font-medium">{text}</span>
          <ButtonLink to={go.to}>{t(go.text)}</ButtonLink>
        </li>
      ))}
    </ul>
  )
}

type CardProps = { title: MessageId; go: { text: MessageId; to: string }; children: ReactNode }

function Card({ title, go, children }: CardProps) {
  const t = useText()
  return (
    <section
      className="flex min-w-0 flex-col gap-2 rounded-3 border-1 border-line bg-surface p-4"
      aria-label={t(title)}
    >
      <h2 className="text-3">{t(title)}</h2>
      {children}
      <Link className="mt-auto inline-flex min-h-hit items-center gap-2 font-medium text-act-ink" to={go.to}>
        {t(go.text)} <ArrowRight className="rtl:-scale-x-100" size={18} aria-hidden />
      </Link>
    </section>
  )
}

export function WalletCard({ wallet: { balance, asOf, stale, runwayDays, line } }: { wallet: Wallet }) {
  const t = useText()
  const locale = useLocale()
  const formatWhen = useFormatDate()
  return (
    <Card title="wallet.title" go={{ text: 'ready.wallet.go', to: paths.wallet() }}>
      {balance ? (
        <p className={`@container ${stale ? 'text-ink-3' : ''}`}>
          <Money money={balance} size="fit" />
        </p>
      ) : (
        <p className="text-5 font-semibold">{t('wallet.noBalance')}</p>
      )}
      {stale && asOf !== undefined && <p className="text-ink-2">{t('wallet.asOf', { time: formatWhen(asOf) })}</p>}
      {balance && (
        <p>
          {runwayDays === undefined ? t('wallet.noPace') : t('wallet.lasts', { days: formatRunway(runwayDays, t) })}
        </p>
      )}
      {line && <p className="text-ink-2">{t('wallet.chart.warn', { amount: formatTileMoney(line, locale) })}</p>}
    </Card>
  )
}

export function Products({ report, range }: { report: ReportAnswer; range: DayRange }) {
  const t = useText()
  const amounts = useAmounts()
  const rows = report.byService.filter(({ isRest }) => !isRest)
  if (rows.length === 0) return null
  const named = rows
    .filter((_, index) => index === 0 || index === rows.length - 1)
    .map((row, index) => ({ ...row, title: index === 0 ? ('today.best' as const) : ('today.slowest' as const) }))
  return (
    <Card title="reports.byService" go={{ text: 'reports.title', to: paths.reports() }}>
      <ul className="flex flex-col gap-2">
        {named.map(({ title, id, name, count, paid }) => (
          <li key={title}>
            <Link className="flex min-h-hit items-center gap-3 text-ink" to={paths.sales({ ...range, service: id })}>
              <SalePicture sale={{ serviceId: id, brand: name }} size={32} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block text-1 text-ink-2">{t(title)}</span>
                <bdi className="font-medium">{name}</bdi>
              </span>
              <span className="text-end">
                <bdi className="block font-semibold whitespace-nowrap">{amounts(paid)}</bdi>
                <span className="text-1 text-ink-2">{t('reports.sales', { count })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Open items has all of them. */
const LISTED = 5

export function Refunds({ sales }: { sales: readonly Sale[] }) {
  const locale = useLocale()
  const amounts = useAmounts()
  const due = sales.filter(isRefundDue)
  if (due.length === 0) return null
  return (
    <Card title="openItems.section.refunds" go={{ text: 'shell.openItems', to: paths.openItems() }}>
      <p className="text-5 font-semibold">{amounts(addMoney(due.map(({ pays }) => pays)))}</p>
      <ul>
        {due.slice(0, LISTED).map((sale) => (
          <li key={sale.id}>
            <Link className="flex min-h-hit items-center gap-3 text-ink" to={paths.sale(sale.id)}>
              <span className="min-w-0 flex-1 wrap-anywhere">
                {formatSaleNumber(sale)} <bdi>{sale.serviceName}</bdi>
              </span>
              <bdi className="font-semibold whitespace-nowrap">{formatMoney(sale.pays, locale)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function Drawers() {
  const t = useText()
  const formatWhen = useFormatDate()
  const { data } = useInfiniteQuery(shiftsQuery)
  const open = data?.pages[0]?.open
  if (!open) return null
  return (
    <Card title="today.drawers" go={{ text: 'shift.title', to: paths.shift() }}>
      {open.length === 0 && <p className="text-ink-2">{t('today.drawersNone')}</p>}
      <ul>
        {open.map(({ id, terminal, openedAt, openedBy }) => (
          <li key={id}>
            <Link className="flex min-h-hit flex-wrap items-center gap-x-3 text-ink" to={paths.closeShift(terminal.id)}>
              <bdi className="font-medium">{terminal.name}</bdi>
              <span className="text-1 text-ink-2">
                {t('shift.since', { time: formatWhen(openedAt), name: shortName(openedBy.name) })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function Deposits({ deposits }: { deposits: readonly ExpectedDeposit[] }) {
  const t = useText()
  const amounts = useAmounts()
  if (deposits.length === 0) return null
  return (
    <Card title="wallet.deposits" go={{ text: 'ready.wallet.go', to: paths.wallet() }}>
      <p className="text-5 font-semibold">{amounts(addMoney(deposits.map(({ amount }) => amount)))}</p>
      <p className="text-ink-2">{t('today.deposits', { count: deposits.length })}</p>
    </Card>
  )
}
