import { Check, Clock, RotateCcw, Ticket, Undo2, UserRoundCheck, type LucideIcon } from 'lucide-react'

import { sorted } from '#domain/in-order.ts'
import { isRefundDue, isWaiting, type Sale, type SaleState } from '#domain/sale/sale.ts'
import { useServerNow } from '../../api/status.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { formatShortDay, formatTime } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip, SaleAccount, SaleAmount, SalePicture, SaleRemark } from '../../sale/SaleRowParts.tsx'
import { productOfSale } from '../../sale/sale-naming.ts'
import { RowLink, Table, type Column } from '../../ui/Table.tsx'
import { OpenItemAction, OpenItemNext } from './OpenItemAction.tsx'

export const SECTION_ICONS: Record<OpenItemSection, LucideIcon> = {
  attention: UserRoundCheck,
  decide: RotateCcw,
  refunds: Undo2,
  codes: Ticket,
  waiting: Clock,
  updates: Check,
}

const COLUMNS: Column<Sale>[] = [
  {
    id: 'time',
    header: 'salesList.time',
    width: 'fit',
    place: 'max-md:col-start-1 max-md:row-start-1',
    cell: Opened,
  },
  {
    id: 'product',
    header: 'salesList.product',
    width: 'half',
    place: 'max-md:col-start-2 max-md:row-start-1',
    cell: Product,
  },
  {
    id: 'amount',
    header: 'sale.amount',
    width: 'fit',
    align: 'end',
    place: 'max-md:col-start-3 max-md:row-start-1 max-md:self-start',
    cell: (sale) => (
      <b className="font-medium">
        <SaleAmount sale={sale} />
      </b>
    ),
  },
  {
    id: 'state',
    header: 'salesList.state',
    place: 'max-md:col-span-2 max-md:col-start-2 max-md:row-start-2',
    cell: (sale) => (
      <>
        <SaleChip sale={sale} />
        <SaleRemark sale={sale} />
      </>
    ),
  },
  {
    id: 'next',
    header: 'openItems.next',
    width: 'half',
    place: 'max-md:col-span-2 max-md:col-start-2 max-md:row-start-3',
    cell: (sale) => <OpenItemNext sale={sale} />,
  },
  {
    id: 'action',
    header: 'openItems.action',
    align: 'end',
    place: 'max-md:col-span-3 max-md:col-start-1 max-md:row-start-4',
    // Above the link that covers the row, and equally wide in all rows.
    cell: (sale) => (
      <div className="relative grid md:w-[11rem] md:*:whitespace-normal">
        <OpenItemAction sale={sale} />
      </div>
    ),
  },
]

export const OpenItemsTable = ({ groups }: { groups: readonly OpenItemGroup[] }) => (
  <Table
    label="openItems.title"
    columns={COLUMNS}
    groups={groups.map(({ section, sales }) => ({
      id: section,
      heading: <Heading section={section} count={sales.length} />,
      rows: sales,
    }))}
    empty="openItems.empty"
    hideHead
  />
)

function Heading({ section, count }: { section: OpenItemSection; count: number }) {
  const t = useText()
  const Icon = SECTION_ICONS[section]
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Icon size={20} aria-hidden />
      <h2 className="text-2 font-semibold">{t(`openItems.section.${section}`)}</h2>
      <span className="grid h-5 min-w-5 place-items-center rounded-full border-1 border-line-strong bg-surface px-2 text-1 font-semibold">
        {count}
      </span>
      <span className="text-1 text-ink-2">
        {t(`openItems.rule.${section}`)} {section === 'codes' && t('salesList.showLogged')}
      </span>
    </span>
  )
}

const NOTE = 'block text-1 leading-4 text-ink-2'

function Opened({ openedAt }: Sale) {
  const locale = useLocale()
  const day = formatShortDay(openedAt, locale)
  const isToday = day === formatShortDay(useServerNow(), locale)
  return (
    <>
      <bdi dir="ltr">{formatTime(openedAt)}</bdi>
      {!isToday && <span className={`${NOTE} max-md:whitespace-normal`}>{day}</span>}
    </>
  )
}

function Product(sale: Sale) {
  const t = useText()
  return (
    <div className="flex items-center gap-4 py-2">
      <span className="max-sm:hidden">
        <SalePicture sale={sale} size={40} />
      </span>
      <div className="min-w-0 leading-5">
        <RowLink to={paths.sale(sale.id)}>
          <bdi>{productOfSale(sale, t)}</bdi>
        </RowLink>
        <span className={NOTE}>
          {t('salesList.saleNumber', { number: formatSaleNumber(sale) })}
          {sale.account !== undefined && (
            <>
              {t('shell.comma')}
              <SaleAccount sale={sale} />
            </>
          )}
        </span>
      </div>
    </div>
  )
}

const OPEN_ITEM_SECTIONS = ['attention', 'decide', 'refunds', 'codes', 'waiting', 'updates'] as const
export type OpenItemSection = (typeof OPEN_ITEM_SECTIONS)[number]
export type OpenItemGroup = { section: OpenItemSection; sales: Sale[] }

/** Sales that need a decision come before those that only wait. */
const ORDER: readonly SaleState[] = ['not-executed', 'unknown', 'pending', 'confirming']

export function groupOpenItems(sales: readonly Sale[], isSupervisor: boolean): OpenItemGroup[] {
  const sectionOf = (sale: Sale): OpenItemSection => {
    if (sale.attention && (isSupervisor || !isWaiting(sale))) return 'attention'
    if (sale.state === 'not-executed') return 'decide'
    if (isWaiting(sale)) return 'waiting'
    if (sale.voucher === 'ready' || sale.print) return 'codes'
    return isRefundDue(sale) ? 'refunds' : 'updates'
  }
  return OPEN_ITEM_SECTIONS.map((section) => ({
    section,
    sales: sorted(
      sales.filter((sale) => sectionOf(sale) === section),
      byUrgency,
    ),
  })).filter((group) => group.sales.length > 0)
}

function byUrgency(a: Sale, b: Sale): number {
  return urgencyOf(a) - urgencyOf(b) || a.openedAt - b.openedAt
}

/** Paid sales that only wait for their code come last. */
const urgencyOf = ({ state, voucher }: Sale): number => (voucher === 'coming' ? ORDER.length : ORDER.indexOf(state))
