import { findDelayMs, WATCH_AFTER_MS } from './find-schedule.ts'
import { compareDecimals, decimal, isSameDecimal, isSameMoney, type Money } from './money.ts'
import {
  CUSTOMER_STAYS_MS,
  isSettled,
  isYoungerThan,
  MAX_ODD_FINDS,
  type Problem,
  type SaleEvent,
  type SaleState,
} from './sale.ts'
import { unchanged, withoutNext, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord } from './sale-record.ts'
import type { Answer, LostReason, Refusal, Transaction } from './transaction.ts'

const FINAL_STATES = new Map<number | 'unlisted', SaleState>([
  [1, 'succeeded'],
  [2, 'failed'],
  [3, 'cancelled'],
  [4, 'replaced'],
])

const DAY_MS = 24 * 60 * 60_000
/** Finds go on daily for so long after a supervisor's word (rule 15). */
const CLOSED_ASKED_TIMES = 30

/** A state of 0 or above, of our transaction, after a confirm. States only move up (rule 7). */
export function followTransaction(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  const final = FINAL_STATES.get(transaction.state)
  const isContradicted = contradicts(sale, final)
  if (isSettled(sale)) {
    // A state below a final one makes no sense; of a sale given up it is a contradiction.
    const isOdd = final === undefined && sale.state !== 'abandoned'
    const odd = isOdd ? noteOddness(sale, { kind: 'transaction', transaction }, context) : unchanged(sale)
    const asked = askAgain(odd.sale, context)
    return isContradicted
      ? dispute(asked, { state: transaction.state }, context.now)
      : { sale: asked, events: odd.events }
  }
  const moved =
    final === undefined ? stayPending(sale, transaction, context) : settle(sale, final, transaction, context)
  if (!isContradicted) return moved
  const disputed = dispute(moved.sale, { state: transaction.state }, context.now)
  return { sale: disputed.sale, events: [...moved.events, ...disputed.events] }
}

/** Whether the wholesaler now says otherwise than what was settled, given up, or closed by a supervisor (rules 5, 7, 15). */
function contradicts({ state, closed }: SaleRecord, final: SaleState | undefined): boolean {
  if (closed) return final === (closed.as === 'sold' ? 'failed' : 'succeeded')
  if (state === 'abandoned') return final !== 'failed'
  return isSettled({ state }) && final !== undefined && final !== state
}

function stayPending(sale: SaleRecord, { state }: Transaction, context: StepContext): SaleStep {
  const pending: SaleRecord = {
    ...withoutDoubts(sale),
    state: 'pending',
    ...(state === 6 ? { held: true as const } : {}),
  }
  const isNews = sale.state !== 'pending' || sale.held !== pending.held
  const events: SaleEvent[] = isNews ? [{ at: context.now, kind: 'moved', state }] : []
  const asked = askAgain(pending, context)
  // Somebody had said how it ended, and it goes on.
  return { sale: isNews && sale.closed ? tellSupervisor(asked) : asked, events }
}

function settle(sale: SaleRecord, final: SaleState, transaction: Transaction, { now }: StepContext): SaleStep {
  const isUnwatched = !isCustomerThere(sale, now)
  const settled: SaleRecord = {
    ...withoutNext(withoutDoubts(sale)),
    state: final,
    settledAt: now,
    ...(final === 'failed' ? { problem: failureOf(transaction) } : {}),
    ...(final === 'failed' && sale.approval && isUnwatched ? { giveBack: sale.giveBack ?? {} } : {}),
    ...(isUnwatched ? { unseen: { supervisor: 'settled', ...sale.unseen, cashier: true } } : {}),
  }
  return { sale: settled, events: [{ at: now, kind: 'settled', state: transaction.state }] }
}

/** It was answered at once: cashier and customer still look at the till. */
const isCustomerThere = (sale: SaleRecord, now: number) =>
  sale.state === 'opened' || (sale.state === 'confirming' && isYoungerThan(CUSTOMER_STAYS_MS, sale.confirmedAt, now))

/** A state of 0 or above was seen. */
function withoutDoubts(sale: SaleRecord): SaleRecord {
  const { held: _, minusOneAt: __, problem: ___, mayGoAgain: ____, oddFinds: _____, ...rest } = sale
  return { ...rest, hasMoved: true }
}

/** The wholesaler contradicts what was settled: flagged, the state stays, a supervisor is told of each new thing it says (rule 7). */
export function dispute(sale: SaleRecord, why: Pick<SaleEvent, 'state' | 'code'>, now: number): SaleStep {
  const said = why.state ?? why.code
  if (sale.disputed && sale.disputedBy === said) return unchanged(sale)
  const disputed: SaleRecord = { ...sale, disputed: true, ...(said === undefined ? {} : { disputedBy: said }) }
  return { sale: tellSupervisor(disputed), events: [{ at: now, kind: 'disputed', ...why }] }
}

/**
 * Whether these events of a settled sale say that the wholesaler contradicts itself (RELIABILITY G5). Support cancelling or replacing a
 * success by hand is known to happen.
 */
export const contradictsItself = (before: SaleRecord, events: readonly SaleEvent[]): boolean =>
  [...FINAL_STATES.values()].includes(before.state) &&
  !before.closed &&
  events.some(
    ({ kind, state }) => kind === 'disputed' && !(before.state === 'succeeded' && (state === 3 || state === 4)),
  )

/** It is news for supervisors until one has looked. */
export const tellSupervisor = (sale: SaleRecord): SaleRecord => ({
  ...sale,
  unseen: { ...sale.unseen, supervisor: 'told' },
})

/** Takes over what is only noted: ids, the wholesaler's time, the cost. Of a settled sale only from an answer that agrees with it (rule 7). */
export function noteTransaction(sale: SaleRecord, transaction: Transaction, { now }: StepContext): SaleStep {
  if (isSettled(sale) && FINAL_STATES.get(transaction.state) !== sale.state) return unchanged(sale)
  const { cost, time } = transaction
  const isNews = cost !== undefined && !(sale.cost && isSameMoney(sale.cost, cost))
  const isAbovePrice = isNews && isMore(cost, sale.pays)
  const noted: SaleRecord = {
    ...sale,
    transactionId: transaction.id,
    ...(time ? { serviceTime: time } : {}),
    ...(cost ? { cost } : {}),
  }
  if (!isNews || !(sale.cost || isAbovePrice)) return { sale: noted, events: [] }
  const event: SaleEvent = { at: now, kind: 'cost-differs', ...(isAbovePrice ? { reason: 'above-price' } : {}) }
  return { sale: tellSupervisor(noted), events: [event] }
}

/** A state of 0 or above of our transaction: notes what it says, also where it names another account, amount or service than ours, and follows it. */
export function readMoved(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  const noted = noteTransaction(sale, transaction, context)
  const isNewlyOther = !sale.hasDiffered && differs(sale, transaction)
  const known: SaleRecord = isNewlyOther ? tellSupervisor({ ...noted.sale, hasDiffered: true }) : noted.sale
  const other: SaleEvent[] = isNewlyOther ? [{ at: context.now, kind: 'answer-differs' }] : []
  const followed = followTransaction(known, transaction, context)
  return { sale: followed.sale, events: [...noted.events, ...other, ...followed.events] }
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

/** Codes of a transaction the wholesaler does not know. */
export const NOT_KNOWN = new Set<number | string>([20, 22])

const ODD_REASONS: readonly LostReason[] = ['too-big', 'too-deep']

/** Counts answers that make no sense; a supervisor is told of the third in a row, and at once of one that speaks of another transaction. */
export function noteOddness(sale: SaleRecord, answer: Answer, { now }: StepContext): SaleStep {
  const isOther = answer.kind === 'transaction' && !isOurs(sale, answer.transaction)
  // The wholesaler does not know any more what it had said something about.
  const isForgotten = answer.kind === 'refusal' && sale.hasMoved === true && NOT_KNOWN.has(answer.refusal.code)
  const isOdd =
    isForgotten || answer.kind === 'transaction' || (answer.kind === 'lost' && ODD_REASONS.includes(answer.reason))
  if (!isOdd) return unchanged(sale)
  const before = sale.oddFinds ?? 0
  const oddFinds = isOther ? before + MAX_ODD_FINDS : before + 1
  const counted: SaleRecord = { ...sale, oddFinds }
  if (before >= MAX_ODD_FINDS || oddFinds < MAX_ODD_FINDS) return { sale: counted, events: [] }
  return {
    sale: tellSupervisor(counted),
    events: [{ at: now, kind: 'odd-answers', ...reasonOf(sale, answer) }],
  }
}

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

/** Codes by which the wholesaler calls our own request wrong (RELIABILITY C9, F15): nothing a cashier could mend. */
const REQUEST_WRONG = new Set<number | string>([2, 50])

export const requestWrong = (answer: Answer, now: number): SaleEvent[] =>
  answer.kind === 'refusal' && REQUEST_WRONG.has(answer.refusal.code)
    ? [{ at: now, kind: 'request-wrong', code: answer.refusal.code }]
    : []
