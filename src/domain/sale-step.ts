import { afterCheck, refuse } from './check-step.ts'
import { afterConfirm, approve, noteConfirmLeft } from './confirm-step.ts'
import { close, giveBack, see, take } from './desk-step.ts'
import { afterFind } from './find-step.ts'
import { handOver, show } from './hand-over-step.ts'
import { isQuoteOver, saleCan, type Problem, type SaleEvent } from './sale.ts'
import { unchanged, withoutNext, type SaleInput, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord, Who } from './sale-record.ts'
import { lookNow, watchOn } from './ask-step.ts'

/**
 * The money path: what becomes of a sale when something happens to it (DESIGN section 2, rules 3 to 10, 12, 13 and 15). Pure. What is to be
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
      return saleCan.ask(sale) ? { sale: lookNow(sale, context.now), events: [] } : unchanged(sale)
    case 'taken':
      return take(sale, input.by, context)
    case 'closed':
      return close(sale, input, context)
    case 'given-back':
      return giveBack(sale, input.by, context)
    case 'seen':
      return see(sale, input, context.now)
    case 'shown':
      return show(sale, input, context.now)
    case 'handed-over':
      return handOver(sale, input, context.now)
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
  if (sale.confirmedAt === undefined) return { sale: given, events: [event] }
  return { sale: watchOn({ ...given, giveBack: {} }, context), events: [event] }
}

/**
 * The restart table (rule 13). Times of an earlier process prove nothing: the clock may have jumped between the two. What that process was
 * told it may repeat is not repeated by another one (rule 6).
 */
function afterRestart(sale: SaleRecord, context: StepContext): SaleStep {
  const event: SaleEvent = { at: context.now, kind: 'restarted' }
  const { minusOneAt: _, mayGoAgain: __, ...rest } = sale
  switch (sale.state) {
    case 'opened':
      // It has no id of ours to look for it by: it was not confirmed, so nothing moved (rule 9).
      if (sale.kind === 'international') return refuse(rest, { code: 'no-answer' }, context, [event])
      return { sale: { ...rest, isOnlyLookedFor: true, next: { do: 'find', at: context.now } }, events: [event] }
    case 'checked':
      return isQuoteOver(sale, context.now) ? expire(sale, context) : unchanged(sale)
    case 'confirming':
    case 'unknown': {
      const left = sale.state === 'confirming' ? noteConfirmLeft(rest, context.now - 1) : rest
      const unknown: SaleRecord = {
        ...left,
        state: 'unknown',
        problem: sale.problem ?? { code: 'no-answer' },
        confirmLeftAt: context.now - 1,
        next: { do: 'find', at: context.now },
      }
      return { sale: unknown, events: [event] }
    }
    case 'pending':
    case 'not-executed':
      return { sale: { ...rest, next: { do: 'find', at: context.now } }, events: [] }
    default:
      // The time of its next look, if there is one, was reckoned by another clock.
      return sale.next ? { sale: lookNow(rest, context.now), events: [] } : unchanged(sale)
  }
}
