import type { SaleEvent } from '../event.ts'
import type { Problem } from '../problem.ts'
import { isProviderUnconfirmed, isYoungerThan, saleCan } from '../sale.ts'
import { unchanged, withoutNext, type SaleApproval, type SaleStep, type StepContext } from '../input.ts'
import type { SaleRecord } from '../record.ts'
import type { Payment } from '../../money/payment.ts'
import type { NamedRef } from '../../person.ts'
import { scheduleNextFind, scheduleRecheck } from './next-find.ts'
import { nameLimits, withoutOverridden, existingOverrides } from '../../sales-limits.ts'
import { belongsToSale } from './match-transaction.ts'
import { problemOf, applyStarted, reasonOf, badRequestEvents, notifySupervisor } from './apply-answer.ts'
import type { Answer, TimedAnswer } from '../../wallet/transaction.ts'

const MAX_CONFIRMS_NOT_SENT = 4
/** Only an approval younger than this (ms) is acted on automatically (rules 4, 6 and 18). */
export const APPROVAL_VALID_MS = 2 * 60_000
const FIRST_RETRY_MS = 1_000

/** Confirm is due immediately (rule 3). */
export function approve(
  sale: SaleRecord,
  {
    at,
    by,
    terminal,
    duplicateOf,
    accepts,
    countsTowardLimits,
    overridden,
    payment,
    isFraudWarningShown,
    numberCheck,
  }: SaleApproval,
  context: StepContext,
): SaleStep {
  if (!saleCan.confirm(sale, context.now)) return unchanged(sale)
  const accepted = isProviderUnconfirmed(sale) ? acceptOperator(sale, accepts, by, context.now) : unchanged(sale)
  if (isProviderUnconfirmed(accepted.sale)) return unchanged(sale)
  const overriding: SaleEvent[] = overridden
    ? [{ at: context.now, kind: 'limit-overridden', by: overridden.by.name, reason: nameLimits(overridden.limits) }]
    : []
  const asked: SaleEvent[] =
    isFraudWarningShown && !sale.isFraudWarningShown ? [{ at: context.now, kind: 'scam-asked', by: by.name }] : []
  const { paymentMethod, split, cashTendered, ...due } = dueForConfirm(accepted.sale, context.now)
  const paid: Partial<Payment> = payment ?? {
    ...(paymentMethod && { paymentMethod }),
    ...(split && { split }),
    ...(cashTendered && { cashTendered }),
  }
  return {
    sale: {
      ...due,
      ...paid,
      ...(isFraudWarningShown ? { isFraudWarningShown } : {}),
      approval: {
        at: at ?? context.now,
        by,
        terminal,
        ...(countsTowardLimits ? { countsTowardLimits, ...overrideOf(sale, by, overridden) } : {}),
      },
      confirmedAt: context.now,
      ...(duplicateOf ? { duplicateOf } : {}),
    },
    events: [
      ...accepted.events,
      ...asked,
      ...numberChecked(numberCheck, by, context.now),
      ...overriding,
      { at: context.now, kind: 'approved', by: by.name, ...paid },
    ],
  }
}

/** The customer's own answer has no `by`: their name is never recorded. */
function numberChecked(check: SaleApproval['numberCheck'], by: NamedRef, at: number): SaleEvent[] {
  if (!check) return []
  if (check === 'confirmed') return [{ at, kind: 'number-confirmed' }]
  return [{ at, kind: check === 'skipped' ? 'number-unconfirmed' : 'without-display', by: by.name }]
}

/** Overrides apply to this sale only, and stay valid when it is confirmed again later. */
function overrideOf(sale: SaleRecord, by: NamedRef, lifted: SaleApproval['overridden']): Override {
  const existing = existingOverrides(sale, by.id)
  const approver = lifted?.by ?? (existing.length > 0 ? sale.approval?.approver : undefined)
  if (!approver) return {}
  const limits = lifted?.limits ?? []
  return { approver, overridden: [...withoutOverridden(existing, limits), ...limits] }
}
type Override = Pick<NonNullable<SaleRecord['approval']>, 'approver' | 'overridden'>

function acceptOperator(sale: SaleRecord, accepts: SaleApproval['accepts'], by: NamedRef, now: number): SaleStep {
  if (!sale.mismatch || accepts !== 'operator') return unchanged(sale)
  const { detected } = sale.mismatch
  const reason = detected.name ?? detected.id
  return {
    sale: { ...sale, mismatch: { ...sale.mismatch, accepted: { at: now, by: by.name } } },
    events: [{ at: now, kind: 'operator-accepted', by: by.name, ...(reason === undefined ? {} : { reason }) }],
  }
}

function dueForConfirm(sale: SaleRecord, now: number): SaleRecord {
  const { problem: _, minusOneAt: __, mayRepeatConfirm: ___, unclearFinds: ____, ...rest } = sale
  return {
    ...rest,
    state: 'confirming',
    confirmSentAt: now,
    confirmsNotSent: 0,
    findCount: 0,
    next: { kind: 'confirm', at: now },
  }
}

/** Applies the answer to confirm (rows F1 to F18 of `docs/architecture.md`). */
export function afterConfirm(sale: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const { answer } = answered
  if (answer.kind === 'transaction' && belongsToSale(sale, answer.transaction) && answer.transaction.state !== -1) {
    return applyStarted(recordConfirmSent(sale, answered.sentAt), answer.transaction, context)
  }
  // An inconclusive answer changes nothing once another answer has ended or advanced the sale.
  if (sale.state !== 'confirming') return unchanged(sale)
  if (answer.kind === 'not-sent') return afterUnsentConfirm(sale, answer.reason === 'stopping', context)

  const kind = answer.kind === 'refusal' ? 'confirm-refused' : 'confirm-lost'
  const event: SaleEvent = { at: context.now, kind, ...reasonOf(sale, answer) }
  const wrong = badRequestEvents(answer, context.now)
  const problem: Problem = answer.kind === 'refusal' ? problemOf(answer.refusal) : { code: 'no-answer' }
  const sent = recordConfirmSent(sale, answered.sentAt)
  const unknown: SaleRecord = {
    ...sent,
    state: 'unknown',
    problem,
    ...(sent.confirmsSent === 1 && mayBeRepeated(sale, answer) ? { mayRepeatConfirm: true as const } : {}),
    next: { kind: 'find', at: firstFindAt(sent, context) },
  }
  return { sale: wrong.length > 0 ? notifySupervisor(unknown, 'bad-request') : unknown, events: [event, ...wrong] }
}

/** At once, unless a find was sent while the confirm was in flight: then the usual pace applies (rule 8). */
function firstFindAt({ lastFindAt, confirmSentAt }: SaleRecord, { now, pollInterval }: StepContext): number {
  if (lastFindAt === undefined || confirmSentAt === undefined) return now
  // A time in the future is from an earlier process, before the clock was changed.
  const isOfThisConfirm = lastFindAt >= confirmSentAt && lastFindAt <= now
  return isOfThisConfirm ? Math.max(now, lastFindAt + pollInterval.firstMs) : now
}

export function recordConfirmSent(sale: SaleRecord, sentAt: number): SaleRecord {
  return {
    ...sale,
    confirmsSent: (sale.confirmsSent ?? 0) + 1,
    confirmSentAt: Math.max(sentAt, sale.confirmSentAt ?? sentAt),
  }
}

/** After these codes the same confirm may be repeated automatically (rule 6). */
const REPEATABLE_CODES = new Set<number | string>([1, 23, 60])

function mayBeRepeated(sale: SaleRecord, answer: Answer): boolean {
  if (answer.kind === 'refusal') return REPEATABLE_CODES.has(answer.refusal.code)
  // If our transaction is still at -1, the answer is unexpected, so a person decides.
  return answer.kind === 'lost' || (answer.kind === 'transaction' && !belongsToSale(sale, answer.transaction))
}

/** Retried after 1, 2, 4 and 8 s while the approval is young; after that, it is certain that it had no effect (rule 4). */
function afterUnsentConfirm(sale: SaleRecord, isStopping: boolean, context: StepContext): SaleStep {
  const notSent = sale.confirmsNotSent + 1
  const event: SaleEvent = { at: context.now, kind: 'confirm-not-sent' }
  const at = context.now + FIRST_RETRY_MS * 2 ** (notSent - 1)
  // Selling was stopped meanwhile: nothing is confirmed anymore, and it is certain that nothing has been confirmed.
  const isOver = isStopping || context.isSellingStopped
  if (!isOver && notSent <= MAX_CONFIRMS_NOT_SENT && isApprovalYoung(sale, at)) {
    return { sale: { ...sale, confirmsNotSent: notSent, next: { kind: 'confirm', at } }, events: [event] }
  }
  return markNotExecuted({ ...sale, confirmsNotSent: notSent, problem: { code: 'offline' } }, context, [event])
}

const isApprovalYoung = ({ approval }: SaleRecord, now: number) => isYoungerThan(APPROVAL_VALID_MS, approval?.at, now)

/** After a confirm, the abandoned sale is rechecked for a day, and the customer gets a refund (rule 5). */
export function abandon(sale: SaleRecord, problem: Problem, context: StepContext, by?: NamedRef): SaleStep {
  const ended: SaleRecord = { ...withoutNext(sale), state: 'abandoned', problem, finalAt: context.now }
  const event: SaleEvent = { at: context.now, kind: 'abandoned', reason: problem.code, ...(by ? { by: by.name } : {}) }
  if (sale.confirmedAt === undefined) return { sale: ended, events: [event] }
  return { sale: scheduleRecheck({ ...ended, ...(sale.approval ? { refund: {} } : {}) }, context), events: [event] }
}

/**
 * Repeated automatically, or a person decides while polling continues (rules 5 and 6). Without an approval, as after a restore, the sale ends: no one is
 * waiting for a decision, and what the customer saw is too old.
 */
export function markNotExecuted(sale: SaleRecord, context: StepContext, before: SaleEvent[]): SaleStep {
  if (!sale.approval && !sale.resolution) {
    const ended = abandon(sale, { code: 'expired' }, context)
    return { sale: ended.sale, events: [...before, ...ended.events] }
  }
  const proven: SaleEvent[] = [...before, { at: context.now, kind: 'not-executed' }]
  if (isRepeatedAutomatically(sale, context)) {
    const again: SaleEvent = { at: context.now, kind: 'confirm-repeated' }
    return { sale: dueForConfirm(sale, context.now), events: [...proven, again] }
  }
  return { sale: scheduleNextFind({ ...sale, state: 'not-executed' }, context), events: proven }
}

const isRepeatedAutomatically = (sale: SaleRecord, context: StepContext) =>
  sale.mayRepeatConfirm === true && !sale.resolution && !context.isSellingStopped && isApprovalYoung(sale, context.now)
