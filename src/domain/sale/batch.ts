import { changeOf, changeOfPayment, partsOfPayment, type Payment } from '../money/payment.ts'
import { addDecimals, compareDecimals, decimal, money, type Decimal, type Money } from '../money/money.ts'
import { questionOf, type NumberQuestion } from '../customer-display.ts'
import type { NamedRef } from '../person.ts'
import type { SaleId } from './id.ts'
import type { SaleApproval } from './input.ts'
import type { SaleContent, SaleRecord } from './record.ts'

/** Of a basket or list. */
export const MAX_LIST_LINES = 200

/**
 * `checked` until the first approval, `running` while the approved lines are sold, `stopped` until a new approval, `complete` when every line is sold and
 * complete (rule 18).
 */
export const BATCH_STATES = ['checked', 'running', 'stopped', 'complete'] as const
type BatchState = (typeof BATCH_STATES)[number]

/** What prevents the next line from being opened. */
const SELLING_OBSTACLES = ['selling-stopped', 'service-unreachable', 'disk-full'] as const
export type SellingObstacle = (typeof SELLING_OBSTACLES)[number]

/**
 * `requested`: a person stopped the batch. `not-approved`: every approved line is sold, and others are left. `still-waiting`: every approved line was sent, and
 * some results are not known yet. `started-without-confirm`: the wholesaler processed a line that no one confirmed. `not-sellable`: our own rules now forbid
 * the line. `unreadable`: a record of this batch, or of a sale that forbids the line. The duplicates are those of rule 11.
 */
export const BATCH_STOP_REASONS = [
  'requested',
  'not-sold',
  'not-approved',
  'still-waiting',
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

/** Why a line with its own content was passed over. `not-sold`: an earlier sale of the line may be sold after all. */
export const LINE_SKIP_REASONS = ['duplicate-blocked', 'confirm-duplicate', 'not-sellable', 'not-sold'] as const
export type LineSkip = { reason: (typeof LINE_SKIP_REASONS)[number]; otherSale?: SaleId; code?: string }

/**
 * Without `content`, the line sells the content of the batch, like every line of a quantity. `earlierIds`: sales of this line that sold nothing. `duplicateOf`:
 * the likely duplicate that a person agreed to.
 */
export type BatchLine = {
  saleId: SaleId
  content?: BatchContent
  earlierIds?: readonly SaleId[]
  skip?: LineSkip
  duplicateOf?: SaleId
}

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

/** Times are epoch ms. `content` is that of the first line. */
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

type Opening = { cashier: NamedRef; terminal: NamedRef; now: number }

/** A quantity. The journal assigns the version. */
export function newBatch(
  id: string,
  content: BatchContent,
  saleIds: readonly SaleId[],
  { cashier, terminal, now }: Opening,
): BatchRecord {
  const lines = saleIds.map((saleId) => ({ saleId }))
  return { id, version: 0, state: 'checked', content, cashier, terminal, openedAt: now, lines, approvals: [] }
}

type OwnLine = { saleId: SaleId; content: BatchContent }

/** A basket or a list. */
export function newMixedBatch(id: string, lines: readonly [OwnLine, ...OwnLine[]], opening: Opening): BatchRecord {
  return { ...newBatch(id, lines[0].content, [], opening), lines }
}

/** Its lines have their own content, so a line that is not sold does not stop the others. */
export const isMixed = ({ lines }: Pick<BatchRecord, 'lines'>): boolean =>
  lines.some(({ content }) => content !== undefined)

/** `line` starts at 1. */
export const contentOfLine = ({ content, lines }: Pick<BatchRecord, 'content' | 'lines'>, line: number): BatchContent =>
  lines[line - 1]?.content ?? content

export const linesOf = ({ lines }: Pick<BatchRecord, 'lines'>): number[] => lines.map((_, index) => index + 1)

const ZERO: Decimal = { units: 0n, scale: 0 }

/** All lines are in the currency of the shop. */
export function sumOfLines(batch: Pick<BatchRecord, 'content' | 'lines'>, lines: readonly number[]): Money {
  const amounts = lines.map((line) => decimal(contentOfLine(batch, line).amount.amount))
  return money(amounts.reduce(addDecimals, ZERO), batch.content.amount.currency)
}

/** The contents of lines that top up a number, one for each number. */
export function numbersOf(batch: Pick<BatchRecord, 'content' | 'lines'>): BatchContent[] {
  const byNumber = new Map<string, BatchContent>()
  for (const line of linesOf(batch)) {
    const content = contentOfLine(batch, line)
    if (content.kind === 'direct' && content.account !== undefined && !byNumber.has(content.account))
      byNumber.set(content.account, content)
  }
  return [...byNumber.values()]
}

/** No display asks for several numbers at once, so their question is never answered. */
export function questionOfBatch(batch: Pick<BatchRecord, 'content' | 'lines'>): NumberQuestion | undefined {
  const numbers = numbersOf(batch)
  const [first] = numbers
  const account = numbers.map((content) => content.account).join(' ')
  return first && questionOf({ ...first, account }, sumOfLines(batch, linesOf(batch)))
}

export const approvalOf = ({ approvals }: BatchRecord): BatchApproval | undefined => approvals.at(-1)

/** The first method fills the lines in order, and the second pays the rest (decision 145). Cash is for all lines. */
export function paymentOfLine(
  batch: Pick<BatchRecord, 'content' | 'lines'>,
  { lines, payment }: Pick<BatchApproval, 'lines' | 'payment'>,
  line: number,
): Payment | undefined {
  if (!payment) return undefined
  const { paymentMethod, split } = payment
  if (!split) return { paymentMethod }
  const pays = sumOfLines(batch, [line])
  const [first] = partsOfPayment(payment, sumOfLines(batch, lines))
  const upToHere = sumOfLines(
    batch,
    lines.filter((each) => each <= line),
  )
  const over = first && changeOf(upToHere, first.amount)
  if (!over) return { paymentMethod }
  return changeOf(pays, over)
    ? { paymentMethod, split: { paymentMethod: split.paymentMethod, amount: over } }
    : { paymentMethod: split.paymentMethod }
}

/** Lines that the last approval does not name are paid by its first method. */
export function earlierPayment(batch: BatchRecord, lines: readonly number[]): Payment | undefined {
  const last = approvalOf(batch)
  if (!last?.payment) return undefined
  const { paymentMethod, split } = last.payment
  if (!split) return { paymentMethod }
  const ofSecond = lines
    .filter((line) => last.lines.includes(line))
    .flatMap((line) => partsOfPayment(paymentOfLine(batch, last, line) ?? { paymentMethod }, sumOfLines(batch, [line])))
    .filter((part) => part.paymentMethod === split.paymentMethod)
  const amount = money(
    ofSecond.map((part) => decimal(part.amount.amount)).reduce(addDecimals, ZERO),
    split.amount.currency,
  )
  if (compareDecimals(decimal(amount.amount), ZERO) === 0) return { paymentMethod }
  return changeOf(sumOfLines(batch, lines), amount)
    ? { paymentMethod, split: { paymentMethod: split.paymentMethod, amount } }
    : { paymentMethod: split.paymentMethod }
}

/** The last cash received, and its change. */
export function batchCash(batch: BatchRecord): { cashTendered: Money; change?: Money } | undefined {
  const approval = batch.approvals.findLast(({ payment }) => payment?.cashTendered !== undefined)
  const cashTendered = approval?.payment?.cashTendered
  if (!cashTendered) return undefined
  const change = approval.payment && changeOfPayment(approval.payment, sumOfLines(batch, approval.lines))
  return { cashTendered, ...(change ? { change } : {}) }
}

export const reservedLines = (batch: BatchRecord): readonly number[] =>
  batch.state === 'running' ? (approvalOf(batch)?.remaining ?? []) : []

/** `line` starts at 1. */
export const saleOfLine = ({ batch, sales }: KnownBatch, line: number): SaleRecord | undefined =>
  sales.find(({ id }) => id === batch.lines[line - 1]?.saleId)
