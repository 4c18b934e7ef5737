import { createHash } from 'node:crypto'

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
} from 'kysely'
import { expect, it } from 'vitest'

import { VERSION } from '#server/lib/version.ts'
import { migrations, versionOfMigration, versionOfSchema } from '#server/database/schema/migrations.ts'

/**
 * The SQL of each migration. A released migration never runs again in a database that has it, so an edit would give new databases different tables
 * from old ones. Instead of changing a digest here, write a new migration; if a value that it uses has to change, write the old one into the
 * migration.
 */
const FROZEN = {
  '0001-0.2.0': { sqlite: 'a971177173180d3a', postgres: '83bccec3d18341e0' },
  '0002-0.3.0': { sqlite: 'af32a803e1526f5e', postgres: '3bf7f7b1a8a8396c' },
}

const dialects: Record<'sqlite' | 'postgres', Dialect> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}

async function digestOf(name: string, dialect: Dialect): Promise<string> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect,
    log: ({ query: { sql, parameters } }) => void statements.push(`${sql} ${JSON.stringify(parameters)}`),
  })
  await migrations[name]?.up(db)
  // Line breaks and indentation may change.
  const text = statements.map((statement) => statement.replaceAll(/\s+/g, ' ').trim()).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

it.each(Object.keys(migrations))('the migration %s is still what it was when it was released', async (name) => {
  const found = { sqlite: await digestOf(name, dialects.sqlite), postgres: await digestOf(name, dialects.postgres) }
  expect({ [name]: found }).toEqual({ [name]: FROZEN[name as keyof typeof FROZEN] })
})

it('migrations are numbered without gaps, and none is of a later version than this one', () => {
  const names = Object.keys(migrations)
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1))
  const ordered = (version = '') =>
    version
      .split('.')
      .map((part) => part.padStart(4, '0'))
      .join('.')
  const versions = [...names.map(versionOfMigration), VERSION].map(ordered)
  expect(versions).toEqual(versions.toSorted())
  expect(versionOfSchema()).toBe(versionOfMigration(names.at(-1) ?? ''))
})
