import { refOf, type Approver, type Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { ProblemCode } from '#domain/sale/problem.ts'
import { isComplete, saleCan } from '#domain/sale/sale.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { FoundSales } from './sale-queries.ts'
import type { SalesStore } from './store.ts'
import { createBatches, type Batches } from './batches/batch.ts'
import { confirmSale } from './confirm-sale.ts'
import type { CheckoutInput } from './payment.ts'
import { openItemActions, type OpenItemActions } from './open-items.ts'
import { createSaleEngine, type SaleChange } from './engine/engine.ts'
import { createDeliveryCache } from './delivery-cache.ts'
import { deliveryActions, type DeliveryActions } from './deliver.ts'
import { findNow } from './engine/find-now.ts'
import { beginSaleWith, saleOpener } from './open-sale.ts'
import { printActions, type PrintActions } from './print-sale.ts'
import { readDuplicateOf, type OpenSaleRequest } from './sale-content.ts'
import { saleLimits } from './sale-limits.ts'
import { saleReadings, type SaleReadings } from './sale-readings.ts'
import type { SaleParts, SaleSources } from './sale-parts.ts'
import type { Seller } from './sale-staff.ts'
import { mayView, requireVisible, refuseOtherCashier } from './sale-access.ts'

type ApprovalRequest = CheckoutInput & {
  version?: number | undefined
  duplicateOf?: string | undefined
  accept?: 'operator' | undefined
  approver?: Approver | undefined
}

export type Sales = SaleReadings &
  OpenItemActions &
  DeliveryActions &
  PrintActions & {
    batches: Batches
    open: (id: SaleId, request: OpenSaleRequest, seller: Seller) => Promise<SaleRecord>
    confirm: (id: SaleId, approval: ApprovalRequest, seller: Seller) => Promise<SaleRecord>
    poll: (id: SaleId, seller: Seller) => Promise<SaleRecord>
    abandon: (id: SaleId, seller: Seller) => Promise<SaleRecord>
    /** True while a document is being printed or a receipt emailed. */
    hasPrintJobInFlight: () => boolean
    /**
     * Resumes unfinished sales (rule 13). With `restored`, the journal is from a backup of that time (epoch ms), and every sale that may have continued since
     * starts with its first step. Durable before it resolves.
     */
    recover: (restored?: { backupAt: number }) => Promise<void>
    /** Starts nothing new. Resolves when everything in progress has been journaled. */
    stop: () => Promise<void>
  }

const PRODUCT_NOT_AVAILABLE: ProblemCode = 'service-101'
/** After a restore, find is called again for sales canceled in the backup if they were opened less than this time (ms) before it. */
const LATELY_MS = 25 * 60 * 60_000

/** The money path behind the API. Throws `RequestRefused`, `DuplicateSaleError`, `BatchLineTaken` or `ForeignBatch`. */
export function createSales(sources: SaleSources): Sales {
  const { store, catalog } = sources
  const limits = saleLimits(sources, sources.staff)
  const deliveries = createDeliveryCache(sources)
  const announce = (change: SaleChange) => {
    sources.announce(change)
    react(change.sale)
  }
  const engine = createSaleEngine({ ...sources, deliveries, announce })
  const beginSale = beginSaleWith({ store, engine, announce })
  const parts: SaleParts = { ...sources, engine, deliveries, limits, beginSale, readVisible }
  const delivery = deliveryActions(parts)
  const { drainPrintJobs, ...printing } = printActions(parts, delivery.deliver)
  const { batches, runner } = createBatches(parts)

  async function readVisible(id: SaleId, person: Person): Promise<SaleRecord> {
    const found = await store.find(id)
    return requireVisible('sale', found, (sale) => mayView(sale, person), !found && (await sources.mayBeLost(id)))
  }

  async function requireOwned(id: SaleId, person: Person): Promise<void> {
    refuseOtherCashier(await readVisible(id, person), person)
  }

  function react({ batch, state, problem }: SaleRecord): void {
    if (batch) runner.react(batch.id)
    // Our list of services is outdated.
    if (state === 'refused' && problem?.code === PRODUCT_NOT_AVAILABLE) void catalog.refresh()
  }

  return {
    ...saleReadings(parts),
    ...openItemActions(parts),
    ...delivery,
    ...printing,
    batches,

    open: saleOpener(parts),

    confirm: async (id, { duplicateOf, ...request }, seller) => {
      await requireOwned(id, seller.person)
      const approval = { ...request, duplicateOf: readDuplicateOf(duplicateOf) }
      return confirmSale(parts, id, approval, seller)
    },

    poll: async (id, { person }) => {
      await requireOwned(id, person)
      return findNow(parts, id, person)
    },

    abandon: async (id, { person }) => {
      await requireOwned(id, person)
      return engine.apply(id, (current) => giveUp(current, person))
    },

    recover: async (restored) => {
      await runner.recover(restored !== undefined)
      if (restored) await engine.resume(await store.restorable(restored.backupAt - LATELY_MS), 'restored')
      else await engine.resume(await findUnfinished(store), 'restarted')
    },

    stop: async () => void (await Promise.all([engine.stop(), runner.stop(), drainPrintJobs()])),
  }
}

function giveUp(sale: SaleRecord, person: Person): SaleInput | undefined {
  refuseOtherCashier(sale, person)
  if (isComplete(sale)) return undefined
  if (saleCan.abandon(sale)) return { kind: 'abandoned', by: refOf(person) }
  throw new RequestRefused(409, 'wrong-state', "This sale was already sent and can't be canceled now.", {
    moneyMoved: 'unknown',
  })
}

async function findUnfinished(store: SalesStore): Promise<FoundSales> {
  // The result of an earlier process's prints is unknown.
  const printed = (await store.openItems()).filter(({ print }) => print && !print.isUnclear)
  const { sales, unreadable } = await store.unfinished()
  const known = new Set(sales.map(({ id }) => id))
  return { sales: [...sales, ...printed.filter(({ id }) => !known.has(id))], unreadable }
}
