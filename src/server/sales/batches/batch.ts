import type { AuditEntry } from '#domain/audit.ts'
import {
  approvalOf,
  contentOfLine,
  isMixed,
  saleOfLine,
  type BatchRecord,
  type KnownBatch,
} from '#domain/sale/batch.ts'
import { chargeOfBatch, type BatchCharge } from '#domain/sale/batch-charge.ts'
import { isStoppedByPerson, stopBatch } from '#domain/sale/steps/batch-step.ts'
import { refOf, type Person } from '#domain/person.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { newSale, type SaleRecord } from '#domain/sale/record.ts'
import { isAnswered } from '#domain/sale/sale.ts'
import { nameLimits, type LimitsFor, type Wanted } from '#domain/sales-limits.ts'
import { RequestRefused } from '../../lib/failures.ts'
import type { BatchChange } from './store.ts'
import { createBatchApproval, refuseBatch, type BatchApprovalRequest } from './batch-approval.ts'
import { createBatchRunner, type BatchRunner } from './batch-runner.ts'
import { isOwn, isSameBatch, openBatch, type OpenBatchRequest } from './open-batch.ts'
import { guardAgainstDuplicates } from '../confirm-sale.ts'
import { requireVisible } from '../sale-access.ts'
import { readDuplicateOf } from '../sale-content.ts'
import { createSaleIds } from '../sale-ids.ts'
import type { LimitOverride } from '../sale-limits.ts'
import type { SaleParts } from '../sale-parts.ts'
import { auditActor, auditSubject, type Seller } from '../sale-staff.ts'
import { drawerGuardFor } from '../selling-guards.ts'

/** `others` are the duplicates that stopped the batch or one of its lines. */
export type BatchReading = KnownBatch & { charge: BatchCharge; others: readonly SaleRecord[] }

/** Rule 18. Rejections throw `RequestRefused` or `DuplicateSaleError`. */
export type Batches = {
  /** Creates the ids of all lines, and checks the first of a quantity, or all of a basket or list. */
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
    const { stop, lines } = known.batch
    const ids = new Set([stop?.otherSale, ...lines.map(({ skip }) => skip?.otherSale)])
    const found = await Promise.all([...ids].flatMap((other) => (other ? store.find(other) : [])))
    return { ...known, charge: chargeOfBatch(known), others: found.filter((other) => other !== undefined) }
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
          else await openBatch(parts, mintSaleId, { id, request, seller })
          await runner.advance(id)
        })
        const { batch, sales } = await requireKnown(id, seller.person)
        if (batch.state === 'checked') await waitForChecks(sales, parts)
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

/** Of the lines that are being checked now. The page reads those that follow. */
async function waitForChecks(sales: readonly SaleRecord[], { engine, clock }: SaleParts): Promise<void> {
  const until = clock.now() + OPEN_TIMEOUT_MS
  for (const { id } of sales.filter((sale) => !isAnswered(sale)))
    await engine.waitUntil(id, isAnswered, Math.max(0, until - clock.now()))
}

type Approving = { request: BatchApprovalRequest; seller: Seller; theirs: LimitsFor; lifted: LimitOverride | undefined }

/** What an approval stores, with the checks of its commit. */
function changeOf(
  known: KnownBatch,
  approved: BatchRecord,
  { request, seller, theirs, lifted }: Approving,
  { clock, limits, drawers, refuseTerminal }: SaleParts,
): BatchChange {
  const { lines } = request
  const sale = saleForGuard(known, approved, Math.min(...lines), clock.now())
  const named = { wanted: lines.map((line) => wantedOf(known, line)), except: numbersOf(known, lines) }
  const agreed = readDuplicateOf(request.duplicateOf) ?? known.batch.content.duplicateOf
  return {
    batch: lifted ? withOverride(approved, lifted) : approved,
    guard: {
      sale,
      refuse: () => refuseTerminal(seller.terminal.id),
      // Lines that differ are compared one by one as they are sold, and a duplicate is passed over.
      duplicate: isMixed(approved) ? undefined : guardAgainstDuplicates(sale, agreed, clock),
      limits: limits.guardFor(sale, seller.person.id, theirs, lifted, named),
      drawer: drawerGuardFor(drawers, seller.terminal),
    },
    line: lifted && overrideLine(sale, lifted, lines, seller),
  }
}

/** Rule 2: the same id with other content is rejected. */
function requireSameContent(known: KnownBatch, request: OpenBatchRequest, person: Person): void {
  requireVisible('quantity', known, ({ batch }) => isOwn(batch, person))
  if (isSameBatch(known.batch, request)) return
  throw refuseBatch(known, 'content-mismatch', 'This quantity already exists with different content. Start a new one.')
}

/** Represents all approved lines in checks: the first of them, with the number of the batch's first sale, which people ask about. */
function saleForGuard({ batch, sales }: KnownBatch, approved: BatchRecord, line: number, now: number): SaleRecord {
  const saleId = approved.lines[line - 1]?.saleId
  if (!saleId) throw new Error(`batch ${batch.id} has no line ${line}`)
  const ofBatch = { ...contentOfLine(batch, line), batch: { id: batch.id, line, of: batch.lines.length } }
  const sale = newSale(saleId, ofBatch, batch.cashier, batch.terminal, batch.openedAt)
  return { ...sale, number: sales[0]?.number ?? 0, confirmedAt: now }
}

const wantedOf = ({ batch }: KnownBatch, line: number): Wanted => {
  const { kind, amount, account } = contentOfLine(batch, line)
  return { kind, pays: amount, ...(account === undefined ? {} : { account }) }
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
