import type { SaleEvent } from './sale.ts'
import { afterFindOfCheck } from './check-step.ts'
import { notExecuted } from './confirm-step.ts'
import { unchanged, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord } from './sale-record.ts'
import { askAgain, nextFind } from './ask-step.ts'
import { isOurs } from './match-transaction.ts'
import { dispute, NOT_KNOWN, noteOddness, readMoved, reasonOf } from './transaction-step.ts'
import type { TimedAnswer } from './transaction.ts'

/** Lost finds of an unknown sale that get a line of their own; the others only count. */
const MAX_LOST_FINDS_TOLD = 3

/** Codes that speak of our request, the account or the moment, and of no sale: a look at a sale given up that ends so was none (rule 5). */
const SAYS_NOTHING = new Set<number | string>([1, 2, 5, 23, 50, 60])

/** The answer to find (RELIABILITY, table 3). */
export function afterFind(found: SaleRecord, answered: TimedAnswer, context: StepContext): SaleStep {
  const sale: SaleRecord = { ...found, finds: found.finds + 1, lastFindAt: answered.leftAt }
  if (sale.state === 'opened') return afterFindOfCheck(sale, answered, context)
  if (sale.state === 'checked' || sale.state === 'refused') return unchanged(found)
  const { answer } = answered
  if (answer.kind === 'transaction' && isOurs(sale, answer.transaction)) {
    return answer.transaction.state === -1
      ? afterMinusOne(sale, answered, context)
      : readMoved(sale, answer.transaction, context)
  }
  // While a confirm is on its way its own answer comes first; only a state above -1 says more.
  if (sale.state === 'confirming') return { sale, events: [] }
  return afterNoAnswer(sale, answered, context)
}

/** Find was refused, lost, or answered about another transaction: nothing is known that was not known before. */
function afterNoAnswer(sale: SaleRecord, { answer }: TimedAnswer, context: StepContext): SaleStep {
  const doesNotKnowOurId = answer.kind === 'refusal' && answer.refusal.code === 22 && sale.transactionId !== undefined
  const odd = noteOddness(doesNotKnowOurId ? { ...sale, findsByTransactionId: true } : sale, answer, context)
  const asked = askAgain(odd.sale, context)
  const word = answer.kind === 'refusal' && !SAYS_NOTHING.has(answer.refusal.code) ? answer.refusal.code : undefined
  if (sale.state === 'abandoned' && !sale.closed && word !== undefined && !NOT_KNOWN.has(word)) {
    return dispute(asked, { code: word }, context.now)
  }
  const lost: SaleEvent = { at: context.now, kind: 'ask-lost', ...reasonOf(sale, answer) }
  const isWorthALine = sale.state === 'unknown' && sale.finds <= MAX_LOST_FINDS_TOLD
  // The last look at a sale given up counts only once it was answered.
  const isToBeMadeUp = sale.state === 'abandoned' && word === undefined && !asked.next
  return {
    sale: isToBeMadeUp ? { ...asked, next: nextFind(asked, context) } : asked,
    events: [...(isWorthALine ? [lost] : []), ...odd.events],
  }
}

/** -1 after a confirm: not executed yet. Two of them, a pause apart, both asked after the last confirm, prove it (rule 5). */
function afterMinusOne(sale: SaleRecord, { answer, leftAt, answeredAt }: TimedAnswer, context: StepContext): SaleStep {
  if (sale.state === 'confirming') return { sale, events: [] }
  if (sale.state !== 'unknown' || sale.hasMoved) {
    const fellBack = sale.hasMoved ? noteOddness(sale, answer, context) : unchanged(sale)
    return { sale: askAgain(fellBack.sale, context), events: fellBack.events }
  }
  const isAfterConfirm = sale.confirmLeftAt !== undefined && leftAt > sale.confirmLeftAt
  if (!isAfterConfirm) return { sale: askAgain(sale, context), events: [] }

  const pauseMs = Math.max(context.settleMs, context.pace.firstMs)
  const asked: SaleEvent = { at: context.now, kind: 'asked', state: -1 }
  const { oddFinds: _, ...sane } = sale
  if (sale.minusOneAt === undefined) {
    return {
      sale: { ...sane, minusOneAt: answeredAt, next: { do: 'find', at: answeredAt + pauseMs } },
      events: [asked],
    }
  }
  if (leftAt < sale.minusOneAt + pauseMs) {
    return { sale: { ...sane, next: { do: 'find', at: sale.minusOneAt + pauseMs } }, events: [] }
  }
  const proven = notExecuted(sane, context, [asked])
  // A supervisor had closed it as sold: there is no debit, so that was wrong.
  if (sale.closed?.as !== 'sold') return proven
  const disputed = dispute(proven.sale, { state: -1 }, context.now)
  return { sale: disputed.sale, events: [...proven.events, ...disputed.events] }
}
