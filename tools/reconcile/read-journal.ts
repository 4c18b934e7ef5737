import { setTimeout as elapsed } from 'node:timers/promises'

import Libsql from 'libsql'
import pg from 'pg'

import { CommandError } from '../command.mjs'
import {
  isEarlierBuild,
  journalOf,
  missingTables,
  queriesOf,
  textsIn,
  type Journal,
  type Row,
} from './journal-content.ts'

/** The file must not be in use by a running Toptill. Throws `CommandError` with a message for the administrator. */
export function readJournal(file: string): Journal {
  const database = new Libsql(file)
  try {
    database.exec('PRAGMA query_only = ON')
    const tables = readRows(database, "SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) =>
      String(name),
    )
    const migrations = tables.includes(MIGRATIONS) ? readRows(database, `SELECT name FROM ${MIGRATIONS}`) : []
    refuseOthers(file, `The journal ${file}`, tables, migrations)
    return readFile(database, tables)
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(whyFileUnreadable(file, error))
  } finally {
    database.close()
  }
}

const MIGRATIONS = 'kysely_migration'

function refuseOthers(name: string, journal: string, tables: string[], migrations: Row[]) {
  if (isEarlierBuild(migrations.map((row) => String(row['name']))))
    throw new CommandError(`${journal} was written by another build of Toptill. Reconcile it with that one.`)
  const missing = missingTables(tables)
  if (missing.length > 0)
    throw new CommandError(`${name} is not a Toptill journal: it has no table ${missing.join(', ')}.`)
}

function readFile(database: Libsql.Database, tables: string[]): Journal {
  const [integrity] = readRows(database, 'PRAGMA integrity_check')
  const found = String(integrity?.['integrity_check'])
  const rows = Object.entries(queriesOf(tables)).map(([name, query]) => [name, readRows(database, query)])
  return journalOf(Object.fromEntries(rows), {
    texts: tables.flatMap((table) => textsIn(readRows(database, `SELECT * FROM "${table}"`))),
    problems: found === 'ok' ? [] : [`the journal is damaged: ${found}`],
  })
}

function readRows(database: Libsql.Database, sql: string): Row[] {
  return database.prepare(sql).all([]) as Row[]
}

function whyFileUnreadable(file: string, error: unknown) {
  const problem = error instanceof Error ? error.message : String(error)
  if (/locked|busy/i.test(problem)) {
    return `The journal ${file} is in use by a running Toptill. Stop it first, or make a copy with "toptill backup FILE" while nothing is sold, and audit that.`
  }
  if (/not a database|malformed/i.test(problem))
    return `${file} is not a Toptill journal, or it is damaged: ${problem}.`
  return `The journal ${file} cannot be read: ${problem}.`
}

const CONNECT_MS = 10_000
/** The server still lists a process for a moment after it has exited. */
const LOOKS = 20
const LOOK_INTERVAL_MS = 50

export const isPostgres = (journal: string) => /^postgres(ql)?:/.test(journal)

/** Returns the URL without the user and the password. */
export function nameOf(url: string) {
  if (!URL.canParse(url))
    throw new CommandError('--journal is not an address such as postgres://user:password@host/database.')
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

/**
 * Reads everything as of one moment; no running Toptill may use the database. The journal may be in any schema of the search path; the first one with
 * sales counts. Throws `CommandError` with a message for the administrator.
 */
export async function readPostgresJournal(url: string): Promise<Journal> {
  const name = nameOf(url)
  const client = new pg.Client({
    connectionString: url,
    application_name: 'reconcile toptill',
    connectionTimeoutMillis: CONNECT_MS,
    types: { getTypeParser: parserOf },
  })
  // A lost connection also fails the query that uses it.
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseInUse(client, name)
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await readDatabase(client, name)
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(whyUnreadable(url, error))
  } finally {
    await client.end().catch(() => {})
  }
}

/** Exact whole numbers become numbers, as in SQLite. */
function parserOf(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (type === Number(pg.types.builtins.INT8))
    return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
  return pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown
}

/** Sales of a running Toptill would be in the ledger but not in what is read here. A standby may begin to lead at any moment. */
async function refuseInUse(client: pg.Client, name: string) {
  for (let look = 0; look < LOOKS; look += 1) {
    const users = await rowsOf(
      client,
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'toptill%'
       AND pid <> pg_backend_pid()`,
    )
    if (users.length === 0) return
    await elapsed(LOOK_INTERVAL_MS)
  }
  throw new CommandError(
    `The journal in ${name} is in use by a running Toptill. Stop it first, or audit a copy that pg_dump made while nothing was sold.`,
  )
}

async function readDatabase(client: pg.Client, name: string): Promise<Journal> {
  const tables = await chooseSchema(client, name)
  const migrations = tables.includes(MIGRATIONS) ? await rowsOf(client, `SELECT name FROM ${MIGRATIONS}`) : []
  refuseOthers(name, `The journal in ${name}`, tables, migrations)
  const rows: Record<string, Row[]> = {}
  for (const [query, text] of Object.entries(queriesOf(tables))) rows[query] = await rowsOf(client, text)
  const texts: string[] = []
  for (const table of tables) {
    for (const text of textsIn(await rowsOf(client, `SELECT * FROM ${pg.escapeIdentifier(table)}`))) texts.push(text)
  }
  // If checksums are on, a damaged page fails the query that reads it; no further check is possible.
  return journalOf(rows, { texts, problems: [] })
}

/** Uses the first schema of the search path that has a journal, and returns its tables. */
async function chooseSchema(client: pg.Client, name: string): Promise<string[]> {
  const found = await rowsOf(
    client,
    `SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname = ANY(current_schemas(false))
     ORDER BY array_position(current_schemas(false), schemaname), tablename`,
  )
  const schema = found.find((table) => table['name'] === 'sales')?.['schema']
  if (typeof schema !== 'string')
    throw new CommandError(`${name} is not a Toptill journal: no schema of the search path has a table sales.`)
  await client.query(`SET LOCAL search_path TO ${pg.escapeIdentifier(schema)}`)
  return found.filter((table) => table['schema'] === schema).map((table) => String(table['name']))
}

async function rowsOf(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query(text)).rows
}

function whyUnreadable(url: string, error: unknown) {
  const name = nameOf(url)
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  switch (code) {
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENOENT':
      return `No PostgreSQL answers at ${name} (${code}). Start it, or look at --journal.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${name} cannot be found (${code}). Look at --journal.`
    case '28P01':
    case '28000':
      return `${name} does not let this user in. Look at the user and the password in --journal.`
    case '3D000':
      return `${name} is not there: the server has no such database. Look at --journal.`
    case '42501':
      return `This user may not read every table of the journal in ${name}. Take the user that Toptill has, or give this one the right to.`
    case '57P03':
      return `${name} is being started or stopped. Try again in a moment.`
    case '53300':
      return `${name} has no connection left. Allow more of them (max_connections), or stop what uses them.`
    default:
      return `The journal in ${name} cannot be read: ${withoutPassword(url, error instanceof Error ? error.message : String(error))}.`
  }
}

function withoutPassword(url: string, text: string) {
  const { password } = new URL(url)
  const spellings = new Set([password, decodedOf(password)].filter((spelling) => spelling !== ''))
  return [...spellings].reduce((rest, spelling) => rest.replaceAll(spelling, '…'), text)
}

function decodedOf(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
