import type { Approver, Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { SaleContent, SaleRecord } from '#domain/sale/record.ts'
import { isComplete, saleCan, type ProblemCode } from '#domain/sale/sale.ts'
import type { stepSale } from '#domain/sale/steps/step.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { SalesStore } from './store.ts'
import type { Ports } from '../lib/ports.ts'
import type { Offers } from '../catalogue/offers.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { createBatches, type Batches } from './batches/batch.ts'
import { confirmSale } from './confirm-sale.ts'
import type { AtCounter } from './payment.ts'
import { openItemActions, type OpenItemActions } from './open-items.ts'
import { createSaleEngine, type SaleChange } from './engine/engine.ts'
import { createDeliveryCache } from './delivery-cache.ts'
import { deliveryActions, type DeliveryActions } from './deliver.ts'
import { findNow } from './engine/find-now.ts'
import { beginSaleWith, saleOpener } from './open-sale.ts'
import { printActions, type PrintActions } from './print-sale.ts'
import { readDuplicateOf, type OpenSaleRequest, type SaleMarks, type SellableSource } from './sale-content.ts'
import { saleLimits } from './sale-limits.ts'
import { saleReadings, type SaleReadings } from './sale-readings.ts'
import type { PollIntervals } from './engine/poll-interval.ts'
import type { SaleStaff, Seller } from './sale-staff.ts'
import type { Disk, Drawers } from './selling-guards.ts'
import { mayView, requireVisible, refuseOtherCashier, refOf } from './sale-access.ts'

type ApprovalRequest = AtCounter & {
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
    /** Whether a paper of a sale is being printed, or its receipt is on its way by e-mail. */
    hasPaperUnderWay: () => boolean
    /**
     * Resumes every sale that an earlier process left unfinished (rule 13). With `restored`, the journal was put back from a backup of that time
     * (epoch ms), and every sale that may have gone on after it has its first step. Durable before it resolves.
     */
    recover: (restored?: { backupAt: number }) => Promise<void>
    /** Starts nothing new. Resolves when everything under way has been journaled. */
    stop: () => Promise<void>
  }

const PRODUCT_NOT_AVAILABLE: ProblemCode = 'service-101'
/** Sales opened so long before a backup, and given up in it, are asked for once more after a restore (ms). */
const LATELY_MS = 25 * 60 * 60_000

type Deps = {
  store: SalesStore
  wholesaler: Wholesaler
  catalogue: SellableSource
  offers: Offers
  ports: Ports
  polling: PollIntervals
  staff: SaleStaff
  /** The shop's days, for daily limits. */
  calendar: () => ShopCalendar
  disk?: Disk
  drawers?: Drawers | undefined
  /** Throws `RequestRefused` if this till does not sell here as of the commit: it was switched to practice or back. */
  refuseTill?: (terminalId: string) => void
  /** What a new sale is marked as: fixed when it is opened, for a batch with all of its lines. */
  marks?: () => SaleMarks
  /** Whether a sale or a quantity that is not in the journal may be of the time that a restore has lost; by default nothing was lost. */
  mayBeLost?: (id: SaleId) => Promise<boolean>
  /** Whether this process may send; by default it always may. */
  maySend?: (() => boolean) | undefined
  /** Throws `RequestRefused` unless this person has taken the order for which they open a sale. */
  requireOrder?: (orderId: string, person: Person, content: SaleContent) => Promise<void>
  /** Called for every change of a sale, once it is durable. */
  announce?: (change: SaleChange) => void
  /** The rules. Tests replace them with weaker ones to prove that the checks notice. */
  step?: typeof stepSale
}

/**
 * The money path behind the API. Throws `RequestRefused`, `DuplicateSaleError`, `BatchLineTaken` or `ForeignBatch`.
 */
export function createSales(deps: Deps): Sales {
  const { store, wholesaler, ports, polling, staff, drawers } = deps
  const { refuseTill = () => {}, marks = () => ({}), mayBeLost = async () => false, maySend = () => true } = deps
  const { requireOrder = async () => {}, announce = () => {} } = deps
  const { clock } = ports
  const limits = saleLimits({ people: staff, clock, calendar: deps.calendar })
  const deliveries = createDeliveryCache(ports)
  const notify = (change: SaleChange) => {
    announce(change)
    react(change.sale)
  }
  const rules = deps.step && { step: deps.step }
  const engine = createSaleEngine({ store, wholesaler, ports, deliveries, polling, announce: notify, ...rules })
  const beginSale = beginSaleWith({ store, engine, notify })
  const findSoon = (id: SaleId, person: Person) => findNow({ engine, clock, polling }, id, person)
  const delivery = deliveryActions({ engine, deliveries, seen, findNow: findSoon, clock })
  const { endPapers, ...printing } = printActions({ engine, clock, seen, deliver: delivery.deliver, maySend })
  const { batches, runner } = createBatches({ ...deps, engine, limits, beginSale, refuseTill, marks, mayBeLost })

  async function seen(id: SaleId, person: Person): Promise<SaleRecord> {
    const found = await store.find(id)
    return requireVisible('sale', found, (sale) => mayView(sale, person), !found && (await mayBeLost(id)))
  }

  async function requireOwned(id: SaleId, person: Person): Promise<void> {
    refuseOtherCashier(await seen(id, person), person)
  }

  function react({ batch, state, problem }: SaleRecord): void {
    if (batch) runner.react(batch.id)
    // The product is no longer available, so our list of services is outdated.
    if (state === 'refused' && problem?.code === PRODUCT_NOT_AVAILABLE) void deps.catalogue.refresh()
  }

  return {
    ...saleReadings({ store, clock, seen }),
    ...openItemActions({ engine, seen, staff, drawers, clock }),
    ...delivery,
    ...printing,
    batches,

    open: saleOpener({ ...deps, engine, beginSale, refuseTill, marks, requireOrder }),

    confirm: async (id, { duplicateOf, ...request }, seller) => {
      await requireOwned(id, seller.person)
      const approval = { ...request, duplicateOf: readDuplicateOf(duplicateOf) }
      return confirmSale({ engine, wholesaler, staff, limits, drawers, refuseTill, clock }, id, approval, seller)
    },

    poll: async (id, { person }) => {
      await requireOwned(id, person)
      return findSoon(id, person)
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

    stop: async () => void (await Promise.all([engine.stop(), runner.stop(), endPapers()])),
  }
}

function giveUp(sale: SaleRecord, person: Person): SaleInput | undefined {
  refuseOtherCashier(sale, person)
  if (isComplete(sale)) return undefined
  if (saleCan.abandon(sale)) return { kind: 'abandoned', by: refOf(person) }
  throw new RequestRefused(409, 'wrong-state', 'This sale is on its way and cannot be given up now.', {
    moneyMoved: 'unknown',
  })
}

async function findUnfinished(store: SalesStore): Promise<SaleRecord[]> {
  // Nobody has seen the end of what an earlier process was printing.
  const printed = (await store.openItems()).filter(({ print }) => print && !print.isUnclear)
  const unfinished = await store.unfinished()
  const known = new Set(unfinished.map(({ id }) => id))
  return [...unfinished, ...printed.filter(({ id }) => !known.has(id))]
}
