import { sql, type Kysely } from 'kysely'

import type { Installation } from '../../config/config.ts'
import type { WholesalerAccount } from '../account-store.ts'
import { nameOf, schemaOf } from '../../config/database-url.ts'
import { JournalUnusable } from '../drivers/journal-unusable.ts'
import { newClient } from '../drivers/postgres.ts'
import { whyNotOpened } from '../drivers/postgres-server.ts'
import { ALL_SHOPS, sharedTables } from './shared-tables.ts'
import type { JournalTables } from './tables.ts'
import pg from 'pg'

const NO_RIGHT = '42501'
/** Without this lock, IF NOT EXISTS can fail if another process creates the same schema. */
export const CREATING = 5012
/** In ms. If the process is paused, the server ends its transaction and the lock. */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = 15000;
  SET LOCAL idle_in_transaction_session_timeout = 6000`

/** Includes the shared schema. Throws `JournalUnusable`. */
export async function createMissingSchemas({ settings: { database }, shops }: Installation): Promise<void> {
  const schemas = shops.flatMap(({ shop }) => (shop ? [schemaOf(shop.id)] : []))
  if (schemas.length > 0) await createSchemas(database, [...schemas, ALL_SHOPS])
}

async function createSchemas(url: string, schemas: readonly string[]): Promise<void> {
  const client = newClient(url)
  // The pending query also fails.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(BEGIN)
    await client.query('SELECT pg_advisory_xact_lock($1, 0)', [CREATING])
    const { rows } = await client.query<{ name: string }>('SELECT nspname AS name FROM pg_namespace')
    const known = new Set(rows.map(({ name }) => name))
    for (const schema of schemas) if (!known.has(schema)) await create(client, schema, nameOf(url))
    await client.query(sharedTables())
    await client.query('COMMIT')
  } catch (error) {
    throw error instanceof JournalUnusable ? error : new JournalUnusable(whyNotOpened(url, error))
  } finally {
    await client.end().catch(() => {})
  }
}

async function create(client: pg.Client, schema: string, database: string): Promise<void> {
  try {
    await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === NO_RIGHT)) throw error
    throw new JournalUnusable(
      `${database} has no schema ${schema}, and this user may not create one. Create it for this user (CREATE SCHEMA ${schema} AUTHORIZATION …), or grant CREATE on the database.`,
    )
  }
}

/**
 * If this journal has no account: two journals of one account would both sell, for example when a shop gets another id and its journal keeps the old schema.
 * `instead`: also if this journal has another account that is to be replaced.
 */
export async function findOtherJournalOf(
  db: Kysely<JournalTables>,
  { baseUrl, posId }: WholesalerAccount,
  { instead = false } = {},
): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string; isOwn: boolean }>`SELECT n.nspname AS schema,
      n.nspname = current_schema() AS "isOwn"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = 'wholesaler_account' AND c.relkind = 'r'
      AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
    ORDER BY "isOwn" DESC, n.nspname`.execute(db)
  for (const { schema, isOwn } of rows) {
    const owner = await db
      .withSchema(schema)
      .selectFrom('wholesaler_account')
      .select(['base_url', 'pos_id'])
      .executeTakeFirst()
    if (owner && isOwn && !instead) return undefined
    if (owner?.base_url === baseUrl && owner.pos_id === posId) return schema
  }
  return undefined
}
