import type { BatchAnswer, BatchLineAnswer } from '#api/batches.ts'
import { type Money, timesMoney } from '#domain/money.ts'
import type { BatchStopReason } from '#domain/sale/batch.ts'
import { isStoppedByPerson } from '#domain/sale/steps/batch-step.ts'
import { releasesLine } from '#domain/sale/duplicate.ts'
import { isComplete, isUndelivered, moneyMoved, type Sale } from '#domain/sale/sale.ts'

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
 * that were proven not carried out and that nobody gave up. After a restore it is every line that sold nothing here.
 */
export const undecidedLines = (
  { lines, cashier, isRestored }: Pick<BatchAnswer, 'lines' | 'cashier' | 'isRestored'>,
  isEnded: boolean,
): number[] =>
  lines
    .filter(({ line, sale }) => {
      if (moneyOf({ line, ...(sale && { sale }), approved: false }) !== 'not-sold') return false
      if (isRestored || !sale) return isRestored === true
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

/** What the sale of a line says of why no other line follows it. */
type LineReason =
  'not-sold' | 'apart' | 'unknown' | 'waiting' | 'no-code' | 'not-executed' | 'ask-supervisor' | 'closed'

/**
 * Why a quantity does not go on, as the screen says it: the proxy's reason, or more precisely what became of the line. `next`: nothing is
 * wrong, and lines are left. `not-confirmed`: its cashier is still at the review.
 */
export type StopWords = LineReason | 'next' | 'not-confirmed' | Exclude<BatchStopReason, 'not-approved' | 'requested'>

export type Stop = {
  /** The line it is about. */
  line: number
  why: StopWords
  /** Nothing a cashier can do makes that line go on: the quantity ends with it. */
  endsBatch: boolean
}

/** Nothing while it is running or complete, or where a person stopped it. */
export function findStop({ state, stop, lines }: Pick<BatchAnswer, 'state' | 'stop' | 'lines'>): Stop | undefined {
  if (state === 'running' || state === 'complete' || stop?.reason === 'requested' || isStoppedByPerson(stop))
    return undefined
  // The first line that is not sold decides.
  const next = lines.find((line) => !isDone(line))
  const nextReason = next?.sale && reasonOf(next.sale)
  const stopped = lines.find(({ line }) => line === stop?.line) ?? next
  const line = stopped?.line ?? lines.length
  if (next && endsBatch(nextReason)) return { line: next.line, why: nextReason, endsBatch: true }
  if (!stop) return { line, why: 'not-confirmed', endsBatch: false }
  const ofLine = stopped?.sale && !isDone(stopped) ? reasonOf(stopped.sale) : undefined
  switch (stop.reason) {
    case 'not-sold':
      return ofLine
        ? { line, why: ofLine, endsBatch: endsBatch(ofLine) }
        : { line: next?.line ?? line, why: 'next', endsBatch: false }
    case 'not-approved':
      return { line: next?.line ?? line, why: nextReason ?? 'next', endsBatch: false }
    case 'approval-expired':
      return { line, why: ofLine ?? 'approval-expired', endsBatch: false }
    case 'started-without-confirm':
      return { line, why: stop.reason, endsBatch: stopped !== undefined && !isDone(stopped) }
    default:
      return { line, why: stop.reason, endsBatch: stop.reason === 'restored' }
  }
}

const endsBatch = (why: LineReason | undefined): why is LineReason =>
  why === 'ask-supervisor' || why === 'closed' || why === 'apart'

/** Sold, and its code is there; a supervisor's word is enough. */
const isDone = ({ sale }: BatchLineAnswer): boolean =>
  sale !== undefined &&
  !sale.conflicting &&
  (sale.resolution ? sale.resolution.outcome === 'sold' : sale.state === 'succeeded' && sale.voucher !== 'coming')

/** Of a sale that is not done. Nothing where it was not confirmed yet. */
function reasonOf(sale: Sale): LineReason | undefined {
  if (sale.conflicting) return 'ask-supervisor'
  if (sale.resolution) return 'closed'
  switch (sale.state) {
    case 'opened':
    case 'checked':
      return undefined
    case 'confirming':
    case 'pending':
      return 'waiting'
    case 'succeeded':
      return 'no-code'
    case 'unknown':
    case 'not-executed':
      return sale.state
    case 'canceled':
    case 'replaced':
      return 'ask-supervisor'
    case 'refused':
    case 'failed':
    case 'abandoned':
      return releasesLine(sale) ? 'not-sold' : 'apart'
  }
}

/** The line that is being sold, once it has been on its way: what a person may wonder about. */
export function lineUnderWay({
  lines,
}: Pick<BatchAnswer, 'lines'>): { line: number; why: 'unknown' | 'no-code' } | undefined {
  const found = lines.find((line) => line.approved && !isDone(line))
  const why = found?.sale && reasonOf(found.sale)
  return found && (why === 'unknown' || why === 'no-code') ? { line: found.line, why } : undefined
}
