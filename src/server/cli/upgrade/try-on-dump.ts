import { randomBytes } from 'node:crypto'

import type { Installation } from '../../config/config.ts'
import { PgClient } from '../../database/drivers/pg-client.ts'
import { tryMigration, type TriedMigration } from '../../database/maintenance/try-migration.ts'
import { problemOf } from '../../lib/failures.ts'
import { hasJournal, readDump } from './read-dump.ts'
import { schemasOf } from '../restore.ts'

/**
 * In a database that exists only for this time. Returns one result for each shop, or why that is not possible: the user may not create a database, or there is
 * no `pg_restore`.
 */
export async function tryOnDump(
  dump: string,
  { settings, shops }: Installation,
): Promise<readonly TriedMigration[] | { whyNot: string }> {
  const name = `toptill_try_${randomBytes(8).toString('hex')}`
  const server = shops[0].shop ? settings.database : shops[0].database
  try {
    await runAt(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
  } catch (error) {
    return { whyNot: problemOf(error) }
  }
  try {
    await readDump(dump, inDatabase(server, name), schemasOf(shops))
    const tried: TriedMigration[] = []
    for (const { database } of shops) {
      const copy = inDatabase(database, name)
      if (!(await hasJournal(copy))) continue
      // The dump may be so new that its leader still seems to sell.
      await runAt(copy, 'UPDATE account_lease SET expires_at = clock_timestamp()')
      tried.push(await tryMigration(copy))
    }
    return tried
  } catch (error) {
    return { whyNot: problemOf(error) }
  } finally {
    await runAt(server, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

function inDatabase(url: string, name: string): string {
  const at = new URL(url)
  at.pathname = `/${name}`
  return at.href
}

async function runAt(url: string, statement: string): Promise<void> {
  const client = new PgClient(url)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
