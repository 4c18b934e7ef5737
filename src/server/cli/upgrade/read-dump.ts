import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'

import { DEFAULT_MIGRATION_TABLE } from 'kysely'
import pg from 'pg'

import { nameOf } from '../../config/database-url.ts'
import { JournalUnusable } from '../../database/drivers/journal-unusable.ts'
import { PgClient } from '../../database/drivers/pg-client.ts'
import { RestoreFailed } from '../../database/maintenance/restore-file.ts'
import { DEVELOPMENT_NAME, migrations } from '../../database/schema/migrations.ts'
import { refuseForeignSchemas } from '../../database/schema/own-schema.ts'

/** From another database, so it always starts in recovery. Only the custom format: psql would run commands from a plain dump on this machine. */
export async function readDump(backup: string, journal: string, schemas: readonly string[] | undefined): Promise<void> {
  await refuseUnlessCustom(backup)
  await refuseUnlessEmpty(journal)
  const only = ['--no-owner', '--no-privileges', '--file=-']
  const statements = await pgRestore([...only, '--schema-only', backup], backup, journal)
  const versions = await pgRestore(
    [...only, '--data-only', `--table=${DEFAULT_MIGRATION_TABLE}`, backup],
    backup,
    journal,
  )
  const dump = {
    // Newer PostgreSQL programs write these for psql.
    statements: statements.replace(/^\\(un)?restrict .*$/gm, ''),
    migrations: KNOWN_NAMES.filter((name) => versions.includes(name)),
  }
  await refuseForeignSchemas(journal, schemas, dump).catch((error: unknown) => {
    if (error instanceof JournalUnusable)
      throw new RestoreFailed(`${backup} was rejected, and nothing was changed. ${error.message}`)
    if (error instanceof pg.DatabaseError) throw unreadable(backup, journal, error.message)
    throw error
  })
  const url = new URL(journal)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const words = [
    '--single-transaction',
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    `--dbname=${url.href}`,
    backup,
  ]
  // Not passed as an argument, because other users can see arguments.
  await pgRestore(words, backup, journal, password === '' ? {} : { PGPASSWORD: password })
  // The dump may have created more than its schema statements showed.
  await refuseForeignSchemas(journal, schemas).catch((error: unknown) => {
    if (!(error instanceof JournalUnusable)) throw error
    throw new RestoreFailed(`${error.message} Don't start Toptill from that database: drop it.`)
  })
}

const KNOWN_NAMES = [...Object.keys(migrations), DEVELOPMENT_NAME]

async function refuseUnlessCustom(backup: string): Promise<void> {
  const file = await open(backup, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 0)
    if (buffer.toString('latin1') === 'PGDMP') return
  } finally {
    await file.close()
  }
  throw new RestoreFailed(
    `${backup} is not a dump in the custom format of PostgreSQL, which is the only one that can be restored. Make one with pg_dump --format=custom --file=FILE.`,
  )
}

const unreadable = (backup: string, journal: string, problem: string) =>
  new RestoreFailed(`${backup} could not be restored to ${nameOf(journal)}, which is still empty: ${problem}`)

/** Excludes PostgreSQL's own tables. */
const TABLES = "FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"

async function refuseUnlessEmpty(journal: string): Promise<void> {
  if ((await ask(journal, `SELECT 1 ${TABLES} LIMIT 1`)).length === 0) return
  throw new RestoreFailed(
    `The database ${nameOf(journal)} is not empty, and a dump needs an empty one. Create another database, and set DATABASE_URL to it.`,
  )
}

async function ask(journal: string, query: string): Promise<unknown[]> {
  const client = new PgClient(journal)
  try {
    await client.connect()
    return (await client.query(query)).rows
  } catch (error) {
    throw new RestoreFailed(`${nameOf(journal)} cannot be reached: ${(error as Error).message}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

export async function hasJournal(journal: string): Promise<boolean> {
  const tables = await ask(
    journal,
    `SELECT 1 ${TABLES} AND schemaname = current_schema() AND tablename = 'kysely_migration'`,
  )
  if (tables.length === 0) return false
  const names = KNOWN_NAMES.map((name) => `'${name}'`).join(', ')
  return (await ask(journal, `SELECT 1 FROM kysely_migration WHERE name IN (${names})`)).length > 0
}

const LONGEST_PROBLEM = 1_000
/** In characters. The schema of one journal has 60,000. */
const LONGEST_OUTPUT = 20_000_000

function pgRestore(words: string[], backup: string, journal: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let [said, written] = ['', '']
    const child = spawn('pg_restore', words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(0, LONGEST_PROBLEM)
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written += text
      if (written.length > LONGEST_OUTPUT) child.kill()
    })
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new RestoreFailed(
              `pg_restore is not installed here. On a machine that has it, restore the dump to the empty database (pg_restore --single-transaction --no-owner), then run toptill restore without a file.`,
            )
          : error,
      ),
    )
    child.once('close', (code) => {
      if (code === 0) resolve(written)
      else reject(unreadable(backup, journal, said.trim() || `pg_restore ended with ${code}`))
    })
  })
}
