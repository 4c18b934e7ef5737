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

/** The server of the PostgreSQL tests; in all other tests a database is a file, or in memory. */
const server = (): string | undefined => inject('postgresUrl')

export const isInPostgres = (): boolean => server() !== undefined

/**
 * How often a property is tried: each try needs an empty database, and its queries take several times as long in
 * PostgreSQL.
 */
export const journalRuns = (runs: number): number => Math.ceil(atLevel(runs / 10, runs) / (isInPostgres() ? 4 : 1))

/**
 * The place of a database, which may be opened, closed and opened again. It is removed after the test. A new database
 * is empty.
 */
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

/**
 * The file of a database that has all tables but no rows. Creating the tables takes most of the time of a short test,
 * so each worker does it once.
 */
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

const opened = new Set<Kysely<JournalTables>>()

let closes: (() => Promise<void>)[] = []

function closeLater(close: () => Promise<void>): void {
  if (closes.length === 0) onTestFinished(closeJournals)
  closes.push(close)
}

/**
 * Closes all databases before the test ends. A property calls it after each of its runs, because each run has its own
 * database.
 */
export async function closeJournals(): Promise<void> {
  const all = closes
  closes = []
  for (const close of all.toReversed()) await close()
}

/** Waits for all work that depends only on a database of this test. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    await new Promise(setImmediate)
    // All queries of a database go through one connection, in order.
    if (isInPostgres()) for (const db of opened) await sql`SELECT 1`.execute(db)
  }
}

/** Runs a query in a PostgreSQL database over a separate connection, and returns its rows. */
export async function queryAt<Row = Record<string, unknown>>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(query)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** A database without tables, on the server of the PostgreSQL tests. It is removed after the test. */
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

export async function textsOf(db: Kysely<JournalTables>): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(tables.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(db)))
  return JSON.stringify(rows.map((table) => table.rows))
}
