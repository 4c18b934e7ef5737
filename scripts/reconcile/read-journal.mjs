import Libsql from 'libsql'

import { CommandError } from '../command.mjs'
import { isEarlierBuild, journalOf, missingTables, queriesOf, textsIn } from './journal-content.mjs'

/**
 * @typedef {import('./journal-content.mjs').Row} Row
 * @typedef {import('./journal-content.mjs').Journal} Journal
 */

/** Reads a journal that no running Toptill has open. Throws `CommandError` with a sentence for the administrator. @returns {Journal} */
export function readJournal(/** @type {string} */ file) {
  const database = new Libsql(file)
  try {
    database.exec('PRAGMA query_only = ON')
    const tables = readRows(database, "SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) =>
      String(name),
    )
    refuseEarlierJournal(database, tables, file)
    const missing = missingTables(tables)
    if (missing.length > 0)
      throw new CommandError(`${file} is not a Toptill journal: it has no table ${missing.join(', ')}.`)
    return read(database, tables)
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(whyUnreadable(file, error))
  } finally {
    database.close()
  }
}

/** Refuses a journal of another schema. */
function refuseEarlierJournal(
  /** @type {Libsql.Database} */ database,
  /** @type {string[]} */ tables,
  /** @type {string} */ file,
) {
  if (!tables.includes('kysely_migration')) return
  const names = readRows(database, 'SELECT name FROM kysely_migration').map(({ name }) => String(name))
  if (!isEarlierBuild(names)) return
  throw new CommandError(`The journal ${file} was written by another build of Toptill. Reconcile it with that one.`)
}

/** @returns {Journal} */
function read(/** @type {Libsql.Database} */ database, /** @type {string[]} */ tables) {
  const [integrity] = readRows(database, 'PRAGMA integrity_check')
  const found = String(integrity?.['integrity_check'])
  const rows = Object.entries(queriesOf(tables)).map(([name, query]) => [name, readRows(database, query)])
  return journalOf(Object.fromEntries(rows), {
    texts: tables.flatMap((table) => textsIn(readRows(database, `SELECT * FROM "${table}"`))),
    problems: found === 'ok' ? [] : [`the journal is damaged: ${found}`],
  })
}

/** @returns {Row[]} */
function readRows(/** @type {Libsql.Database} */ database, /** @type {string} */ sql) {
  return /** @type {Row[]} */ (database.prepare(sql).all([]))
}

function whyUnreadable(/** @type {string} */ file, /** @type {unknown} */ error) {
  const problem = error instanceof Error ? error.message : String(error)
  if (/locked|busy/i.test(problem)) {
    return `The journal ${file} is in use by a running Toptill. Stop it first, or make a copy with "npm run backup -- FILE" while nothing is sold, and audit that.`
  }
  if (/not a database|malformed/i.test(problem))
    return `${file} is not a Toptill journal, or it is damaged: ${problem}.`
  return `The journal ${file} cannot be read: ${problem}.`
}
