import { APPROVAL_VALID_MS } from './confirm-step.ts'
import {
  approvalOf,
  saleOfLine,
  type BatchApproval,
  type BatchRecord,
  type BatchStop,
  type BatchStopReason,
  type KnownBatch,
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

/** `wait`: until a sale of the batch changes, or until `until` (epoch ms). `abandon`: give up a checked line after a person stopped the batch. */
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
  if (batch.state === 'checked') return nextForChecked(known)
  return batch.stop?.reason === 'requested' ? nextForStopped(known) : { kind: 'wait' }
}

const isEveryLineSold = (known: KnownBatch) =>
  known.batch.lines.every((_, index) => isSold(saleOfLine(known, index + 1)))

function nextForChecked(known: KnownBatch): BatchNext {
  const sale = saleOfLine(known, 1)
  if (!sale) return { kind: 'wait' }
  if (isTakenOver(known.batch, sale)) return { kind: 'stop', reason: 'taken-over', line: 1 }
  if (sale.state === 'opened' || sale.state === 'checked') return { kind: 'wait' }
  return { kind: 'stop', reason: outcomeOf(sale) === 'not-sold' ? 'not-sold' : 'started-without-confirm', line: 1 }
}

function nextForStopped(known: KnownBatch): BatchNext {
  for (const [index] of known.batch.lines.entries()) {
    const sale = saleOfLine(known, index + 1)
    if (sale?.state === 'checked' && sale.cashier.id === known.batch.cashier.id)
      return { kind: 'abandon', line: index + 1, sale }
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
  return isEveryLineSold(known) ? { kind: 'complete' } : { kind: 'stop', reason: 'not-approved' }
}

/** Returns `undefined` once the line is sold and complete, so that the next one may begin. */
function nextForLine(
  known: KnownBatch,
  approval: BatchApproval,
  line: number,
  { now, obstacle }: BatchContext,
): BatchNext | undefined {
  const stop = (reason: BatchStopReason): BatchNext => ({ kind: 'stop', reason, line })
  const isExpired = !isApprovalValid(approval, now)
  const waitOrExpire = (): BatchNext =>
    isExpired ? stop('approval-expired') : { kind: 'wait', until: approval.at + APPROVAL_VALID_MS }
  const sale = saleOfLine(known, line)
  if (!sale) {
    if (isExpired) return stop('approval-expired')
    return obstacle ? stop(obstacle) : { kind: 'open', line }
  }
  const outcome = outcomeOf(sale)
  if (!approval.remaining.includes(line)) {
    if (outcome === 'sold') return undefined
    return outcome === 'not-sold' ? stop('not-sold') : waitOrExpire()
  }
  if (canConfirmLine(sale, now)) {
    if (isExpired) return stop('approval-expired')
    return obstacle === 'selling-stopped' ? stop(obstacle) : { kind: 'approve', line, sale }
  }
  if (outcome === 'not-sold') return stop('not-sold')
  // The batch waits while an expired quote is being abandoned.
  const isBeforeConfirm = sale.state === 'opened' || sale.state === 'checked'
  return isBeforeConfirm ? waitOrExpire() : stop('started-without-confirm')
}

/** A colleague continues the line as a separate sale. Taking over a complete sale changes nothing for the batch. */
const isTakenOver = ({ cashier }: BatchRecord, sale: SaleRecord | undefined) =>
  sale !== undefined && sale.cashier.id !== cashier.id && !isComplete(sale)

const canConfirmLine = (sale: SaleRecord, now: number) => saleCan.confirm(sale, now) && !sale.conflicting

/** An approval is valid for two minutes; a negative age (for example, the clock was changed during a restart) counts as too old. */
const isApprovalValid = ({ at }: Pick<BatchApproval, 'at'>, now: number): boolean =>
  isYoungerThan(APPROVAL_VALID_MS, at, now)

/** `open-again` uses a new id, because the line's sale sold nothing. */
export type LineStart = 'open' | 'open-again' | 'confirm'

/** Returns `undefined` for a line that is sold, open, taken over, or may still turn out to be sold. */
export function findLineStart(known: KnownBatch, line: number, now: number): LineStart | undefined {
  if (known.batch.isRestored) return undefined
  const current = saleOfLine(known, line)
  const holding = known.sales.filter((sale) => sale.batch?.line === line && !releasesLine(sale))
  if (holding.length === 0) return current ? 'open-again' : 'open'
  const isOnlyCurrent = holding.every((sale) => sale === current)
  const isOwn = current?.cashier.id === known.batch.cashier.id
  return current && isOnlyCurrent && isOwn && canConfirmLine(current, now) ? 'confirm' : undefined
}

/** `freshIds` are the new ids of lines that are opened again. */
export function approveBatch(
  batch: BatchRecord,
  approval: Omit<BatchApproval, 'remaining'>,
  freshIds: ReadonlyMap<number, SaleId>,
): BatchRecord {
  const { stop: _, ...rest } = batch
  const lines = batch.lines.map((line, index) => {
    const fresh = freshIds.get(index + 1)
    return fresh ? { saleId: fresh, earlierIds: [...(line.earlierIds ?? []), line.saleId] } : line
  })
  const approvals = [...batch.approvals, { ...approval, remaining: approval.lines }]
  return { ...rest, lines, state: 'running', approvals }
}

/** Whether a line may be opened or confirmed now. */
export function maySellLines(batch: BatchRecord, now: number): boolean {
  const approval = approvalOf(batch)
  return batch.state === 'running' && approval !== undefined && isApprovalValid(approval, now)
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

/** After the backup, the batch may have been approved again and sold, even under new ids, so it never continues. Its sales continue as separate sales. */
export function restoreBatch(known: KnownBatch, now: number): BatchRecord {
  if (known.batch.isRestored) return known.batch
  const batch: BatchRecord = { ...known.batch, isRestored: true }
  return isEveryLineSold(known) ? completeBatch(batch) : stopBatch(batch, { reason: 'restored', at: now })
}

/** A running batch continues only after a new approval. */
export function interruptBatch(
  known: KnownBatch,
  now: number,
  reason: 'restarted' | 'unreadable' = 'restarted',
): BatchRecord {
  if (known.batch.state !== 'running') return settleBatch(known, { now })
  if (isEveryLineSold(known)) return completeBatch(known.batch)
  return stopBatch(known.batch, { reason, at: now })
}
