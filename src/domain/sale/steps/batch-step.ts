import { APPROVAL_VALID_MS } from './confirm-step.ts'
import {
  approvalOf,
  isMixed,
  linesOf,
  saleOfLine,
  type BatchApproval,
  type BatchRecord,
  type BatchStop,
  type BatchStopReason,
  type KnownBatch,
  type LineSkip,
  type SellingObstacle,
} from '../batch.ts'
import { releasesLine } from '../duplicate.ts'
import { groupOfSale } from '../group.ts'
import type { SaleId } from '../id.ts'
import type { SaleRecord } from '../record.ts'
import { isComplete, isYoungerThan, saleCan } from '../sale.ts'

type Outcome = 'sold' | 'not-sold' | 'open'

function outcomeOf(sale: SaleRecord): Outcome {
  const group = groupOfSale(sale)
  if (isComplete(sale)) return group === 'sold' ? 'sold' : 'not-sold'
  return sale.conflicting || sale.state === 'not-executed' || group === 'not-sold' ? 'not-sold' : 'open'
}

const isSold = (sale: SaleRecord | undefined) => sale !== undefined && outcomeOf(sale) === 'sold'

/** `wait`: until a sale of the batch changes, or until `until` (epoch ms). `abandon`: give up a checked line after a stop. */
export type BatchNext =
  | { kind: 'wait'; until?: number }
  | { kind: 'open'; line: number }
  | { kind: 'approve' | 'abandon'; line: number; sale: SaleRecord }
  | { kind: 'stop'; reason: BatchStopReason; line?: number }
  | { kind: 'complete' }

export type BatchContext = { now: number; obstacle?: SellingObstacle | undefined }

export function nextForBatch(known: KnownBatch, context: BatchContext): BatchNext {
  const { batch } = known
  const approval = approvalOf(batch)
  if (batch.state === 'running' && approval) return nextForRunning(known, approval, context)
  if (isEveryLineSold(known)) return batch.state === 'complete' ? { kind: 'wait' } : { kind: 'complete' }
  if (batch.state === 'checked') return isMixed(batch) ? nextForChecking(known, context) : nextForChecked(known)
  return batch.stop?.reason === 'requested' ? nextForStopped(known) : { kind: 'wait' }
}

const isEveryLineSold = (known: KnownBatch) => linesOf(known.batch).every((line) => isSold(saleOfLine(known, line)))

const isSkipped = ({ lines }: BatchRecord, line: number) => lines[line - 1]?.skip !== undefined
const isUnopened = (known: KnownBatch, line: number) => !saleOfLine(known, line) && !isSkipped(known.batch, line)

function nextForChecked(known: KnownBatch): BatchNext {
  const sale = saleOfLine(known, 1)
  if (!sale) return { kind: 'wait' }
  if (isTakenOver(known.batch, sale)) return { kind: 'stop', reason: 'taken-over', line: 1 }
  if (sale.state === 'opened' || sale.state === 'checked') return { kind: 'wait' }
  return { kind: 'stop', reason: outcomeOf(sale) === 'not-sold' ? 'not-sold' : 'started-without-confirm', line: 1 }
}

/** How many lines are checked at the same time. Other tills use the same connections to the wholesaler. */
const CHECKED_AT_ONCE = 4

/** Lines that differ are all checked before the approval. */
function nextForChecking(known: KnownBatch, { obstacle }: BatchContext): BatchNext {
  const lines = linesOf(known.batch)
  const sales = lines.map((line) => ({ line, sale: saleOfLine(known, line) }))
  const takenOver = sales.find(({ sale }) => isTakenOver(known.batch, sale))
  if (takenOver) return { kind: 'stop', reason: 'taken-over', line: takenOver.line }
  const isToApprove = (sale: SaleRecord) => sale.state === 'opened' || sale.state === 'checked'
  const started = sales.find(({ sale }) => sale && !isToApprove(sale) && outcomeOf(sale) !== 'not-sold')
  if (started) return { kind: 'stop', reason: 'started-without-confirm', line: started.line }
  const unopened = lines.find((line) => isUnopened(known, line))
  if (unopened !== undefined) {
    if (obstacle) return { kind: 'stop', reason: obstacle, line: unopened }
    const isFull = sales.filter(({ sale }) => sale?.state === 'opened').length >= CHECKED_AT_ONCE
    return isFull ? { kind: 'wait' } : { kind: 'open', line: unopened }
  }
  const isAnyLeft = sales.some(({ sale }) => sale && isToApprove(sale))
  return isAnyLeft ? { kind: 'wait' } : { kind: 'stop', reason: 'not-sold', line: 1 }
}

function nextForStopped(known: KnownBatch): BatchNext {
  for (const line of linesOf(known.batch)) {
    const sale = saleOfLine(known, line)
    if (sale?.state === 'checked' && sale.cashier.id === known.batch.cashier.id) return { kind: 'abandon', line, sale }
  }
  return { kind: 'wait' }
}

function nextForRunning(known: KnownBatch, approval: BatchApproval, context: BatchContext): BatchNext {
  const takenOver = approval.lines.find((line) => isTakenOver(known.batch, saleOfLine(known, line)))
  if (takenOver !== undefined) return { kind: 'stop', reason: 'taken-over', line: takenOver }
  for (const line of approval.lines) {
    const next = nextForLine(known, approval, line, context)
    if (next) return next
  }
  return isEveryLineSold(known) ? { kind: 'complete' } : { kind: 'stop', ...endOf(known, approval) }
}

/** `undefined` after a line that is sold and complete, or if lines differ, after one whose confirm was answered. */
function nextForLine(
  known: KnownBatch,
  approval: BatchApproval,
  line: number,
  { now, obstacle }: BatchContext,
): BatchNext | undefined {
  const { batch } = known
  const goesOn = isMixed(batch)
  if (isSkipped(batch, line)) return undefined
  const stop = (reason: BatchStopReason): BatchNext => ({ kind: 'stop', reason, line })
  const isExpired = !isApprovalValid(batch, approval, now)
  const waitOrExpire = (): BatchNext =>
    isExpired ? stop('approval-expired') : { kind: 'wait', until: approval.at + lifeOf(batch, approval) }
  const sale = saleOfLine(known, line)
  if (!sale) {
    if (isExpired) return stop('approval-expired')
    return obstacle ? stop(obstacle) : { kind: 'open', line }
  }
  const outcome = outcomeOf(sale)
  if (!approval.remaining.includes(line)) {
    if (outcome === 'sold' || (goesOn && sale.state !== 'confirming')) return undefined
    return outcome === 'not-sold' ? stop('not-sold') : waitOrExpire()
  }
  if (canConfirmLine(sale, now)) {
    if (isExpired) return stop('approval-expired')
    return obstacle === 'selling-stopped' ? stop(obstacle) : { kind: 'approve', line, sale }
  }
  if (outcome === 'not-sold') return goesOn ? undefined : stop('not-sold')
  // The batch waits while an expired quote is being abandoned.
  const isBeforeConfirm = sale.state === 'opened' || sale.state === 'checked'
  return isBeforeConfirm ? waitOrExpire() : stop('started-without-confirm')
}

/** Every approved line has had its turn. */
function endOf(known: KnownBatch, { lines }: BatchApproval): { reason: BatchStopReason; line?: number } {
  const outcomes = lines.map((line) => {
    const sale = saleOfLine(known, line)
    return { line, outcome: isSkipped(known.batch, line) || !sale ? 'not-sold' : outcomeOf(sale) }
  })
  const find = (wanted: Outcome) => outcomes.find(({ outcome }) => outcome === wanted)?.line
  const [notSold, open] = [find('not-sold'), find('open')]
  if (notSold !== undefined) return { reason: 'not-sold', line: notSold }
  return open === undefined ? { reason: 'not-approved' } : { reason: 'still-waiting', line: open }
}

/** A colleague continues the line as a separate sale. Taking over a complete sale changes nothing for the batch. */
const isTakenOver = ({ cashier }: BatchRecord, sale: SaleRecord | undefined) =>
  sale !== undefined && sale.cashier.id !== cashier.id && !isComplete(sale)

const canConfirmLine = (sale: SaleRecord, now: number) => saleCan.confirm(sale, now) && !sale.conflicting

/** How much longer an approval is valid for each line, if lines differ: a list has up to 200 (ms). */
const MORE_FOR_A_LINE_MS = 5_000

/** In ms: two minutes for a quantity. */
const lifeOf = (batch: BatchRecord, { lines }: Pick<BatchApproval, 'lines'>): number =>
  APPROVAL_VALID_MS + (isMixed(batch) ? lines.length * MORE_FOR_A_LINE_MS : 0)

/** A negative age counts as too old (rule 14). */
const isApprovalValid = (batch: BatchRecord, approval: BatchApproval, now: number): boolean =>
  isYoungerThan(lifeOf(batch, approval), approval.at, now)

/** `open-again` uses a new id, because the line's sale sold nothing. */
export type LineStart = 'open' | 'open-again' | 'confirm'

/** `undefined` for a line that is sold, open, taken over, or may still turn out to be sold. */
export function findLineStart(known: KnownBatch, line: number, now: number): LineStart | undefined {
  if (known.batch.isRestored) return undefined
  const current = saleOfLine(known, line)
  const holding = known.sales.filter((sale) => sale.batch?.line === line && !releasesLine(sale))
  if (holding.length === 0) return current ? 'open-again' : 'open'
  const isOnlyCurrent = holding.every((sale) => sale === current)
  const isOwn = current?.cashier.id === known.batch.cashier.id
  return current && isOnlyCurrent && isOwn && canConfirmLine(current, now) ? 'confirm' : undefined
}

/** `freshIds` are for lines opened again. `again` names lines sold although they are likely duplicates. */
export function approveBatch(
  batch: BatchRecord,
  approval: Omit<BatchApproval, 'remaining'>,
  freshIds: ReadonlyMap<number, SaleId>,
  again: readonly number[] = [],
): BatchRecord {
  const { stop: _, ...rest } = batch
  const named = new Set(approval.lines)
  const lines = batch.lines.map((line, index) => {
    if (!named.has(index + 1)) return line
    const { skip, ...kept } = line
    const fresh = freshIds.get(index + 1)
    const isAgreed = skip?.reason === 'confirm-duplicate' && again.includes(index + 1)
    return {
      ...kept,
      ...(fresh ? { saleId: fresh, earlierIds: [...(line.earlierIds ?? []), line.saleId] } : {}),
      ...(isAgreed && skip.otherSale ? { duplicateOf: skip.otherSale } : {}),
    }
  })
  const approvals = [...batch.approvals, { ...approval, remaining: approval.lines }]
  return { ...rest, lines, state: 'running', approvals }
}

/** The line is passed over until an approval names it. */
export const skipLine = (batch: BatchRecord, line: number, skip: LineSkip): BatchRecord => ({
  ...batch,
  lines: batch.lines.map((one, index) => (index + 1 === line ? { ...one, skip } : one)),
})

export function maySellLines(batch: BatchRecord, now: number): boolean {
  const approval = approvalOf(batch)
  return batch.state === 'running' && approval !== undefined && isApprovalValid(batch, approval, now)
}

/** `version` identifies the approval. */
export function isStillApproved(batch: BatchRecord, { version }: BatchApproval, line: number, now: number): boolean {
  const approval = approvalOf(batch)
  return maySellLines(batch, now) && approval?.version === version && approval.remaining.includes(line)
}

/** Once a line is confirmed, it counts toward limits through its sale. */
export function withoutReservation(batch: BatchRecord, line: number): BatchRecord {
  const approval = approvalOf(batch)
  if (!approval) return batch
  const remaining = approval.remaining.filter((one) => one !== line)
  return { ...batch, approvals: [...batch.approvals.slice(0, -1), { ...approval, remaining }] }
}

export const isStoppedByPerson = (stop: Pick<BatchStop, 'reason' | 'by'> | undefined): boolean =>
  stop?.reason === 'requested' || (stop?.reason === 'restored' && stop.by !== undefined)

export const stopBatch = (batch: BatchRecord, stop: BatchStop): BatchRecord => ({ ...batch, state: 'stopped', stop })

/** Returns the same object if the batch continues. */
export function settleBatch(known: KnownBatch, context: BatchContext): BatchRecord {
  const next = nextForBatch(known, context)
  if (next.kind === 'stop') {
    const { kind: _, ...stop } = next
    return stopBatch(known.batch, { ...stop, at: context.now })
  }
  return next.kind === 'complete' ? completeBatch(known.batch) : known.batch
}

function completeBatch(batch: BatchRecord): BatchRecord {
  const { stop: _, ...rest } = batch
  return { ...rest, state: 'complete' }
}

/** After the backup, the batch may have been sold, even under new ids, so it never continues. Its sales continue separately. */
export function restoreBatch(known: KnownBatch, now: number): BatchRecord {
  if (known.batch.isRestored) return known.batch
  const batch: BatchRecord = { ...known.batch, isRestored: true }
  return isEveryLineSold(known) ? completeBatch(batch) : stopBatch(batch, { reason: 'restored', at: now })
}

/** A batch that is running, or whose lines are still being checked, continues only after a new approval. */
export function interruptBatch(
  known: KnownBatch,
  now: number,
  reason: 'restarted' | 'unreadable' = 'restarted',
): BatchRecord {
  const { batch } = known
  const isBeingChecked =
    batch.state === 'checked' && isMixed(batch) && linesOf(batch).some((line) => isUnopened(known, line))
  if (batch.state !== 'running' && !isBeingChecked) return settleBatch(known, { now })
  if (isEveryLineSold(known)) return completeBatch(batch)
  return stopBatch(batch, { reason, at: now })
}
