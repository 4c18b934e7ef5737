import {
  approvalOf,
  contentOfLine,
  earlierPayment,
  linesOf,
  questionOfBatch,
  saleOfLine,
  sumOfLines,
  type BatchRecord,
  type KnownBatch,
} from '#domain/sale/batch.ts'
import { approveBatch, findLineStart, type LineStart } from '#domain/sale/steps/batch-step.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isQuoteExpired } from '#domain/sale/sale.ts'
import { refOf, type Approver } from '#domain/person.ts'
import { RequestRefused } from '../../lib/failures.ts'
import { readNumberCheck, readPayment, requireFraudWarning, type CheckoutInput } from '../payment.ts'
import { moneyMovedForFailure } from '../sale-access.ts'
import { readDuplicateOf } from '../sale-content.ts'
import type { SaleParts } from '../sale-parts.ts'
import type { Seller } from '../sale-staff.ts'
import { refuseNewSales, refuseWhenShuttingDown, refuseWhenStopped } from '../selling-guards.ts'

/** `version` is what the person saw. */
export type BatchApprovalRequest = CheckoutInput & {
  version: number
  lines: readonly number[]
  approver?: Approver | undefined
  duplicateOf?: string | undefined
  /** Lines of a basket or list that are sold although they are likely duplicates. */
  again?: readonly number[] | undefined
}

/** Each approval is stored with the batch and may leave a sale that every step of the batch reads again. */
const MAX_APPROVALS = 100

/** Turns an approval into the batch's next record, inside the commit. */
export function createBatchApproval({ engine, wholesaler, disk, clock, staff }: SaleParts, mintSaleId: () => SaleId) {
  /** Approves all of the lines or none. */
  function approve(known: KnownBatch, request: BatchApprovalRequest, seller: Seller): BatchRecord | undefined {
    const { batch } = known
    const last = approvalOf(batch)
    const lines = request.lines.toSorted((a, b) => a - b)
    const isRepeated = last?.version === request.version && last.lines.join() === lines.join()
    if (isRepeated && last.by.id === seller.person.id) return undefined
    if (request.version !== batch.version || batch.state === 'running')
      throw refuseBatch(known, 'stale-version', 'This quantity has changed. Check it again before you confirm.')
    if (batch.approvals.length >= MAX_APPROVALS)
      throw refuseBatch(
        known,
        'wrong-state',
        'This quantity was approved too many times. Stop it, and start a new one.',
      )
    const now = clock.now()
    const starts = lines.map((line) => ({ line, start: requireStart(known, line, now) }))
    refuseWhenShuttingDown(engine)
    if (starts.every(({ start }) => start === 'confirm')) refuseWhenStopped(wholesaler)
    else refuseNewSales(wholesaler, disk)
    const again = starts.filter(({ start }) => start === 'open-again')
    const duplicateOf = readDuplicateOf(request.duplicateOf)
    const counter = counterFor(batch, request, seller)
    const approval = {
      at: now,
      by: refOf(seller.person),
      terminal: refOf(seller.terminal),
      version: request.version,
      lines,
      ...(duplicateOf ? { duplicateOf } : {}),
      ...counter,
    }
    const freshIds = new Map(again.map(({ line }) => [line, mintSaleId()]))
    return approveBatch(batch, approval, freshIds, request.again)
  }

  /** The questions are about the whole batch, the payment about the named lines. Cash is handed over for one approval only. */
  function counterFor(
    batch: BatchRecord,
    { lines, paymentMethod, split, cashTendered, fraudWarningShown, skipCustomerConfirmation }: BatchApprovalRequest,
    { terminal }: Seller,
  ) {
    const { id, approvals } = batch
    const isAsked =
      fraudWarningShown ?? batch.approvals.find(({ isFraudWarningShown }) => isFraudWarningShown)?.isFraudWarningShown
    const vouchers = linesOf(batch).filter((line) => contentOfLine(batch, line).kind === 'voucher')
    const codes = { kind: 'voucher', count: vouchers.length, pays: sumOfLines(batch, vouchers) } as const
    if (!isAsked && vouchers.length > 0) requireFraudWarning(codes, staff)
    // The number is confirmed once, before any line is sent.
    const check =
      approvals.length === 0
        ? readNumberCheck(
            { id, question: questionOfBatch(batch) },
            { terminalId: terminal.id, skipCustomerConfirmation: skipCustomerConfirmation === true },
            staff,
          )
        : {}
    const chosen = readPayment(
      { paymentMethod, split, cashTendered },
      { pays: sumOfLines(batch, lines), noted: earlierPayment(batch, lines) },
      staff,
    )
    return { ...chosen, ...check, ...(isAsked ? { isFraudWarningShown: isAsked } : {}) }
  }

  return approve
}

const moneyMovedOf = ({ sales }: KnownBatch) =>
  sales.some((sale) => moneyMovedForFailure(sale) === 'unknown') ? 'unknown' : 'no'

/** For what the batch's current state doesn't allow. */
export const refuseBatch = (
  known: KnownBatch,
  code: 'content-mismatch' | 'stale-version' | 'wrong-state' | 'quote-expired',
  message: string,
) => new RequestRefused(409, code, message, { moneyMoved: moneyMovedOf(known) })

/** Throws `RequestRefused` if a new approval cannot sell the line. */
function requireStart(known: KnownBatch, line: number, now: number): LineStart {
  const count = known.batch.lines.length
  if (line > count) throw new RequestRefused(400, 'invalid-request', `lines: there is no line ${line} of ${count}.`)
  const start = findLineStart(known, line, now)
  if (start) return start
  const sale = saleOfLine(known, line)
  if (sale?.state === 'checked' && isQuoteExpired(sale, now))
    throw refuseBatch(
      known,
      'quote-expired',
      'The check is over ten minutes old. Check the quantity again in a moment.',
    )
  throw refuseBatch(
    known,
    'wrong-state',
    `Line ${line} is sold or open, or a colleague has it. Check the quantity again.`,
  )
}
