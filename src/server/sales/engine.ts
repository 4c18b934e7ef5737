import type { AuditEntry } from '#domain/audit.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput, SaleStep, StepContext } from '#domain/sale/input.ts'
import type { NextAction, SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/step.ts'
import { isContradiction } from '#domain/sale/transaction-step.ts'
import type { TimedAnswer } from '#domain/transaction.ts'
import { RequestRefused } from '../lib/failures.ts'
import { AboveLimit, BatchMovedOn, DuplicateSaleError, type CommitGuard } from './commit-guard.ts'
import { ForeignBatch, BatchLineTaken, type SalesStore } from './store.ts'
import { inBackground, type Cancel, type Ports } from '../lib/ports.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { cacheDelivery, type DeliveryCache } from './delivery-cache.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { callWholesaler } from './call-wholesaler.ts'
import { pollIntervalOf, type PollIntervals } from './poll-interval.ts'

/** A change of a sale, announced once it is durable. `before` is absent for a new sale. */
export type SaleChange = { before?: SaleRecord; sale: SaleRecord; events: readonly SaleEvent[] }

type Deps = {
  store: SalesStore
  wholesaler: Wholesaler
  ports: Ports
  deliveries: DeliveryCache
  polling: PollIntervals
  announce: (change: SaleChange) => void
  /** The rules. Tests replace them with weaker ones to prove that the checks notice. */
  step?: typeof stepSale
}

/**
 * Drives every sale from step to step: the new record is durable before its next action runs (rule 1). Steps of one sale run one at a
 * time; its calls to the wholesaler run beside them.
 */
export type SaleEngine = {
  /** Runs the next action of a new sale, or of one from an earlier process. */
  schedule: (sale: SaleRecord) => void
  /**
   * Passes the current sale to `choose`, which returns its input; if `choose` throws, there is no step. Returns the sale after the step. The
   * guard in `bound` runs inside the commit and may refuse it, which throws `DuplicateSaleError` or `AboveLimit`.
   */
  apply: (id: SaleId, choose: ChooseInput, bound?: StepOptions) => Promise<SaleRecord>
  /** Rethrows an error that refuses a commit. Any other journal error ends the process. */
  exitUnlessRefused: (error: unknown) => never
  /** Takes over the sales of an earlier process, or of a journal that was put back, in a few commits for all of them (rule 13). */
  resume: (sales: readonly SaleRecord[], after: 'restarted' | 'restored') => Promise<void>
  /** Returns the sale once `isEnough` is true, or its current state after `withinMs`. */
  waitUntil: (id: SaleId, isEnough: (sale: SaleRecord) => boolean, withinMs: number) => Promise<SaleRecord>
  /** Whether `stop` was called. */
  isStopped: () => boolean
  /** Starts no further action. Resolves when those under way have been answered and journaled. */
  stop: () => Promise<void>
}

type ChooseInput = (sale: SaleRecord) => SaleInput | undefined

type StepOptions = {
  /** The guard of a step that approves the sale or records its refund, which runs inside its commit. */
  guardFor?: (before: SaleRecord, after: SaleRecord) => CommitGuard
  /** The audit log entry that is written in the same commit as the step. */
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
  const underWay = new Map<string, Promise<unknown>>()
  /** Sales that left `confirming` while their confirm still waited for its turn, as when a find saw the one before at work. */
  const confirmsNotDue = new Set<SaleId>()
  const watchers = new Map<SaleId, Set<(sale: SaleRecord) => void>>()
  const { run, rest } = createSerialQueue<SaleId>()
  let isStopped = false
  /** `stop` has finished, and no sale has another step. */
  let hasStopped = false
  /** Ends the wait of everyone who waits for a sale. */
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

  const reconsider = (id: SaleId) =>
    inBackground(
      run(id, async () => plan(await get(id))),
      ports,
    )

  function begin(sale: SaleRecord, action: NextAction): void {
    const name = actionName(sale.id, action)
    const done = runAction(sale, action).then(async (input) => {
      // Removed in the same turn as the step that follows, so the same action cannot start again before that.
      await applyInTurn(sale.id, () => {
        underWay.delete(name)
        if (action.kind === 'confirm') confirmsNotDue.delete(sale.id)
        return input
      })
    })
    underWay.set(name, inBackground(done, ports))
  }

  async function runAction(sale: SaleRecord, action: NextAction): Promise<SaleInput> {
    if (action.kind === 'expire') return { kind: 'expired' }
    const isDue = () => !confirmsNotDue.has(sale.id)
    const answered = await refuseOtherSales(sale, await callWholesaler(wholesaler, sale, action, isDue))
    return { kind: `${action.kind}-answered`, answered: cacheDelivery(deliveries, sale, answered) }
  }

  /**
   * An answer without our id may belong to another sale. If another sale already has its transaction id, the answer to this one counts as lost
   * (promise 10 of `docs/architecture.md`).
   */
  async function refuseOtherSales(sale: SaleRecord, answered: TimedAnswer): Promise<TimedAnswer> {
    if (answered.answer.kind !== 'transaction' || sale.transactionId !== undefined) return answered
    const holder = await store.findOtherSaleWith(answered.answer.transaction.id, sale.id)
    if (holder === undefined) return answered
    return { ...answered, answer: { kind: 'lost', reason: 'wrong-shape', detail: 'the transaction of another sale' } }
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
    // Only what a customer pays or is paid back is checked.
    const isApproval = step.sale.state === 'confirming' && before.state !== 'confirming'
    const isRefund = step.sale.refund?.done !== undefined && before.refund?.done === undefined
    const sale = await store
      .save(withStateVersion(before, step.sale), step.events, {
        guard: isApproval || isRefund ? guardFor?.(before, step.sale) : undefined,
        line: auditLineFor?.(before, step.sale),
      })
      .catch(exitUnlessRefused)
    if (
      before.state === 'confirming' &&
      sale.state !== 'confirming' &&
      underWay.has(actionName(sale.id, { kind: 'confirm' }))
    )
      confirmsNotDue.add(sale.id)
    if (isContradiction(before, step.events)) wholesaler.stopSelling('contradiction')
    plan(sale)
    announce({ before, sale, events: step.events })
    return sale
  }

  async function resume(sales: readonly SaleRecord[], after: 'restarted' | 'restored'): Promise<void> {
    for (let from = 0; from < sales.length; from += RESUMED_AT_ONCE) {
      const found = sales.slice(from, from + RESUMED_AT_ONCE)
      const steps = found.map((before) => ({ before, ...stepBy(before, { kind: after }, contextOf(before)) }))
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

  /** Cancels a scheduled confirm, so that after the next start the sale is not executed instead of unknown. */
  function endRetry(id: SaleId, action: NextAction): void {
    if (action.kind !== 'confirm') return
    const now = clock.now()
    const answered: TimedAnswer = { answer: { kind: 'not-sent', reason: 'stopping' }, sentAt: now, answeredAt: now }
    const isWaiting = ({ next }: SaleRecord) => next?.kind === 'confirm' && !underWay.has(actionName(id, next))
    const choose: ChooseInput = (sale) => (isWaiting(sale) ? { kind: 'confirm-answered', answered } : undefined)
    void inBackground(applyInTurn(id, choose), ports)
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
      // An action counts as finished once it is answered, but its answer may not be in the journal yet.
      await rest()
      // A sale written while the proxy stopped has no step under way, so nobody has to wait for it.
      hasStopped = true
      for (const giveUp of waiting) giveUp()
    },
  }
}

/** The errors that refuse a commit, with nothing written. */
const REFUSALS = [DuplicateSaleError, BatchLineTaken, ForeignBatch, BatchMovedOn, AboveLimit, RequestRefused]

/** The maximum number of sales in one commit. It keeps the start short and lets first finds begin before the last sale is resumed. */
const RESUMED_AT_ONCE = 200

const actionName = (id: SaleId, { kind }: Pick<NextAction, 'kind'>) => `${id} ${kind}`

const withStateVersion = (before: SaleRecord, after: SaleRecord): SaleRecord =>
  after.state === before.state ? after : { ...after, stateVersion: before.version + 1 }
