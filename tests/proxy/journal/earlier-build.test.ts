import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Libsql from 'libsql'
import { expect, it } from 'vitest'

import { checkCopy } from '#proxy/journal/backup.ts'
import { openDatabase } from '#proxy/journal/database.ts'
import { JournalUnusable } from '#proxy/journal/journal-unusable.ts'
import { isStartProblem, startToptill } from '#proxy/main.ts'
import { startSandbox } from '#sandbox/server.ts'
import { readJournal } from '../../../scripts/reconcile/read-journal.mjs'
import { command } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { anEmptyPage } from '../../support/start-shop.ts'

/** A journal of a build before this schema, whose migrations have other names. */
function anEarlierJournal(folder = aFolder(), name = 'toptill.db') {
  const path = join(folder, name)
  const database = new Libsql(path)
  database.exec('CREATE TABLE kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)')
  database.exec("INSERT INTO kysely_migration VALUES ('001-first-tables', '2026-11-01'), ('002-desk', '2026-11-02')")
  database.exec('CREATE TABLE sales (number INTEGER PRIMARY KEY, record TEXT NOT NULL)')
  database.close()
  return { folder, path, bytes: readFileSync(path) }
}

const sentence = (path: string, folder: string) =>
  `The journal ${path} was written by a development build of Toptill and cannot be opened by this one. Move it away, or set DATABASE_URL to a new file; in practice, remove the folder ${folder}.`

it('a journal of an earlier build is refused with one sentence and not changed', async () => {
  const { folder, path, bytes } = anEarlierJournal()
  const problem = await openDatabase(path).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(JournalUnusable)
  expect((problem as Error).message).toBe(sentence(path, join(folder, 'sandbox')))
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(existsSync(`${path}-wal`)).toBe(false)
})

it('for a journal of practice of an earlier build the sentence names its own folder, and ends the start', async () => {
  const data = aFolder()
  const folder = join(data, 'sandbox')
  mkdirSync(folder)
  const { path } = anEarlierJournal(folder)
  const problem = await start(data).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(JournalUnusable)
  expect((problem as Error).message).toBe(sentence(path, folder))
  expect(isStartProblem(problem)).toBe(true)
})

it('a journal of an earlier build is not backed up', async () => {
  const { folder, path, bytes } = anEarlierJournal()
  const account = { TOPUP_BASE_URL: 'https://service.example', TOPUP_POS_ID: '1', TOPUP_TOKEN: 'a token' }
  const env = { ...account, DATABASE_URL: `file:${path}` }
  const errors = expect.stringContaining(sentence(path, join(folder, 'sandbox')))
  expect(await command('backup', [join(folder, 'copy.db')], env)).toMatchObject({ code: 1, errors })
  expect(existsSync(join(folder, 'copy.db'))).toBe(false)
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

it('a backup of an earlier build fails its check', async () => {
  const { folder, path } = anEarlierJournal(aFolder(), 'copy.db')
  await expect(checkCopy(path)).rejects.toThrow(sentence(path, join(folder, 'sandbox')))
})

it('a journal of an earlier build is not reconciled', () => {
  const { folder, path, bytes } = anEarlierJournal()
  expect(() => readJournal(path)).toThrow(sentence(path, join(folder, 'sandbox')))
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

it('a sandbox folder of an earlier build ends the start with the same sentence and is not changed', async () => {
  const data = aFolder()
  const folder = join(data, 'sandbox')
  mkdirSync(folder)
  const ledger = join(folder, 'books.jsonl')
  writeFileSync(ledger, '{"key":"1"}\n')
  const problem = await start(data).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(JournalUnusable)
  expect((problem as Error).message).toBe(sentence(ledger, folder))
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
