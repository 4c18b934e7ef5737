import type { Person } from '#domain/person.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { newSale, type SaleContent, type SaleRecord } from '#domain/sale/record.ts'
import { isAnswered } from '#domain/sale/sale.ts'
import { createSerialQueue } from '../lib/concurrency.ts'
import type { Ports } from '../lib/ports.ts'
import type { Offers } from '../catalogue/offers.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { guardAgainstDuplicates } from './confirm-sale.ts'
import type { SaleChange, SaleEngine } from './engine/engine.ts'
import { refOf, refuseInternational } from './sale-access.ts'
import {
  readContent,
  requireSameContent,
  type OpenSaleRequest,
  type SaleMarks,
  type SellableSource,
} from './sale-content.ts'
import type { Seller } from './sale-staff.ts'
import {
  orderGuardFor,
  refuseNewSales,
  refuseWhenShuttingDown,
  requireShift,
  type Disk,
  type Drawers,
} from './selling-guards.ts'
import type { InsertGuard, SalesStore } from './store.ts'

/** Writes a new sale and lets its check begin; `undefined` when its id is taken. Throws what the journal refuses. */
export type BeginSale = (sale: SaleRecord, guard: InsertGuard) => Promise<SaleRecord | undefined>

type BeginDeps = { store: SalesStore; engine: SaleEngine; notify: (change: SaleChange) => void }

/** Writes a new sale. Its check is sent once that is durable (rule 1). */
export const beginSaleWith =
  ({ store, engine, notify }: BeginDeps): BeginSale =>
  async (sale, guard) => {
    const events: SaleEvent[] = [{ at: sale.openedAt, kind: 'opened', by: sale.cashier.name }]
    const written = await store.insert(sale, events, guard).catch(engine.exitUnlessRefused)
    if (!written) return undefined
    notify({ sale: written, events })
    engine.schedule(written)
    return written
  }

type Deps = {
  store: SalesStore
  engine: SaleEngine
  wholesaler: Wholesaler
  catalogue: SellableSource
  offers: Offers
  ports: Ports
  disk?: Disk | undefined
  drawers?: Drawers | undefined
  beginSale: BeginSale
  refuseTill: (terminalId: string) => void
  marks: () => SaleMarks
  requireOrder: (orderId: string, person: Person, content: SaleContent) => Promise<void>
}

const OPEN_TIMEOUT_MS = 20_000

/** Opens sales: the same id with the same content is the same sale (rule 2). Returns the sale once its check is answered, or as it is after 20 s. */
export function saleOpener(deps: Deps) {
  const { store, engine, wholesaler, catalogue, offers, ports, disk, drawers, beginSale } = deps
  const { refuseTill, marks, requireOrder } = deps
  const { run } = createSerialQueue<SaleId>()

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

  return async (id: SaleId, request: OpenSaleRequest, seller: Seller): Promise<SaleRecord> => {
    const sale = await run(id, async () => {
      const known = await store.find(id)
      return known ? requireSameContent(known, request, seller.person) : openNew(id, request, seller)
    })
    return isAnswered(sale) ? sale : engine.waitUntil(id, isAnswered, OPEN_TIMEOUT_MS)
  }
}
