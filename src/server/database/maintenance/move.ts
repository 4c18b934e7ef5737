import { existsSync, renameSync } from 'node:fs'

import type { Kysely, Transaction } from 'kysely'

import {
  copyRows,
  countRows,
  expectNoOthers,
  findDifference,
  readTables,
  setCounter,
  withoutTriggers,
  type Table,
} from './copy-tables.ts'
import { findVersion, markMoved, movedName, openWithoutMigration } from '../database.ts'
import { JournalUnusable } from '../drivers/journal-unusable.ts'
import type { JournalTables } from '../schema/tables.ts'
import { problemOf } from '../../lib/failures.ts'

/** The message never contains the password of a URL. */
export class MoveFailed extends Error {
  override readonly name = 'MoveFailed'
}

export type Move = {
  renamedTo: string
  /** Row counts by table. */
  rows: ReadonlyMap<string, number>
}

type Target = { db: Kysely<JournalTables>; name: string }

/**
 * Into an empty journal in PostgreSQL that no process leads. Compares all rows, and takes the file out of use: two journals of one account would both sell.
 * Throws `MoveFailed` and `JournalUnusable`; then the target is empty and the file unchanged, unless the message says otherwise. After a crash, running it
 * again completes the move.
 */
export async function moveJournal(from: string, target: Target): Promise<Move> {
  if (!existsSync(from)) throw new MoveFailed(`There is no database at ${from} to move.`)
  const source = openWithoutMigration(from)
  let rows: ReadonlyMap<string, number>
  try {
    const { isThis, wasMoved } = await findVersion(source)
    if (!isThis)
      throw new MoveFailed(
        `The database ${from} is of another version of Toptill. Run toptill migrate with DATABASE_URL=file:${from}, then move it.`,
      )
    rows = await copyAll(source, target, { from, wasMoved })
    await markMoved(source)
  } finally {
    await source.destroy()
  }
  return { renamedTo: rename(from, target.name), rows }
}

type Facts = { from: string; wasMoved: boolean }

/** Uses one transaction of the target. Returns the rows of each table. */
async function copyAll(source: Kysely<JournalTables>, { db, name }: Target, { from, wasMoved }: Facts) {
  let isCompared = false
  try {
    return await db.transaction().execute(async (trx) => {
      const tables = await readTables(trx)
      await expectNoOthers(source, tables)
      const present = await countRows(trx, tables)
      if (present.size > 0) await refuseUnlessSame(source, trx, tables, present, name)
      else if (wasMoved) throw movedBefore(from)
      else await copyTables(source, trx, tables)
      const rows = await countRows(trx, tables)
      isCompared = true
      return rows
    })
  } catch (error) {
    if (error instanceof MoveFailed || error instanceof JournalUnusable) throw error
    const problem = problemOf(error)
    throw new MoveFailed(
      isCompared
        ? `It is unknown whether the database is in ${name}, because the commit was not acknowledged (${problem}). Run the command again before anything sells: it checks and finishes the move.`
        : `The database could not be copied to ${name}: ${problem}. The target is still empty, and ${from} is unchanged.`,
    )
  }
}

const movedBefore = (from: string) =>
  new MoveFailed(
    `The database ${from} was already moved to PostgreSQL, and sales since then are only there. It is not moved again.`,
  )

async function copyTables(source: Kysely<JournalTables>, trx: Transaction<JournalTables>, tables: readonly Table[]) {
  await withoutTriggers(trx, tables, async () => {
    for (const table of tables) await copyRows(source, trx, table)
  })
  for (const table of tables) await setCounter(source, trx, table)
  // The start that created the empty journal stored the fingerprint of its own pepper, not of this journal's.
  await trx.updateTable('database_server').set({ secret_fingerprint: null }).execute()
  const difference = await findDifference(source, trx, tables)
  if (difference !== undefined) throw new Error(`the copy differs, ${difference}`)
}

const NAMES = [
  { table: 'sales', one: 'sale', many: 'sales' },
  { table: 'staff', one: 'person', many: 'people' },
  { table: 'audit_log', one: 'entry of the audit log', many: 'entries of the audit log' },
]

/** A copy committed before a crash is accepted; any other rows are not. */
async function refuseUnlessSame(
  source: Kysely<JournalTables>,
  trx: Transaction<JournalTables>,
  tables: readonly Table[],
  present: ReadonlyMap<string, number>,
  name: string,
): Promise<void> {
  if ((await findDifference(source, trx, tables)) === undefined) return
  const known = NAMES.flatMap(({ table, one, many }) => {
    const count = present.get(table)
    return count === undefined ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  const held = known.length > 0 ? known : [`rows of ${[...present.keys()].join(', ')}`]
  throw new MoveFailed(
    `The database ${name} is not empty: it contains ${held.join(', ')}. The target of a move has to be empty. Create another database, and name that one.`,
  )
}

function rename(from: string, target: string): string {
  let name = movedName(from)
  for (let next = 2; existsSync(name); next += 1) name = `${movedName(from)}-${next}`
  try {
    renameSync(from, name)
    return name
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new MoveFailed(
      `The complete database is in ${target}, but ${from} cannot be renamed (${reason}). Toptill no longer sells from that file: move it away yourself, and set DATABASE_URL to the address in PostgreSQL.`,
    )
  }
}
