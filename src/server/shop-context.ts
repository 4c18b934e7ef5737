import type { Kysely } from 'kysely'

import type { Settings } from '#api/settings.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { Commit } from './database/drivers/group-commit.ts'
import type { DiskGuard } from './database/maintenance/disk-guard.ts'
import type { JournalTables } from './database/schema/tables.ts'
import type { Log } from './lib/log.ts'
import type { Ports } from './lib/ports.ts'

/** What the parts of one shop share. Practice inside a shop has another journal and no audit log, and ends alone. */
export type ShopContext = Ports & {
  /** Absent where the installation has one shop. */
  shopId?: string | undefined
  log: Log
  db: Kysely<JournalTables>
  /** What reports and lists read with: a connection of its own, or `db`. */
  reader: Kysely<JournalTables>
  /** The one for all that writes to the journal while it sells. */
  commit: Commit
  audit: Pick<AuditLog, 'append' | 'appendIn'>
  settings: () => Settings
  calendar: () => ShopCalendar
  disk: DiskGuard
  /** Whether this process may still send. */
  maySend: () => boolean
}
