import type { Compilable } from 'kysely'
import { expect, it } from 'vitest'

import { fixedQuery } from '#server/database/drivers/fixed-query.ts'
import { aJournal } from '../../../support/a-journal.ts'

type Reading = { at: number; amount: string; currency: string }

async function readings() {
  const db = await aJournal()
  let timesWritten = 0
  const counted = <T extends Compilable>(query: T): T => {
    timesWritten += 1
    return query
  }
  return {
    db,
    timesWritten: () => timesWritten,
    add: fixedQuery(db, (row: Reading) => counted(db.insertInto('balance_readings').values(row))),
    since: fixedQuery(db, ({ at, currency }: { at: number; currency: string }) =>
      counted(
        db
          .selectFrom('balance_readings')
          .select(['at', 'amount'])
          .where('currency', '=', currency)
          .where('at', '>=', at)
          .where('amount', 'in', ['1', '2', '3'])
          .orderBy('at'),
      ),
    ),
  }
}

it('a fixed query is built once and runs with the values of each run', async () => {
  const { add, since, timesWritten } = await readings()
  for (const at of [1, 2, 3]) await add({ at, amount: String(at), currency: at === 2 ? 'PHP' : 'AED' })
  await add({ at: 4, amount: '4', currency: 'AED' })
  expect((await since({ at: 0, currency: 'AED' })).rows).toEqual([
    { at: 1, amount: '1' },
    { at: 3, amount: '3' },
  ])
  expect((await since({ currency: 'PHP', at: 2 })).rows).toEqual([{ at: 2, amount: '2' }])
  expect((await since({ currency: 'PHP', at: 3 })).rows).toEqual([])
  expect(timesWritten()).toBe(2)
})

it('a fixed query runs in the transaction that it is given', async () => {
  const { db, add, since } = await readings()
  const taken = db.transaction().execute(async (trx) => {
    await add({ at: 1, amount: '1', currency: 'AED' }, trx)
    expect((await since({ at: 0, currency: 'AED' }, trx)).rows).toHaveLength(1)
    throw new Error('taken back')
  })
  await expect(taken).rejects.toThrow('taken back')
  expect((await since({ at: 0, currency: 'AED' })).rows).toEqual([])
})

it('a fixed query throws when one of its values is missing', async () => {
  const { add, since } = await readings()
  await add({ at: 1, amount: '1', currency: 'AED' })
  await expect(add({ at: 2, amount: '2' } as Reading)).rejects.toThrow('no value for currency')
  expect((await since({ at: 0, currency: 'AED' })).rows).toHaveLength(1)
})
