import * as v from 'valibot'

import { Commission } from '../money/commission.ts'
import { InternationalChoice, Mismatch } from '../catalog/international.ts'
import { Money } from '../money/money.ts'
import { PAYMENT_METHODS, PaymentPart } from '../money/payment-method.ts'
import { NamedRef } from '../person.ts'
import { CodePrint } from '../printer-connection.ts'
import { count, optionalText, optionalTime, optionalTrue, time } from '../schema-parts.ts'
import { DELIVERY_METHODS } from '../catalog/voucher.ts'
import { SaleEvent } from './event.ts'
import { SaleId, TransactionId } from './id.ts'
import { Problem } from './problem.ts'

/** `docs/architecture.md` defines each state. */
export const SALE_STATES = [
  'opened',
  'refused',
  'checked',
  'confirming',
  'unknown',
  'pending',
  'not-executed',
  'succeeded',
  'failed',
  'canceled',
  'replaced',
  'abandoned',
] as const
export type SaleState = (typeof SALE_STATES)[number]

/** Why a person must look at a sale (rules 7, 8 and 15). */
const ATTENTIONS = ['late', 'held', 'no-code', 'conflicting', 'canceled', 'replaced', 'unclear-answers'] as const
export type Attention = (typeof ATTENTIONS)[number]

/** A supervisor's decision on a sale that the wholesaler left open (rule 15). `by` is a name. */
const Resolution = v.strictObject({
  outcome: v.picklist(['sold', 'not-sold']),
  note: v.string(),
  at: time,
  by: v.string(),
})
export type Resolution = v.InferOutput<typeof Resolution>

/** The code of a succeeded sale (rule 12). */
const VOUCHER_STATES = ['coming', 'ready', 'delivered'] as const
export type VoucherStatus = (typeof VOUCHER_STATES)[number]

/** From 1. Lines of one batch share the same `id` (rule 11). */
const Batch = v.strictObject({ id: v.string(), line: count, of: count })
export type Batch = v.InferOutput<typeof Batch>

export const SALE_KINDS = ['direct', 'voucher', 'international'] as const
export type SaleKind = (typeof SALE_KINDS)[number]

/** The timeline shows the same reasons, with their times. */
const UNREAD_REASONS = [
  'answer-differs',
  'cost-differs',
  'conflict',
  'pending-after-resolution',
  'started-without-confirm',
  'unclear-answers',
  'bad-request',
] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

/** Cost and commission are for supervisors only. Times are epoch ms. */
export const Sale = v.strictObject({
  id: SaleId,
  /** The number by which people refer to the sale; assigned by the journal. */
  number: count,
  version: count,
  kind: v.picklist(SALE_KINDS),
  state: v.picklist(SALE_STATES),
  /** State 6: pending by turnover. */
  held: optionalTrue,
  serviceId: v.string(),
  serviceName: v.string(),
  brand: v.string(),
  /** Phone digits or an email address. A direct recharge always has one. */
  account: optionalText,
  /** For a voucher: phone digits or an email address. */
  customer: optionalText,
  batch: v.exactOptional(Batch),
  /** For an international sale, whose operator is in `brand`. */
  international: v.exactOptional(InternationalChoice),
  /** The check detected another operator. Confirm waits for a person's decision (rule 10). */
  mismatch: v.exactOptional(Mismatch),
  /** The face value; for an international sale, what the recipient gets. */
  amount: Money,
  pays: Money,
  /** Present if the shop records payments. */
  paymentMethod: v.exactOptional(v.picklist(PAYMENT_METHODS)),
  split: v.exactOptional(PaymentPart),
  cashTendered: v.exactOptional(Money),
  /** Sent as a test transaction. It is unknown whether those move money. */
  isTest: optionalTrue,
  /** A practice sale in a shop with a real account; such sales are numbered separately. */
  isPractice: optionalTrue,
  /** What the wholesaler charges to the wallet, and the cost it reported first if that has changed. */
  cost: v.exactOptional(Money),
  firstCost: v.exactOptional(Money),
  /** From the list of services when the sale was opened. */
  commission: v.exactOptional(Commission),
  transactionId: v.exactOptional(TransactionId),
  serviceTime: optionalText,
  /** The biller's reference, which is not secret. */
  reference: optionalText,
  problem: v.exactOptional(Problem),
  voucher: v.exactOptional(v.picklist(VOUCHER_STATES)),
  /** Something unreadable came instead of the code. */
  isCodeUnreadable: optionalTrue,
  /** How often the code was revealed; how often the receipt or code was printed, and when first. */
  revealCount: count,
  printCount: count,
  printedAt: optionalTime,
  /** A print whose outcome no one has confirmed yet. */
  print: v.exactOptional(CodePrint),
  delivered: v.exactOptional(v.strictObject({ at: time, method: v.picklist(DELIVERY_METHODS), by: v.string() })),
  /** The restored backup has no delivery of the code, which may have been delivered since. */
  mayBeDelivered: optionalTrue,
  conflicting: optionalTrue,
  resolution: v.exactOptional(Resolution),
  attention: v.exactOptional(v.picklist(ATTENTIONS)),
  /** Due until `done`. `by` is a name; `paymentMethod` and `split` are how the refund was paid out. */
  refund: v.exactOptional(
    v.strictObject({
      done: v.exactOptional(
        v.strictObject({
          at: time,
          by: v.string(),
          paymentMethod: v.exactOptional(v.picklist(PAYMENT_METHODS)),
          split: v.exactOptional(PaymentPart),
        }),
      ),
    }),
  ),
  /** Unread for the person who sends the request. */
  isUnread: optionalTrue,
  /** Absent if the sale only completed while no one was at the counter. */
  unreadReasons: v.exactOptional(v.pipe(v.array(v.picklist(UNREAD_REASONS)), v.readonly())),
  nextFindAt: optionalTime,
  /** Present while the sale waits. */
  statusLink: optionalText,
  /** Finds that were answered or lost since the confirm, and when the last one was sent. */
  findCount: count,
  lastFindAt: optionalTime,
  openedAt: time,
  checkedAt: optionalTime,
  confirmedAt: optionalTime,
  finalAt: optionalTime,
  cashier: NamedRef,
  terminal: NamedRef,
  events: v.exactOptional(v.array(SaleEvent)),
  /** Present if `events` has only the newest events. */
  eventCount: v.exactOptional(count),
})
export type Sale = v.InferOutput<typeof Sale>

/** How long (ms) a `checked` sale may be confirmed (rule 10). */
export const QUOTE_VALID_MS = 10 * 60_000

type StateRules = {
  /** Even in a final state, a code may still arrive. */
  isFinal: boolean
  canConfirm: boolean
  canAbandon: boolean
  canPoll: boolean
  /** Whether money left the wallet, as far as we know. */
  moneyMoved: 'no' | 'yes' | 'unknown'
}

const STATE_RULES: Record<SaleState, StateRules> = {
  opened: { isFinal: false, canConfirm: false, canAbandon: false, canPoll: false, moneyMoved: 'no' },
  refused: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: false, moneyMoved: 'no' },
  checked: { isFinal: false, canConfirm: true, canAbandon: true, canPoll: false, moneyMoved: 'no' },
  confirming: { isFinal: false, canConfirm: false, canAbandon: false, canPoll: false, moneyMoved: 'unknown' },
  unknown: { isFinal: false, canConfirm: false, canAbandon: false, canPoll: true, moneyMoved: 'unknown' },
  pending: { isFinal: false, canConfirm: false, canAbandon: false, canPoll: true, moneyMoved: 'unknown' },
  'not-executed': { isFinal: false, canConfirm: true, canAbandon: true, canPoll: true, moneyMoved: 'no' },
  succeeded: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: true, moneyMoved: 'yes' },
  failed: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: true, moneyMoved: 'no' },
  canceled: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: true, moneyMoved: 'unknown' },
  replaced: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: true, moneyMoved: 'unknown' },
  abandoned: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: false, moneyMoved: 'no' },
}

type WithState = Pick<Sale, 'state' | 'voucher'>
type WithIds = Pick<Sale, 'kind' | 'transactionId'>
type Resolvable = WithState & Pick<Sale, 'resolution'>

export const NON_FINAL_STATES = SALE_STATES.filter((state) => !isFinal(state))
export const WAITING_STATES: readonly SaleState[] = ['confirming', 'unknown', 'pending', 'not-executed']

export function isFinal(state: SaleState): boolean {
  return STATE_RULES[state].isFinal
}
export const isComplete = ({ state, voucher }: WithState): boolean => isFinal(state) && voucher !== 'coming'
/** International transactions do not carry our id, so find uses the wholesaler's (spec 4.11). */
export const canBeFound = ({ kind, transactionId }: WithIds): boolean =>
  kind !== 'international' || transactionId !== undefined
export const isAnswered = (sale: WithState): boolean => sale.state !== 'opened'
/** Unknown while the wholesaler contradicts itself (rule 7). A supervisor's resolution decides open sales (rule 15). */
export function moneyMoved({
  state,
  conflicting,
  resolution,
}: Resolvable & Pick<Sale, 'conflicting'>): 'no' | 'yes' | 'unknown' {
  if (conflicting) return 'unknown'
  if (resolution) return resolution.outcome === 'sold' ? 'yes' : 'no'
  return STATE_RULES[state].moneyMoved
}

/** An unconfirmed quote does not wait, and a resolution ends the wait (rules 11 and 15). */
export const isWaiting = ({ state, voucher, resolution }: Resolvable): boolean =>
  (WAITING_STATES.includes(state) || voucher === 'coming') && !resolution

/** No one has accepted the detected operator (rule 10). */
export const isProviderUnconfirmed = ({ mismatch }: Pick<Sale, 'mismatch'>): boolean =>
  mismatch !== undefined && mismatch.accepted === undefined

type Withheld = Pick<Sale, 'voucher' | 'resolution' | 'refund' | 'conflicting'>

/** The wholesaler contradicts itself or has not reported the sale as sold, or the customer has been or will be refunded. */
export const isWithheld = ({ voucher, resolution, refund, conflicting }: Withheld): boolean =>
  voucher === undefined || conflicting === true || resolution?.outcome === 'not-sold' || refund !== undefined

export const isUndelivered = (sale: Withheld): boolean => sale.voucher === 'ready' && !isWithheld(sale)

/** What a person may do with a sale (rules 3, 5, 6 and 15). */
export const saleCan = {
  confirm: (sale: Resolvable & Pick<Sale, 'checkedAt'>, now: number): boolean =>
    STATE_RULES[sale.state].canConfirm && !sale.resolution && !(sale.state === 'checked' && isQuoteExpired(sale, now)),
  abandon: (sale: Resolvable): boolean => STATE_RULES[sale.state].canAbandon && !sale.resolution,
  /** Includes a sale abandoned after a confirm, because it is still rechecked. */
  poll: (sale: WithState & WithIds & Pick<Sale, 'confirmedAt'>): boolean =>
    canBeFound(sale) &&
    (STATE_RULES[sale.state].canPoll || (sale.state === 'abandoned' && sale.confirmedAt !== undefined)),
  /** Any cashier may continue a sale that is not complete or whose code is undelivered. */
  takeOver: (sale: Resolvable & Withheld): boolean => (!isComplete(sale) && !sale.resolution) || isUndelivered(sale),
  resolve: (sale: NeedsAttention, now: number): boolean => findAttention(sale, now) !== undefined,
  markRefunded: (sale: Pick<Sale, 'refund' | 'conflicting'>): boolean => isRefundDue(sale),
  /** The code is ready, or the sale has only a receipt. */
  deliver: ({ state, voucher }: WithState): boolean => state === 'succeeded' && voucher !== 'coming',
}

/** While the wholesaler contradicts itself, a supervisor decides first. */
export const isRefundDue = ({ refund, conflicting }: Pick<Sale, 'refund' | 'conflicting'>): boolean =>
  refund !== undefined && refund.done === undefined && !conflicting

type NeedsAttention = Resolvable & Pick<Sale, 'held' | 'conflicting' | 'confirmedAt'> & { unclearFinds?: number }

/** In ms. If a sale completes later, the customer may have left. */
export const CUSTOMER_PRESENT_MS = 15_000

/** After this many unclear finds in a row, a supervisor is notified (G4, G13). */
export const MAX_UNCLEAR_FINDS = 3
const MINUTE_MS = 60_000
const LATE_AFTER_MS = 15 * MINUTE_MS
const PENDING_LATE_AFTER_MS = 60 * MINUTE_MS

/** A negative age counts as too old (rules 7, 8 and 15). */
export function findAttention(sale: NeedsAttention, now: number): Attention | undefined {
  if (sale.conflicting) return 'conflicting'
  if (sale.resolution) return undefined
  if (sale.state === 'canceled' || sale.state === 'replaced') return sale.state
  if (!isWaiting(sale)) return undefined
  if ((sale.unclearFinds ?? 0) >= MAX_UNCLEAR_FINDS) return 'unclear-answers'
  const isOlderThan = (ms: number) => !isYoungerThan(ms, sale.confirmedAt, now)
  if (sale.state === 'unknown' && isOlderThan(LATE_AFTER_MS)) return 'late'
  if (sale.voucher === 'coming' && isOlderThan(LATE_AFTER_MS)) return 'no-code'
  if (sale.state !== 'pending') return undefined
  if (sale.held && isOlderThan(LATE_AFTER_MS)) return 'held'
  return isOlderThan(PENDING_LATE_AFTER_MS) ? 'late' : undefined
}

/** A missing time or a negative age (the clock was changed during a restart) counts as too old (rule 14). */
export function isYoungerThan(ms: number, at: number | undefined, now: number): boolean {
  return at !== undefined && now >= at && now - at < ms
}

/** A negative age counts as expired (rule 10). */
export const isQuoteExpired = ({ checkedAt }: Pick<Sale, 'checkedAt'>, now: number): boolean =>
  !isYoungerThan(QUOTE_VALID_MS, checkedAt, now)
