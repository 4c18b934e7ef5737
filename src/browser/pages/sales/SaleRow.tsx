import { Play, Printer, Ticket } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router-dom'

import { moneyMoved, type Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { firstName, shortName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip } from '../../sale/SaleChip.tsx'
import { SaleAccount, SaleAmount, SaleName, SalePicture, SaleRefusal, SaleTime } from '../../sale/SaleRowParts.tsx'
import { usePrintRight } from '../../sale/use-sale-rights.ts'
import { productOfSummary } from '../../sale/sale-naming.ts'
import { actionOfSale, type SaleAction } from './sale-action.ts'

/** How the drawer knows that the list is what it was opened from. */
export const OVER_LIST = { isOverList: true }
/** Where focus goes back to when the drawer closes. */
export const rowIdOf = (saleId: string) => `sale-${saleId}`

const ICONS = { resume: Play, handOver: Ticket, reprint: Printer } satisfies Partial<Record<SaleAction, unknown>>

type SaleRowProps = {
  sale: Sale
  usual: string
  hasCashier: boolean
  hasDay: boolean
  search: string
  isOpen: boolean
}

/** One sale of the list. The whole row leads to what is known of it; at its end stands what is done most. */
export const SaleRow = memo(function SaleRow({ sale, usual, hasCashier, hasDay, search, isOpen }: SaleRowProps) {
  const details = { pathname: paths.saleDetails(sale.id), search }
  return (
    <div className={isOpen ? 'tr tr--sel' : 'tr'} role="row">
      <span role="cell">
        <SaleTime sale={sale} hasDay={hasDay} />
      </span>
      <span role="presentation">
        <SalePicture sale={sale} size={32} />
      </span>
      <span role="cell">
        <SaleName sale={sale} to={details} state={OVER_LIST} id={rowIdOf(sale.id)} />
      </span>
      <span className="truncate" role="cell">
        <SaleAccount sale={sale} />
      </span>
      <span className={moneyMoved(sale) === 'no' ? 'end muted' : 'end font-medium'} role="cell">
        <SaleAmount sale={sale} usual={usual} />
      </span>
      <span role="cell">
        <SaleChip sale={sale} />
        <SaleRefusal sale={sale} />
      </span>
      {hasCashier && (
        <span className="truncate" role="cell">
          <bdi>{firstName(sale.cashier.name)}</bdi>
        </span>
      )}
      <span className="end" role="cell">
        <RowAction sale={sale} search={search} />
      </span>
    </div>
  )
})

type SummaryRowProps = Pick<SaleRowProps, 'hasDay' | 'search' | 'isOpen'> & { summary: SaleSummary }

/** A colleague's complete sale: no amount, and nothing to do but to look. Only cashiers see it so, whose list has no column of cashiers. */
export function SummaryRow({ summary, hasDay, search, isOpen }: SummaryRowProps) {
  const t = useText()
  const number = t('salesList.saleNumber', { number: formatSaleNumber(summary.number) })
  const details = { pathname: paths.saleDetails(summary.id), search }
  return (
    <div className={isOpen ? 'tr tr--sel' : 'tr'} role="row">
      <span role="cell">
        <SaleTime sale={summary} hasDay={hasDay} />
      </span>
      <span role="presentation">
        <SalePicture sale={summary} size={32} />
      </span>
      <span role="cell">
        <Link className="nm" dir="auto" to={details} state={OVER_LIST} id={rowIdOf(summary.id)}>
          {productOfSummary(summary)}
        </Link>
        <span className="mt">
          {number} · <bdi>{shortName(summary.cashier.name)}</bdi>
        </span>
      </span>
      <span className="truncate" role="cell">
        <SaleAccount sale={summary} />
      </span>
      <span className="end muted" role="cell">
        –
      </span>
      <span role="cell">
        <SaleChip sale={summary} />
      </span>
      <span className="end" role="cell">
        <Link
          className="btn btn--quiet"
          aria-label={[t('salesList.details'), number].join(t('shell.comma'))}
          to={details}
          state={OVER_LIST}
        >
          {t('salesList.details')}
        </Link>
      </span>
    </div>
  )
}

function RowAction({ sale, search }: Pick<SaleRowProps, 'sale' | 'search'>) {
  const t = useText()
  const action = actionOfSale(sale, usePrintRight(sale))
  const name = [t(`salesList.${action}`), t('salesList.saleNumber', { number: formatSaleNumber(sale.number) })].join(
    t('shell.comma'),
  )
  if (action === 'details') {
    return (
      <Link
        className="btn btn--quiet"
        aria-label={name}
        to={{ pathname: paths.saleDetails(sale.id), search }}
        state={OVER_LIST}
      >
        {t('salesList.details')}
      </Link>
    )
  }
  const Icon = ICONS[action]
  return (
    <Link
      className={action === 'reprint' ? 'btn btn--quiet' : 'btn btn--tint'}
      aria-label={name}
      to={paths.sale(sale.id)}
    >
      <Icon className={action === 'resume' ? 'ic flip' : 'ic'} size={18} aria-hidden="true" />
      {t(`salesList.${action}`)}
    </Link>
  )
}
