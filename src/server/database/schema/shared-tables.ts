import type { Kysely } from 'kysely'

import { isPostgres } from './schema-dialect.ts'
import type { JournalTables } from './tables.ts'

/**
 * The schema beside those of the shops, in their database, for what is one of a person in all of them: whether they are an owner, and how often their PIN
 * was guessed wrong; and for which processes there are. A shop reads and writes it in its own transactions, so it is never behind and needs no message.
 * Nothing of a sale is in it.
 */
export const ALL_SHOPS = 'all_shops'
export const OWNERS = `${ALL_SHOPS}.owners`
export const PROCESSES = `${ALL_SHOPS}.processes`

/** The statements that make the tables of that schema, if they are not there. The caller keeps other processes from doing so at the same time. */
export const sharedTables = (schema = ALL_SHOPS): string =>
  `CREATE TABLE IF NOT EXISTS ${schema}.owners (staff_id TEXT PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS ${schema}.staff_pin_attempts (staff_id TEXT PRIMARY KEY, attempts BIGINT NOT NULL,
      last_attempt_at BIGINT NOT NULL, locked_until BIGINT NOT NULL, needs_unlock BIGINT NOT NULL);
    CREATE TABLE IF NOT EXISTS ${schema}.processes (name TEXT PRIMARY KEY, leads BIGINT NOT NULL,
      since TIMESTAMPTZ NOT NULL, seen_at TIMESTAMPTZ NOT NULL)`

/** Whether a journal has this schema beside it: that of one of several shops. */
export const hasSharedTables = (db: Kysely<JournalTables>, shopId: string | undefined): boolean =>
  shopId !== undefined && isPostgres(db)

/** The tables of that schema which a journal has, too, by the same names. */
export const ofAllShops = (db: Kysely<JournalTables>): Kysely<JournalTables> => db.withSchema(ALL_SHOPS)
