import { execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { tryMigration } from '#server/database/maintenance/try-migration.ts'
import { reconcilePostgres } from '../../../tools/reconcile.ts'
import { anEmptyDatabase, queryAt } from '../../support/a-journal.ts'
import { aFolder } from '../../support/folders.ts'
import {
  aDataFolder,
  continueSelling,
  FIXTURES,
  unpack,
  upgradeAndReturn,
  type Place,
} from '../../support/journal-fixture.ts'

const CONFIRM_GRACE_MS = 200

async function aPlace(version: string): Promise<Place & { url: string }> {
  const home = aFolder()
  const folder = join(home, 'data')
  cpSync(aDataFolder(version), folder, { recursive: true })
  const dump = join(folder, 'toptill.dump')
  writeFileSync(dump, unpack(version, 'toptill.dump'))
  const { url, run } = await restored(dump)
  return { url, run, folder, env: { DATABASE_URL: url, TOPTILL_HOME: home } }
}

async function restored(dump: string) {
  const url = await anEmptyDatabase()
  execFileSync('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${url}`, dump])
  return { url, run: (statement: string) => queryAt(url, statement) }
}

const audit = (url: string) => async (ledger: string) =>
  reconcilePostgres({ journal: url, ledger, confirmGraceMs: CONFIRM_GRACE_MS })

describe.each(FIXTURES)('a database in PostgreSQL of %s', (version) => {
  it('it continues with this version: open sales, codes, the drawer and the audit log', async () => {
    const place = await aPlace(version)
    const { ledger } = await continueSelling(version, place)
    expect((await audit(place.url)(ledger)).violations).toEqual([])
  })

  it('it continues with a later version, whose database this one refuses, and the dump from before opens', async () => {
    const place = await aPlace(version)
    await upgradeAndReturn(version, place, audit(place.url))
    const { url } = await restored(join(place.folder, 'toptill.dump'))
    expect(await tryMigration(url)).not.toHaveProperty('problem')
  })
})
