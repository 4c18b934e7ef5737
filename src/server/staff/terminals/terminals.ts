import type { Kysely } from 'kysely'

import type { Terminal } from '#domain/person.ts'
import { isSameName } from '#domain/text/typed-text.ts'
import type { Clock } from '../../lib/clock.ts'
import { fixedQuery } from '../../database/drivers/fixed-query.ts'
import { createReadCache } from '../../database/drivers/read-cache.ts'
import type { JournalTables } from '../../database/schema/tables.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { enrollment } from './enrollment.ts'
import { hashToken } from '../../lib/identifiers.ts'
import { terminalChanges } from './terminal-changes.ts'
import { createTerminalOffers } from './terminal-offers.ts'
import { readTerminal, TERMINAL_COLUMNS, type TerminalRow } from '../../database/schema/terminal-row.ts'

export type Terminals = ReturnType<typeof createTerminals>
/** Only for supervisors and the administrator. Times are epoch ms. */
type TerminalMember = Terminal & { createdAt: number; revokedAt: number | null }

type TerminalDeps = { db: Kysely<JournalTables>; clock: Clock; audit: AuditLog; shopId?: string | undefined }

/** Each terminal has its own secret in a cookie. */
export function createTerminals(deps: TerminalDeps) {
  const { db, clock, audit } = deps
  const cache = createReadCache<TerminalRow>()
  audit.onChange(cache.empty)
  const offers = createTerminalOffers({ audit, clock })
  const byToken = fixedQuery(db, ({ hash }: { hash: string }) =>
    db.selectFrom('terminals').select(TERMINAL_COLUMNS).where('token_hash', '=', hash).where('revoked_at', 'is', null),
  )

  /** `fromCache`: as of the last read or change of people, terminals or sessions. */
  async function findByToken(token: string, { fromCache = false } = {}): Promise<Terminal | undefined> {
    const hash = hashToken(token)
    const row = await cache.find(hash, fromCache, async () => (await byToken({ hash })).rows[0])
    return row ? readTerminal(row) : offers.accept(hash)
  }

  return {
    ...terminalReads(deps),
    ...enrollment(deps),
    ...terminalChanges(audit, clock),
    offer: offers.offer,
    findByToken,
  }
}

function terminalReads({ db, clock }: TerminalDeps) {
  async function wasRevoked(token: string): Promise<boolean> {
    const row = await db
      .selectFrom('terminals')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .where('revoked_at', 'is not', null)
      .executeTakeFirst()
    return row !== undefined
  }

  async function listAll(): Promise<TerminalMember[]> {
    const rows = await db.selectFrom('terminals').selectAll().orderBy('created_at').orderBy('id').execute()
    return rows.map((row) => ({ ...readTerminal(row), createdAt: row.created_at, revokedAt: row.revoked_at }))
  }

  /** When the last unused enrollment code expires (epoch ms). */
  async function findOpenCode(): Promise<number | undefined> {
    const newest = await db
      .selectFrom('enrollment_codes')
      .select('expires_at')
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock.now())
      .orderBy('expires_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest?.expires_at
  }

  /** Ignores case. Several terminals can have the same name, because earlier versions allowed that. */
  async function findByName(name: string): Promise<Terminal[]> {
    const inUse = await db.selectFrom('terminals').selectAll().where('revoked_at', 'is', null).execute()
    return inUse.filter((terminal) => isSameName(terminal.name, name)).map(readTerminal)
  }

  async function listPracticing(): Promise<string[]> {
    const rows = await db
      .selectFrom('terminals')
      .select('id')
      .where('is_practice', '=', 1)
      .where('revoked_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  }

  return {
    wasRevoked,
    listAll,
    findOpenCode,
    findByName,
    listPracticing,
  }
}
