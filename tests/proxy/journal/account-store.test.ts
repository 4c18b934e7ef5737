import { expect, it } from 'vitest'

import { bindAccount, findAccount, keyStore } from '#proxy/journal/account-store.ts'
import { aJournal } from '../../support/a-journal.ts'

it('the key mark is stored to its last digit', async () => {
  const keys = keyStore(await aJournal())
  expect(await keys.loadMark()).toBe(0n)
  await keys.saveMark(1_795_000_000_000n)
  await keys.saveMark(179_500_000_000_000_123n)
  expect(await keys.loadMark()).toBe(179_500_000_000_000_123n)
})

it('a journal remains bound to the first account that it served', async () => {
  const db = await aJournal()
  expect(await findAccount(db)).toBeUndefined()
  const first = { baseUrl: 'https://service.example/v1', posId: '20418' }
  expect(await bindAccount(db, first, 1)).toEqual(first)
  expect(await bindAccount(db, { baseUrl: 'https://other.example', posId: '7' }, 2)).toEqual(first)
  expect(await findAccount(db)).toEqual(first)
})
