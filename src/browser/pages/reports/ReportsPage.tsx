import { useQuery } from '@tanstack/react-query'
import { Printer, Store } from 'lucide-react'

import type { ReportAnswer } from '#api/reports.ts'
import type { Money } from '#domain/money/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/money/payment-method.ts'
import { sessionQuery } from '../../api/session.ts'
import { headLines, usePrintContext, centered, paperOf, type PrintContext } from '../../sale/documents/print-context.ts'
import { exportAddress, reportQuery, type DayRange } from '../../api/day.ts'
import { useServerNow } from '../../api/status.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { shortName } from '../../lib/current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { printDocument, problemOfPrint } from '../../printing/print.ts'
import { usePrint } from '../../printing/use-print.ts'
import { SalesChart, useBars } from '../../report/SalesChart.tsx'
import { RangePicker, useRangeName, useRange } from '../../report/RangePicker.tsx'
import type { PrintDocument, PrintLine } from '../../printing/print-document.ts'
import { SalePicture } from '../../sale/SaleRowParts.tsx'
import { ShiftPanel } from '../../shift/ShiftPanel.tsx'
import { Async } from '../../ui/Async.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ExportButton } from '../../report/ExportButton.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Figures, Groups } from './ReportFigures.tsx'
import { Losses, Payments, Rows } from './ReportRows.tsx'
import { SaleTimes } from './SaleTimes.tsx'

export default function ReportsPage() {
  const t = useText()
  const [range, setRange] = useRange()
  const report = useQuery(reportQuery(range))
  const { data: settings } = useQuery({ ...sessionQuery, select: (session) => session.settings })
  return (
    <PageLayout
      title={t(range.from === range.to ? 'reports.title' : 'reports.titleDays')}
      actions={
        <>
          <RangePicker range={range} onChoose={setRange} />
          {report.data && <PrintButton report={report.data} range={range} />}
          <ExportButton addressOf={(form) => exportAddress(range, form)} />
        </>
      }
      panel={settings?.drawer ? <ShiftPanel /> : undefined}
    >
      <Async query={report} loading="reports.reading">
        {(data) => <Report report={data} range={range} hasPayments={Boolean(settings?.payments)} />}
      </Async>
    </PageLayout>
  )
}

function Report({ report, range, hasPayments }: { report: ReportAnswer; range: DayRange; hasPayments: boolean }) {
  const t = useText()
  const chart = useBars(report, range)
  const { tests, sold, notSold, waiting, unknown } = report.totals
  const salesOf = (query: Record<string, string>) => paths.sales({ ...range, ...query })
  if (sold + notSold + waiting + unknown === 0) return <NothingSold chart={chart} />
  return (
    <>
      <Figures report={report} />
      <Groups report={report} range={range} />
      {tests.count > 0 && <Notice tone="info">{t('reports.tests', { count: tests.count })}</Notice>}
      <div className={`grid gap-3 ${hasPayments ? COLUMNS : ''}`}>
        <SalesChart {...chart} />
        {hasPayments && (
          <Payments report={report} linkOf={({ id }) => (id === '' ? undefined : salesOf({ paymentMethod: id }))} />
        )}
      </div>
      <div className={`grid items-start gap-3 ${COLUMNS}`}>
        <div className="grid min-w-0 gap-3">
          <Rows
            report={report}
            list="byService"
            title="reports.byService"
            hasMargin
            linkOf={({ id }) => salesOf({ service: id })}
            startOf={pictureOf}
          />
          <Rows report={report} list="byCategory" title="reports.byCategory" hasMargin />
          <Rows
            report={report}
            list="byOperator"
            title="reports.byOperator"
            hasMargin
            linkOf={({ id }) => (id === '' ? undefined : salesOf({ brand: id }))}
          />
        </div>
        <div className="grid min-w-0 gap-3">
          <Rows
            report={report}
            list="byCashier"
            title="reports.byCashier"
            nameOf={({ name }) => shortName(name)}
            linkOf={({ id }) => salesOf({ cashier: id })}
            startOf={avatarOf}
            hasSum
          />
          <Rows
            report={report}
            list="byTerminal"
            title="reports.byTill"
            linkOf={({ id }) => salesOf({ terminal: id })}
          />
          <Rows
            report={report}
            list="byKind"
            title="reports.byKind"
            nameOf={({ id }) => t(`reports.kind.${id as 'direct' | 'voucher' | 'international'}`)}
            linkOf={({ id }) => salesOf({ kind: id })}
          />
        </div>
      </div>
      <SaleTimes times={report.times} range={range} />
      <Losses report={report} />
    </>
  )
}

/** Of a day without sales: what is usually sold, or else where the figures will be. */
function NothingSold({ chart }: { chart: ReturnType<typeof useBars> }) {
  const t = useText()
  return (
    <>
      <Notice tone="info" heading={t('reports.nothing')}>
        <p className="mb-3">{t('reports.nothingNext')}</p>
        <ButtonLink icon={Store} to={paths.sell()}>
          {t('reports.sell')}
        </ButtonLink>
      </Notice>
      {chart.usualName === undefined ? <Outline title={chart.title} /> : <SalesChart {...chart} />}
    </>
  )
}

/** In percent of the chart. */
const SAMPLE = [30, 48, 62, 90, 74, 40, 55, 82]

const Outline = ({ title }: { title: string }) => (
  <section className="rounded-3 border-1 border-dashed border-line-strong p-4 text-ink-2" aria-hidden="true">
    <h2 className="text-3">{title}</h2>
    <svg
      className="mt-3 h-[220px] w-full rtl:-scale-x-100"
      viewBox={`0 0 ${SAMPLE.length} 100`}
      preserveAspectRatio="none"
      fill="none"
    >
      {SAMPLE.map((height, index) => (
        <path
          key={height}
          className="stroke-line-strong"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
          d={`M${index + 0.25} 100 V${100 - height} H${index + 0.75} V100`}
        />
      ))}
    </svg>
  </section>
)

const COLUMNS = 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

function PrintButton({ report, range }: { report: ReportAnswer; range: DayRange }) {
  const t = useText()
  const name = useRangeName()
  const now = useServerNow()
  const words = usePrintContext()
  const { print, isPrinting, outcome } = usePrint(printDocument)
  const problem = outcome && problemOfPrint(outcome)
  return (
    <>
      <Button
        icon={Printer}
        pending={isPrinting}
        onClick={() => void print(reportDocument(report, range, name(range), now, words))}
      >
        {t('reports.print')}
      </Button>
      {problem && <span role="alert">{t(problem)}</span>}
    </>
  )
}

type Row = ReportAnswer['byCashier'][number]

const isMethod = (id: string): id is PaymentMethod => PAYMENT_METHODS.some((method) => method === id)

/** The printed report. It never includes the shop's costs. */
export function reportDocument(
  report: ReportAnswer,
  { from, to }: DayRange,
  name: string,
  now: number,
  words: PrintContext,
): PrintDocument {
  const { t } = words
  const sum = (amounts: readonly Money[]) => amounts.map(words.money).join(' + ') || '0'
  const pair = (label: string, value: string): PrintLine => ({ kind: 'pair', label, value })
  const { totals, byPayment } = report
  const list = (heading: string, rows: readonly Row[], nameOf = ({ name }: Row) => name): PrintLine[] =>
    rows.length === 0
      ? []
      : [
          { kind: 'rule' },
          { kind: 'text', align: 'start', look: 'strong', text: heading },
          ...rows.map((row) =>
            pair(
              `${row.count} × ${row.isRest ? t('reports.rest') : nameOf(row) || t('reports.others')}`,
              sum(row.paid),
            ),
          ),
        ]
  return paperOf(
    'report',
    [
      ...headLines(words),
      centered(t(from === to ? 'reports.title' : 'reports.titleDays'), 'title'),
      centered(name),
      centered(formatStamp(now)),
      { kind: 'rule' },
      pair(t('reports.paid'), sum(totals.paid)),
      pair(t('reports.sold'), String(totals.sold)),
      pair(t('reports.waiting'), String(totals.waiting)),
      pair(t('reports.unknown'), String(totals.unknown)),
      pair(t('reports.notSold'), String(totals.notSold)),
      pair(t('reports.refundsDue'), `${totals.refundsDue.count} · ${sum(totals.refundsDue.amount)}`),
      ...(totals.tests.count > 0
        ? [{ kind: 'text', align: 'start', text: t('reports.tests', { count: totals.tests.count }) } as const]
        : []),
      // A shop that records no payments has none to list.
      ...list(t('reports.byPayment'), byPayment.some(({ id }) => id !== '') ? byPayment : [], ({ id }) =>
        t(isMethod(id) ? `shift.method.${id}` : 'reports.none'),
      ),
      ...list(t('reports.byCashier'), report.byCashier),
      ...list(t('reports.byService'), report.byService),
    ],
    words,
  )
}

type Named = { id: string; name: string }

const pictureOf = ({ id, name }: Named) => <SalePicture sale={{ serviceId: id, brand: name }} size={32} />
const avatarOf = ({ id, name }: Named) => <Avatar id={id} name={name} size="sm" />
