import { isOtherProvider } from '../../catalog/international.ts'
import {
  differsFromSale,
  detectedProvider,
  isForOtherSale,
  isInOtherCountry,
  belongsToSale,
} from './match-transaction.ts'
import type { SaleEvent } from '../event.ts'
import type { Problem } from '../problem.ts'
import { carriesCode } from '../reveal-rights.ts'
import { QUOTE_VALID_MS } from '../sale.ts'
import { unchanged, withoutNext, type SaleStep, type StepContext } from '../input.ts'
import type { SaleRecord } from '../record.ts'
import {
  failureOf,
  recordTransaction,
  problemOf,
  applyStarted,
  reasonOf,
  badRequestEvents,
  notifySupervisor,
} from './apply-answer.ts'
import type { Answer, WholesalerError, TimedAnswer, Transaction } from '../../wallet/transaction.ts'

/** In ms (rule 9). */
const CHECK_TIMEOUT_MS = 40_000
const FIND_DEADLINE_MS = 15_000
const FIND_INTERVAL_MS = 1_500
const MAX_CHECKS = 2
const MAX_CHECKS_NOT_SENT = 3
const FIRST_RETRY_MS = 1_000
const BAD_REQUEST = 2

type NotSentReason = Extract<Answer, { kind: 'not-sent' }>['reason']

/** These codes prove that nothing was reserved or moved (docs/service-notes.md, "Errors"). Any other code counts as a lost answer (rule 9). */
const CHECK_REFUSALS = new Set<number | string>([2, 5, 50, 101, 201, 1000, 1001, 1200])

/** Applies the answer to check (rows C1 to C14 of `docs/architecture.md`). */
export function afterCheck(sale: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const { answer } = answered
  if (answer.kind === 'not-sent') return afterUnsentCheck(sale, answer.reason, context)

  const sent: SaleRecord = { ...sale, checksSent: sale.checksSent + 1 }
  if (answer.kind === 'transaction' && belongsToSale(sent, answer.transaction))
    return readCheck(sent, answer.transaction, context)
  if (answer.kind === 'refusal' && CHECK_REFUSALS.has(answer.refusal.code))
    return refuseByCode(sent, answer.refusal, context)
  const lost: SaleEvent = { at: context.now, kind: 'check-lost', ...reasonOf(sent, answer) }
  return findLostCheck(sent, context.now, context, [lost])
}

/** Code 2 is about our own request, so a supervisor is notified; other codes are left to the cashier. */
function refuseByCode(sale: SaleRecord, refusal: WholesalerError, context: StepContext): SaleStep {
  const wrong = badRequestEvents({ kind: 'refusal', refusal }, context.now)
  const refused = refuseSale(sale, problemOf(refusal), context, wrong)
  return refusal.code === BAD_REQUEST ? { ...refused, sale: notifySupervisor(refused.sale, 'bad-request') } : refused
}

function afterUnsentCheck(sale: SaleRecord, reason: NotSentReason, context: StepContext): SaleStep {
  const notSent = sale.checksNotSent + 1
  const event: SaleEvent = { at: context.now, kind: 'check-not-sent' }
  const at = context.now + FIRST_RETRY_MS * 2 ** (notSent - 1)
  const remaining = remainingForCheck(sale, at)
  // No turn in time, or the server is stopping. Another attempt would only make the customer wait.
  const isOwnDoing = reason !== 'connect'
  if (isOwnDoing || notSent > MAX_CHECKS_NOT_SENT || remaining <= 0) {
    // Only find could show the outcome of an earlier check, and find did not succeed in time.
    const code = sale.checksSent > 0 ? 'no-answer' : reason === 'busy' ? 'busy' : 'offline'
    return refuseSale({ ...sale, checksNotSent: notSent }, { code }, context, [event])
  }
  return {
    sale: { ...sale, checksNotSent: notSent, next: { kind: 'check', at, withinMs: remaining } },
    events: [event],
  }
}

/** Reads the answer to check, or to the find for a lost check (rules 9 and 10). */
function readCheck(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  // The answer lacks our id and belongs to another sale, so not even its transaction id is recorded.
  if (isForOtherSale(sale, transaction)) {
    return refuseSale(notifySupervisor(sale, 'answer-differs'), { code: 'answer-differs' }, context)
  }
  if (transaction.state !== -1 && transaction.state !== 2) {
    // A confirm that is missing from a restored journal may have sold it, and its code may have been delivered.
    const event: SaleEvent = { at: context.now, kind: 'started-without-confirm', state: transaction.state }
    const followed = applyStarted(
      notifySupervisor(
        { ...sale, confirmedAt: context.now, ...(carriesCode(sale) ? { mayBeDelivered: true as const } : {}) },
        'started-without-confirm',
      ),
      transaction,
      context,
    )
    return { sale: followed.sale, events: [event, ...followed.events] }
  }
  const known = recordTransaction(sale, transaction, context)
  if (transaction.state === 2) return refuseSale(known.sale, failureOf(transaction), context, known.events)
  if (isInOtherCountry(sale, transaction)) {
    const detected = transaction.countryName ?? transaction.countryId
    return refuseSale(known.sale, { code: 'country-differs', ...(detected ? { detected } : {}) }, context, known.events)
  }
  if (differsFromSale(sale, transaction)) {
    return refuseSale(notifySupervisor(known.sale, 'answer-differs'), { code: 'answer-differs' }, context, known.events)
  }
  const checked: SaleRecord = {
    ...known.sale,
    state: 'checked',
    checkedAt: context.now,
    next: { kind: 'expire', at: context.now + QUOTE_VALID_MS },
  }
  const matched = matchProvider(checked, transaction, context.now)
  return { sale: matched.sale, events: [...known.events, { at: context.now, kind: 'checked' }, ...matched.events] }
}

/** Blocks confirm until a person accepts the detected operator as the chosen one (rule 10). */
function matchProvider(sale: SaleRecord, transaction: Transaction, now: number): SaleStep {
  if (!sale.international) return unchanged(sale)
  const detected = detectedProvider(transaction)
  const { id, name } = sale.international.provider
  const chosen = { id, name }
  if (!isOtherProvider(chosen, detected)) return unchanged(sale)
  const reason = detected.name ?? detected.id
  return {
    sale: { ...sale, mismatch: { chosen, detected } },
    events: [{ at: now, kind: 'operator-differs', ...(reason === undefined ? {} : { reason }) }],
  }
}

/** Looks for the check by our id, which an international transaction does not carry (rule 9). */
function findLostCheck(sale: SaleRecord, at: number, context: StepContext, events: SaleEvent[]): SaleStep {
  if (sale.kind === 'international') return refuseSale(sale, { code: 'no-answer' }, context, events)
  const remaining = remainingForCheck(sale, at)
  if (remaining <= 0) return refuseSale(sale, { code: 'no-answer' }, context, events)
  return { sale: { ...sale, next: { kind: 'find', at, withinMs: Math.min(FIND_DEADLINE_MS, remaining) } }, events }
}

function remainingForCheck(sale: SaleRecord, at: number): number {
  const age = at - sale.openedAt
  // A negative age counts as too old (rule 14).
  return age < 0 ? 0 : CHECK_TIMEOUT_MS - age
}

/** Applies the answer to the find for a lost check (rule 9). */
export function afterFindForCheck(sale: SaleRecord, { answer }: TimedAnswer, context: StepContext): SaleStep {
  if (answer.kind === 'transaction' && belongsToSale(sale, answer.transaction))
    return readCheck(sale, answer.transaction, context)
  const isNowhere = answer.kind === 'refusal' && (answer.refusal.code === 20 || answer.refusal.code === 22)
  const event: SaleEvent = { at: context.now, kind: 'find-lost', ...reasonOf(sale, answer) }
  if (!isNowhere) return findLostCheck(sale, context.now + FIND_INTERVAL_MS, context, [event])
  const remaining = remainingForCheck(sale, context.now)
  if (sale.isFindOnly || sale.checksSent >= MAX_CHECKS || remaining <= 0) {
    return refuseSale(sale, { code: 'no-answer' }, context, [event])
  }
  return { sale: { ...sale, next: { kind: 'check', at: context.now, withinMs: remaining } }, events: [event] }
}

/** A refused sale was never confirmed, so no money has moved. */
export function refuseSale(
  sale: SaleRecord,
  problem: Problem,
  { now }: StepContext,
  before: SaleEvent[] = [],
): SaleStep {
  return {
    sale: { ...withoutNext(sale), state: 'refused', problem, finalAt: now },
    events: [...before, { at: now, kind: 'refused', reason: problem.code }],
  }
}
