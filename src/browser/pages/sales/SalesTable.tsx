import { moneyMoved, type Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { nameCurrency, formatSaleNumber } from '../../i18n/formats.ts'
import { formatShortDay, formatTime } from '../../i18n/format-time.ts'
import { firstName, shortName } from '../../lib/current-user.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import {
  SaleChip,
  actionOfSale,
  SALE_ACTION_ICONS,
  SaleAccount,
  SaleAmount,
  SalePicture,
  SaleRemark,
} from '../../sale/SaleRowParts.tsx'
import { askFor } from '../../sale/delivery/asked-delivery.ts'
import { productOfSale, productOfSummary } from '../../sale/sale-naming.ts'
import { usePrintRight } from '../../sale/use-sale-rights.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { RowLink, Table, type Column } from '../../ui/Table.tsx'

const OVER_LIST = { isOverList: true }
export const rowIdOf = (saleId: string) => `sale-${saleId}`

/** A colleague's complete sale is a summary. Only cashiers get summaries, and their list has no cashier column. */
type Row = Sale | SaleSummary

type SalesTableProps = {
  sales: readonly Row[]
  hasCashier: boolean
  hasDay: boolean
  search: string
  openId: string | undefined
}

export function SalesTable({ sales, openId, ...listed }: SalesTableProps) {
  const locale = useLocale()
  // The column header names the usual currency; sales in another currency show theirs.
  const usual = sales.find((sale) => !isSummary(sale))?.pays.currency ?? ''
  return (
    <Table
      label="salesList.title"
      columns={columnsOf({ ...listed, usual, currency: nameCurrency(usual, locale) })}
      rows={sales}
      empty="salesList.empty"
      isSelected={({ id }) => id === openId}
    />
  )
}

type Listed = Pick<SalesTableProps, 'hasCashier' | 'hasDay' | 'search'> & { usual: string; currency: string }

const columnsOf = ({ hasCashier, hasDay, search, usual, currency }: Listed): Column<Row>[] => [
  {
    id: 'time',
    header: 'salesList.time',
    width: 'fit',
    place: 'max-md:col-start-1 max-md:row-start-1',
    cell: (sale) => <Opened sale={sale} hasDay={hasDay} />,
  },
  {
    id: 'product',
    header: 'salesList.product',
    width: 'half',
    place: 'max-md:col-start-2 max-md:row-start-1',
    cell: (sale) => <Product sale={sale} search={search} />,
  },
  {
    id: 'account',
    header: 'salesList.account',
    width: 'half',
    place: 'max-md:col-span-2 max-md:col-start-2 max-md:row-start-2',
    cell: (sale) => <SaleAccount sale={sale} />,
  },
  {
    id: 'amount',
    header: 'salesList.amount',
    headerValues: { currency },
    width: 'fit',
    align: 'end',
    place: 'max-md:col-start-3 max-md:row-start-1',
    cell: (sale) => <Amount sale={sale} usual={usual} />,
  },
  {
    id: 'state',
    header: 'salesList.state',
    place: 'max-md:col-start-2 max-md:row-start-3',
    cell: (sale) => (
      <>
        <SaleChip sale={sale} />
        {!isSummary(sale) && <SaleRemark sale={sale} />}
      </>
    ),
  },
  ...(hasCashier ? [CASHIER] : []),
  {
    id: 'action',
    header: 'salesList.action',
    width: 'fit',
    align: 'end',
    place: 'max-md:col-start-3 max-md:row-start-3',
    cell: (sale) =>
      isSummary(sale) ? <Details sale={sale} search={search} /> : <Action sale={sale} search={search} />,
  },
]

const CASHIER: Column<Row> = {
  id: 'cashier',
  header: 'salesList.cashier',
  place: 'max-md:col-start-1 max-md:row-start-2 max-md:text-1 max-md:text-ink-2',
  cell: (sale) => <bdi>{firstName(sale.cashier.name)}</bdi>,
}

const NOTE = 'block text-1 leading-4 text-ink-2'

function Opened({ sale: { openedAt }, hasDay }: { sale: Row; hasDay: boolean }) {
  const locale = useLocale()
  return (
    <>
      <bdi dir="ltr">{formatTime(openedAt)}</bdi>
      {hasDay && <span className={`${NOTE} max-md:whitespace-normal`}>{formatShortDay(openedAt, locale)}</span>}
    </>
  )
}

type LinkedProps<Of> = { sale: Of; search: string }

function Product({ sale, search }: LinkedProps<Row>) {
  const t = useText()
  return (
    <div className="flex items-center gap-4 py-1">
      <span className="max-sm:hidden">
        <SalePicture sale={sale} size={32} />
      </span>
      <div className="min-w-0 leading-5">
        <RowLink id={rowIdOf(sale.id)} to={{ pathname: paths.saleDetails(sale.id), search }} state={OVER_LIST}>
          <bdi>{isSummary(sale) ? productOfSummary(sale) : productOfSale(sale, t)}</bdi>
        </RowLink>
        <span className={NOTE}>
          {t('salesList.saleNumber', { number: formatSaleNumber(sale) })}
          {isSummary(sale) && (
            <>
              {' · '}
              <bdi>{shortName(sale.cashier.name)}</bdi>
            </>
          )}
        </span>
      </div>
    </div>
  )
}

function Amount({ sale, usual }: { sale: Row; usual: string }) {
  if (isSummary(sale)) return <span className="text-ink-2">–</span>
  return (
    <span className={moneyMoved(sale) === 'no' ? 'text-ink-2' : 'font-medium'}>
      <SaleAmount sale={sale} usual={usual} />
    </span>
  )
}

function Action({ sale, search }: LinkedProps<Sale>) {
  const t = useText()
  const action = actionOfSale(sale, usePrintRight(sale))
  if (action === 'details') return <Details sale={sale} search={search} />
  const number = t('salesList.saleNumber', { number: formatSaleNumber(sale) })
  return (
    <span className="relative">
      <ButtonLink
        variant={action === 'reprint' ? 'quiet' : 'tint'}
        icon={SALE_ACTION_ICONS[action]}
        aria-label={[t(`salesList.${action}`), number].join(t('shell.comma'))}
        to={paths.sale(sale.id)}
        state={action === 'reprint' ? askFor('print') : undefined}
      >
        {t(`salesList.${action}`)}
      </ButtonLink>
    </span>
  )
}

function Details({ sale, search }: LinkedProps<Row>) {
  const t = useText()
  const number = t('salesList.saleNumber', { number: formatSaleNumber(sale) })
  return (
    <span className="relative">
      <ButtonLink
        variant="quiet"
        aria-label={[t('salesList.details'), number].join(t('shell.comma'))}
        to={{ pathname: paths.saleDetails(sale.id), search }}
        state={OVER_LIST}
      >
        {t('salesList.details')}
      </ButtonLink>
    </span>
  )
}
