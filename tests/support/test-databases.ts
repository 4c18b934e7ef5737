import pg from 'pg'

import { openDatabase } from '#server/database/database.ts'

/** Deleting more rows than this takes longer than creating a database. */
const MANY_ROWS = 2_000

export type TestDatabase = { url: string; giveBack: () => Promise<void> }

/** How many connections to unused databases each worker keeps. Opening a new one costs more than its use. */
const MANY_CONNECTIONS = 8

/**
 * Databases with all tables, which are empty, on a server of the tests. Creating one, and the first query in it, take
 * most of the time of a short test, so a returned database is emptied and used again, unless its tables or functions
 * were changed.
 */
export function createTestDatabases(server: string, prefix: string) {
  const free: Owned[] = []
  let made = 0
  let template: Promise<Template> | undefined

  const nextName = () => `${prefix}_${made++}`

  async function createTemplate(): Promise<Template> {
    const name = nextName()
    await runAt(server, `CREATE DATABASE ${name}`)
    const url = databaseAt(server, name)
    const db = await openDatabase(url)
    // Each copy counts as a separate database, and not as a restored one.
    await db.deleteFrom('database_server').execute()
    await db.destroy()
    const client = await connect(url)
    const found = { name, shape: await shapeOf(client), emptying: await emptyingOf(client) }
    await client.end()
    return found
  }

  async function giveBack({ name, ...owned }: Owned): Promise<void> {
    const { shape, emptying } = await (template ??= createTemplate())
    let { client } = owned
    try {
      client ??= await connect(databaseAt(server, name))
      if (await isEmptied(client, shape, emptying)) {
        if (free.length < MANY_CONNECTIONS) return void free.push({ name, client })
        await client.end()
        return void free.push({ name })
      }
    } catch {
      // A test has ended this connection as well, or holds a lock that the deletion waits for.
    }
    await client?.end().catch(() => {})
    await runAt(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }

  async function createCopy(): Promise<Owned> {
    const { name: from } = await (template ??= createTemplate())
    const name = nextName()
    await runAt(server, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`)
    return { name }
  }

  return async (): Promise<TestDatabase> => {
    const owned = free.pop() ?? (await createCopy())
    return { url: databaseAt(server, owned.name), giveBack: () => giveBack(owned) }
  }
}

/** `emptying`: the statements that delete all rows that a new database does not have. */
type Template = { name: string; shape: string; emptying: string }
/** A database, and the connection that manages it, once there is one. */
type Owned = { name: string; client?: pg.Client }

function databaseAt(server: string, name: string): string {
  const at = new URL(server)
  at.pathname = `/${name}`
  return at.href
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  // Some tests end all connections of their database.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function runAt(url: string, query: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query(query)
  } finally {
    await client.end()
  }
}

/** The ids of objects that users create start here. */
const FIRST_OWN = 16_384

/** Everything in a database besides rows, and how far its tables were migrated. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{
    shape: string
  }>(`SELECT md5(string_agg(part, ' ' ORDER BY part)) AS shape FROM (
    SELECT 'schema ' || nspname AS part FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_t%'
    UNION ALL SELECT 'table ' || relname || relkind::text || relnatts FROM pg_class
      WHERE oid >= ${FIRST_OWN} AND relkind <> 't' AND NOT (relkind = 'i' AND relname LIKE 'pg\\_toast%')
    UNION ALL SELECT 'function ' || proname || md5(prosrc) FROM pg_proc WHERE oid >= ${FIRST_OWN}
    UNION ALL SELECT 'trigger ' || tgrelid::regclass || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'constraint ' || conrelid::regclass || pg_get_constraintdef(oid) FROM pg_constraint WHERE oid >= ${FIRST_OWN}
    UNION ALL SELECT 'rewriting ' || ev_class::regclass || rulename FROM pg_rewrite WHERE ev_class >= ${FIRST_OWN}
    UNION ALL SELECT 'migration ' || name FROM kysely_migration
    UNION ALL SELECT 'setting ' || setconfig::text FROM pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) AS parts`)
  return rows[0]?.shape ?? ''
}

/** Statements that delete every row that is added from now on. */
async function emptyingOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'kysely\\_%'",
  )
  const tables = rows.map(({ name }) => name)
  const kept = await client.query<{ table: string; row: unknown }>(
    tables.map((name) => `SELECT '${name}' AS table, to_jsonb(${name}) AS row FROM ${name}`).join(' UNION ALL '),
  )
  return [
    // Audit log entries and the like cannot be deleted while triggers are on.
    `SET session_replication_role = replica; BEGIN; SET LOCAL lock_timeout = '5s'`,
    ...tables.map((name) => `DELETE FROM ${name}`),
    ...kept.rows.map(({ table, row }) => {
      const text = client.escapeLiteral(JSON.stringify(row))
      return `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, ${text})`
    }),
    'SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence; COMMIT',
  ].join(';\n')
}

/**
 * Empties a database. Returns false if its tables were changed, or if it has so many rows that creating a new one is
 * faster.
 */
async function isEmptied(client: pg.Client, shape: string, emptying: string): Promise<boolean> {
  // Connections that are still open after the test are not needed.
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  if ((await shapeOf(client)) !== shape) return false
  const results = (await client.query(emptying)) as unknown as pg.QueryResult[]
  const deleted = results.filter(({ command }) => command === 'DELETE').map(({ rowCount }) => rowCount ?? 0)
  return deleted.reduce((sum, count) => sum + count, 0) <= MANY_ROWS
}
