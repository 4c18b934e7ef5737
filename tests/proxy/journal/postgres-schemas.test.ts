import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'

import { readInstallation } from '#proxy/config.ts'
import { createMissingSchemas } from '#proxy/journal/schemas.ts'
import { ALL_SHOPS } from '#proxy/journal/shared-tables.ts'
import { anInstallation } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'

const PROCESSES = 8
/** Without the lock about one process in a hundred and fifty failed. */
const ROUNDS = 30

it('processes that are started at once on an empty database create what they share once', async () => {
  const { env, database } = await anInstallation(['deira', 'marina'])
  const installation = readInstallation({ ...env, DATA_FOLDER: aFolder() })
  const client = new pg.Client(database)
  await client.connect()
  onTestFinished(() => client.end())
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.query(`DROP SCHEMA IF EXISTS ${ALL_SHOPS} CASCADE`)
    await Promise.all(Array.from({ length: PROCESSES }, () => createMissingSchemas(installation)))
  }
  const { rows } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename`, [
    ALL_SHOPS,
  ])
  expect(rows.map(({ tablename }) => String(tablename))).toEqual(['owners', 'processes', 'staff_pin_attempts'])
})
