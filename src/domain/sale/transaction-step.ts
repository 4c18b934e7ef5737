import { scheduleNextFind } from './next-find.ts'
import { compareDecimals, decimal, isSameMoney, type Money } from '../money.ts'
import {
  CUSTOMER_PRESENT_MS,
  isFinal,
  isYoungerThan,
  MAX_UNCLEAR_FINDS,
  type UnreadReason,
  type Problem,
  type SaleEvent,
  type SaleState,
  type VoucherStatus,
} from './sale.ts'
import { belongsToSale, namesOther, unreadableOf } from './match-transaction.ts'
import { unchanged, withoutNext, type SaleStep, type StepContext } from './input.ts'
import type { SaleRecord } from './record.ts'
import type { Answer, LostReason, WholesalerError, Transaction } from '../transaction.ts'

const FINAL_STATES = new Map<number | 'unlisted', SaleState>([
  [1, 'succeeded'],
  [2, 'failed'],
  [3, 'cancelled'],
  [4, 'replaced'],
])

/** A state of 0 or above, of our transaction, after a confirm. States only move up (rule 7). */
export function applyTransaction(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  const final = FINAL_STATES.get(transaction.state)
  const isContradicted = contradicts(sale, final, transaction)
  if (isFinal(sale.state)) {
    // A state below a final one makes no sense; of a sale given up it is a contradiction.
    const isUnclear = final === undefined && sale.state !== 'abandoned'
    const counted = isUnclear
      ? countUnclearAnswer(sale, { kind: 'transaction', transaction }, context)
      : unchanged(sale)
    const coded = applyCode(counted.sale, transaction, context)
    const scheduled = scheduleNextFind(coded.sale, context)
    const said = [...counted.events, ...coded.events]
    if (!isContradicted) return { sale: scheduled, events: said }
    const conflicting = flagConflict(scheduled, contradictionOf(sale, transaction), context.now)
    return { sale: conflicting.sale, events: [...said, ...conflicting.events] }
  }
  const applied =
    final === undefined ? stayPending(sale, transaction, context) : finish(sale, final, transaction, context)
  if (!isContradicted) return applied
  const conflicting = flagConflict(applied.sale, { state: transaction.state }, context.now)
  return { sale: conflicting.sale, events: [...applied.events, ...conflicting.events] }
}

/** Whether the wholesaler now says otherwise than what was settled, given up, or closed by a supervisor (rules 5, 7, 15), or gives another code. */
function contradicts(sale: SaleRecord, final: SaleState | undefined, transaction: Transaction): boolean {
  const { state, resolution } = sale
  if (final === 'succeeded' && isOtherCode(sale, transaction)) return true
  // It succeeded before a supervisor closed it for want of a code: only the code is news.
  if (resolution?.outcome === 'not-sold' && state === 'succeeded')
    return final === 'succeeded' && sale.voucher === 'coming' && transaction.hasCode === true
  if (resolution) return final === (resolution.outcome === 'sold' ? 'failed' : 'succeeded')
  if (state === 'abandoned') return final !== 'failed'
  return isFinal(state) && final !== undefined && final !== state
}

/** This process was given another code before (RELIABILITY G12). */
const isOtherCode = (sale: SaleRecord, transaction: Transaction) =>
  sale.state === 'succeeded' && sale.kind !== 'direct' && transaction.isOtherCode === true

const contradictionOf = (sale: SaleRecord, transaction: Transaction): Pick<SaleEvent, 'state' | 'code'> =>
  transaction.state === 1 && isOtherCode(sale, transaction) ? { code: OTHER_CODE } : { state: transaction.state }

/** What a dispute says of a second code. */
const OTHER_CODE = 'other-code'

function stayPending(sale: SaleRecord, { state }: Transaction, context: StepContext): SaleStep {
  const pending: SaleRecord = {
    ...withoutDoubts(sale),
    state: 'pending',
    ...(state === 6 ? { held: true as const } : {}),
  }
  const isChanged = sale.state !== 'pending' || sale.held !== pending.held
  const events: SaleEvent[] = isChanged ? [{ at: context.now, kind: 'pending', state }] : []
  const scheduled = scheduleNextFind(pending, context)
  // Somebody had said how it ended, and it goes on.
  return {
    sale: isChanged && sale.resolution ? notifySupervisor(scheduled, 'pending-after-resolution') : scheduled,
    events,
  }
}

function finish(sale: SaleRecord, final: SaleState, transaction: Transaction, context: StepContext): SaleStep {
  const { now } = context
  const isCustomerGone = !isCustomerThere(sale, now)
  const voucher = final === 'succeeded' ? voucherOf(sale, transaction) : undefined
  const finished: SaleRecord = {
    ...withoutNext(withoutDoubts(sale)),
    state: final,
    finalAt: now,
    ...(voucher ? { voucher } : {}),
    ...(final === 'failed' ? { problem: failureOf(transaction) } : {}),
    ...(final === 'failed' && sale.approval && isCustomerGone ? { refund: sale.refund ?? {} } : {}),
    ...(isCustomerGone ? { unread: { supervisor: 'completed', ...sale.unread, cashier: true } } : {}),
  }
  const events: SaleEvent[] = [{ at: now, kind: 'final', state: transaction.state }]
  if (finished.voucher !== 'coming') return { sale: finished, events }
  return { sale: scheduleNextFind(finished, context), events: [...events, { at: now, kind: 'code-coming' }] }
}

/** Only services that promise a code wait for it; an international sale shows what came, if anything did (rule 12). */
function voucherOf({ kind }: SaleRecord, { hasCode, hasInfo }: Transaction): VoucherStatus | undefined {
  if (kind === 'voucher') return hasCode ? 'ready' : 'coming'
  return kind === 'international' && hasInfo ? 'ready' : undefined
}

/** The code of a sale that succeeded without one is there: it is news for its cashier. */
function applyCode(sale: SaleRecord, transaction: Transaction, { now }: StepContext): SaleStep {
  const hasNone = sale.voucher === 'coming' || (sale.state === 'succeeded' && sale.voucher === undefined)
  if (!hasNone || transaction.state !== 1 || voucherOf(sale, transaction) !== 'ready') return unchanged(sale)
  return {
    sale: { ...sale, voucher: 'ready', unread: { supervisor: 'completed', ...sale.unread, cashier: true } },
    events: [{ at: now, kind: 'code-arrived' }],
  }
}

/** It was answered at once: cashier and customer still look at the till. */
const isCustomerThere = (sale: SaleRecord, now: number) =>
  sale.state === 'opened' || (sale.state === 'confirming' && isYoungerThan(CUSTOMER_PRESENT_MS, sale.confirmedAt, now))

/** A state of 0 or above was seen. */
function withoutDoubts(sale: SaleRecord): SaleRecord {
  const { held: _, minusOneAt: __, problem: ___, mayRepeatConfirm: ____, unclearFinds: _____, ...rest } = sale
  return { ...rest, hasStarted: true }
}

/** The wholesaler contradicts what was settled: flagged, the state stays, a supervisor is told of each new thing it says (rule 7). */
export function flagConflict(
  sale: SaleRecord,
  contradiction: Pick<SaleEvent, 'state' | 'code'>,
  now: number,
): SaleStep {
  const said = contradiction.state ?? contradiction.code
  if (sale.conflicting && sale.conflictWith === said) return unchanged(sale)
  const conflicting: SaleRecord = { ...sale, conflicting: true, ...(said === undefined ? {} : { conflictWith: said }) }
  return { sale: notifySupervisor(conflicting, 'conflict'), events: [{ at: now, kind: 'conflict', ...contradiction }] }
}

/**
 * Whether these events of a settled sale say that the wholesaler contradicts itself (RELIABILITY G5). Support cancelling or replacing a
 * success by hand is known to happen.
 */
export const isContradiction = (before: SaleRecord, events: readonly SaleEvent[]): boolean =>
  [...FINAL_STATES.values()].includes(before.state) &&
  !before.resolution &&
  events.some(
    ({ kind, state, code }) =>
      kind === 'conflict' && code !== OTHER_CODE && !(before.state === 'succeeded' && (state === 3 || state === 4)),
  )

/** It is news for supervisors until one has looked. */
export const notifySupervisor = (sale: SaleRecord, reason: UnreadReason): SaleRecord => ({
  ...sale,
  unread: { ...sale.unread, supervisor: 'notified', reasons: [...new Set([...(sale.unread?.reasons ?? []), reason])] },
})

/** Takes over what is only noted: ids, the wholesaler's time, the cost. Of a settled sale only from an answer that agrees with it (rule 7). */
export function recordTransaction(sale: SaleRecord, transaction: Transaction, { now }: StepContext): SaleStep {
  if (isFinal(sale.state) && FINAL_STATES.get(transaction.state) !== sale.state) return unchanged(sale)
  const { cost, time, reference } = transaction
  const isChanged = cost !== undefined && !(sale.cost && isSameMoney(sale.cost, cost))
  const isAbovePrice = isChanged && isMore(cost, sale.pays)
  const { reference: known, ...rest } = sale
  // What was told once stays where a later answer leaves it out.
  const given = isCodeRead(sale, transaction) ? reference : undefined
  const kept = given ?? (transaction.forgetsReference ? undefined : known)
  const recorded: SaleRecord = {
    ...rest,
    transactionId: transaction.id,
    ...(time ? { serviceTime: time } : {}),
    ...(cost ? { cost } : {}),
    ...(isChanged && sale.cost ? { firstCost: sale.firstCost ?? sale.cost } : {}),
    ...(kept ? { reference: kept } : {}),
  }
  if (!isChanged || !(sale.cost || isAbovePrice)) return { sale: recorded, events: [] }
  const event: SaleEvent = { at: now, kind: 'cost-differs', ...(isAbovePrice ? { reason: 'above-price' } : {}) }
  return { sale: notifySupervisor(recorded, 'cost-differs'), events: [event] }
}

/** A recharge has no code. A reference that comes before the code of its sale may be that code (rule 12). */
const isCodeRead = ({ kind, voucher }: SaleRecord, { hasCode }: Transaction) =>
  kind === 'direct' || hasCode === true || voucher === 'ready' || voucher === 'delivered'

/** A state of 0 or above of our transaction: notes what it says, also where it names another account, amount or service than ours, and follows it. */
export function applyStarted(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  const noted = recordTransaction(sale, transaction, context)
  const told = tellDifference(noted.sale, transaction, context)
  const followed = applyTransaction(told.sale, transaction, context)
  return { sale: followed.sale, events: [...noted.events, ...told.events, ...followed.events] }
}

/**
 * Another account, amount, service or offer is told once, and so is one that nobody can read: the second never hides the first. A cost that
 * cannot be read is told when the sale ends with it, since until then it may still come.
 */
function tellDifference(sale: SaleRecord, transaction: Transaction, { now }: StepContext): SaleStep {
  const isNewlyOther = !sale.hasDiffered && namesOther(sale, transaction)
  const unreadable = sale.hasUnreadable ? [] : unreadableOf(sale, transaction)
  const endsNow = FINAL_STATES.has(transaction.state) && !isFinal(sale.state)
  const isCostUnreadable = endsNow && transaction.unreadable?.includes('cost') === true
  const fields = [...unreadable, ...(isCostUnreadable ? ['cost'] : [])]
  if (!isNewlyOther && fields.length === 0) return unchanged(sale)
  const known: SaleRecord = {
    ...sale,
    ...(isNewlyOther ? { hasDiffered: true } : {}),
    ...(unreadable.length > 0 ? { hasUnreadable: true } : {}),
  }
  const events: SaleEvent[] = [
    ...(isNewlyOther ? [{ at: now, kind: 'answer-differs' } as const] : []),
    ...(fields.length > 0 ? [{ at: now, kind: 'answer-differs', reason: fields.join(', ') } as const] : []),
  ]
  return { sale: notifySupervisor(known, 'answer-differs'), events }
}

const isMore = (a: Money, b: Money) =>
  a.currency === b.currency && compareDecimals(decimal(a.amount), decimal(b.amount)) > 0

/** Codes of a transaction the wholesaler does not know. */
export const NOT_FOUND_CODES = new Set<number | string>([20, 22])

const UNCLEAR_REASONS: readonly LostReason[] = ['too-big', 'too-deep']

/** Counts answers that make no sense; a supervisor is told of the third in a row, and at once of one that speaks of another transaction. */
export function countUnclearAnswer(sale: SaleRecord, answer: Answer, { now }: StepContext): SaleStep {
  const isOther = answer.kind === 'transaction' && !belongsToSale(sale, answer.transaction)
  // The wholesaler does not know any more what it had said something about.
  const isForgotten = answer.kind === 'refusal' && sale.hasStarted === true && NOT_FOUND_CODES.has(answer.refusal.code)
  const isUnclear =
    isForgotten || answer.kind === 'transaction' || (answer.kind === 'lost' && UNCLEAR_REASONS.includes(answer.reason))
  if (!isUnclear) return unchanged(sale)
  const before = sale.unclearFinds ?? 0
  const unclearFinds = isOther ? before + MAX_UNCLEAR_FINDS : before + 1
  const counted: SaleRecord = { ...sale, unclearFinds }
  if (before >= MAX_UNCLEAR_FINDS || unclearFinds < MAX_UNCLEAR_FINDS) return { sale: counted, events: [] }
  return {
    sale: notifySupervisor(counted, 'unclear-answers'),
    events: [{ at: now, kind: 'unclear-answers', ...reasonOf(sale, answer) }],
  }
}

export function problemOf({ code, displayError }: WholesalerError): Problem {
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
      return belongsToSale(sale, answer.transaction) ? { state: answer.transaction.state } : { reason: 'wrong-ids' }
    default:
      return { reason: answer.reason }
  }
}

/** Codes by which the wholesaler calls our own request wrong (RELIABILITY C9, F15): nothing a cashier could mend. */
const BAD_REQUEST_CODES = new Set<number | string>([2, 50])

export const badRequestEvents = (answer: Answer, now: number): SaleEvent[] =>
  answer.kind === 'refusal' && BAD_REQUEST_CODES.has(answer.refusal.code)
    ? [{ at: now, kind: 'bad-request', code: answer.refusal.code }]
    : []
