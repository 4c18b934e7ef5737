import { Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import { Libsql, libsqlDialect, MAX_STATEMENTS, preparedStatements } from '#server/database/drivers/libsql-dialect.ts'

type Tables = { things: { id: number; name: string } }

function aDatabase() {
  const database = new Libsql(':memory:')
  const prepared: string[] = []
  const prepare = database.prepare.bind(database)
  database.prepare = (text: string) => (prepared.push(text), prepare(text))
  const db = new Kysely<Tables>({ dialect: libsqlDialect(database) })
  onTestFinished(() => db.destroy())
  const add = (id: number, name: string) => db.insertInto('things').values({ id, name }).execute()
  const find = (id: number) => db.selectFrom('things').selectAll().where('id', '=', id).executeTakeFirst()
  return { db, add, find, timesPrepared: (word: string) => prepared.filter((text) => text.includes(word)).length }
}

const createThings = (db: Kysely<Tables>) => sql`CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)`.execute(db)

it('a statement is prepared once, however often it runs', async () => {
  const { db, add, find, timesPrepared } = aDatabase()
  await createThings(db)
  for (const id of [1, 2, 3]) await add(id, `thing ${id}`)
  expect([await find(2), await find(9), await find(3)]).toEqual([
    { id: 2, name: 'thing 2' },
    undefined,
    { id: 3, name: 'thing 3' },
  ])
  expect([timesPrepared('insert'), timesPrepared('select')]).toEqual([1, 1])
})

it('a statement runs again after a failed run in the same transaction', async () => {
  const { db, add, find } = aDatabase()
  await createThings(db)
  await add(1, 'first')
  await db.transaction().execute(async (trx) => {
    const insert = (id: number) => trx.insertInto('things').values({ id, name: 'later' }).execute()
    await expect(insert(1)).rejects.toThrow(/UNIQUE/)
    await insert(2)
  })
  expect([await find(1), await find(2)]).toEqual([
    { id: 1, name: 'first' },
    { id: 2, name: 'later' },
  ])
})

it('a prepared statement sees a column that was added later', async () => {
  const { db, add, find } = aDatabase()
  await createThings(db)
  await add(1, 'first')
  await find(1)
  await sql`ALTER TABLE things ADD COLUMN color TEXT DEFAULT 'red'`.execute(db)
  expect(await find(1)).toEqual({ id: 1, name: 'first', color: 'red' })
})

it('the least recently used statement is dropped when there are too many', () => {
  const database = new Libsql(':memory:')
  onTestFinished(() => void database.close())
  const prepared: string[] = []
  const statements = preparedStatements((text) => (prepared.push(text), database.prepare(text)))
  statements.get('select 0')
  for (let each = 1; each < MAX_STATEMENTS; each += 1) statements.get(`select ${each}`)
  statements.get('select 0')
  statements.get('select -1')
  statements.get('select 0')
  expect(prepared.filter((text) => text === 'select 0')).toHaveLength(1)
  statements.get('select 1')
  expect(prepared.filter((text) => text === 'select 1')).toHaveLength(2)
})
