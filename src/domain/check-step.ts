import { isOtherProvider } from './international.ts'
import { differs, findDetected, isAnothers, isElsewhere, isOurs } from './match-transaction.ts'
import type { Problem, SaleEvent } from './sale.ts'
import { QUOTE_LIVES_MS } from './sale.ts'
import { unchanged, withoutNext, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord } from './sale-record.ts'
import {
  failureOf,
  noteTransaction,
  problemOf,
  readMoved,
  reasonOf,
  requestWrong,
  tellSupervisor,
} from './transaction-step.ts'
import type { Answer, Refusal, TimedAnswer, Transaction } from './transaction.ts'

/** A lost check ends within this time for the cashier (DESIGN rule 9). */
export const CHECK_ENDS_AFTER_MS = 40_000
const FIND_DEADLINE_MS = 15_000
const LOOK_AGAIN_MS = 1_500
const MAX_CHECKS = 2
const MAX_CHECKS_NOT_SENT = 3
const FIRST_RETRY_MS = 1_000
const BAD_REQUEST = 2

type NotSentReason = Extract<Answer, { kind: 'not-sent' }>['reason']

/** Codes of a check that prove that nothing was reserved or moved (service-notes, "Errors"). The others are a lost answer (rule 9). */
const CHECK_REFUSALS = new Set<number | string>([2, 5, 50, 101, 201, 1000, 1001, 1200])

/** The answer to check (RELIABILITY, table 1). */
export function afterCheck(sale: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const { answer } = answered
  if (answer.kind === 'not-sent') return afterUnsentCheck(sale, answer.reason, context)

  const sent: SaleRecord = { ...sale, checksSent: sale.checksSent + 1 }
  if (answer.kind === 'transaction' && isOurs(sent, answer.transaction))
    return readCheck(sent, answer.transaction, context)
  if (answer.kind === 'refusal' && CHECK_REFUSALS.has(answer.refusal.code))
    return refuseByCode(sent, answer.refusal, context)
  const lost: SaleEvent = { at: context.now, kind: 'check-lost', ...reasonOf(sent, answer) }
  return lookForCheck(sent, context.now, context, [lost])
}

/** A request of ours that the wholesaler calls wrong is a fault a supervisor is told of; wrong input alone is the cashier's to mend. */
function refuseByCode(sale: SaleRecord, refusal: Refusal, context: StepContext): SaleStep {
  const wrong = requestWrong({ kind: 'refusal', refusal }, context.now)
  const refused = refuse(sale, problemOf(refusal), context, wrong)
  return refusal.code === BAD_REQUEST ? { ...refused, sale: tellSupervisor(refused.sale, 'request-wrong') } : refused
}

function afterUnsentCheck(sale: SaleRecord, reason: NotSentReason, context: StepContext): SaleStep {
  const notSent = sale.checksNotSent + 1
  const event: SaleEvent = { at: context.now, kind: 'check-not-sent' }
  const at = context.now + FIRST_RETRY_MS * 2 ** (notSent - 1)
  const left = leftForCheck(sale, at)
  // It waited its time for a turn, or the till is closing: trying again would only keep the customer.
  const isOwnDoing = reason !== 'connect'
  if (isOwnDoing || notSent > MAX_CHECKS_NOT_SENT || left <= 0) {
    // An earlier check may have left: then only find can say, and it did not in time.
    const code = sale.checksSent > 0 ? 'no-answer' : reason === 'busy' ? 'busy' : 'offline'
    return refuse({ ...sale, checksNotSent: notSent }, { code }, context, [event])
  }
  return { sale: { ...sale, checksNotSent: notSent, next: { do: 'check', at, withinMs: left } }, events: [event] }
}

/** An answer to check, or to the find that looks for a lost one (rules 9 and 10). */
function readCheck(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  // Without an id of ours its content tells whose answer it is: another one's is not taken for this one's, its id included.
  if (isAnothers(sale, transaction)) {
    return refuse(tellSupervisor(sale, 'answer-differs'), { code: 'answer-differs' }, context)
  }
  if (transaction.state !== -1 && transaction.state !== 2) {
    // It moved without a confirm of ours: followed like an answer to one.
    const event: SaleEvent = { at: context.now, kind: 'moved-without-confirm', state: transaction.state }
    const followed = readMoved(
      tellSupervisor({ ...sale, confirmedAt: context.now }, 'moved-without-confirm'),
      transaction,
      context,
    )
    return { sale: followed.sale, events: [event, ...followed.events] }
  }
  const known = noteTransaction(sale, transaction, context)
  if (transaction.state === 2) return refuse(known.sale, failureOf(transaction), context, known.events)
  if (isElsewhere(sale, transaction)) {
    const detected = transaction.countryName ?? transaction.countryId
    return refuse(known.sale, { code: 'country-differs', ...(detected ? { detected } : {}) }, context, known.events)
  }
  if (differs(sale, transaction)) {
    return refuse(tellSupervisor(known.sale, 'answer-differs'), { code: 'answer-differs' }, context, known.events)
  }
  const checked: SaleRecord = {
    ...known.sale,
    state: 'checked',
    checkedAt: context.now,
    next: { do: 'expire', at: context.now + QUOTE_LIVES_MS },
  }
  const matched = matchProvider(checked, transaction, context.now)
  return { sale: matched.sale, events: [...known.events, { at: context.now, kind: 'checked' }, ...matched.events] }
}

/** Another operator was detected than the one chosen: nothing is confirmed until a person says that it is the same (rule 10). */
function matchProvider(sale: SaleRecord, transaction: Transaction, now: number): SaleStep {
  if (!sale.international) return unchanged(sale)
  const detected = findDetected(transaction)
  const chosen = sale.international.provider
  if (!isOtherProvider(chosen, detected)) return unchanged(sale)
  const reason = detected.name ?? detected.id
  return {
    sale: { ...sale, mismatch: { chosen, detected } },
    events: [{ at: now, kind: 'operator-differs', ...(reason === undefined ? {} : { reason }) }],
  }
}

/** Find by our id until the time is over (rule 9). An international transaction has no id of ours: nobody can look for it. */
function lookForCheck(sale: SaleRecord, at: number, context: StepContext, events: SaleEvent[]): SaleStep {
  if (sale.kind === 'international') return refuse(sale, { code: 'no-answer' }, context, events)
  const left = leftForCheck(sale, at)
  if (left <= 0) return refuse(sale, { code: 'no-answer' }, context, events)
  return { sale: { ...sale, next: { do: 'find', at, withinMs: Math.min(FIND_DEADLINE_MS, left) } }, events }
}

function leftForCheck(sale: SaleRecord, at: number): number {
  const age = at - sale.openedAt
  // An age that cannot be, as after a restart under another clock, counts as too old.
  return age < 0 ? 0 : CHECK_ENDS_AFTER_MS - age
}

/** The answer to the find that looks for a lost check (rule 9). */
export function afterFindOfCheck(sale: SaleRecord, { answer }: TimedAnswer, context: StepContext): SaleStep {
  if (answer.kind === 'transaction' && isOurs(sale, answer.transaction))
    return readCheck(sale, answer.transaction, context)
  const isNowhere = answer.kind === 'refusal' && (answer.refusal.code === 20 || answer.refusal.code === 22)
  const event: SaleEvent = { at: context.now, kind: 'ask-lost', ...reasonOf(sale, answer) }
  if (!isNowhere) return lookForCheck(sale, context.now + LOOK_AGAIN_MS, context, [event])
  const left = leftForCheck(sale, context.now)
  if (sale.isOnlyLookedFor || sale.checksSent >= MAX_CHECKS || left <= 0) {
    return refuse(sale, { code: 'no-answer' }, context, [event])
  }
  return { sale: { ...sale, next: { do: 'check', at: context.now, withinMs: left } }, events: [event] }
}

/** Nothing moved. */
export function refuse(sale: SaleRecord, problem: Problem, { now }: StepContext, before: SaleEvent[] = []): SaleStep {
  return {
    sale: { ...withoutNext(sale), state: 'refused', problem, settledAt: now },
    events: [...before, { at: now, kind: 'refused', reason: problem.code }],
  }
}
