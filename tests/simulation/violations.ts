import { findAttention } from '#domain/sale.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import type { DurableWrite } from './journal.ts'
import type { Call, Watcher } from './line.ts'
import type { Debits } from './service.ts'
import type { Observer } from './shop-process.ts'
import { createVoucherWatch } from './voucher-watch.ts'

export type ViolationName =
  | 'debited twice'
  | 'succeeded without a debit'
  | 'debit without a sale that says so'
  | 'debit under a foreign id'
  | 'said not sold while a debit stands'
  | 'given up, executed, and not disputed'
  | 'confirm without a durable approval'
  | 'confirm that is not allowed'
  | 'approval of what nobody saw'
  | 'keys do not grow'
  | 'state fell'
  | 'content changed'
  | 'version skipped'
  | 'duplicates live side by side'
  | 'nothing is due'
  | 'transaction of two sales'
  | 'neither settled nor waiting for a person'
  | 'threw'
  | 'a planned stop leaves a confirm in doubt'
  | 'secret at rest'
  | 'nobody asks for the code'
  | 'said to have a code that nobody was given'
  | 'two sales of one line'
  | 'line debited twice'
  | 'code shown to somebody who may not see it'
  | 'code of another sale shown'
  | 'shown, and not written down before'
  | 'showings miscounted'
  | 'another code, and not disputed'
  | 'selling stopped without a contradiction'

export type Violation = { name: ViolationName; sale: string; at: number; detail: string }

export type WatchOptions = {
  now: () => number
  /** Find, pause, find is a proof: the service refuses old keys and shows an accepted confirm within the pause. */
  isProofCertain: boolean
  pauseMs: number
  debitsOf: (ext: string) => Debits | undefined
  /** Every code, serial, link and receipt the service gave out for a sale. */
  secretsOf: (ext: string) => ReadonlySet<string>
  readJournal: (id: string) => SaleRecord | undefined
  onViolation: (violation: Violation) => void
}

export type Watch = Watcher &
  Observer & {
    wrote: (write: DurableWrite) => void
    /** A person confirms what they saw as this version. */
    confirmAsked: (sale: string, seenVersion: number) => void
    report: (name: ViolationName, sale: string, detail: string) => void
    /** Long enough after the last fault. */
    checkRest: (sales: readonly SaleRecord[], now: number) => void
    /** When nothing is to come any more. */
    checkBooks: (sales: readonly SaleRecord[], debits: Iterable<Debits>, isWatchOver: boolean) => void
  }

/** What somebody knows of a sale who sees the wire, the journal and the ledger. */
type Known = {
  state: string
  stateSince: number
  seenVersion: number
  confirms: Call[]
  /** Finds after the last confirm that were answered -1. */
  minusOnes: { leftAt: number; answeredAt: number }[]
}

/** States only move up, read from the design and not from the code. */
const MAY_FOLLOW: Record<string, readonly string[]> = {
  opened: ['checked', 'refused', 'pending', 'succeeded', 'cancelled', 'replaced'],
  checked: ['confirming', 'abandoned'],
  confirming: ['unknown', 'pending', 'not-executed', 'succeeded', 'failed', 'cancelled', 'replaced'],
  // The same confirm goes again by itself: not executed in between.
  unknown: ['confirming', 'not-executed', 'pending', 'succeeded', 'failed', 'cancelled', 'replaced'],
  pending: ['succeeded', 'failed', 'cancelled', 'replaced'],
  'not-executed': ['confirming', 'abandoned', 'pending', 'succeeded', 'failed', 'cancelled', 'replaced'],
}
const LIVE = new Set(['confirming', 'unknown', 'pending', 'not-executed'])
const NOT_SOLD = new Set(['refused', 'failed', 'abandoned', 'not-executed'])

/** Sees to it that what must hold at all times holds (RELIABILITY, "What must hold"). */
export function createWatch(options: WatchOptions): Watch {
  const { now, isProofCertain, pauseMs, debitsOf, secretsOf, readJournal, onViolation } = options
  const known = new Map<string, Known>()
  const saleOfTransaction = new Map<string, string>()
  const live = new Map<string, Set<string>>()
  let lastKey = -1n

  const report: Watch['report'] = (name, sale, detail) => onViolation({ name, sale, at: now(), detail })

  const vouchers = createVoucherWatch({ isProofCertain, secretsOf, readJournal, report })

  function knownOf(sale: string): Known {
    const before = known.get(sale)
    if (before) return before
    const fresh: Known = { state: '', stateSince: 0, seenVersion: 0, confirms: [], minusOnes: [] }
    known.set(sale, fresh)
    return fresh
  }

  function left(call: Call): void {
    if (call.key <= lastKey) report('keys do not grow', call.ext ?? '', `${call.key} after ${lastKey} (${call.path})`)
    lastKey = call.key
    if (call.path.endsWith('/confirm')) confirmLeft(call)
  }

  function confirmLeft(call: Call): void {
    const sale = call.ext ?? ''
    const record = readJournal(sale)
    const it = knownOf(sale)
    if (it.state !== 'confirming' || !record?.approval)
      report('confirm without a durable approval', sale, `the disk says ${it.state || 'nothing'}`)
    if (it.confirms.length > 0 && !isProven(it)) {
      report('confirm that is not allowed', sale, `confirm ${it.confirms.length + 1}, finds ${it.minusOnes.length}`)
    }
    it.confirms.push(call)
    it.minusOnes = []
  }

  const isProven = ({ minusOnes }: Known) =>
    minusOnes.some((first) => minusOnes.some((second) => second.leftAt >= first.answeredAt + pauseMs))

  function answered(call: Call, body: Record<string, unknown>): void {
    vouchers.answered(call, body)
    if (!call.path.endsWith('/find')) return
    const transaction = body.transaction as { external_transaction_id: string; state: unknown } | undefined
    if (Number(transaction?.state) !== -1 || !transaction) return
    const it = knownOf(transaction.external_transaction_id)
    const last = it.confirms.at(-1)
    if (!last || call.leftAt >= last.leftAt) it.minusOnes.push({ leftAt: call.leftAt, answeredAt: now() })
  }

  function wrote(write: DurableWrite): void {
    const { before, after } = write
    const it = knownOf(after.id)
    if (after.version !== (before?.version ?? 0) + 1) {
      report('version skipped', after.id, `${before?.version} to ${after.version}`)
    }
    if (before) checkContent(before, after)
    if (after.state !== it.state) enter(it, before, after)
    noteTransaction(after)
    noteLive(before, after)
    if (LIVE.has(after.state) && !after.next && after.state !== 'not-executed' && !after.closed) {
      report('nothing is due', after.id, after.state)
    }
    vouchers.wrote(write)
  }

  function enter(it: Known, before: SaleRecord | undefined, after: SaleRecord): void {
    if (before && !MAY_FOLLOW[it.state]?.includes(after.state)) {
      report('state fell', after.id, `${it.state} to ${after.state}`)
    }
    if (after.state === 'confirming') checkApproval(it, before, after)
    if (isProofCertain && NOT_SOLD.has(after.state)) {
      const debits = debitsOf(after.id)
      if (debits && debits.taken > debits.givenBack) {
        report('said not sold while a debit stands', after.id, after.state)
      }
    }
    it.state = after.state
    it.stateSince = after.version
  }

  function checkApproval(it: Known, before: SaleRecord | undefined, after: SaleRecord): void {
    const isAgainByItself = before?.approval !== undefined && before.approval.at === after.approval?.at
    if (isAgainByItself) {
      if (it.confirms.length > 1 || !isProven(it)) {
        report('confirm that is not allowed', after.id, `again by itself after ${it.confirms.length} confirms`)
      }
    } else if (it.seenVersion < it.stateSince) {
      report('approval of what nobody saw', after.id, `saw ${it.seenVersion}, the state is of ${it.stateSince}`)
    }
  }

  function checkContent(before: SaleRecord, after: SaleRecord): void {
    const same = (
      field: 'id' | 'number' | 'kind' | 'serviceId' | 'account' | 'customer' | 'openedAt' | 'transactionId',
    ) => before[field] === undefined || before[field] === after[field]
    const isSame =
      same('id') &&
      same('number') &&
      same('kind') &&
      same('serviceId') &&
      same('account') &&
      same('customer') &&
      same('openedAt') &&
      same('transactionId') &&
      before.batch?.id === after.batch?.id &&
      before.batch?.line === after.batch?.line &&
      before.amount.amount === after.amount.amount &&
      before.pays.amount === after.pays.amount &&
      (before.settledAt === undefined || before.settledAt === after.settledAt)
    if (!isSame) report('content changed', after.id, `at version ${after.version}`)
  }

  function noteTransaction({ id, transactionId }: SaleRecord): void {
    if (transactionId === undefined) return
    const other = saleOfTransaction.get(transactionId)
    if (other !== undefined && other !== id) report('transaction of two sales', id, `${transactionId} and ${other}`)
    saleOfTransaction.set(transactionId, id)
  }

  function noteLive(before: SaleRecord | undefined, after: SaleRecord): void {
    if (after.account === undefined) return
    const key = `${after.serviceId} ${after.account} ${after.amount.amount}`
    const alike = live.get(key) ?? new Set()
    live.set(key, alike)
    if (after.state === 'confirming' && before?.state !== 'confirming' && !after.closed) {
      const other = [...alike].find((id) => id !== after.id && !isOfOneBatch(readJournal(id), after))
      if (other !== undefined) report('duplicates live side by side', after.id, other)
    }
    const isLive = LIVE.has(after.state) || vouchers.isWithoutCode(after)
    if (isLive && !after.closed) alike.add(after.id)
    else alike.delete(after.id)
  }

  const isOfOneBatch = (one: SaleRecord | undefined, other: SaleRecord) =>
    one?.batch !== undefined && one.batch.id === other.batch?.id

  function checkRest(sales: readonly SaleRecord[], at: number): void {
    for (const sale of sales) {
      const isOpen = LIVE.has(sale.state) || sale.state === 'opened' || sale.state === 'checked'
      const isOver = !isOpen && sale.voucher !== 'coming'
      if (isOver || sale.closed || sale.state === 'not-executed' || findAttention(sale, at)) continue
      report('neither settled nor waiting for a person', sale.id, `${sale.state}, next ${JSON.stringify(sale.next)}`)
    }
  }

  function checkBooks(sales: readonly SaleRecord[], debits: Iterable<Debits>, isWatchOver: boolean): void {
    const byId = new Map<string, SaleRecord>(sales.map((sale) => [sale.id, sale]))
    const debited = new Map<string, Debits>()
    for (const debit of debits) {
      debited.set(debit.ext, debit)
      if (debit.executions > 1) report('debited twice', debit.ext, `${debit.executions} times`)
      if (debit.taken > debit.givenBack && !byId.has(debit.ext)) report('debit under a foreign id', debit.ext, '')
    }
    for (const sale of sales) checkBook(sale, debited.get(sale.id), isWatchOver)
    vouchers.checkLines(sales, debited)
  }

  function checkBook(sale: SaleRecord, debits: Debits | undefined, isWatchOver: boolean): void {
    const stands = debits !== undefined && debits.taken > debits.givenBack
    if (sale.state === 'succeeded' && !stands && !sale.disputed) report('succeeded without a debit', sale.id, '')
    if (!stands || sale.disputed || sale.closed || !NOT_SOLD.has(sale.state)) return
    if (isProofCertain || sale.state === 'refused' || sale.state === 'failed') {
      report('debit without a sale that says so', sale.id, sale.state)
    } else if (isWatchOver && sale.state === 'abandoned') {
      report('given up, executed, and not disputed', sale.id, '')
    }
  }

  return {
    left,
    answered,
    damaged: vouchers.damaged,
    wrote,
    report,
    checkRest,
    checkBooks,
    begun: vouchers.begun,
    said: vouchers.said,
    revealed: vouchers.revealed,
    stoppedSelling: vouchers.stoppedSelling,
    confirmAsked: (sale, seenVersion) => {
      const it = knownOf(sale)
      it.seenVersion = Math.max(it.seenVersion, seenVersion)
    },
  }
}
