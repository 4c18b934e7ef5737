import type { BatchAnswer, BatchLineAnswer } from '#contract/proxy/batches.ts'
import { timesMoney, type Money } from '#domain/money.ts'
import { releasesLine } from '#domain/sale/duplicate.ts'
import { isComplete, isUndelivered, moneyMoved } from '#domain/sale/sale.ts'

/** How the money of a line stands: the customer's, paid for a code, nobody knows yet, or it goes back at its own sale and is no part of this sum. */
export type LineMoney = 'sold' | 'open' | 'not-sold' | 'apart'

/** `open` are the lines that are not to be given back whatever their sales say: such as those whose approval was not answered to this screen. */
export function moneyOf({ line, sale }: BatchLineAnswer, open: readonly number[] = []): LineMoney {
  if (open.includes(line)) return 'open'
  if (!sale) return 'not-sold'
  switch (moneyMoved(sale)) {
    case 'yes':
      return 'sold'
    case 'no':
      return sale.refund ? 'apart' : 'not-sold'
    case 'unknown':
      return 'open'
  }
}

/**
 * The lines that sold nothing, and whose own sales may still be finished: those that a colleague took over, and once the quantity has ended those
 * that were proven not carried out and that nobody gave up.
 */
export const undecidedLines = (
  { lines, cashier }: Pick<BatchAnswer, 'lines' | 'cashier'>,
  isEnded: boolean,
): number[] =>
  lines
    .filter(({ line, sale }) => {
      if (!sale || moneyOf({ line, sale, approved: false }) !== 'not-sold') return false
      const isTakenOver = sale.cashier.id !== cashier.id && !isComplete(sale)
      return isTakenOver || (isEnded && sale.state === 'not-executed')
    })
    .map(({ line }) => line)

export type BatchCounts = Record<LineMoney, number> & {
  /** Codes that are there, and in nobody's hands. */
  unhanded: number
}

export function countLines(lines: readonly BatchLineAnswer[], open?: readonly number[]): BatchCounts {
  const counts: BatchCounts = { sold: 0, open: 0, 'not-sold': 0, apart: 0, unhanded: 0 }
  for (const line of lines) {
    counts[moneyOf(line, open)]++
    if (line.sale && isUndelivered(line.sale)) counts.unhanded++
  }
  return counts
}

/** The sums of a quantity. `paid` is for what is sold or open. */
export type BatchSums = Record<'each' | 'total' | 'paid' | 'sold' | 'open' | 'giveBack' | 'apart', Money>

export function sumLines({ pays, total }: Pick<BatchAnswer, 'pays' | 'total'>, counts: BatchCounts): BatchSums {
  const sum = (count: number) => timesMoney(pays, count)
  return {
    each: pays,
    total,
    paid: sum(counts.sold + counts.open),
    sold: sum(counts.sold),
    open: sum(counts.open),
    giveBack: sum(counts['not-sold']),
    apart: sum(counts.apart),
  }
}

/** The lines that a new approval can name: nothing was sold of them, and they are not a colleague's by now. */
export function linesToGoOn({ lines, cashier }: Pick<BatchAnswer, 'lines' | 'cashier'>): number[] {
  return lines
    .filter(({ line, sale }) => {
      if (!sale || releasesLine(sale)) return true
      const isUnsold = sale.state === 'checked' || sale.state === 'not-executed'
      return isUnsold && sale.cashier.id === cashier.id && moneyOf({ line, sale, approved: false }) === 'not-sold'
    })
    .map(({ line }) => line)
}
