import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { bindAccount, bindUnusedAgain, findAccount, keyStore } from '#server/database/account-store.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { recordRestored } from '#server/database/maintenance/recoveries.ts'
import { salesStore } from '#server/sales/store.ts'
import { walletStore } from '#server/wallet/store.ts'
import { decimal, money } from '#domain/money/money.ts'
import { aJournal } from '../../support/a-journal.ts'
import { aSaleId, openedSale } from '../../support/sales.ts'

it('the key mark is stored to its last digit', async () => {
  const keys = keyStore(await aJournal())
  expect(await keys.loadMark()).toBe(0n)
  await keys.saveMark(1_795_000_000_000n)
  await keys.saveMark(179_500_000_000_000_123n)
  expect(await keys.loadMark()).toBe(179_500_000_000_000_123n)
})

it('a database remains bound to the first account that it served', async () => {
  const db = await aJournal()
  expect(await findAccount(db)).toBeUndefined()
  const first = { baseUrl: 'https://service.example/v1', posId: '20418' }
  expect(await bindAccount(db, first, 1)).toEqual(first)
  expect(await bindAccount(db, { baseUrl: 'https://other.example', posId: '7' }, 2)).toEqual(first)
  expect(await findAccount(db)).toEqual(first)
})

const FIRST = { baseUrl: 'https://service.example/v1', posId: '20481' }
const CORRECTED = { ...FIRST, posId: '20418' }

it('an unused database is bound to another account, without the previous wallet, and its keys keep growing', async () => {
  const db = await aJournal()
  await bindAccount(db, FIRST, 1)
  await keyStore(db).saveMark(1_795_000_000_000n)
  const wallet = walletStore({ db, commit: groupCommit(db) })
  await wallet.record({ at: 2, balance: money(decimal('84'), 'AED') }, 'hour', 0)
  await wallet.record({ at: 3, balance: money(decimal('50'), 'AED') }, 'hour', 0)
  expect(await bindUnusedAgain(db, CORRECTED, 4)).toBe(true)
  expect(await findAccount(db)).toEqual(CORRECTED)
  expect(await wallet.latest()).toBeUndefined()
  for (const table of ['wallet_movements', 'wallet_state'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await keyStore(db).loadMark()).toBe(1_795_000_000_000n)
})

const addPerson = (db: Awaited<ReturnType<typeof aJournal>>) =>
  sql`INSERT INTO staff (id, name, role, pin_hash, created_at) VALUES ('1', 'Noor', 'cashier', '', 1)`.execute(db)

it('a database with people is bound to a new account while no balance of the previous one was read', async () => {
  const db = await aJournal()
  await bindAccount(db, FIRST, 1)
  await addPerson(db)
  expect(await bindUnusedAgain(db, CORRECTED, 4)).toBe(true)
  expect(await findAccount(db)).toEqual(CORRECTED)
})

it.each<{ what: string; use: (db: Awaited<ReturnType<typeof aJournal>>) => Promise<unknown> }>([
  {
    what: 'a person and a balance of its account',
    use: async (db) => {
      await addPerson(db)
      await sql`INSERT INTO balance_readings (at, amount, currency) VALUES (1, '250.00', 'AED')`.execute(db)
    },
  },
  {
    what: 'a sale',
    use: (db) => salesStore(db).insert(openedSale({ id: aSaleId('S') }), []),
  },
  { what: 'a restore', use: (db) => db.transaction().execute((trx) => recordRestored(trx, { cause: 'keys' })) },
])('a database with $what stays bound', async ({ use }) => {
  const db = await aJournal()
  await bindAccount(db, FIRST, 1)
  await use(db)
  expect(await bindUnusedAgain(db, CORRECTED, 4)).toBe(false)
  expect(await findAccount(db)).toEqual(FIRST)
})
