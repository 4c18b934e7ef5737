import { findDelayMs, WATCH_AFTER_MS } from './find-schedule.ts'
import { compareDecimals, decimal, isSameDecimal, isSameMoney, type Money } from './money.ts'
import { isSettled, type Problem, type SaleEvent, type SaleState } from './sale.ts'
import { unchanged, withoutNext, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord } from './sale-record.ts'
import type { Answer, Refusal, Transaction } from './transaction.ts'

const FINAL_STATES = new Map<number | 'unlisted', SaleState>([
  [1, 'succeeded'],
  [2, 'failed'],
  [3, 'cancelled'],
  [4, 'replaced'],
])

/** A state of 0 or above, of our transaction, after a confirm. States only move up (rule 7). */
export function followTransaction(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  const final = FINAL_STATES.get(transaction.state)
  const { now } = context
  if (sale.state === 'abandoned') {
    // Given up because it was not executed: whatever moved now contradicts that, but a failure agrees with it (rule 5).
    return final === 'failed'
      ? { sale: watchOn(sale, context), events: [] }
      : dispute(watchOn(sale, context), { state: transaction.state }, now)
  }
  if (isSettled(sale)) {
    const settled = withoutNext(sale)
    return final !== undefined && final !== sale.state
      ? dispute(settled, { state: transaction.state }, now)
      : unchanged(settled)
  }
  const { held: _, minusOneAt: __, problem: ___, ...rest } = sale
  const moved: SaleRecord = { ...rest, hasMoved: true }
  if (final === undefined) {
    const pending: SaleRecord = {
      ...moved,
      state: 'pending',
      ...(transaction.state === 6 ? { held: true as const } : {}),
    }
    const isNews = sale.state !== 'pending' || sale.held !== pending.held
    const events: SaleEvent[] = isNews ? [{ at: now, kind: 'moved', state: transaction.state }] : []
    return { sale: { ...pending, next: nextFind(pending, context) }, events }
  }
  const settled: SaleRecord = {
    ...withoutNext(moved),
    state: final,
    settledAt: now,
    ...(final === 'failed' ? { problem: failureOf(transaction) } : {}),
  }
  return { sale: settled, events: [{ at: now, kind: 'settled', state: transaction.state }] }
}

/** The wholesaler contradicts what was settled: flagged once, the state stays (rule 7). */
export function dispute(sale: SaleRecord, why: Pick<SaleEvent, 'state' | 'code'>, now: number): SaleStep {
  if (sale.disputed) return unchanged(sale)
  return { sale: { ...sale, disputed: true }, events: [{ at: now, kind: 'disputed', ...why }] }
}

/** Takes over what is only noted: ids, the wholesaler's time, the cost. Of a settled sale only from an answer that agrees with it (rule 7). */
export function noteTransaction(sale: SaleRecord, transaction: Transaction, { now }: StepContext): SaleStep {
  if (isSettled(sale) && FINAL_STATES.get(transaction.state) !== sale.state) return unchanged(sale)
  const { cost, time } = transaction
  const isNews = cost !== undefined && !(sale.cost && isSameMoney(sale.cost, cost))
  const isAbovePrice = isNews && isMore(cost, sale.pays)
  const events: SaleEvent[] =
    isNews && (sale.cost || isAbovePrice)
      ? [{ at: now, kind: 'cost-differs', ...(isAbovePrice ? { reason: 'above-price' } : {}) }]
      : []
  return {
    sale: { ...sale, transactionId: transaction.id, ...(time ? { serviceTime: time } : {}), ...(cost ? { cost } : {}) },
    events,
  }
}

const isMore = (a: Money, b: Money) =>
  a.currency === b.currency && compareDecimals(decimal(a.amount), decimal(b.amount)) > 0

/** The answer speaks of this sale: the wholesaler's id once we know it, and ours wherever it is named. */
export function isOurs(sale: SaleRecord, transaction: Transaction): boolean {
  if (sale.transactionId !== undefined && transaction.id !== sale.transactionId) return false
  return transaction.saleId === undefined || transaction.saleId === sale.id
}

/** Rule 10, the direct recharge: each field where it is present. */
export function differs(sale: SaleRecord, transaction: Transaction): boolean {
  const { account, amount, amountCurrency, serviceId } = transaction
  if (account !== undefined && account.replace(/\D/g, '') !== sale.account) return true
  if (amount !== undefined && !isSameDecimal(amount, decimal(sale.amount.amount))) return true
  if (amountCurrency !== undefined && amountCurrency !== sale.amount.currency) return true
  return serviceId !== undefined && serviceId !== sale.serviceId
}

/** The next find at the spec's pace (rule 8). */
export function nextFind(sale: SaleRecord, { pace, now, jitter }: StepContext): { do: 'find'; at: number } {
  const ageMs = now - (sale.confirmedAt ?? sale.openedAt)
  return { do: 'find', at: now + findDelayMs(pace, sale.finds, ageMs, jitter) }
}

/** A sale given up after a confirm is looked at again for a day: next at the first of its times still to come (rule 5). */
export function watchOn(sale: SaleRecord, { now }: StepContext): SaleRecord {
  // A clock that jumped back between two processes makes the watch longer, never shorter.
  const since = Math.max(0, now - (sale.settledAt ?? now))
  const delay = WATCH_AFTER_MS.find((after) => after > since)
  if (delay === undefined) return withoutNext(sale)
  return { ...sale, watches: sale.watches + 1, next: { do: 'find', at: now + delay - since } }
}

export function problemOf({ code, displayError }: Refusal): Problem {
  const name = code === 'unreadable' ? 'service-unreadable' : (`service-${code}` as const)
  return { code: name, ...(displayError ? { text: displayError } : {}) }
}

export function failureOf({ error }: Transaction): Problem {
  return { code: 'service-failed', ...(error ? { text: error } : {}) }
}

export function reasonOf(sale: SaleRecord, answer: Answer): Pick<SaleEvent, 'code' | 'reason' | 'state'> {
  switch (answer.kind) {
    case 'refusal':
      return { code: answer.refusal.code }
    case 'transaction':
      return isOurs(sale, answer.transaction) ? { state: answer.transaction.state } : { reason: 'wrong-ids' }
    default:
      return { reason: answer.reason }
  }
}
