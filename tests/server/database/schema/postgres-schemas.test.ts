import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'

import { readInstallation } from '#server/config/config.ts'
import { CREATING, createMissingSchemas } from '#server/database/schema/schemas.ts'
import { ALL_SHOPS } from '#server/database/schema/shared-tables.ts'
import { anInstallation } from '../../../support/an-installation.ts'
import { aFolder } from '../../../support/folders.ts'

const PROCESSES = 4

it('processes that start at once on an empty database create shared parts one after the other', async () => {
  const { env, database } = await anInstallation(['deira', 'marina'])
  const installation = readInstallation({ ...env, TOPTILL_HOME: aFolder() })
  const client = new pg.Client(database)
  await client.connect()
  onTestFinished(() => client.end())
  const read = async (query: string) => (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
  const tables = () => read(`SELECT tablename AS name FROM pg_tables WHERE schemaname = '${ALL_SHOPS}' ORDER BY name`)
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${CREATING}, 0)`)
  const creating = Array.from({ length: PROCESSES }, () => createMissingSchemas(installation))
  const waiting = `SELECT pid::text AS name FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND classid = ${CREATING} AND NOT granted`
  await expect.poll(() => read(waiting)).toHaveLength(PROCESSES)
  expect(await tables()).toEqual([])
  await client.query('COMMIT')
  await Promise.all(creating)
  expect(await tables()).toEqual(['owners', 'processes', 'staff_pin_attempts'])
})
