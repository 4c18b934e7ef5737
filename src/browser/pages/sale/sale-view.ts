import type { Failure } from '#api/failure.ts'
import { decimal, money, type Money } from '#domain/money/money.ts'
import type { Payment } from '#domain/money/payment.ts'
import { isComplete, isProviderUnconfirmed, type Sale, type SaleState } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import { ServerFailure, type RetryableFailure } from '../../api/request.ts'
import type { Confirmation } from '../../api/sale-steps.ts'
import { problemClass, type ProblemClass } from '../../lib/problem-class.ts'
import type { TimelineLine } from '../../sale/SaleTimeline.tsx'

/** What is sent with *Send*. */
export type SendOptions = Pick<
  Confirmation,
  | 'duplicateOf'
  | 'accept'
  | 'approver'
  | 'paymentMethod'
  | 'split'
  | 'cashTendered'
  | 'fraudWarningShown'
  | 'skipCustomerConfirmation'
>

/** What only this tab knows about a sale: choices, sending and its result. Lost on reload. */
export type Tab = {
  /** The choices so far, without an approver's PIN. */
  options: Omit<SendOptions, 'approver'>
  /** When the sale was last sent from here (epoch ms). Stored, so it survives a reload. */
  sentAt?: number | undefined
  limits?: readonly Exceeded[] | undefined
  /** How often the supervisor dialog was closed. Each time, the action takes the focus again. */
  timesBack: number
} & (
  | { kind: 'idle' | 'sending' }
  /** It is unknown whether the request arrived (rule 16). */
  | { kind: 'no-reply'; lostAt: number }
  /** Refused before anything was sent to the wholesaler. */
  | { kind: 'rejected'; failure: RetryableFailure }
)

export type TabEvent =
  | { type: 'operator-accepted' }
  | { type: 'scam-asked' }
  | { type: 'sent'; options: SendOptions; at: number }
  | { type: 'replied' }
  | { type: 'failed'; error: unknown; at: number }
  | { type: 'left' }

export const newTab = (sentAt: number | undefined): Tab => ({ kind: 'idle', options: {}, sentAt, timesBack: 0 })

export function stepTab(tab: Tab, event: TabEvent): Tab {
  const { options, sentAt, limits, timesBack } = tab
  const base = { options, sentAt, timesBack }
  switch (event.type) {
    case 'operator-accepted':
      return { ...tab, options: { ...options, accept: 'operator' } }
    case 'scam-asked':
      return { ...base, kind: 'idle', options: { ...options, fraudWarningShown: true } }
    case 'sent': {
      const { approver, ...said } = event.options
      // The dialog stays open until the approval succeeds.
      return { ...base, kind: 'sending', options: said, sentAt: event.at, limits: approver && limits }
    }
    case 'replied':
      return { ...base, kind: 'idle' }
    case 'failed': {
      const failure = event.error instanceof ServerFailure ? event.error.failure : undefined
      if (failure?.moneyMoved !== 'no') return { ...base, kind: 'no-reply', lostAt: event.at }
      const asked = failure.limits ?? (isAboutApprover(failure.code) ? limits : undefined)
      return { ...base, kind: 'rejected', failure, limits: asked }
    }
    case 'left':
      return { ...base, kind: 'idle', timesBack: limits ? timesBack + 1 : timesBack }
  }
}

/** Failures that concern the approver: the dialog stays open. */
const ABOUT_APPROVER: readonly string[] = [
  'above-limit',
  'wrong-pin',
  'pin-locked',
  'rate-limited',
  'approver-is-seller',
  'not-allowed',
]

export const isAboutApprover = (code: string): boolean => ABOUT_APPROVER.includes(code)

/** The payment that the cashier chose with the last *Send*. It holds until another one is chosen. */
export const paymentOf = ({ options: { paymentMethod, split, cashTendered } }: Tab) =>
  paymentMethod && { paymentMethod, ...(split && { split }), ...(cashTendered !== undefined && { cashTendered }) }

/** The same as a sale records it, while it is being sent. */
export function paidAs(tab: Tab, { currency }: Money): Partial<Payment> {
  const { split, cashTendered, ...payment } = paymentOf(tab) ?? {}
  return {
    ...payment,
    ...(split && { split: { ...split, amount: money(decimal(split.amount), currency) } }),
    ...(cashTendered !== undefined && { cashTendered: money(decimal(cashTendered), currency) }),
  }
}

/** The server knows another sale of the same content, and returns it (rule 11). */
export type DuplicateFailure = Failure & { code: 'duplicate-blocked' | 'confirm-duplicate'; sale: Sale | SaleSummary }

export const isDuplicate = (failure: Failure | undefined): failure is DuplicateFailure =>
  (failure?.code === 'duplicate-blocked' || failure?.code === 'confirm-duplicate') && failure.sale !== undefined

export type View =
  | 'checking'
  | 'operator-differs'
  | 'duplicate'
  | 'scam-questions'
  | 'review'
  | 'sending'
  | 'no-reply'
  | 'waiting'
  | 'not-known'
  | 'not-executed'
  | 'succeeded'
  | 'not-sold'
  | 'ask-supervisor'

const VIEW_OF_STATE: Record<SaleState, View> = {
  opened: 'checking',
  refused: 'not-sold',
  checked: 'review',
  confirming: 'sending',
  unknown: 'not-known',
  pending: 'waiting',
  'not-executed': 'not-executed',
  succeeded: 'succeeded',
  failed: 'not-sold',
  canceled: 'ask-supervisor',
  replaced: 'ask-supervisor',
  abandoned: 'not-sold',
}

/** A read that is answered this long (ms) after a lost reply cannot have been sent before it. */
export const OVERTAKEN_MS = 3_000

/**
 * No reply after *Send* means "unknown", never "not sold" (rule 16), until a read later than that (`readAt`). A supervisor's pending or made decision takes
 * precedence over the wholesaler's state.
 */
export function viewOf(sale: Sale, tab: Tab, readAt: number): View {
  const canBeSent = sale.state === 'checked' || sale.state === 'not-executed'
  if (canBeSent && tab.kind === 'no-reply' && readAt < tab.lostAt + OVERTAKEN_MS) return 'no-reply'
  if (sale.conflicting || isOverruled(sale)) return 'ask-supervisor'
  if (canBeSent) {
    if (tab.kind === 'sending' && !tab.limits) return 'sending'
    if (tab.kind === 'rejected' && isDuplicate(tab.failure)) return 'duplicate'
    const isAccepted = tab.options.accept !== undefined
    if (sale.state === 'checked' && isProviderUnconfirmed(sale) && !isAccepted) return 'operator-differs'
  }
  return VIEW_OF_STATE[sale.state]
}

/** Whether a supervisor's decision, which is final, differs from the state. */
const isOverruled = ({ state, resolution }: Sale) =>
  resolution !== undefined && (!isComplete({ state }) || (resolution.outcome === 'sold') !== (state === 'succeeded'))

/** What this tab did, while the server's record cannot be read. */
export function linesOfTab(tab: Tab): TimelineLine[] {
  const { sentAt } = tab
  return [
    ...(sentAt === undefined ? [] : [{ at: sentAt, kind: 'approved' as const, times: 1 }]),
    ...(tab.kind === 'no-reply' ? [{ at: tab.lostAt, kind: 'confirm-lost' as const, times: 1 }] : []),
  ]
}

/** Starts a new sale or calls a person, and never changes this sale. */
export type SaleOption =
  /** Back to the ticket, for another number, account or amount. */
  | 'change'
  /** Another operator, or another product of the same category. */
  | 'other'
  | 'amount'
  /** The country that the number belongs to; international only. */
  | 'country'
  | 'same'
  /** Back to the ticket, to send it once the problem is solved. */
  | 'later'
  | 'elsewhere'
  | 'supervisor'

/** Which options can help with a problem. This table is the only definition. */
const OPTIONS: Record<ProblemClass, readonly SaleOption[]> = {
  'no-answer': ['same'],
  offline: ['same', 'supervisor'],
  busy: ['same'],
  unclear: ['same', 'supervisor'],
  'look-up': ['same', 'elsewhere'],
  expired: ['same', 'change'],
  abandoned: ['change', 'other', 'same'],
  service: ['change', 'other', 'same'],
  number: ['change', 'other'],
  input: ['change', 'other'],
  product: ['other', 'amount'],
  customer: ['change', 'supervisor'],
  access: ['later', 'supervisor', 'elsewhere'],
  funds: ['later', 'supervisor', 'elsewhere'],
  'answer-differs': ['supervisor', 'elsewhere'],
  'country-differs': ['change', 'country'],
}

type Optional = Pick<Sale, 'kind' | 'state' | 'problem' | 'batch' | 'confirmedAt'>

/** In the order of the table. `standsForAll`: the sale is the first line of a batch that was never approved. */
export function optionsOf(sale: Optional, standsForAll = false): SaleOption[] {
  const { kind, state, problem, batch, confirmedAt } = sale
  // The whole batch may be changed only before its first line is sold.
  if (batch && batch.line > 1) return []
  // Abandoned after a confirm, so it is still rechecked (rule 5).
  const mayRepeat = (!batch || standsForAll) && !(state === 'abandoned' && confirmedAt !== undefined)
  const isInternational = kind === 'international'
  // The button in the panel repeats a lost check of an international top-up.
  const isInTray = isInternational && state === 'refused' && problem?.code === 'no-answer'
  return OPTIONS[problem ? problemClass(problem.code) : 'service'].filter((option) => {
    if (option === 'same') return mayRepeat && !isInTray
    if (option === 'amount' || option === 'country') return isInternational
    return true
  })
}
