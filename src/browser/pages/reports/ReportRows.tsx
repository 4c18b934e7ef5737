import { Banknote, CreditCard, Ellipsis, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { ReportAnswer } from '#api/reports.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { RowLink, Table, type Column } from '../../ui/Table.tsx'
import { ShareBar } from '../../report/Chart.tsx'
import { soleCurrency, useAmounts } from '../../report/amounts.ts'

type Row = ReportAnswer['byCashier'][number]
type Text = ReturnType<typeof useText>
type Amounts = ReturnType<typeof useAmounts>

const FIRST_ROWS = 6

type RowsProps = {
  report: ReportAnswer
  list: 'byService' | 'byCategory' | 'byOperator' | 'byCashier' | 'byTerminal' | 'byKind'
  title: MessageId
  hasMargin?: boolean
  hasSum?: boolean
  nameOf?: (row: Row) => string
  startOf?: (row: Row) => ReactNode
  linkOf?: (row: Row) => string | undefined
}

export function Rows(props: RowsProps) {
  const { report, list, title, hasMargin = false, hasSum = false, nameOf = ({ name }) => name, startOf, linkOf } = props
  const t = useText()
  const amounts = useAmounts(report)
  const [isLong, setIsLong] = useState(false)
  const rows = report[list]
  const sum: Row = { ...report.totals, id: '', name: '' }
  // Amounts in several currencies need several lines.
  const width = soleCurrency(report) === undefined ? undefined : 'fit'
  const columns = columnsOf({ title, nameOf, startOf, linkOf, t, amounts, sum, width })
  const shown = isLong ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <section className="grid min-w-0 gap-2" aria-label={t(title)}>
      <Table
        label={title}
        columns={columns.filter(({ id }) => hasMargin || id !== 'margin')}
        rows={shown}
        sum={hasSum && rows.length > 1 ? sum : undefined}
        keyOf={({ id, isRest }) => `${id} ${isRest}`}
        empty="reports.nothing"
      />
      {shown.length < rows.length && (
        <Button variant="quiet" onClick={() => setIsLong(true)}>
          {t('reports.more', { count: rows.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

type Listed = Pick<RowsProps, 'title'> & {
  nameOf: (row: Row) => string
  startOf: RowsProps['startOf'] | undefined
  linkOf: RowsProps['linkOf'] | undefined
  t: Text
  amounts: Amounts
  sum: Row
  width: 'fit' | undefined
}

const columnsOf = ({ title, nameOf, startOf, linkOf, t, amounts, sum, width }: Listed): Column<Row>[] => [
  {
    id: 'name',
    header: title,
    isTitle: true,
    cell: (row) => {
      const isOwn = row !== sum && !row.isRest
      const name =
        row === sum ? t('reports.together') : row.isRest ? t('reports.rest') : nameOf(row) || t('reports.others')
      const to = isOwn ? linkOf?.(row) : undefined
      return (
        <span className="flex items-center gap-3">
          {isOwn && startOf?.(row)}
          <span className="min-w-0 wrap-anywhere">
            {to === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <RowLink to={to}>
                <bdi>{name}</bdi>
              </RowLink>
            )}
          </span>
        </span>
      )
    },
  },
  { id: 'sold', header: 'reports.sold', width: 'fit', align: 'end', cell: ({ count }) => count },
  {
    id: 'paid',
    header: 'reports.paid.short',
    ...(width && { width }),
    align: 'end',
    cell: ({ paid }) => <bdi className="font-semibold">{amounts(paid)}</bdi>,
  },
  {
    id: 'margin',
    header: 'reports.margin',
    ...(width && { width }),
    align: 'end',
    cell: ({ margin }) => <bdi>{margin.length === 0 ? '–' : amounts(margin)}</bdi>,
  },
]

const METHODS: Record<string, { name: MessageId; icon: LucideIcon }> = {
  cash: { name: 'shift.method.cash', icon: Banknote },
  card: { name: 'shift.method.card', icon: CreditCard },
  other: { name: 'shift.method.other', icon: Ellipsis },
}
const NOT_NOTED = { name: 'reports.none', icon: Ellipsis } as const

export function Payments({ report, linkOf }: { report: ReportAnswer; linkOf: (row: Row) => string | undefined }) {
  const t = useText()
  const amounts = useAmounts(report)
  const rows = report.byPayment
  // Only the length of a bar is a float. It is in the currency of most sales.
  const currency = report.totals.paid.length === 1 ? report.totals.paid[0]?.currency : undefined
  const paidOf = ({ paid }: Row) => Number(paid.find((money) => money.currency === currency)?.amount ?? 0)
  const all = rows.reduce((sum, row) => sum + paidOf(row), 0)
  return (
    <section
      className="flex min-w-0 flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4"
      aria-label={t('reports.byPayment')}
    >
      <h2 className="text-3">{t('reports.byPayment')}</h2>
      {rows.length === 0 && <p className="text-ink-2">{t('reports.nothing')}</p>}
      <ul className="flex flex-col gap-3">
        {rows.map((row) => {
          const { name, icon: Icon } = METHODS[row.id] ?? NOT_NOTED
          const to = linkOf(row)
          const words = (
            <>
              <Icon size={20} aria-hidden />
              <span className="flex-1">
                {t(name)} <span className="text-1 text-ink-2">{t('reports.sales', { count: row.count })}</span>
              </span>{' '}
              <bdi className="font-semibold">{amounts(row.paid)}</bdi>
            </>
          )
          return (
            <li key={row.id}>
              {to === undefined ? (
                <span className={PAYMENT}>{words}</span>
              ) : (
                <Link className={PAYMENT} to={to}>
                  {words}
                </Link>
              )}
              {currency !== undefined && <ShareBar percent={all > 0 ? (100 * paidOf(row)) / all : 0} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const PAYMENT = 'flex min-h-hit flex-wrap items-center gap-2 text-ink'

type Loss = ReportAnswer['losses'][number]

export function Losses({ report }: { report: ReportAnswer }) {
  const t = useText()
  const amounts = useAmounts(report)
  const { losses, totals } = report
  const { refunded, belowCost } = totals.losses
  if (refunded.count + belowCost.count === 0) return null
  return (
    <Table
      label="reports.losses"
      columns={lossColumnsOf(t, amounts)}
      rows={losses}
      empty="reports.nothing"
      narrow="cards"
    />
  )
}

const lossColumnsOf = (t: Text, amounts: Amounts): Column<Loss>[] => [
  {
    id: 'sale',
    header: 'reports.losses',
    isTitle: true,
    cell: (loss) => (
      <RowLink to={paths.saleDetails(loss.id)}>
        #{loss.number} <bdi>{loss.serviceName}</bdi>
      </RowLink>
    ),
  },
  {
    id: 'why',
    header: 'reports.losses.why',
    cell: ({ loss, by }) =>
      loss === 'refunded' ? t('reports.losses.refunded', { name: by ?? '' }) : t('reports.losses.belowCost'),
  },
  {
    id: 'amount',
    header: 'reports.losses.amount',
    align: 'end',
    width: 'fit',
    cell: ({ amount }) => <bdi className="font-semibold">{amounts([amount])}</bdi>,
  },
]
