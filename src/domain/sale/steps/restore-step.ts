import type { SaleEvent } from '../event.ts'
import { recordConfirmSent } from './confirm-step.ts'
import { withoutNext, unchanged, type SaleStep, type StepContext } from '../input.ts'
import { RECHECK_AFTER_MS, scheduleFindNow } from './next-find.ts'
import type { SaleRecord } from '../record.ts'
import { carriesCode } from '../reveal-rights.ts'
import { canBeFound } from '../sale.ts'

/**
 * The first step of a sale after the journal was put back from a backup (decision 126). Whatever the backup says, the process that is gone may have
 * gone on with the sale until its last moment: a sale that had only begun may have been confirmed, one that waited for a person may have been
 * confirmed again, and a code may have been delivered. So nothing is taken for not executed before find has proven it again.
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
      // The time of its next find, if there is one, was computed with another clock.
      return { sale: sale.next ? { ...scheduleFindNow(sale, context.now), findCount: 0 } : sale, events: [event] }
    }
  }
}

/** Whether the code of a sale is not known to be delivered, and may have been after the backup. */
const mayHaveBeenDelivered = (sale: SaleRecord): boolean =>
  carriesCode(sale) &&
  sale.voucher !== 'delivered' &&
  (sale.voucher !== undefined || !['refused', 'failed', 'abandoned'].includes(sale.state))

/** A confirm of it may have been sent, so it is not known until find has told, as after a restart (rule 13). */
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
  // Nobody can ask for it: a supervisor decides, with what the wallet shows.
  if (!canBeFound(sale)) return { ...unknown, confirmedAt: sale.openedAt }
  return { ...unknown, next: { kind: 'find', at: now } }
}

/**
 * It was given up for good, unless the journal was put back more than once: then it may have been confirmed by a process that knew nothing of that. So it is
 * asked for once more, or goes on being rechecked.
 */
function recheck(sale: SaleRecord, { now }: StepContext): SaleRecord {
  const asked: SaleRecord = { ...sale, findCount: 0, next: { kind: 'find', at: now } }
  return sale.next ? { ...scheduleFindNow(asked, now) } : { ...asked, recheckCount: RECHECK_AFTER_MS.length }
}
