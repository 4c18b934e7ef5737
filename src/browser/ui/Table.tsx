import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { MessageId } from '../i18n/locale.ts'
import { useText } from '../i18n/use-text.ts'

export type Column<Row> = {
  id: string
  header: MessageId
  /** Values for the header message, such as the currency. */
  headerValues?: Record<string, string>
  /** Rendered as a component, so hooks are allowed. */
  cell: (row: Row) => ReactNode
  /** `fit` the content; `fill` the rest and truncate; `half` of the rest or a `third` of the table, wrapped. */
  width?: 'fit' | 'fill' | 'half' | 'third'
  align?: 'start' | 'end'
  hideHeader?: true
  /** The header names the subject of the table. */
  isTitle?: true
  /** Hidden in one column, where another cell must show it. */
  hideNarrow?: true
  /** Utilities that place the cell in a row's three-column grid when the page has one column: `max-md:col-start-2 max-md:row-start-1`. */
  place?: string
}

type RowGroup<Row> = { id: string; heading: ReactNode; rows: readonly Row[] }

type TableProps<Row> = {
  label: MessageId
  columns: readonly Column<Row>[]
  empty: MessageId
  keyOf?: (row: Row) => string
  sum?: Row | undefined
  isSelected?: (row: Row) => boolean
  /** `cards`: if there is no room, a row is a card whose cells begin with their column name. */
  narrow?: 'cards'
  /** `lg` has room for two lines. */
  size?: 'md' | 'lg'
  /** Headers are for screen readers only. */
  hideHead?: boolean
} & ({ rows: readonly Row[]; groups?: never } | { rows?: never; groups: readonly RowGroup<Row>[] })

const WIDTHS = {
  fit: 'w-px whitespace-nowrap',
  fill: 'w-full max-w-0 truncate',
  half: 'w-1/2 max-w-0 wrap-anywhere',
  third: 'w-1/3 wrap-anywhere',
}
const PLAIN = { table: '', head: 'sticky top-0 z-1 bg-sunken', row: '', cell: '', named: '', actions: '', group: '' }

/** Rows become cards below this width, which is in `rem` so that it works beside a panel, on a phone and with large type. */
const CARDS = {
  table: '@max-[44rem]:block *:@max-[44rem]:block',
  head: 'sticky top-0 z-1 bg-sunken @max-[44rem]:sr-only',
  row: '@max-[44rem]:flex @max-[44rem]:flex-wrap @max-[44rem]:gap-x-5 @max-[44rem]:gap-y-1 @max-[44rem]:px-4 @max-[44rem]:py-3 @max-[44rem]:first:border-t-0',
  cell: 'py-2 @max-[44rem]:h-auto! @max-[44rem]:w-auto @max-[44rem]:max-w-full @max-[44rem]:p-0! @max-[44rem]:text-start @max-[44rem]:whitespace-normal @max-[44rem]:first:basis-full',
  named:
    '@max-[44rem]:before:me-1 @max-[44rem]:before:text-1 @max-[44rem]:before:text-ink-2 @max-[44rem]:before:content-[attr(data-header)]',
  actions: '@max-[44rem]:basis-full',
  group: '@max-[44rem]:block',
}

const GRID = {
  ...PLAIN,
  table: 'max-md:block *:max-md:block',
  head: 'sticky top-0 z-1 bg-sunken max-md:sr-only',
  row: 'max-md:grid max-md:grid-cols-[48px_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-2 max-md:first:border-t-0',
  cell: 'max-md:h-auto! max-md:w-auto max-md:max-w-none max-md:p-0!',
  group: 'max-md:block',
}

/** The server sorts and pages. */
export function Table<Row extends { id: string } | object>({
  label,
  columns,
  rows,
  groups,
  empty,
  keyOf = idOf,
  sum,
  isSelected,
  narrow,
  size = 'md',
  hideHead = false,
}: TableProps<Row>) {
  const t = useText()
  const hasPlaces = columns.some(({ place }) => place !== undefined)
  const look = narrow ? CARDS : hasPlaces ? GRID : PLAIN
  const classOfCell = (column: Column<Row>, at: number) =>
    [
      size === 'lg' ? 'h-[72px]' : 'h-bar',
      classOf(column),
      column.width ? WIDTHS[column.width] : '',
      look.cell,
      at > 0 ? (column.hideHeader ? look.actions : look.named) : '',
      column.place ?? '',
    ].join(' ')
  const rowOf = (row: Row) => (
    <tr
      key={keyOf(row)}
      aria-current={isSelected?.(row) || undefined}
      className={`relative border-t border-line ${row === sum ? 'bg-sunken font-semibold' : ''} has-[a]:hover:bg-canvas aria-[current=true]:bg-act-tint aria-[current=true]:shadow-row rtl:aria-[current=true]:shadow-row-rtl ${look.row}`}
    >
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-header={narrow && !column.hideHeader ? `${t(column.header, column.headerValues)}: ` : undefined}
          className={classOfCell(column, at)}
        >
          <Cell of={column.cell} row={row} />
        </td>
      ))}
    </tr>
  )
  return (
    <div className={`overflow-clip rounded-3 border-1 border-line bg-surface ${narrow ? '@container' : ''}`}>
      <table className={`w-full border-collapse text-2 ${look.table}`}>
        <caption className="sr-only">{t(label)}</caption>
        <thead className={hideHead ? 'sr-only' : look.head}>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={`h-7 ${column.isTitle ? 'text-2 font-semibold' : 'text-1 font-medium text-ink-2'} ${classOf(column)} ${column.width === 'fit' ? 'whitespace-nowrap' : ''}`}
              >
                {column.hideHeader ? (
                  <span className="sr-only">{t(column.header)}</span>
                ) : (
                  t(column.header, column.headerValues)
                )}
              </th>
            ))}
          </tr>
        </thead>
        {groups?.map((group, at) => (
          <tbody key={group.id}>
            <tr className={`${at === 0 && hideHead ? '' : 'border-t'} border-line bg-sunken ${look.group}`}>
              <th
                scope="rowgroup"
                colSpan={columns.length}
                className={`px-4 py-2 text-start font-normal ${look.group}`}
              >
                {group.heading}
              </th>
            </tr>
            {group.rows.map(rowOf)}
          </tbody>
        ))}
        {rows && (
          <tbody>
            {rows.map(rowOf)}
            {sum && rowOf(sum)}
            {rows.length === 0 && (
              <tr className="border-t border-line">
                <td colSpan={columns.length} className="h-bar px-4 text-ink-2">
                  {t(empty)}
                </td>
              </tr>
            )}
          </tbody>
        )}
      </table>
    </div>
  )
}

const Cell = <Row,>({ of, row }: { of: (row: Row) => ReactNode; row: Row }) => of(row)

type RowLinkProps = Pick<ComponentProps<typeof Link>, 'to' | 'state' | 'id' | 'children'>

/** A link that covers its row, which also gets the focus ring. */
export const RowLink = (props: RowLinkProps) => (
  <Link
    {...props}
    className="font-medium text-ink shadow-none outline-none after:absolute after:inset-0 after:content-[''] focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
  />
)

const classOf = <Row,>({ align, hideNarrow }: Column<Row>) =>
  `px-2 first:ps-4 last:pe-4 ${align === 'end' ? 'text-end' : 'text-start'} ${hideNarrow ? 'max-md:hidden' : ''}`

const idOf = (row: object): string => ('id' in row ? String(row.id) : JSON.stringify(row))
