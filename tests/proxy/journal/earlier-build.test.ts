import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'

import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'

import { runCommandLine } from '#proxy/commands/command-line.ts'
import { checkCopy } from '#proxy/journal/backup.ts'
import { openDatabase } from '#proxy/journal/database.ts'
import { JournalUnusable } from '#proxy/journal/journal-unusable.ts'
import { isStartProblem, startToptill } from '#proxy/main.ts'
import { startSandbox } from '#sandbox/server.ts'
import { readJournal } from '../../../scripts/reconcile/read-journal.mjs'
import { aFolder } from '../../support/folders.ts'
import { anEmptyPage } from '../../support/start-shop.ts'

/** A journal of a build before this schema, whose migrations have other names. */
function anEarlierJournal(path: string): { path: string; bytes: Buffer } {
  const database = new Libsql(path)
  database.exec('CREATE TABLE kysely_migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)')
  database.exec("INSERT INTO kysely_migration VALUES ('001-first-tables', '2026-11-01'), ('002-desk', '2026-11-02')")
  database.exec('CREATE TABLE sales (number INTEGER PRIMARY KEY, record TEXT NOT NULL)')
  database.close()
  return { path, bytes: readFileSync(path) }
}

const sentence = (path: string, folder: string) =>
  `The journal ${path} was written by a development build of Toptill and cannot be opened by this one. Move it away, or set DATABASE_URL to a new file; in practice, remove the folder ${folder}.`

describe('a journal of an earlier build', () => {
  it('a journal of an earlier build is refused with one sentence and not changed', async () => {
    const folder = aFolder()
    const { path, bytes } = anEarlierJournal(join(folder, 'toptill.db'))
    const problem = await openDatabase(path).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(JournalUnusable)
    expect((problem as Error).message).toBe(sentence(path, join(folder, 'sandbox')))
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  it('for a journal of practice the sentence names its own folder', async () => {
    const folder = join(aFolder(), 'sandbox')
    mkdirSync(folder)
    const { path } = anEarlierJournal(join(folder, 'toptill.db'))
    await expect(openDatabase(path)).rejects.toThrow(sentence(path, folder))
  })

  it('a journal of an earlier build ends the start with a sentence for the administrator', async () => {
    const folder = join(aFolder(), 'sandbox')
    mkdirSync(folder)
    anEarlierJournal(join(folder, 'toptill.db'))
    const problem = await start(join(folder, '..')).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(JournalUnusable)
    expect(isStartProblem(problem)).toBe(true)
  })

  it('a journal of an earlier build is not backed up', async () => {
    const folder = aFolder()
    const { path, bytes } = anEarlierJournal(join(folder, 'toptill.db'))
    const env = {
      TOPUP_BASE_URL: 'https://service.example',
      TOPUP_POS_ID: '1',
      TOPUP_TOKEN: 'a token',
      DATABASE_URL: `file:${path}`,
    }
    const errors = new PassThrough({ encoding: 'utf8' })
    const line = { env, input: new PassThrough(), output: new PassThrough(), errors }
    expect(await runCommandLine('backup', [join(folder, 'copy.db')], line)).toBe(1)
    expect(errors.read()).toContain(sentence(path, join(folder, 'sandbox')))
    expect(existsSync(join(folder, 'copy.db'))).toBe(false)
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })

  it('a backup of an earlier build fails its check', async () => {
    const folder = aFolder()
    const { path } = anEarlierJournal(join(folder, 'copy.db'))
    await expect(checkCopy(path)).rejects.toThrow(sentence(path, join(folder, 'sandbox')))
  })

  it('a journal of an earlier build is not reconciled', () => {
    const folder = aFolder()
    const { path, bytes } = anEarlierJournal(join(folder, 'toptill.db'))
    expect(() => readJournal(path)).toThrow(sentence(path, join(folder, 'sandbox')))
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })
})

describe('a sandbox folder of an earlier build', () => {
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
})

async function start(data: string): Promise<void> {
  const running = await startToptill({
    env: { DATABASE_URL: `file:${join(data, 'toptill.db')}`, PORT: '0', LOG_LEVEL: 'silent' },
    openSandbox: (options) => startSandbox(options),
    browserFolder: anEmptyPage(aFolder()),
  })
  await running.close()
}
