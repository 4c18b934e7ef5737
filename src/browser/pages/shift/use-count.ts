import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { TypedCount } from '#contract/proxy/shifts.ts'
import { denominationsOf, sumOfCount, type Denomination } from '#domain/cash.ts'
import { decimalsOf, findDecimal, money, type DecimalText, type Money } from '#domain/money.ts'
import { toWesternDigits } from '#domain/digits.ts'

/** The one row of a currency whose notes and coins we do not know. */
export const TOTAL_ROW = 'total'

/** A drawer holds fewer than a hundred thousand pieces of one value. */
const MOST_DIGITS = 5
const MOST_TOTAL = 12

export type DrawerCount = ReturnType<typeof useCount>

/** A count as it is typed, row by row. An empty row is not counted yet: 0 is typed, or filled in for the rest at one press, so that nothing is forgotten. */
export function useCount(currency: string) {
  const table = denominationsOf(currency)
  const rows = table.length > 0 ? table.map(({ value }) => value as string) : [TOTAL_ROW]
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [active, setActive] = useState(rows[0] ?? TOTAL_ROW)
  const actionRef = useRef<HTMLButtonElement>(null)
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const isTotal = table.length === 0
  const decimals = decimalsOf(currency)

  const textOf = (row: string) => typed[row] ?? ''
  const write = (row: string, text: string) => setTyped((before) => ({ ...before, [row]: clean(text) }))
  function clean(text: string): string {
    const western = toWesternDigits(text)
    if (!isTotal)
      return western
        .replace(/\D/g, '')
        .slice(0, MOST_DIGITS)
        .replace(/^0+(?=\d)/, '')
    const [whole = '', ...rest] = western.replace(/[^\d.]/g, '').split('.')
    const point = rest.length > 0 && decimals > 0 ? `.${rest.join('').slice(0, decimals)}` : ''
    return (whole + point).slice(0, MOST_TOTAL)
  }
  const isCounted = (row: string) => (isTotal ? findDecimal(textOf(row)) !== undefined : textOf(row) !== '')
  const missing = rows.filter((row) => !isCounted(row))
  const choose = (row: string) => {
    setActive(row)
    inputs.current.get(row)?.focus()
  }
  /** The next row that is not counted, from the active one on and then from the top. */
  const nextRow = [...rows.slice(rows.indexOf(active) + 1), ...rows.slice(0, rows.indexOf(active))].find(
    (row) => !isCounted(row),
  )

  function sumOf(kinds: readonly Denomination['kind'][]): Money {
    if (isTotal) return money(findDecimal(textOf(TOTAL_ROW)) ?? { units: 0n, scale: 0 }, currency)
    const pieces = table
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ value }) => ({ value, count: Number(textOf(value)) }))
    return money(sumOfCount({ pieces }), currency)
  }

  return {
    currency,
    table,
    isTotal,
    active,
    missing,
    nextRow,
    textOf,
    isCounted,
    choose,
    /** The row got the focus by itself. */
    activate: setActive,
    write,
    inputOf: (row: string) => (input: HTMLInputElement | null) => {
      if (input) inputs.current.set(row, input)
    },
    digit: (digit: string) => write(active, textOf(active) + digit),
    remove: () => write(active, textOf(active).slice(0, -1)),
    clear: () => write(active, ''),
    decimal: isTotal && decimals > 0 ? () => write(active, `${textOf(active)}.`) : undefined,
    next: () => nextRow !== undefined && choose(nextRow),
    /** Where the focus goes once all rows are counted. */
    actionRef,
    /** Fills every row that is still empty with 0. Absent until a row was counted. */
    fillRestWithZero:
      !isTotal && missing.length > 0 && missing.length < rows.length
        ? () => {
            const rest = Object.fromEntries(missing.map((row) => [row, '0']))
            // A screen reader reads the button when it gets the focus, so its new label has to be rendered first.
            flushSync(() => setTyped((before) => ({ ...before, ...rest })))
            actionRef.current?.focus()
          }
        : undefined,
    sumOf,
    /** What is sent once every row is counted. */
    body: (): TypedCount =>
      isTotal
        ? { total: textOf(TOTAL_ROW) }
        : { pieces: table.map(({ value }) => ({ value, count: Number(textOf(value)) })) },
    worth: (value: DecimalText): Money =>
      money(sumOfCount({ pieces: [{ value, count: Number(textOf(value)) }] }), currency),
  }
}
