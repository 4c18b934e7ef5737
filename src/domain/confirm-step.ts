import { saleCan, type Problem, type SaleEvent } from './sale.ts'
import { unchanged, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord, Who } from './sale-record.ts'
import { followTransaction, isOurs, nextFind, noteTransaction, problemOf, reasonOf } from './transaction-step.ts'
import type { TimedAnswer } from './transaction.ts'

const MAX_CONFIRMS_NOT_SENT = 4
const APPROVAL_LIVES_MS = 2 * 60_000
const FIRST_RETRY_MS = 1_000

/** A person approves what was shown: confirm is due at once (rule 3). */
export function approve(
  sale: SaleRecord,
  { by, terminal }: { by: Who; terminal: Who },
  context: StepContext,
): SaleStep {
  if (!saleCan.confirm(sale, context.now)) return unchanged(sale)
  const { problem: _, minusOneAt: __, ...rest } = sale
  return {
    sale: {
      ...rest,
      state: 'confirming',
      approval: { at: context.now, by, terminal },
      confirmedAt: context.now,
      confirmLeftAt: context.now,
      confirmsNotSent: 0,
      finds: 0,
      next: { do: 'confirm', at: context.now },
    },
    events: [{ at: context.now, kind: 'approved', by: by.name }],
  }
}

/** The answer to confirm (RELIABILITY, table 2). */
export function afterConfirm(sale: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const { answer } = answered
  if (answer.kind === 'transaction' && isOurs(sale, answer.transaction) && answer.transaction.state !== -1) {
    const known = noteTransaction(noteConfirmLeft(sale, answered), answer.transaction, context)
    const followed = followTransaction(known.sale, answer.transaction, context)
    return { sale: followed.sale, events: [...known.events, ...followed.events] }
  }
  // Something else settled or moved it meanwhile: an answer that says nothing changes nothing.
  if (sale.state !== 'confirming') return unchanged(sale)
  if (answer.kind === 'not-sent') return afterUnsentConfirm(sale, context)

  const kind = answer.kind === 'refusal' ? 'confirm-refused' : 'confirm-lost'
  const event: SaleEvent = { at: context.now, kind, ...reasonOf(sale, answer) }
  const problem: Problem = answer.kind === 'refusal' ? problemOf(answer.refusal) : { code: 'no-answer' }
  return {
    sale: { ...noteConfirmLeft(sale, answered), state: 'unknown', problem, next: { do: 'find', at: context.now } },
    events: [event],
  }
}

function noteConfirmLeft(sale: SaleRecord, { leftAt }: TimedAnswer): SaleRecord {
  return { ...sale, confirmLeftAt: Math.max(leftAt, sale.confirmLeftAt ?? leftAt) }
}

/** No byte left: the same confirm again after 1, 2, 4 and 8 s while the approval is young; then it is certain that it did not happen (rule 4). */
function afterUnsentConfirm(sale: SaleRecord, context: StepContext): SaleStep {
  const notSent = sale.confirmsNotSent + 1
  const event: SaleEvent = { at: context.now, kind: 'confirm-not-sent' }
  const at = context.now + FIRST_RETRY_MS * 2 ** (notSent - 1)
  const isYoung = sale.approval !== undefined && at - sale.approval.at < APPROVAL_LIVES_MS
  if (notSent <= MAX_CONFIRMS_NOT_SENT && isYoung) {
    return { sale: { ...sale, confirmsNotSent: notSent, next: { do: 'confirm', at } }, events: [event] }
  }
  return notExecuted({ ...sale, confirmsNotSent: notSent, problem: { code: 'offline' } }, context, [event])
}

/** Proven not to have happened: a person decides, and we go on asking. */
export function notExecuted(sale: SaleRecord, context: StepContext, before: SaleEvent[]): SaleStep {
  return {
    sale: { ...sale, state: 'not-executed', next: nextFind(sale, context) },
    events: [...before, { at: context.now, kind: 'not-executed' }],
  }
}
