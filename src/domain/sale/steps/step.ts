import { afterCheck, refuseSale } from './check-step.ts'
import { abandon, afterConfirm, approve, recordConfirmSent } from './confirm-step.ts'
import { afterRestore } from './restore-step.ts'
import { resolve, markRefunded, acknowledge, takeOver } from './staff-step.ts'
import { afterFind } from './find-step.ts'
import { answerPrint, deliver, endPrint, leaveUnclear, reportPrint, reveal, startPrint } from './delivery-step.ts'
import type { SaleEvent } from '../event.ts'
import { canBeFound, isQuoteExpired, saleCan } from '../sale.ts'
import { unchanged, type SaleInput, type SaleStep, type StepContext } from '../input.ts'
import type { SaleRecord } from '../record.ts'
import type { NamedRef } from '../../person.ts'
import { scheduleFindNow } from './next-find.ts'

/**
 * The money path (rules 3 to 10, 12, 13 and 15). Pure. The next action, `sale.next`, runs only after the new record is durable. Returns the same object when
 * nothing changed.
 */
export function stepSale(sale: SaleRecord, input: SaleInput, context: StepContext): SaleStep {
  switch (input.kind) {
    case 'check-answered':
      return sale.state === 'opened' ? afterCheck(sale, input.answered, context) : unchanged(sale)
    case 'confirm-answered':
      // Without an approval no confirm of this sale was ever sent.
      return sale.approval ? afterConfirm(sale, input.answered, context) : unchanged(sale)
    case 'find-answered':
      return afterFind(sale, input.answered, context)
    case 'approved':
      return approve(sale, input, context)
    case 'abandoned':
      return giveUp(sale, input.by, context)
    case 'poll-requested':
      return saleCan.poll(sale) ? { sale: scheduleFindNow(sale, context.now), events: [] } : unchanged(sale)
    case 'taken-over':
      return takeOver(sale, input.by, context)
    case 'resolved':
      return resolve(sale, input, context)
    case 'refunded':
      return markRefunded(sale, input, context)
    case 'acknowledged':
      return acknowledge(sale, input, context.now)
    case 'revealed':
      return reveal(sale, input, context.now)
    case 'delivered':
      return deliver(sale, input, context.now)
    case 'print-started':
      return startPrint(sale, input, context.now)
    case 'print-ended':
      return endPrint(sale, input, context.now)
    case 'print-reported':
      return reportPrint(sale, input, context.now)
    case 'print-answered':
      return answerPrint(sale, input, context.now)
    case 'print-outcome-unknown':
      return withEvent(sale, {
        at: context.now,
        kind: input.kind,
        by: input.by.name,
        reason: input.paper,
        note: input.printer,
      })
    case 'receipt-mailed':
      return withEvent(sale, { at: context.now, kind: input.kind, by: input.by.name, note: input.to })
    case 'expired':
      return sale.state === 'checked' && isQuoteExpired(sale, context.now) ? expire(sale, context) : unchanged(sale)
    case 'restarted':
      return leaveUnclear(afterRestart(sale, input, context), context.now)
    case 'restored':
      return leaveUnclear(afterRestore(sale, context), context.now)
  }
}

/** Storing an event needs a new version, so this is a new object. */
const withEvent = (sale: SaleRecord, event: SaleEvent): SaleStep => ({ sale: { ...sale }, events: [event] })

function giveUp(sale: SaleRecord, by: NamedRef, context: StepContext): SaleStep {
  if (!saleCan.abandon(sale)) return unchanged(sale)
  return abandon(sale, { code: 'abandoned' }, context, by)
}

const expire = (sale: SaleRecord, context: StepContext) => abandon(sale, { code: 'expired' }, context)

/**
 * The restart table (rule 13). Times from an earlier process prove nothing, because the clock may have jumped. Permission to repeat a confirm does not carry
 * over (rule 6).
 */
function afterRestart(
  sale: SaleRecord,
  input: Extract<SaleInput, { kind: 'restarted' }>,
  context: StepContext,
): SaleStep {
  const event: SaleEvent = { at: context.now, ...input }
  const { minusOneAt: _, mayRepeatConfirm: __, ...rest } = sale
  switch (sale.state) {
    case 'opened':
      // There is no id of ours to search by. The sale was not confirmed, so no money moved (rule 9).
      if (sale.kind === 'international') return refuseSale(rest, { code: 'no-answer' }, context, [event])
      return { sale: { ...rest, isFindOnly: true, next: { kind: 'find', at: context.now } }, events: [event] }
    case 'checked':
      return isQuoteExpired(sale, context.now) ? expire(sale, context) : unchanged(sale)
    case 'confirming':
    case 'unknown': {
      if (!canBeFound(sale)) return unchanged(sale)
      const left = sale.state === 'confirming' ? recordConfirmSent(rest, context.now - 1) : rest
      const unknown: SaleRecord = {
        ...left,
        state: 'unknown',
        problem: sale.problem ?? { code: 'no-answer' },
        confirmSentAt: context.now - 1,
        next: { kind: 'find', at: context.now },
      }
      return { sale: unknown, events: [event] }
    }
    case 'pending':
    case 'not-executed':
      return { sale: { ...rest, next: { kind: 'find', at: context.now } }, events: [] }
    default:
      // The time of its next find was computed with a different clock.
      return sale.next ? { sale: scheduleFindNow(rest, context.now), events: [] } : unchanged(sale)
  }
}
