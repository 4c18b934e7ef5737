import { execFile } from 'node:child_process'
import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { recipients } from '#sandbox/scenarios.ts'
import { queryAt } from '../../support/a-journal.ts'
import { anUpgrade } from '../../support/an-upgrade.ts'
import { LATER, PRESENT } from '../../support/later-migration.ts'
import { itWhenFull } from '../../support/level.ts'
import { sell } from '../../support/shop.ts'

type Shop = Awaited<ReturnType<typeof anUpgrade>>

/** As the nightly job makes it. The server in this process renews its lease in the meantime. */
async function dump({ home, journal }: Shop): Promise<string> {
  const file = join(home, 'data', 'backups', 'toptill.dump')
  mkdirSync(join(home, 'data', 'backups'), { recursive: true })
  await promisify(execFile)('pg_dump', ['--format=custom', `--file=${file}`, journal])
  return file
}

const namesIn = async (url: string) =>
  (await queryAt<{ name: string }>(url, 'SELECT name FROM kysely_migration ORDER BY name')).map(({ name }) => name)
const databasesOf = async (url: string) =>
  await queryAt<{ name: string }>(url, "SELECT datname AS name FROM pg_database WHERE datname LIKE 'toptill_try%'")

const NOW = PRESENT
const UPDATED = [...PRESENT, LATER]

itWhenFull(
  'a database in PostgreSQL is upgraded with a dump of the last 24 hours, after a trial in a database of its own',
  async () => {
    const shop = await anUpgrade()
    const { id } = await sell(await shop.signIn(), { account: recipients.success })
    const refused = await shop.run()
    expect(refused).toMatch(
      /^There is no dump of the last 24 hours in .*backups with which you could go back.*--backed-up\.$/,
    )
    const file = await dump(shop)
    utimesSync(file, 1, 1)
    expect(await shop.run()).toBe(refused)

    await dump(shop)
    expect(await shop.run()).toBe(0)
    expect(shop.said.join('\n')).toContain('A copy of the database was updated from version 0.3.0 to 0.4.0')
    expect(await databasesOf(shop.journal)).toEqual([])
    expect((await shop.again().ask('GET', `/api/sales/${id}`)).body.state).toBe('succeeded')
    expect(await namesIn(shop.journal)).toEqual(UPDATED)
  },
)

itWhenFull('an update that fails on the copy ends the upgrade, and nothing is changed', async () => {
  const shop = await anUpgrade({ migration: () => Promise.reject(new Error('no such column')) })
  await dump(shop)
  expect(await shop.run()).toMatch(/^The update was tried on a copy and failed, so nothing was changed.*no such column/)
  expect([shop.done, await namesIn(shop.journal), await databasesOf(shop.journal)]).toEqual([[], NOW, []])
})

it('an updated database is never replaced by a dump, which lacks the sales since', async () => {
  const shop = await anUpgrade({ later: { ends: true } })
  const said = await shop.run({ isBackedUp: true })
  expect(shop.said).toContain(
    'The update was not tried on a copy: there is no dump here. It will be made completely, or not at all.',
  )
  expect(said).toMatch(
    /Version 0\.4\.0 stays installed: the database is updated, and a dump from before lacks the sales/,
  )
  expect(shop.isEarlierInstalled()).toBe(false)
  expect(await namesIn(shop.journal)).toEqual(UPDATED)
})

it('the earlier version continues if another server of the database sells', async () => {
  const other = await anUpgrade()
  const shop = await anUpgrade({ beside: other })
  const till = await other.signIn()
  const said = await shop.run({ isBackedUp: true })
  expect(said).toMatch(
    /is selling from .*Stop every Toptill server of this database first\.\nThe earlier version runs again/,
  )
  expect(await namesIn(other.journal)).toEqual(NOW)
  expect((await sell(till, { account: recipients.success })).body.state).toBe('succeeded')
})
