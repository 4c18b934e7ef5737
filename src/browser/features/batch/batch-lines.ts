import { releasesLine } from '#domain/sale/duplicate.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isUndelivered, moneyMoved, type Sale } from '#domain/sale/sale.ts'

/** One line of a quantity, with the sale it is now. */
export type BatchLine = { line: number; sale?: Sale }

/** `chosen` is the sale this tab wants a line to be: one that is not there yet puts an older one, which sold nothing, aside. */
export function arrangeLines(
  sales: readonly Sale[],
  of: number,
  chosen: Readonly<Record<number, SaleId>> = {},
): BatchLine[] {
  return Array.from({ length: of }, (_, index) => {
    const line = index + 1
    const sale = findSaleOfLine(
      sales.filter(({ batch }) => batch?.line === line),
      chosen[line],
    )
    return sale ? { line, sale } : { line }
  })
}

/** The one that holds the line; of several that sold nothing, the last, unless it is to be sold anew. */
function findSaleOfLine(ofLine: readonly Sale[], chosen: SaleId | undefined): Sale | undefined {
  const holder = ofLine.find((sale) => !releasesLine(sale))
  if (holder) return holder
  const isAnew = chosen !== undefined && ofLine.length > 0 && !ofLine.some(({ id }) => id === chosen)
  return isAnew ? undefined : ofLine.toSorted((a, b) => b.number - a.number)[0]
}

/** How the money of a line stands: the customer's, paid for a code, nobody knows yet, or it goes back at its own sale and is no part of this sum. */
export type LineMoney = 'sold' | 'open' | 'not-sold' | 'apart'

/** `silent` is the sale whose confirm left and was not answered to this screen. */
export function moneyOf({ sale }: BatchLine, silent?: SaleId): LineMoney {
  if (!sale) return 'not-sold'
  if (sale.id === silent) return 'open'
  switch (moneyMoved(sale)) {
    case 'yes':
      return 'sold'
    case 'no':
      return sale.refund ? 'apart' : 'not-sold'
    case 'unknown':
      return 'open'
  }
}

export type BatchCounts = Record<LineMoney, number> & {
  /** Codes that are there, and in nobody's hands. */
  unhanded: number
}

export function countLines(lines: readonly BatchLine[], silent?: SaleId): BatchCounts {
  const counts: BatchCounts = { sold: 0, open: 0, 'not-sold': 0, apart: 0, unhanded: 0 }
  for (const line of lines) {
    counts[moneyOf(line, silent)]++
    if (line.sale && isUndelivered(line.sale)) counts.unhanded++
  }
  return counts
}
