import type { AuditEntry } from '#domain/audit.ts'
import { approvalOf, newBatch, saleOfLine, type BatchRecord, type KnownBatch } from '#domain/sale/batch.ts'
import { isStoppedByPerson, stopBatch } from '#domain/sale/steps/batch-step.ts'
import { refOf, type Person } from '#domain/person.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import { newSale, type SaleRecord } from '#domain/sale/record.ts'
import { isAnswered } from '#domain/sale/sale.ts'
import { nameLimits, type LimitsFor } from '#domain/sales-limits.ts'
import { RequestRefused } from '../../lib/failures.ts'
import type { BatchChange } from './store.ts'
import { createBatchApproval, refuseBatch, type BatchApprovalRequest } from './batch-approval.ts'
import { createBatchRunner, type BatchRunner } from './batch-runner.ts'
import { guardAgainstDuplicates } from '../confirm-sale.ts'
import { requireVisible } from '../sale-access.ts'
import { isSameService, readContent, readDuplicateOf, type ServiceRequest } from '../sale-content.ts'
import { createSaleIds } from '../sale-ids.ts'
import type { LimitOverride } from '../sale-limits.ts'
import type { SaleParts } from '../sale-parts.ts'
import { auditActor, auditSubject, type Seller } from '../sale-staff.ts'
import { drawerGuardFor, refuseNewSales, refuseWhenShuttingDown, requireShift } from '../selling-guards.ts'

export type OpenBatchRequest = ServiceRequest & { count: number }

/** `otherSale` is the duplicate that stopped the batch. */
export type BatchReading = KnownBatch & { otherSale?: SaleRecord }

/** Rule 18. Rejections throw `RequestRefused` or `DuplicateSaleError`. */
export type Batches = {
  /** Creates the ids of all lines and checks the first one. */
  open: (id: string, request: OpenBatchRequest, seller: Seller) => Promise<BatchReading>
  read: (id: string, person: Person) => Promise<BatchReading>
  /** The server then sells the named lines. */
  confirm: (id: string, request: BatchApprovalRequest, seller: Seller) => Promise<BatchReading>
  /** Confirms no further line. */
  stop: (id: string, seller: Seller) => Promise<BatchReading>
}

const OPEN_TIMEOUT_MS = 20_000

export function createBatches(parts: SaleParts): { batches: Batches; runner: BatchRunner } {
  const { store, engine, clock, staff, limits, mayBeLost } = parts
  const runner = createBatchRunner(parts)
  const mintSaleId = createSaleIds(parts)
  const approve = createBatchApproval(parts, mintSaleId)

  async function read(id: string, person: Person): Promise<BatchReading> {
    const known = await requireKnown(id, person)
    const otherId = known.batch.stop?.otherSale
    const otherSale = otherId && (await store.find(otherId))
    return { ...known, ...(otherSale ? { otherSale } : {}) }
  }

  async function requireKnown(id: string, { role, id: personId }: Person): Promise<KnownBatch> {
    const found = await runner.find(id)
    const saleId = findSaleId(id)
    return requireVisible(
      'quantity',
      found,
      ({ batch }) => role === 'supervisor' || batch.cashier.id === personId,
      !found && saleId !== undefined && (await mayBeLost(saleId)),
    )
  }

  return {
    runner,
    batches: {
      open: async (id, request, seller) => {
        await runner.inTurn(id, async () => {
          const known = await runner.find(id)
          if (known) requireSameContent(known, request, seller.person)
          else await openNew(parts, mintSaleId, { id, request, seller })
        })
        const { sales } = await requireKnown(id, seller.person)
        const unanswered = sales.find((sale) => sale.batch?.line === 1 && !isAnswered(sale))
        if (unanswered) await engine.waitUntil(unanswered.id, isAnswered, OPEN_TIMEOUT_MS)
        return read(id, seller.person)
      },

      read,

      confirm: async (id, { approver, ...request }, seller) => {
        const { person } = seller
        const { batch } = await requireKnown(id, person)
        if (!isOwn(batch, person))
          throw new RequestRefused(403, 'not-allowed', `Only ${batch.cashier.name} can continue this quantity.`, {
            moneyMoved: 'unknown',
          })
        const theirs = await staff.limitsFor(person)
        const attempt = (lifted?: LimitOverride) =>
          store.batches.change(id, (known): BatchChange => {
            const approved = approve(known, request, seller)
            if (!approved) return { batch: known.batch }
            return changeOf(known, approved, { request, seller, theirs, lifted }, parts)
          })
        await limits.withOverride((lifted) => attempt(lifted).catch(engine.exitUnlessRefused), approver, seller)
        runner.react(id)
        return read(id, person)
      },

      stop: async (id, seller) => {
        const { person } = seller
        await requireKnown(id, person)
        const stopping = store.batches.change(id, ({ batch, sales }) => {
          if (batch.state === 'complete' || isStoppedByPerson(batch.stop)) return { batch }
          // `restored` is kept: it explains why it is unknown what was sold.
          const reason = batch.isRestored ? 'restored' : 'requested'
          const stopped = stopBatch(batch, { reason, at: clock.now(), by: refOf(person) })
          return { batch: stopped, line: isOwn(batch, person) ? undefined : stopLine(batch, sales, seller) }
        })
        await stopping.catch(engine.exitUnlessRefused)
        await runner.inTurn(id, () => runner.advance(id))
        return read(id, person)
      },
    },
  }
}

/** Stores a new batch with its first line, whose check starts. */
async function openNew(
  { engine, wholesaler, catalog, offers, clock, disk, drawers, beginSale, refuseTerminal, marks }: SaleParts,
  mintSaleId: () => SaleId,
  { id, request: { count, ...request }, seller }: { id: string; request: OpenBatchRequest; seller: Seller },
): Promise<void> {
  await requireShift(drawers, seller.terminal)
  const { international: _, pays: __, ...read } = await readContent(request, { catalog, offers })
  const content = { ...read, ...marks() }
  refuseWhenShuttingDown(engine)
  refuseNewSales(wholesaler, disk)
  const saleIds = Array.from({ length: count }, mintSaleId)
  const [cashier, terminal, now] = [refOf(seller.person), refOf(seller.terminal), clock.now()]
  const batch = newBatch(id, content, saleIds, { cashier, terminal, now })
  const line = { ...content, batch: { id, line: 1, of: count } }
  const sale = newSale(requireId(batch, 1), line, cashier, terminal, now)
  const duplicate = guardAgainstDuplicates(sale, content.duplicateOf, clock)
  const begun = await beginSale(sale, { refuse: () => refuseTerminal(terminal.id), duplicate, opens: batch })
  if (!begun) throw new Error(`batch ${id} appeared beside its own turn`)
}

type Approving = { request: BatchApprovalRequest; seller: Seller; theirs: LimitsFor; lifted: LimitOverride | undefined }

/** What an approval stores, with the checks of its commit. */
function changeOf(
  known: KnownBatch,
  approved: BatchRecord,
  { request, seller, theirs, lifted }: Approving,
  { clock, limits, drawers, refuseTerminal }: SaleParts,
): BatchChange {
  const sale = saleForGuard(known, clock.now())
  const named = { count: request.lines.length, except: numbersOf(known, request.lines) }
  const duplicateOf = readDuplicateOf(request.duplicateOf)
  const firstLine = { ...sale, id: requireId(approved, Math.min(...request.lines)) }
  return {
    batch: lifted ? withOverride(approved, lifted) : approved,
    guard: {
      sale,
      refuse: () => refuseTerminal(seller.terminal.id),
      duplicate: guardAgainstDuplicates(firstLine, duplicateOf ?? known.batch.content.duplicateOf, clock),
      limits: limits.guardFor(sale, seller.person.id, theirs, lifted, named),
      drawer: drawerGuardFor(drawers, seller.terminal),
    },
    line: lifted && overrideLine(sale, lifted, request.lines, seller),
  }
}

const isOwn = ({ cashier }: BatchRecord, { id }: Person) => cashier.id === id

/** Rule 2: the same id with other content is rejected. */
function requireSameContent(known: KnownBatch, { count, ...request }: OpenBatchRequest, person: Person): void {
  const { batch } = known
  requireVisible('quantity', known, () => isOwn(batch, person))
  if (batch.lines.length === count && isSameService(batch.content, request)) return
  throw refuseBatch(known, 'content-mismatch', 'This quantity already exists with different content. Start a new one.')
}

function requireId({ id, lines }: BatchRecord, line: number): SaleId {
  const saleId = lines[line - 1]?.saleId
  if (!saleId) throw new Error(`batch ${id} has no line ${line}`)
  return saleId
}

/** A sale that counts for all approved lines in checks, with the first line's number, which people ask about. */
function saleForGuard({ batch, sales }: KnownBatch, now: number): SaleRecord {
  const [first] = sales
  if (!first) throw new Error(`batch ${batch.id} has no first line`)
  const { approval: _, ...sale } = first
  return { ...sale, cashier: batch.cashier, confirmedAt: now }
}

/** Existing sales don't count against themselves. */
const numbersOf = (known: KnownBatch, lines: readonly number[]) =>
  lines.flatMap((line) => saleOfLine(known, line)?.number ?? [])

const withOverride = (batch: BatchRecord, overridden: LimitOverride): BatchRecord => ({
  ...batch,
  approvals: batch.approvals.map((one) => (one === approvalOf(batch) ? { ...one, overridden } : one)),
})

const overrideLine = (
  sale: SaleRecord,
  { by, limits }: LimitOverride,
  lines: readonly number[],
  { person, terminal }: Seller,
): AuditEntry => ({
  kind: 'limit-overridden',
  by,
  terminal: refOf(terminal),
  ...auditSubject(sale),
  detail: { limit: nameLimits(limits), seller: person.name, lines: lines.length },
})

function stopLine({ cashier }: BatchRecord, [first]: readonly SaleRecord[], seller: Seller): AuditEntry {
  const about = first ? auditSubject(first) : {}
  return { kind: 'batch-stopped', ...auditActor(seller), ...about, detail: { seller: cashier.name } }
}
