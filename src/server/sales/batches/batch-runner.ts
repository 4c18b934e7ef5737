import { isMixed, type BatchRecord, type KnownBatch, type LineSkip, type SellingObstacle } from '#domain/sale/batch.ts'
import {
  interruptBatch,
  nextForBatch,
  restoreBatch,
  settleBatch,
  skipLine,
  stopBatch,
  type BatchContext,
  type BatchNext,
} from '#domain/sale/steps/batch-step.ts'
import { RequestRefused, UnreadableRecord } from '../../lib/failures.ts'
import { BatchMovedOn, DuplicateSaleError } from '../commit-guard.ts'
import type { SaleParts } from '../sale-parts.ts'
import { BatchLineTaken } from '../store.ts'
import { nameUnreadable } from '../../lib/readable-rows.ts'
import { inBackground, type Cancel } from '../../lib/ports.ts'
import { createSerialQueue } from '../../lib/concurrency.ts'
import { lineSeller } from './sell-line.ts'

/** Sells the lines one after the other, and checks them first if they differ (rule 18). */
export type BatchRunner = {
  /** No step of the batch runs in parallel. */
  inTurn: <T>(id: string, run: () => Promise<T>) => Promise<T>
  /** Takes steps until the batch has to wait. */
  advance: (id: string) => Promise<void>
  /** Runs in the background, after a change of the batch or one of its sales. */
  react: (id: string) => void
  /** The stored batch. If it is not running, it includes the end that is about to be stored. */
  find: (id: string) => Promise<KnownBatch | undefined>
  /** Stops the batches of an earlier process; after a restore all incomplete ones, for good. Durable before it resolves. */
  recover: (isRestored: boolean) => Promise<void>
  /** Starts nothing new, and stops the running batches in the journal. */
  stop: () => Promise<void>
}

/** After a rejected step the batch is read again only after this time, which prevents a busy loop. */
const RETRY_MS = 1_000

export function createBatchRunner(parts: SaleParts): BatchRunner {
  const { store, clock } = parts
  const reminders = createReminders(parts, react)
  const { run, rest } = createSerialQueue<string>()
  const { change, whileReadable, interruptAll, find, recover } = batchRecords(parts)
  let isStopped = false
  const sellLine = lineSeller(parts, {
    isStopped: () => isStopped,
    isSelling: () => !isStopped && findObstacle(parts) !== 'selling-stopped',
  })
  const contextNow = (): BatchContext => ({ now: clock.now(), obstacle: findObstacle(parts) })

  function react(id: string): void {
    void inBackground(
      run(id, () => advance(id)),
      parts,
    )
  }

  const advance = (id: string): Promise<void> => whileReadable(id, () => takeSteps(id))

  async function takeSteps(id: string): Promise<void> {
    reminders.forget(id)
    // `stop` sets it in the meantime.
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition
    while (!isStopped) {
      const known = await store.batches.find(id)
      if (!known) return
      const next = nextForBatch(known, contextNow())
      if (next.kind === 'wait') return next.until === undefined ? undefined : reminders.remind(id, next.until)
      if (!(await perform(known, next))) return reminders.remind(id, clock.now() + RETRY_MS)
    }
  }

  async function perform(known: KnownBatch, next: Exclude<BatchNext, { kind: 'wait' }>): Promise<boolean> {
    if (next.kind === 'stop' || next.kind === 'complete') {
      await change(known.batch.id, (now) => settleBatch(now, contextNow()))
      return true
    }
    try {
      return await sellLine(known, next)
    } catch (error) {
      return afterRefusal(known.batch, next.line, error)
    }
  }

  /** Stops the batch or, if its lines differ, passes the line over, unless the batch has moved on. */
  async function afterRefusal({ id, version }: BatchRecord, line: number, error: unknown): Promise<boolean> {
    if (error instanceof BatchMovedOn) return false
    const stop = stopFor(error, parts)
    if (!stop) throw error
    const { batch } = await change(id, ({ batch: current }) => {
      const mayStop = current.state === 'running' || (current.state === 'checked' && isMixed(current))
      if (!mayStop || current.version !== version) return current
      if (isMixed(current) && stop.reason !== 'unreadable')
        return skipLine(current, line, { ...stop, reason: stop.reason })
      return stopBatch(current, { ...stop, line, at: clock.now() })
    })
    return batch.version > version
  }

  return {
    inTurn: run,
    advance,
    find,
    recover,
    react: (id) => {
      if (!isStopped) react(id)
    },
    stop: async () => {
      isStopped = true
      reminders.end()
      await interruptAll()
      await rest()
    },
  }
}

function findObstacle({ wholesaler, disk }: SaleParts): SellingObstacle | undefined {
  const { service } = wholesaler.health()
  if (service === 'stopped') return 'selling-stopped'
  if (service === 'unreachable') return 'service-unreachable'
  return disk.isFull() ? 'disk-full' : undefined
}

/** Each batch has one reminder, after which it is checked again. */
function createReminders({ clock, timers }: SaleParts, react: (id: string) => void) {
  const reminders = new Map<string, Cancel>()

  function remind(id: string, at: number): void {
    const cancel = timers.after(Math.max(0, at - clock.now()), () => {
      reminders.delete(id)
      react(id)
    })
    reminders.set(id, cancel)
  }

  return {
    remind,
    forget: (id: string) => {
      reminders.get(id)?.()
      reminders.delete(id)
    },
    end: () => {
      for (const cancel of reminders.values()) cancel()
      reminders.clear()
    },
  }
}

type Choose = (known: KnownBatch) => BatchRecord

/** Also stops batches of an earlier process or, during shutdown, of this one. */
function batchRecords({ store, engine, clock, log }: SaleParts) {
  /** How each ends once it is repaired: its lines no longer count toward limits, so it needs a new approval. */
  const halted = new Map<string, Choose>()
  const interrupt: Choose = (known) => interruptBatch(known, clock.now())
  const interruptUnreadable: Choose = (known) => interruptBatch(known, clock.now(), 'unreadable')
  const restore: Choose = (known) => restoreBatch(known, clock.now())

  const change = (id: string, choose: Choose) =>
    store.batches.change(id, (known) => ({ batch: choose(known) })).catch(engine.exitUnlessRefused)
  /** If the batch or one of its sales is unreadable, the record stays, and no further line is sold. */
  async function orHalt(id: string, work: Promise<unknown>, end = interruptUnreadable): Promise<void> {
    try {
      await work
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error
      nameUnreadable(log, error.message)
      await store.batches.releaseLines(id).catch(engine.exitUnlessRefused)
      if (!halted.has(id)) halted.set(id, end)
    }
  }
  async function endHalted(id: string): Promise<void> {
    const end = halted.get(id)
    if (!end) return
    await change(id, end)
    halted.delete(id)
  }
  const interruptAll = async () => {
    const ids = await store.batches.unfinished()
    await Promise.all(ids.map((id) => orHalt(id, change(id, interrupt))))
  }

  return {
    change,
    /** A repaired batch ends first. */
    whileReadable: (id: string, run: () => Promise<void>) => orHalt(id, endHalted(id).then(run)),
    interruptAll,
    find: async (id: string): Promise<KnownBatch | undefined> => {
      await endHalted(id)
      const known = await store.batches.find(id)
      if (!known || known.batch.state === 'running') return known
      const batch = settleBatch(known, { now: clock.now() })
      return batch === known.batch ? known : { ...known, batch: { ...batch, version: batch.version + 1 } }
    },
    recover: async (isRestored: boolean): Promise<void> => {
      const ids = await (isRestored ? store.batches.incomplete() : store.batches.unmarked())
      await Promise.all(ids.map((id) => orHalt(id, change(id, restore), restore)))
      if (!isRestored) await interruptAll()
    },
  }
}

function stopFor(error: unknown, { log }: SaleParts): LineSkip | { reason: 'unreadable' } | undefined {
  if (error instanceof DuplicateSaleError) {
    const { kind, sale } = error.duplicate
    return { reason: kind === 'blocked' ? 'duplicate-blocked' : 'confirm-duplicate', otherSale: sale.id }
  }
  // An earlier sale of the line may have been sold after all.
  if (error instanceof BatchLineTaken) return { reason: 'not-sold', otherSale: error.sale.id }
  if (error instanceof UnreadableRecord) {
    nameUnreadable(log, error.message)
    return { reason: 'unreadable' }
  }
  if (error instanceof RequestRefused) return { reason: 'not-sellable', code: error.failure.code }
  return undefined
}
