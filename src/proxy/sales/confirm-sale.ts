import { findDuplicate } from '#domain/duplicate.ts'
import type { Person, Terminal } from '#domain/person.ts'
import { isQuoteOver, saleCan } from '#domain/sale.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { SaleInput } from '#domain/sale-input.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import type { Guard } from '../journal/sales-store.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import type { FollowSales } from './follow-sales.ts'
import { refuseWhenEnding, refuseWhenStopped } from './stopped-selling.ts'
import { refuseOthers, whoIs } from './whose-sale.ts'

/** `version` is the one the person saw, `duplicateOf` the other sale they were asked about. */
export type Approval = { version?: number | undefined; duplicateOf?: SaleId | undefined }

type Deps = { follower: FollowSales; wholesaler: Pick<Wholesaler, 'health'>; clock: Clock }

const WAITS_MS = 10_000

/** Rule 11: looks at other sales inside the commit. */
export const guardAgainstDuplicates =
  (sale: SaleRecord, agreedTo: SaleId | undefined, clock: Clock): Guard =>
  (alike) =>
    findDuplicate(sale, alike, clock.now(), agreedTo)

/**
 * A person approves the sale as they saw it; then the confirm goes, and its answer is waited for a while (rules 3 and 11). Throws `Refused`,
 * or `DuplicateSale`.
 */
export async function confirmSale(
  { follower, wholesaler, clock }: Deps,
  id: SaleId,
  { version, duplicateOf }: Approval,
  { person, terminal }: { person: Person; terminal: Terminal },
): Promise<SaleRecord> {
  const approve = (current: SaleRecord): SaleInput | undefined => {
    // Taken over by another cashier in the meantime.
    refuseOthers(current, person)
    // A second tap, another tab, a re-sent request: the sale as it stands.
    if (!saleCan.confirm(current, clock.now())) return current.state === 'checked' ? { kind: 'expired' } : undefined
    // *Finish this sale* without saying what was seen may be an old request sent once more.
    const seen = version ?? (current.state === 'not-executed' ? 0 : current.stateSince)
    if (seen < current.stateSince) {
      throw new Refused(409, 'stale-version', 'This sale changed meanwhile. Look at it again before you confirm.')
    }
    refuseWhenEnding(follower)
    refuseWhenStopped(wholesaler)
    return {
      kind: 'approved',
      by: whoIs(person),
      terminal: whoIs(terminal),
      ...(duplicateOf ? { duplicateOf } : {}),
    }
  }
  const sale = await follower.apply(id, approve, (current) =>
    guardAgainstDuplicates(current, duplicateOf ?? current.duplicateOf, clock),
  )
  if (sale.state === 'abandoned' && sale.confirmedAt === undefined && isQuoteOver(sale, clock.now())) {
    throw new Refused(
      409,
      'quote-expired',
      'The check is over ten minutes old. Start the sale again; nothing was charged.',
    )
  }
  return follower.waitUntil(id, (now) => now.state !== 'confirming', WAITS_MS)
}
