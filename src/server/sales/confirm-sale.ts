import type { AuditEntry } from '#domain/audit.ts'
import { questionOf } from '#domain/customer-display.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import { stopBatch } from '#domain/sale/batch-step.ts'
import { findDuplicate } from '#domain/sale/duplicate.ts'
import { nameLimits } from '#domain/sales-limits.ts'
import { isProviderUnconfirmed, isQuoteExpired, saleCan } from '#domain/sale/sale.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { CommitGuard } from './commit-guard.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import type { SaleEngine } from './engine.ts'
import type { LimitOverride, SaleLimits } from './sale-limits.ts'
import type { Approver } from '#domain/person.ts'
import { notedPayment, readNumberCheck, readPayment, refuseUnasked, type AtCounter } from './payment.ts'
import { auditSubject, type SaleStaff, type Seller } from './sale-staff.ts'
import {
  drawerGuardFor,
  orderGuardFor,
  refuseWhenShuttingDown,
  refuseWhenStopped,
  type Drawers,
} from './selling-guards.ts'
import { refuseInternational, refuseOtherCashier, refOf } from './sale-access.ts'

/** `version` is the one the person saw, `duplicateOf` the other sale they were asked about, and `approver` permits exceeding limits. */
export type Approval = AtCounter & {
  version?: number | undefined
  duplicateOf?: SaleId | undefined
  accept?: 'operator' | undefined
  approver?: Approver | undefined
}

type Deps = {
  engine: SaleEngine
  wholesaler: Pick<Wholesaler, 'health'>
  staff: SaleStaff
  limits: SaleLimits
  drawers?: Drawers | undefined
  refuseTill: (terminalId: string) => void
  clock: Clock
}

const CONFIRM_TIMEOUT_MS = 10_000

/** Rule 11: searches other sales for duplicates inside the commit. */
export const guardAgainstDuplicates =
  (sale: SaleRecord, agreedTo: SaleId | undefined, clock: Clock): CommitGuard['duplicate'] =>
  (alike) =>
    findDuplicate(sale, alike, clock.now(), agreedTo)

/**
 * Approves the sale as the person saw it, sends the confirm, and waits a while for its answer (rules 3 and 11). The same commit counts the sale
 * toward limits. If it exceeds some, `approver` overrides exactly those with their PIN (rule 17). Throws `RequestRefused` or
 * `DuplicateSaleError`.
 */
export async function confirmSale(
  { engine, wholesaler, staff, limits, drawers, refuseTill, clock }: Deps,
  id: SaleId,
  { version, duplicateOf, accept, approver, scamAsked, withoutCustomer, ...said }: Approval,
  seller: Seller,
): Promise<SaleRecord> {
  const { person, terminal } = seller
  const theirs = await staff.limitsFor(person)

  const approve = (current: SaleRecord, lifted?: LimitOverride): SaleInput | undefined => {
    // Another cashier may have taken it over in the meantime.
    refuseOtherCashier(current, person)
    // A second tap, another tab or a repeated request gets the sale in its current state.
    if (!saleCan.confirm(current, clock.now())) return current.state === 'checked' ? { kind: 'expired' } : undefined
    // A request to finish a sale that is not executed has to name the version it saw; otherwise it may be an old request sent again.
    const seen = version ?? (current.state === 'not-executed' ? 0 : current.stateVersion)
    if (seen < current.stateVersion) {
      throw new RequestRefused(
        409,
        'stale-version',
        'This sale changed meanwhile. Look at it again before you confirm.',
      )
    }
    refuseInternational(current, person)
    refuseUnconfirmedProvider(current, accept)
    refuseWhenShuttingDown(engine)
    refuseWhenStopped(wholesaler)
    const { kind, pays } = current
    const isAsked = scamAsked ?? current.isScamAsked
    if (!isAsked) refuseUnasked({ kind, count: 1, pays }, staff)
    // Finishing a sale that is not executed repeats what was decided before it was first sent.
    const check =
      current.state === 'checked'
        ? readNumberCheck(
            { id, question: questionOf(current, pays) },
            { terminalId: terminal.id, withoutCustomer: withoutCustomer === true },
            staff,
          )
        : {}
    const payment = readPayment(said, { pays, noted: notedPayment(current) }, staff)
    return {
      kind: 'approved',
      by: refOf(person),
      terminal: refOf(terminal),
      ...(duplicateOf ? { duplicateOf } : {}),
      ...(accept ? { accepts: accept } : {}),
      countsTowardLimits: true,
      ...(lifted ? { overridden: lifted } : {}),
      ...payment,
      ...check,
      ...(isAsked ? { isScamAsked: isAsked } : {}),
    }
  }
  const attempt = (lifted?: LimitOverride) =>
    engine.apply(id, (current) => approve(current, lifted), {
      guardFor: (current) => ({
        refuse: () => refuseTill(terminal.id),
        duplicate: guardAgainstDuplicates(current, duplicateOf ?? current.duplicateOf, clock),
        limits: limits.guardFor(current, person.id, theirs, lifted),
        drawer: drawerGuardFor(drawers, terminal),
        order: orderGuardFor(current),
        batch: (batch) => leaveToBatch(batch, current, clock),
      }),
      auditLineFor: (_, after) =>
        lifted && after.state === 'confirming' ? overrideLine(after, lifted, seller) : undefined,
    })
  const sale = await limits.withOverride(attempt, approver, seller)
  if (sale.state === 'abandoned' && sale.confirmedAt === undefined && isQuoteExpired(sale, clock.now())) {
    throw new RequestRefused(
      409,
      'quote-expired',
      'The check is over ten minutes old. Start the sale again; nothing was charged.',
    )
  }
  return engine.waitUntil(id, (now) => now.state !== 'confirming', CONFIRM_TIMEOUT_MS)
}

/**
 * Rule 18: the lines of a batch are confirmed through its approval until it is stopped. If somebody took a line over and the batch does not
 * record that yet, it is stopped here. Throws `RequestRefused`.
 */
function leaveToBatch(batch: BatchRecord, sale: SaleRecord, clock: Clock): BatchRecord {
  if (batch.state === 'stopped' || batch.state === 'complete') return batch
  if (sale.cashier.id !== batch.cashier.id) return stopBatch(batch, { reason: 'taken-over', at: clock.now() })
  throw new RequestRefused(409, 'wrong-state', 'This sale is a line of a quantity. Confirm or stop the quantity.')
}

const overrideLine = (sale: SaleRecord, { by, limits }: LimitOverride, { person, terminal }: Seller): AuditEntry => ({
  kind: 'limit-overridden',
  by,
  terminal: refOf(terminal),
  ...auditSubject(sale),
  detail: { limit: nameLimits(limits), seller: person.name },
})

/** Rule 10: a different operator is never confirmed out of habit. */
function refuseUnconfirmedProvider(sale: SaleRecord, accept: Approval['accept']): void {
  if (!sale.mismatch || !isProviderUnconfirmed(sale) || accept === 'operator') return
  const { chosen, detected } = sale.mismatch
  throw new ProviderDiffersError(
    sale,
    `The number belongs to ${detected.name ?? detected.id}, not to ${chosen.name}. Use that operator, or send accept.`,
  )
}

/** The check detected another operator, and nobody has accepted it as the same. */
export class ProviderDiffersError extends Error {
  override readonly name = 'ProviderDiffersError'
  readonly sale: SaleRecord
  constructor(sale: SaleRecord, message: string) {
    super(message)
    this.sale = sale
  }
}
