import { Link } from 'react-router-dom'

import type { CostDifferenceRow } from '#contract/proxy/wallet.ts'
import { formatSaleNumber } from '../../i18n/format-sale.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Money } from '../../ui/Money.tsx'
import { Table, type Column } from '../../ui/Table.tsx'

const COLUMNS: Column<CostDifferenceRow>[] = [
  { id: 'sale', header: 'wallet.sale', width: 'half', cell: (row) => <SaleCell row={row} /> },
  { id: 'promised', header: 'wallet.promised', align: 'end', cell: (row) => <Promised row={row} /> },
  { id: 'expected', header: 'wallet.expected', align: 'end', cell: (row) => <Expected row={row} /> },
  { id: 'cost', header: 'wallet.cost', align: 'end', cell: ({ cost }) => <Money money={cost} /> },
]

/** Sales that cost something else than the commission promised. Nothing is shown while there are none. */
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

function SaleCell({ row: { saleId, number, serviceName, amount } }: { row: CostDifferenceRow }) {
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

function Promised({ row: { commission, cost } }: { row: CostDifferenceRow }) {
  const locale = useLocale()
  return commission.kind === 'percent' ? (
    <bdi dir="ltr">{commission.value} %</bdi>
  ) : (
    formatMoney({ amount: commission.value as never, currency: cost.currency }, locale)
  )
}

function Expected({ row: { expected } }: { row: CostDifferenceRow }) {
  const t = useText()
  return expected ? <Money money={expected} /> : <span className="text-ink-2">{t('wallet.expectedNone')}</span>
}
