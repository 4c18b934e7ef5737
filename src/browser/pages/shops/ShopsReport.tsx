import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import type { ShopReport, ShopsReport as Report, ShopState } from '#api/shops.ts'
import { sorted } from '#domain/in-order.ts'
import { shopsExportAddress, shopsReportQuery } from '../../api/shops.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { RangePicker, useRange } from '../../report/RangePicker.tsx'
import { useAmounts } from '../../report/amounts.ts'
import { Async } from '../../ui/Async.tsx'
import { ExportButton } from '../../report/ExportButton.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Table, type Column } from '../../ui/Table.tsx'

export function ShopsReport({ shops }: { shops: readonly ShopState[] }) {
  const t = useText()
  const [range, setRange] = useRange()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const report = useQuery(shopsReportQuery(range, chosen))
  const byName = sorted(shops, (a, b) => (a.name < b.name ? -1 : 1))
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : sorted([...chosen, id]))
  return (
    <section className="grid min-w-0 gap-3" aria-labelledby="shops-report">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="shops-report" className="text-4">
          {t('shops.report')}
        </h2>
        <div className="flex flex-wrap gap-2">
          <RangePicker range={range} onChoose={setRange} />
          <ExportButton addressOf={(form) => shopsExportAddress(range, chosen, form)} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2" role="group" aria-label={t('shops.choose')}>
        <Chip isSelected={chosen.length === 0} onClick={() => setChosen([])}>
          {t('shops.all')}
        </Chip>
        {byName.map(({ id, name }) => (
          <Chip key={id} isSelected={chosen.includes(id)} onClick={() => toggle(id)}>
            <bdi>{name}</bdi>
          </Chip>
        ))}
      </div>
      <Async query={report} loading="reports.reading">
        {(data) => <Rows report={data} />}
      </Async>
    </section>
  )
}

type Row = Report['sum'] & { id: string; name: string }

const COLUMNS: Column<Row>[] = [
  { id: 'name', header: 'shops.shop', isTitle: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { id: 'sold', header: 'reports.sold', align: 'end', cell: ({ sold }) => sold },
  { id: 'notSold', header: 'reports.notSold', align: 'end', cell: ({ notSold }) => notSold },
  { id: 'open', header: 'shops.waitingOrUnknown', align: 'end', cell: ({ waiting, unknown }) => waiting + unknown },
  {
    id: 'paid',
    header: 'reports.paid',
    align: 'end',
    cell: ({ paid }) => (
      <b className="font-semibold">
        <Amounts of={paid} />
      </b>
    ),
  },
  { id: 'cost', header: 'reports.cost', align: 'end', cell: ({ cost }) => <Amounts of={cost} /> },
  { id: 'margin', header: 'reports.margin', align: 'end', cell: ({ margin }) => <Amounts of={margin} /> },
  { id: 'due', header: 'reports.refundsDue', align: 'end', cell: ({ refundsDue: due }) => <Amounts of={due.amount} /> },
]

/** Each amount with its currency, which may differ by shop. */
function Amounts({ of }: { of: Row['margin'] }) {
  const amounts = useAmounts()
  return <bdi>{amounts(of) || '–'}</bdi>
}

function Rows({ report: { shops, sum } }: { report: Report }) {
  const t = useText()
  const rows = shops.flatMap(rowOf)
  return (
    <>
      <MissingShops shops={shops} text="shops.reportWithout" />
      <Table
        label="shops.report"
        columns={COLUMNS}
        rows={rows}
        sum={rows.length > 1 ? { ...sum, id: '', name: t('reports.together') } : undefined}
        empty="shops.noneRead"
        narrow="cards"
      />
      {sum.tests.count > 0 && <Notice tone="info">{t('reports.tests', { count: sum.tests.count })}</Notice>}
      {sum.withoutMargin > 0 && <Notice tone="info">{t('reports.withoutMargin', { count: sum.withoutMargin })}</Notice>}
    </>
  )
}

const rowOf = (shop: ShopReport): Row[] =>
  shop.state === 'read' ? [{ ...shop.totals, id: shop.id, name: shop.name }] : []

type MissingShopsProps = {
  shops: readonly { name: string; state: string }[]
  text: 'shops.without' | 'shops.reportWithout'
}

export function MissingShops({ shops, text }: MissingShopsProps) {
  const t = useText()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const missing = shops.filter(({ state }) => state !== 'read').map(({ name }) => name)
  if (missing.length === 0) return null
  return (
    <Notice tone="info" role="alert" icon={<TriangleAlert size={24} aria-hidden />}>
      {t(text, { names: list.format(missing) })}
    </Notice>
  )
}
