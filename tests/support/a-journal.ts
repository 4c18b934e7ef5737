import { join } from 'node:path'

import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

import { openDatabase } from '#proxy/journal/database.ts'
import type { JournalTables } from '#proxy/journal/tables.ts'
import { aFolder } from './folders.ts'

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

let databases = 0
let template: Promise<string> | undefined

/** A database of its own, copied from one that has all tables: that takes a fifth of the time of making them anew. */
async function aDatabase(url: string): Promise<string> {
  template ??= createTemplate(url)
  const from = await template
  const name = nextName()
  await askServer(url, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`)
  // What is still connected when the test is over is of no interest any more.
  onTestFinished(() => askServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  return databaseAt(url, name)
}

async function createTemplate(url: string): Promise<string> {
  const name = nextName()
  await askServer(url, `CREATE DATABASE ${name}`)
  const db = await openDatabase(databaseAt(url, name))
  // Each copy is a database of its own, and is not to be taken for a restored one.
  await db.deleteFrom('database_server').execute()
  await db.destroy()
  return name
}

const nextName = () => `test_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${databases++}`

function databaseAt(url: string, name: string): string {
  const at = new URL(url)
  at.pathname = `/${name}`
  return at.href
}

async function askServer(url: string, query: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(query)
  await client.end()
}

/** Everything in every table of a journal. */
export async function textsOf(db: Kysely<JournalTables>): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(tables.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(db)))
  return JSON.stringify(rows.map((table) => table.rows))
}
