import { afterCheck } from './check-step.ts'
import { afterConfirm, approve } from './confirm-step.ts'
import { afterFind } from './find-step.ts'
import { isQuoteOver, saleCan, type Problem, type SaleEvent } from './sale.ts'
import { unchanged, withoutNext, type SaleInput, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord, Who } from './sale-record.ts'
import { watchOn } from './transaction-step.ts'

/**
 * The money path: what becomes of a sale when something happens to it (DESIGN section 2, rules 3 to 10 and 13). Pure. What is to be
 * done next stands in `sale.next`; it is done only after the new record is durable. Answers the very same record when nothing changed.
 */
export function stepSale(sale: SaleRecord, input: SaleInput, context: StepContext): SaleStep {
  switch (input.kind) {
    case 'check-answered':
      return sale.state === 'opened' ? afterCheck(sale, input.answered, context) : unchanged(sale)
    case 'confirm-answered':
      // Nobody approved: no confirm of this sale ever left.
      return sale.approval ? afterConfirm(sale, input.answered, context) : unchanged(sale)
    case 'find-answered':
      return afterFind(sale, input.answered, context)
    case 'approved':
      return approve(sale, input, context)
    case 'given-up':
      return giveUp(sale, input.by, context)
    case 'asked':
      return saleCan.ask(sale)
        ? { sale: { ...sale, next: { do: 'find', at: context.now } }, events: [] }
        : unchanged(sale)
    case 'expired':
      return sale.state === 'checked' && isQuoteOver(sale, context.now) ? expire(sale, context) : unchanged(sale)
    case 'restarted':
      return afterRestart(sale, context)
  }
}

function giveUp(sale: SaleRecord, by: Who, context: StepContext): SaleStep {
  if (!saleCan.abandon(sale)) return unchanged(sale)
  return abandon(sale, { code: 'given-up' }, context, by)
}

const expire = (sale: SaleRecord, context: StepContext) => abandon(sale, { code: 'expired' }, context)

function abandon(sale: SaleRecord, problem: Problem, context: StepContext, by?: Who): SaleStep {
  const given: SaleRecord = { ...withoutNext(sale), state: 'abandoned', problem, settledAt: context.now }
  const event: SaleEvent = { at: context.now, kind: 'abandoned', reason: problem.code, ...(by ? { by: by.name } : {}) }
  return { sale: sale.confirmedAt === undefined ? given : watchOn(given, context), events: [event] }
}

/** The restart table (rule 13). Times of an earlier process prove nothing: the clock may have jumped between the two. */
function afterRestart(sale: SaleRecord, context: StepContext): SaleStep {
  const event: SaleEvent = { at: context.now, kind: 'restarted' }
  const { minusOneAt: _, ...rest } = sale
  switch (sale.state) {
    case 'opened':
      return { sale: { ...rest, isOnlyLookedFor: true, next: { do: 'find', at: context.now } }, events: [event] }
    case 'checked':
      return isQuoteOver(sale, context.now) ? expire(sale, context) : unchanged(sale)
    case 'confirming':
    case 'unknown': {
      const problem: Problem = sale.problem ?? { code: 'no-answer' }
      const unknown: SaleRecord = {
        ...rest,
        state: 'unknown',
        problem,
        confirmLeftAt: context.now - 1,
        next: { do: 'find', at: context.now },
      }
      return { sale: unknown, events: [event] }
    }
    case 'pending':
    case 'not-executed':
      return { sale: { ...rest, next: { do: 'find', at: context.now } }, events: [] }
    case 'abandoned':
      // The time of its next look was reckoned by another clock.
      return sale.next ? { sale: { ...rest, next: { do: 'find', at: context.now } }, events: [] } : unchanged(sale)
    default:
      return unchanged(sale)
  }
}
