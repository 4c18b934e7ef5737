import { changeOf, type Payment } from '../payment.ts'
import { timesMoney, type Money } from '../money.ts'
import type { NamedRef } from '../person.ts'
import type { SaleId } from './id.ts'
import type { SaleApproval } from './input.ts'
import type { SaleContent, SaleRecord } from './record.ts'

/**
 * `checked` until the first approval, `running` while the server sells the approved lines, `stopped` until a new approval names lines, `complete`
 * when every line is sold and complete (rule 18).
 */
export const BATCH_STATES = ['checked', 'running', 'stopped', 'complete'] as const
type BatchState = (typeof BATCH_STATES)[number]

/** What prevents the next line from being opened. */
const SELLING_OBSTACLES = ['selling-stopped', 'service-unreachable', 'disk-full'] as const
export type SellingObstacle = (typeof SELLING_OBSTACLES)[number]

/**
 * `requested`: a person stopped the batch. `not-approved`: every approved line is sold, and others are left. `started-without-confirm`: the
 * wholesaler processed a line that no one confirmed. `not-sellable`: our own rules now forbid the line. `restored`: the journal was restored from a
 * backup. `unreadable`: a record of the journal, of this batch or of a sale that forbids the line. The duplicates are those of rule 11.
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
  'unreadable',
  ...SELLING_OBSTACLES,
] as const
export type BatchStopReason = (typeof BATCH_STOP_REASONS)[number]

/** `line` is where the batch stopped, `otherSale` is the duplicate, and `code` is why a line is `not-sellable`. */
export type BatchStop = {
  reason: BatchStopReason
  at: number
  line?: number
  by?: NamedRef
  otherSale?: SaleId
  code?: string
}

/** `earlierIds`: sales of this line that sold nothing. */
type BatchLine = { saleId: SaleId; earlierIds?: readonly SaleId[] }

/** `version` is the batch's version that the person saw, which is unique among its approvals. */
export type BatchApproval = {
  at: number
  by: NamedRef
  terminal: NamedRef
  version: number
  /** Line numbers from 1, ascending. */
  lines: readonly number[]
  /** The lines that are not confirmed yet. While the batch is running, limits are reserved for them. */
  remaining: readonly number[]
  duplicateOf?: SaleId
  overridden?: NonNullable<SaleApproval['overridden']>
  /** `cashTendered` is for all these lines. */
  payment?: Payment
  isFraudWarningShown?: true
  numberCheck?: SaleApproval['numberCheck']
}

export type BatchContent = Omit<SaleContent, 'batch' | 'international' | 'pays'>

/** Times are epoch ms. */
export type BatchRecord = {
  id: string
  version: number
  state: BatchState
  content: BatchContent
  cashier: NamedRef
  terminal: NamedRef
  openedAt: number
  lines: readonly BatchLine[]
  approvals: readonly BatchApproval[]
  stop?: BatchStop
  /** The journal was restored from a backup: unsold lines may have been sold since, so no more lines are started. */
  isRestored?: true
}

/** `sales` includes sales with earlier ids. */
export type KnownBatch = { batch: BatchRecord; sales: readonly SaleRecord[] }

/** The journal assigns the version. */
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

export const batchPaymentMethod = (batch: BatchRecord): Payment['paymentMethod'] | undefined =>
  approvalOf(batch)?.payment?.paymentMethod

/** The last cash received, and its change. */
export function batchCash({ content, approvals }: BatchRecord): { cashTendered: Money; change?: Money } | undefined {
  const approval = approvals.findLast(({ payment }) => payment?.cashTendered !== undefined)
  const cashTendered = approval?.payment?.cashTendered
  if (!cashTendered) return undefined
  const change = changeOf(cashTendered, timesMoney(content.amount, approval.lines.length))
  return { cashTendered, ...(change ? { change } : {}) }
}

export const reservedLines = (batch: BatchRecord): readonly number[] =>
  batch.state === 'running' ? (approvalOf(batch)?.remaining ?? []) : []

/** `line` starts at 1. */
export const saleOfLine = ({ batch, sales }: KnownBatch, line: number): SaleRecord | undefined =>
  sales.find(({ id }) => id === batch.lines[line - 1]?.saleId)
