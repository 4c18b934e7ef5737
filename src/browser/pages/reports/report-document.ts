import type { ReportAnswer } from '#contract/proxy/reports.ts'
import type { Money } from '#domain/money.ts'
import type { DayRange } from '../../api/reports.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import type { PrintDocument, PrintLine } from '../../printing/print-document.ts'
import { centred, headLines, paperOf, type PrintContext } from '../../sale/documents/print-context.ts'

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
  const { totals } = report
  const list = (heading: string, rows: ReportAnswer['byCashier'], nameOf = (row: { name: string }) => row.name): PrintLine[] =>
    rows.length === 0
      ? []
      : [
          { kind: 'rule' },
          { kind: 'text', align: 'start', look: 'strong', text: heading },
          ...rows.map((row) => pair(`${row.count} × ${nameOf(row) || t('reports.others')}`, sum(row.paid))),
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
      ...list(t('reports.byCashier'), report.byCashier),
      ...list(t('reports.byService'), report.byService),
    ],
    words,
  )
}
