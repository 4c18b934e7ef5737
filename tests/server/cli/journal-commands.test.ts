import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { bindAccount } from '#server/database/account-store.ts'
import { openDatabase, openWithoutMigration } from '#server/database/database.ts'
import { command } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { openShop } from '../../support/shop.ts'

const migrate = (env: NodeJS.ProcessEnv, ...words: string[]) => command('migrate', words, env)
const at = (file: string) => ({ DATABASE_URL: `file:${file}` })

describe('toptill migrate', () => {
  it('migrate gives an empty file the tables of this version once', async () => {
    const file = join(aFolder(), 'toptill.db')
    writeFileSync(file, '')
    const output = expect.stringMatching(/^The database \S+ was empty, and has the tables of version 0\.3\.0 now\.\n$/)
    expect(await migrate(at(file))).toEqual({ code: 0, errors: '', output })
    expect(await migrate(at(file))).toMatchObject({ code: 0, output: expect.stringMatching(/already of this version/) })
    const db = await openDatabase(file)
    expect(await db.selectFrom('sales').selectAll().execute()).toEqual([])
    await db.destroy()
  })

  it('migrate needs no account for the database of a shop that has one', async () => {
    const file = join(aFolder(), 'toptill.db')
    const db = await openDatabase(file)
    await bindAccount(db, { baseUrl: 'https://service.example', posId: '20418' }, 1)
    await db.destroy()
    expect(await migrate(at(file))).toMatchObject({ code: 0, output: expect.stringContaining(`The database ${file} `) })
  })

  it('migrate is rejected while a till has the database open, also in practice', async () => {
    const shop = await openShop()
    const { code, output, errors } = await migrate(at(join(shop.folder, 'data', 'toptill.db')))
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^The database \S+sandbox\/toptill\.db is in use by another Toptill\.[^\n]+\n$/)
  })

  it('migrate creates no database where there is none', async () => {
    const folder = aFolder()
    const { code, errors } = await migrate(at(join(folder, 'toptill.db')))
    expect([code, errors]).toEqual([1, expect.stringMatching(/^There is no database at \S+\.[^\n]+\n$/)])
    expect(existsSync(join(folder, 'sandbox'))).toBe(false)
  })

  it('migrate does not change a database of a later version, and says so', async () => {
    const file = join(aFolder(), 'toptill.db')
    await (await openDatabase(file)).destroy()
    const db = openWithoutMigration(file)
    await sql`INSERT INTO kysely_migration VALUES ('9999-9.0.0', '2030-01-01')`.execute(db)
    await db.destroy()
    const later = await migrate(at(file))
    expect(later).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^[^\n]+by Toptill 9\.0\.0 or later[^\n]+\n$/),
    })
    const earlier = openWithoutMigration(file)
    await sql`DELETE FROM kysely_migration WHERE name <> '9999-9.0.0'`.execute(earlier)
    await earlier.destroy()
    const refused = await migrate(at(file))
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^[^\n]+by Toptill 9\.0\.0 or later[^\n]+\n$/),
    })
  })

  it.each([
    { words: ['--to', 'postgres://amal:secret-word@db'], says: 'migrate has no --to.' },
    { words: ['postgres://amal:secret-word@db'], says: 'migrate does not take a word without an option like this.' },
  ])('migrate rejects other words: $says', async ({ words, says }) => {
    const { code, errors } = await migrate({}, ...words)
    expect([code, errors]).toEqual([2, expect.stringMatching(`^${says}\n\ntoptill migrate \\[--backed-up\\]\n`)])
    expect(errors).not.toContain('secret-word')
  })
})
