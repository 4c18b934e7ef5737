import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { Link } from 'react-router-dom'

import type { ReportAnswer } from '#api/reports.ts'
import type { CostDifferenceRow } from '#api/wallet.ts'
import type { Money as MoneyValue } from '#domain/money/money.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { reportQuery } from '../../api/day.ts'
import { splitMoney, formatMoney, formatSaleNumber } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { useShopDays } from '../../lib/shop-days.ts'
import { ShareBar } from '../../report/Chart.tsx'

/** Amounts are unsigned; a loss is marked. */
type Amount = MoneyValue & { isLoss?: true }
type Row = ReportAnswer['byKind'][number]

export function TodaySales() {
  const t = useText()
  const { today } = useShopDays()
  const report = useQuery(reportQuery({ from: today, to: today }))
  const isEmpty = report.data !== undefined && openedOf(report.data.totals) === 0
  return (
    <section className="rounded-3 border-1 border-line bg-surface p-5" aria-labelledby="wallet-today">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="wallet-today" className="text-3">
          {t('wallet.today')}
        </h2>
        {report.data && !isEmpty && <Counts totals={report.data.totals} />}
      </div>
      {isEmpty && (
        <>
          <p className="mb-3 text-ink-2">{t('reports.nothing')}</p>
          <ButtonLink icon={Store} to={paths.sell()}>
            {t('reports.sell')}
          </ButtonLink>
        </>
      )}
      {report.data && !isEmpty && (
        <>
          <Figures totals={report.data.totals} />
          {report.data.byKind.length > 0 && <Kinds rows={report.data.byKind} totals={report.data.totals} />}
        </>
      )}
      {!report.data && (
        // The reason is shown once, above the balance.
        <p className="text-ink-2">{report.error ? t(failureMessage(report.error)) : t('reports.reading')}</p>
      )}
    </section>
  )
}

const openedOf = ({ sold, notSold, waiting, unknown }: ReportAnswer['totals']) => sold + notSold + waiting + unknown

function Counts({ totals: { sold, notSold, waiting, unknown } }: Pick<ReportAnswer, 'totals'>) {
  const t = useText()
  const open = waiting + unknown
  const parts = [
    t('wallet.today.sold', { count: sold }),
    ...(notSold > 0 ? [t('wallet.today.notSold', { count: notSold })] : []),
    ...(open > 0 ? [t('wallet.today.open', { count: open })] : []),
  ]
  return <p className="text-1 text-ink-2">{new Intl.ListFormat(useLocale(), { type: 'unit' }).format(parts)}</p>
}

function Figures({ totals: { paid, cost, margin, withoutMargin } }: Pick<ReportAnswer, 'totals'>) {
  const t = useText()
  const share = shareOf(margin, paid)
  const hasOne = paid.length <= 1 && cost.length <= 1 && margin.length <= 1
  return (
    <dl className="flex flex-wrap justify-between gap-x-5 gap-y-2">
      <Figure label={t('reports.paid')} amounts={paid} hasCurrency={!hasOne} />
      <Figure label={t('reports.cost')} amounts={cost} hasCurrency={!hasOne} />
      <Figure
        label={t('reports.margin')}
        amounts={margin}
        hasCurrency={!hasOne}
        {...(share !== undefined && { beside: `${share.toFixed(1)}%` })}
        {...(withoutMargin > 0 && { note: t('reports.withoutMargin', { count: withoutMargin }) })}
      />
    </dl>
  )
}

type FigureProps = { label: string; amounts: readonly Amount[]; hasCurrency: boolean; beside?: string; note?: string }

function Figure({ label, amounts, hasCurrency, beside, note }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-1 font-medium text-ink-2">{label}</dt>
      <dd>
        {amounts.length === 0 && <span className="text-5 font-semibold">0</span>}
        {amounts.map((amount) => (
          <span key={amount.currency} className="block text-5 font-semibold">
            <AmountText amount={amount} hasCurrency={hasCurrency} />{' '}
            {beside !== undefined && <bdi className="text-2">{beside}</bdi>}
          </span>
        ))}
        {note !== undefined && <span className="text-1 text-ink-2">{note}</span>}
      </dd>
    </div>
  )
}

/** If there is only one currency, it is shown with the balance above, so only screen readers get it again here. */
function AmountText({ amount: { isLoss, ...money }, hasCurrency }: { amount: Amount; hasCurrency: boolean }) {
  const { amount, currency } = splitMoney(money, useLocale())
  return (
    <bdi className="whitespace-nowrap">
      <span className={hasCurrency ? 'text-1' : 'sr-only'}>{currency} </span>
      {isLoss && '−'}
      {amount}
    </bdi>
  )
}

function Kinds({ rows, totals }: { rows: readonly Row[]; totals: ReportAnswer['totals'] }) {
  const t = useText()
  return (
    <table className="mt-4 w-full border-collapse">
      <thead className="text-1 text-ink-2">
        <tr>
          <th scope="col" className="text-start font-normal">
            {t('wallet.today.kind')}
          </th>
          <th scope="col" className="ps-3 text-end font-normal">
            {t('reports.paid.short')}
          </th>
          <th scope="col" className="ps-3 text-end font-normal">
            {t('reports.margin')}
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.id}>
          <tr>
            <th scope="row" className="text-start font-normal">
              {t(`reports.kind.${row.id as 'direct' | 'voucher' | 'international'}`)}
            </th>
            <td className="ps-3 text-end">
              <Amounts amounts={row.paid} />
            </td>
            <td className="ps-3 text-end font-semibold">
              <Amounts amounts={row.margin} />
            </td>
          </tr>
          <tr>
            <td colSpan={3} className="pt-1 pb-2">
              <Share percent={shareOf(row.paid, totals.paid)} />
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}

function Share({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return null
  return (
    <>
      <span className="sr-only">{percent.toFixed(0)}%</span>
      <ShareBar percent={percent} />
    </>
  )
}

function Amounts({ amounts }: { amounts: readonly Amount[] }) {
  if (amounts.length === 0) return <>–</>
  return amounts.map((amount) => (
    <span key={amount.currency} className="block">
      <AmountText amount={amount} hasCurrency={amounts.length > 1} />
    </span>
  ))
}

/** The share of one amount in another, in percent; both are in one currency. Only shares are floats; shown amounts are exact. */
function shareOf([part, ...others]: readonly Amount[], [whole, ...more]: readonly Amount[]): number | undefined {
  if (!part || !whole || part.isLoss || others.length + more.length > 0 || part.currency !== whole.currency)
    return undefined
  return Number(whole.amount) > 0 ? (100 * Number(part.amount)) / Number(whole.amount) : undefined
}

const COLUMNS: Column<CostDifferenceRow>[] = [
  { id: 'sale', header: 'wallet.sale', width: 'half', cell: SaleCell },
  { id: 'promised', header: 'wallet.promised', align: 'end', cell: Promised },
  { id: 'expected', header: 'wallet.expected', align: 'end', cell: Expected },
  { id: 'cost', header: 'wallet.cost', align: 'end', cell: ({ cost }) => <Money money={cost} /> },
]

export function CostDifferences({ differences }: { differences: readonly CostDifferenceRow[] }) {
  const t = useText()
  if (differences.length === 0) return null
  return (
    <section className="@container rounded-3 border-1 border-line bg-surface p-5" aria-label={t('wallet.differences')}>
      <h2 className="text-3">{t('wallet.differences')}</h2>
      <p className="mb-3 text-ink-2">{t('wallet.differencesLead')}</p>
      <Table
        label="wallet.differences"
        columns={COLUMNS}
        rows={differences}
        keyOf={({ saleId }) => saleId}
        empty="wallet.movementsNone"
        narrow="cards"
        size="lg"
      />
    </section>
  )
}

function SaleCell({ saleId, number, serviceName, amount }: CostDifferenceRow) {
  const locale = useLocale()
  return (
    <span className="block min-w-0">
      <Link
        className="inline-flex min-h-hit items-center font-medium text-act-ink underline"
        to={paths.saleDetails(saleId)}
      >
        {formatSaleNumber({ number })}
      </Link>
      <span className="block text-1 text-ink-2">
        <bdi>{serviceName}</bdi> · {formatMoney(amount, locale)}
      </span>
    </span>
  )
}

function Promised({ commission, cost }: CostDifferenceRow) {
  const locale = useLocale()
  return commission.kind === 'percent' ? (
    <bdi dir="ltr">{commission.value} %</bdi>
  ) : (
    formatMoney({ amount: commission.value as never, currency: cost.currency }, locale)
  )
}

function Expected({ expected }: CostDifferenceRow) {
  const t = useText()
  return expected ? <Money money={expected} /> : <span className="text-ink-2">{t('wallet.expectedNone')}</span>
}
