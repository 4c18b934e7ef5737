import type { Kysely, Transaction } from 'kysely'

import type { Settings } from '#api/settings.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Commit } from '../database/drivers/group-commit.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Log } from '../lib/log.ts'
import type { Ports } from '../lib/ports.ts'

/** Practice inside a shop has a separate journal and no audit log, and closes alone. */
export type ShopContext = Ports & {
  /** Absent if the installation has one shop. */
  shopId?: string | undefined
  log: Log
  db: Kysely<JournalTables>
  /** A separate connection for reports and lists, or `db`. */
  reader: Kysely<JournalTables>
  /** Shared by all writes while the shop sells. */
  commit: Commit
  audit: Pick<AuditLog, 'append' | 'appendIn'>
  settings: () => Settings
  calendar: () => ShopCalendar
  disk: DiskGuard
  /** Called in the commit in which a sale becomes sold. Absent in practice. */
  recordSold?: ((trx: Transaction<JournalTables>, sale: SaleRecord) => Promise<void>) | undefined
  maySend: () => boolean
}
