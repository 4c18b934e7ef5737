import type { SaleEvent } from '../event.ts'
import { afterFindForCheck } from './check-step.ts'
import { markNotExecuted } from './confirm-step.ts'
import { unchanged, type SaleStep, type StepContext } from '../input.ts'
import type { SaleRecord } from '../record.ts'
import { scheduleNextFind, nextFind } from './next-find.ts'
import { belongsToSale } from './match-transaction.ts'
import { flagConflict, NOT_FOUND_CODES, countUnclearAnswer, applyStarted, reasonOf } from './apply-answer.ts'
import type { Answer, TimedAnswer } from '../../wallet/transaction.ts'

/** Later lost finds are only counted, without an event. */
const MAX_LOST_FINDS_LISTED = 3

/** Codes about our request, the account or a temporary problem, which are no recheck of an abandoned sale (rule 5). */
const INCONCLUSIVE_CODES = new Set<number | string>([1, 2, 5, 23, 50, 60])

/** Applies the answer to find (rows G1 to G13 of `docs/architecture.md`). */
export function afterFind(found: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const sale: SaleRecord = { ...found, findCount: found.findCount + 1, lastFindAt: answered.sentAt }
  if (sale.state === 'opened') return afterFindForCheck(sale, answered, context)
  if (sale.state === 'checked' || sale.state === 'refused') return unchanged(found)
  const { answer } = answered
  if (isWithoutTransaction(sale, answer)) return afterMinusOne(sale, answered, context)
  if (answer.kind === 'transaction' && belongsToSale(sale, answer.transaction)) {
    return answer.transaction.state === -1
      ? afterMinusOne(sale, answered, context)
      : applyStarted(sale, answer.transaction, context)
  }
  // While a confirm is in flight, its own answer takes precedence, except over a state above -1.
  if (sale.state === 'confirming') return { sale, events: [] }
  return afterNoAnswer(sale, answered, context)
}

/**
 * A sale that the restored backup has unchecked has no transaction id. If the wholesaler has no transaction either, nothing was executed. Code 22 does not
 * prove that: our id may only not be registered yet.
 */
const isWithoutTransaction = ({ state, transactionId }: SaleRecord, answer: Answer) =>
  state === 'unknown' && transactionId === undefined && answer.kind === 'refusal' && answer.refusal.code === 20

/** Find was rejected or lost, or returned another transaction, so nothing new is known. */
function afterNoAnswer(sale: SaleRecord, { answer }: TimedAnswer, context: StepContext): SaleStep {
  const doesNotKnowOurId = answer.kind === 'refusal' && answer.refusal.code === 22 && sale.transactionId !== undefined
  const counted = countUnclearAnswer(doesNotKnowOurId ? { ...sale, findsByTransactionId: true } : sale, answer, context)
  const scheduled = scheduleNextFind(counted.sale, context)
  const word =
    answer.kind === 'refusal' && !INCONCLUSIVE_CODES.has(answer.refusal.code) ? answer.refusal.code : undefined
  if (sale.state === 'abandoned' && !sale.resolution && word !== undefined && !NOT_FOUND_CODES.has(word)) {
    return flagConflict(scheduled, { code: word }, context.now)
  }
  const lost: SaleEvent = { at: context.now, kind: 'find-lost', ...reasonOf(sale, answer) }
  const isWorthALine = sale.state === 'unknown' && sale.findCount <= MAX_LOST_FINDS_LISTED
  // The last recheck of an abandoned sale counts only if it got a conclusive answer.
  const isRepeated = sale.state === 'abandoned' && word === undefined && !scheduled.next
  return {
    sale: isRepeated ? { ...scheduled, next: nextFind(scheduled, context) } : scheduled,
    events: [...(isWorthALine ? [lost] : []), ...counted.events],
  }
}

/** Two answers of -1, a pause apart and both requested after the last confirm, prove that it had no effect (rule 5). */
function afterMinusOne(sale: SaleRecord, { answer, sentAt, answeredAt }: TimedAnswer, context: StepContext): SaleStep {
  if (sale.state === 'confirming') return { sale, events: [] }
  if (sale.state !== 'unknown' || sale.hasStarted) {
    const fellBack = sale.hasStarted ? countUnclearAnswer(sale, answer, context) : unchanged(sale)
    return { sale: scheduleNextFind(fellBack.sale, context), events: fellBack.events }
  }
  const isAfterConfirm = sale.confirmSentAt !== undefined && sentAt > sale.confirmSentAt
  if (!isAfterConfirm) return { sale: scheduleNextFind(sale, context), events: [] }

  const pauseMs = Math.max(context.confirmGraceMs, context.pollInterval.firstMs)
  const stillReserved: SaleEvent =
    answer.kind === 'refusal'
      ? { at: context.now, kind: 'find-lost', code: answer.refusal.code }
      : { at: context.now, kind: 'still-reserved', state: -1 }
  const { unclearFinds: _, ...sane } = sale
  if (sale.minusOneAt === undefined) {
    return {
      sale: { ...sane, minusOneAt: answeredAt, next: { kind: 'find', at: answeredAt + pauseMs } },
      events: [stillReserved],
    }
  }
  if (sentAt < sale.minusOneAt + pauseMs) {
    return { sale: { ...sane, next: { kind: 'find', at: sale.minusOneAt + pauseMs } }, events: [] }
  }
  const proven = markNotExecuted(sane, context, [stillReserved])
  // A supervisor resolved it as sold, but there is no debit, so the resolution was wrong.
  if (sale.resolution?.outcome !== 'sold') return proven
  const conflicting = flagConflict(proven.sale, { state: -1 }, context.now)
  return { sale: conflicting.sale, events: [...proven.events, ...conflicting.events] }
}
