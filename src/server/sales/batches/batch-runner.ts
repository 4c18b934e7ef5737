import type { BatchRecord, BatchStop, KnownBatch, SellingObstacle } from '#domain/sale/batch.ts'
import {
  interruptBatch,
  nextForBatch,
  restoreBatch,
  settleBatch,
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

/** Sells the approved lines of quantities one after the other (rule 18). */
export type BatchRunner = {
  /** Runs `run` in the turn of one batch: no step of that batch runs beside it. */
  inTurn: <T>(id: string, run: () => Promise<T>) => Promise<T>
  /** Does what is next for a batch until something has to be waited for. */
  advance: (id: string) => Promise<void>
  /** The same in the background: a sale of the batch changed, or its approval did. */
  react: (id: string) => void
  /** The batch as it is in the journal; one that does not run, with what is about to be written of its end. */
  find: (id: string) => Promise<KnownBatch | undefined>
  /** Stops the batches that an earlier process ran; after a restore all that are not complete, for good. Durable before it resolves. */
  recover: (isRestored: boolean) => Promise<void>
  /** Begins nothing more, and stops the running batches in the journal. */
  stop: () => Promise<void>
}

/** After a step that the journal refused, the batch is read again after this time, so that nothing turns in a circle. */
const RETRY_MS = 1_000

export function createBatchRunner(parts: SaleParts): BatchRunner {
  const { store, clock } = parts
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

  /** What kept a line from being opened or confirmed stops its batch. Where the batch moved on, nothing is left to do. */
  async function afterRefusal({ id, version }: BatchRecord, line: number, error: unknown): Promise<boolean> {
    if (error instanceof BatchMovedOn) return false
    const stop = stopFor(error)
    if (!stop) throw error
    const { batch } = await change(id, (now) =>
      now.batch.state === 'running' && now.batch.version === version
        ? stopBatch(now.batch, { ...stop, line, at: clock.now() })
        : now.batch,
    )
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

/** One reminder a batch, at which it is looked at again. */
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

/** The batches in the journal, and how the journal says that those of an earlier process, or of this one at its end, do not run any more. */
function batchRecords({ store, engine, clock, log }: SaleParts) {
  const change = (id: string, choose: (known: KnownBatch) => BatchRecord) =>
    store.batches.change(id, (known) => ({ batch: choose(known) })).catch(engine.exitUnlessRefused)
  /** One that cannot be read stays as it is, and nothing of it is sold. */
  const changeReadable = (id: string, choose: (known: KnownBatch) => BatchRecord) =>
    change(id, choose).catch((error: unknown) => {
      if (!(error instanceof UnreadableRecord)) throw error
      nameUnreadable(log, error.message)
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

function stopFor(error: unknown): Pick<BatchStop, 'reason' | 'otherSale' | 'code'> | undefined {
  if (error instanceof DuplicateSaleError) {
    const { kind, sale } = error.duplicate
    return { reason: kind === 'blocked' ? 'duplicate-blocked' : 'confirm-duplicate', otherSale: sale.id }
  }
  // A sale the line had before may have been sold after all.
  if (error instanceof BatchLineTaken) return { reason: 'not-sold', otherSale: error.sale.id }
  if (error instanceof RequestRefused) return { reason: 'not-sellable', code: error.failure.code }
  return undefined
}
