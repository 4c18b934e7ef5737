import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { TypedCount } from '#api/shifts.ts'
import { denominationsOf, sumOfCount, type Denomination } from '#domain/money/cash.ts'
import { decimalsOf, money, type Decimal, type DecimalText, type Money } from '#domain/money/money.ts'
import { cleanAmountText, cleanCountText, findAmount, findCount, toAmountText } from '#domain/money/typed-amount.ts'

/** The only row for a currency whose notes and coins are not known. */
export const TOTAL_ROW = 'total'

const MOST_PIECES = 99_999

export type DrawerCount = ReturnType<typeof useCount>

/** An empty row is not counted yet: so that nothing is forgotten, 0 must be typed, or filled in for the remaining rows with one press. */
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
  const clean = isTotal ? cleanAmountText : cleanCountText
  const isCounted = (row: string) => (isTotal ? totalOf(textOf(row)) !== undefined : chunksOf(row) !== undefined)
  function chunksOf(row: string): number | undefined {
    const count = findCount(textOf(row))
    return count !== undefined && count <= MOST_PIECES ? count : undefined
  }
  function totalOf(text: string): Decimal | undefined {
    const amount = findAmount(text)
    return amount && amount.scale <= decimals ? amount : undefined
  }
  const missing = rows.filter((row) => !isCounted(row))
  const choose = (row: string) => {
    setActive(row)
    inputs.current.get(row)?.focus()
  }
  const nextRow = [...rows.slice(rows.indexOf(active) + 1), ...rows.slice(0, rows.indexOf(active))].find(
    (row) => !isCounted(row),
  )

  function sumOf(kinds: readonly Denomination['kind'][]): Money {
    if (isTotal) return money(totalOf(textOf(TOTAL_ROW)) ?? { units: 0n, scale: 0 }, currency)
    const pieces = table
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ value }) => ({ value, count: chunksOf(value) ?? 0 }))
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
    actionRef,
    fillRestWithZero:
      !isTotal && missing.length > 0 && missing.length < rows.length
        ? () => {
            const rest = Object.fromEntries(missing.map((row) => [row, '0']))
            // A screen reader reads the button on focus, so its new label must be rendered first.
            flushSync(() => setTyped((before) => ({ ...before, ...rest })))
            actionRef.current?.focus()
          }
        : undefined,
    sumOf,
    body: (): TypedCount =>
      isTotal
        ? { total: toAmountText(textOf(TOTAL_ROW)) }
        : { pieces: table.map(({ value }) => ({ value, count: chunksOf(value) ?? 0 })) },
    worth: (value: DecimalText): Money =>
      money(sumOfCount({ pieces: [{ value, count: chunksOf(value) ?? 0 }] }), currency),
  }
}
