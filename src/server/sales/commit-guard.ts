import { sql, type Kysely, type Transaction } from 'kysely'

import type { AuditEntry } from '#domain/audit.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import type { Duplicate } from '#domain/sale/duplicate.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { WAITING_STATES } from '#domain/sale/sale.ts'
import {
  limitAccountKey,
  nameLimits,
  type Exceeded,
  type LimitUsage,
  type LimitWindows,
  type Wanted,
} from '#domain/sales-limits.ts'
import { fixedQuery } from '../database/drivers/fixed-query.ts'
import { usageWithout } from './limit-usage.ts'
import { RECORD_COLUMNS, readAllRecords } from '../database/schema/sale-row.ts'
import { readShiftState, type ShiftState } from '../shifts/store.ts'
import type { JournalTables } from '../database/schema/tables.ts'

/** Another sale forbids this one; nothing was written. */
export class DuplicateSaleError extends Error {
  override readonly name = 'DuplicateSaleError'
  readonly duplicate: Duplicate
  constructor(duplicate: Duplicate) {
    super(`sale ${duplicate.sale.number} forbids it: ${duplicate.kind}`)
    this.duplicate = duplicate
  }
}

/** The sale exceeds limits without an override; nothing was written. */
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

/** The batch no longer allows the step (rule 18); nothing was written. */
export class BatchMovedOn extends Error {
  override readonly name = 'BatchMovedOn'
}

/** Checks inside a commit, each of which may forbid it. */
export type CommitGuard = {
  /** Throws if the step is forbidden by then, for example after the till was switched to practice. */
  refuse?: () => void
  /** Receives sales of the same service and account that wait or recently succeeded (rule 11). Absent if nothing is sold. */
  duplicate?: ((alike: SaleRecord[]) => Duplicate | undefined) | undefined
  /**
   * Receives the usage in these windows and returns the exceeded limits; absent if no limit is set. For a batch, `wanted` has its lines, and `except` the
   * numbers of sales approved here, which don't count against themselves (by default both are the sale itself).
   */
  limits?:
    | {
        windows: LimitWindows
        exceeded: (usage: LimitUsage) => readonly Exceeded[]
        except?: readonly number[]
        wanted?: readonly Wanted[]
      }
    | undefined
  /** Receives the shift state of the till that takes or pays out money. Absent if the shop counts no drawers. */
  drawer?: { terminalId: string; refuse: (state: ShiftState) => void } | undefined
  /** Receives the other sales for the order. Throws if one of them may be sold. */
  order?: ((others: SaleRecord[]) => void) | undefined
  /** Receives the line's batch as it is inside the commit, and returns what is stored with the sale. Throws if the step is forbidden. */
  batch?: (batch: BatchRecord) => BatchRecord
}

/** Call the returned function after the commit. */
export type AppendAuditEntry = (trx: Transaction<JournalTables>, line: AuditEntry) => Promise<() => void>

/** More successes of one number and service than anyone sells in ten minutes. */
const LATE_SUCCESSES = 20

type Trx = Transaction<JournalTables>

/** Throws `DuplicateSaleError`, `AboveLimit`, and what the guard throws. */
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
    return readAllRecords([...waiting.rows, ...sold.rows])
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
    const { windows, exceeded, except, wanted } = guard.limits
    const above = exceeded(await usageWithout(trx, sale, windows, { except, wanted }))
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
  return readAllRecords(rows)
}

function alikeQueries(db: Kysely<JournalTables>) {
  type Account = { counted: string; typed: string; serviceId: string }
  const alike = ({ counted, typed, serviceId }: Account) =>
    db
      .selectFrom('sales')
      .select(RECORD_COLUMNS)
      // Older rows have the account as typed.
      .where('account', 'in', [counted, typed])
      .where('account', '!=', sql.lit(''))
      .where('service_id', '=', serviceId)
      .orderBy('number', 'desc')

  return {
    // Includes sales sold only by a supervisor's decision.
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
