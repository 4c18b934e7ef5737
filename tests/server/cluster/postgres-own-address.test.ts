import { expect, it } from 'vitest'

import { findLocalAddress, findOwnAddress } from '#server/cluster/own-address.ts'
import { aJournalPlace } from '../../support/a-journal.ts'

it('the address of this machine is that of its connection to the database', async () => {
  const database = await aJournalPlace()
  const { hostname } = new URL(database)
  expect(await findLocalAddress(database)).toBe(hostname)
})

it('a database that does not answer is not waited for', async () => {
  const listening = { host: '0.0.0.0', port: 8080, database: 'postgres://toptill@127.0.0.1:1/toptill' }
  await expect(findLocalAddress(listening.database)).rejects.toThrow()
  expect(await findOwnAddress(listening, { interfaces: () => ({}) })).toBe('http://127.0.0.1:8080')
})
