import type { Money } from './money.ts'
import type { SaleId, TransactionId } from './sale-id.ts'

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
 * Why a sale did not go on: ours (`no-answer`, `answer-differs`, `offline`, `expired`, `given-up`), or `service-<code>` for a code of the
 * wholesaler, or `service-failed` for its state 2.
 */
export type ProblemCode =
  | 'no-answer'
  | 'answer-differs'
  | 'offline'
  | 'expired'
  | 'given-up'
  | 'service-failed'
  | `service-${number}`
  | 'service-unreadable'

/** `text` is the wholesaler's own sentence for the customer, plain, 300 characters at most. */
export type Problem = { code: ProblemCode; text?: string }

/** One line of what happened to a sale, in order. `code` is the wholesaler's error code, `state` its state, as it gave them. */
export type SaleEvent = {
  at: number
  kind: SaleEventKind
  by?: string
  code?: number | string
  state?: number | 'unlisted'
  reason?: string
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
  | 'asked'
  | 'ask-lost'
  | 'moved'
  | 'settled'
  | 'not-executed'
  | 'abandoned'
  | 'disputed'
  | 'moved-without-confirm'
  | 'cost-differs'
  | 'restarted'
  | 'receipt-shown'

/** A sale as our API carries it; `cost` only for supervisors. Times are epoch ms. */
export type Sale = {
  id: SaleId
  /** A growing whole number of the journal, for people. */
  number: number
  version: number
  kind: 'direct'
  state: SaleState
  /** State 6: pending by turnover. */
  held?: true
  serviceId: string
  serviceName: string
  brand: string
  account: string
  amount: Money
  /** What the customer pays. */
  pays: Money
  cost?: Money
  transactionId?: TransactionId
  serviceTime?: string
  problem?: Problem
  disputed?: true
  nextFindAt?: number
  /** Finds answered or lost since the confirm, and when the last one left. */
  finds: number
  lastFindAt?: number
  openedAt: number
  checkedAt?: number
  confirmedAt?: number
  settledAt?: number
  cashier: { id: string; name: string }
  terminal: { id: string; name: string }
  events?: SaleEvent[]
}

/** A `checked` sale may be confirmed this long (DESIGN rule 10). */
export const QUOTE_LIVES_MS = 10 * 60_000

type Stage = {
  /** Nothing more will happen by itself, and nobody has to decide. */
  isSettled: boolean
  canConfirm: boolean
  canAbandon: boolean
  /** A person may have find asked again. */
  canAsk: boolean
  /** Whether money of the wallet has moved, as far as is known. */
  moneyMoved: 'no' | 'yes' | 'unknown'
}

const STAGES: Record<SaleState, Stage> = {
  opened: { isSettled: false, canConfirm: false, canAbandon: false, canAsk: false, moneyMoved: 'no' },
  refused: { isSettled: true, canConfirm: false, canAbandon: false, canAsk: false, moneyMoved: 'no' },
  checked: { isSettled: false, canConfirm: true, canAbandon: true, canAsk: false, moneyMoved: 'no' },
  confirming: { isSettled: false, canConfirm: false, canAbandon: false, canAsk: false, moneyMoved: 'unknown' },
  unknown: { isSettled: false, canConfirm: false, canAbandon: false, canAsk: true, moneyMoved: 'unknown' },
  pending: { isSettled: false, canConfirm: false, canAbandon: false, canAsk: true, moneyMoved: 'unknown' },
  'not-executed': { isSettled: false, canConfirm: true, canAbandon: true, canAsk: true, moneyMoved: 'no' },
  succeeded: { isSettled: true, canConfirm: false, canAbandon: false, canAsk: true, moneyMoved: 'yes' },
  failed: { isSettled: true, canConfirm: false, canAbandon: false, canAsk: true, moneyMoved: 'no' },
  cancelled: { isSettled: true, canConfirm: false, canAbandon: false, canAsk: true, moneyMoved: 'unknown' },
  replaced: { isSettled: true, canConfirm: false, canAbandon: false, canAsk: true, moneyMoved: 'unknown' },
  abandoned: { isSettled: true, canConfirm: false, canAbandon: false, canAsk: false, moneyMoved: 'no' },
}

type Staged = Pick<Sale, 'state'>

export const SALE_STATES = Object.keys(STAGES) as SaleState[]
export const UNSETTLED_STATES = SALE_STATES.filter((state) => !STAGES[state].isSettled)

export const isSettled = (sale: Staged): boolean => STAGES[sale.state].isSettled
/** Check was answered, one way or the other. */
export const isAnswered = (sale: Staged): boolean => sale.state !== 'opened'
/** Whether money of the wallet has moved, as far as is known; where the wholesaler contradicts itself nobody knows (rule 7). */
export const moneyMoved = (sale: Staged & Pick<Sale, 'disputed'>): 'no' | 'yes' | 'unknown' =>
  sale.disputed ? 'unknown' : STAGES[sale.state].moneyMoved

/** What a person may do with a sale, as a table of states (DESIGN rules 3, 5, 6). */
export const saleCan = {
  confirm: (sale: Staged & Pick<Sale, 'checkedAt'>, now: number): boolean =>
    STAGES[sale.state].canConfirm && !(sale.state === 'checked' && isQuoteOver(sale, now)),
  abandon: (sale: Staged): boolean => STAGES[sale.state].canAbandon,
  ask: (sale: Staged): boolean => STAGES[sale.state].canAsk,
}

/** An age that cannot be, as after a restart under another clock, counts as too old. */
export function isQuoteOver(sale: Pick<Sale, 'checkedAt'>, now: number): boolean {
  if (sale.checkedAt === undefined) return true
  const age = now - sale.checkedAt
  return age < 0 || age >= QUOTE_LIVES_MS
}
