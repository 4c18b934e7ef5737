import type { SaleId } from '#domain/sale-id.ts'
import { moneyMoved, type Sale, type SaleState } from '#domain/sale.ts'

/** One line of a quantity, with the sale it is now. */
export type BatchLine = { line: number; sale?: Sale }

/** Nothing was sold by it: the line may be sold by another sale. */
const FREES_LINE: readonly SaleState[] = ['refused', 'failed', 'abandoned']

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
  const holder = ofLine.find(({ state }) => !FREES_LINE.includes(state))
  if (holder) return holder
  const isAnew = chosen !== undefined && ofLine.length > 0 && !ofLine.some(({ id }) => id === chosen)
  return isAnew ? undefined : ofLine.toSorted((a, b) => b.number - a.number)[0]
}

/** How the money of a line stands: the customer's, paid for a code, or nobody knows yet. */
export type LineMoney = 'sold' | 'open' | 'not-sold'

/** `silent` is the sale whose confirm left and was not answered to this screen. */
export function moneyOf({ sale }: BatchLine, silent?: SaleId): LineMoney {
  if (!sale) return 'not-sold'
  if (sale.id === silent) return 'open'
  switch (moneyMoved(sale)) {
    case 'yes':
      return 'sold'
    case 'no':
      return 'not-sold'
    case 'unknown':
      return 'open'
  }
}

export type BatchCounts = Record<LineMoney, number> & {
  /** Codes that are there, or to come, and in nobody's hands. */
  unhanded: number
}

export function countLines(lines: readonly BatchLine[], silent?: SaleId): BatchCounts {
  const counts: BatchCounts = { sold: 0, open: 0, 'not-sold': 0, unhanded: 0 }
  for (const line of lines) {
    counts[moneyOf(line, silent)]++
    if (line.sale?.voucher === 'ready' || line.sale?.voucher === 'coming') counts.unhanded++
  }
  return counts
}
