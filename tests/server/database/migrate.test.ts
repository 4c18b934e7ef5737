import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'

import { bindAccount } from '#server/database/account-store.ts'
import { openDatabase, openWithoutMigration } from '#server/database/database.ts'
import { JournalUnusable } from '#server/database/drivers/journal-unusable.ts'
import { tryMigration } from '#server/database/maintenance/try-migration.ts'
import { readMigrations } from '#server/database/schema/migrations.ts'
import { refuseForeignFile } from '#server/database/schema/own-schema.ts'
import { startToptill } from '#server/main.ts'
import { emptyJournal } from '../../support/a-journal.ts'
import { command } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { aLaterMigration, asFirstVersion, LATER, PRESENT } from '../../support/later-migration.ts'
import { anEmptyPage } from '../../support/start-shop.ts'

/** A database of this version. */
async function aFile(folder = aFolder()) {
  const path = join(folder, 'toptill.db')
  writeFileSync(path, await emptyJournal(), { mode: 0o600 })
  const db = await openDatabase(path)
  await bindAccount(db, { baseUrl: 'https://service.example', posId: '77001' }, 1)
  await db.destroy()
  return path
}

async function namesIn(path: string): Promise<string[]> {
  const db = openWithoutMigration(path)
  const names = await readMigrations(db)
  await db.destroy()
  return names
}

const ACCOUNT = { TOPUP_BASE_URL: 'https://127.0.0.1:1', TOPUP_POS_ID: '77001', TOPUP_TOKEN: 'a-token-of-length' }

async function start(path: string, env: NodeJS.ProcessEnv = {}, logFormat?: 'json'): Promise<string[]> {
  const lines: string[] = []
  const { close } = await startToptill({
    env: { DATABASE_URL: `file:${path}`, PORT: '0', LOG_LEVEL: 'silent', ...ACCOUNT, ...env },
    browserFolder: anEmptyPage(aFolder()),
    print: (line) => lines.push(line),
    ...(logFormat && { logFormat }),
  })
  await close()
  return lines
}

const refusalOf = (path: string) =>
  openDatabase(path).then(
    (db) => db.destroy().then(() => 'it was opened'),
    (error: unknown) => (error instanceof JournalUnusable ? error.message : Promise.reject(error as Error)),
  )

describe('a database of an earlier version', () => {
  it('a start updates it after a verified backup, and says so', async () => {
    const folder = aFolder()
    const path = await aFile(folder)
    const backToNow = aLaterMigration()
    await sqlIn(path, "UPDATE wholesaler_account SET base_url = 'https://127.0.0.1:1'")
    const lines = await start(path)
    const [backup = ''] = readdirSync(join(folder, 'backups'))
    expect(backup).toMatch(/^toptill-77001-\d{8}T\d{6}Z-before-0\.4\.0\.db$/)
    const file = join(folder, 'backups', backup)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lines).toContain(`The database was updated from version 0.3.0 to 0.4.0. ${file} is the backup from before.`)
    expect(await namesIn(path)).toEqual([...PRESENT, LATER])
    await refuseForeignFile(path)
    expect((await start(path)).join('\n')).not.toContain('was updated')
    expect(readdirSync(join(folder, 'backups'))).toEqual([backup])

    // Returns to the earlier version.
    backToNow()
    expect(await refusalOf(path)).toBe(
      `The database ${path} was written by Toptill 0.4.0 or later, and this is Toptill 0.3.0. Start Toptill 0.4.0 or later, or restore the backup from before the upgrade: docs/administrators/upgrade.md.`,
    )
    await refuseForeignFile(file)
    expect(await refusalOf(file)).toBe('it was opened')
  })

  it('the log of a start that updates it has a line with both versions, as JSON', async () => {
    const path = await aFile()
    await sqlIn(path, "UPDATE wholesaler_account SET base_url = 'https://127.0.0.1:1'")
    aLaterMigration()
    const lines = await start(path, {}, 'json')
    const told = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { what?: string })
    expect(told).toContainEqual(
      expect.objectContaining({
        what: 'the database was updated',
        from: '0.3.0',
        to: '0.4.0',
        backup: expect.anything(),
      }),
    )
    expect(told).toContainEqual(expect.objectContaining({ what: 'Toptill has started', version: '0.3.0' }))
  })

  it('it is not updated if it cannot be backed up', async () => {
    const folder = aFolder()
    const path = await aFile(folder)
    aLaterMigration()
    const missing = join(folder, 'not-there')
    const { code, errors } = await command('migrate', [], {
      DATABASE_URL: `file:${path}`,
      BACKUP_FOLDER: missing,
      ...ACCOUNT,
    })
    expect([code, errors]).toEqual([
      1,
      `The database ${path} has to be updated from version 0.3.0 to 0.4.0, and could not be backed up to ${missing} first: The folder ${missing} does not exist. Create it first. Nothing was changed.\n`,
    ])
    expect(await namesIn(path)).toEqual(PRESENT)
  })

  it('it is unchanged after a migration that fails in the middle', async () => {
    const path = await aFile()
    aLaterMigration(async (db) => {
      await db.schema.alterTable('sales').addColumn('later', 'text').execute()
      throw new Error('the power failed')
    })
    const { code, errors } = await command('migrate', [], { DATABASE_URL: `file:${path}` })
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(
        /from version 0\.3\.0 to 0\.4\.0, and was not changed: the power failed\. Start the earlier/,
      ),
    ])
    expect(await namesIn(path)).toEqual(PRESENT)
    await refuseForeignFile(path)
  })

  it('commands other than a start, migrate and restore do not update it', async () => {
    const path = await aFile()
    aLaterMigration()
    const { code, errors } = await command('staff', ['list'], { DATABASE_URL: `file:${path}`, ...ACCOUNT })
    expect([code, errors]).toEqual([
      1,
      `The database ${path} has to be updated from version 0.3.0 to 0.4.0 first: run toptill migrate.\n`,
    ])
    expect(await namesIn(path)).toEqual(PRESENT)
  })

  it('migrate updates it, and names the versions and the backup', async () => {
    const folder = aFolder()
    const path = await aFile(folder)
    aLaterMigration()
    const { code, output } = await command('migrate', [], { DATABASE_URL: `file:${path}` })
    const [backup = ''] = readdirSync(join(folder, 'backups'))
    expect([code, output]).toEqual([
      0,
      `The database ${path} was updated from version 0.3.0 to 0.4.0. ${join(folder, 'backups', backup)} is the backup from before.\n`,
    ])
  })
})

describe('a database of a build before 0.2.0', () => {
  const NAME = '2026-11-26-schema-e'

  /** The tables of 0.2.0. */
  async function anEarlierFile(folder = aFolder()) {
    const path = join(folder, 'toptill.db')
    await asFirstVersion(async () => (await openDatabase(path)).destroy())
    return path
  }

  it('the last one has the tables of 0.2.0 under another name, and is updated after a backup', async () => {
    const folder = aFolder()
    const path = await anEarlierFile(folder)
    await sqlIn(path, `UPDATE kysely_migration SET name = '${NAME}'`)
    const { code, output } = await command('migrate', [], { DATABASE_URL: `file:${path}` })
    expect([code, output]).toEqual([0, expect.stringContaining(`was updated from version ${NAME} to 0.3.0.`)])
    expect(await namesIn(path)).toEqual(PRESENT)
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/-before-0\.3\.0\.db$/)])
    expect(await namesIn(join(folder, 'backups', readdirSync(join(folder, 'backups'))[0] ?? ''))).toEqual([NAME])
  })

  it('one with other tables under the same name is rejected, and its tables do not change', async () => {
    const folder = aFolder()
    const path = await anEarlierFile(folder)
    await sqlIn(
      path,
      `UPDATE kysely_migration SET name = '${NAME}'; ALTER TABLE alert_deliveries RENAME COLUMN channel TO way`,
    )
    const { code, errors } = await command('migrate', [], { DATABASE_URL: `file:${path}` })
    expect([code, errors]).toEqual([
      1,
      `The database ${path} was written by a build of Toptill before 0.2.0, with the schema ${NAME}, and this one can't open it. Start that build: docs/administrators/upgrade.md.\n`,
    ])
    expect(await namesIn(path)).toEqual([NAME])
    expect(existsSync(join(folder, 'backups'))).toBe(false)
  })
})

describe('tryMigration', () => {
  it('says from which version to which a copy is updated, and how long it took', async () => {
    const path = await aFile()
    expect(await tryMigration(path)).toEqual({ from: '0.3.0', to: '0.3.0', tookMs: expect.any(Number) })
    aLaterMigration()
    const tried = await tryMigration(path)
    expect(tried).toEqual({ from: '0.3.0', to: '0.4.0', tookMs: expect.any(Number) })
    expect(tried.tookMs).toBeGreaterThan(0)
    expect(await namesIn(path)).toEqual([...PRESENT, LATER])
  })

  it('says what goes wrong in a migration', async () => {
    const path = await aFile()
    aLaterMigration(() => Promise.reject(new Error('no such column')))
    expect(await tryMigration(path)).toMatchObject({
      from: '0.3.0',
      to: '0.4.0',
      problem: expect.stringContaining('no such column'),
    })
  })

  it('says that a copy is of a newer version, or has other tables', async () => {
    const newer = await aFile()
    await sqlIn(newer, `INSERT INTO kysely_migration VALUES ('${LATER}', '2030-01-01')`)
    const problem = expect.stringContaining('was written by Toptill 0.4.0 or later')
    expect(await tryMigration(newer)).toEqual({ to: '0.3.0', tookMs: expect.any(Number), problem })
    const other = await aFile()
    await sqlIn(other, 'CREATE TABLE notes (text TEXT)')
    expect(await tryMigration(other)).toMatchObject({
      problem: expect.stringContaining('Added, changed or missing: table notes'),
    })
  })
})

async function sqlIn(path: string, statements: string): Promise<void> {
  const database = new Libsql(path)
  database.exec(statements)
  database.close()
}
