import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'

import { openLease } from '#server/database/leases.ts'
import { openDatabase, openReader } from '#server/database/database.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { JournalUnusable } from '#server/database/drivers/journal-unusable.ts'
import { findOpenRecovery } from '#server/database/maintenance/recoveries.ts'
import { salesStore } from '#server/sales/store.ts'
import { findPostgres, startPostgres } from '../../../../tools/postgres.ts'
import { aJournalPlace, anEmptyDatabase, queryAt as ask } from '../../../support/a-journal.ts'
import { command } from '../../../support/an-installation.ts'
import { aFolder } from '../../../support/folders.ts'
import { createLatch } from '../../../support/latch.ts'
import { itWhenFull } from '../../../support/level.ts'
import { openedSale } from '../../../support/sales.ts'

/** @security V1.5.2: Only PostgreSQL dumps in the custom format are read, never a script. */

async function refusalOf(url: string): Promise<string> {
  const problem = await openDatabase(url).then(
    (db) => db.destroy(),
    (error: unknown) => error,
  )
  expect(problem).toBeInstanceOf(JournalUnusable)
  return (problem as JournalUnusable).message
}

async function expectInRecovery(url: string) {
  const db = await openDatabase(url)
  const recovery = await findOpenRecovery(db)
  await db.destroy()
  expect(recovery).toMatchObject({ cause: 'server', confirmed_at: null })
  return recovery
}

const nameIn = (url: string) => new URL(url).pathname.slice(1)

async function aServer(settings: Record<string, string> = {}) {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('there is no PostgreSQL here')
  const server = await startPostgres(programs, settings)
  onTestFinished(server.stop)
  return server
}

async function anOpenJournal(url: string) {
  const faults: unknown[] = []
  const fault = createLatch()
  const db = await openDatabase(url, (error) => {
    faults.push(error)
    fault.open()
  })
  onTestFinished(() => db.destroy().catch(() => {}))
  return { db, faults, fault }
}

const READING = { at: 1, amount: '1.00', currency: 'AED' }

it("a shop's schema of this version opens while another shop's in the same PostgreSQL database is being migrated", async () => {
  const url = await aJournalPlace()
  await (await openDatabase(url)).destroy()
  const migrating = new pg.Client(url)
  await migrating.connect()
  onTestFinished(() => migrating.end())
  // The migrator's lock: there is one for the whole PostgreSQL database.
  await migrating.query('SELECT pg_advisory_lock(3853314791062309107)')
  await (await openDatabase(url)).destroy()
})

describe('rejected databases in PostgreSQL', () => {
  it('a database in PostgreSQL is rejected when it has to be migrated while an older Toptill sells from it', async () => {
    const url = await aJournalPlace()
    await (await openDatabase(url)).destroy()
    const lease = openLease(url, { holder: 'an older one', address: 'http://10.0.0.5:8080' }, 60_000)
    onTestFinished(lease.close)
    const epoch = await lease.take()
    await ask(url, 'DELETE FROM kysely_migration')
    expect(await refusalOf(url)).toMatch(/Stop every Toptill/)
    await lease.release(epoch!)
    expect(await refusalOf(url)).not.toMatch(/Stop every Toptill/)
  })

  it.each([
    ['commits are acknowledged before they are durable', 'synchronous_commit = off', /synchronous_commit off/],
    ['transactions are read-only', 'default_transaction_read_only = on', /can only be read/],
    ['no schema of the search path exists', 'search_path = nowhere', /no schema/],
  ])('a database in PostgreSQL is rejected when %s', async (_, set, says) => {
    const url = await aJournalPlace()
    await ask(url, `ALTER DATABASE ${nameIn(url)} SET ${set}`)
    expect(await refusalOf(url)).toMatch(says)
  })

  itWhenFull('a database in PostgreSQL is rejected when the server does not write to the disk', async () => {
    const { url } = await aServer({ fsync: 'off' })
    expect(await refusalOf(url)).toMatch(/fsync off/)
  })

  it('a database in PostgreSQL is rejected when its encoding cannot store every name', async () => {
    const url = await aJournalPlace()
    await ask(url, `CREATE DATABASE ${nameIn(url)}_ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`)
    onTestFinished(async () => void (await ask(url, `DROP DATABASE ${nameIn(url)}_ascii`)))
    expect(await refusalOf(`${url}_ascii`)).toMatch(/encoding SQL_ASCII/)
  })

  it('a start without a server, a database or such a user is rejected with a sentence that does not contain the password', async () => {
    const url = await aJournalPlace()
    const { host } = new URL(url)
    expect(await refusalOf('postgres://amal:secret-word@127.0.0.1:1/shop')).toMatch(
      /No PostgreSQL is responding at postgres:\/\/127\.0\.0\.1:1\/shop/,
    )
    expect(await refusalOf(`postgres://amal:secret-word@${host}/shop`)).toMatch(/user and the password/)
    expect(await refusalOf(`postgres://postgres:secret-word@${host}/nowhere`)).toMatch(/does not exist on the server/)
    for (const place of ['127.0.0.1:1/shop', `${host}/shop`, `${host}/nowhere`])
      expect(await refusalOf(`postgres://amal:secret-word@${place}`)).not.toMatch(/secret-word|amal/)
  })

  itWhenFull('a database in PostgreSQL is rejected on a standby', async () => {
    const server = await aServer()
    await (await openDatabase(server.url)).destroy()
    await server.kill()
    writeFileSync(join(server.dataFolder, 'standby.signal'), '')
    await server.restart()
    expect(await refusalOf(server.url)).toMatch(/is a standby/)
    // A standby that was promoted may not have the newest sales.
    await ask(server.url, 'SELECT pg_promote()')
    rmSync(join(server.dataFolder, 'standby.signal'), { force: true })
    await expectInRecovery(server.url)
  })
})

describe('recovery of a database in PostgreSQL', () => {
  it('a copy in another PostgreSQL database than the one it was written in starts in recovery, and reports that once', async () => {
    const url = await aJournalPlace()
    await (await openDatabase(url)).destroy()
    const copy = `${url}_copy`
    const server = url.replace(/[^/]+$/, 'postgres')
    // Only a database without connections can be copied.
    await ask(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameIn(url)}'`)
    await ask(server, `CREATE DATABASE ${nameIn(copy)} TEMPLATE ${nameIn(url)}`)
    onTestFinished(async () => void (await ask(url, `DROP DATABASE ${nameIn(copy)}`)))
    await (await openDatabase(url)).destroy()
    const first = await expectInRecovery(copy)
    expect(await expectInRecovery(copy)).toEqual(first)
    const db = await openDatabase(url)
    expect(await findOpenRecovery(db)).toBeUndefined()
    await db.destroy()
  })

  it('a dump that was restored into its own PostgreSQL database starts in recovery', async () => {
    const url = await aJournalPlace()
    await (await openDatabase(url)).destroy()
    const dump = join(aFolder(), 'dump')
    execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, `--dbname=${url}`])
    execFileSync('pg_restore', ['--clean', `--dbname=${url}`, dump])
    const first = await expectInRecovery(url)
    expect(await expectInRecovery(url)).toEqual(first)
  })
})

const FOREIGN = [
  ['CREATE FUNCTION evil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$', 'function evil()'],
  ['CREATE TRIGGER evil BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION evil()', 'trigger evil on audit_log'],
  ['CREATE RULE evil AS ON UPDATE TO sales DO INSTEAD NOTHING', 'rule evil on sales'],
  ['CREATE VIEW evil AS SELECT 1 AS one', 'view evil'],
  // This function would hide the others if the server's own operator were not found first.
  [
    "CREATE FUNCTION hide(text, regprocedure) RETURNS text LANGUAGE sql AS $$ SELECT '' $$",
    'function hide(text,regprocedure)',
  ],
  ['CREATE OPERATOR || (LEFTARG = text, RIGHTARG = regprocedure, FUNCTION = hide)', 'operator ||'],
  ['ALTER TABLE audit_log DISABLE TRIGGER audit_log_no_update', 'trigger audit_log_no_update on audit_log'],
  ['DROP INDEX sales_open', 'index sales_open'],
  ["ALTER TABLE staff ALTER COLUMN role SET DEFAULT 'supervisor'", 'table staff'],
] as const

it('a dump that contains more than shop databases, or is a script for psql, is rejected, and no part of it is restored', async () => {
  const [url, empty, dump] = [await aJournalPlace(), await anEmptyDatabase(), join(aFolder(), 'dump')]
  await (await openDatabase(url)).destroy()
  const [restore, env] = [
    (file: string) => command('restore', [file], env),
    { DATABASE_URL: empty, TOPTILL_HOME: aFolder() },
  ]
  writeFileSync(dump, '-- PostgreSQL database dump\n\\! touch /tmp/ran\n')
  expect((await restore(dump)).errors).toMatch(
    /the only one that can be restored\. Make one with pg_dump --format=custom/,
  )
  await ask(url, FOREIGN.map(([statement]) => statement).join(';'))
  execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, `--dbname=${url}`])
  const { code, errors } = await restore(dump)
  expect(errors).toMatch(/was rejected, and nothing was changed/)
  expect(
    errors
      .match(/missing: (.*)\./)?.[1]
      ?.split(', ')
      .toSorted(),
  ).toEqual(FOREIGN.map(([, name]) => name).toSorted())
  expect(code).toBe(1)
  expect(await ask(empty, "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([])
  const byHand = await command('restore', [], { ...env, DATABASE_URL: url })
  expect(byHand).toMatchObject({ code: 1, errors: expect.stringContaining('rule evil on sales') })
})

describe('a database in PostgreSQL', () => {
  it('a database in PostgreSQL may belong to a user who is not a superuser', async () => {
    const url = await aJournalPlace()
    const role = `${nameIn(url)}_owner`
    await ask(url, `CREATE ROLE ${role} LOGIN`)
    await ask(url, `CREATE SCHEMA own AUTHORIZATION ${role}; ALTER ROLE ${role} SET search_path = own`)
    onTestFinished(async () => void (await ask(url, `DROP SCHEMA own CASCADE; DROP ROLE ${role}`)))
    const own = new URL(url)
    own.username = role
    const db = await openDatabase(own.href)
    expect(await salesStore(db).insert(openedSale(), [])).toMatchObject({ number: 1 })
    await db.destroy()
  })

  it('whole numbers beyond those of JavaScript are read from PostgreSQL to the last digit', async () => {
    const { db } = await anOpenJournal(await aJournalPlace())
    const { rows } = await sql`SELECT 9007199254740993::bigint AS large, 9007199254740991::bigint AS safe`.execute(db)
    expect(rows).toEqual([{ large: 9007199254740993n, safe: 9007199254740991 }])
  })

  it('a commit that PostgreSQL rolled back does not count as done', async () => {
    const { db } = await anOpenJournal(await aJournalPlace())
    const swallowing = db.transaction().execute(async (trx) => {
      await trx.insertInto('balance_readings').values(READING).execute()
      await sql`SELECT 1 / 0`.execute(trx).catch(() => {})
    })
    await expect(swallowing).rejects.toThrow()
    expect(await db.selectFrom('balance_readings').selectAll().execute()).toEqual([])
  })

  it('a row that breaks a rule of the schema is not a fault of the server', async () => {
    const { db, faults } = await anOpenJournal(await aJournalPlace())
    const mark = { id: 2, highest_key: '1' }
    await expect(db.insertInto('key_marks').values(mark).execute()).rejects.toThrow(/check constraint/)
    await expect(sql`SELECT nothing FROM nowhere`.execute(db)).rejects.toThrow(/does not exist/)
    expect(faults).toEqual([])
  })

  it('a lost connection to PostgreSQL is reported at once, and nothing is written after it', async () => {
    const url = await aJournalPlace()
    const { db, faults, fault } = await anOpenJournal(url)
    await ask(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    )
    await fault.opened
    expect(faults.length).toBeGreaterThan(0)
    await expect(db.insertInto('balance_readings').values(READING).execute()).rejects.toThrow()
    expect(await ask(url, 'SELECT * FROM balance_readings')).toEqual([])
  })

  it('every acknowledged commit is there after PostgreSQL was killed', async () => {
    const server = await aServer()
    const { db, faults, fault } = await anOpenJournal(server.url)
    const commit = groupCommit(db)
    let acknowledged = 0
    let killing: Promise<void> | undefined
    const writing = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (faults.length === 0) {
          await commit((trx) => trx.insertInto('balance_readings').values(READING).execute()).then(
            () => (acknowledged += 1),
            () => {},
          )
          if (acknowledged >= 200) killing ??= server.kill()
        }
      }),
    )
    await fault.opened
    await writing
    await killing
    await server.restart()
    await (await openDatabase(server.url)).destroy()
    const [rows] = await ask(server.url, 'SELECT count(*)::int AS count FROM balance_readings')
    expect(acknowledged).toBeGreaterThanOrEqual(200)
    expect(rows?.count).toBeGreaterThanOrEqual(acknowledged)
  })
})

describe('the session options in DATABASE_URL', () => {
  it('DATABASE_URL cannot turn off the session options that a takeover and reports rely on', async () => {
    const url = await aJournalPlace()
    const options = `${url}?idle_in_transaction_session_timeout=0&options=-c%20search_path%3Dpublic%20-c%20default_transaction_read_only%3Doff`
    const { db } = await anOpenJournal(options)
    const reader = openReader(options, db)
    onTestFinished(() => reader.destroy())
    const read = async (on: typeof reader, name: string) =>
      (await sql<{ value: string }>`SELECT current_setting(${name}) AS value`.execute(on)).rows[0]?.value
    expect(await read(db, 'idle_in_transaction_session_timeout')).toBe('6s')
    expect(await read(reader, 'default_transaction_read_only')).toBe('on')
    expect(await read(reader, 'default_transaction_isolation')).toBe('repeatable read')
  })
})

describe('the connection for reports and lists', () => {
  async function aJournalWithReader() {
    const url = await aJournalPlace()
    const { db } = await anOpenJournal(url)
    const reader = openReader(url, db)
    onTestFinished(() => reader.destroy())
    return { url, db, reader }
  }

  it('the connection for reports and lists blocks no sale', async () => {
    const { url, db, reader } = await aJournalWithReader()
    const holding = new pg.Client(url)
    await holding.connect()
    onTestFinished(() => holding.end())
    await holding.query('SELECT pg_advisory_lock(1)')
    let isReading = true
    const reading = sql`SELECT pg_advisory_lock(1)`.execute(reader).then(() => (isReading = false))
    await salesStore(db).insert(openedSale(), [])
    expect(isReading).toBe(true)
    await holding.query('SELECT pg_advisory_unlock(1)')
    await reading
  })

  it('the connection for reports and lists sees one state of committed data per transaction, and cannot write', async () => {
    const { db, reader } = await aJournalWithReader()
    const count = async (on: typeof reader) =>
      (await sql<{ count: number }>`SELECT count(*) AS count FROM balance_readings`.execute(on)).rows[0]?.count
    await db.insertInto('balance_readings').values(READING).execute()
    await reader.transaction().execute(async (trx) => {
      expect(await count(trx)).toBe(1)
      await db.insertInto('balance_readings').values(READING).execute()
      expect(await count(trx)).toBe(1)
    })
    expect(await count(reader)).toBe(2)
    await expect(reader.insertInto('balance_readings').values(READING).execute()).rejects.toThrow(/read-only/)
  })
})
