import { findDelayMs, WATCH_AFTER_MS } from './find-schedule.ts'
import { isSettled } from './sale.ts'
import { withoutNext, type StepContext } from './sale-input.ts'
import type { SaleRecord } from './sale-record.ts'

const DAY_MS = 24 * 60 * 60_000
/** Finds go on daily for so long after a supervisor's word (rule 15). */
const CLOSED_ASKED_TIMES = 30

/** The next find at the spec's pace (rule 8). */
export function nextFind(sale: SaleRecord, { pace, now, jitter }: StepContext): { do: 'find'; at: number } {
  const ageMs = now - (sale.confirmedAt ?? sale.openedAt)
  return { do: 'find', at: now + findDelayMs(pace, sale.finds, ageMs, jitter) }
}

/** When this sale is asked about next, if at all. */
export function askAgain(sale: SaleRecord, context: StepContext): SaleRecord {
  if (sale.closed) return askDaily(sale, sale.closed.at, context.now)
  if (sale.state === 'abandoned') return watchOn(sale, context)
  if (isSettled(sale)) return withoutNext(sale)
  return { ...sale, next: nextFind(sale, context) }
}

/** Counted and reckoned: a clock that jumped between two processes makes it longer, never shorter. */
function askDaily(sale: SaleRecord, closedAt: number, now: number): SaleRecord {
  const dailyFinds = sale.dailyFinds ?? 0
  if (dailyFinds >= CLOSED_ASKED_TIMES && now - closedAt >= CLOSED_ASKED_TIMES * DAY_MS) return withoutNext(sale)
  return { ...sale, dailyFinds: dailyFinds + 1, next: { do: 'find', at: now + DAY_MS } }
}

/** A look besides those that are planned. */
export const lookNow = (sale: SaleRecord, now: number): SaleRecord => ({
  ...sale,
  watches: Math.max(0, sale.watches - 1),
  next: { do: 'find', at: now },
})

/**
 * A sale given up after a confirm is looked at again for a day (rule 5). Its looks are counted: the clock may have jumped either way between
 * two processes, and that makes the watch longer, never shorter.
 */
export function watchOn(sale: SaleRecord, { now }: StepContext): SaleRecord {
  // An answer that was asked for before the giving up is none of its looks.
  if (sale.next && sale.next.at > now) return sale
  const after = WATCH_AFTER_MS[sale.watches]
  if (after === undefined) return withoutNext(sale)
  const atLatest = after - (WATCH_AFTER_MS[sale.watches - 1] ?? 0)
  const planned = (sale.settledAt ?? now) + after - now
  const wait = planned > 0 && planned < atLatest ? planned : atLatest
  return { ...sale, watches: sale.watches + 1, next: { do: 'find', at: now + wait } }
}
