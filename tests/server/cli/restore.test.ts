import {
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import Libsql from 'libsql'
import { sql, type Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'

import { bindAccount, keyStore } from '#server/database/account-store.ts'
import { openDatabase } from '#server/database/database.ts'
import { findOpenRecovery, KEY_MARGIN } from '#server/database/maintenance/recoveries.ts'
import { restoreFile } from '#server/database/maintenance/restore-file.ts'
import { createKeyNotes, detectRollback } from '#server/database/maintenance/rollback-detection.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { command } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { openShop } from '../../support/shop.ts'

/** @security V1.5.2, V15.3.1: A changed backup runs nothing: anything that is not in our schema is reported first. */

const FOREIGN = [
  'DROP TRIGGER shifts_no_delete',
  'CREATE TRIGGER shifts_no_delete BEFORE DELETE ON shifts BEGIN SELECT 1; END',
  "CREATE TRIGGER evil AFTER INSERT ON sales BEGIN UPDATE staff SET role = 'supervisor'; END",
  'DROP TABLE sale_events',
  'CREATE VIEW sale_events AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n',
  'CREATE VIRTUAL TABLE words USING fts5(word)',
  'DROP TRIGGER audit_log_no_update',
  'PRAGMA writable_schema = ON',
  `UPDATE sqlite_master SET sql = replace(sql, '(id = 1)', '("id = 1")') WHERE name = 'key_marks'`,
]
const ACCOUNT = { baseUrl: 'https://service.example/', posId: '20418' }

type Db = Kysely<JournalTables>

async function withJournal<T>(file: string, run: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(file)
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}

/** A database of an account with a reserved key, and a copy of it. */
async function aShop() {
  const folder = aFolder()
  const [journal, backup] = [join(folder, 'toptill.db'), join(aFolder(), 'backup.db')]
  await withJournal(journal, async (db) => {
    await bindAccount(db, ACCOUNT, 1)
    await keyStore(db).saveMark(1_000n)
  })
  copyFileSync(journal, backup)
  const restore = (...words: string[]) =>
    command('restore', words, { DATABASE_URL: `file:${journal}` }, undefined, folder)
  return { folder, journal, backup, restore }
}

const markOf = (file: string) => withJournal(file, (db) => keyStore(db).loadMark())
const recoveryOf = (file: string) => withJournal(file, findOpenRecovery)

describe('toptill restore', () => {
  it('restore replaces the database, which is kept, with a backup, and sets keys above all that were used', async () => {
    const { folder, journal, backup, restore } = await aShop()
    await withJournal(journal, async (db) => {
      const far = BigInt(Date.parse('2090-01-01'))
      await keyStore(db, await createKeyNotes(db, folder, journal)).saveMark(far)
    })
    const lost = await markOf(journal)
    expect(await restore(backup)).toMatchObject({ code: 0, output: expect.stringContaining('with 0 sales') })
    expect(await recoveryOf(journal)).toMatchObject({ cause: 'command', resumed_at: null, confirmed_at: null })
    // The keys that the lost database had reserved count, although they are not in the backup.
    expect(await markOf(journal)).toBe(lost + KEY_MARGIN)
    expect(await markOf(`${journal}.replaced`)).toBe(lost)
    expect(await restore(backup)).toMatchObject({ code: 0 })
    expect(existsSync(`${journal}.replaced-2`)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([])
  })

  it('restore puts a backup where the database is damaged or missing', async () => {
    const { journal, backup, restore } = await aShop()
    writeFileSync(journal, 'this was a journal once')
    expect(await restore(backup)).toMatchObject({ code: 0 })
    expect(await recoveryOf(journal)).toBeDefined()
    renameSync(journal, `${journal}.gone`)
    expect(await restore(backup)).toMatchObject({ code: 0 })
    expect(await recoveryOf(journal)).toBeDefined()
  })

  it.runIf(process.getuid?.() === 0)('restore as root gives the database to the owner of its folder', async () => {
    const { folder, journal, backup, restore } = await aShop()
    chownSync(folder, 4_711, 4_712)
    expect(await restore(backup)).toMatchObject({ code: 0 })
    expect(statSync(journal)).toMatchObject({ uid: 4_711, gid: 4_712, mode: 0o100_600 })
    expect(readdirSync(folder).filter((name) => statSync(join(folder, name)).uid === 4_711)).toEqual(['toptill.db'])
  })

  it('a restore drill needs the name of the account, but no valid token', async () => {
    const { journal, backup, restore } = await aShop()
    expect(await restore(backup)).toMatchObject({ code: 0 })
    const verify = (account: NodeJS.ProcessEnv) =>
      command('audit-log', ['verify'], { DATABASE_URL: `file:${journal}`, ...account })
    expect(await verify({})).toMatchObject({ code: 1, errors: expect.stringContaining('belongs to POS 20418') })
    const account = { TOPUP_BASE_URL: ACCOUNT.baseUrl, TOPUP_POS_ID: ACCOUNT.posId, TOPUP_TOKEN: 'none' }
    expect(await verify(account)).toMatchObject({ code: 0, output: expect.stringContaining('is complete') })
  })

  it('a rejected restore changes nothing, and says why', async () => {
    const { folder, journal, backup, restore } = await aShop()
    const other = join(folder, 'other.db')
    await withJournal(other, (db) => bindAccount(db, { ...ACCOUNT, posId: '7' }, 1))
    const damaged = join(folder, 'damaged.db')
    copyFileSync(backup, damaged)
    writeFileSync(damaged, Buffer.alloc(9_000, 1), { flag: 'r+' })
    const newer = join(folder, 'newer.db')
    await withJournal(newer, (db) => sql`INSERT INTO kysely_migration VALUES ('9999-9.0.0', '2030-01-01')`.execute(db))
    const before = await markOf(journal)
    const foreign = join(folder, 'foreign.db')
    copyFileSync(backup, foreign)
    const hostile = new Libsql(foreign)
    for (const statement of FOREIGN) hostile.exec(statement)
    hostile.close()
    for (const [file, why] of [
      [folder, /is not a file/],
      [
        foreign,
        /missing: table key_marks, trigger shifts_no_delete, trigger evil, view sale_events, table words, .*trigger audit_log_no_update\. Nothing was changed\./s,
      ],
      [join(folder, 'nowhere.db'), /^There is no backup at/],
      [journal, /is the database itself/],
      [other, /belongs to POS 7 at .* not to POS 20418/],
      [damaged, /not a Toptill database, or it is damaged.* Nothing was changed\./s],
      [newer, /written by Toptill 9\.0\.0 or later.* Nothing was changed\./s],
    ] as const) {
      const { code, output, errors } = await restore(file)
      expect([code, output, errors], file).toEqual([1, '', expect.stringMatching(why)])
    }
    expect(await restore('--force')).toMatchObject({ code: 2 })
    expect(await restore(backup, other)).toMatchObject({ code: 2 })
    expect(await markOf(journal)).toBe(before)
    expect(await recoveryOf(journal)).toBeUndefined()
    expect(existsSync(`${journal}.replaced`)).toBe(false)
  })

  it('restore is rejected while a till has the database open', async () => {
    const { backup } = await aShop()
    const shop = await openShop()
    const env = { DATABASE_URL: `file:${join(shop.folder, 'data', 'sandbox', 'toptill.db')}` }
    const errors = expect.stringMatching(/Toptill is running on .* Stop every Toptill/)
    expect(await command('restore', [backup], env)).toMatchObject({ code: 1, errors })
  })
})

it('restore accepts a backup whose tables were written in another style', async () => {
  const { journal, backup, restore } = await aShop()
  const other = new Libsql(backup)
  other.exec('PRAGMA writable_schema = ON')
  const plain = `replace(replace(sql, '"', ''), ', ', char(10, 9) || ',')`
  other.exec(`UPDATE sqlite_master SET sql = ${plain} WHERE type = 'table' AND sql NOT LIKE '%''%'`)
  other.exec(`UPDATE sqlite_master SET sql = upper(sql) WHERE name = 'key_marks'`)
  other.close()
  expect(await restore(backup)).toMatchObject({ code: 0 })
  expect(await recoveryOf(journal)).toBeDefined()
})

it('no till starts after a restore that was interrupted, until it is finished', async () => {
  const { journal, backup, restore } = await aShop()
  copyFileSync(backup, `${journal}.restoring`)
  await expect(openDatabase(journal)).rejects.toThrow(/was not finished\. Run toptill restore/)
  // The database may have been moved away already.
  renameSync(journal, `${journal}.replaced`)
  await expect(openDatabase(journal)).rejects.toThrow(/was not finished/)
  expect(await restore(backup)).toMatchObject({ code: 0 })
  expect(await recoveryOf(journal)).toBeDefined()
  expect(existsSync(`${journal}.replaced-2`)).toBe(false)
})

it('a restore that ended while moving the replaced database keeps its files together when it is run again', async () => {
  const { journal, backup, restore } = await aShop()
  copyFileSync(backup, `${journal}.restoring`)
  writeFileSync(`${journal}.replaced-wal`, 'the newest commits')
  expect(await restore(backup)).toMatchObject({ code: 0, output: expect.stringContaining(`now ${journal}.replaced`) })
  expect(readFileSync(`${journal}.replaced-wal`, 'utf8')).toBe('the newest commits')
  const files = ['', '.replaced', '.replaced-wal'].map((ending) => `toptill.db${ending}`)
  expect(readdirSync(dirname(journal)).toSorted()).toEqual(files)
})

it('restore stops when a till was started while the backup was read', async () => {
  const { journal, backup } = await aShop()
  let started: Db | undefined
  const look = async () => void (started = await openDatabase(journal))
  await expect(restoreFile(backup, journal, { account: undefined, look })).rejects.toThrow(/is in use/)
  await started?.destroy()
  expect(await recoveryOf(journal)).toBeUndefined()
  expect(readdirSync(dirname(journal)).filter((name) => /restoring|replaced/.test(name))).toEqual([])
})

it('restore without a file marks a database that was restored by hand, and raises its keys once', async () => {
  const { journal, restore } = await aShop()
  expect(await restore()).toMatchObject({ code: 0, output: expect.stringContaining('marked as restored') })
  expect(await recoveryOf(journal)).toMatchObject({ cause: 'command' })
  const mark = await markOf(journal)
  await restore()
  expect(await markOf(journal)).toBeLessThan(mark + KEY_MARGIN)
})

it('a database that a person restored by hand is noticed by the keys that it has forgotten', async () => {
  const { folder, journal, backup } = await aShop()
  await withJournal(journal, async (db) => {
    await keyStore(db, await createKeyNotes(db, folder, journal)).saveMark(2_000n)
    expect(await detectRollback(db, folder, journal)).toBe('as-seen')
  })
  copyFileSync(backup, journal)
  await withJournal(journal, async (db) => {
    expect(await detectRollback(db, folder, journal)).toBe('restored')
    expect(await findOpenRecovery(db)).toMatchObject({ cause: 'keys' })
    expect(await detectRollback(db, folder, journal)).toBe('as-seen')
    // A database in a folder that has never been used with it is accepted unchanged.
    expect(await detectRollback(db, aFolder(), journal)).toBe('as-seen')
  })
})
