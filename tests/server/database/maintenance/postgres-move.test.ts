import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { Session } from '#api/session.ts'
import { leadAlone } from '#server/cli/start/lead-alone.ts'
import type { JournalNoun } from '#server/cli/journal-commands.ts'
import type { Noun } from '#server/cli/read-command.ts'
import { nameOf } from '#server/config/database-url.ts'
import { openDatabase, openWithoutMigration } from '#server/database/database.ts'
import { JournalUnusable } from '#server/database/drivers/journal-unusable.ts'
import { openLease } from '#server/database/leases.ts'
import { moveJournal } from '#server/database/maintenance/move.ts'
import { salesStore } from '#server/sales/store.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { startToptill } from '#server/main.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { aJournalPlace, queryAt as ask } from '../../../support/a-journal.ts'
import { command, controlsOf } from '../../../support/an-installation.ts'
import { aFolder } from '../../../support/folders.ts'
import { aSaleId, openedSale, succeededSale } from '../../../support/sales.ts'
import { aBrowser, openSale, sell, sellQuantity } from '../../../support/shop.ts'
import { startShop } from '../../../support/start-shop.ts'
import { atLevel, itWhenFull } from '../../../support/level.ts'

const run = (env: NodeJS.ProcessEnv, noun: Noun | JournalNoun, ...words: string[]) => command(noun, words, env)

/** Tables about a server, not about a shop. */
const OF_THE_SERVER = ['database_server', 'account_lease']

/** Every row of every table of a closed database, as sorted text. */
async function contentAt(place: string): Promise<Map<string, string[]>> {
  const db = await openDatabase(place)
  const tables = (await db.introspection.getTables()).filter(({ name }) => !OF_THE_SERVER.includes(name))
  const content = new Map<string, string[]>()
  for (const { name, columns } of tables.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const values = columns.map((column) => column.name).toSorted()
    const texts = values.map((column) => sql`CAST(${sql.ref(column)} AS TEXT) AS ${sql.ref(column)}`)
    const { rows } = await sql`SELECT ${sql.join(texts)} FROM ${sql.table(name)}`.execute(db)
    content.set(name, rows.map((row) => JSON.stringify(row)).toSorted())
  }
  await db.destroy()
  return content
}

const aFile = () => join(aFolder(), 'toptill.db')

/** A file with one sold and one opened sale, and a sum that no JavaScript number can hold. */
async function aSmallJournal(file = aFile()): Promise<string> {
  const db = await openDatabase(file)
  const store = salesStore(db)
  await store.insert(succeededSale(), [{ at: 1, kind: 'opened' }])
  await store.insert(openedSale({ id: aSaleId('B'), number: 2 }), [])
  await db
    .insertInto('cost_intervals')
    .values({ from_at: 0, currency: 'AED', count: 3, whole: 9007199254740993n, millionths: -9223372036854775807n })
    .execute()
  await db.insertInto('staff').values(PERSON).execute()
  await db.destroy()
  return file
}

const PERSON = { id: 'a', name: 'Amal', role: 'cashier', pin_hash: 'x', created_at: 1, disabled_at: null, limits: null }

const move = (file: string, url: string) =>
  leadAlone(url, 'Stop it.', (db) => moveJournal(file, { db, name: 'the server' }))

/** Leads the database in PostgreSQL as another process would, until the returned function is called. */
async function leadAt(url: string): Promise<() => Promise<void>> {
  const lease = openLease(url, { holder: 'another', address: 'http://10.0.0.5:8080' }, 60_000)
  const epoch = await lease.take()
  onTestFinished(lease.close)
  return () => lease.release(epoch!)
}

/** The message with which a move is rejected. The file keeps its name and can still be used to sell. */
async function refusalOf(file: string, to: string): Promise<string> {
  const problem = await move(file, to).then(
    () => 'it was moved',
    (error: Error) => error.message,
  )
  const kept = readdirSync(dirname(file)).filter((name) => name.endsWith('.db') || name.includes('moved'))
  expect(kept).toEqual(['toptill.db'])
  return problem
}

async function rowsAt(url: string): Promise<number> {
  return [...(await contentAt(url)).values()].flat().length
}

async function fillOtherTables(file: string): Promise<void> {
  const db = await openDatabase(file)
  const [staff] = await db.selectFrom('staff').select('id').execute()
  const [terminal] = await db.selectFrom('terminals').select('id').execute()
  const by = { by_id: staff!.id, by_name: 'Hamad "the boss" الهاشمي 👑' }
  const begun = { terminal_name: 'Door', currency: 'AED', start_amount: '10', start_count: '{}', opened_at: 1 }
  const closed = { ...begun, opened_by_id: 'a', opened_by_name: 'Amal', counted_at: 2, closed_at: 3 }
  const report = { closed_at: 3, closed_by_id: 'a', report: '{"long":"\\u0000"}' }
  const found = { cause: 'keys', found_at: 1, backup_at: 1, resumed_at: 1, confirmed_at: 2 }
  const numbers = { last_sale_number: 0, last_z_number: 0, last_reading_id: 0, first_sale_number: 1, first_z_number: 1 }
  const moved = { version: 1, at: 2, since_at: 1, direction: 'in', least: '1', most: '2', kind: 'unexplained' }
  const paidIn = { amount: '5000.00', currency: 'AED', paid_at: 1, announced_at: 2, announced_by: 'Hamad' }
  const chosen = { kind: 'direct', service_id: 'qamra', service_name: 'Qamra', brand: 'Qamra', account: '••••1234' }
  const placed = { day: 1, day_number: 1, terminal_id: 'y', terminal_name: 'Tablet', placed_at: 1, expires_at: 2 }
  const attempts = { staff_id: 'x', attempts: 1, last_attempt_at: 1, locked_until: 2 }
  const delivery = { alert_id: 'z', channel: 'push', target: 'd', state: 'sent', tries: 1, first_at: 1, last_at: 1 }
  const rows: [keyof JournalTables, object][] = [
    ['shifts', { id: 7, terminal_id: 'other', ...closed }],
    ['shifts', { id: 8, terminal_id: 'x', ...closed }],
    ['drawer_movements', { id: 'm', shift_id: 7, kind: 'in', at: 2, amount: null, reason: '', ...by }],
    ['shift_counts', { shift_id: 7, at: 2, amount: '10', counted: '{}', ...by }],
    ['z_reports', { number: 1, shift_id: 7, ...report }],
    ['z_reports', { number: 2, shift_id: 8, ...report }],
    ['recoveries', { ...found, ...numbers }],
    ['z_notes', { z_number: 2, at: 4, by_name: 'Amal', text: 'two\nlines\\' }],
    ['balance_readings', { at: 1, amount: '1.00', currency: 'AED' }],
    ['wallet_state', { id: 1, record: '{}' }],
    ['wallet_movements', { ...moved, currency: 'AED' }],
    ['announced_deposits', { ...paidIn, id: 'arrived', movement_id: 1 }],
    ['announced_deposits', { ...paidIn, id: 'expected', slip: '77 "٤"' }],
    ['cost_differences', { number: 1 }],
    ['cost_fits', { kind: 'other', fit: 'neither', count: 1 }],
    ['retention', { id: 1, masked_before: 1 }],
    ['settings', { id: 1, record: '{}' }],
    ['displays', { id: 'd', terminal_id: terminal!.id, code_hash: 'c', expires_at: 1, created_at: 1 }],
    ['orders', { id: 'o', ...chosen, ...placed, amount: '5', currency: 'AED' }],
    ['badges', { id: 'b', staff_id: staff!.id, digest: 'x', created_at: 1, blocked_at: null }],
    ['sale_times', { sale: 1, entry_ms: 1, answer_ms: null, next_ms: 3 }],
    ['pin_attempts', { ...attempts, terminal_id: 'y' }],
    ['staff_pin_attempts', { ...attempts, needs_unlock: 0 }],
    ['alert_settings', { id: 1, record: '{}', secrets: '' }],
    ['push_devices', { id: 'd', staff_id: staff!.id, terminal_id: terminal!.id, added_at: 1, subscription: 'sealed' }],
    ['alert_kinds', { kind: 'x', active_since: 1, last_alert_at: null }],
    ['alert_occurrences', { kind: 'x', key: 'y', raised_at: 1, is_open: 0, alert_id: null, fact: '{}' }],
    ['alerts', { id: 'z', kind: 'x', made_at: 1, is_test: 1, facts: '[]' }],
    ['alert_deliveries', { ...delivery, next_at: null, problem: null, status: 201 }],
    ['badges', { id: 'b', staff_id: staff!.id, digest: 'd', created_at: 1, blocked_at: null }],
    ['number_index', { id: 1, months: 6, filled_from: 0 }],
    ['sale_times', { sale: 1, entry_ms: 8_000, answer_ms: null, next_ms: 1 }],
    ['cost_intervals', { from_at: 0, currency: 'XTS', count: 3, whole: 9007199254740993n, millionths: 1 }],
  ]
  for (const [table, row] of rows) {
    const insert = db.insertInto(table as 'settings').values(row as never)
    await insert.onConflict((clash) => clash.doNothing()).execute()
  }
  // Numbers of rolled-back rows are not used again.
  await sql`UPDATE sqlite_sequence SET seq = seq + 10 WHERE name = 'wallet_movements'`.execute(db)
  await db.destroy()
}

async function aShopThatSold() {
  const shop = await startShop({ startToptill, startSandbox }, { service: 'real' })
  onTestFinished(shop.close)
  const browser = await controlsOf(shop.url, shop.env).signIn(undefined, 'Hamad')
  await sell(browser, { account: recipients.success })
  await sell(browser, { account: recipients.fails })
  await openSale(browser, { account: recipients.success, amount: '30' })
  await sellQuantity(browser, { kind: 'direct', serviceId: 'qamra-rc', account: recipients.success, amount: '15' }, 2)
  return { shop, cookies: browser.cookies }
}

describe('toptill move', () => {
  it('move copies everything in a database file to PostgreSQL, where the shop continues unchanged', async () => {
    const { shop, cookies } = await aShopThatSold()
    await shop.stopProxy()
    const file = join(shop.folder, 'data', 'toptill.db')
    await fillOtherTables(file)
    const before = await contentAt(file)
    expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])
    const url = new URL(await aJournalPlace())
    url.password = 'secret-word'

    // The empty database was opened with another key file before.
    const elsewhere = { ...shop.env, DATABASE_URL: url.href, TOPTILL_HOME: aFolder() }
    expect(await run(elsewhere, 'staff', 'list')).toMatchObject({ code: 0 })

    const { code, output, errors } = await run({ DATABASE_URL: url.href }, 'move', '--from', `file:${file}`)
    expect([code, errors]).toEqual([0, ''])
    const count = [...before.values()].flat().length
    expect(output).toContain(`All ${count} rows of both were compared and are the same.`)
    for (const part of [
      `now ${file}.moved`,
      'Set DATABASE_URL',
      join(shop.folder, 'data', 'pepper'),
      'its folder data',
    ])
      expect(output).toContain(part)
    expect(output).not.toContain('secret-word')
    expect([existsSync(file), existsSync(`${file}.moved`)]).toEqual([false, true])
    expect(await contentAt(url.href)).toEqual(before)

    const foreign = await run(elsewhere, 'staff', 'list')
    expect([foreign.code, foreign.errors]).toEqual([1, expect.stringContaining('is not the one of this database')])
    Object.assign(shop.env, { DATABASE_URL: url.href, TOPTILL_HOME: shop.folder })
    const browser = aBrowser(await shop.startProxy(), cookies)
    const { body: session } = await browser.ask<Session>('GET', '/api/session')
    const signedIn = await browser.ask('POST', '/api/session', { staffId: session.staff[0]?.id, pin: '730519' })
    expect(signedIn.status).toBe(200)
    const { body } = await sell(browser, { account: recipients.success, amount: '35' })
    expect(body).toMatchObject({ state: 'succeeded', number: before.get('sales')!.length + 1 })
    const verified = await run(shop.env, 'audit-log', 'verify')
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('The audit log is complete') })
    await shop.stopProxy()
    const triggers = await ask(url.href, 'SELECT DISTINCT tgenabled FROM pg_trigger WHERE NOT tgisinternal')
    expect(triggers).toEqual([{ tgenabled: 'O' }])
    const counted = "SELECT sum(count)::int AS count FROM sale_totals WHERE sale_group = 'sold'"
    const sold = "SELECT count(*)::int AS count FROM sales WHERE sale_group = 'sold' AND is_open = 0"
    for (const query of [counted, sold]) expect(await ask(url.href, query)).toEqual([{ count: 4 }])
    const movement = `INSERT INTO wallet_movements (version, at, since_at, direction, least, most, currency, kind)
      VALUES (1, 2, 1, 'in', '1', '2', 'AED', 'unexplained') RETURNING id::int`
    expect(await ask(url.href, movement)).toEqual([{ id: 12 }])
  })

  itWhenFull(
    'move copies more rows than it holds in memory at once, in the order of bytes, and whole numbers to the last digit',
    async () => {
      const file = await aSmallJournal()
      const db = await openDatabase(file)
      const names = ['a', 'A', 'ä', 'Z', '_', 'é', 'ب', '👑']
      await db.transaction().execute(async (trx) => {
        for (let at = 0; at < 1_000; at += 1) {
          const id = `${names[at % names.length]}${at}`
          await trx
            .insertInto('staff')
            .values({ ...PERSON, id })
            .execute()
          await trx.insertInto('state_totals').values({ state: id, count: at }).execute()
        }
      })
      await db.destroy()
      const before = await contentAt(file)
      const url = await aJournalPlace()
      const { rows, renamedTo } = await move(file, url)
      expect(Object.fromEntries(rows)).toMatchObject({ sales: 2, staff: 1_001 })
      expect(renamedTo).toBe(`${file}.moved`)
      expect(await contentAt(url)).toEqual(before)
      const [sum] = await ask(url, 'SELECT whole::text, millionths::text FROM cost_intervals WHERE from_at = 0')
      expect(sum).toEqual({ whole: '9007199254740993', millionths: '-9223372036854775807' })
    },
  )

  it('move keeps numbers, and new ones continue after the highest without a gap or a clash', async () => {
    const file = await aSmallJournal()
    const url = await aJournalPlace()
    await move(file, url)
    const target = await openDatabase(url)
    onTestFinished(() => target.destroy())
    const highest = async () =>
      Number((await sql<{ number: number }>`SELECT max(number) AS number FROM sales`.execute(target)).rows[0]?.number)
    const before = await highest()
    const store = salesStore(target)
    expect(await store.insert(openedSale({ id: aSaleId('C') }), [])).toMatchObject({ number: before + 1 })
    expect(await store.insert(openedSale({ id: aSaleId('D') }), [])).toMatchObject({ number: before + 2 })
    await store.append(aSaleId('C'), { at: 2, kind: 'opened' })
    const ids = (await target.selectFrom('sale_events').select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('a moved file can neither be sold from nor moved again, whatever its name is', async () => {
    const file = await aSmallJournal()
    await move(file, await aJournalPlace())
    const moved = `${file}.moved`
    await expect(openDatabase(moved)).rejects.toThrow(JournalUnusable)
    await expect(openDatabase(moved)).rejects.toThrow(/was moved to PostgreSQL/)
    const url = await aJournalPlace()
    await expect(move(moved, url)).rejects.toThrow(/was already moved to PostgreSQL/)
    expect(await rowsAt(url)).toBe(0)
  })

  itWhenFull(
    'a start with the old settings creates no empty database in the place of a moved one, and nothing replaces that',
    async () => {
      const file = await aSmallJournal()
      await move(file, await aJournalPlace())
      await expect(openDatabase(file)).rejects.toThrow(`is now ${file}.moved`)
      expect(existsSync(file)).toBe(false)
      renameSync(await aSmallJournal(), file)
      expect((await move(file, await aJournalPlace())).renamedTo).toBe(`${file}.moved-2`)
      expect(existsSync(`${file}.moved`)).toBe(true)
    },
  )

  itWhenFull('move that is run again after a crash behind the commit completes the move', async () => {
    const file = await aSmallJournal()
    const url = await aJournalPlace()
    const { renamedTo } = await move(file, url)
    const db = openWithoutMigration(renamedTo)
    await sql`DELETE FROM kysely_migration WHERE name LIKE 'moved%'`.execute(db)
    await db.destroy()
    const before = await contentAt(url)
    expect(await move(renamedTo, url)).toMatchObject({ renamedTo: `${renamedTo}.moved` })
    expect(await contentAt(url)).toEqual(before)
    await expect(openDatabase(`${renamedTo}.moved`)).rejects.toThrow(/was moved/)
  })
})

describe('rejected moves', () => {
  it('a move into a database that is not empty is rejected, with its content', async () => {
    const file = await aSmallJournal()
    const url = await aJournalPlace()
    const db = await openDatabase(url)
    await salesStore(db).insert(openedSale({ id: aSaleId('C') }), [])
    await db.insertInto('staff').values(PERSON).execute()
    await db.insertInto('audit_log').values({ number: 1, at: 1, kind: 'x', entry: '{}', hash: 'x' }).execute()
    await db.destroy()
    const before = await contentAt(url)
    expect(await refusalOf(file, url)).toMatch(/is not empty: it contains 1 sale, 1 person, 1 entry of the audit log\./)
    expect(await contentAt(url)).toEqual(before)
  })

  it('a move into a database with only the settings of another shop is rejected', async () => {
    const url = await aJournalPlace()
    await ask(url, "INSERT INTO settings VALUES (1, '{}')")
    expect(await refusalOf(await aSmallJournal(), url)).toMatch(/is not empty: it contains rows of settings\./)
  })

  it.each(
    [
      ['a row changes on the way', "DO ALSO UPDATE staff SET name = 'Eve'", /differs, rows of staff/],
      ['a row is lost on the way', 'DO INSTEAD NOTHING', /differs, staff has 0 rows instead of 1/],
      ['the server rejects a row', 'DO ALSO SELECT 1 / 0', /could not be copied.*division by zero/],
      ['the connection is lost', 'DO ALSO SELECT pg_terminate_backend(pg_backend_pid())', /could not be copied/],
    ].slice(atLevel(2, 0)),
  )('a move changes nothing when %s', async (_, rule, says) => {
    const file = await aSmallJournal()
    const before = await contentAt(file)
    const url = await aJournalPlace()
    await ask(url, `CREATE RULE other AS ON INSERT TO staff ${rule}`)
    expect(await refusalOf(file, url)).toMatch(says)
    expect(await rowsAt(url)).toBe(0)
    expect(await contentAt(file)).toEqual(before)
    // Neither a number nor a disabled trigger is left behind: once the cause is fixed, the move works.
    const disabled = await ask(url, "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'")
    expect(disabled).toEqual([])
    const db = await openDatabase(url)
    expect(await salesStore(db).insert(openedSale({ id: aSaleId('C') }), [])).toMatchObject({ number: 1 })
    await db.destroy()
  })

  itWhenFull('a move is rejected while a Toptill has the file open, or leads the database in PostgreSQL', async () => {
    const file = await aSmallJournal()
    const url = await aJournalPlace()
    const release = await leadAt(url)
    expect(await refusalOf(file, url)).toBe(
      `The Toptill server at http://10.0.0.5:8080 is selling from ${nameOf(url)}. Stop it.`,
    )
    expect(await rowsAt(url)).toBe(0)
    await release()
    const shop = await startShop({ startToptill, startSandbox }, { service: 'real' })
    onTestFinished(shop.close)
    const { code, errors } = await run({}, 'move', '--from', shop.env.DATABASE_URL!, '--to', url)
    const inUse = /^The database \S+ is in use by another Toptill\.[^\n]+\n$/
    expect([code, errors]).toEqual([1, expect.stringMatching(inUse)])
    expect(await rowsAt(url)).toBe(0)
  })

  itWhenFull('a move is rejected when the file is missing, is not our database, or is of another version', async () => {
    const url = await aJournalPlace()
    const file = aFile()
    await expect(move(file, url)).rejects.toThrow(`There is no database at ${file} to move.`)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, '')
    expect(await refusalOf(file, url)).toMatch(/is of another version of Toptill. Run toptill migrate/)
    const later = await aSmallJournal()
    const db = openWithoutMigration(later)
    await sql`INSERT INTO kysely_migration VALUES ('9999-9.0.0', '2030-01-01')`.execute(db)
    await db.destroy()
    expect(await refusalOf(later, url)).toMatch(/is of another version of Toptill/)
    expect(await rowsAt(url)).toBe(0)
  })

  it('a move is rejected when the file has a column that this version would leave behind', async () => {
    const file = await aSmallJournal()
    const db = openWithoutMigration(file)
    await sql`ALTER TABLE staff ADD COLUMN nickname TEXT`.execute(db)
    await db.destroy()
    expect(await refusalOf(file, await aJournalPlace())).toMatch(/table staff has a column nickname/)
  })
})

describe('the command line of move', () => {
  it.each([
    { words: [], says: 'move needs --from.' },
    { words: ['--from', 'postgres://amal:secret-word@db/shop'], says: '--from is already in PostgreSQL.' },
    { words: ['--from', 'secret-word'], says: '--from is not of the form' },
    { words: ['--from', 'file:a.db'], says: 'The target is missing.' },
    { words: ['--from', 'file:a.db', '--to', 'file:b.db'], says: 'The target is missing.' },
    { words: ['--from', 'file:a.db', '--to', 'postgres://amal:secret-word@db'], says: '--to names no database.' },
    { words: ['postgres://amal:secret-word@db/shop'], says: 'move does not take a word without an option like this.' },
    { words: ['--into', 'postgres://amal:secret-word@db/shop'], says: 'move does not take --into like this.' },
  ])('move rejects other words: $says', async ({ words, says }) => {
    const { code, output, errors } = await run({}, 'move', ...words)
    expect([code, output]).toEqual([2, ''])
    expect(errors.startsWith(says)).toBe(true)
    expect(errors).toContain('toptill move --from')
    expect(errors).not.toContain('secret-word')
  })

  it('move warns that a password on the command line can be seen, and repeats none', async () => {
    const url = new URL(await aJournalPlace())
    url.password = 'secret-word'
    const file = await aSmallJournal()
    const { code, output, errors } = await run({}, 'move', '--from', `file:${file}`, '--to', url.href)
    expect([code, errors]).toEqual([
      0,
      expect.stringMatching(/^Other users of this machine can see a password[^\n]+\n$/),
    ])
    expect(output + errors).not.toContain('secret-word')
  })
})

describe('toptill migrate', () => {
  it('migrate updates a database in PostgreSQL to this version once, and says what it did', async () => {
    const url = await aJournalPlace()
    await ask(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const first = await run({ DATABASE_URL: url }, 'migrate')
    const done = expect.stringMatching(/was empty, and has the tables of version 0\.3\.0 now\.\n$/)
    expect(first).toMatchObject({ code: 0, errors: '', output: done })
    const again = await run({ DATABASE_URL: url }, 'migrate')
    expect(again).toMatchObject({ code: 0, output: expect.stringMatching(/is already of this version/) })
  })

  it('migrate is rejected while a Toptill leads the database in PostgreSQL', async () => {
    const url = await aJournalPlace()
    const release = await leadAt(url)
    const { code, errors } = await run({ DATABASE_URL: url }, 'migrate')
    const leads = /^The Toptill server at http:\/\/10\.0\.0\.5:8080 is selling from [^\n]+\n$/
    expect([code, errors]).toEqual([1, expect.stringMatching(leads)])
    await release()
    expect((await run({ DATABASE_URL: url }, 'migrate')).code).toBe(0)
  })

  it('migrate says that no server answers, without the password', async () => {
    const { code, errors } = await run({ DATABASE_URL: 'postgres://amal:secret-word@127.0.0.1:1/shop' }, 'migrate')
    const nobody = /^No PostgreSQL is responding at postgres:\/\/127\.0\.0\.1:1\/shop[^\n]+\n$/
    expect([code, errors]).toEqual([1, expect.stringMatching(nobody)])
  })
})
