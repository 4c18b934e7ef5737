import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { openDatabase } from '#server/database/database.ts'
import { JournalUnusable } from '#server/database/drivers/journal-unusable.ts'
import { Libsql } from '#server/database/drivers/libsql-dialect.ts'
import { aFolder } from '../../support/folders.ts'

it('the database syncs every commit to the disk, checks references and is locked for other processes', async () => {
  const db = await openDatabase(join(aFolder(), 'journal.db'))
  const read = async (name: string) => (await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(db)).rows[0]
  expect(await read('journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(await read('synchronous')).toEqual({ synchronous: 2 })
  expect(await read('foreign_keys')).toEqual({ foreign_keys: 1 })
  expect(await read('locking_mode')).toEqual({ locking_mode: 'exclusive' })
  await db.destroy()
})

it('opening a database twice is rejected with a sentence', async () => {
  const path = join(aFolder(), 'journal.db')
  const db = await openDatabase(path)
  await expect(openDatabase(path)).rejects.toThrow(/in use by another Toptill/)
  await db.destroy()
  await (await openDatabase(path)).destroy()
})

it('a database whose creation failed is left without a part of it, and is created once nothing is in the way', async () => {
  const path = join(aFolder(), 'journal.db')
  const run = (statement: string) => {
    const file = new Libsql(path)
    file.exec(statement)
    file.close()
  }
  run('CREATE TABLE shifts (id TEXT)')
  await expect(openDatabase(path)).rejects.toThrow(/could not be updated to this version/)
  run('DROP TABLE shifts')
  const db = await openDatabase(path)
  expect(await db.selectFrom('sales').selectAll().execute()).toEqual([])
  await db.destroy()
})

it('opening a file that is not a database is rejected with a sentence', async () => {
  const path = join(aFolder(), 'journal.db')
  writeFileSync(path, 'a shopping list, with a header of a hundred bytes or more: '.padEnd(200, 'eggs, milk, '))
  await expect(openDatabase(path)).rejects.toThrow(/not a Toptill database/)
})

it('opening a folder as a database is rejected', async () => {
  const path = join(aFolder(), 'journal.db')
  mkdirSync(path)
  await expect(openDatabase(path)).rejects.toThrow(JournalUnusable)
})

it('binding what the engine does not store is rejected before it reaches the engine', async () => {
  const db = await openDatabase(':memory:')
  for (const value of [true, new Date(0), undefined, { a: 1 }, Number.NaN] as unknown as string[]) {
    await expect(sql`select ${value} as value`.execute(db)).rejects.toThrow(/cannot bind/)
    expect((await sql`select ${'text'} as value`.execute(db)).rows).toEqual([{ value: 'text' }])
  }
  await db.destroy()
})

async function aJournal() {
  const faults: unknown[] = []
  const db = await openDatabase(join(aFolder(), 'journal.db'), (error) => faults.push(error))
  const addReading = (currency: string) =>
    db.insertInto('balance_readings').values({ at: 1, amount: '1', currency }).execute()
  return { db, faults, addReading }
}

it('a full database is reported as a fault, and its write does not happen', async () => {
  const { db, faults, addReading } = await aJournal()
  await addReading('AED')
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db)
  await sql.raw(`PRAGMA max_page_count = ${rows[0]?.page_count}`).execute(db)
  await expect(addReading('x'.repeat(100_000))).rejects.toThrow(/full/)
  expect(faults).toEqual([expect.objectContaining({ code: 'SQLITE_FULL' })])
  expect(await db.selectFrom('balance_readings').select('currency').execute()).toEqual([{ currency: 'AED' }])
  await db.destroy()
})

it('a wrong statement is not reported as a fault', async () => {
  const { db, faults } = await aJournal()
  const account = { id: 1, base_url: 'x', pos_id: 'x', bound_at: 1 }
  await db.insertInto('wholesaler_account').values(account).execute()
  await expect(db.insertInto('wholesaler_account').values(account).execute()).rejects.toThrow(/UNIQUE/)
  await expect(sql`SELECT amount FROM nowhere`.execute(db)).rejects.toThrow(/nowhere/)
  expect(faults).toEqual([])
  await db.destroy()
})
