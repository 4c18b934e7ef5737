import type { AuditEntry } from '#domain/audit.ts'
import { findDuplicate } from '#domain/duplicate.ts'
import { nameLimits } from '#domain/limits.ts'
import { isOperatorOpen, isQuoteOver, saleCan } from '#domain/sale.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { SaleInput } from '#domain/sale-input.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import { AboveLimit, type Guard } from '../journal/sales-store.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import type { FollowSales } from './follow-sales.ts'
import type { Approver, Lifted, SaleLimits } from './sale-limits.ts'
import { aboutSale, type SalePeople, type Seller } from './sale-people.ts'
import { refuseWhenEnding, refuseWhenStopped } from './stopped-selling.ts'
import { refuseAbroad, refuseOthers, whoIs } from './whose-sale.ts'

/** `version` is the one the person saw, `duplicateOf` the other sale they were asked about, `approver` lets it go beyond limits. */
export type Approval = {
  version?: number | undefined
  duplicateOf?: SaleId | undefined
  accept?: 'operator' | undefined
  approver?: Approver | undefined
}

type Deps = {
  follower: FollowSales
  wholesaler: Pick<Wholesaler, 'health'>
  people: SalePeople
  limits: SaleLimits
  clock: Clock
}

const WAITS_MS = 10_000

/** Rule 11: looks at other sales inside the commit. */
export const guardAgainstDuplicates =
  (sale: SaleRecord, agreedTo: SaleId | undefined, clock: Clock): Guard['duplicate'] =>
  (alike) =>
    findDuplicate(sale, alike, clock.now(), agreedTo)

/**
 * A person approves the sale as they saw it; then the confirm goes, and its answer is waited for a while (rules 3 and 11). What is approved
 * counts for limits in the same commit; beyond some, `approver` is asked for their PIN, and lifts those and no other (rule 17). Throws
 * `Refused`, or `DuplicateSale`.
 */
export async function confirmSale(
  { follower, wholesaler, people, limits, clock }: Deps,
  id: SaleId,
  { version, duplicateOf, accept, approver }: Approval,
  seller: Seller,
): Promise<SaleRecord> {
  const { person, terminal } = seller
  const theirs = await people.limitsFor(person)

  const approve = (current: SaleRecord, lifted?: Lifted): SaleInput | undefined => {
    // Taken over by another cashier in the meantime.
    refuseOthers(current, person)
    // A second tap, another tab, a re-sent request: the sale as it stands.
    if (!saleCan.confirm(current, clock.now())) return current.state === 'checked' ? { kind: 'expired' } : undefined
    // *Finish this sale* without saying what was seen may be an old request sent once more.
    const seen = version ?? (current.state === 'not-executed' ? 0 : current.stateSince)
    if (seen < current.stateSince) {
      throw new Refused(409, 'stale-version', 'This sale changed meanwhile. Look at it again before you confirm.')
    }
    refuseAbroad(current, person)
    refuseOpenOperator(current, accept)
    refuseWhenEnding(follower)
    refuseWhenStopped(wholesaler)
    return {
      kind: 'approved',
      by: whoIs(person),
      terminal: whoIs(terminal),
      ...(duplicateOf ? { duplicateOf } : {}),
      ...(accept ? { accepts: accept } : {}),
      usesLimits: true,
      ...(lifted ? { lifted } : {}),
    }
  }
  const attempt = (lifted?: Lifted) =>
    follower.apply(id, (current) => approve(current, lifted), {
      guardOf: (current) => ({
        duplicate: guardAgainstDuplicates(current, duplicateOf ?? current.duplicateOf, clock),
        limits: limits.guardOf(current, person.id, theirs, lifted),
      }),
      lineOf: (_, after) => (lifted && after.state === 'confirming' ? overrideLine(after, lifted, seller) : undefined),
    })
  const lift = (error: unknown, by?: Approver) => {
    if (error instanceof AboveLimit) return limits.lift(error, by, seller)
    throw error
  }
  const sale = await attempt().catch(async (error: unknown) => {
    const lifted = await lift(error, approver)
    // Another limit, reached since: nobody has let the sale go beyond that one.
    return attempt(lifted).catch(async (another: unknown) => attempt(await lift(another)))
  })
  if (sale.state === 'abandoned' && sale.confirmedAt === undefined && isQuoteOver(sale, clock.now())) {
    throw new Refused(
      409,
      'quote-expired',
      'The check is over ten minutes old. Start the sale again; nothing was charged.',
    )
  }
  return follower.waitUntil(id, (now) => now.state !== 'confirming', WAITS_MS)
}

const overrideLine = (sale: SaleRecord, { by, limits }: Lifted, { person, terminal }: Seller): AuditEntry => ({
  kind: 'override',
  by,
  terminal: whoIs(terminal),
  ...aboutSale(sale),
  detail: { limit: nameLimits(limits), seller: person.name },
})

/** Rule 10: nobody confirms another operator than the one chosen by habit. */
function refuseOpenOperator(sale: SaleRecord, accept: Approval['accept']): void {
  if (!sale.mismatch || !isOperatorOpen(sale) || accept === 'operator') return
  const { chosen, detected } = sale.mismatch
  throw new OperatorDiffers(
    sale,
    `The number belongs to ${detected.name ?? detected.id}, not to ${chosen.name}. Use that operator, or send accept.`,
  )
}

/** The check detected another operator, and nobody has said that it is the same. */
export class OperatorDiffers extends Error {
  override readonly name = 'OperatorDiffers'
  readonly sale: SaleRecord
  constructor(sale: SaleRecord, message: string) {
    super(message)
    this.sale = sale
  }
}
