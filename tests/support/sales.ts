import type { InternationalChoice } from '#domain/catalog/international.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { Resolution } from '#domain/sale/sale.ts'
import { findSaleId, type SaleId, type TransactionId } from '#domain/sale/id.ts'
import type { SaleInput, SaleStep, StepContext } from '#domain/sale/input.ts'
import { newSale, type SaleRecord } from '#domain/sale/record.ts'
import { type NamedRef } from '#domain/person.ts'
import { stepSale } from '#domain/sale/steps/step.ts'
import type { Answer, LostReason, TimedAnswer, Transaction } from '#domain/wallet/transaction.ts'
import type { DeliveryMethod } from '#domain/catalog/voucher.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** When every sale of these tests was opened. The other times follow from it. */
export const OPENED_AT = Date.UTC(2026, 10, 20, 10)
export const CHECKED_AT = OPENED_AT + SECOND
export const APPROVED_AT = OPENED_AT + MINUTE
export const ANSWERED_AT = APPROVED_AT + SECOND

export const amal = { id: 'amal', name: 'Amal Rahman' }
export const joseph = { id: 'joseph', name: 'Joseph Mathew' }
export const hamad = { id: 'hamad', name: 'Hamad Saleh' }
export const till = { id: 'till', name: 'Counter' }
export const CONFIRM_GRACE_MS = 30 * SECOND

export const aContext = (now: number, changes: Partial<StepContext> = {}): StepContext => ({
  now,
  jitter: 0,
  pollInterval: { firstMs: 5 * SECOND, longestMs: MINUTE },
  confirmGraceMs: CONFIRM_GRACE_MS,
  isSellingStopped: false,
  ...changes,
})

export function aSaleId(last = 'A'): SaleId {
  const id = findSaleId(`01JD6X0000000000000000000${last}`)
  if (!id) throw new Error(`no sale id ends in ${last}`)
  return id
}

export const theirId = (text: string) => text as TransactionId
export const THEIR_ID = theirId('69d-7c9-5f1-098-494')

export const aTransaction = (changes: Partial<Transaction> = {}): Transaction => ({
  id: THEIR_ID,
  saleId: aSaleId(),
  state: -1,
  time: '2026-11-20 14:00:00',
  account: '971501234567',
  amount: decimal('50'),
  amountCurrency: 'AED',
  cost: money(decimal('47.5'), 'AED'),
  ...changes,
})

export const says = (state: Transaction['state'], changes: Partial<Transaction> = {}): Answer => ({
  kind: 'transaction',
  transaction: aTransaction({ state, ...changes }),
})
export const refuses = (code: number | 'unreadable', displayError?: string): Answer => ({
  kind: 'refusal',
  refusal: { code, ...(displayError === undefined ? {} : { displayError }) },
})
export const lost = (reason: LostReason = 'timeout'): Answer => ({ kind: 'lost', reason })
export const LOST_REASONS: readonly LostReason[] = [
  ...(['timeout', 'reset', 'http-status', 'not-json', 'too-big', 'too-deep', 'wrong-shape', 'redirect'] as const),
]
export const notSent = (reason: Extract<Answer, { kind: 'not-sent' }>['reason'] = 'connect'): Answer => ({
  kind: 'not-sent',
  reason,
})

type Times = { sentAt?: number; answeredAt?: number }

/** An answer that arrived at `now` to a call that was sent 100 ms before, by default. */
const timed = (answer: Answer, now: number, { sentAt = now - 100, answeredAt = now }: Times): TimedAnswer => ({
  answer,
  sentAt,
  answeredAt,
})

export function step(sale: SaleRecord, input: SaleInput, now: number, changes: Partial<StepContext> = {}): SaleStep {
  return stepSale(sale, input, aContext(now, changes))
}

export const checkAnswered = (sale: SaleRecord, answer: Answer, now: number, times: Times = {}): SaleStep =>
  step(sale, { kind: 'check-answered', answered: timed(answer, now, times) }, now)
export const confirmAnswered = (sale: SaleRecord, answer: Answer, now: number, times: Times = {}): SaleStep =>
  step(sale, { kind: 'confirm-answered', answered: timed(answer, now, times) }, now)
export const findAnswered = (sale: SaleRecord, answer: Answer, now: number, times: Times = {}): SaleStep =>
  step(sale, { kind: 'find-answered', answered: timed(answer, now, times) }, now)
export const approved = (sale: SaleRecord, now: number): SaleStep =>
  step(sale, { kind: 'approved', by: amal, terminal: till }, now)
export const abandoned = (sale: SaleRecord, now: number): SaleStep => step(sale, { kind: 'abandoned', by: amal }, now)
export const restarted = (sale: SaleRecord, now: number): SaleStep => step(sale, { kind: 'restarted' }, now)
export const pollRequested = (sale: SaleRecord, now: number): SaleStep =>
  step(sale, { kind: 'poll-requested', by: amal }, now)
export const takenOver = (sale: SaleRecord, by: NamedRef, now: number): SaleStep =>
  step(sale, { kind: 'taken-over', by }, now)
export const resolved = (sale: SaleRecord, outcome: Resolution['outcome'], now: number): SaleStep =>
  step(sale, { kind: 'resolved', outcome, note: 'Support said so', by: hamad }, now)
export const refunded = (sale: SaleRecord, now: number, by: NamedRef = amal): SaleStep =>
  step(sale, { kind: 'refunded', by, terminal: till }, now)
export const acknowledgedBy = (sale: SaleRecord, by: NamedRef, as: 'cashier' | 'supervisor', now: number): SaleStep =>
  step(sale, { kind: 'acknowledged', by, as }, now)

export const anAmount = (text: string) => money(decimal(text), 'AED')

export function openedSale(changes: Partial<SaleRecord> = {}): SaleRecord {
  const content = {
    kind: 'direct' as const,
    serviceId: 'qamra',
    serviceName: 'Qamra Recharge',
    brand: 'Qamra',
    account: '971501234567',
    amount: anAmount('50'),
  }
  return { ...newSale(aSaleId(), content, amal, till, OPENED_AT), number: 1, version: 1, ...changes }
}
export const checkedSale = () => checkAnswered(openedSale(), says(-1), CHECKED_AT).sale
export const refusedSale = () => checkAnswered(openedSale(), refuses(201), CHECKED_AT).sale
const expiredSale = () => step(checkedSale(), { kind: 'expired' }, CHECKED_AT + 10 * MINUTE).sale
export const confirmingSale = () => approved(checkedSale(), APPROVED_AT).sale
export const unknownSale = () => confirmAnswered(confirmingSale(), lost(), ANSWERED_AT).sale
export const pendingSale = () => confirmAnswered(confirmingSale(), says(0), ANSWERED_AT).sale
export const heldSale = () => confirmAnswered(confirmingSale(), says(6), ANSWERED_AT).sale
export const succeededSale = () => confirmAnswered(confirmingSale(), says(1), ANSWERED_AT).sale
export const failedSale = () => confirmAnswered(confirmingSale(), says(2, { error: 'Declined' }), ANSWERED_AT).sale
export const canceledSale = () => confirmAnswered(confirmingSale(), says(3), ANSWERED_AT).sale
export const replacedSale = () => confirmAnswered(confirmingSale(), says(4), ANSWERED_AT).sale

/** When the first and the second -1 of `notExecutedSale` arrived: too late for the confirm to be repeated automatically (rule 6). */
export const FIRST_POLLED_AT = APPROVED_AT + 2 * MINUTE
export const PROVEN_AT = FIRST_POLLED_AT + CONFIRM_GRACE_MS + SECOND
export const onceReservedSale = () => findAnswered(unknownSale(), says(-1), FIRST_POLLED_AT).sale
export const notExecutedSale = () => findAnswered(onceReservedSale(), says(-1), PROVEN_AT).sale
/** Two -1 answers that arrive in time, so the confirm is repeated automatically (rule 6). */
export const repeatedConfirmSale = () =>
  findAnswered(findAnswered(unknownSale(), says(-1), ANSWERED_AT + SECOND).sale, says(-1), PROVEN_SOON_AT).sale
export const PROVEN_SOON_AT = ANSWERED_AT + 2 * SECOND + CONFIRM_GRACE_MS
export const ABANDONED_AT = PROVEN_AT + MINUTE
/** Abandoned after a confirm, so it is still polled for a day. */
export const abandonedSale = () => abandoned(notExecutedSale(), ABANDONED_AT).sale

export const aSale = {
  opened: openedSale,
  checked: checkedSale,
  refused: refusedSale,
  expired: expiredSale,
  confirming: confirmingSale,
  unknown: unknownSale,
  onceReserved: onceReservedSale,
  confirmRepeated: repeatedConfirmSale,
  pending: pendingSale,
  held: heldSale,
  notExecuted: notExecutedSale,
  succeeded: succeededSale,
  failed: failedSale,
  canceled: canceledSale,
  replaced: replacedSale,
  abandoned: abandonedSale,
}

export const FINALS = [
  { state: 1, given: aSale.succeeded },
  { state: 2, given: aSale.failed },
  { state: 3, given: aSale.canceled },
  { state: 4, given: aSale.replaced },
] as const

export const openedVoucher = (changes: Partial<SaleRecord> = {}): SaleRecord => {
  const { account: _, ...rest } = openedSale({
    kind: 'voucher',
    serviceId: 'pixelmoor',
    serviceName: 'Pixelmoor 50',
    brand: 'Pixelmoor',
    ...changes,
  })
  return changes.account === undefined ? rest : { ...rest, account: changes.account }
}
export const saysOfVoucher = (state: Transaction['state'], changes: Partial<Transaction> = {}): Answer => {
  const { account: _, ...transaction } = aTransaction({ state, ...changes })
  return { kind: 'transaction', transaction }
}
export const confirmingVoucher = (changes: Partial<SaleRecord> = {}) =>
  approved(checkAnswered(openedVoucher(changes), saysOfVoucher(-1), CHECKED_AT).sale, APPROVED_AT).sale
export const readyVoucher = () =>
  confirmAnswered(confirmingVoucher(), saysOfVoucher(1, { hasCode: true }), ANSWERED_AT).sale
export const comingVoucher = () => confirmAnswered(confirmingVoucher(), saysOfVoucher(1), ANSWERED_AT).sale
export const DELIVERED_AT = ANSWERED_AT + 10 * SECOND
export const delivered = (sale: SaleRecord, method: DeliveryMethod, now: number, by: NamedRef = amal): SaleStep =>
  step(sale, { kind: 'delivered', by, method }, now)
export const deliveredVoucher = () => delivered(readyVoucher(), 'printed', DELIVERED_AT).sale

export const aVoucher = {
  opened: openedVoucher,
  confirming: confirmingVoucher,
  coming: comingVoucher,
  ready: readyVoucher,
  delivered: deliveredVoucher,
}

/** An international top-up: PHP 300 for AED 21.50. */
export const INTERNATIONAL: InternationalChoice = {
  country: { id: 'PHL', name: 'Philippines', phoneCode: '+63', phoneMask: '$$$ $$$ $$$$', otherId: '608' },
  provider: { id: '56', name: 'Islanet' },
  denomination: { id: 'a1', name: 'Load 300', description: 'Valid 75 days' },
}
export const openedInternational = (changes: Partial<SaleRecord> = {}): SaleRecord =>
  openedSale({
    kind: 'international',
    serviceId: 'international-bridge',
    serviceName: 'International top-up',
    brand: 'Islanet',
    account: '639175550142',
    amount: money(decimal('300'), 'PHP'),
    pays: anAmount('21.5'),
    international: INTERNATIONAL,
    ...changes,
  })
export const saysInternational = (state: Transaction['state'], changes: Partial<Transaction> = {}): Answer => ({
  kind: 'transaction',
  transaction: {
    id: THEIR_ID,
    state,
    serviceId: 'international-bridge',
    account: '639175550142',
    countryId: 'PHL',
    countryName: 'Philippines',
    providerId: '56',
    providerName: 'Islanet',
    amount: decimal('300.00'),
    amountCurrency: 'PHP',
    cost: anAmount('20'),
    ...changes,
  },
})
export const LAKBAY: Partial<Transaction> = { providerId: '58', providerName: 'Lakbay' }
export const checkedInternational = (said: Partial<Transaction> = {}) =>
  checkAnswered(openedInternational(), saysInternational(-1, said), CHECKED_AT).sale
export const confirmingInternational = () => approved(checkedInternational(), APPROVED_AT).sale

export const kindsOf = (events: readonly SaleEvent[]) => events.map(({ kind }) => kind)
