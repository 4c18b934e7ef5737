import { scheduleNextFind } from './next-find.ts'
import { compareDecimals, decimal, isSameMoney, type Money } from '../../money/money.ts'
import type { SaleEvent } from '../event.ts'
import {
  CUSTOMER_PRESENT_MS,
  isFinal,
  isYoungerThan,
  MAX_UNCLEAR_FINDS,
  type UnreadReason,
  type SaleState,
  type VoucherStatus,
} from '../sale.ts'
import { belongsToSale, namesOther, unreadableOf } from './match-transaction.ts'
import { unchanged, withoutNext, type SaleStep, type StepContext } from '../input.ts'
import type { Problem } from '../problem.ts'
import type { SaleRecord } from '../record.ts'
import type { Answer, LostReason, WholesalerError, Transaction } from '../../wallet/transaction.ts'

const FINAL_STATES = new Map<number | 'unlisted', SaleState>([
  [1, 'succeeded'],
  [2, 'failed'],
  [3, 'canceled'],
  [4, 'replaced'],
])

/** Applies a state of 0 or above after a confirm. States only move up (rule 7). */
function applyTransaction(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  const final = FINAL_STATES.get(transaction.state)
  const isContradicted = contradicts(sale, final, transaction)
  if (isFinal(sale.state)) {
    // After a final state, a lower state makes no sense. For an abandoned sale, it is a contradiction.
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

/** A final state, an abandonment or a resolution (rules 5, 7 and 15), or the code differs. */
function contradicts(sale: SaleRecord, final: SaleState | undefined, transaction: Transaction): boolean {
  const { state, resolution } = sale
  if (final === 'succeeded' && isOtherCode(sale, transaction)) return true
  // The sale succeeded before a supervisor resolved it for lack of a code, so only the code is news.
  if (resolution?.outcome === 'not-sold' && state === 'succeeded')
    return final === 'succeeded' && sale.voucher === 'coming' && transaction.hasCode === true
  if (resolution) return final === (resolution.outcome === 'sold' ? 'failed' : 'succeeded')
  if (state === 'abandoned') return final !== 'failed'
  return isFinal(state) && final !== undefined && final !== state
}

/** Compared with what this process received before (G12). */
const isOtherCode = (sale: SaleRecord, transaction: Transaction) =>
  sale.state === 'succeeded' && sale.kind !== 'direct' && transaction.isOtherCode === true

const contradictionOf = (sale: SaleRecord, transaction: Transaction): Pick<SaleEvent, 'state' | 'code'> =>
  transaction.state === 1 && isOtherCode(sale, transaction) ? { code: OTHER_CODE } : { state: transaction.state }

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
  // A sale that is pending again after a supervisor resolved it continues as pending.
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
    ...(voucher === 'coming' && isCodeUnreadable(transaction) ? { isCodeUnreadable: true } : {}),
    ...(final === 'failed' ? { problem: failureOf(transaction) } : {}),
    ...(final === 'failed' && sale.approval && isCustomerGone ? { refund: sale.refund ?? {} } : {}),
    ...(isCustomerGone ? { unread: { supervisor: 'completed', ...sale.unread, cashier: true } } : {}),
  }
  const events: SaleEvent[] = [{ at: now, kind: 'final', state: transaction.state }]
  if (finished.voucher !== 'coming') return { sale: finished, events }
  return { sale: scheduleNextFind(finished, context), events: [...events, { at: now, kind: 'code-coming' }] }
}

/** Only vouchers wait for a code. An international sale has one only if the code came with this answer (rule 12). */
function voucherOf({ kind }: SaleRecord, { hasCode, hasInfo }: Transaction): VoucherStatus | undefined {
  if (kind === 'voucher') return hasCode ? 'ready' : 'coming'
  return kind === 'international' && hasInfo ? 'ready' : undefined
}

const isCodeUnreadable = ({ unreadable }: Transaction) => unreadable?.includes('code') === true

/** The sale becomes unread for its cashier. */
function applyCode(sale: SaleRecord, transaction: Transaction, { now }: StepContext): SaleStep {
  const hasNone = sale.voucher === 'coming' || (sale.state === 'succeeded' && sale.voucher === undefined)
  if (!hasNone || transaction.state !== 1) return unchanged(sale)
  if (voucherOf(sale, transaction) !== 'ready')
    return unchanged(isCodeUnreadable(transaction) && sale.voucher ? { ...sale, isCodeUnreadable: true } : sale)
  const { isCodeUnreadable: _, ...rest } = sale
  return {
    sale: { ...rest, voucher: 'ready', unread: { supervisor: 'completed', ...sale.unread, cashier: true } },
    events: [{ at: now, kind: 'code-arrived' }],
  }
}

/** The answer came right away, so the customer is still there. */
const isCustomerThere = (sale: SaleRecord, now: number) =>
  sale.state === 'opened' || (sale.state === 'confirming' && isYoungerThan(CUSTOMER_PRESENT_MS, sale.confirmedAt, now))

/** A state of 0 or above removes earlier doubts. */
function withoutDoubts(sale: SaleRecord): SaleRecord {
  const { held: _, minusOneAt: __, problem: ___, mayRepeatConfirm: ____, unclearFinds: _____, ...rest } = sale
  return { ...rest, hasStarted: true }
}

/** The final state stays and the sale is flagged; each new contradiction notifies supervisors (rule 7). */
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

/** Whether the wholesaler contradicts itself (G5). Its support cancels or replaces successful sales by hand, which does not count. */
export const isContradiction = (
  before: Pick<SaleRecord, 'state' | 'resolution'>,
  events: readonly SaleEvent[],
): boolean =>
  [...FINAL_STATES.values()].includes(before.state) &&
  !before.resolution &&
  events.some(
    ({ kind, state, code }) =>
      kind === 'conflict' && code !== OTHER_CODE && !(before.state === 'succeeded' && (state === 3 || state === 4)),
  )

export const notifySupervisor = (sale: SaleRecord, reason: UnreadReason): SaleRecord => ({
  ...sale,
  unread: { ...sale.unread, supervisor: 'notified', reasons: [...new Set([...(sale.unread?.reasons ?? []), reason])] },
})

/** No rule acts on ids, the wholesaler's time and the cost. A final sale accepts them only from an answer with the same state (rule 7). */
export function recordTransaction(sale: SaleRecord, transaction: Transaction, { now }: StepContext): SaleStep {
  if (isFinal(sale.state) && FINAL_STATES.get(transaction.state) !== sale.state) return unchanged(sale)
  const { cost, time, reference } = transaction
  const isChanged = cost !== undefined && !(sale.cost && isSameMoney(sale.cost, cost))
  const isAbovePrice = isChanged && isMore(cost, sale.pays)
  const { reference: known, ...rest } = sale
  // A reference is kept if a later answer omits it.
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

/** A reference that arrives before the code may be the code (rule 12). A recharge has no code. */
const isCodeRead = ({ kind, voucher }: SaleRecord, { hasCode }: Transaction) =>
  kind === 'direct' || hasCode === true || voucher === 'ready' || voucher === 'delivered'

/** Applies a state of 0 or above even if the account, amount or service differs from ours. */
export function applyStarted(sale: SaleRecord, transaction: Transaction, context: StepContext): SaleStep {
  const noted = recordTransaction(sale, transaction, context)
  const checked = tellDifference(noted.sale, transaction, context)
  const followed = applyTransaction(checked.sale, transaction, context)
  return { sale: followed.sale, events: [...noted.events, ...checked.events, ...followed.events] }
}

/**
 * Notifies supervisors once if something differs, and once if something is unreadable. An unreadable cost is reported only when the sale becomes
 * final, because until then it may still arrive.
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

/** Error codes for a transaction that the wholesaler does not know. */
export const NOT_FOUND_CODES = new Set<number | string>([20, 22])

const UNCLEAR_REASONS: readonly LostReason[] = ['too-big', 'too-deep']

/** Supervisors are notified of the third unclear answer in a row, and immediately of one for another transaction. */
export function countUnclearAnswer(sale: SaleRecord, answer: Answer, { now }: StepContext): SaleStep {
  const isOther = answer.kind === 'transaction' && !belongsToSale(sale, answer.transaction)
  // The wholesaler no longer knows a transaction that it has reported on before.
  const isErased = answer.kind === 'refusal' && sale.hasStarted === true && NOT_FOUND_CODES.has(answer.refusal.code)
  const isUnclear =
    isErased || answer.kind === 'transaction' || (answer.kind === 'lost' && UNCLEAR_REASONS.includes(answer.reason))
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

/** A cashier cannot correct these (C9, F15). */
const BAD_REQUEST_CODES = new Set<number | string>([2, 50])

export const badRequestEvents = (answer: Answer, now: number): SaleEvent[] =>
  answer.kind === 'refusal' && BAD_REQUEST_CODES.has(answer.refusal.code)
    ? [{ at: now, kind: 'bad-request', code: answer.refusal.code }]
    : []
