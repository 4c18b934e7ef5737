import type { SaleEvent } from './sale.ts'
import { afterFindForCheck } from './check-step.ts'
import { markNotExecuted } from './confirm-step.ts'
import { unchanged, type SaleStep, type StepContext } from './input.ts'
import type { SaleRecord } from './record.ts'
import { scheduleNextFind, nextFind } from './next-find.ts'
import { belongsToSale } from './match-transaction.ts'
import { flagConflict, NOT_FOUND_CODES, countUnclearAnswer, applyStarted, reasonOf } from './transaction-step.ts'
import type { TimedAnswer } from '../transaction.ts'

/** Lost finds of an unknown sale that get a line of their own; the others only count. */
const MAX_LOST_FINDS_LISTED = 3

/** Codes that speak of our request, the account or the moment, and of no sale: a look at a sale given up that ends so was none (rule 5). */
const INCONCLUSIVE_CODES = new Set<number | string>([1, 2, 5, 23, 50, 60])

/** The answer to find (RELIABILITY, table 3). */
export function afterFind(found: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const sale: SaleRecord = { ...found, findCount: found.findCount + 1, lastFindAt: answered.sentAt }
  if (sale.state === 'opened') return afterFindForCheck(sale, answered, context)
  if (sale.state === 'checked' || sale.state === 'refused') return unchanged(found)
  const { answer } = answered
  if (answer.kind === 'transaction' && belongsToSale(sale, answer.transaction)) {
    return answer.transaction.state === -1
      ? afterMinusOne(sale, answered, context)
      : applyStarted(sale, answer.transaction, context)
  }
  // While a confirm is on its way its own answer comes first; only a state above -1 says more.
  if (sale.state === 'confirming') return { sale, events: [] }
  return afterNoAnswer(sale, answered, context)
}

/** Find was refused, lost, or answered about another transaction: nothing is known that was not known before. */
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
  // The last look at a sale given up counts only once it was answered.
  const isRepeated = sale.state === 'abandoned' && word === undefined && !scheduled.next
  return {
    sale: isRepeated ? { ...scheduled, next: nextFind(scheduled, context) } : scheduled,
    events: [...(isWorthALine ? [lost] : []), ...counted.events],
  }
}

/** -1 after a confirm: not executed yet. Two of them, a pause apart, both asked after the last confirm, prove it (rule 5). */
function afterMinusOne(sale: SaleRecord, { answer, sentAt, answeredAt }: TimedAnswer, context: StepContext): SaleStep {
  if (sale.state === 'confirming') return { sale, events: [] }
  if (sale.state !== 'unknown' || sale.hasStarted) {
    const fellBack = sale.hasStarted ? countUnclearAnswer(sale, answer, context) : unchanged(sale)
    return { sale: scheduleNextFind(fellBack.sale, context), events: fellBack.events }
  }
  const isAfterConfirm = sale.confirmSentAt !== undefined && sentAt > sale.confirmSentAt
  if (!isAfterConfirm) return { sale: scheduleNextFind(sale, context), events: [] }

  const pauseMs = Math.max(context.confirmGraceMs, context.pollInterval.firstMs)
  const stillReserved: SaleEvent = { at: context.now, kind: 'still-reserved', state: -1 }
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
  // A supervisor had closed it as sold: there is no debit, so that was wrong.
  if (sale.resolution?.outcome !== 'sold') return proven
  const conflicting = flagConflict(proven.sale, { state: -1 }, context.now)
  return { sale: conflicting.sale, events: [...proven.events, ...conflicting.events] }
}
