import type { ReportAnswer } from '#contract/proxy/reports.ts'
import type { Money } from '#domain/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { DayRange } from '../../api/reports.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import type { PrintDocument, PrintLine } from '../../printing/print-document.ts'
import { centred, headLines, paperOf, type PrintContext } from '../../sale/documents/print-context.ts'

type Row = ReportAnswer['byCashier'][number]

const isMethod = (id: string): id is PaymentMethod => PAYMENT_METHODS.some((method) => method === id)

/** The report on paper. What the shop pays is on none. */
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
      centred(t(from === to ? 'reports.title' : 'reports.titleDays'), 'title'),
      centred(name),
      centred(formatStamp(now)),
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
      // A shop that notes no payments has none to list.
      ...list(t('reports.byPayment'), byPayment.some(({ id }) => id !== '') ? byPayment : [], ({ id }) =>
        t(isMethod(id) ? `shift.method.${id}` : 'reports.none'),
      ),
      ...list(t('reports.byCashier'), report.byCashier),
      ...list(t('reports.byService'), report.byService),
    ],
    words,
  )
}
