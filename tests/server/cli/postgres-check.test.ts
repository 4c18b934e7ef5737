import { expect, it, onTestFinished } from 'vitest'

import { check } from '#server/cli/check.ts'
import { leadAlone } from '#server/cli/start/lead-alone.ts'
import { startSandbox } from '#sandbox/server.ts'
import { aJournalPlace, queryAt } from '../../support/a-journal.ts'
import { aFolder } from '../../support/folders.ts'

it('toptill check opens PostgreSQL without migrating it, and leaves it to the server that sells', async () => {
  const sandbox = await startSandbox({ account: { posId: '77001', token: 'another-token-of-length' } })
  onTestFinished(sandbox.close)
  const database = await aJournalPlace()
  const env = {
    DATABASE_URL: database,
    TOPTILL_HOME: aFolder(),
    TOPUP_BASE_URL: sandbox.baseUrl,
    TOPUP_POS_ID: '77001',
    TOPUP_TOKEN: 'another-token-of-length',
  }
  const run = async () => {
    const lines: string[] = []
    await check(env, (text) => lines.push(text.replaceAll(/ +/g, ' ')))
    return lines.join('\n')
  }
  expect(await run()).toMatch(/^Database ok .* opens and is of this version\.\nProvider ok .* accepts POS 77001/m)
  const during = await leadAlone(database, '', run)
  expect(during).toMatch(
    /^Database warning The Toptill server at .* is selling from .*Run toptill check on that machine\.$/m,
  )
  // Makes the database older: the next start would migrate it.
  await queryAt(database, 'DELETE FROM kysely_migration')
  for (let times = 0; times < 2; times += 1)
    expect(await run()).toMatch(/^Database warning .*updated to this version at the next start/m)
})
