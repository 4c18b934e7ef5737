import { canBeFound, isComplete } from '../sale.ts'
import { withoutNext, type PollInterval, type StepContext } from '../input.ts'
import type { SaleRecord } from '../record.ts'

const GROWTH = 1.6
const JITTER = 0.1
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A little below the count that the pace gives, because jitter lengthens every wait. */
const FINDS_IN_A_DAY = 1_300
const FINDS_IN_30_DAYS = 9_000

/** In ms (rule 8). `findCount`: finds already answered or lost; `ageMs`: since the confirm; `jitter`: in [0, 1), only lengthens the wait. */
export function pollDelayMs(interval: PollInterval, findCount: number, ageMs: number, jitter: number): number {
  return Math.round(plainDelayMs(interval, findCount, ageMs) * (1 + JITTER * jitter))
}

function plainDelayMs(interval: PollInterval, findCount: number, ageMs: number): number {
  // The count is checked too, because a clock jump between two processes makes a young sale look old.
  if (ageMs >= 30 * DAY_MS && findCount >= FINDS_IN_30_DAYS) return DAY_MS
  if (ageMs >= DAY_MS && findCount >= FINDS_IN_A_DAY) return 5 * MINUTE_MS
  return Math.min(interval.longestMs, interval.firstMs * GROWTH ** findCount)
}

/** Rechecks of a sale abandoned after its confirm, in ms after it was abandoned (rule 5). */
export const RECHECK_AFTER_MS = [1, 15, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS)

/** Daily finds continue this long after a resolution (rule 15). */
const RESOLVED_FIND_DAYS = 30

/** Schedules the next find with the poll interval of the spec (rule 8). */
export function nextFind(sale: SaleRecord, { pollInterval, now, jitter }: StepContext): { kind: 'find'; at: number } {
  const ageMs = now - (sale.confirmedAt ?? sale.openedAt)
  return { kind: 'find', at: now + pollDelayMs(pollInterval, sale.findCount, ageMs, jitter) }
}

export function scheduleNextFind(sale: SaleRecord, context: StepContext): SaleRecord {
  if (!canBeFound(sale)) return withoutNext(sale)
  if (sale.resolution) return scheduleDailyFind(sale, sale.resolution.at, context.now)
  if (sale.state === 'abandoned') return scheduleRecheck(sale, context)
  if (isComplete(sale)) return withoutNext(sale)
  return { ...sale, next: nextFind(sale, context) }
}

/** Both count and time are required, so a clock jump between two processes can only extend the polling. */
function scheduleDailyFind(sale: SaleRecord, resolvedAt: number, now: number): SaleRecord {
  const dailyFinds = sale.dailyFinds ?? 0
  if (dailyFinds >= RESOLVED_FIND_DAYS && now - resolvedAt >= RESOLVED_FIND_DAYS * DAY_MS) return withoutNext(sale)
  return { ...sale, dailyFinds: dailyFinds + 1, next: { kind: 'find', at: now + DAY_MS } }
}

/** This find does not count as one of the planned finds. */
export const scheduleFindNow = (sale: SaleRecord, now: number): SaleRecord => ({
  ...sale,
  recheckCount: Math.max(0, sale.recheckCount - 1),
  next: { kind: 'find', at: now },
})

/** Rechecks last for one day (rule 5). A clock jump between two processes can only extend that, because rechecks are counted. */
export function scheduleRecheck(sale: SaleRecord, { now }: StepContext): SaleRecord {
  // An answer requested before the sale was abandoned is not one of its rechecks.
  if (sale.next && sale.next.at > now) return sale
  const after = RECHECK_AFTER_MS[sale.recheckCount]
  if (after === undefined) return withoutNext(sale)
  const atLatest = after - (RECHECK_AFTER_MS[sale.recheckCount - 1] ?? 0)
  const planned = (sale.finalAt ?? now) + after - now
  const wait = planned > 0 && planned < atLatest ? planned : atLatest
  return { ...sale, recheckCount: sale.recheckCount + 1, next: { kind: 'find', at: now + wait } }
}
