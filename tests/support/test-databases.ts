import pg from 'pg'

import { openDatabase } from '#proxy/journal/database.ts'

/** More rows than this are deleted more slowly than a database is made. */
const MANY_ROWS = 2_000

/** A database in which no journal was used since it was made or emptied. */
export type TestDatabase = { url: string; giveBack: () => Promise<void> }

/**
 * Databases with all tables of a journal and nothing in them, on a server of the tests. Making one, and the first query in it, take most of the time
 * of a short test, so one that was given back is emptied and used again, unless its tables or functions were changed.
 */
export function createTestDatabases(server: string, prefix: string) {
  const free: string[] = []
  let made = 0
  let template: Promise<{ name: string; shape: string; rows: Row[] }> | undefined

  const nextName = () => `${prefix}_${made++}`

  async function createTemplate() {
    const name = nextName()
    await runAt(server, `CREATE DATABASE ${name}`)
    const url = databaseAt(server, name)
    const db = await openDatabase(url)
    // Each copy is a database of its own, and is not to be taken for a restored one.
    await db.deleteFrom('database_server').execute()
    await db.destroy()
    return connected(url, async (client) => ({ name, shape: await shapeOf(client), rows: await readRows(client) }))
  }

  async function giveBack(name: string): Promise<void> {
    const { shape, rows } = await (template ??= createTemplate())
    const isEmpty = await connected(databaseAt(server, name), async (client) => {
      // What is still connected when the test is over is of no interest any more.
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
      return (await shapeOf(client)) === shape && (await empty(client, rows))
    }).catch(() => false)
    if (isEmpty) free.push(name)
    else await runAt(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }

  return async (): Promise<TestDatabase> => {
    const { name: from } = await (template ??= createTemplate())
    let name = free.pop()
    if (name === undefined) {
      name = nextName()
      await runAt(server, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`)
    }
    const taken = name
    return { url: databaseAt(server, taken), giveBack: () => giveBack(taken) }
  }
}

function databaseAt(server: string, name: string): string {
  const at = new URL(server)
  at.pathname = `/${name}`
  return at.href
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const runAt = (url: string, query: string) => connected(url, (client) => client.query(query))

/** All that is in a database besides rows, and how far its tables were brought by migrations. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{
    shape: string
  }>(`SELECT md5(string_agg(part, ' ' ORDER BY part)) AS shape FROM (
    SELECT 'schema ' || nspname AS part FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_t%'
    UNION ALL SELECT 'table ' || relname || relkind::text || relnatts FROM pg_class
      WHERE relnamespace::regnamespace::text NOT LIKE 'pg\\_%'
    UNION ALL SELECT 'function ' || proname || md5(prosrc) FROM pg_proc WHERE pronamespace::regnamespace::text NOT LIKE 'pg\\_%'
    UNION ALL SELECT 'trigger ' || tgrelid::regclass || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'constraint ' || conrelid::regclass || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace::regnamespace::text NOT LIKE 'pg\\_%'
    UNION ALL SELECT 'rewriting ' || ev_class::regclass || rulename FROM pg_rewrite WHERE ev_class::regclass::text NOT LIKE 'pg\\_%' AND ev_class > 16383
    UNION ALL SELECT 'migration ' || name FROM kysely_migration
    UNION ALL SELECT 'setting ' || setconfig::text FROM pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) AS parts`)
  return rows[0]?.shape ?? ''
}

/** A row that every journal has from the start. */
type Row = { table: string; row: unknown }

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'kysely\\_%'",
  )
  return rows.map(({ name }) => name)
}

async function readRows(client: pg.Client): Promise<Row[]> {
  const tables = await tablesOf(client)
  const { rows } = await client.query<Row>(
    tables.map((name) => `SELECT '${name}' AS table, to_jsonb(${name}) AS row FROM ${name}`).join(' UNION ALL '),
  )
  return rows
}

/** Empties all tables but for these rows. Returns false if so much was in them that the database is better made anew. */
async function empty(client: pg.Client, kept: readonly Row[]): Promise<boolean> {
  const tables = await tablesOf(client)
  // Lines of the audit log and the like cannot be deleted while triggers are on.
  await client.query(`SET session_replication_role = replica; BEGIN; SET LOCAL lock_timeout = '5s'`)
  let deleted = 0
  for (const name of tables) deleted += (await client.query(`DELETE FROM ${name}`)).rowCount ?? 0
  if (deleted > MANY_ROWS) return false
  for (const { table, row } of kept) {
    await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [row])
  }
  await client.query('SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence; COMMIT')
  return true
}
