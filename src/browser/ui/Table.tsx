import type { ReactNode } from 'react'

import type { MessageId } from '../i18n/locale.ts'
import { useText } from '../i18n/use-text.ts'

export type Column<Row> = {
  id: string
  header: MessageId
  cell: (row: Row) => ReactNode
  /** As wide as its content; or all that is left, truncated. */
  width?: 'fit' | 'fill'
  align?: 'start' | 'end'
  /** For screen readers only, as above buttons. */
  hideHeader?: true
  /** Left out in one column, where another cell has to say it. */
  hideNarrow?: true
}

type TableProps<Row> = {
  label: MessageId
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Instead of the rows, while there are none. */
  empty: MessageId
  /** Tells the rows apart; without it, their `id`. */
  keyOf?: (row: Row) => string
  /** The row whose details are open. */
  isSelected?: (row: Row) => boolean
}

const WIDTHS = { fit: 'w-px whitespace-nowrap', fill: 'w-full max-w-0 truncate' }

/** A real table. Sorting and paging are the proxy's. */
export function Table<Row extends { id: string } | object>({
  label,
  columns,
  rows,
  empty,
  keyOf = idOf,
  isSelected,
}: TableProps<Row>) {
  const t = useText()
  return (
    <div className="overflow-clip rounded-3 border-1 border-line bg-surface">
      <table className="w-full border-collapse text-2">
        <caption className="sr-only">{t(label)}</caption>
        <thead className="sticky top-0 z-1 bg-sunken">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={`h-7 text-1 font-medium text-ink-2 ${classOf(column)} ${column.width === 'fit' ? 'whitespace-nowrap' : ''}`}
              >
                {column.hideHeader ? <span className="sr-only">{t(column.header)}</span> : t(column.header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              aria-current={isSelected?.(row) || undefined}
              className="border-t border-line aria-[current=true]:bg-act-tint aria-[current=true]:shadow-row rtl:aria-[current=true]:shadow-row-rtl"
            >
              {columns.map((column) => (
                <td key={column.id} className={`h-bar ${classOf(column)} ${column.width ? WIDTHS[column.width] : ''}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr className="border-t border-line">
              <td colSpan={columns.length} className="h-bar px-4 text-ink-2">
                {t(empty)}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const classOf = <Row,>({ align, hideNarrow }: Column<Row>) =>
  `px-2 first:ps-4 last:pe-4 ${align === 'end' ? 'text-end' : 'text-start'} ${hideNarrow ? 'max-md:hidden' : ''}`

const idOf = (row: object): string => ('id' in row ? String(row.id) : JSON.stringify(row))
