import { countOpenItems, isOpenItemFor, type OpenItemCounts } from '#domain/sale/open-items.ts'
import type { Approver, Person } from '#domain/person.ts'
import type { SaleEvent, SaleHistory } from '#domain/sale/event.ts'
import { isAnswered, isComplete, saleCan, type ProblemCode } from '#domain/sale/sale.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { KnownBatch } from '#domain/sale/batch.ts'
import { newSale, type SaleContent, type SaleRecord } from '#domain/sale/record.ts'
import type { stepSale } from '#domain/sale/step.ts'
import { isContradiction } from '#domain/sale/transaction-step.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { InsertGuard, SalesStore } from './store.ts'
import type { Ports } from '../lib/ports.ts'
import type { Offers } from '../wholesaler/offers.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { createBatches, type Batches } from '../batches/batch.ts'
import { confirmSale, guardAgainstDuplicates } from './confirm-sale.ts'
import type { AtCounter } from './payment.ts'
import { openItemActions, type OpenItemActions } from './open-items.ts'
import { createSaleEngine, type SaleChange } from './engine.ts'
import { createDeliveryCache } from './delivery-cache.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { deliveryActions, type DeliveryActions } from './deliver.ts'
import { printActions, type PrintActions } from '../printers/print-sale.ts'
import {
  readContent,
  readDuplicateOf,
  requireSameContent,
  type OpenSaleRequest,
  type SaleMarks,
  type SellableSource,
} from './sale-content.ts'
import { saleLimits } from './sale-limits.ts'
import { pollIntervalOf, type PollIntervals } from './poll-interval.ts'
import type { SaleStaff, Seller } from './sale-staff.ts'
import {
  orderGuardFor,
  refuseNewSales,
  refuseWhenShuttingDown,
  requireShift,
  type Disk,
  type Drawers,
} from './selling-guards.ts'
import { mayView, requireVisible, refuseInternational, refuseOtherCashier, refOf } from './sale-access.ts'

type ApprovalRequest = AtCounter & {
  version?: number | undefined
  duplicateOf?: string | undefined
  accept?: 'operator' | undefined
  approver?: Approver | undefined
}

export type Sales = OpenItemActions &
  DeliveryActions &
  PrintActions & {
    batches: Batches
    open: (id: SaleId, request: OpenSaleRequest, seller: Seller) => Promise<SaleRecord>
    confirm: (id: SaleId, approval: ApprovalRequest, seller: Seller) => Promise<SaleRecord>
    poll: (id: SaleId, seller: Seller) => Promise<SaleRecord>
    abandon: (id: SaleId, seller: Seller) => Promise<SaleRecord>
    read: (id: SaleId, person: Person) => Promise<{ sale: SaleRecord; history: SaleHistory }>
    /** As the journal has them, for whoever has a link to it that was signed here, and for what a customer is shown at the till. */
    findForCustomer: (id: SaleId) => Promise<SaleRecord | undefined>
    findBatchForCustomer: (id: string) => Promise<KnownBatch | undefined>
    /** The open items as this person sees them, oldest first. */
    openItems: (person: Person) => Promise<SaleRecord[]>
    /** All open items of the shop, for what is expected in a drawer. */
    openItemsOfShop: () => Promise<SaleRecord[]>
    countOpenItems: (person: Person) => Promise<OpenItemCounts>
    /** When the service last contradicted itself about a final sale that nobody has resolved since (epoch ms), as the journal has it. */
    lastContradictionAt: () => Promise<number | undefined>
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
const OPEN_TIMEOUT_MS = 20_000
const STEP_TIMEOUT_MS = 10_000
/** Of the history of a sale, so that the answer stays short however often somebody looked at it. */
const MAX_EVENTS = 200
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
  const { store, wholesaler, catalogue, offers, ports, polling, staff, calendar, disk, drawers, announce, step } = deps
  const { refuseTill = () => {}, marks = () => ({}), mayBeLost = async () => false, maySend = () => true } = deps
  const { requireOrder = async () => {} } = deps
  const limits = saleLimits({ people: staff, clock: ports.clock, calendar })
  const deliveries = createDeliveryCache(ports)
  const engine = createSaleEngine({
    store,
    wholesaler,
    ports,
    deliveries,
    polling,
    announce: notify,
    ...(step ? { step } : {}),
  })
  const delivery = deliveryActions({ engine, deliveries, seen: readVisible, findNow, clock: ports.clock })
  const { endPapers, hasPaperUnderWay, ...printing } = printActions({
    engine,
    clock: ports.clock,
    seen: readVisible,
    deliver: delivery.deliver,
    maySend,
  })
  const { run } = createSerialQueue<SaleId>()
  const { batches, runner } = createBatches({
    store,
    engine,
    wholesaler,
    catalogue,
    offers,
    ports,
    disk,
    drawers,
    staff,
    limits,
    beginSale,
    refuseTill,
    marks,
    mayBeLost,
  })

  async function readVisible(id: SaleId, person: Person): Promise<SaleRecord> {
    const found = await store.find(id)
    return requireVisible('sale', found, (sale) => mayView(sale, person), !found && (await mayBeLost(id)))
  }

  async function requireOwned(id: SaleId, person: Person): Promise<SaleRecord> {
    const sale = await readVisible(id, person)
    refuseOtherCashier(sale, person)
    return sale
  }

  function notify(change: SaleChange): void {
    announce?.(change)
    if (change.sale.batch) runner.react(change.sale.batch.id)
    // The product is no longer available, so our list of services is outdated.
    if (change.sale.state === 'refused' && change.sale.problem?.code === PRODUCT_NOT_AVAILABLE) {
      void catalogue.refresh()
    }
  }

  async function openNew(id: SaleId, request: OpenSaleRequest, { person, terminal }: Seller): Promise<SaleRecord> {
    refuseInternational(request, person)
    await requireShift(drawers, terminal)
    // Reading an offer calls the wholesaler, so this fails early while it is unreachable.
    if (request.kind === 'international') refuseNewSales(wholesaler, disk)
    const content = { ...(await readContent(request, { catalogue, offers })), ...marks() }
    if (request.orderId !== undefined) await requireOrder(request.orderId, person, content)
    refuseWhenShuttingDown(engine)
    refuseNewSales(wholesaler, disk)
    const sale = newSale(id, content, refOf(person), refOf(terminal), ports.clock.now())
    const written = await beginSale(sale, {
      refuse: () => refuseTill(terminal.id),
      duplicate: guardAgainstDuplicates(sale, sale.duplicateOf, ports.clock),
      order: orderGuardFor(sale),
    })
    if (!written) throw new Error(`sale ${id} appeared beside its own turn`)
    return written
  }

  /** Writes a new sale. Its check is sent once that is durable (rule 1). Returns `undefined` if the id is taken. */
  async function beginSale(sale: SaleRecord, guard: InsertGuard): Promise<SaleRecord | undefined> {
    const events: SaleEvent[] = [{ at: sale.openedAt, kind: 'opened', by: sale.cashier.name }]
    const written = await store.insert(sale, events, guard).catch(engine.exitUnlessRefused)
    if (!written) return undefined
    notify({ sale: written, events })
    engine.schedule(written)
    return written
  }

  /** Requests a find and waits for its answer, unless the last one was sent too recently (rule 8). */
  async function findNow(id: SaleId, person: Person): Promise<SaleRecord> {
    let before = 0
    const sale = await engine.apply(id, (current) => {
      before = current.findCount
      const isToAsk = saleCan.poll(current) && !wasJustFound(current) && !isFindDue(current)
      return isToAsk ? { kind: 'poll-requested', by: refOf(person) } : undefined
    })
    if (sale.next?.kind !== 'find' || sale.next.at > ports.clock.now()) return sale
    return engine.waitUntil(id, (now) => now.findCount > before, STEP_TIMEOUT_MS)
  }

  /** A find is due or under way, so another request would only add an entry to the journal. */
  const isFindDue = ({ next }: SaleRecord) => next?.kind === 'find' && next.at <= ports.clock.now()

  function wasJustFound({ lastFindAt, kind }: SaleRecord): boolean {
    if (lastFindAt === undefined) return false
    const age = ports.clock.now() - lastFindAt
    // An impossible age, as after a restart with another clock, counts as too old.
    return age >= 0 && age < pollIntervalOf(kind, polling).firstMs
  }

  return {
    open: async (id, request, seller) => {
      const sale = await run(id, async () => {
        const known = await store.find(id)
        return known ? requireSameContent(known, request, seller.person) : openNew(id, request, seller)
      })
      return isAnswered(sale) ? sale : engine.waitUntil(id, isAnswered, OPEN_TIMEOUT_MS)
    },

    confirm: async (id, { duplicateOf, ...request }, seller) => {
      await requireOwned(id, seller.person)
      const approval = { ...request, duplicateOf: readDuplicateOf(duplicateOf) }
      const parts = { engine, wholesaler, staff, limits, drawers, refuseTill, clock: ports.clock }
      return confirmSale(parts, id, approval, seller)
    },

    ...openItemActions({ engine, seen: readVisible, staff, drawers, clock: ports.clock }),

    ...delivery,
    ...printing,

    poll: async (id, { person }) => {
      await requireOwned(id, person)
      return findNow(id, person)
    },

    abandon: async (id, { person }) => {
      await requireOwned(id, person)
      return engine.apply(id, (current) => {
        refuseOtherCashier(current, person)
        if (isComplete(current)) return undefined
        if (saleCan.abandon(current)) return { kind: 'abandoned', by: refOf(person) }
        throw new RequestRefused(409, 'wrong-state', 'This sale is on its way and cannot be given up now.', {
          moneyMoved: 'unknown',
        })
      })
    },

    read: async (id, person) => {
      const sale = await readVisible(id, person)
      const events = await store.events(id, MAX_EVENTS)
      const eventCount = events.length < MAX_EVENTS ? events.length : await store.eventCount(id)
      return { sale, history: { events, ...(eventCount > events.length && { eventCount }) } }
    },

    findForCustomer: store.find,
    findBatchForCustomer: store.batches.find,

    openItems: async (person) =>
      (await store.openItems()).filter((sale) => isOpenItemFor(person, sale, ports.clock.now())),

    openItemsOfShop: store.openItems,

    countOpenItems: async (person) => {
      const { openItems, ...counts } = countOpenItems(await store.openItems(), person, ports.clock.now())
      const undelivered = await store.countUndelivered()
      return { ...counts, openItems: openItems + undelivered, undelivered }
    },

    lastContradictionAt: async () => {
      const times: number[] = []
      for (const sale of await store.openItems()) {
        if (!sale.conflicting) continue
        for (const event of await store.events(sale.id)) if (isContradiction(sale, [event])) times.push(event.at)
      }
      return times.length > 0 ? Math.max(...times) : undefined
    },

    hasPaperUnderWay,

    recover: async (restored) => {
      await runner.recover(restored !== undefined)
      if (restored) await engine.resume(await store.restorable(restored.backupAt - LATELY_MS), 'restored')
      else {
        // Nobody has seen the end of what an earlier process was printing.
        const printed = (await store.openItems()).filter(({ print }) => print && !print.isUnclear)
        const unfinished = await store.unfinished()
        const known = new Set(unfinished.map(({ id }) => id))
        await engine.resume([...unfinished, ...printed.filter(({ id }) => !known.has(id))], 'restarted')
      }
    },

    stop: async () => void (await Promise.all([engine.stop(), runner.stop(), endPapers()])),

    batches,
  }
}
