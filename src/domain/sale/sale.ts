import type { Commission } from '../commission.ts'
import type { InternationalChoice, Mismatch } from '../international.ts'
import type { Money } from '../money.ts'
import type { SaleId, TransactionId } from './id.ts'
import type { DeliveryMethod } from '../voucher.ts'

/** DESIGN section 2 says what each state means. */
export type SaleState =
  | 'opened'
  | 'refused'
  | 'checked'
  | 'confirming'
  | 'unknown'
  | 'pending'
  | 'not-executed'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'replaced'
  | 'abandoned'

/**
 * Why a sale did not go on: ours (`no-answer`, `answer-differs`, `country-differs`, `offline`, `busy`, `expired`, `abandoned`), or `service-<code>`
 * for a code of the wholesaler, or `service-failed` for its state 2.
 */
export type ProblemCode =
  | 'no-answer'
  | 'answer-differs'
  | 'country-differs'
  | 'offline'
  | 'expired'
  | 'abandoned'
  | 'busy'
  | 'service-failed'
  | `service-${number}`
  | 'service-unreadable'

/**
 * `text` is the wholesaler's own sentence for the customer, plain, 300 characters at most. `detected` is the country of the number, as the
 * check named it, with `country-differs`.
 */
export type Problem = { code: ProblemCode; text?: string; detected?: string }

/** One line of what happened to a sale, in order. `code` is the wholesaler's error code, `state` its state, as it gave them. */
export type SaleEvent = {
  at: number
  kind: SaleEventKind
  by?: string
  code?: number | string
  state?: number | 'unlisted'
  reason?: string
  /** What a person wrote. */
  note?: string
}
export type SaleEventKind =
  | 'opened'
  | 'check-lost'
  | 'check-not-sent'
  | 'checked'
  | 'refused'
  | 'approved'
  | 'confirm-not-sent'
  | 'confirm-lost'
  | 'confirm-refused'
  | 'still-reserved'
  | 'find-lost'
  | 'pending'
  | 'final'
  | 'not-executed'
  | 'abandoned'
  | 'conflict'
  | 'started-without-confirm'
  | 'cost-differs'
  /** An answer to confirm or find names another account, amount or service than ours; `reason` has the fields nobody can read. */
  | 'answer-differs'
  /** The check detected another operator than the one chosen, and a person said that it is the same (rule 10). */
  | 'operator-differs'
  | 'operator-accepted'
  /** A supervisor let it go beyond limits; `reason` names each. */
  | 'limit-overridden'
  /** The wholesaler calls our own request wrong (codes 2 and 50). */
  | 'bad-request'
  /** The same confirm goes again by itself (rule 6). */
  | 'confirm-repeated'
  | 'unclear-answers'
  | 'restarted'
  | 'taken-over'
  | 'resolved'
  | 'refunded'
  | 'acknowledged'
  | 'receipt-revealed'
  /** A code that is to come was not there yet when the sale succeeded, and when it came. */
  | 'code-coming'
  | 'code-arrived'
  | 'code-revealed'
  /** It was printed, shared, copied or given (`reason`): the code of a voucher, or a receipt alone. */
  | 'delivered'

/** Why a person has to look at a sale (rules 7, 8 and 15). */
export type Attention = 'late' | 'held' | 'no-code' | 'conflicting' | 'cancelled' | 'replaced' | 'unclear-answers'

/** A supervisor's word on a sale the wholesaler left open (rule 15). `by` is a name. */
export type Resolution = { outcome: 'sold' | 'not-sold'; note: string; at: number; by: string }

/** A voucher's code once the sale succeeded: still to come, there, or in the customer's hands (DESIGN rule 12). */
export type VoucherStatus = 'coming' | 'ready' | 'delivered'

/** One line of a quantity: `line` of `of`, both from 1. Lines of one quantity carry the same `id` (DESIGN rule 11). */
export type Batch = { id: string; line: number; of: number }

export type SaleKind = 'direct' | 'voucher' | 'international'

/** What a supervisor is told of a sale without having asked; in the timeline the same stands with its time. */
export type UnreadReason =
  | 'answer-differs'
  | 'cost-differs'
  | 'conflict'
  | 'pending-after-resolution'
  | 'started-without-confirm'
  | 'unclear-answers'
  | 'bad-request'

/** A sale as our API carries it; cost and commission only for supervisors. Times are epoch ms. */
export type Sale = {
  id: SaleId
  /** A growing whole number of the journal, for people. */
  number: number
  version: number
  kind: SaleKind
  state: SaleState
  /** State 6: pending by turnover. */
  held?: true
  serviceId: string
  serviceName: string
  brand: string
  /** Where the voucher goes to an account: phone digits or an e-mail address. A direct recharge always has one. */
  account?: string
  /** The customer of a voucher, when entered: phone digits or an e-mail address. */
  customer?: string
  batch?: Batch
  /** Of an international sale: what was chosen. `brand` is its operator. */
  international?: InternationalChoice
  /** The check detected another operator; confirm waits for a person's word (rule 10). */
  mismatch?: Mismatch
  /** The face value; of an international sale what the recipient gets. */
  amount: Money
  /** What the customer pays. */
  pays: Money
  /** What the wholesaler took from the wallet for it, or will. */
  cost?: Money
  /** What it had said at first, where it says otherwise since. */
  firstCost?: Money
  /** What the list of services promised when it was opened. */
  commission?: Commission
  transactionId?: TransactionId
  serviceTime?: string
  /** The biller's reference; no secret. */
  reference?: string
  problem?: Problem
  voucher?: VoucherStatus
  /** How often its code was shown, and its receipt or code printed. */
  revealCount: number
  printCount: number
  /** When it was first printed. */
  printedAt?: number
  /** When its code was first handed over. */
  delivered?: { at: number; method: DeliveryMethod; by: string }
  conflicting?: true
  resolution?: Resolution
  attention?: Attention
  /** The customer left and is to have the money back, until somebody ticks that it was done. `by` is a name. */
  refund?: { done?: { at: number; by: string } }
  /** It changed while nobody looked; of interest to the person who asks. */
  isUnread?: true
  /** Why, for supervisors; absent where it only ended while nobody was there. */
  unreadReasons?: readonly UnreadReason[]
  nextFindAt?: number
  /** Finds answered or lost since the confirm, and when the last one left. */
  findCount: number
  lastFindAt?: number
  openedAt: number
  checkedAt?: number
  confirmedAt?: number
  finalAt?: number
  cashier: { id: string; name: string }
  terminal: { id: string; name: string }
  events?: SaleEvent[]
}

/** A `checked` sale may be confirmed this long (DESIGN rule 10). */
export const QUOTE_VALID_MS = 10 * 60_000

type StateRules = {
  /** Nothing more will happen by itself, and nobody has to decide. */
  isFinal: boolean
  canConfirm: boolean
  canAbandon: boolean
  /** A person may have find asked again. */
  canPoll: boolean
  /** Whether money of the wallet has moved, as far as is known. */
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
  cancelled: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: true, moneyMoved: 'unknown' },
  replaced: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: true, moneyMoved: 'unknown' },
  abandoned: { isFinal: true, canConfirm: false, canAbandon: false, canPoll: false, moneyMoved: 'no' },
}

type WithState = Pick<Sale, 'state' | 'voucher'>
type Resolvable = WithState & Pick<Sale, 'resolution'>

export const SALE_STATES = Object.keys(STATE_RULES) as SaleState[]
export const NON_FINAL_STATES = SALE_STATES.filter((state) => !isFinal(state))
/** What `isWaiting` looks for. */
export const WAITING_STATES: readonly SaleState[] = ['confirming', 'unknown', 'pending', 'not-executed']

/** The wholesaler, or a person, will not move it any more; a code may still be on its way. */
export function isFinal(state: SaleState): boolean {
  return STATE_RULES[state].isFinal
}
export const isComplete = ({ state, voucher }: WithState): boolean => isFinal(state) && voucher !== 'coming'
/** Check was answered, one way or the other. */
export const isAnswered = (sale: WithState): boolean => sale.state !== 'opened'
/**
 * Whether money of the wallet has moved, as far as is known: where the wholesaler contradicts itself nobody knows (rule 7), and a
 * supervisor's word stands for what it left open (rule 15).
 */
export function moneyMoved({
  state,
  conflicting,
  resolution,
}: Resolvable & Pick<Sale, 'conflicting'>): 'no' | 'yes' | 'unknown' {
  if (conflicting) return 'unknown'
  if (resolution) return resolution.outcome === 'sold' ? 'yes' : 'no'
  return STATE_RULES[state].moneyMoved
}

/** Waits for an answer, a code or a person; a quote nobody confirmed does not, and a supervisor's word ends it (rules 11 and 15). */
export const isWaiting = ({ state, voucher, resolution }: Resolvable): boolean =>
  (WAITING_STATES.includes(state) || voucher === 'coming') && !resolution

/** Another operator was detected than the one chosen, and nobody has said that it is the same (rule 10). */
export const isProviderUnconfirmed = ({ mismatch }: Pick<Sale, 'mismatch'>): boolean =>
  mismatch !== undefined && mismatch.accepted === undefined

type Withheld = Pick<Sale, 'voucher' | 'resolution' | 'refund' | 'conflicting'>

/**
 * Whatever comes of a voucher is no cashier's to hand out: the wholesaler contradicts itself, or does not say that it is sold, or the
 * customer has, or is to have, the money back.
 */
export const isWithheld = ({ voucher, resolution, refund, conflicting }: Withheld): boolean =>
  voucher === undefined || conflicting === true || resolution?.outcome === 'not-sold' || refund !== undefined

/** Its code is there, and nobody handed it over. */
export const isUndelivered = (sale: Withheld): boolean => sale.voucher === 'ready' && !isWithheld(sale)

/** What a person may do with a sale, as a table of states (DESIGN rules 3, 5, 6, 15). */
export const saleCan = {
  confirm: (sale: Resolvable & Pick<Sale, 'checkedAt'>, now: number): boolean =>
    STATE_RULES[sale.state].canConfirm && !sale.resolution && !(sale.state === 'checked' && isQuoteExpired(sale, now)),
  abandon: (sale: Resolvable): boolean => STATE_RULES[sale.state].canAbandon && !sale.resolution,
  /** Also of a sale given up after a confirm: it is still watched. */
  poll: (sale: WithState & Pick<Sale, 'confirmedAt'>): boolean =>
    STATE_RULES[sale.state].canPoll || (sale.state === 'abandoned' && sale.confirmedAt !== undefined),
  /** Any cashier may go on with a sale that is not settled, or whose code nobody has handed over. */
  takeOver: (sale: Resolvable & Withheld): boolean => (!isComplete(sale) && !sale.resolution) || isUndelivered(sale),
  resolve: (sale: NeedsAttention, now: number): boolean => findAttention(sale, now) !== undefined,
  markRefunded: (sale: Pick<Sale, 'refund' | 'conflicting'>): boolean => isRefundDue(sale),
  /** The code is there, or the paper of a sale without one. */
  deliver: ({ state, voucher }: WithState): boolean => state === 'succeeded' && voucher !== 'coming',
}

/** Money the customer is still to have back; not while the wholesaler contradicts itself, then a supervisor decides first. */
export const isRefundDue = ({ refund, conflicting }: Pick<Sale, 'refund' | 'conflicting'>): boolean =>
  refund !== undefined && refund.done === undefined && !conflicting

type NeedsAttention = Resolvable & Pick<Sale, 'held' | 'conflicting' | 'confirmedAt'> & { unclearFinds?: number }

/** A customer stays at the counter this long; what settles later may find nobody there. */
export const CUSTOMER_PRESENT_MS = 15_000

/** Odd answers in a row after which a person is told (RELIABILITY G4, G13). */
export const MAX_UNCLEAR_FINDS = 3
const MINUTE_MS = 60_000
const LATE_AFTER_MS = 15 * MINUTE_MS
const PENDING_LATE_AFTER_MS = 60 * MINUTE_MS

/** Whether and why a person has to look at a sale (rules 7, 8, 15). An age that cannot be counts as too old. */
export function findAttention(sale: NeedsAttention, now: number): Attention | undefined {
  if (sale.conflicting) return 'conflicting'
  if (sale.resolution) return undefined
  if (sale.state === 'cancelled' || sale.state === 'replaced') return sale.state
  if (!isWaiting(sale)) return undefined
  if ((sale.unclearFinds ?? 0) >= MAX_UNCLEAR_FINDS) return 'unclear-answers'
  const isOlderThan = (ms: number) => !isYoungerThan(ms, sale.confirmedAt, now)
  if (sale.state === 'unknown' && isOlderThan(LATE_AFTER_MS)) return 'late'
  if (sale.voucher === 'coming' && isOlderThan(LATE_AFTER_MS)) return 'no-code'
  if (sale.state !== 'pending') return undefined
  if (sale.held && isOlderThan(LATE_AFTER_MS)) return 'held'
  return isOlderThan(PENDING_LATE_AFTER_MS) ? 'late' : undefined
}

/** Whether `at` lies less than `ms` back. Nothing, or an age that cannot be, as after a restart under another clock, is too old (rule 14). */
export function isYoungerThan(ms: number, at: number | undefined, now: number): boolean {
  return at !== undefined && now >= at && now - at < ms
}

/** Rule 10: a quote that is too old, or of an age that cannot be, is not confirmed. */
export const isQuoteExpired = ({ checkedAt }: Pick<Sale, 'checkedAt'>, now: number): boolean =>
  !isYoungerThan(QUOTE_VALID_MS, checkedAt, now)
