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
  const { store, clock, log } = parts
  const reminders = createReminders(parts, react)
  const { run, rest } = createSerialQueue<string>()
  const { change, interruptAll, find, recover } = batchRecords(parts)
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

  async function advance(id: string): Promise<void> {
    reminders.forget(id)
    // `stop` sets it in the meantime.
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition
    while (!isStopped) {
      const known = await store.batches.find(id)
      if (!known) return
      const next = nextForBatch(known, contextNow())
      if (next.kind === 'wait') {
        if (next.until !== undefined) reminders.remind(id, next.until)
        return
      }
      const hasAdvanced = await perform(known, next)
      if (!hasAdvanced) return reminders.remind(id, clock.now() + RETRY_MS)
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
    if (error instanceof UnreadableRecord) nameUnreadable(log, error.message)
    const stop = stopFor(error)
    if (!stop) throw error
    const { batch } = await change(id, (now) => {
      const { batch: current } = now
      const mayStop = current.state === 'running' || (current.state === 'checked' && isMixed(current))
      if (!mayStop || current.version !== version) return current
      const isOfLine = isMixed(current) && !(error instanceof UnreadableRecord)
      return isOfLine ? skipLine(current, line, stop) : stopBatch(current, { ...stop, line, at: clock.now() })
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

/** Also stops batches of an earlier process or, during shutdown, of this one. */
function batchRecords({ store, engine, clock, log }: SaleParts) {
  const change = (id: string, choose: (known: KnownBatch) => BatchRecord) =>
    store.batches.change(id, (known) => ({ batch: choose(known) })).catch(engine.exitUnlessRefused)
  /** If the batch or one of its sales is unreadable, the record stays as it is, and no further line is sold. */
  const changeReadable = (id: string, choose: (known: KnownBatch) => BatchRecord) =>
    change(id, choose).catch((error: unknown) => {
      if (!(error instanceof UnreadableRecord)) throw error
      nameUnreadable(log, error.message)
      return store.batches.releaseLines(id).catch(engine.exitUnlessRefused)
    })
  const interruptAll = async () => {
    const ids = await store.batches.unfinished()
    await Promise.all(ids.map((id) => changeReadable(id, (known) => interruptBatch(known, clock.now()))))
  }

  return {
    change,
    interruptAll,
    find: async (id: string): Promise<KnownBatch | undefined> => {
      const known = await store.batches.find(id)
      if (!known || known.batch.state === 'running') return known
      const batch = settleBatch(known, { now: clock.now() })
      return batch === known.batch ? known : { ...known, batch: { ...batch, version: batch.version + 1 } }
    },
    recover: async (isRestored: boolean): Promise<void> => {
      if (!isRestored) return interruptAll()
      const ids = await store.batches.incomplete()
      await Promise.all(ids.map((id) => changeReadable(id, (known) => restoreBatch(known, clock.now()))))
    },
  }
}

function stopFor(error: unknown): LineSkip | undefined {
  if (error instanceof DuplicateSaleError) {
    const { kind, sale } = error.duplicate
    return { reason: kind === 'blocked' ? 'duplicate-blocked' : 'confirm-duplicate', otherSale: sale.id }
  }
  // An earlier sale of the line may have been sold after all.
  if (error instanceof BatchLineTaken) return { reason: 'not-sold', otherSale: error.sale.id }
  if (error instanceof RequestRefused) return { reason: 'not-sellable', code: error.failure.code }
  return undefined
}
