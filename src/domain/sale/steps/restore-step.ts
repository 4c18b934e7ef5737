import type { SaleEvent } from '../event.ts'
import { recordConfirmSent } from './confirm-step.ts'
import { withoutNext, unchanged, type SaleStep, type StepContext } from '../input.ts'
import { RECHECK_AFTER_MS, scheduleFindNow } from './next-find.ts'
import type { SaleRecord } from '../record.ts'
import { carriesCode } from '../reveal-rights.ts'
import { canBeFound } from '../sale.ts'

/**
 * Since the restored backup (decision 126), the earlier process may have confirmed the sale, confirmed it again, or delivered its code. So nothing counts as
 * not executed until find proves it again.
 */
export function afterRestore(before: SaleRecord, context: StepContext): SaleStep {
  const event: SaleEvent = { at: context.now, kind: 'restored' }
  const { minusOneAt: _, mayRepeatConfirm: __, ...rest } = before
  const sale: SaleRecord = mayHaveBeenDelivered(before) ? { ...rest, mayBeDelivered: true } : rest
  switch (before.state) {
    case 'opened':
    case 'checked':
    case 'confirming':
    case 'unknown':
    case 'not-executed':
      return { sale: askAgain(sale, context), events: [event] }
    case 'pending':
      return { sale: { ...sale, findCount: 0, next: { kind: 'find', at: context.now } }, events: [event] }
    case 'abandoned':
      return { sale: recheck(sale, context), events: [event] }
    default: {
      if (!sale.next && !sale.mayBeDelivered) return unchanged(before)
      // The time of its next find was computed with a different clock.
      return { sale: sale.next ? { ...scheduleFindNow(sale, context.now), findCount: 0 } : sale, events: [event] }
    }
  }
}

/** Whether the code may have been delivered since the backup. */
const mayHaveBeenDelivered = (sale: SaleRecord): boolean =>
  carriesCode(sale) &&
  sale.voucher !== 'delivered' &&
  (sale.voucher !== undefined || !['refused', 'failed', 'abandoned'].includes(sale.state))

/** A confirm may have been sent, so the result is unknown until find shows it, as after a restart (rule 13). */
function askAgain(sale: SaleRecord, { now }: StepContext): SaleRecord {
  const left = sale.state === 'confirming' ? recordConfirmSent(sale, now - 1) : sale
  const unknown: SaleRecord = {
    ...withoutNext(left),
    state: 'unknown',
    problem: sale.problem ?? { code: 'no-answer' },
    confirmedAt: sale.confirmedAt ?? now,
    confirmSentAt: now - 1,
    findCount: 0,
  }
  // Find cannot look it up, so a supervisor decides from the wallet.
  if (!canBeFound(sale)) return { ...unknown, confirmedAt: sale.openedAt }
  return { ...unknown, next: { kind: 'find', at: now } }
}

/** If the journal was restored more than once, a process that did not know that the sale had ended may have confirmed it, so it is checked again. */
function recheck(sale: SaleRecord, { now }: StepContext): SaleRecord {
  const asked: SaleRecord = { ...sale, findCount: 0, next: { kind: 'find', at: now } }
  return sale.next ? { ...scheduleFindNow(asked, now) } : { ...asked, recheckCount: RECHECK_AFTER_MS.length }
}
