import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { openDatabase, openJournal } from '#server/database/database.ts'
import { LEASE_MS, openLease } from '#server/database/leases.ts'
import { withoutBackup } from '#server/database/maintenance/backup-before-migration.ts'
import { tryMigration } from '#server/database/maintenance/try-migration.ts'
import { aJournalPlace, queryAt } from '../../support/a-journal.ts'
import { command } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { aLaterMigration, LATER } from '../../support/later-migration.ts'

const HOUR_MS = 60 * 60_000

async function anEnv() {
  const folder = aFolder()
  const database = await aJournalPlace()
  return { folder, database, env: { DATABASE_URL: database, TOPTILL_HOME: folder, BACKUP_FOLDER: folder } }
}

const namesIn = async (url: string) =>
  (await queryAt<{ name: string }>(url, 'SELECT name FROM kysely_migration ORDER BY name')).map(({ name }) => name)

function aDump(folder: string, ageMs: number): string {
  const file = join(folder, 'toptill.dump')
  writeFileSync(file, 'PGDMP')
  const at = (Date.now() - ageMs) / 1000
  utimesSync(file, at, at)
  return file
}

describe('a database in PostgreSQL of an earlier version', () => {
  it('it is updated only with a dump of the last 24 hours, and is unchanged otherwise', async () => {
    const { folder, database, env } = await anEnv()
    aLaterMigration()
    const refused = {
      code: 1,
      errors: expect.stringMatching(
        /^The database \S+ has to be updated from version 0\.3\.0 to 0\.4\.0, and there is no dump of the last 24 hours in \S+ .*toptill migrate --backed-up\.\n$/,
      ),
    }
    expect(await command('migrate', [], env)).toMatchObject(refused)
    aDump(folder, 25 * HOUR_MS)
    expect(await command('migrate', [], env)).toMatchObject(refused)
    expect(await namesIn(database)).toEqual(['0001-0.2.0', '0002-0.3.0'])
    const dump = aDump(folder, 23 * HOUR_MS)
    const { output } = await command('migrate', [], env)
    expect(output).toMatch(`was updated from version 0.3.0 to 0.4.0. ${dump} is the backup from before.\n`)
    expect(await namesIn(database)).toEqual(['0001-0.2.0', '0002-0.3.0', LATER])
  })

  it('it is updated without a dump if the administrator says that there is a backup', async () => {
    const { env } = await anEnv()
    aLaterMigration()
    const done = { code: 0, output: expect.stringMatching(/was updated from version 0\.3\.0 to 0\.4\.0\.\n$/) }
    expect(await command('migrate', ['--backed-up'], env)).toMatchObject(done)
  })

  it('the last build before 0.2.0 has the same tables, and only their name is changed', async () => {
    const { database } = await anEnv()
    const former = '2026-11-26-schema-e'
    await queryAt(database, `UPDATE kysely_migration SET name = '${former}'`)
    await queryAt(database, 'ALTER TABLE alert_deliveries RENAME COLUMN channel TO way')
    await expect(openDatabase(database, undefined, { backUp: withoutBackup })).rejects.toThrow(
      'was written by a build of Toptill before 0.2.0',
    )
    await queryAt(database, 'ALTER TABLE alert_deliveries RENAME COLUMN way TO channel')
    await (await openDatabase(database, undefined, { backUp: withoutBackup })).destroy()
    expect(await namesIn(database)).toEqual(['0001-0.2.0', '0002-0.3.0'])
  })

  it('several processes that start at once update it once', async () => {
    const { database } = await anEnv()
    let runs = 0
    aLaterMigration(async (db) => {
      runs += 1
      await db.schema.alterTable('sales').addColumn('later', 'text').execute()
    })
    const updates: unknown[] = []
    const onMigrated = (migrated: unknown) => updates.push(migrated)
    const opening = Array.from({ length: 4 }, () =>
      openDatabase(database, undefined, { backUp: withoutBackup, onMigrated }),
    )
    for (const db of await Promise.all(opening)) await db.destroy()
    expect([runs, updates]).toEqual([1, [{ from: '0.3.0', to: '0.4.0' }]])
  })

  it('a leader that was paused until its lease was over cannot write after the update, and can take no lease during it', async () => {
    const { database } = await anEnv()
    const lease = openLease(database, { holder: 'the old one', address: '' }, 1, () => {})
    onTestFinished(() => lease.close())
    const paused = await openJournal(database)
    onTestFinished(() => paused.db.destroy().catch(() => {}))
    const epoch = (await lease.take()) ?? 0
    await paused.hold?.(epoch)
    await expect.poll(() => lease.findLeader()).toBeUndefined()
    let taken: unknown
    const backToNow = aLaterMigration(async (db) => {
      await db.schema.alterTable('sales').addColumn('later', 'text').execute()
      taken = await lease.take().catch(() => 'not taken')
    })
    await (await openDatabase(database, undefined, { backUp: withoutBackup })).destroy()
    expect(taken).toBe('not taken')
    const write = paused.db.insertInto('key_marks').values({ id: 1, highest_key: '1' }).execute()
    await expect(write).rejects.toThrow()
    // The old version takes the lease, and finds tables that it doesn't know.
    backToNow()
    expect(await lease.take()).toBeGreaterThan(epoch)
    await expect(openJournal(database)).rejects.toThrow('was written by Toptill 0.4.0 or later')
  })

  it('it is not updated while an earlier version sells from it', async () => {
    const { database } = await anEnv()
    const lease = openLease(database, { holder: 'the old one', address: '' }, LEASE_MS, () => {})
    onTestFinished(() => lease.close())
    expect(await lease.take()).toBeGreaterThan(0)
    aLaterMigration()
    await expect(openDatabase(database, undefined, { backUp: withoutBackup })).rejects.toThrow(
      'another Toptill server is selling from it',
    )
    expect(await namesIn(database)).toEqual(['0001-0.2.0', '0002-0.3.0'])
  })

  it('tryMigration updates a copy, and says from which version to which', async () => {
    const { database } = await anEnv()
    aLaterMigration()
    expect(await tryMigration(database)).toEqual({ from: '0.3.0', to: '0.4.0', tookMs: expect.any(Number) })
    await queryAt(database, 'CREATE TABLE notes (text TEXT)')
    expect(await tryMigration(database)).toMatchObject({ problem: expect.stringContaining('table notes') })
  })
})
