import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'

import { openDatabase } from '#server/database/database.ts'
import { Libsql } from '#server/database/drivers/libsql-dialect.ts'
import { aFolder } from '../../../support/folders.ts'

async function aJournal() {
  const file = join(aFolder(), 'journal.db')
  const db = await openDatabase(file)
  onTestFinished(() => db.destroy())
  const prepare = vi.spyOn(Libsql.prototype, 'prepare').mockClear()
  const write = (at: number) => db.insertInto('balance_readings').values({ at, amount: '1', currency: 'AED' }).execute()
  const checkpoints = () => prepare.mock.calls.filter(([text]) => text.includes('wal_checkpoint')).length
  return { db, write, checkpoints, log: `${file}-wal` }
}

it('checkpoints during many writes keep the write-ahead log from growing without limit', async () => {
  const { db, write, checkpoints, log } = await aJournal()
  for (let at = 0; at < 1_000; at += 1) {
    await write(at)
    await nextTurn()
  }
  expect(checkpoints()).toBeGreaterThanOrEqual(7)
  // Each commit takes two pages of 4 KiB or more, so without checkpoints the log would be longer than this.
  expect(statSync(log).size).toBeLessThan(1_000 * 4_096)
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db)
  expect(rows).toEqual([{ synchronous: 2 }])
})

it('no checkpoint is made inside a transaction or while a backup has turned checkpoints off', async () => {
  const { db, write, checkpoints } = await aJournal()
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < 500; at += 1)
      await trx.insertInto('balance_readings').values({ at, amount: '1', currency: 'AED' }).execute()
    await nextTurn()
    await nextTurn()
    expect(checkpoints()).toBe(0)
  })
  await sql`PRAGMA wal_autocheckpoint = 0`.execute(db)
  await write(1)
  await nextTurn()
  await nextTurn()
  expect(checkpoints()).toBe(0)
  await sql`PRAGMA wal_autocheckpoint = 4000`.execute(db)
  await write(2)
  await nextTurn()
  await nextTurn()
  expect(checkpoints()).toBe(1)
})
