import { refOf } from '#domain/person.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { newSale, type SaleRecord } from '#domain/sale/record.ts'
import { isAnswered } from '#domain/sale/sale.ts'
import { createSerialQueue } from '../lib/concurrency.ts'
import { guardAgainstDuplicates } from './confirm-sale.ts'
import { refuseInternational } from './sale-access.ts'
import { readContent, requireSameContent, type OpenSaleRequest } from './sale-content.ts'
import type { BeginSale, SaleParts } from './sale-parts.ts'
import type { Seller } from './sale-staff.ts'
import { orderGuardFor, refuseNewSales, refuseWhenShuttingDown, requireShift } from './selling-guards.ts'

/** The check is sent once the sale is durable (rule 1). */
export const beginSaleWith =
  ({ store, engine, announce }: Pick<SaleParts, 'store' | 'engine' | 'announce'>): BeginSale =>
  async (sale, guard) => {
    const events: SaleEvent[] = [{ at: sale.openedAt, kind: 'opened', by: sale.cashier.name }]
    const written = await store.insert(sale, events, guard).catch(engine.exitUnlessRefused)
    if (!written) return undefined
    announce({ sale: written, events })
    engine.schedule(written)
    return written
  }

const OPEN_TIMEOUT_MS = 20_000

/** The same id and content is the same sale (rule 2). Returns the sale once its check is answered, or after 20 s. */
export function saleOpener(parts: SaleParts) {
  const { store, engine, wholesaler, catalog, offers, clock, disk, drawers, beginSale } = parts
  const { refuseTerminal, marks, requireOrder } = parts
  const { run } = createSerialQueue<SaleId>()

  async function openNew(id: SaleId, request: OpenSaleRequest, { person, terminal }: Seller): Promise<SaleRecord> {
    refuseInternational(request, person)
    await requireShift(drawers, terminal)
    // Reading an offer calls the wholesaler, so the sale is rejected early if that is unreachable.
    if (request.kind === 'international') refuseNewSales(wholesaler, disk)
    const content = { ...(await readContent(request, { catalog, offers })), ...marks() }
    if (request.orderId !== undefined) await requireOrder(request.orderId, person, content)
    refuseWhenShuttingDown(engine)
    refuseNewSales(wholesaler, disk)
    const sale = newSale(id, content, refOf(person), refOf(terminal), clock.now())
    const written = await beginSale(sale, {
      refuse: () => refuseTerminal(terminal.id),
      duplicate: guardAgainstDuplicates(sale, sale.duplicateOf, clock),
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
