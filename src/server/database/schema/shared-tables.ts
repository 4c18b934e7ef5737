import type { Kysely } from 'kysely'

import { isPostgres } from './schema-dialect.ts'
import type { JournalTables } from './tables.ts'

/** Owners, wrong PINs, and running processes, but nothing about sales. Shops use it in their own transactions, so it is never out of date. */
export const ALL_SHOPS = 'all_shops'
export const OWNERS = `${ALL_SHOPS}.owners`
export const PROCESSES = `${ALL_SHOPS}.processes`

/** The caller has to keep other processes from running them at the same time. */
export const sharedTables = (schema = ALL_SHOPS): string =>
  `CREATE TABLE IF NOT EXISTS ${schema}.owners (staff_id TEXT PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS ${schema}.staff_pin_attempts (staff_id TEXT PRIMARY KEY, attempts BIGINT NOT NULL,
      last_attempt_at BIGINT NOT NULL, locked_until BIGINT NOT NULL, needs_unlock BIGINT NOT NULL);
    CREATE TABLE IF NOT EXISTS ${schema}.processes (name TEXT PRIMARY KEY, leads BIGINT NOT NULL,
      since TIMESTAMPTZ NOT NULL, seen_at TIMESTAMPTZ NOT NULL)`

/** True only for one of several shops in PostgreSQL. */
export const hasSharedTables = (db: Kysely<JournalTables>, shopId: string | undefined): boolean =>
  shopId !== undefined && isPostgres(db)

/** The shared tables have the same names as those in a journal. */
export const ofAllShops = (db: Kysely<JournalTables>): Kysely<JournalTables> => db.withSchema(ALL_SHOPS)
