import { sql, type Kysely, type Transaction } from 'kysely'

import type { AuditEntry } from '#domain/audit.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import type { Duplicate } from '#domain/sale/duplicate.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { WAITING_STATES } from '#domain/sale/sale.ts'
import { limitAccountKey, nameLimits, type Exceeded, type LimitUsage, type LimitWindows } from '#domain/sales-limits.ts'
import { fixedQuery } from '../database/drivers/fixed-query.ts'
import { usageWithout } from './limit-usage.ts'
import { RECORD_COLUMNS, recordOf } from '../database/schema/sale-row.ts'
import { readShiftState, type ShiftState } from '../shifts/store.ts'
import type { JournalTables } from '../database/schema/tables.ts'

/** `guard` found a sale that forbids this one; nothing was written. */
export class DuplicateSaleError extends Error {
  override readonly name = 'DuplicateSaleError'
  readonly duplicate: Duplicate
  constructor(duplicate: Duplicate) {
    super(`sale ${duplicate.sale.number} forbids it: ${duplicate.kind}`)
    this.duplicate = duplicate
  }
}

/** The sale goes beyond limits that nobody lifted, each of `exceeded`; nothing was written. */
export class AboveLimit extends Error {
  override readonly name = 'AboveLimit'
  readonly sale: SaleRecord
  readonly exceeded: readonly Exceeded[]
  constructor(sale: SaleRecord, exceeded: readonly Exceeded[]) {
    super(`sale ${sale.number} goes beyond ${nameLimits(exceeded)}`)
    this.sale = sale
    this.exceeded = exceeded
  }
}

/** The batch of a line does not allow the step any more, as it is inside the commit (rule 18); nothing was written. */
export class BatchMovedOn extends Error {
  override readonly name = 'BatchMovedOn'
}

/** What a commit checks inside, and what may forbid it. */
export type CommitGuard = {
  /** Throws what forbids the step as of the commit, such as a till that was switched to practice meanwhile. */
  refuse?: () => void
  /** Sees the sales of the same service and account that wait or succeeded lately (rule 11). Absent when nothing is sold. */
  duplicate?: ((alike: SaleRecord[]) => Duplicate | undefined) | undefined
  /**
   * Sees what counts for limits in these windows already, and returns the limits it forbids; absent where no limit is set. `except` are the
   * numbers of the sales that are approved here, which do not count against themselves: the sale itself where absent.
   */
  limits?:
    | { windows: LimitWindows; exceeded: (usage: LimitUsage) => readonly Exceeded[]; except?: readonly number[] }
    | undefined
  /** Sees whether a shift is open at the till that takes or pays out money, and throws what forbids it. Absent where the shop counts no drawers. */
  drawer?: { terminalId: string; refuse: (state: ShiftState) => void } | undefined
  /** Of a sale for an order: sees the other sales that carry that order, and throws where one of them may be the one that is sold. */
  order?: ((others: SaleRecord[]) => void) | undefined
  /**
   * Of a line whose batch the proxy sells: sees that batch as it is inside the commit, and returns it or what is written in its place with the
   * sale. Throws what forbids the step.
   */
  batch?: (batch: BatchRecord) => BatchRecord
}

/** Writes a line of the audit log as part of what `trx` commits. The returned function is called after the commit. */
export type AppendLine = (trx: Transaction<JournalTables>, line: AuditEntry) => Promise<() => void>

/** Successes of one number and service that are compared: more than anybody sells in ten minutes. */
const LATE_SUCCESSES = 20

type Trx = Transaction<JournalTables>

/** Checks duplicates and limits of a sale inside a commit. Throws `DuplicateSaleError` and `AboveLimit`. */
export type CheckGuard = (trx: Trx, sale: SaleRecord, guard: CommitGuard | undefined) => Promise<void>

export function createGuardCheck(db: Kysely<JournalTables>): CheckGuard {
  const queries = alikeQueries(db)
  const shiftStateAt = readShiftState(db)

  async function alike(trx: Trx, { serviceId, account }: SaleRecord): Promise<SaleRecord[]> {
    // Only sales with an account count (rule 11).
    if (account === undefined) return []
    const values = { counted: limitAccountKey({ account }), typed: account, serviceId }
    const waiting = await queries.waiting(values, trx)
    const sold = await queries.sold(values, trx)
    return [...waiting.rows, ...sold.rows].map(recordOf)
  }

  return async (trx, sale, guard) => {
    if (!guard) return
    guard.refuse?.()
    const { drawer } = guard
    if (drawer) drawer.refuse(await shiftStateAt(drawer.terminalId, trx))
    guard.order?.(await salesOfSameOrder(trx, sale))
    const duplicate = guard.duplicate?.(await alike(trx, sale))
    if (duplicate) throw new DuplicateSaleError(duplicate)
    if (!guard.limits) return
    const { windows, exceeded, except } = guard.limits
    const above = exceeded(await usageWithout(trx, sale, windows, except))
    if (above.length > 0) throw new AboveLimit(sale, above)
  }
}

async function salesOfSameOrder(trx: Trx, { id, orderId }: SaleRecord): Promise<SaleRecord[]> {
  if (orderId === undefined) return []
  const rows = await trx
    .selectFrom('sales')
    .select(RECORD_COLUMNS)
    .where('order_id', '=', orderId)
    .where('id', '!=', id)
    .execute()
  return rows.map(recordOf)
}

function alikeQueries(db: Kysely<JournalTables>) {
  type Account = { counted: string; typed: string; serviceId: string }
  const alike = ({ counted, typed, serviceId }: Account) =>
    db
      .selectFrom('sales')
      .select(RECORD_COLUMNS)
      // An older row holds it as it was typed.
      .where('account', 'in', [counted, typed])
      .where('account', '!=', sql.lit(''))
      .where('service_id', '=', serviceId)
      .orderBy('number', 'desc')

  return {
    // With those that only a supervisor's word made sold.
    waiting: fixedQuery(db, (account: Account) =>
      alike(account).where(({ eb }) =>
        eb.or([
          eb('state', 'in', WAITING_STATES),
          eb.and([eb('sale_group', '=', sql.lit('sold')), eb('state', '!=', sql.lit('succeeded'))]),
        ]),
      ),
    ),
    sold: fixedQuery(db, (account: Account) => alike(account).where('state', '=', 'succeeded').limit(LATE_SUCCESSES)),
  }
}
