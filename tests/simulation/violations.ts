import type { LimitsFor } from '#domain/sales-limits.ts'
import { findAttention } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { createInternationalWatch, type InternationalWatch } from './international-watch.ts'
import { createBatchWatch, type BatchWatch } from './batch-watch.ts'
import type { DurableBatch, DurableWrite } from './journal.ts'
import { entryOf } from './maps.ts'
import { createLimitWatch, type LimitWatch } from './limit-watch.ts'
import type { Call, Watcher } from './network.ts'
import { createOrderWatch } from './order-watch.ts'
import type { Debits, Service } from './service.ts'
import type { Observer } from './shop-process.ts'
import { createPaymentWatch, type PaymentWatch } from './payment-watch.ts'
import { createUnreadableWatch, isUnreadable } from './unreadable-watch.ts'
import type { Report, Violation } from './violation.ts'
import { createVoucherWatch, type SaleOfAnswer } from './voucher-watch.ts'

export type WatchOptions = {
  now: () => number
  /**
   * Whether two finds, a pause apart, are a proof: the wholesaler rejects old keys, and shows an accepted confirm
   * within the pause.
   */
  isProofCertain: boolean
  pauseMs: number
  /**
   * How far the clocks of processes may be from true time: their drift, and the delay with which they notice that time
   * passed.
   */
  clocks?: { drift: number; lateMs: number }
  debitsOf: (ext: string) => Debits | undefined
  internationalOf: Service['international']
  secretsOf: (ext: string) => ReadonlySet<string>
  readJournal: (id: string) => SaleRecord | undefined
  limitsOf: (cashier: string) => LimitsFor
  onViolation: (violation: Violation) => void
  /** What was seen on the network before the database was restored from a backup. */
  wire?: WireKnowledge
}

/**
 * What stays true whatever the database forgets: the confirms of each sale, the codes that came, the last key, and the
 * sales that are no longer in a database.
 */
export type WireKnowledge = { confirms: Map<string, Call[]>; come: Set<string>; lastKey: bigint; lost: Set<string> }
export const nothingSeen = (): WireKnowledge => ({
  confirms: new Map(),
  come: new Set(),
  lastKey: -1n,
  lost: new Set(),
})

export type Watch = Watcher &
  Observer & {
    wrote: (write: DurableWrite) => void
    wroteBatch: (write: DurableBatch) => void
    batchConfirmAsked: BatchWatch['confirmAsked']
    batchStopAsked: BatchWatch['stopAsked']
    /** A till has read what a batch charges. */
    chargeTold: BatchWatch['chargeTold']
    openAsked: InternationalWatch['openAsked']
    /** A person confirms the version that they saw, and may accept the detected provider. */
    confirmAsked: (sale: string, seenVersion: number, accept?: 'operator') => void
    approverAsked: LimitWatch['approverAsked']
    paymentAsked: PaymentWatch['asked']
    report: Report
    checkRest: (sales: readonly SaleRecord[], now: number) => void
    checkBooks: (sales: readonly SaleRecord[], debits: Iterable<Debits>, isWatchOver: boolean) => void
  }

type Known = {
  state: string
  stateVersion: number
  seenVersion: number
  confirms: Call[]
  minusOnes: { sentAt: number; answeredAt: number }[]
}

type Transaction = { id: string; external_transaction_id?: string; state: unknown }

/** The allowed next states, according to the design, not the code. */
const MAY_FOLLOW: Record<string, readonly string[]> = {
  opened: ['checked', 'refused', 'pending', 'succeeded', 'canceled', 'replaced'],
  checked: ['confirming', 'abandoned'],
  confirming: ['unknown', 'pending', 'not-executed', 'succeeded', 'failed', 'canceled', 'replaced'],
  // The same confirm may be repeated automatically, without `not-executed` in between.
  unknown: ['confirming', 'not-executed', 'pending', 'succeeded', 'failed', 'canceled', 'replaced'],
  pending: ['succeeded', 'failed', 'canceled', 'replaced'],
  'not-executed': ['confirming', 'abandoned', 'pending', 'succeeded', 'failed', 'canceled', 'replaced'],
}
const NOT_KNOWN_AFTER_RESTORE = ['opened', 'checked', 'confirming', 'not-executed']
const LIVE = new Set(['confirming', 'unknown', 'pending', 'not-executed'])
const NOT_SOLD = new Set(['refused', 'failed', 'abandoned', 'not-executed'])

/** What never changes once it is set, and the rest of a sale's content. */
// prettier-ignore
const ONCE_SET = ['id', 'number', 'kind', 'serviceId', 'account', 'customer', 'openedAt', 'transactionId', 'finalAt'] as const
const contentOf = ({ batch, isTest, orderId, amount, pays, international }: SaleRecord) =>
  JSON.stringify([batch?.id, batch?.line, isTest, orderId, amount.amount, pays.amount, international])

const TRUE_CLOCKS = { drift: 0, lateMs: 0 }

/** Checks what must hold at all times (the promises of `docs/architecture.md`). */
export function createWatch(options: WatchOptions): Watch {
  const { now, isProofCertain, debitsOf, internationalOf, secretsOf, readJournal, limitsOf, onViolation } = options
  const { clocks = TRUE_CLOCKS } = options
  const pauseMs = options.pauseMs * (1 - clocks.drift)
  const known = new Map<string, Known>()
  const saleOfTransaction = new Map<string, string>()
  const live = new Map<string, Set<string>>()
  const wire = options.wire ?? nothingSeen()

  const report: Watch['report'] = (name, sale, detail) => onViolation({ name, sale, at: now(), detail })

  const saleOfAnswer: SaleOfAnswer = ({ external_transaction_id: sale, id }) => {
    const holder = saleOfTransaction.get(id ?? '')
    // An international transaction does not have our id. Once its own id is known, it does not matter which sale an
    // answer names.
    return holder !== undefined && readJournal(holder)?.kind === 'international' ? holder : (sale ?? holder)
  }
  const saleOf = (call: Call) => call.ext ?? international.saleOfCheck(call) ?? saleOfTransaction.get(call.id ?? '')
  /** The id by which the wholesaler's ledger knows a sale. */
  const nameOf = ({ id, kind, transactionId }: SaleRecord): string =>
    kind === 'international' ? (transactionId ?? '') : id

  const vouchers = createVoucherWatch({
    come: wire.come,
    isProofCertain,
    saleOfAnswer,
    readJournal,
    report,
    secretsOf: (id) => {
      const sale = readJournal(id)
      return sale ? secretsOf(nameOf(sale)) : new Set()
    },
  })
  const batches = createBatchWatch({ now, lateMs: clocks.lateMs, readJournal, report })
  const limits = createLimitWatch({ batches, limitsOf, report })
  const international = createInternationalWatch({
    now,
    drift: clocks.drift,
    internationalOf,
    readJournal,
    report,
    saleOfTransaction: (id) => saleOfTransaction.get(id),
  })

  const payments = createPaymentWatch(report)
  const orders = createOrderWatch(report)
  const unreadable = createUnreadableWatch({ readJournal, report })

  const knownOf = (sale: string) =>
    entryOf(known, sale, () => {
      const confirms = entryOf(wire.confirms, sale, () => [])
      return { state: '', stateVersion: 0, seenVersion: 0, confirms, minusOnes: [] }
    })

  function left(call: Call): void {
    if (call.key <= wire.lastKey)
      report('keys do not grow', saleOf(call) ?? '', `${call.key} after ${wire.lastKey} (${call.path})`)
    wire.lastKey = call.key
    international.left(call)
    if (call.path.endsWith('/confirm')) confirmLeft(call)
  }

  function confirmLeft(call: Call): void {
    const sale = saleOf(call) ?? ''
    const record = readJournal(sale)
    const it = knownOf(sale)
    if (it.state !== 'confirming' || !record?.approval)
      report('confirm without a durable approval', sale, `the disk says ${it.state || 'nothing'}`)
    if (it.confirms.length > 0 && !isProvenNotExecuted(it)) {
      report('confirm that is not allowed', sale, `confirm ${it.confirms.length + 1}, finds ${it.minusOnes.length}`)
    }
    it.confirms.push(call)
    it.minusOnes = []
  }

  const isProvenNotExecuted = ({ minusOnes }: Known) =>
    minusOnes.some((first) => minusOnes.some((second) => second.sentAt >= first.answeredAt + pauseMs))

  function answered(call: Call, body: Record<string, unknown>): void {
    vouchers.answered(call, body)
    international.answered(call, body)
    unreadable.readable(saleOf(call))
    recordMinusOne(call, body)
  }

  /**
   * `id` is what the server read as the transaction's. Only the id that it accepted at check names the transaction
   * (rule 5).
   */
  function recordMinusOne(call: Call, body: Record<string, unknown>, id = transactionIn(body)?.id): void {
    if (!call.path.endsWith('/find')) return
    const transaction = transactionIn(body)
    const sale = transaction && saleOfAnswer(transaction)
    if (Number(transaction?.state) !== -1 || sale === undefined) return
    if (id !== (readJournal(sale)?.transactionId ?? id)) return
    const it = knownOf(sale)
    const last = it.confirms.at(-1)
    if (!last || call.sentAt >= last.sentAt) it.minusOnes.push({ sentAt: call.sentAt, answeredAt: now() })
  }

  const transactionIn = ({ transaction }: Record<string, unknown>) => transaction as Transaction | undefined

  function recordDamagedMinusOne(call: Call, body: Record<string, unknown>, text: string): void {
    // An international transaction does not have our id, so an answer that contains one counts as otherwise undamaged.
    const isOnlyNamed = text.replace(/,"external_transaction_id":"\w+"/, '') === JSON.stringify(body)
    if (isOnlyNamed || isUnreadable(text)) return recordMinusOne(call, body)
    // If a wrong id was already in the answer to check, the server knows no other id, so an answer with that id is
    // about this sale.
    const id = readJournal(saleOf(call) ?? '')?.transactionId
    const renamed = { ...body, transaction: { ...transactionIn(body), id } }
    if (id !== undefined && text === JSON.stringify(renamed)) recordMinusOne(call, body, id)
  }

  function wrote(write: DurableWrite): void {
    const { before, after } = write
    const it = knownOf(after.id)
    if (after.version !== (before?.version ?? 0) + 1) {
      report('version skipped', after.id, `${before?.version} to ${after.version}`)
    }
    if (before) checkContent(before, after)
    const isByBatch = isConfirmedByBatch(it, before, after)
    const isRestored = write.events.some(({ kind }) => kind === 'restored')
    if (after.state !== it.state) enter(it, before, after, { isByBatch, isRestored })
    batches.wrote(write)
    recordTransaction(after)
    recordLive(before, after)
    // An international top-up without the wholesaler's id cannot be polled: a supervisor decides.
    const isFindable = after.kind !== 'international' || after.transactionId !== undefined
    if (LIVE.has(after.state) && !after.next && isFindable && after.state !== 'not-executed' && !after.resolution) {
      report('nothing is due', after.id, after.state)
    }
    vouchers.wrote(write)
    international.wrote(write)
    limits.wrote(write, isByBatch)
    if (write.batch) limits.wroteBatch(write.batch)
    unreadable.wrote(write)
    payments.wrote(write)
    orders.wrote(write)
  }

  function isConfirmedByBatch(it: Known, before: SaleRecord | undefined, after: SaleRecord): boolean {
    const isApproval = after.approval !== undefined && after.approval.at !== before?.approval?.at
    return isApproval && batches.checkConfirm(after, it.seenVersion >= it.stateVersion)
  }

  function wroteBatch(write: DurableBatch): void {
    batches.wroteBatch(write)
    limits.wroteBatch(write)
  }

  type Way = { isByBatch: boolean; isRestored: boolean }

  function enter(it: Known, before: SaleRecord | undefined, after: SaleRecord, { isByBatch, isRestored }: Way): void {
    // After a restore, nothing is known about a sale that is not final, and a sale that was never approved is closed
    // once it is proven that nothing was executed.
    const isAfterRestore = isRestored
      ? after.state === 'unknown' && NOT_KNOWN_AFTER_RESTORE.includes(it.state)
      : it.state === 'unknown' && after.state === 'abandoned' && after.approval === undefined
    if (before && !isAfterRestore && !MAY_FOLLOW[it.state]?.includes(after.state)) {
      report('state fell', after.id, `${it.state} to ${after.state}`)
    }
    if (after.state === 'confirming') checkApproval(it, before, after, isByBatch)
    if (isProofCertain && NOT_SOLD.has(after.state)) {
      const debits = debitsOf(nameOf(after))
      if (debits && debits.taken > debits.refunded) {
        report('said not sold while a debit stands', after.id, after.state)
      }
    }
    it.state = after.state
    it.stateVersion = after.version
  }

  function checkApproval(it: Known, before: SaleRecord | undefined, after: SaleRecord, isByBatch: boolean): void {
    const isAgainByItself = before?.approval !== undefined && before.approval.at === after.approval?.at
    if (isAgainByItself) {
      if (it.confirms.length > 1 || !isProvenNotExecuted(it)) {
        report('confirm that is not allowed', after.id, `again by itself after ${it.confirms.length} confirms`)
      }
    } else if (!isByBatch && it.seenVersion < it.stateVersion) {
      report('approval of what nobody saw', after.id, `saw ${it.seenVersion}, the state is of ${it.stateVersion}`)
    }
  }

  function checkContent(before: SaleRecord, after: SaleRecord): void {
    const isSame = ONCE_SET.every((field) => before[field] === undefined || before[field] === after[field])
    if (!isSame || contentOf(before) !== contentOf(after))
      report('content changed', after.id, `at version ${after.version}`)
  }

  function recordTransaction({ id, transactionId }: SaleRecord): void {
    if (transactionId === undefined) return
    const other = saleOfTransaction.get(transactionId)
    if (other !== undefined && other !== id) report('transaction of two sales', id, `${transactionId} and ${other}`)
    saleOfTransaction.set(transactionId, id)
  }

  function recordLive(before: SaleRecord | undefined, after: SaleRecord): void {
    if (after.account === undefined) return
    const key = `${after.serviceId} ${after.account} ${after.amount.amount}${offerOf(after)}`
    const alike = entryOf(live, key, () => new Set())
    if (after.state === 'confirming' && before?.state !== 'confirming' && !after.resolution) {
      const other = [...alike].find((id) => id !== after.id && !isOfOneBatch(readJournal(id), after))
      if (other !== undefined) report('duplicates live side by side', after.id, other)
    }
    const isLive = LIVE.has(after.state) || vouchers.isWithoutCode(after)
    if (isLive && !after.resolution) alike.add(after.id)
    else alike.delete(after.id)
  }

  /** An offer by its provider and name, because the ids of offers change with their prices. */
  const offerOf = ({ international }: SaleRecord) =>
    international ? ` ${international.provider.id} ${international.denomination.name}` : ''

  const isOfOneBatch = (one: SaleRecord | undefined, other: SaleRecord) =>
    one?.batch !== undefined && one.batch.id === other.batch?.id

  function checkRest(sales: readonly SaleRecord[], at: number): void {
    unreadable.checkRest()
    batches.checkRest()
    for (const sale of sales) {
      const isOpen = LIVE.has(sale.state) || sale.state === 'opened' || sale.state === 'checked'
      const isOver = !isOpen && sale.voucher !== 'coming'
      if (isOver || sale.resolution || sale.state === 'not-executed' || findAttention(sale, at)) continue
      report('neither settled nor waiting for a person', sale.id, `${sale.state}, next ${JSON.stringify(sale.next)}`)
    }
  }

  function checkBooks(sales: readonly SaleRecord[], debits: Iterable<Debits>, isWatchOver: boolean): void {
    const byName = new Map<string, SaleRecord>(sales.map((sale) => [nameOf(sale), sale]))
    const debited = new Map<string, Debits>()
    for (const debit of debits) {
      const sale = byName.get(debit.ext)
      const stands = debit.taken > debit.refunded
      if (sale) debited.set(sale.id, debit)
      if (debit.executions > 1) report('debited twice', sale?.id ?? debit.ext, `${debit.executions} times`)
      if (stands && !sale && !wire.lost.has(debit.ext)) report('debit under a foreign id', debit.ext, '')
      if (stands && sale) international.checkDebit(sale, debit)
    }
    for (const sale of sales) checkBook(sale, debited.get(sale.id), isWatchOver)
    vouchers.checkLines(sales, debited)
    const standing = [...debited].filter(([, { taken, refunded }]) => taken > refunded).map(([id]) => id)
    orders.checkBooks(sales, new Set(standing))
  }

  function checkBook(sale: SaleRecord, debits: Debits | undefined, isWatchOver: boolean): void {
    const stands = debits !== undefined && debits.taken > debits.refunded
    if (sale.state === 'succeeded' && !stands && !sale.conflicting) report('succeeded without a debit', sale.id, '')
    if (!stands || sale.conflicting || sale.resolution || !NOT_SOLD.has(sale.state)) return
    if (isProofCertain || sale.state === 'refused' || sale.state === 'failed') {
      report('debit without a sale that says so', sale.id, sale.state)
    } else if (isWatchOver && sale.state === 'abandoned') {
      report('given up, executed, and not disputed', sale.id, '')
    }
  }

  return {
    left,
    answered,
    damaged: (call, body, text) => {
      vouchers.damaged(body)
      international.damaged(call, body, text)
      unreadable.damaged(saleOf(call), body, text)
      recordDamagedMinusOne(call, body, text)
    },
    saleOf,
    wrote,
    wroteBatch,
    batchConfirmAsked: batches.confirmAsked,
    batchStopAsked: batches.stopAsked,
    chargeTold: (reading) => {
      batches.chargeTold(reading)
      payments.batchRead(reading.batch, reading.sales)
    },
    report,
    checkRest,
    checkBooks,
    begun: (clock) => {
      vouchers.begun()
      international.begun(clock)
      unreadable.begun()
      batches.begun()
    },
    said: vouchers.said,
    asked: international.asked,
    revealed: (id, request, { person }, answer) => vouchers.revealed(id, request, person, answer),
    stoppedSelling: vouchers.stoppedSelling,
    openAsked: international.openAsked,
    approverAsked: limits.approverAsked,
    paymentAsked: payments.asked,
    confirmAsked: (sale, seenVersion, accept) => {
      const it = knownOf(sale)
      it.seenVersion = Math.max(it.seenVersion, seenVersion)
      if (accept) international.accepted(sale)
    },
  }
}
