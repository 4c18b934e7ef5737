import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

import { openDatabase } from '#server/database/database.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { aFolder, aLastingFolder } from './folders.ts'
import { atLevel } from './level.ts'
import { createTestDatabases, type TestDatabase } from './test-databases.ts'

/** The server of the tests of PostgreSQL; in all other tests a journal is a file, or in memory. */
const server = (): string | undefined => inject('postgresUrl')

export const isInPostgres = (): boolean => server() !== undefined

/** How often a property is tried: each time needs a journal with nothing in it, and its queries take several times as long in PostgreSQL. */
export const journalRuns = (runs: number): number => Math.ceil(atLevel(runs / 10, runs) / (isInPostgres() ? 4 : 1))

/** The place of a journal, which may be opened, closed and opened again. It is gone when the test is over. A new journal has nothing in it. */
export const aJournalPlace = async (folder = aFolder()): Promise<string> => {
  const url = server()
  if (url === undefined) {
    const path = join(folder, 'toptill.db')
    if (!existsSync(path)) writeFileSync(path, await emptyJournal(), { mode: 0o600 })
    return path
  }
  const database = await takeDatabase(url)
  closeLater(database.giveBack)
  return database.url
}

/** An open journal with nothing in it, which is closed when the test is over. */
export async function aJournal(): Promise<Kysely<JournalTables>> {
  const url = server()
  const database = url === undefined ? aJournalFile(await emptyJournal()) : await takeDatabase(url)
  const db = await openDatabase(database.url)
  opened.add(db)
  closeLater(async () => {
    opened.delete(db)
    await db.destroy()
    await database.giveBack()
  })
  return db
}

let empty: Promise<Buffer> | undefined

/** The file of a journal with all its tables and nothing in them. To make them takes most of the time of a short test, so a worker does it once. */
export const emptyJournal = (): Promise<Buffer> => (empty ??= createEmptyJournal())

async function createEmptyJournal(): Promise<Buffer> {
  const folder = aLastingFolder()
  const path = join(folder, 'toptill.db')
  const db = await openDatabase(path)
  await db.destroy()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
  return bytes
}

function aJournalFile(bytes: Buffer): TestDatabase {
  const folder = aLastingFolder()
  const url = join(folder, 'toptill.db')
  writeFileSync(url, bytes)
  return { url, giveBack: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** Those of the test that runs. */
const opened = new Set<Kysely<JournalTables>>()

/** What closes a journal of the test that runs, or gives up its place. */
let closes: (() => Promise<void>)[] = []

function closeLater(close: () => Promise<void>): void {
  if (closes.length === 0) onTestFinished(closeJournals)
  closes.push(close)
}

/** Closes all journals before the test is over: after a run of a property, which has its own. */
export async function closeJournals(): Promise<void> {
  const all = closes
  closes = []
  for (const close of all.toReversed()) await close()
}

/** Waits until everything that was begun, and waits for nothing but a journal of this test, is done. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    await new Promise(setImmediate)
    // All queries of a journal pass one connection in turn.
    if (isInPostgres()) for (const db of opened) await sql`SELECT 1`.execute(db)
  }
}

/** Runs a query in a database of PostgreSQL over a connection of its own, and returns its rows. */
export async function queryAt<Row = Record<string, unknown>>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(query)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** A database without tables, on the server of the tests of PostgreSQL. It is gone when the test is over. */
export async function anEmptyDatabase(): Promise<string> {
  const url = inject('postgresUrl')
  const name = `empty_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${emptyOnes++}`
  await queryAt(url, `CREATE DATABASE ${name}`)
  onTestFinished(async () => void (await queryAt(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)))
  const place = new URL(url)
  place.pathname = `/${name}`
  return place.href
}

let emptyOnes = 0
let databases: ReturnType<typeof createTestDatabases> | undefined

function takeDatabase(url: string): Promise<TestDatabase> {
  databases ??= createTestDatabases(url, `test_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}`)
  return databases()
}

/** Everything in every table of a journal. */
export async function textsOf(db: Kysely<JournalTables>): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(tables.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(db)))
  return JSON.stringify(rows.map((table) => table.rows))
}
