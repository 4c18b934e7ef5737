import { pollDelayMs, RECHECK_AFTER_MS } from './polling.ts'
import { isComplete } from './sale.ts'
import { withoutNext, type StepContext } from './input.ts'
import type { SaleRecord } from './record.ts'

const DAY_MS = 24 * 60 * 60_000
/** Finds go on daily for so long after a supervisor's word (rule 15). */
const RESOLVED_FIND_DAYS = 30

/** The next find at the spec's pace (rule 8). */
export function nextFind(sale: SaleRecord, { pollInterval, now, jitter }: StepContext): { kind: 'find'; at: number } {
  const ageMs = now - (sale.confirmedAt ?? sale.openedAt)
  return { kind: 'find', at: now + pollDelayMs(pollInterval, sale.findCount, ageMs, jitter) }
}

/** When this sale is asked about next, if at all. */
export function scheduleNextFind(sale: SaleRecord, context: StepContext): SaleRecord {
  if (sale.resolution) return scheduleDailyFind(sale, sale.resolution.at, context.now)
  if (sale.state === 'abandoned') return scheduleRecheck(sale, context)
  if (isComplete(sale)) return withoutNext(sale)
  return { ...sale, next: nextFind(sale, context) }
}

/** Counted and reckoned: a clock that jumped between two processes makes it longer, never shorter. */
function scheduleDailyFind(sale: SaleRecord, resolvedAt: number, now: number): SaleRecord {
  const dailyFinds = sale.dailyFinds ?? 0
  if (dailyFinds >= RESOLVED_FIND_DAYS && now - resolvedAt >= RESOLVED_FIND_DAYS * DAY_MS) return withoutNext(sale)
  return { ...sale, dailyFinds: dailyFinds + 1, next: { kind: 'find', at: now + DAY_MS } }
}

/** A look besides those that are planned. */
export const scheduleFindNow = (sale: SaleRecord, now: number): SaleRecord => ({
  ...sale,
  recheckCount: Math.max(0, sale.recheckCount - 1),
  next: { kind: 'find', at: now },
})

/**
 * A sale given up after a confirm is looked at again for a day (rule 5). Its looks are counted: the clock may have jumped either way between
 * two processes, and that makes the watch longer, never shorter.
 */
export function scheduleRecheck(sale: SaleRecord, { now }: StepContext): SaleRecord {
  // An answer that was asked for before the giving up is none of its looks.
  if (sale.next && sale.next.at > now) return sale
  const after = RECHECK_AFTER_MS[sale.recheckCount]
  if (after === undefined) return withoutNext(sale)
  const atLatest = after - (RECHECK_AFTER_MS[sale.recheckCount - 1] ?? 0)
  const planned = (sale.finalAt ?? now) + after - now
  const wait = planned > 0 && planned < atLatest ? planned : atLatest
  return { ...sale, recheckCount: sale.recheckCount + 1, next: { kind: 'find', at: now + wait } }
}
