import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'

import { openDatabase } from '#server/database/database.ts'
import { withoutBackup } from '#server/database/maintenance/backup-before-migration.ts'
import { tryMigration } from '#server/database/maintenance/try-migration.ts'
import { refuseForeignFile } from '#server/database/schema/own-schema.ts'
import { reconcileShop } from '../../../tools/reconcile.ts'
import {
  aDataFolder,
  continueSelling,
  FIXTURES,
  unpack,
  upgradeAndReturn,
  type Place,
} from '../../support/journal-fixture.ts'

const CONFIRM_GRACE_MS = 200

function aPlace(version: string): Place & { file: string } {
  const folder = aDataFolder(version)
  const file = join(folder, 'toptill.db')
  writeFileSync(file, unpack(version, 'toptill.db'), { mode: 0o600 })
  const run = async (statement: string) => {
    const database = new Libsql(file)
    database.exec(statement)
    database.close()
  }
  return { env: { DATABASE_URL: `file:${file}` }, file, folder, run }
}

const audit = (file: string) => async (ledger: string) =>
  reconcileShop({ journal: file, ledger, confirmGraceMs: CONFIRM_GRACE_MS })

describe.each(FIXTURES)('a database file of %s', (version) => {
  it('its tables are those of the version', async () => {
    const { file } = aPlace(version)
    expect(await tryMigration(file)).not.toHaveProperty('problem')
    await refuseForeignFile(file)
  })

  it('it continues with this version: open sales, codes, the drawer and the audit log', async () => {
    const place = aPlace(version)
    const { ledger } = await continueSelling(version, place)
    expect((await audit(place.file)(ledger)).violations).toEqual([])
  })

  it('it continues with a later version, whose database this one refuses, and the backup from before opens', async () => {
    const place = aPlace(version)
    await upgradeAndReturn(version, place, audit(place.file))
    const [backup = ''] = readdirSync(place.folder).filter((name) => name.includes('-before-'))
    const db = await openDatabase(join(place.folder, backup), undefined, { backUp: withoutBackup })
    const sales = await db.selectFrom('sales').select('state').execute()
    await db.destroy()
    expect(sales.map(({ state }) => state)).toContain('unknown')
  })
})
