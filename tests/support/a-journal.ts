import { join } from 'node:path'

import { sql, type Kysely } from 'kysely'
import { inject, onTestFinished } from 'vitest'

import { openDatabase } from '#proxy/journal/database.ts'
import type { JournalTables } from '#proxy/journal/tables.ts'
import { aFolder } from './folders.ts'
import { createTestDatabases } from './test-databases.ts'

/** The server of the tests of PostgreSQL; in all other tests a journal is a file, or in memory. */
const server = (): string | undefined => inject('postgresUrl')

export const isInPostgres = (): boolean => server() !== undefined

/** A place for a journal that may be closed and opened again. It is gone when the test is over. */
export const aJournalPlace = async (folder = aFolder()): Promise<string> => {
  const url = server()
  return url === undefined ? join(folder, 'toptill.db') : aDatabase(url)
}

/** An open journal with nothing in it, which is closed when the test is over. */
export async function aJournal(): Promise<Kysely<JournalTables>> {
  const url = server()
  const db = await openDatabase(url === undefined ? ':memory:' : await aDatabase(url))
  opened.add(db)
  onTestFinished(() => {
    opened.delete(db)
    return db.destroy()
  })
  return db
}

/** Those of the test that runs. */
const opened = new Set<Kysely<JournalTables>>()

/** Waits until everything that was begun, and waits for nothing but a journal of this test, is done. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    await new Promise(setImmediate)
    // All queries of a journal pass one connection in turn.
    if (isInPostgres()) for (const db of opened) await sql`SELECT 1`.execute(db)
  }
}

let databases: ReturnType<typeof createTestDatabases> | undefined

/** A database of its own until the test is over. */
async function aDatabase(server: string): Promise<string> {
  databases ??= createTestDatabases(server, `test_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}`)
  const { url, giveBack } = await databases()
  onTestFinished(giveBack)
  return url
}

/** Everything in every table of a journal. */
export async function textsOf(db: Kysely<JournalTables>): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(tables.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(db)))
  return JSON.stringify(rows.map((table) => table.rows))
}
