import { isOperatorOpen, isYoungerThan, saleCan, type Problem, type SaleEvent } from './sale.ts'
import { unchanged, type SaleApproval, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord, Who } from './sale-record.ts'
import { askAgain } from './ask-step.ts'
import { nameLimits, notAmong, standingFor } from './limits.ts'
import { isOurs } from './match-transaction.ts'
import { problemOf, readMoved, reasonOf, requestWrong, tellSupervisor } from './transaction-step.ts'
import type { Answer, TimedAnswer } from './transaction.ts'

const MAX_CONFIRMS_NOT_SENT = 4
const APPROVAL_LIVES_MS = 2 * 60_000
const FIRST_RETRY_MS = 1_000

/** A person approves what was shown: confirm is due at once (rule 3). */
export function approve(
  sale: SaleRecord,
  { by, terminal, duplicateOf, accepts, usesLimits, lifted }: SaleApproval,
  context: StepContext,
): SaleStep {
  if (!saleCan.confirm(sale, context.now)) return unchanged(sale)
  const accepted = isOperatorOpen(sale) ? acceptOperator(sale, accepts, by, context.now) : unchanged(sale)
  // Nobody said that the detected operator is the chosen one (rule 10).
  if (isOperatorOpen(accepted.sale)) return unchanged(sale)
  const lifting: SaleEvent[] = lifted
    ? [{ at: context.now, kind: 'limit-lifted', by: lifted.by.name, reason: nameLimits(lifted.limits) }]
    : []
  return {
    sale: {
      ...dueForConfirm(accepted.sale, context.now),
      approval: {
        at: context.now,
        by,
        terminal,
        ...(usesLimits ? { usesLimits, ...liftingOf(sale, by, lifted) } : {}),
      },
      confirmedAt: context.now,
      ...(duplicateOf ? { duplicateOf } : {}),
    },
    events: [...accepted.events, ...lifting, { at: context.now, kind: 'approved', by: by.name }],
  }
}

/** Who let it go beyond which limits: of this very sale, and so it stands for them when it is finished later. */
function liftingOf(sale: SaleRecord, by: Who, lifted: SaleApproval['lifted']): Lifting {
  const standing = standingFor(sale, by.id)
  const approver = lifted?.by ?? (standing.length > 0 ? sale.approval?.approver : undefined)
  if (!approver) return {}
  const limits = lifted?.limits ?? []
  return { approver, lifted: [...notAmong(standing, limits), ...limits] }
}
type Lifting = Pick<NonNullable<SaleRecord['approval']>, 'approver' | 'lifted'>

function acceptOperator(sale: SaleRecord, accepts: SaleApproval['accepts'], by: Who, now: number): SaleStep {
  if (!sale.mismatch || accepts !== 'operator') return unchanged(sale)
  const { detected } = sale.mismatch
  const reason = detected.name ?? detected.id
  return {
    sale: { ...sale, mismatch: { ...sale.mismatch, accepted: { at: now, by: by.name } } },
    events: [{ at: now, kind: 'operator-accepted', by: by.name, ...(reason === undefined ? {} : { reason }) }],
  }
}

function dueForConfirm(sale: SaleRecord, now: number): SaleRecord {
  const { problem: _, minusOneAt: __, mayGoAgain: ___, oddFinds: ____, ...rest } = sale
  return {
    ...rest,
    state: 'confirming',
    confirmLeftAt: now,
    confirmsNotSent: 0,
    finds: 0,
    next: { do: 'confirm', at: now },
  }
}

/** The answer to confirm (RELIABILITY, table 2). */
export function afterConfirm(sale: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const { answer } = answered
  if (answer.kind === 'transaction' && isOurs(sale, answer.transaction) && answer.transaction.state !== -1) {
    return readMoved(noteConfirmLeft(sale, answered.leftAt), answer.transaction, context)
  }
  // Something else settled or moved it meanwhile: an answer that says nothing changes nothing.
  if (sale.state !== 'confirming') return unchanged(sale)
  if (answer.kind === 'not-sent') return afterUnsentConfirm(sale, answer.reason === 'stopping', context)

  const kind = answer.kind === 'refusal' ? 'confirm-refused' : 'confirm-lost'
  const event: SaleEvent = { at: context.now, kind, ...reasonOf(sale, answer) }
  const wrong = requestWrong(answer, context.now)
  const problem: Problem = answer.kind === 'refusal' ? problemOf(answer.refusal) : { code: 'no-answer' }
  const left = noteConfirmLeft(sale, answered.leftAt)
  const unknown: SaleRecord = {
    ...left,
    state: 'unknown',
    problem,
    ...(left.confirmsLeft === 1 && mayBeRepeated(sale, answer) ? { mayGoAgain: true as const } : {}),
    next: { do: 'find', at: context.now },
  }
  return { sale: wrong.length > 0 ? tellSupervisor(unknown, 'request-wrong') : unknown, events: [event, ...wrong] }
}

/** A confirm left at `leftAt`, or may have. */
export function noteConfirmLeft(sale: SaleRecord, leftAt: number): SaleRecord {
  return {
    ...sale,
    confirmsLeft: (sale.confirmsLeft ?? 0) + 1,
    confirmLeftAt: Math.max(leftAt, sale.confirmLeftAt ?? leftAt),
  }
}

/** Codes after which the same confirm may go again by itself (rule 6). */
const REPEATABLE_CODES = new Set<number | string>([1, 23, 60])

function mayBeRepeated(sale: SaleRecord, answer: Answer): boolean {
  if (answer.kind === 'refusal') return REPEATABLE_CODES.has(answer.refusal.code)
  // Our transaction at -1 is an answer, if an odd one: a person decides.
  return answer.kind === 'lost' || (answer.kind === 'transaction' && !isOurs(sale, answer.transaction))
}

/** No byte left: the same confirm again after 1, 2, 4 and 8 s while the approval is young; then it is certain that it did not happen (rule 4). */
function afterUnsentConfirm(sale: SaleRecord, isStopping: boolean, context: StepContext): SaleStep {
  const notSent = sale.confirmsNotSent + 1
  const event: SaleEvent = { at: context.now, kind: 'confirm-not-sent' }
  const at = context.now + FIRST_RETRY_MS * 2 ** (notSent - 1)
  // Selling was stopped meanwhile: nothing is confirmed any more, and it is certain that nothing was.
  const isOver = isStopping || context.isSellingStopped
  if (!isOver && notSent <= MAX_CONFIRMS_NOT_SENT && isApprovalYoung(sale, at)) {
    return { sale: { ...sale, confirmsNotSent: notSent, next: { do: 'confirm', at } }, events: [event] }
  }
  return notExecuted({ ...sale, confirmsNotSent: notSent, problem: { code: 'offline' } }, context, [event])
}

const isApprovalYoung = ({ approval }: SaleRecord, now: number) => isYoungerThan(APPROVAL_LIVES_MS, approval?.at, now)

/** Proven not to have happened: the same confirm goes again by itself, or a person decides and we go on asking (rules 5 and 6). */
export function notExecuted(sale: SaleRecord, context: StepContext, before: SaleEvent[]): SaleStep {
  const proven: SaleEvent[] = [...before, { at: context.now, kind: 'not-executed' }]
  if (goesAgain(sale, context)) {
    const again: SaleEvent = { at: context.now, kind: 'confirm-again' }
    return { sale: dueForConfirm(sale, context.now), events: [...proven, again] }
  }
  return { sale: askAgain({ ...sale, state: 'not-executed' }, context), events: proven }
}

const goesAgain = (sale: SaleRecord, context: StepContext) =>
  sale.mayGoAgain === true && !sale.closed && !context.isSellingStopped && isApprovalYoung(sale, context.now)
