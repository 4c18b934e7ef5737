import {
  approvalOf,
  type BatchApproval,
  type BatchRecord,
  type BatchStop,
  type KnownBatch,
  type SellingObstacle,
} from '#domain/sale/batch.ts'
import {
  interruptBatch,
  isStillApproved,
  nextForBatch,
  restoreBatch,
  settleBatch,
  stopBatch,
  withoutReservation,
  type BatchContext,
  type BatchNext,
} from '#domain/sale/batch-step.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import { newSale, type SaleRecord } from '#domain/sale/record.ts'
import { saleCan } from '#domain/sale/sale.ts'
import { RequestRefused } from '../lib/failures.ts'
import { BatchMovedOn, DuplicateSaleError } from '../sales/commit-guard.ts'
import { BatchLineTaken, type InsertGuard, type SalesStore } from '../sales/store.ts'
import { inBackground, type Cancel, type Ports } from '../lib/ports.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { guardAgainstDuplicates } from '../sales/confirm-sale.ts'
import type { SaleEngine } from '../sales/engine.ts'
import { refuseUnsellable, type SellableSource } from '../sales/sale-content.ts'
import type { Disk } from '../sales/selling-guards.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'

/** Writes a new sale and lets its check begin; `undefined` when its id is taken. Throws what the journal refuses. */
type BeginSale = (sale: SaleRecord, guard: InsertGuard) => Promise<SaleRecord | undefined>

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

export type BatchRunnerDeps = {
  store: SalesStore
  engine: SaleEngine
  wholesaler: Pick<Wholesaler, 'health'>
  catalogue: Pick<SellableSource, 'current'>
  ports: Ports
  disk: Disk | undefined
  beginSale: BeginSale
}

/** After a step that the journal refused, the batch is read again after this time, so that nothing turns in a circle. */
const RETRY_MS = 1_000

type Step = Extract<BatchNext, { line: number; kind: 'open' | 'approve' | 'abandon' }>

export function createBatchRunner(deps: BatchRunnerDeps): BatchRunner {
  const { store, engine, wholesaler, catalogue, ports, disk, beginSale } = deps
  const { clock, timers } = ports
  const { run, rest } = createSerialQueue<string>()
  const reminders = new Map<string, Cancel>()
  let isStopped = false

  function findObstacle(): SellingObstacle | undefined {
    const { service } = wholesaler.health()
    if (service === 'stopped') return 'selling-stopped'
    if (service === 'unreachable') return 'service-unreachable'
    return disk?.isFull() ? 'disk-full' : undefined
  }
  const contextNow = (): BatchContext => ({ now: clock.now(), obstacle: findObstacle() })

  const react = (id: string) =>
    void inBackground(
      run(id, () => advance(id)),
      ports,
    )

  function remind(id: string, at: number): void {
    const cancel = timers.after(Math.max(0, at - clock.now()), () => {
      reminders.delete(id)
      react(id)
    })
    reminders.set(id, cancel)
  }

  async function advance(id: string): Promise<void> {
    reminders.get(id)?.()
    reminders.delete(id)
    // `stop` sets it in the meantime.
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition
    while (!isStopped) {
      const known = await store.batches.find(id)
      if (!known) return
      const next = nextForBatch(known, contextNow())
      if (next.kind === 'wait') {
        if (next.until !== undefined) remind(id, next.until)
        return
      }
      const hasAdvanced = await perform(known, next)
      if (!hasAdvanced) return remind(id, clock.now() + RETRY_MS)
    }
  }

  async function perform(known: KnownBatch, next: Exclude<BatchNext, { kind: 'wait' }>): Promise<boolean> {
    if (next.kind === 'stop' || next.kind === 'complete') {
      await change(known.batch.id, (now) => settleBatch(now, contextNow()))
      return true
    }
    try {
      return await performStep(known, next)
    } catch (error) {
      return afterRefusal(known.batch, next.line, error)
    }
  }

  function performStep(known: KnownBatch, next: Step): Promise<boolean> {
    if (next.kind === 'abandon') return abandonLine(known.batch, next.sale)
    const approval = approvalOf(known.batch)
    if (!approval) throw new Error(`batch ${known.batch.id} runs without an approval`)
    return next.kind === 'open'
      ? openLine(known.batch, approval, next.line)
      : confirmLine(known.batch, approval, next.line, next.sale)
  }

  async function openLine(batch: BatchRecord, approval: BatchApproval, line: number): Promise<boolean> {
    await refuseUnsellable(batch.content, catalogue)
    const saleId = batch.lines[line - 1]?.saleId
    if (isStopped || saleId === undefined) return false
    const content = { ...batch.content, batch: { id: batch.id, line, of: batch.lines.length } }
    const agreed = agreedDuplicate(batch, approval)
    const sale = newSale(saleId, { ...content, ...agreed }, batch.cashier, approval.terminal, clock.now())
    const begun = await beginSale(sale, {
      duplicate: guardAgainstDuplicates(sale, agreed.duplicateOf, clock),
      batch: (now) => {
        requireApproved(now, approval, line)
        if (now.lines[line - 1]?.saleId !== saleId) throw new BatchMovedOn('the line has another id by now')
        return now
      },
    })
    return begun !== undefined
  }

  async function confirmLine(
    batch: BatchRecord,
    approval: BatchApproval,
    line: number,
    sale: SaleRecord,
  ): Promise<boolean> {
    const agreed = agreedDuplicate(batch, approval)
    const choose = (current: SaleRecord): SaleInput | undefined => {
      const isOurs = current.cashier.id === batch.cashier.id
      const isSelling = !isStopped && findObstacle() !== 'selling-stopped'
      if (!isSelling || !isOurs || !saleCan.confirm(current, clock.now())) return undefined
      const { at, by, terminal, overridden, payment, isScamAsked, numberCheck } = approval
      return {
        kind: 'approved',
        at,
        by,
        terminal,
        countsTowardLimits: true,
        ...agreed,
        ...(overridden ? { overridden } : {}),
        // The cash was handed over for all lines: it is the batch's.
        ...(payment ? { payment: { paidBy: payment.paidBy } } : {}),
        ...(isScamAsked ? { isScamAsked } : {}),
        ...(numberCheck ? { numberCheck } : {}),
      }
    }
    const after = await engine.apply(sale.id, choose, {
      guardFor: (current) => ({
        duplicate: guardAgainstDuplicates(current, agreed.duplicateOf ?? current.duplicateOf, clock),
        batch: (now) => {
          requireApproved(now, approval, line)
          // From this commit on the sale itself counts for limits.
          return withoutReservation(now, line)
        },
      }),
    })
    return after.version > sale.version
  }

  function requireApproved(batch: BatchRecord, approval: BatchApproval, line: number): void {
    if (isStopped || !isStillApproved(batch, approval, line, clock.now()))
      throw new BatchMovedOn(`line ${line} is not approved any more`)
  }

  async function abandonLine({ cashier, stop }: BatchRecord, { id, version }: SaleRecord): Promise<boolean> {
    const after = await engine.apply(id, (current) =>
      current.state === 'checked' && current.cashier.id === cashier.id
        ? { kind: 'abandoned', by: stop?.by ?? cashier }
        : undefined,
    )
    return after.version > version
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

  const change = (id: string, choose: (known: KnownBatch) => BatchRecord) =>
    store.batches.change(id, (known) => ({ batch: choose(known) })).catch(engine.exitUnlessRefused)

  const interruptAll = async () => {
    const ids = await store.batches.unfinished()
    await Promise.all(ids.map((id) => change(id, (known) => interruptBatch(known, clock.now()))))
  }

  return {
    inTurn: run,
    advance,
    react: (id) => {
      if (!isStopped) react(id)
    },
    find: async (id) => {
      const known = await store.batches.find(id)
      if (!known || known.batch.state === 'running') return known
      const batch = settleBatch(known, { now: clock.now() })
      return batch === known.batch ? known : { ...known, batch: { ...batch, version: batch.version + 1 } }
    },
    recover: async (isRestored) => {
      if (!isRestored) return interruptAll()
      const ids = await store.batches.incomplete()
      await Promise.all(ids.map((id) => change(id, (known) => restoreBatch(known, clock.now()))))
    },
    stop: async () => {
      isStopped = true
      for (const cancel of reminders.values()) cancel()
      reminders.clear()
      await interruptAll()
      await rest()
    },
  }
}

/** The sale that the person was asked about, for all lines of the approval. */
function agreedDuplicate({ content }: BatchRecord, approval: BatchApproval): Pick<BatchApproval, 'duplicateOf'> {
  const duplicateOf = approval.duplicateOf ?? content.duplicateOf
  return duplicateOf === undefined ? {} : { duplicateOf }
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
