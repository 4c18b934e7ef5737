import { isSettled, type SaleEvent } from './sale.ts'
import { afterFindOfCheck } from './check-step.ts'
import { notExecuted } from './confirm-step.ts'
import { unchanged, withoutNext, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord } from './sale-record.ts'
import { dispute, followTransaction, isOurs, nextFind, noteTransaction, reasonOf, watchOn } from './transaction-step.ts'
import type { TimedAnswer } from './transaction.ts'

/** Lost finds of an unknown sale that get a line of their own; the others only count. */
const MAX_LOST_FINDS_TOLD = 3

/** Codes that agree with giving up: the wholesaler knows no such transaction (rule 5). */
const AGREES_WITH_GIVING_UP = new Set<number | string>([20, 22])

/** The answer to find (RELIABILITY, table 3). */
export function afterFind(found: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const sale: SaleRecord = { ...found, finds: found.finds + 1, lastFindAt: answered.leftAt }
  if (sale.state === 'opened') return afterFindOfCheck(sale, answered, context)
  if (sale.state === 'checked' || sale.state === 'refused') return unchanged(found)
  // While a confirm is on its way its own answer comes first; only a state above -1 says more.
  const { answer } = answered
  if (answer.kind === 'transaction' && isOurs(sale, answer.transaction)) {
    if (answer.transaction.state === -1) return afterMinusOne(sale, answered, context)
    const known = noteTransaction(sale, answer.transaction, context)
    const followed = followTransaction(known.sale, answer.transaction, context)
    return { sale: followed.sale, events: [...known.events, ...followed.events] }
  }
  if (sale.state === 'confirming') return { sale, events: [] }
  const doesNotKnowOurId = answer.kind === 'refusal' && answer.refusal.code === 22 && sale.transactionId !== undefined
  const asked: SaleRecord = doesNotKnowOurId ? { ...sale, findsByTransactionId: true } : sale
  if (sale.state === 'abandoned' && answer.kind === 'refusal' && !AGREES_WITH_GIVING_UP.has(answer.refusal.code)) {
    return dispute(askAgain(asked, context), { code: answer.refusal.code }, context.now)
  }
  const event: SaleEvent = { at: context.now, kind: 'ask-lost', ...reasonOf(sale, answer) }
  const isWorthALine = sale.state === 'unknown' && sale.finds <= MAX_LOST_FINDS_TOLD
  const followed = askAgain(asked, context)
  // The last look at a sale given up counts only once it was answered.
  const isToBeMadeUp = sale.state === 'abandoned' && answer.kind !== 'refusal' && !followed.next
  return {
    sale: isToBeMadeUp ? { ...followed, next: nextFind(followed, context) } : followed,
    events: isWorthALine ? [event] : [],
  }
}

/** -1 after a confirm: not executed yet. Two of them, a pause apart, both asked after the last confirm, prove it (rule 5). */
function afterMinusOne(sale: SaleRecord, { leftAt, answeredAt }: TimedAnswer, context: StepContext): SaleStep {
  if (sale.state === 'confirming') return { sale, events: [] }
  const isAfterConfirm = sale.confirmLeftAt !== undefined && leftAt > sale.confirmLeftAt
  if (sale.state !== 'unknown' || sale.hasMoved || !isAfterConfirm) return { sale: askAgain(sale, context), events: [] }

  const pauseMs = Math.max(context.settleMs, context.pace.firstMs)
  const asked: SaleEvent = { at: context.now, kind: 'asked', state: -1 }
  if (sale.minusOneAt === undefined) {
    return {
      sale: { ...sale, minusOneAt: answeredAt, next: { do: 'find', at: answeredAt + pauseMs } },
      events: [asked],
    }
  }
  if (leftAt < sale.minusOneAt + pauseMs) {
    return { sale: { ...sale, next: { do: 'find', at: sale.minusOneAt + pauseMs } }, events: [] }
  }
  return notExecuted(sale, context, [asked])
}

function askAgain(sale: SaleRecord, context: StepContext): SaleRecord {
  if (sale.state === 'abandoned') return watchOn(sale, context)
  if (isSettled(sale)) return withoutNext(sale)
  return { ...sale, next: nextFind(sale, context) }
}
