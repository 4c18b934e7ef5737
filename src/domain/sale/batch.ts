import { changeOf, type Payment } from '../payment.ts'
import { timesMoney, type Money } from '../money.ts'
import type { NamedRef } from '../person.ts'
import type { SaleId } from './id.ts'
import type { SaleApproval } from './input.ts'
import type { SaleContent, SaleRecord } from './record.ts'

/**
 * A quantity (rule 18). `checked` until the first approval, `running` while the proxy sells the approved lines, `stopped` until a new
 * approval names lines, `complete` when every line is sold and complete.
 */
export const BATCH_STATES = ['checked', 'running', 'stopped', 'complete'] as const
type BatchState = (typeof BATCH_STATES)[number]

/** What keeps the next line from being opened. */
const SELLING_OBSTACLES = ['selling-stopped', 'service-unreachable', 'disk-full'] as const
export type SellingObstacle = (typeof SELLING_OBSTACLES)[number]

/**
 * Why a batch was stopped. `requested`: by a person. `not-sold`: a line ended without being sold. `not-approved`: every approved line is sold,
 * and others are left. `started-without-confirm`: the wholesaler moved a line that nobody confirmed. `not-sellable`: our own rules forbid the
 * line by now. `restored`: the journal was put back from a backup. The two duplicates are those of rule 11.
 */
export const BATCH_STOP_REASONS = [
  'requested',
  'not-sold',
  'not-approved',
  'taken-over',
  'approval-expired',
  'started-without-confirm',
  'restarted',
  'restored',
  'duplicate-blocked',
  'confirm-duplicate',
  'not-sellable',
  ...SELLING_OBSTACLES,
] as const
export type BatchStopReason = (typeof BATCH_STOP_REASONS)[number]

/** `line` is the one it stopped at, `by` the person who stopped it, `otherSale` the duplicate, `code` says what makes a line `not-sellable`. */
export type BatchStop = {
  reason: BatchStopReason
  at: number
  line?: number
  by?: NamedRef
  otherSale?: SaleId
  code?: string
}

/** The id that was minted for a line. The ids it had before belong to sales that sold nothing. */
type BatchLine = { saleId: SaleId; earlierIds?: readonly SaleId[] }

/** One approval of named lines. `version` is the version of the batch that the person saw; no two approvals of a batch have the same. */
export type BatchApproval = {
  at: number
  by: NamedRef
  terminal: NamedRef
  version: number
  /** From 1, ascending. */
  lines: readonly number[]
  /** The lines among them that were not confirmed yet. While the batch is running, limits are reserved for these. */
  remaining: readonly number[]
  duplicateOf?: SaleId
  overridden?: NonNullable<SaleApproval['overridden']>
  /** How the customer pays for these lines; `given` is what they handed over for all of them. */
  payment?: Payment
  isScamAsked?: true
  numberCheck?: SaleApproval['numberCheck']
}

/** What every line of a batch sells. */
export type BatchContent = Omit<SaleContent, 'batch' | 'international' | 'pays'>

/** A batch as the journal stores it. Times are epoch ms. */
export type BatchRecord = {
  id: string
  version: number
  state: BatchState
  content: BatchContent
  cashier: NamedRef
  terminal: NamedRef
  openedAt: number
  lines: readonly BatchLine[]
  /** The last one is the current one. */
  approvals: readonly BatchApproval[]
  stop?: BatchStop
  /** The journal was put back from a backup: lines that were not sold in it may have been sold since, so no line begins any more. */
  isRestored?: true
}

/** A batch with all sales of its lines, also those whose ids the lines had before. */
export type KnownBatch = { batch: BatchRecord; sales: readonly SaleRecord[] }

/** A new batch, with its lines still to be opened. Its version is the journal's. */
export function newBatch(
  id: string,
  content: BatchContent,
  saleIds: readonly SaleId[],
  { cashier, terminal, now }: { cashier: NamedRef; terminal: NamedRef; now: number },
): BatchRecord {
  const lines = saleIds.map((saleId) => ({ saleId }))
  return { id, version: 0, state: 'checked', content, cashier, terminal, openedAt: now, lines, approvals: [] }
}

export const approvalOf = ({ approvals }: BatchRecord): BatchApproval | undefined => approvals.at(-1)

/** How the customer paid for a quantity, as it was noted last. */
export const batchPaidBy = (batch: BatchRecord): Payment['paidBy'] | undefined => approvalOf(batch)?.payment?.paidBy

/** The cash that was handed over last, and what went back of it: that was for the lines of that approval. */
export function batchCash({ content, approvals }: BatchRecord): { given: Money; change?: Money } | undefined {
  const approval = approvals.findLast(({ payment }) => payment?.given !== undefined)
  const given = approval?.payment?.given
  if (!given) return undefined
  const change = changeOf(given, timesMoney(content.amount, approval.lines.length))
  return { given, ...(change ? { change } : {}) }
}

/** The lines that limits are reserved for. */
export const reservedLines = (batch: BatchRecord): readonly number[] =>
  batch.state === 'running' ? (approvalOf(batch)?.remaining ?? []) : []

/** The sale that a line is now, or `undefined` while it was not opened. */
export const saleOfLine = ({ batch, sales }: KnownBatch, line: number): SaleRecord | undefined =>
  sales.find(({ id }) => id === batch.lines[line - 1]?.saleId)
