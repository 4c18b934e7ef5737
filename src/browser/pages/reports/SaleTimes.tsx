import { useState } from 'react'

import type { ReportAnswer } from '#api/reports.ts'
import type { SaleStep } from '#domain/reports/sale-times.ts'
import { timesAddress, type DayRange } from '../../api/day.ts'
import { shortName } from '../../lib/current-user.ts'
import { formatShortDay } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { ExportButton } from '../../report/ExportButton.tsx'
import { noonOf } from '../../report/RangeCalendar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Table, type Column } from '../../ui/Table.tsx'

type Times = ReportAnswer['times']
type Row = Times['byDay'][number]

/** How long sales took, as the tills measured it. Absent if none was measured. */
export function SaleTimes({ times, range }: { times: Times; range: DayRange }) {
  const t = useText()
  const locale = useLocale()
  if (times.all.count === 0) return null
  return (
    <section className="grid min-w-0 gap-3" aria-label={t('reports.times')}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-4">{t('reports.times')}</h2>
          <p className="text-ink-2">{t('reports.times.lead')}</p>
        </div>
        <ExportButton label="reports.times.csv" addressOf={(form) => timesAddress(range, form)} />
      </div>
      {times.isPartial && <Notice tone="info">{t('reports.times.partial')}</Notice>}
      <TimesTable title="reports.times.product" rows={times.byService} all={times.all} nameOf={({ name }) => name} />
      {times.byDay.length > 1 && (
        <TimesTable
          title="reports.day"
          rows={times.byDay}
          nameOf={({ id }) => formatShortDay(noonOf(id).getTime(), locale)}
        />
      )}
      {times.byCashier && (
        <TimesTable title="reports.times.cashier" rows={times.byCashier} nameOf={({ name }) => shortName(name)} />
      )}
    </section>
  )
}

const FIRST_ROWS = 6

type TimesTableProps = {
  title: MessageId
  rows: readonly Row[]
  all?: Times['all']
  nameOf: (row: Row) => string
}

function TimesTable({ title, rows, all, nameOf }: TimesTableProps) {
  const t = useText()
  const [isLong, setIsLong] = useState(false)
  const shown = isLong ? rows : rows.slice(0, FIRST_ROWS)
  const sum: Row | undefined = all && rows.length > 1 ? { ...all, id: '', name: '' } : undefined
  const columns = columnsOf(title, (row) => (row === sum ? t('reports.together') : nameOf(row)))
  return (
    <>
      <Table label={title} columns={columns} rows={shown} sum={sum} empty="reports.times.none" narrow="cards" />
      {shown.length < rows.length && (
        <Button variant="quiet" onClick={() => setIsLong(true)}>
          {t('reports.more', { count: rows.length - shown.length })}
        </Button>
      )}
    </>
  )
}

const columnsOf = (title: MessageId, nameOf: (row: Row) => string): Column<Row>[] => [
  { id: 'name', header: title, isTitle: true, cell: (row) => <bdi>{nameOf(row)}</bdi> },
  { id: 'count', header: 'reports.times.measured', align: 'end', width: 'fit', cell: ({ count }) => count },
  ...(['entry', 'answer', 'next'] as const).map((step): Column<Row> => ({
    id: step,
    header: `reports.times.${step}`,
    align: 'end',
    width: 'fit',
    cell: (row) => <Spread row={row} step={step} />,
  })),
]

function Spread({ row, step }: { row: Row; step: SaleStep }) {
  const t = useText()
  const spread = row[step]
  if (!spread) return '–'
  const say = (ms: number) => formatSpan(ms) ?? t('reports.times.seconds', { seconds: (ms / 1_000).toFixed(1) })
  return (
    <span className="whitespace-nowrap">
      <bdi className="font-semibold">{say(spread.median)}</bdi> <bdi className="text-ink-2">{say(spread.p95)}</bdi>
    </span>
  )
}

const MINUTE_MS = 60_000

/** `2:05`; `undefined` below a minute. */
function formatSpan(ms: number): string | undefined {
  const seconds = Math.round(ms / 1_000)
  if (ms < MINUTE_MS) return undefined
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
