import { setTimeout as elapsed } from 'node:timers/promises'

import pg from 'pg'

import { CommandError } from '../command.mjs'
import { isEarlierBuild, journalOf, missingTables, queriesOf, textsIn } from './journal-content.mjs'

/**
 * @typedef {import('./journal-content.mjs').Row} Row
 * @typedef {import('./journal-content.mjs').Journal} Journal
 */

const CONNECT_MS = 10_000
/** The server lists a process that has ended for a moment longer. */
const LOOKS = 20
const LOOK_INTERVAL_MS = 50

export const isPostgres = (/** @type {string} */ journal) => /^postgres(ql)?:/.test(journal)

/** A journal in a sentence, without its user and password. */
export function nameOf(/** @type {string} */ url) {
  if (!URL.canParse(url))
    throw new CommandError('--journal is not an address such as postgres://user:password@host/database.')
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

/**
 * Reads a journal in PostgreSQL that no running Toptill uses, all of it as of one moment. It may be in any schema of the search path; the first one
 * with sales counts. Throws `CommandError` with a sentence for the administrator.
 * @returns {Promise<Journal>}
 */
export async function readPostgresJournal(/** @type {string} */ url) {
  const name = nameOf(url)
  const client = new pg.Client({
    connectionString: url,
    application_name: 'reconcile toptill',
    connectionTimeoutMillis: CONNECT_MS,
    types: { getTypeParser: parserOf },
  })
  // A connection that is lost also fails the query that uses it.
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseInUse(client, name)
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await read(client, name)
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(whyUnreadable(url, error))
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Whole numbers as numbers where they are exact, as SQLite returns them.
 * @param {number} type
 * @param {'text' | 'binary'} [format]
 * @returns {(text: string) => unknown}
 */
function parserOf(type, format) {
  if (type === Number(pg.types.builtins.INT8))
    return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
  return /** @type {(text: string) => unknown} */ (pg.types.getTypeParser(type, /** @type {'text'} */ (format)))
}

/** What a running Toptill sells meanwhile would be in the ledger and not in what is read. One that stands by may lead in a moment. */
async function refuseInUse(/** @type {pg.Client} */ client, /** @type {string} */ name) {
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

/** @returns {Promise<Journal>} */
async function read(/** @type {pg.Client} */ client, /** @type {string} */ name) {
  const tables = await chooseSchema(client, name)
  await refuseEarlierJournal(client, tables, name)
  const missing = missingTables(tables)
  if (missing.length > 0)
    throw new CommandError(`${name} is not a Toptill journal: it has no table ${missing.join(', ')}.`)
  /** @type {Record<string, Row[]>} */
  const rows = {}
  for (const [query, text] of Object.entries(queriesOf(tables))) rows[query] = await rowsOf(client, text)
  /** @type {string[]} */
  const texts = []
  for (const table of tables) {
    for (const text of textsIn(await rowsOf(client, `SELECT * FROM ${pg.escapeIdentifier(table)}`))) texts.push(text)
  }
  // A damaged page fails the query that reads it, if checksums are on; there is no more to ask than that.
  return journalOf(rows, { texts, problems: [] })
}

/** Reads from the first schema of the search path that has a journal, and from no other. Returns its tables. @returns {Promise<string[]>} */
async function chooseSchema(/** @type {pg.Client} */ client, /** @type {string} */ name) {
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

async function refuseEarlierJournal(
  /** @type {pg.Client} */ client,
  /** @type {string[]} */ tables,
  /** @type {string} */ name,
) {
  if (!tables.includes('kysely_migration')) return
  const migrations = await rowsOf(client, 'SELECT name FROM kysely_migration')
  if (!isEarlierBuild(migrations.map((each) => String(each['name'])))) return
  throw new CommandError(`The journal in ${name} was written by another build of Toptill. Reconcile it with that one.`)
}

/** @returns {Promise<Row[]>} */
async function rowsOf(/** @type {pg.Client} */ client, /** @type {string} */ text) {
  return (await client.query(text)).rows
}

function whyUnreadable(/** @type {string} */ url, /** @type {unknown} */ error) {
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

function withoutPassword(/** @type {string} */ url, /** @type {string} */ text) {
  const { password } = new URL(url)
  const spellings = new Set([password, decodedOf(password)].filter((spelling) => spelling !== ''))
  return [...spellings].reduce((rest, spelling) => rest.replaceAll(spelling, '…'), text)
}

function decodedOf(/** @type {string} */ text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
