import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Libsql from 'libsql'
import { expect, it } from 'vitest'

import { openDatabase } from '#server/database/database.ts'
import { JournalUnusable } from '#server/database/drivers/journal-unusable.ts'
import { isStartProblem, startToptill } from '#server/main.ts'
import { startSandbox } from '#sandbox/server.ts'
import { readJournal } from '../../../tools/reconcile/read-journal.ts'
import { command } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { anEmptyPage } from '../../support/start-shop.ts'

function anEarlierJournal(folder = aFolder(), name = 'toptill.db') {
  const path = join(folder, name)
  const database = new Libsql(path)
  database.exec('CREATE TABLE kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)')
  database.exec("INSERT INTO kysely_migration VALUES ('001-first-tables', '2026-11-01'), ('002-desk', '2026-11-02')")
  database.exec('CREATE TABLE sales (number INTEGER PRIMARY KEY, record TEXT NOT NULL)')
  database.close()
  return { folder, path, bytes: readFileSync(path) }
}

const OF_PRACTICE = (folder: string) => `Nothing in practice is real: remove the folder ${folder}, and start again.`

it.each([
  [
    '2026-11-24-schema',
    "a build of Toptill before 0.2.0, with the schema 2026-11-24-schema, and this one can't open it. Start that build: ",
  ],
  [
    '0007-1.4.0',
    'Toptill 1.4.0 or later, and this is Toptill 0.3.0. Start Toptill 1.4.0 or later, or restore the backup from before the upgrade: ',
  ],
])(
  'a database with the schema %s is rejected with the version that can open it, and does not change',
  async (schema, writer) => {
    const { path } = anEarlierJournal()
    const database = new Libsql(path)
    database.exec(`INSERT INTO kysely_migration VALUES ('${schema}', '2026-11-02')`)
    database.close()
    const bytes = readFileSync(path)
    const problem = await openDatabase(path).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(JournalUnusable)
    expect((problem as Error).message).toBe(
      `The database ${path} was written by ${writer}docs/administrators/upgrade.md.`,
    )
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(existsSync(`${path}-wal`)).toBe(false)
  },
)

it('a practice database of an earlier build ends the start, and the message names its folder', async () => {
  const data = aFolder()
  const folder = join(data, 'sandbox')
  mkdirSync(folder)
  anEarlierJournal(folder)
  const problem = await start(data).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(JournalUnusable)
  expect((problem as Error).message).toContain(OF_PRACTICE(folder))
  expect(isStartProblem(problem)).toBe(true)
})

it('a database of another build is backed up', async () => {
  const { folder, path } = anEarlierJournal()
  const account = { TOPUP_BASE_URL: 'https://service.example', TOPUP_POS_ID: '1', TOPUP_TOKEN: 'a token' }
  const copy = join(folder, 'copy.db')
  const done = await command('backup', [copy], { ...account, DATABASE_URL: `file:${path}` })
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining(`${copy} was written and verified: 0 sales`) })
})

it('a database of an earlier build is not reconciled', () => {
  const { path, bytes } = anEarlierJournal()
  expect(() => readJournal(path)).toThrow('was written by another build')
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

it('a sandbox folder of an earlier build ends the start with the same sentence and does not change', async () => {
  const data = aFolder()
  const folder = join(data, 'sandbox')
  mkdirSync(folder)
  const ledger = join(folder, 'books.jsonl')
  writeFileSync(ledger, '{"key":"1"}\n')
  const problem = await start(data).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(JournalUnusable)
  expect((problem as Error).message).toContain(OF_PRACTICE(folder))
  expect(readFileSync(ledger, 'utf8')).toBe('{"key":"1"}\n')
  expect(existsSync(join(folder, 'toptill.db'))).toBe(false)
})

async function start(data: string): Promise<void> {
  const running = await startToptill({
    env: { DATABASE_URL: `file:${join(data, 'toptill.db')}`, PORT: '0', LOG_LEVEL: 'silent' },
    openSandbox: (options) => startSandbox(options),
    browserFolder: anEmptyPage(aFolder()),
  })
  await running.close()
}
