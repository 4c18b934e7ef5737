import type { AuditEntry } from '#domain/audit.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput, SaleStep } from '#domain/sale/input.ts'
import type { NextAction, SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/steps/step.ts'
import { isContradiction } from '#domain/sale/steps/apply-answer.ts'
import { RequestRefused, UnreadableRecord } from '../../lib/failures.ts'
import { AboveLimit, BatchMovedOn, DuplicateSaleError, type CommitGuard } from '../commit-guard.ts'
import { ForeignBatch, BatchLineTaken, type CommitOptions, type SalesStore } from '../store.ts'
import type { FoundSales } from '../sale-queries.ts'
import { inBackground, type Ports } from '../../lib/ports.ts'
import type { ShopContext } from '../../parts/shop-context.ts'
import type { Wholesaler } from '../../wholesaler/wholesaler.ts'
import type { DeliveryCache } from '../delivery-cache.ts'
import { createSerialQueue } from '../../lib/concurrency.ts'
import { performAction } from './perform-action.ts'
import { createActionScheduler } from './scheduler.ts'
import { createSaleWatchers } from './watchers.ts'
import { pollIntervalOf, type PollIntervals } from './poll-interval.ts'

/** Announced once it is durable. `before` is absent for a new sale. */
export type SaleChange = { before?: SaleRecord; sale: SaleRecord; events: readonly SaleEvent[] }

export type EngineSources = Ports &
  Pick<ShopContext, 'log'> & {
    store: SalesStore
    wholesaler: Wholesaler
    polling: PollIntervals
    /** Called once the change is durable. */
    announce: (change: SaleChange) => void
    /** Tests replace the rules with weaker ones to prove that the checks notice. */
    step?: typeof stepSale
  }
type Deps = EngineSources & { deliveries: DeliveryCache }

/** The new record is durable before its next action runs (rule 1). Steps of one sale run one at a time, its wholesaler calls in parallel. */
export type SaleEngine = {
  /** For a sale that is new, or from an earlier process. */
  schedule: (sale: SaleRecord) => void
  /**
   * `choose` receives the stored sale and returns an input, or `undefined` for none. If it throws, nothing changes. Returns the saved sale. Throws
   * `DuplicateSaleError` or `AboveLimit` if the guard in `bound` forbids the commit.
   */
  apply: (id: SaleId, choose: ChooseInput, bound?: StepOptions) => Promise<SaleRecord>
  /** Rethrows an error that rejects a commit. After any other journal error, the process exits. */
  exitUnlessRefused: (error: unknown) => never
  /** Resumes all in a few commits (rule 13); unreadable ones once they are repaired. */
  resume: (found: FoundSales, after: 'restarted' | 'restored') => Promise<void>
  /** Returns the sale once `isEnough` is true, or its current state after `withinMs`. */
  waitUntil: (id: SaleId, isEnough: (sale: SaleRecord) => boolean, withinMs: number) => Promise<SaleRecord>
  isStopped: () => boolean
  /** Starts no further action. Resolves when running actions have been answered and journaled. */
  stop: () => Promise<void>
}

type TakeStep = (sale: SaleRecord, input: SaleInput) => SaleStep
type ChooseInput = (sale: SaleRecord) => SaleInput | undefined

type StepOptions = {
  /** Runs in the commit of a step that approves the sale or records its refund. */
  guardFor?: (before: SaleRecord, after: SaleRecord) => CommitGuard
  /** Written in the commit of the step. */
  auditEntryFor?: (before: SaleRecord, after: SaleRecord) => AuditEntry | undefined
}

export function createSaleEngine(deps: Deps): SaleEngine {
  const { store, wholesaler, clock, timers, announce } = deps
  const get = saleReader(deps)
  const takeStep = stepTaker(deps)
  const exitUnlessRefused = exitUnlessRefusal(deps)
  const { run, rest } = createSerialQueue<SaleId>()
  const watchers = createSaleWatchers(timers, get)
  const interruptions = createInterruptions((id) => scheduler.retry(id))
  const scheduler = createActionScheduler(deps, {
    reconsider: (id) => run(id, async () => scheduler.plan(await getResumed(id))),
    perform: async (sale, action, isDue, end) => {
      const input = await performAction(deps, sale, action, isDue)
      // The action ends in the turn of its step, so it cannot start again before that.
      await applyInTurn(sale.id, () => {
        end()
        return input
      })
    },
    cancel: endRetry,
  })

  async function getResumed(id: SaleId): Promise<SaleRecord> {
    const sale = await get(id).catch(interruptions.notice(id))
    const interruption = interruptions.take(id)
    return interruption ? saveStep(sale, takeStep(sale, interruption), {}) : sale
  }

  function applyInTurn(id: SaleId, choose: ChooseInput, bound: StepOptions = {}): Promise<SaleRecord> {
    return run(id, async () => {
      const sale = await getResumed(id)
      const input = choose(sale)
      const saved = input ? await saveStep(sale, takeStep(sale, input), bound) : sale
      watchers.tell(saved)
      return saved
    })
  }

  async function saveStep(before: SaleRecord, step: SaleStep, bound: StepOptions): Promise<SaleRecord> {
    if (step.sale === before) {
      scheduler.plan(before)
      return before
    }
    const sale = await store
      .save(withStateVersion(before, step.sale), step.events, commitOf(before, step.sale, bound))
      .catch(exitUnlessRefused)
    if (before.state === 'confirming' && sale.state !== 'confirming') scheduler.withdrawConfirm(sale.id)
    if (isContradiction(before, step.events)) wholesaler.stopSelling('contradiction')
    scheduler.plan(sale)
    announce({ before, sale, events: step.events })
    return sale
  }

  /** Cancels a scheduled confirm, so after the next start the sale counts as not executed instead of unknown. */
  function endRetry(id: SaleId, action: NextAction): void {
    if (action.kind !== 'confirm') return
    const isWaiting = ({ next }: SaleRecord) => next?.kind === 'confirm' && !scheduler.isUnderWay(id, next)
    const choose: ChooseInput = (sale) => (isWaiting(sale) ? notSentAt(clock.now()) : undefined)
    void inBackground(applyInTurn(id, choose), deps)
  }

  return {
    schedule: scheduler.plan,
    apply: applyInTurn,
    resume: async ({ sales, unreadable }, after) => {
      for (const { id } of unreadable) interruptions.add(id, after)
      for (let from = 0; from < sales.length; from += RESUMED_AT_ONCE)
        await resumeTogether(deps, { takeStep, plan: scheduler.plan }, sales.slice(from, from + RESUMED_AT_ONCE), after)
    },
    exitUnlessRefused,
    waitUntil: watchers.waitUntil,
    isStopped: scheduler.isStopped,
    stop: async () => {
      await scheduler.stop()
      // An action is finished once it is answered, but its answer may not be journaled yet.
      await rest()
      // A sale written during the stop has no step running, so nothing waits for it.
      watchers.end()
    },
  }
}

const saleReader =
  ({ store }: Deps) =>
  async (id: SaleId): Promise<SaleRecord> => {
    const sale = await store.find(id)
    if (!sale) throw new Error(`sale ${id} is not in the journal`)
    return sale
  }

const stepTaker =
  ({ wholesaler, clock, random, polling, step = stepSale }: Deps): TakeStep =>
  (sale, input) =>
    step(sale, input, {
      now: clock.now(),
      jitter: random(),
      isSellingStopped: wholesaler.health().service === 'stopped',
      pollInterval: pollIntervalOf(sale.kind, polling),
      confirmGraceMs: polling.confirmGraceMs,
    })

async function resumeTogether(
  { store, exit, announce }: Deps,
  { takeStep, plan }: { takeStep: TakeStep; plan: (sale: SaleRecord) => void },
  found: readonly SaleRecord[],
  after: 'restarted' | 'restored',
): Promise<void> {
  const steps = found.map((before) => ({ before, ...takeStep(before, { kind: after }) }))
  const changed = steps
    .filter(({ before, sale }) => sale !== before)
    .map((step) => ({ ...step, sale: withStateVersion(step.before, step.sale) }))
  const saved = changed.length > 0 ? await store.saveAll(changed).catch(exit) : []
  const now = new Map(saved.map((sale) => [sale.id, sale]))
  for (const sale of found) plan(now.get(sale.id) ?? sale)
  for (const { before, sale, events } of changed) announce({ before, sale: now.get(sale.id) ?? sale, events })
}

/** A guard runs only when a customer pays or is refunded. */
function commitOf(before: SaleRecord, after: SaleRecord, { guardFor, auditEntryFor }: StepOptions): CommitOptions {
  const isApproval = after.state === 'confirming' && before.state !== 'confirming'
  const isRefund = after.refund?.done !== undefined && before.refund?.done === undefined
  return {
    guard: isApproval || isRefund ? guardFor?.(before, after) : undefined,
    line: auditEntryFor?.(before, after),
  }
}

const exitUnlessRefusal =
  ({ exit }: Ports): SaleEngine['exitUnlessRefused'] =>
  (error) => {
    if (REFUSALS.some((kind) => error instanceof kind)) throw error
    return exit(error)
  }

type Interruption = Extract<SaleInput, { kind: 'restarted' | 'restored' }>

/**
 * What the record says is due may have been sent already, or its approval is too old, so once it is repaired the sale continues as after a restart (rule 13).
 */
function createInterruptions(retry: (id: SaleId) => void) {
  const interrupted = new Map<SaleId, Interruption>()

  function add(id: SaleId, kind: Interruption['kind']): void {
    interrupted.set(id, kind === 'restored' ? { kind } : { kind, reason: 'unreadable' })
    retry(id)
  }

  return {
    add,
    notice: (id: SaleId) => (error: unknown) => {
      if (error instanceof UnreadableRecord) add(id, interrupted.get(id)?.kind ?? 'restarted')
      throw error
    },
    /** The input of its first step. */
    take: (id: SaleId): Interruption | undefined => {
      const interruption = interrupted.get(id)
      interrupted.delete(id)
      return interruption
    },
  }
}

const notSentAt = (now: number): SaleInput => ({
  kind: 'confirm-answered',
  answered: { answer: { kind: 'not-sent', reason: 'stopping' }, sentAt: now, answeredAt: now },
})

/** Errors that reject a commit, with nothing written. */
const REFUSALS = [DuplicateSaleError, BatchLineTaken, ForeignBatch, BatchMovedOn, AboveLimit, RequestRefused]

/** Sales per commit, so startup is short, and first finds begin before the last sale is resumed. */
const RESUMED_AT_ONCE = 200

const withStateVersion = (before: SaleRecord, after: SaleRecord): SaleRecord =>
  after.state === before.state ? after : { ...after, stateVersion: before.version + 1 }
