import type { BatchAnswer, BatchLineAnswer } from '#api/batches.ts'
import { addDecimals, decimal, money, type Money } from '#domain/money/money.ts'
import type { PaymentPart } from '#domain/money/payment-method.ts'
import type { BatchStopReason } from '#domain/sale/batch.ts'
import { moneyOfLine, undecidedLines as undecided, type LineMoney } from '#domain/sale/batch-charge.ts'
import { isStoppedByPerson } from '#domain/sale/steps/batch-step.ts'
import { releasesLine } from '#domain/sale/duplicate.ts'
import { isUndelivered, type Sale } from '#domain/sale/sale.ts'

/** Unsold lines whose sales may still complete. */
export const undecidedLines = (
  { lines, cashier, isRestored }: Pick<BatchAnswer, 'lines' | 'cashier' | 'isRestored'>,
  isEnded: boolean,
): number[] => undecided(lines, { cashierId: cashier.id, isRestored: isRestored === true, isEnded })

export type BatchCounts = Record<LineMoney, number> & {
  /** Codes that have arrived but are undelivered. */
  unhanded: number
}

export function countLines(lines: readonly BatchLineAnswer[], open?: readonly number[]): BatchCounts {
  const counts: BatchCounts = { sold: 0, open: 0, 'not-sold': 0, apart: 0, 'left-out': 0, unhanded: 0 }
  for (const line of lines) {
    counts[moneyOfLine(line, open)]++
    if (line.sale && isUndelivered(line.sale)) counts.unhanded++
  }
  return counts
}

/** `paid` is for the lines that are sold or open. */
export type BatchSums = Record<'total' | 'paid' | 'sold' | 'open' | 'giveBack' | 'apart', Money> & {
  /** By method, if the payment is split. */
  paidBy: PaymentPart[]
  giveBackBy: PaymentPart[]
}

/** Its lines have their own content, so a line that is not sold does not stop the others. */
export const isMixed = ({ lines }: Pick<BatchAnswer, 'lines'>): boolean =>
  lines.some(({ content }) => content !== undefined)

export const contentOfLine = (batch: BatchAnswer, { content = batch }: BatchLineAnswer): BatchContent => content
type BatchContent = NonNullable<BatchLineAnswer['content']>

/** What these lines cost, by number. */
export const sumOf = (batch: BatchAnswer, lines: readonly number[]): Money =>
  sumPrices(batch, (line) => lines.includes(line.line))

export function sumLines(batch: BatchAnswer, open: readonly number[]): BatchSums {
  const isAsked = isMixed(batch) && batch.approvedAt !== undefined
  const areOf =
    (...kinds: LineMoney[]) =>
    (line: BatchLineAnswer) =>
      kinds.includes(moneyOfLine(line, open))
  const sum = (...kinds: LineMoney[]) => sumPrices(batch, areOf(...kinds))
  return {
    // What the customer was asked for: without the lines that a review left out.
    total: isAsked ? sum('sold', 'open', 'not-sold', 'apart') : batch.total,
    paid: sum('sold', 'open'),
    sold: sum('sold'),
    open: sum('open'),
    giveBack: sum('not-sold'),
    apart: sum('apart'),
    paidBy: partsOfLines(batch, areOf('sold', 'open')),
    giveBackBy: partsOfLines(batch, areOf('not-sold')),
  }
}

function sumPrices(batch: BatchAnswer, isWanted: (line: BatchLineAnswer) => boolean): Money {
  const prices = batch.lines.filter(isWanted).map((line) => decimal(contentOfLine(batch, line).pays.amount))
  return money(prices.reduce(addDecimals, { units: 0n, scale: 0 }), batch.pays.currency)
}

/** What each method pays of these lines; nothing unless the payment is split. */
function partsOfLines({ lines, pays }: BatchAnswer, isWanted: (line: BatchLineAnswer) => boolean): PaymentPart[] {
  const parts = lines.filter(isWanted).flatMap((line) => line.parts ?? [])
  return [...new Set(parts.map(({ paymentMethod }) => paymentMethod))].map((paymentMethod) => {
    const own = parts.filter((part) => part.paymentMethod === paymentMethod)
    const sum = own.map(({ amount }) => decimal(amount.amount)).reduce(addDecimals, { units: 0n, scale: 0 })
    return { paymentMethod, amount: money(sum, pays.currency) }
  })
}

/**
 * Unsold, and not taken over by a colleague. Of a basket or list, only those that the customer was asked for; a likely duplicate is asked about on its own
 * line.
 */
export function linesToGoOn(batch: Pick<BatchAnswer, 'lines' | 'cashier'>): number[] {
  const { lines, cashier } = batch
  const isAskedFor = isMixed(batch) ? ({ wasApproved, skip }: BatchLineAnswer) => wasApproved && !skip : () => true
  return lines
    .filter((each) => {
      const { line, sale } = each
      if (!isAskedFor(each)) return false
      if (!sale || releasesLine(sale)) return true
      const isUnsold = sale.state === 'checked' || sale.state === 'not-executed'
      const isOwn = sale.cashier.id === cashier.id
      return isUnsold && isOwn && moneyOfLine({ line, sale, wasApproved: true }) === 'not-sold'
    })
    .map(({ line }) => line)
}

type LineReason =
  'not-sold' | 'apart' | 'unknown' | 'waiting' | 'no-code' | 'not-executed' | 'ask-supervisor' | 'closed'

/** The server's reason, or a more precise one from the line. `next`: no problem, and lines are left. `not-confirmed`: the cashier is still at the review. */
export type StopWords = LineReason | 'next' | 'not-confirmed' | Exclude<BatchStopReason, 'not-approved' | 'requested'>

export type Stop = {
  line: number
  why: StopWords
  /** A cashier cannot continue this line, so the batch ends with it. */
  endsBatch: boolean
}

/** `undefined` while the batch is running or complete, or if a person stopped it. */
export function findStop({ state, stop, lines }: Pick<BatchAnswer, 'state' | 'stop' | 'lines'>): Stop | undefined {
  if (state === 'running' || state === 'complete' || stop?.reason === 'requested' || isStoppedByPerson(stop))
    return undefined
  // The first unsold line decides.
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

/** Sold with its code, or by a supervisor's decision. */
const isDone = ({ sale }: Pick<BatchLineAnswer, 'sale'>): boolean =>
  sale !== undefined &&
  !sale.conflicting &&
  (sale.resolution ? sale.resolution.outcome === 'sold' : sale.state === 'succeeded' && sale.voucher !== 'coming')

/** The reason for a sale that is not done, or `undefined` before its confirm. */
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

/** Returns the line being sold if its result is unknown or its code is missing. */
export function lineUnderWay({
  lines,
}: Pick<BatchAnswer, 'lines'>): { line: number; why: 'unknown' | 'no-code' } | undefined {
  for (const { line, approved, sale } of lines) {
    const why = approved && sale && !isDone({ sale }) ? reasonOf(sale) : undefined
    if (why === 'unknown' || why === 'no-code') return { line, why }
  }
  return undefined
}

const AT_REST: readonly BatchStopReason[] = ['not-sold', 'not-approved', 'still-waiting']

/** Every approved line of a basket or list had its turn. One proven not executed is decided first. */
export const isThrough = ({ lines, approvedAt, stop }: Pick<BatchAnswer, 'lines' | 'approvedAt' | 'stop'>): boolean =>
  isMixed({ lines }) &&
  approvedAt !== undefined &&
  stop !== undefined &&
  AT_REST.includes(stop.reason) &&
  !lines.some(({ sale }) => sale?.state === 'not-executed')

/** After its check. `again`: only if the customer wants the line in addition to an earlier sale. */
export type LineCheck = 'checking' | 'ready' | 'again' | 'out'

export function checkOfLine({ state }: Pick<BatchAnswer, 'state'>, { sale, skip }: BatchLineAnswer): LineCheck {
  if (skip) return skip.reason === 'confirm-duplicate' ? 'again' : 'out'
  // Where the checks were interrupted, a line is checked when it is sold.
  if (!sale) return state === 'checked' ? 'checking' : 'ready'
  if (sale.state === 'opened') return 'checking'
  return sale.state === 'checked' || sale.problem?.code === 'expired' ? 'ready' : 'out'
}
