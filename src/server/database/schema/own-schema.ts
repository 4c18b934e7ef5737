import { randomBytes } from 'node:crypto'

import { DEFAULT_MIGRATION_TABLE, Kysely, Migrator, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'

import { nameOf } from '../../config/database-url.ts'
import { JournalUnusable } from '../drivers/journal-unusable.ts'
import { migrations, presentName, readMigrations } from './migrations.ts'
import { PgClient } from '../drivers/pg-client.ts'
import { sharedTables, ALL_SHOPS } from './shared-tables.ts'
import { openFile } from '../drivers/sqlite.ts'
import type { JournalTables } from './tables.ts'

/**
 * A backup may have been changed by others, and its triggers, views and functions would run with our rights. So a restored journal must have exactly the schema
 * that its migrations create.
 */

type Db = Kysely<JournalTables>

/** Definitions by kind and name. */
type Chunks = ReadonlyMap<string, string>
type Piece = { name: string; definition: string }

const PIECES_OF_FILE = sql<Piece>`SELECT type || ' ' || name AS name, tbl_name || ' ' || COALESCE(sql, '') AS definition FROM sqlite_master`

/**
 * Without the schema's own name, and without extensions, because servers come with different ones. The search path must contain only the server's own functions
 * and operators.
 */
const piecesOfSchema = (schema: string) => sql<Piece>`WITH schema AS (SELECT oid, quote_ident(nspname) || '.' AS prefix
    FROM pg_namespace WHERE nspname = ${schema}),
  extended AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  relation AS (SELECT c.* FROM pg_class c JOIN schema ON c.relnamespace = schema.oid
    WHERE ('pg_class'::regclass, c.oid) NOT IN (SELECT classid, objid FROM extended)),
  function AS (SELECT p.* FROM pg_proc p JOIN schema ON p.pronamespace = schema.oid
    WHERE ('pg_proc'::regclass, p.oid) NOT IN (SELECT classid, objid FROM extended)),
  piece AS (
    SELECT CASE relkind WHEN 'r' THEN 'table' WHEN 'i' THEN 'index' WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' ELSE 'relation' END
        || ' ' || relname AS name,
      concat_ws(' ', relkind, relpersistence, relhassubclass, relrowsecurity,
        CASE relkind WHEN 'i' THEN pg_get_indexdef(r.oid) END,
        (SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, attidentity,
          attgenerated, pg_get_expr(adbin, adrelid)), ', ' ORDER BY attnum) FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid
          AND adnum = attnum WHERE attrelid = r.oid AND attnum > 0 AND NOT attisdropped),
        (SELECT string_agg(conname || ' ' || pg_get_constraintdef(k.oid), ', ' ORDER BY conname) FROM pg_constraint k
          WHERE conrelid = r.oid AND contype <> 'n')) AS definition
      FROM relation r
    UNION ALL SELECT 'trigger ' || tgname || ' on ' || relname, concat(tgenabled, pg_get_triggerdef(t.oid))
      FROM pg_trigger t JOIN relation r ON r.oid = tgrelid WHERE NOT tgisinternal
    UNION ALL SELECT 'rule ' || rulename || ' on ' || relname, concat(ev_enabled, pg_get_ruledef(w.oid))
      FROM pg_rewrite w JOIN relation r ON r.oid = ev_class WHERE rulename <> '_RETURN'
    UNION ALL SELECT 'policy ' || polname || ' on ' || relname, '' FROM pg_policy JOIN relation r ON r.oid = polrelid
    UNION ALL SELECT 'function ' || f.oid::regprocedure, CASE WHEN prokind IN ('f', 'p') THEN pg_get_functiondef(f.oid) END FROM function f
    UNION ALL SELECT 'type ' || typname, typtype::text FROM pg_type t JOIN schema ON typnamespace = schema.oid
      WHERE typtype IN ('d', 'e', 'r') AND ('pg_type'::regclass, t.oid) NOT IN (SELECT classid, objid FROM extended)
    UNION ALL SELECT 'operator ' || oprname, oprcode::text FROM pg_operator o JOIN schema ON oprnamespace = schema.oid
      WHERE ('pg_operator'::regclass, o.oid) NOT IN (SELECT classid, objid FROM extended))
  SELECT replace(name, prefix, '') AS name, replace(COALESCE(definition, ''), prefix, '') AS definition FROM piece, schema`

async function readPieces(db: Db, query: RawBuilder<Piece>): Promise<Chunks> {
  const { rows } = await query.execute(db)
  const pieces = new Map<string, string>()
  // Definitions with the same name are joined, so two differ from one.
  for (const { name, definition } of rows)
    pieces.set(name, `${pieces.get(name) ?? ''}${query === PIECES_OF_FILE ? withoutStyle(definition) : definition}`)
  return pieces
}

/**
 * SQLite stores statements as written, and another build may use other quotes around plain names, other capitals or spaces. String literals, and quotes that
 * change the meaning of a name, are kept.
 */
const withoutStyle = (statement: string): string =>
  statement.replaceAll(
    /('(?:[^']|'')*'|"(?![a-z_]\w*")[^"]*")|"(?:null|true|false|current_\w+)"|"(\w+)"(?!")|\s*([(),])\s*|\s+|\w+/gi,
    (found, kept?: string, name?: string, sign?: string) =>
      kept ?? sign ?? (name ?? (/^\s/.test(found) ? ' ' : found)).toLowerCase(),
  )

const MOST_NAMES = 20
const LONGEST_NAME = 100

/** Throws `JournalUnusable` with the names that differ or are on one side only. */
function refuseDifferent(found: Chunks, ours: Chunks, name: string): void {
  const names = [...new Set([...found.keys(), ...ours.keys()])].filter((one) => found.get(one) !== ours.get(one))
  if (names.length === 0) return
  const listed = names.slice(0, MOST_NAMES).map((one) => one.slice(0, LONGEST_NAME))
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  throw new JournalUnusable(
    `The schema of ${name} is not that of this version of Toptill: it was changed, or it is of a newer version. Added, changed or missing: ${listed.join(', ')}${more}.`,
  )
}

/** A later version is rejected when it is migrated. */
async function migrateTo(names: readonly string[], db: Db, schema?: string): Promise<void> {
  const known = new Set(names.map(presentName))
  const these = Object.fromEntries(Object.entries(migrations).filter(([name]) => known.has(name)))
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => these },
    disableTransactions: true,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  }).migrateToLatest()
  if (error !== undefined) throw error
}

/** Before anything else is read. Throws `JournalUnusable` with the names of what doesn't belong there. */
export async function refuseForeignFile(path: string): Promise<void> {
  const db = new Kysely<JournalTables>({ dialect: openFile(path, () => {}) })
  try {
    await refuseForeignTables(db, path)
  } finally {
    await db.destroy()
  }
}

/** Like `refuseForeignFile`, for an open file. */
export async function refuseForeignTables(db: Db, path: string): Promise<void> {
  const fresh = new Kysely<JournalTables>({ dialect: openFile(':memory:', () => {}) })
  try {
    const found = await readPieces(db, PIECES_OF_FILE)
    if (!found.has(`table ${DEFAULT_MIGRATION_TABLE}`))
      throw new JournalUnusable(`${path} contains no Toptill database.`)
    await migrateTo(await readMigrations(db), fresh)
    refuseDifferent(found, await readPieces(fresh, PIECES_OF_FILE), path)
  } finally {
    await fresh.destroy()
  }
}

/** This schema exists only in a transaction that is rolled back. */
const FRESH = 'toptill_as_it_should_be'

type DumpedSchema = { statements: string; migrations: readonly string[] }

/**
 * These schemas (by default the URL's own), or those that a dump would create; nothing changes. Throws `JournalUnusable` with the names of what doesn't belong
 * there.
 */
export async function refuseForeignSchemas(
  url: string,
  schemas?: readonly string[],
  dump?: DumpedSchema,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, Client: PgClient }).on('error', () => {})
  const own = new Kysely<JournalTables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await own.connection().execute(async (db) => {
      const { rows } = await sql<{ path: string }>`SELECT current_setting('search_path') AS path`.execute(db)
      const places = schemas?.map((schema) => ({ path: `"${schema}"`, name: `${nameOf(url)}, schema ${schema}` }))
      for (const place of places ?? rows.map(({ path }) => ({ path, name: nameOf(url) }))) await lookAt(db, place, dump)
    })
  } finally {
    await own.destroy()
  }
}

/** In one `DO` statement, a dump cannot end the transaction. The quotes are random, so no dump can contain them. */
function inOneStatement(statements: string): string {
  const [outer, inner] = [newId(), newId()].map((id) => `$q${id}$`)
  return `DO ${outer} BEGIN EXECUTE ${inner}${statements}${inner}; END ${outer}`
}
const newId = () => randomBytes(16).toString('hex')

async function lookAt(db: Db, { path, name }: { path: string; name: string }, dump?: DumpedSchema): Promise<void> {
  // `pg_temp` last, or a dump's temporary tables would replace the server's.
  const setPath = (to: string) =>
    sql`SELECT pg_catalog.set_config('search_path', ${`${to}, pg_temp`}, true)`.execute(db)
  const chunksOf = async (schema: string) => {
    await setPath('pg_catalog')
    return readPieces(db, piecesOfSchema(schema))
  }
  await sql`BEGIN`.execute(db)
  try {
    if (dump) await sql.raw(inOneStatement(dump.statements)).execute(db)
    await setPath(path)
    const { rows } = await sql<{ schema: string | null }>`SELECT pg_catalog.current_schema() AS schema`.execute(db)
    const found = await chunksOf(rows[0]?.schema ?? '')
    const isShared = path === `"${ALL_SHOPS}"`
    if (isShared ? found.size === 0 : !found.has(`table ${DEFAULT_MIGRATION_TABLE}`)) return
    await setPath(path)
    const names = isShared ? [] : (dump?.migrations ?? (await readMigrations(db)))
    await sql`CREATE SCHEMA ${sql.id(FRESH)}`.execute(db).catch((error: Error) => {
      throw new JournalUnusable(
        `The schema of ${name} cannot be compared (${error.message}): give this user CREATE on the database until the restore is done.`,
      )
    })
    await setPath(FRESH)
    if (isShared) await sql.raw(sharedTables(FRESH)).execute(db)
    else await migrateTo(names, db, FRESH)
    refuseDifferent(found, await chunksOf(FRESH), name)
  } finally {
    await sql`ROLLBACK`.execute(db)
  }
}
