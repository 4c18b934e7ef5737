import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { JournalUnusable, openDatabase } from '#proxy/journal/database.ts'
import { aFolder } from '../../support/folders.ts'

describe('openDatabase', () => {
  it('syncs every commit to the disk and checks references', async () => {
    const db = await openDatabase(join(aFolder(), 'journal.db'))
    const read = async (name: string) => (await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(db)).rows[0]
    expect(await read('journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(await read('synchronous')).toEqual({ synchronous: 2 })
    expect(await read('foreign_keys')).toEqual({ foreign_keys: 1 })
    expect(await read('locking_mode')).toEqual({ locking_mode: 'exclusive' })
    await db.destroy()
  })

  it('makes the folder it needs', async () => {
    const db = await openDatabase(join(aFolder(), 'data', 'sandbox', 'journal.db'))
    expect(await db.selectFrom('sales').selectAll().execute()).toEqual([])
    await db.destroy()
  })

  it('turns a second opener away with a sentence', async () => {
    const path = join(aFolder(), 'journal.db')
    const db = await openDatabase(path)
    await expect(openDatabase(path)).rejects.toThrow(/in use by another Toptill/)
    await db.destroy()
    await (await openDatabase(path)).destroy()
  })

  it('says so when the file is no journal', async () => {
    const path = join(aFolder(), 'journal.db')
    writeFileSync(
      path,
      'a shopping list that is long enough to have a header of a hundred bytes or more: eggs, milk, bread, butter',
    )
    await expect(openDatabase(path)).rejects.toThrow(/not a Toptill journal/)
  })

  it('says so when a folder stands in its place', async () => {
    const path = join(aFolder(), 'journal.db')
    mkdirSync(path)
    await expect(openDatabase(path)).rejects.toThrow(JournalUnusable)
  })

  it.each([{ value: true }, { value: new Date(0) }, { value: undefined }, { value: { a: 1 } }, { value: Number.NaN }])(
    'refuses to bind $value, which the engine would not survive',
    async ({ value }) => {
      const db = await openDatabase(':memory:')
      await expect(sql`select ${value as unknown as string} as value`.execute(db)).rejects.toThrow(/cannot bind/)
      expect((await sql`select ${'text'} as value`.execute(db)).rows).toEqual([{ value: 'text' }])
      await db.destroy()
    },
  )
})
