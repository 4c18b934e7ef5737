import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { SaleId } from '#domain/sale/id.ts'
import { BackupFailed, checkCopy, createBackups } from '#server/database/maintenance/backup.ts'
import { LARGEST_LOG_PAGES } from '#server/database/drivers/checkpoints.ts'
import { openDatabase } from '#server/database/database.ts'
import { salesStore } from '#server/sales/store.ts'
import { aFolder } from '../../../support/folders.ts'
import { openedSale } from '../../../support/sales.ts'

async function aJournal() {
  const folder = aFolder()
  const file = join(folder, 'toptill.db')
  const db = await openDatabase(file)
  const backups = createBackups(db, file)
  const store = salesStore(db)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await backups.stop()
    await db.destroy()
    backups.release()
  }
  onTestFinished(close)
  const addSale = (number: number) => {
    const id = `01JD6X00000000000000${String(number).padStart(6, '0')}` as SaleId
    return store.insert(openedSale({ id, account: `97150${number}` }), [{ at: number, kind: 'opened' }])
  }
  return { folder, file, db, backups, addSale, close, copy: join(folder, 'copy.db') }
}

it('a backup contains what was committed before it, in one file that only its owner can read', async () => {
  const { folder, backups, addSale, copy } = await aJournal()
  for (let number = 1; number <= 3; number += 1) await addSale(number)
  await backups.copyTo(copy)
  expect(await checkCopy(copy)).toBe(3)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db'])
  const opened = await openDatabase(copy)
  expect(await opened.selectFrom('sale_events').selectAll().execute()).toHaveLength(3)
  await opened.destroy()
})

it('a backup is consistent while sales continue: no sale lacks its event, and no earlier sale is missing', async () => {
  const { backups, addSale, copy, db } = await aJournal()
  // Large enough that the copy takes several steps.
  await sql`CREATE TABLE filler (bytes BLOB)`.execute(db)
  for (let piece = 0; piece < 40; piece += 1) {
    await sql`INSERT INTO filler VALUES (${Buffer.alloc(500_000, piece)})`.execute(db)
  }
  for (let number = 1; number <= 20; number += 1) await addSale(number)
  let number = 20
  const copying = backups.copyTo(copy).then(() => 'copied')
  const aMoment = () => new Promise<string>((resolve) => setImmediate(resolve, 'not yet'))
  while ((await Promise.race([copying, aMoment()])) === 'not yet') {
    number += 1
    await addSale(number)
  }
  expect(number).toBeGreaterThan(21)
  const inCopy = await checkCopy(copy)
  expect(inCopy).toBeGreaterThanOrEqual(20)
  expect(inCopy).toBeLessThan(number)
  const opened = await openDatabase(copy)
  const without = await sql<{ id: string }>`
    SELECT id FROM sales WHERE NOT EXISTS (SELECT 1 FROM sale_events WHERE sale_id = sales.id)`.execute(opened)
  expect(without.rows).toEqual([])
  await opened.destroy()
})

it('after a backup the database is still locked, and its write-ahead log still has its checkpoints', async () => {
  const { backups, addSale, copy, file, db } = await aJournal()
  await addSale(1)
  await backups.copyTo(copy)
  const script = `import Libsql from 'libsql'; new Libsql(${JSON.stringify(file)}).prepare('SELECT count(*) FROM sales').get([])`
  const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(other.stderr).toMatch(/SQLITE_BUSY|locked/)
  const { rows } = await sql<{ wal_autocheckpoint: number }>`PRAGMA wal_autocheckpoint`.execute(db)
  expect(rows).toEqual([{ wal_autocheckpoint: LARGEST_LOG_PAGES }])
})

it('a second backup is rejected while one is being made, and can be made after it', async () => {
  const { backups, addSale, folder } = await aJournal()
  const [first, second] = await Promise.allSettled([
    backups.copyTo(join(folder, 'a.db')),
    backups.copyTo(join(folder, 'b.db')),
  ])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ reason: { message: expect.stringContaining('Another copy is being made') } })
  expect(existsSync(join(folder, 'b.db'))).toBe(false)
  for (const [index, name] of ['b.db', 'c.db'].entries()) {
    await addSale(index + 1)
    await backups.copyTo(join(folder, name))
    expect(await checkCopy(join(folder, name))).toBe(index + 1)
  }
})

it('a backup never replaces a file', async () => {
  const { backups, copy } = await aJournal()
  writeFileSync(copy, 'something dear')
  await expect(backups.copyTo(copy)).rejects.toThrow(`${copy} already exists`)
  expect(statSync(copy).size).toBe('something dear'.length)
})

it.each([
  { where: 'a missing folder', path: 'no/copy.db', says: /^The folder .* does not exist/ },
  { where: 'a file in the place of a folder', path: 'toptill.db/copy.db', says: /^The folder .* does not exist/ },
  { where: 'a name that is too long', path: 'x'.repeat(300), says: /ENAMETOOLONG/ },
])('a backup to $where fails with the reason and leaves nothing behind', async ({ path, says }) => {
  const { backups, folder } = await aJournal()
  const before = readdirSync(folder)
  await expect(backups.copyTo(join(folder, path))).rejects.toThrow(BackupFailed)
  await expect(backups.copyTo(join(folder, path))).rejects.toThrow(says)
  expect(readdirSync(folder)).toEqual(before)
})

it('a backup replaces the part of an interrupted one', async () => {
  const { backups, addSale, copy } = await aJournal()
  await addSale(1)
  writeFileSync(`${copy}.part`, 'half')
  await backups.copyTo(copy)
  expect(await checkCopy(copy)).toBe(1)
})

it('a backup is stopped and removed when the database is closed', async () => {
  const { backups, addSale, folder, copy, close } = await aJournal()
  await addSale(1)
  const copying = backups.copyTo(copy)
  await close()
  await expect(copying).rejects.toThrow('Toptill is stopping')
  expect(readdirSync(folder)).toEqual(['toptill.db'])
})

it('a damaged backup fails its check', async () => {
  const { backups, addSale, copy } = await aJournal()
  for (let number = 1; number <= 200; number += 1) await addSale(number)
  await backups.copyTo(copy)
  const handle = openSync(copy, 'r+')
  for (let page = 3; page < 12; page += 1) writeSync(handle, Buffer.alloc(4_000, 0xee), 0, 4_000, page * 4096)
  closeSync(handle)
  await expect(checkCopy(copy)).rejects.toThrow(BackupFailed)
})

it('a folder fails the check of a backup', () => expect(checkCopy(aFolder())).rejects.toThrow())
