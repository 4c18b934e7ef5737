import type { AuditEntry } from '#domain/audit.ts'
import type { SaleEvent } from '#domain/sale/sale.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput, SaleStep, StepContext } from '#domain/sale/input.ts'
import type { NextAction, SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/step.ts'
import { belongsToSale } from '#domain/sale/match-transaction.ts'
import { isContradiction } from '#domain/sale/transaction-step.ts'
import type { TimedAnswer, Transaction } from '#domain/transaction.ts'
import { RequestRefused } from '../failures.ts'
import { AboveLimit, BatchMovedOn, DuplicateSaleError, type CommitGuard } from '../journal/commit-guard.ts'
import { ForeignBatch, BatchLineTaken, type SalesStore } from '../journal/sales-store.ts'
import type { Cancel, Ports } from '../ports.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import type { DeliveryCache } from './delivery-cache.ts'
import { createSerialQueue } from './serial-queue.ts'
import { callWholesaler } from './call-wholesaler.ts'
import { pollIntervalOf, type PollIntervals } from './poll-interval.ts'

/** What became of a sale, told once it is durable. `before` is absent for a new one. */
export type SaleChange = { before?: SaleRecord; sale: SaleRecord; events: readonly SaleEvent[] }

type Deps = {
  store: SalesStore
  wholesaler: Wholesaler
  ports: Ports
  deliveries: DeliveryCache
  polling: PollIntervals
  announce: (change: SaleChange) => void
  /** The rules; another only where weaker ones are to be caught. */
  step?: typeof stepSale
}

/**
 * Drives every sale from step to step: the new record is durable first, then what it says is next is done (DESIGN rule 1). One step of a
 * sale at a time; its calls run beside it.
 */
export type SaleEngine = {
  /** A new sale, or one of an earlier process: does what is next. */
  schedule: (sale: SaleRecord) => void
  /**
   * Lets `choose` see the sale as it stands and say what happens to it; what it throws stops the step. Answers the sale after that step.
   * What it is bound to is looked at inside the commit of such a step, and may forbid it: this throws `DuplicateSaleError` and `AboveLimit` then.
   */
  apply: (id: SaleId, choose: ChooseInput, bound?: StepOptions) => Promise<SaleRecord>
  /** What becomes of an error of the journal: the process ends, but for what forbids a commit, which is thrown on. */
  exitUnlessRefused: (error: unknown) => never
  /** Takes up sales of an earlier process, in a few commits for all of them (DESIGN rule 13). */
  resume: (sales: readonly SaleRecord[]) => Promise<void>
  /** The sale once `isEnough`, or as it stands after `withinMs`. */
  waitUntil: (id: SaleId, isEnough: (sale: SaleRecord) => boolean, withinMs: number) => Promise<SaleRecord>
  /** Whether `stop` was called. */
  isStopped: () => boolean
  /** No further deed is begun; resolves when those under way have been answered and journaled. */
  stop: () => Promise<void>
}

type ChooseInput = (sale: SaleRecord) => SaleInput | undefined

export type StepOptions = {
  /** Where the step approves the sale: what its commit looks at. */
  guardFor?: (sale: SaleRecord) => CommitGuard
  /** The line of the audit log that is written with the step, and only with it. */
  auditLineFor?: (before: SaleRecord, after: SaleRecord) => AuditEntry | undefined
}

export function createSaleEngine({
  store,
  wholesaler,
  ports,
  deliveries,
  polling,
  announce,
  step: stepBy = stepSale,
}: Deps): SaleEngine {
  const { clock, timers } = ports
  const due = new Map<SaleId, { action: NextAction; cancel: Cancel }>()
  const underWay = new Map<string, Promise<void>>()
  const watchers = new Map<SaleId, Set<(sale: SaleRecord) => void>>()
  const { run, rest } = createSerialQueue<SaleId>()
  let isStopped = false
  /** `stop` is over: no step of any sale follows. */
  let hasStopped = false
  /** Ends the waiting of everybody who waits for a sale. */
  const waiting = new Set<() => void>()

  function plan(sale: SaleRecord): void {
    due.get(sale.id)?.cancel()
    due.delete(sale.id)
    const { next } = sale
    if (!next || underWay.has(actionName(sale.id, next))) return
    if (isStopped) return endRetry(sale.id, next)
    const wait = next.at - clock.now()
    if (wait <= 0) return begin(sale, next)
    const cancel = timers.after(wait, () => {
      due.delete(sale.id)
      void reconsider(sale.id)
    })
    due.set(sale.id, { action: next, cancel })
  }

  const reconsider = (id: SaleId) => run(id, async () => plan(await get(id))).catch(ports.exit)

  function begin(sale: SaleRecord, action: NextAction): void {
    const name = actionName(sale.id, action)
    const done = runAction(sale, action).then(async (input) => {
      // Freed inside the sale's turn, with the step that follows: until then nobody may begin the same deed again.
      await applyInTurn(sale.id, () => (underWay.delete(name), input))
    })
    underWay.set(name, done.catch(ports.exit))
  }

  async function runAction(sale: SaleRecord, action: NextAction): Promise<SaleInput> {
    if (action.kind === 'expire') return { kind: 'expired' }
    const answered = await refuseOtherSales(sale, await callWholesaler(wholesaler, sale, action))
    return { kind: `${action.kind}-answered`, answered: cacheDelivery(sale, answered) }
  }

  /**
   * An answer without an id of ours may be another sale's: the transaction of one sale is not taken for that of a second, and so the answer
   * to this one is lost (RELIABILITY, "What must hold", 10).
   */
  async function refuseOtherSales(sale: SaleRecord, answered: TimedAnswer): Promise<TimedAnswer> {
    if (answered.answer.kind !== 'transaction' || sale.transactionId !== undefined) return answered
    const holder = await store.findOtherSaleWith(answered.answer.transaction.id, sale.id)
    if (holder === undefined) return answered
    return { ...answered, answer: { kind: 'lost', reason: 'wrong-shape', detail: 'the transaction of another sale' } }
  }

  /**
   * Rule 12: what is for the customer stays in memory for a while and is written nowhere; that of another transaction is for nobody here.
   * The rules get the answer without it.
   */
  function cacheDelivery(sale: SaleRecord, answered: TimedAnswer): TimedAnswer {
    if (answered.answer.kind !== 'transaction') return answered
    const { receipt, voucher, transaction: told } = answered.answer
    const bare = (what: Transaction): TimedAnswer => ({
      ...answered,
      answer: { kind: 'transaction', transaction: what },
    })
    if (!belongsToSale(sale, told)) return bare(told)
    const transaction: Transaction = { ...told, ...deliveries.judgeReference(sale, voucher) }
    if (transaction.state !== 1) return bare(transaction)
    const code = sale.kind === 'direct' ? undefined : voucher
    if (receipt || code)
      deliveries.store(sale.id, { ...(receipt ? { receipt } : {}), ...(code ? { voucher: code } : {}) })
    return bare(code && deliveries.isOtherCode(sale.id, code) ? { ...transaction, isOtherCode: true } : transaction)
  }

  async function get(id: SaleId): Promise<SaleRecord> {
    const sale = await store.find(id)
    if (!sale) throw new Error(`sale ${id} is not in the journal`)
    return sale
  }

  function applyInTurn(id: SaleId, choose: ChooseInput, bound: StepOptions = {}): Promise<SaleRecord> {
    return run(id, async () => {
      const sale = await get(id)
      const input = choose(sale)
      const saved = input ? await saveStep(sale, stepBy(sale, input, contextOf(sale)), bound) : sale
      for (const tell of watchers.get(id) ?? []) tell(saved)
      return saved
    })
  }

  const contextOf = ({ kind }: SaleRecord): StepContext => ({
    now: clock.now(),
    jitter: ports.random(),
    isSellingStopped: wholesaler.health().service === 'stopped',
    pollInterval: pollIntervalOf(kind, polling),
    confirmGraceMs: polling.confirmGraceMs,
  })

  async function saveStep(
    before: SaleRecord,
    step: SaleStep,
    { guardFor, auditLineFor }: StepOptions,
  ): Promise<SaleRecord> {
    if (step.sale === before) {
      plan(before)
      return before
    }
    // Other sales are looked at where a confirm becomes due, and only there.
    const isApproval = step.sale.state === 'confirming' && before.state !== 'confirming'
    const sale = await store
      .save(withStateVersion(before, step.sale), step.events, {
        guard: isApproval ? guardFor?.(before) : undefined,
        line: auditLineFor?.(before, step.sale),
      })
      .catch(exitUnlessRefused)
    if (isContradiction(before, step.events)) wholesaler.stopSelling('contradiction')
    plan(sale)
    announce({ before, sale, events: step.events })
    return sale
  }

  async function resume(sales: readonly SaleRecord[]): Promise<void> {
    for (let from = 0; from < sales.length; from += RESUMED_AT_ONCE) {
      const found = sales.slice(from, from + RESUMED_AT_ONCE)
      const steps = found.map((before) => ({ before, ...stepBy(before, { kind: 'restarted' }, contextOf(before)) }))
      const changed = steps
        .filter(({ before, sale }) => sale !== before)
        .map((step) => ({ ...step, sale: withStateVersion(step.before, step.sale) }))
      const saved = changed.length > 0 ? await store.saveAll(changed).catch(ports.exit) : []
      const now = new Map(saved.map((sale) => [sale.id, sale]))
      for (const sale of found) plan(now.get(sale.id) ?? sale)
      for (const { before, sale, events } of changed) announce({ before, sale: now.get(sale.id) ?? sale, events })
    }
  }

  function exitUnlessRefused(error: unknown): never {
    if (REFUSALS.some((kind) => error instanceof kind)) throw error
    return ports.exit(error)
  }

  /** A confirm that was to go (again) will not any more: told so, its sale is not executed instead of unknown after the next start. */
  function endRetry(id: SaleId, action: NextAction): void {
    if (action.kind !== 'confirm') return
    const now = clock.now()
    const answered: TimedAnswer = { answer: { kind: 'not-sent', reason: 'stopping' }, sentAt: now, answeredAt: now }
    const isWaiting = ({ next }: SaleRecord) => next?.kind === 'confirm' && !underWay.has(actionName(id, next))
    const choose: ChooseInput = (sale) => (isWaiting(sale) ? { kind: 'confirm-answered', answered } : undefined)
    void applyInTurn(id, choose).catch(ports.exit)
  }

  return {
    schedule: plan,
    apply: applyInTurn,
    resume,
    exitUnlessRefused,
    waitUntil: (id, isEnough, withinMs) =>
      new Promise((resolve, reject) => {
        const mine = watchers.get(id) ?? new Set()
        watchers.set(id, mine)
        const end = () => {
          cancel()
          waiting.delete(giveUp)
          mine.delete(look)
          if (mine.size === 0 && watchers.get(id) === mine) watchers.delete(id)
        }
        const look = (sale: SaleRecord) => {
          if (!isEnough(sale)) return
          end()
          resolve(sale)
        }
        const giveUp = () => {
          end()
          get(id).then(resolve, reject)
        }
        const cancel = timers.after(withinMs, giveUp)
        if (hasStopped) {
          giveUp()
          return
        }
        waiting.add(giveUp)
        mine.add(look)
        get(id).then(look, (error: unknown) => {
          end()
          reject(error instanceof Error ? error : new Error(String(error)))
        })
      }),
    isStopped: () => isStopped,
    stop: async () => {
      isStopped = true
      for (const [id, { action, cancel }] of due) {
        cancel()
        endRetry(id, action)
      }
      due.clear()
      await Promise.all(underWay.values())
      // A deed is no longer under way once it was answered, and its answer not yet in the journal.
      await rest()
      // A sale that was written while the till stopped has no step under way: nobody waits for one.
      hasStopped = true
      for (const giveUp of waiting) giveUp()
    },
  }
}

/** What a commit is refused for, with nothing written. */
const REFUSALS = [DuplicateSaleError, BatchLineTaken, ForeignBatch, BatchMovedOn, AboveLimit, RequestRefused]

/** One commit holds so many: none of them keeps the till from starting, and a first find does not wait for the last. */
const RESUMED_AT_ONCE = 200

const actionName = (id: SaleId, action: NextAction) => `${id} ${action.kind}`

const withStateVersion = (before: SaleRecord, after: SaleRecord): SaleRecord =>
  after.state === before.state ? after : { ...after, stateVersion: before.version + 1 }
