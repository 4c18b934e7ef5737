import type { Failure } from '#api/failure.ts'
import { isComplete, isProviderUnconfirmed, type Sale, type SaleState } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import { ProxyFailure, type RetryableFailure } from '../../api/request.ts'
import type { Confirmation } from '../../api/sale.ts'
import { problemClass, type ProblemClass } from '../../problem-class.ts'
import type { TimelineLine } from '../../sale/SaleTimeline.tsx'

/**
 * What a person said with *Send*: that they know of another sale, that the detected operator is the chosen one, who approves it, how it is paid, that the
 * customer was asked the three questions, and that it goes out without their word on the number.
 */
export type SendOptions = Pick<
  Confirmation,
  'duplicateOf' | 'accept' | 'approver' | 'paidBy' | 'given' | 'scamAsked' | 'withoutCustomer'
>

/** What only this tab knows of a sale: what was said and sent here, and what came of it. Nothing of it survives a reload. */
export type Tab = {
  /** Everything that was said so far, without the PIN of an approver. */
  options: Omit<SendOptions, 'approver'>
  /** When it was last sent from here, which a reload does not forget. */
  sentAt?: number | undefined
  /** What it is above, while a supervisor is asked for. */
  limits?: readonly Exceeded[] | undefined
  /** How often the question for a supervisor was left: each time the action takes the focus again. */
  timesBack: number
} & (
  | { kind: 'idle' | 'sending' }
  /** Nobody knows whether it arrived (rule 16). */
  | { kind: 'no-reply'; lostAt: number }
  /** Turned down before anything left. */
  | { kind: 'rejected'; failure: RetryableFailure }
)

export type TabEvent =
  /** A person said that the detected operator is the chosen one. */
  | { type: 'operator-accepted' }
  /** The customer was asked the three questions. */
  | { type: 'scam-asked' }
  | { type: 'sent'; options: SendOptions; at: number }
  | { type: 'replied' }
  | { type: 'failed'; error: unknown; at: number }
  /** Back to the sale as it is. */
  | { type: 'left' }

export const newTab = (sentAt: number | undefined): Tab => ({ kind: 'idle', options: {}, sentAt, timesBack: 0 })

export function stepTab(tab: Tab, event: TabEvent): Tab {
  const { options, sentAt, limits, timesBack } = tab
  const base = { options, sentAt, timesBack }
  switch (event.type) {
    case 'operator-accepted':
      return { ...tab, options: { ...options, accept: 'operator' } }
    case 'scam-asked':
      return { ...base, kind: 'idle', options: { ...options, scamAsked: true } }
    case 'sent': {
      const { approver, ...said } = event.options
      // The question for a supervisor stays open until their approval is through.
      return { ...base, kind: 'sending', options: said, sentAt: event.at, limits: approver && limits }
    }
    case 'replied':
      return { ...base, kind: 'idle' }
    case 'failed': {
      const failure = event.error instanceof ProxyFailure ? event.error.failure : undefined
      if (failure?.moneyMoved !== 'no') return { ...base, kind: 'no-reply', lostAt: event.at }
      const asked = failure.limits ?? (isAboutApprover(failure.code) ? limits : undefined)
      return { ...base, kind: 'rejected', failure, limits: asked }
    }
    case 'left':
      return { ...base, kind: 'idle', timesBack: limits ? timesBack + 1 : timesBack }
  }
}

/** Answers that are about who lets it go: the question stays. */
const ABOUT_APPROVER: readonly string[] = [
  'above-limit',
  'wrong-pin',
  'pin-locked',
  'rate-limited',
  'approver-is-seller',
  'not-allowed',
]

export const isAboutApprover = (code: string): boolean => ABOUT_APPROVER.includes(code)

/** The proxy knows another sale of the same, and names it (rule 11). */
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

/** A read this long after a lost reply cannot have been on its way before it. */
export const OVERTAKEN_MS = 3_000

/**
 * The view of a sale that was read at `readAt`. No reply after *Send* means "not known", never "not sold" (rule 16), until a later read of
 * the sale. What a supervisor has to decide, or has decided, comes before the state the service left it in.
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

/** A supervisor decided otherwise than the state says: that decision is the last one. */
const isOverruled = ({ state, resolution }: Sale) =>
  resolution !== undefined && (!isComplete({ state }) || (resolution.outcome === 'sold') !== (state === 'succeeded'))

/** What this tab did itself: the journal, which would tell it, is silent. */
export function linesOfTab(tab: Tab): TimelineLine[] {
  const { sentAt } = tab
  return [
    ...(sentAt === undefined ? [] : [{ at: sentAt, kind: 'approved' as const, times: 1 }]),
    ...(tab.kind === 'no-reply' ? [{ at: tab.lostAt, kind: 'confirm-lost' as const, times: 1 }] : []),
  ]
}

/** A way on from a sale that is not sold. Each one begins a new sale or asks a person; none touches this one. */
export type SaleOption =
  /** Back to the ticket, for another number, account or amount. */
  | 'change'
  /** Another operator, or another product of the same shelf. */
  | 'other'
  /** Another amount; of international sales only. */
  | 'amount'
  /** The country that the number belongs to; of international sales only. */
  | 'country'
  | 'same'
  /** Back to the ticket, to send it when the reason is gone. */
  | 'later'
  /** Whatever else the shop sells. */
  | 'elsewhere'
  | 'supervisor'

/** What can help, and nothing else: the one table of it. */
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

/** The ways on from this sale, in the order of the table. `standsForAll`: the first line of a quantity that was never approved. */
export function optionsOf(sale: Optional, standsForAll = false): SaleOption[] {
  const { kind, state, problem, batch, confirmedAt } = sale
  // The other lines of a quantity are what they are: only before the first is sold may all be changed.
  if (batch && batch.line > 1) return []
  // Given up after a confirm it is still watched (rule 5).
  const mayRepeat = (!batch || standsForAll) && !(state === 'abandoned' && confirmedAt !== undefined)
  const isInternational = kind === 'international'
  // A lost check of an international top-up is tried again by the button of the tray.
  const isInTray = isInternational && state === 'refused' && problem?.code === 'no-answer'
  return OPTIONS[problem ? problemClass(problem.code) : 'service'].filter((option) => {
    if (option === 'same') return mayRepeat && !isInTray
    if (option === 'amount' || option === 'country') return isInternational
    return true
  })
}
