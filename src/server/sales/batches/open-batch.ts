import { limitAccountKey } from '#domain/sales-limits.ts'
import { contentOfLine, newBatch, newMixedBatch, type BatchContent, type BatchRecord } from '#domain/sale/batch.ts'
import { refOf, type Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { newSale } from '#domain/sale/record.ts'
import { RequestRefused } from '../../lib/failures.ts'
import { guardAgainstDuplicates } from '../confirm-sale.ts'
import { isSameService, readContent, type ServiceRequest } from '../sale-content.ts'
import type { SaleParts } from '../sale-parts.ts'
import type { Seller } from '../sale-staff.ts'
import { refuseNewSales, refuseWhenShuttingDown, requireShift } from '../selling-guards.ts'

export type BatchLineRequest = Omit<ServiceRequest, 'orderId' | 'duplicateOf'>

/** A quantity, or the lines of a basket or list. */
export type OpenBatchRequest = (ServiceRequest & { count: number }) | { lines: readonly BatchLineRequest[] }

type Opening = { id: string; request: OpenBatchRequest; seller: Seller }

/** Stores a quantity with its first line, whose check starts, or a basket or list, whose lines are opened afterward. */
export async function openBatch(
  parts: SaleParts,
  mintSaleId: () => SaleId,
  { id, request, seller }: Opening,
): Promise<void> {
  const { engine, wholesaler, disk, drawers, marks } = parts
  await requireShift(drawers, seller.terminal)
  const isQuantity = 'count' in request
  const contents = await (isQuantity ? readAll([request], parts) : readLines(request.lines, seller, parts))
  refuseWhenShuttingDown(engine)
  refuseNewSales(wholesaler, disk)
  const shared = marks()
  const [first, ...others] = contents.map((content) => ({ ...content, ...shared }))
  if (!first) throw new RequestRefused(400, 'invalid-request', 'lines: at least one.')
  const opening = { cashier: refOf(seller.person), terminal: refOf(seller.terminal), now: parts.clock.now() }
  if (isQuantity) {
    const saleIds = Array.from({ length: request.count }, mintSaleId)
    return openQuantity(parts, newBatch(id, first, saleIds, opening), seller)
  }
  const asLine = (content: BatchContent) => ({ saleId: mintSaleId(), content })
  const batch = newMixedBatch(id, [asLine(first), ...others.map(asLine)], opening)
  const storing = parts.store.batches.open(batch, () => parts.refuseTerminal(seller.terminal.id))
  await storing.catch(engine.exitUnlessRefused)
}

async function openQuantity({ clock, beginSale, refuseTerminal }: SaleParts, batch: BatchRecord, { terminal }: Seller) {
  const { id, content, cashier, openedAt, lines } = batch
  const [line] = lines
  if (!line) throw new Error(`batch ${id} has no line`)
  const ofBatch = { ...content, batch: { id, line: 1, of: lines.length } }
  const sale = newSale(line.saleId, ofBatch, cashier, batch.terminal, openedAt)
  const duplicate = guardAgainstDuplicates(sale, content.duplicateOf, clock)
  const begun = await beginSale(sale, { refuse: () => refuseTerminal(terminal.id), duplicate, opens: batch })
  if (!begun) throw new Error(`batch ${id} appeared beside its own turn`)
}

async function readAll(
  requests: readonly ServiceRequest[],
  { catalog, offers }: Pick<SaleParts, 'catalog' | 'offers'>,
): Promise<BatchContent[]> {
  const contents: BatchContent[] = []
  for (const [index, request] of requests.entries()) {
    const {
      international: _,
      pays: __,
      ...content
    } = await readContent(request, { catalog, offers }).catch((error: unknown) => {
      if (requests.length > 1 && error instanceof RequestRefused) throw inLine(error, index + 1)
      throw error
    })
    contents.push(content)
  }
  return contents
}

/** Throws `RequestRefused`, naming the line. A kiosk sells neither baskets nor lists. */
async function readLines(
  requests: readonly BatchLineRequest[],
  { terminal }: Seller,
  parts: Pick<SaleParts, 'catalog' | 'offers'>,
): Promise<BatchContent[]> {
  if (terminal.isKiosk) throw new RequestRefused(403, 'not-allowed', 'A kiosk sells one product at a time.')
  const contents = await readAll(requests, parts)
  refuseRepeatedLines(contents)
  return contents
}

/** Lines of a batch are no duplicates of each other (rule 11), so none may sell the same to the same account. */
function refuseRepeatedLines(contents: readonly BatchContent[]): void {
  const lines = new Map<string, number>()
  for (const [index, content] of contents.entries()) {
    if (content.account === undefined) continue
    const key = [content.serviceId, limitAccountKey(content), content.amount.amount].join(' ')
    const same = lines.get(key)
    if (same !== undefined) {
      const message = `It is the same as line ${same}. Delete one of them, or sell it again later.`
      throw inLine(new RequestRefused(422, 'line-repeated', message), index + 1)
    }
    lines.set(key, index + 1)
  }
}

const inLine = ({ status, failure: { code, message } }: RequestRefused, line: number) =>
  new RequestRefused(status, code, `Line ${line}: ${message}`, { line })

/** Rule 2. */
export function isSameBatch(batch: BatchRecord, request: OpenBatchRequest): boolean {
  const lines = 'count' in request ? [request] : request.lines
  const count = 'count' in request ? request.count : lines.length
  const isMixedRequest = !('count' in request)
  return (
    batch.lines.length === count &&
    batch.lines.every(({ content }) => (content !== undefined) === isMixedRequest) &&
    lines.every((line, index) => isSameService(contentOfLine(batch, index + 1), line))
  )
}

export const isOwn = ({ cashier }: BatchRecord, { id }: Pick<Person, 'id'>) => cashier.id === id
