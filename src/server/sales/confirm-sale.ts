import type { AuditEntry } from '#domain/audit.ts'
import { questionOf } from '#domain/customer-display.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import { stopBatch } from '#domain/sale/steps/batch-step.ts'
import { findDuplicate } from '#domain/sale/duplicate.ts'
import { nameLimits, type LimitsFor } from '#domain/sales-limits.ts'
import { isProviderUnconfirmed, isQuoteExpired, saleCan } from '#domain/sale/sale.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleApproval, SaleInput } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { CommitGuard } from './commit-guard.ts'
import type { LimitOverride } from './sale-limits.ts'
import type { SaleParts } from './sale-parts.ts'
import { refOf, type Approver } from '#domain/person.ts'
import { notedPayment, readNumberCheck, readPayment, requireFraudWarning, type CheckoutInput } from './payment.ts'
import { auditSubject, type SaleStaff, type Seller } from './sale-staff.ts'
import { drawerGuardFor, orderGuardFor, refuseWhenShuttingDown, refuseWhenStopped } from './selling-guards.ts'
import { refuseInternational, refuseOtherCashier } from './sale-access.ts'

/** `version` is what the person saw, `duplicateOf` the other sale they were asked about. `approver` permits exceeding limits. */
export type Approval = CheckoutInput & {
  version?: number | undefined
  duplicateOf?: SaleId | undefined
  accept?: 'operator' | undefined
  approver?: Approver | undefined
}

const CONFIRM_TIMEOUT_MS = 10_000

/** Checks rule 11 inside the commit. */
export const guardAgainstDuplicates =
  (sale: SaleRecord, agreedTo: SaleId | undefined, clock: Clock): CommitGuard['duplicate'] =>
  (alike) =>
    findDuplicate(sale, alike, clock.now(), agreedTo)

type Attempt = { sale: SaleRecord; approval: Approval; seller: Seller; lifted?: LimitOverride | undefined }

/** Each runs before the approval, in this order, and throws its rejection. */
const RULES: Record<string, (attempt: Attempt, parts: SaleParts) => void> = {
  version: ({ sale, approval }) => refuseOutdated(sale, approval),
  permission: ({ sale, seller }) => refuseInternational(sale, seller.person),
  operator: ({ sale, approval }) => refuseUnconfirmedProvider(sale, approval),
  shutdown: (_, { engine }) => refuseWhenShuttingDown(engine),
  stop: (_, { wholesaler }) => refuseWhenStopped(wholesaler),
  scamQuestions: ({ sale: { kind, pays, isFraudWarningShown }, approval }, { staff }) => {
    if (!(approval.fraudWarningShown ?? isFraudWarningShown)) requireFraudWarning({ kind, count: 1, pays }, staff)
  },
}

/** These run inside the commit, because other sales, the drawer and the batch may have changed. */
const commitRules = (
  { sale, approval, seller: { person, terminal }, lifted }: Attempt,
  { limits, drawers, refuseTerminal, clock }: SaleParts,
  theirs: LimitsFor,
): CommitGuard => ({
  refuse: () => refuseTerminal(terminal.id),
  duplicate: guardAgainstDuplicates(sale, approval.duplicateOf ?? sale.duplicateOf, clock),
  limits: limits.guardFor(sale, person.id, theirs, lifted),
  drawer: drawerGuardFor(drawers, terminal),
  order: orderGuardFor(sale),
  batch: (batch) => leaveToBatch(batch, sale, clock),
})

/**
 * Approves the sale as the person saw it, sends the confirm, and waits a while for its answer (rules 3 and 11). The same commit counts the sale toward limits;
 * `approver` overrides exactly those that it exceeds (rule 17). Throws `RequestRefused` or `DuplicateSaleError`.
 */
export async function confirmSale(
  parts: SaleParts,
  id: SaleId,
  approval: Approval,
  seller: Seller,
): Promise<SaleRecord> {
  const { engine, staff, limits, clock } = parts
  const theirs = await staff.limitsFor(seller.person)

  const approve = (sale: SaleRecord, lifted?: LimitOverride): SaleInput | undefined => {
    // Another cashier may have taken the sale over.
    refuseOtherCashier(sale, seller.person)
    // A second tap, another tab or a repeated request gets the current state.
    if (!saleCan.confirm(sale, clock.now())) return sale.state === 'checked' ? { kind: 'expired' } : undefined
    const attempt = { sale, approval, seller, lifted }
    for (const rule of Object.values(RULES)) rule(attempt, parts)
    return { kind: 'approved', ...approvalOf(attempt, staff) }
  }
  const approveOnce = (lifted?: LimitOverride) =>
    engine.apply(id, (sale) => approve(sale, lifted), {
      guardFor: (sale) => commitRules({ sale, approval, seller, lifted }, parts, theirs),
      auditEntryFor: (_, after) =>
        lifted && after.state === 'confirming' ? overrideLine(after, lifted, seller) : undefined,
    })
  const sale = await limits.withOverride(approveOnce, approval.approver, seller)
  if (sale.state === 'abandoned' && sale.confirmedAt === undefined && isQuoteExpired(sale, clock.now())) {
    throw new RequestRefused(
      409,
      'quote-expired',
      'The check is over ten minutes old. Start the sale again; nothing was charged.',
    )
  }
  return engine.waitUntil(id, (now) => now.state !== 'confirming', CONFIRM_TIMEOUT_MS)
}

/** Throws `RequestRefused` if the customer has to see the number first, or the payment cannot be recorded. */
function approvalOf({ sale, approval, seller, lifted }: Attempt, staff: SaleStaff): SaleApproval {
  const {
    duplicateOf,
    accept,
    fraudWarningShown,
    skipCustomerConfirmation,
    version: _,
    approver: __,
    ...said
  } = approval
  const { person, terminal } = seller
  const { id, pays } = sale
  const isAsked = fraudWarningShown ?? sale.isFraudWarningShown
  // Finishing a sale repeats the decisions made before it was first sent.
  const check =
    sale.state === 'checked'
      ? readNumberCheck(
          { id, question: questionOf(sale, pays) },
          { terminalId: terminal.id, skipCustomerConfirmation: skipCustomerConfirmation === true },
          staff,
        )
      : {}
  const payment = readPayment(said, { pays, noted: notedPayment(sale) }, staff)
  return {
    by: refOf(person),
    terminal: refOf(terminal),
    ...(duplicateOf ? { duplicateOf } : {}),
    ...(accept ? { accepts: accept } : {}),
    countsTowardLimits: true,
    ...(lifted ? { overridden: lifted } : {}),
    ...payment,
    ...check,
    ...(isAsked ? { isFraudWarningShown: isAsked } : {}),
  }
}

/** To finish a sale that is not executed, the request has to name the version that the person saw, or it may be an old one. */
function refuseOutdated({ state, stateVersion }: SaleRecord, { version }: Approval): void {
  if ((version ?? (state === 'not-executed' ? 0 : stateVersion)) >= stateVersion) return
  throw new RequestRefused(409, 'stale-version', 'This sale has changed. Check it again before you confirm.')
}

/**
 * Rule 18: until a batch is stopped, its lines are confirmed through its approval. If a line was taken over and the batch doesn't record that yet, it is
 * stopped here. Throws `RequestRefused`.
 */
function leaveToBatch(batch: BatchRecord, sale: SaleRecord, clock: Clock): BatchRecord {
  if (batch.state === 'stopped' || batch.state === 'complete') return batch
  if (sale.cashier.id !== batch.cashier.id) return stopBatch(batch, { reason: 'taken-over', at: clock.now() })
  throw new RequestRefused(409, 'wrong-state', 'This sale is part of a quantity. Confirm or stop the quantity.')
}

const overrideLine = (sale: SaleRecord, { by, limits }: LimitOverride, { person, terminal }: Seller): AuditEntry => ({
  kind: 'limit-overridden',
  by,
  terminal: refOf(terminal),
  ...auditSubject(sale),
  detail: { limit: nameLimits(limits), seller: person.name },
})

/** Rule 10: a different operator is never confirmed out of habit. */
function refuseUnconfirmedProvider(sale: SaleRecord, { accept }: Approval): void {
  if (!sale.mismatch || !isProviderUnconfirmed(sale) || accept === 'operator') return
  const { chosen, detected } = sale.mismatch
  throw new ProviderDiffersError(
    sale,
    `The number belongs to ${detected.name ?? detected.id}, not to ${chosen.name}. Use that operator, or send accept.`,
  )
}

/** The check found another operator that no person has accepted. */
export class ProviderDiffersError extends Error {
  override readonly name = 'ProviderDiffersError'
  readonly sale: SaleRecord
  constructor(sale: SaleRecord, message: string) {
    super(message)
    this.sale = sale
  }
}
