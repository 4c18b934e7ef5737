import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'

import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import { leadAlone } from '#proxy/commands/lead-alone.ts'
import { runCommandLine } from '#proxy/commands/command-line.ts'
import type { JournalNoun } from '#proxy/commands/journal-commands.ts'
import type { Noun } from '#proxy/commands/read-command.ts'
import { nameOf } from '#proxy/journal/database-url.ts'
import { openDatabase, openWithoutMigration } from '#proxy/journal/database.ts'
import { JournalUnusable } from '#proxy/journal/journal-unusable.ts'
import { openLease } from '#proxy/journal/leases.ts'
import { moveJournal } from '#proxy/journal/move.ts'
import { salesStore } from '#proxy/journal/sales-store.ts'
import type { JournalTables } from '#proxy/journal/tables.ts'
import { startToptill } from '#proxy/main.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { aJournalPlace } from '../../support/a-journal.ts'
import { aFolder } from '../../support/folders.ts'
import { aSaleId, openedSale, succeededSale } from '../../support/sales.ts'
import { aBrowser, openSale, sell, sellQuantity } from '../../support/shop.ts'
import { startShop } from '../../support/start-shop.ts'

const PIN = '730519'

/** What an administrator reads after a command, and its exit code. */
async function run(env: NodeJS.ProcessEnv, noun: Noun | JournalNoun, ...words: string[]) {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const code = await runCommandLine(noun, words, { env, input, output, errors })
  const said = (stream: PassThrough) => String(stream.read() ?? '')
  return { code, output: said(output), errors: said(errors) }
}

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.end()
  }
}

/** Of a server, and not of a shop. */
const OF_THE_SERVER = ['database_server', 'account_lease']

/** Every row of every table as text, whatever its key. */
async function contentOf(db: Kysely<JournalTables>): Promise<Map<string, string[]>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !OF_THE_SERVER.includes(name))
  const content = new Map<string, string[]>()
  for (const { name, columns } of tables.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const values = columns.map((column) => column.name).toSorted()
    const texts = values.map((column) => sql`CAST(${sql.ref(column)} AS TEXT) AS ${sql.ref(column)}`)
    const { rows } = await sql`SELECT ${sql.join(texts)} FROM ${sql.table(name)}`.execute(db)
    content.set(name, rows.map((row) => JSON.stringify(row)).toSorted())
  }
  return content
}

/** The same of a journal that nobody has open. */
async function contentAt(place: string): Promise<Map<string, string[]>> {
  const db = await openDatabase(place)
  try {
    return await contentOf(db)
  } finally {
    await db.destroy()
  }
}

const aFile = () => join(aFolder(), 'toptill.db')

/** A file with one sold and one opened sale, and a sum that no number of JavaScript holds. */
async function aSmallJournal(file = aFile()): Promise<string> {
  const db = await openDatabase(file)
  const store = salesStore(db)
  await store.insert(succeededSale(), [{ at: 1, kind: 'opened' }])
  await store.insert(openedSale({ id: aSaleId('B'), number: 2 }), [])
  await db
    .insertInto('cost_quarters')
    .values({ from_at: 0, currency: 'AED', count: 3, whole: 9007199254740993n, millionths: -9223372036854775807n })
    .execute()
  await db.insertInto('staff').values(PERSON).execute()
  await db.destroy()
  return file
}

const PERSON = { id: 'a', name: 'Amal', role: 'cashier', pin_hash: 'x', created_at: 1, disabled_at: null, limits: null }

/** Moves a file as the command does. */
const move = (file: string, url: string) =>
  leadAlone(url, 'Stop it.', (db) => moveJournal(file, { db, name: 'the server' }))

/** Leads the journal in PostgreSQL as another process would, until the returned function is called. */
async function leadAt(url: string): Promise<() => Promise<void>> {
  const lease = openLease(url, { holder: 'another', address: 'http://10.0.0.5:8080' }, 60_000)
  const epoch = await lease.take()
  onTestFinished(lease.close)
  return () => lease.release(epoch!)
}

/** The sentence with which a move is refused. The file keeps its name, and can be sold from. */
async function refusalOf(file: string, to: string): Promise<string> {
  const problem = await move(file, to).then(
    () => 'it was moved',
    (error: Error) => error.message,
  )
  expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.db') || name.includes('moved'))).toEqual([
    'toptill.db',
  ])
  return problem
}

/** Rows in what is to be moved to, without those that any journal has. */
async function rowsAt(url: string): Promise<number> {
  return [...(await contentAt(url)).values()].flat().length
}

/** Rows for the tables that a short day of a shop leaves empty. */
async function fillOtherTables(file: string): Promise<void> {
  const db = await openDatabase(file)
  const [staff] = await db.selectFrom('staff').select('id').execute()
  const [terminal] = await db.selectFrom('terminals').select('id').execute()
  const by = { by_id: staff!.id, by_name: 'Hamad "the boss" الهاشمي 👑' }
  await sql`INSERT INTO shifts (id, terminal_id, terminal_name, currency, start_amount, start_count, opened_at, opened_by_id,
    opened_by_name, counted_at, closed_at) VALUES (7, 'other', 'Door', 'AED', '10', '{}', 1, 'a', 'Amal', 2, 3)`.execute(
    db,
  )
  await db
    .insertInto('drawer_movements')
    .values({ id: 'm', shift_id: 7, kind: 'in', at: 2, amount: null, reason: '', ...by })
    .execute()
  await db
    .insertInto('shift_counts')
    .values({ shift_id: 7, at: 2, amount: '10', counted: '{}', ...by })
    .execute()
  for (const number of [1, 2]) {
    if (number === 2)
      await sql`INSERT INTO shifts SELECT 8, 'x', terminal_name, currency, start_amount, start_count, opened_at,
      opened_by_id, opened_by_name, counted_at, closed_at FROM shifts WHERE id = 7`.execute(db)
    const report = { number, shift_id: 6 + number, closed_at: 3, closed_by_id: 'a', report: '{"long":"\\u0000"}' }
    await db.insertInto('z_reports').values(report).execute()
  }
  const [at, number] = [
    { found_at: 1, backup_at: 1, resumed_at: 1, confirmed_at: 2 },
    { last_sale_number: 0, last_z_number: 0, last_reading_id: 0 },
  ]
  await db
    .insertInto('recoveries')
    .values({ cause: 'keys', ...at, ...number, first_sale_number: 1, first_z_number: 1 })
    .execute()
  await db.insertInto('z_notes').values({ z_number: 2, at: 4, by_name: 'Amal', text: 'two\nlines\\' }).execute()
  await db.insertInto('balance_readings').values({ at: 1, amount: '1.00', currency: 'AED' }).execute()
  await db
    .insertInto('wallet_state')
    .values({ id: 1, record: '{}' })
    .onConflict((row) => row.doNothing())
    .execute()
  await sql`INSERT INTO wallet_movements (version, at, since_at, direction, least, most, currency, kind)
    VALUES (1, 2, 1, 'in', '1', '2', 'AED', 'unexplained')`.execute(db)
  await db
    .insertInto('cost_differences')
    .values({ number: 1 })
    .onConflict((row) => row.doNothing())
    .execute()
  await db.insertInto('cost_fits').values({ kind: 'other', fit: 'neither', count: 1 }).execute()
  await db.insertInto('retention').values({ id: 1, masked_before: 1 }).execute()
  await db
    .insertInto('settings')
    .values({ id: 1, record: '{}' })
    .onConflict((row) => row.doNothing())
    .execute()
  await db
    .insertInto('displays')
    .values({ id: 'd', terminal_id: terminal!.id, code_hash: 'c', expires_at: 1, created_at: 1 })
    .execute()
  const chosen = { kind: 'direct', service_id: 'qamra', service_name: 'Qamra', brand: 'Qamra', account: '••••1234' }
  const placed = { day: 1, day_number: 1, terminal_id: 'y', terminal_name: 'Tablet', placed_at: 1, expires_at: 2 }
  await db
    .insertInto('orders')
    .values({ id: 'o', ...chosen, ...placed, amount: '5', currency: 'AED' })
    .execute()
  const attempts = { staff_id: 'x', attempts: 1, last_attempt_at: 1, locked_until: 2 }
  await db
    .insertInto('pin_attempts')
    .values({ ...attempts, terminal_id: 'y' })
    .execute()
  await db
    .insertInto('staff_pin_attempts')
    .values({ ...attempts, needs_unlock: 0 })
    .execute()
  await db
    .insertInto('alert_settings')
    .values({ id: 1, record: '{}', secrets: '' })
    .onConflict((row) => row.doNothing())
    .execute()
  const device = { id: 'd', staff_id: staff!.id, terminal_id: terminal!.id, added_at: 1, subscription: 'sealed' }
  await db.insertInto('push_devices').values(device).execute()
  await db
    .insertInto('alert_kinds')
    .values({ kind: 'x', active_since: 1, last_alert_at: null })
    .onConflict((row) => row.doNothing())
    .execute()
  await db
    .insertInto('alert_occurrences')
    .values({ kind: 'x', key: 'y', raised_at: 1, is_open: 0, alert_id: null, fact: '{}' })
    .execute()
  await db.insertInto('alerts').values({ id: 'z', kind: 'x', made_at: 1, is_test: 1, facts: '[]' }).execute()
  await db
    .insertInto('alert_deliveries')
    .values({
      alert_id: 'z',
      way: 'push',
      target: 'd',
      state: 'sent',
      tries: 1,
      first_at: 1,
      last_at: 1,
      next_at: null,
      problem: null,
      status: 201,
    })
    .execute()
  await db
    .insertInto('cost_quarters')
    .values({ from_at: 0, currency: 'XTS', count: 3, whole: 9007199254740993n, millionths: 1 })
    .execute()
  // Numbers that were given out and taken back are not given out again.
  await sql`UPDATE sqlite_sequence SET seq = seq + 10 WHERE name = 'wallet_movements'`.execute(db)
  await db.destroy()
}

/** A shop of a real account with a person and a till, which sold. */
async function aShopThatSold() {
  const shop = await startShop({ startToptill, startSandbox }, { service: 'real' })
  onTestFinished(shop.close)
  const operate = async (noun: Noun, ...words: string[]) =>
    (await run(shop.env, noun, ...words)).output.trim().split('\n').at(-1)
  await operate('staff', 'add', '--name', 'Hamad', '--role', 'supervisor', '--pin', PIN)
  const code = await operate('terminal', 'enrol', '--name', 'Till 1')
  const cookies = new Map<string, string>()
  const at = aBrowser(shop.url, cookies)
  await at.ask('POST', proxyPaths.enrol, { code })
  const signIn = async (url: string) => {
    const browser = aBrowser(url, cookies)
    const { body } = await browser.ask<Session>('GET', proxyPaths.session)
    const { status } = await browser.ask('POST', proxyPaths.session, { staffId: body.staff[0]?.id, pin: PIN })
    expect(status).toBe(200)
    return browser
  }
  const browser = await signIn(shop.url)
  await sell(browser, { account: recipients.success })
  await sell(browser, { account: recipients.fails })
  await openSale(browser, { account: recipients.success, amount: '30' })
  await sellQuantity(browser, { kind: 'direct', serviceId: 'qamra-rc', account: recipients.success, amount: '15' }, 2)
  return { shop, signIn }
}

describe('npm run move', () => {
  it('moves everything in a journal to PostgreSQL, where the shop goes on as if nothing had happened', async () => {
    const { shop, signIn } = await aShopThatSold()
    await shop.stopProxy()
    const file = join(shop.folder, 'data', 'toptill.db')
    await fillOtherTables(file)
    const before = await contentAt(file)
    expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])
    const url = new URL(await aJournalPlace())
    url.password = 'secret-word'

    // Somebody looked at the empty journal with another pepper before.
    const elsewhere = { ...shop.env, DATABASE_URL: url.href, DATA_FOLDER: aFolder() }
    expect(await run(elsewhere, 'staff', 'list')).toMatchObject({ code: 0 })

    const { code, output, errors } = await run({ DATABASE_URL: url.href }, 'move', '--from', `file:${file}`)
    expect([code, errors]).toEqual([0, ''])
    const count = [...before.values()].flat().length
    expect(output).toContain(`All ${count} rows of both were compared and are the same.`)
    for (const told of [`${file}.moved now`, 'Set DATABASE_URL', join(shop.folder, 'data', 'pepper'), 'DATA_FOLDER'])
      expect(output).toContain(told)
    expect(output).not.toContain('secret-word')
    expect([existsSync(file), existsSync(`${file}.moved`)]).toEqual([false, true])
    expect(await contentAt(url.href)).toEqual(before)

    const foreign = await run(elsewhere, 'staff', 'list')
    expect([foreign.code, foreign.errors]).toEqual([1, expect.stringContaining('is not the one of this journal')])
    Object.assign(shop.env, { DATABASE_URL: url.href, DATA_FOLDER: join(shop.folder, 'data') })
    const browser = await signIn(await shop.startProxy())
    const { body } = await sell(browser, { account: recipients.success, amount: '35' })
    expect(body).toMatchObject({ state: 'succeeded', number: before.get('sales')!.length + 1 })
    const verified = await run(shop.env, 'audit-log', 'verify')
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('The audit log is whole') })
    await shop.stopProxy()
    const triggers = await ask(url.href, 'SELECT DISTINCT tgenabled FROM pg_trigger WHERE NOT tgisinternal')
    expect(triggers).toEqual([{ tgenabled: 'O' }])
    const [counted] = await ask(url.href, "SELECT sum(count)::int AS count FROM sale_totals WHERE sale_group = 'sold'")
    const [sold] = await ask(
      url.href,
      "SELECT count(*)::int AS count FROM sales WHERE sale_group = 'sold' AND is_open = 0",
    )
    expect(counted).toEqual(sold)
    expect(sold).toEqual({ count: 4 })
    const [movement] = await ask(
      url.href,
      `INSERT INTO wallet_movements (version, at, since_at, direction, least, most, currency, kind)
        VALUES (1, 2, 1, 'in', '1', '2', 'AED', 'unexplained') RETURNING id::int`,
    )
    expect(movement).toEqual({ id: 12 })
  })

  it('copies more rows than it has in memory at once, in the order of bytes, and whole numbers to their last digit', async () => {
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
    const [sum] = await ask(url, 'SELECT whole::text, millionths::text FROM cost_quarters WHERE from_at = 0')
    expect(sum).toEqual({ whole: '9007199254740993', millionths: '-9223372036854775807' })
  })

  it('keeps numbers, and goes on behind the highest without a gap or a clash', async () => {
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

  it('never replaces a file that was moved before', async () => {
    const file = await aSmallJournal()
    await move(file, await aJournalPlace())
    renameSync(await aSmallJournal(), file)
    expect((await move(file, await aJournalPlace())).renamedTo).toBe(`${file}.moved-2`)
    expect(existsSync(`${file}.moved`)).toBe(true)
  })

  it('nobody sells from a file that was moved, or moves it again, whatever name it has', async () => {
    const file = await aSmallJournal()
    await move(file, await aJournalPlace())
    const moved = `${file}.moved`
    await expect(openDatabase(moved)).rejects.toThrow(JournalUnusable)
    await expect(openDatabase(moved)).rejects.toThrow(/was moved to PostgreSQL/)
    const url = await aJournalPlace()
    await expect(move(moved, url)).rejects.toThrow(/was moved to PostgreSQL before/)
    expect(await rowsAt(url)).toBe(0)
  })

  it('a start with the old settings begins no empty journal in the place of one that was moved', async () => {
    const file = await aSmallJournal()
    await move(file, await aJournalPlace())
    await expect(openDatabase(file)).rejects.toThrow(`is ${file}.moved now`)
    expect(existsSync(file)).toBe(false)
  })

  it('run again after a crash behind the commit, it finishes what is there', async () => {
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

describe('a journal is not moved, and nothing is changed', () => {
  it('into one that is not empty, which is told with what is in it', async () => {
    const file = await aSmallJournal()
    const url = await aJournalPlace()
    const db = await openDatabase(url)
    await salesStore(db).insert(openedSale({ id: aSaleId('C') }), [])
    await db.insertInto('staff').values(PERSON).execute()
    await db.insertInto('audit_log').values({ number: 1, at: 1, kind: 'x', entry: '{}', hash: 'x' }).execute()
    await db.destroy()
    const before = await contentAt(url)
    expect(await refusalOf(file, url)).toMatch(/is not empty: it holds 1 sale, 1 person, 1 line of the audit log\./)
    expect(await contentAt(url)).toEqual(before)
  })

  it('into one that has nothing but the settings of another shop', async () => {
    const url = await aJournalPlace()
    await ask(url, "INSERT INTO settings VALUES (1, '{}')")
    expect(await refusalOf(await aSmallJournal(), url)).toMatch(/is not empty: it holds rows of settings\./)
  })

  it.each([
    {
      what: 'a row is changed on its way',
      rule: "DO ALSO UPDATE staff SET name = 'Eve'",
      says: /differs, rows of staff/,
    },
    { what: 'a row is lost on its way', rule: 'DO INSTEAD NOTHING', says: /differs, staff has 0 rows instead of 1/ },
    { what: 'the server refuses a row', rule: 'DO ALSO SELECT 1 / 0', says: /could not be copied.*division by zero/ },
  ])('when $what', async ({ rule, says }) => {
    const file = await aSmallJournal()
    const before = await contentAt(file)
    const url = await aJournalPlace()
    await ask(url, `CREATE RULE other AS ON INSERT TO staff ${rule}`)
    expect(await refusalOf(file, url)).toMatch(says)
    expect(await rowsAt(url)).toBe(0)
    expect(await contentAt(file)).toEqual(before)
    // Neither a number nor a trigger is left behind: once the cause is gone, it goes.
    const disabled = await ask(url, "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'")
    expect(disabled).toEqual([])
    const db = await openDatabase(url)
    expect(await salesStore(db).insert(openedSale({ id: aSaleId('C') }), [])).toMatchObject({ number: 1 })
    await db.destroy()
  })

  it('when the server loses the connection while rows are copied', async () => {
    const file = await aSmallJournal()
    const url = await aJournalPlace()
    const end = 'DO ALSO SELECT pg_terminate_backend(pg_backend_pid())'
    await ask(url, `CREATE RULE other AS ON INSERT TO staff ${end}`)
    expect(await refusalOf(file, url)).toMatch(/could not be copied/)
    expect(await rowsAt(url)).toBe(0)
  })

  it('while a Toptill has the file open, or leads the journal in PostgreSQL', async () => {
    const file = await aSmallJournal()
    const url = await aJournalPlace()
    const release = await leadAt(url)
    expect(await refusalOf(file, url)).toBe(`The Toptill at http://10.0.0.5:8080 sells from ${nameOf(url)}. Stop it.`)
    expect(await rowsAt(url)).toBe(0)
    await release()
    const shop = await startShop({ startToptill, startSandbox }, { service: 'real' })
    onTestFinished(shop.close)
    const { code, errors } = await run({}, 'move', '--from', shop.env.DATABASE_URL!, '--to', url)
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The journal \S+ is in use by another Toptill\.[^\n]+\n$/),
    ])
    expect(await rowsAt(url)).toBe(0)
  })

  it('when the file is not there, is no journal, or is of another version', async () => {
    const url = await aJournalPlace()
    const file = aFile()
    await expect(move(file, url)).rejects.toThrow(`There is no journal at ${file} to move.`)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, '')
    expect(await refusalOf(file, url)).toMatch(/is of another version of Toptill. Run npm run migrate/)
    const later = await aSmallJournal()
    const db = openWithoutMigration(later)
    await sql`INSERT INTO kysely_migration VALUES ('2030-later', '2030-01-01')`.execute(db)
    await db.destroy()
    expect(await refusalOf(later, url)).toMatch(/is of another version of Toptill/)
    expect(await rowsAt(url)).toBe(0)
  })

  it('when the file has a column that this version would leave behind', async () => {
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
    { words: ['--from', 'postgres://amal:secret-word@db/shop'], says: '--from is in PostgreSQL already.' },
    { words: ['--from', 'secret-word'], says: '--from is not of the form' },
    { words: ['--from', 'file:a.db'], says: 'Where to?' },
    { words: ['--from', 'file:a.db', '--to', 'file:b.db'], says: 'Where to?' },
    { words: ['--from', 'file:a.db', '--to', 'postgres://amal:secret-word@db'], says: '--to names no database.' },
    { words: ['postgres://amal:secret-word@db/shop'], says: 'move does not take a word without an option like this.' },
    { words: ['--into', 'postgres://amal:secret-word@db/shop'], says: 'move does not take --into like this.' },
  ])('$says', async ({ words, says }) => {
    const { code, output, errors } = await run({}, 'move', ...words)
    expect([code, output]).toEqual([2, ''])
    expect(errors.startsWith(says)).toBe(true)
    expect(errors).toContain('npm run move -- --from')
    expect(errors).not.toContain('secret-word')
  })

  it('warns that a password on the command line can be seen, and repeats none', async () => {
    const url = new URL(await aJournalPlace())
    url.password = 'secret-word'
    const file = await aSmallJournal()
    const { code, output, errors } = await run({}, 'move', '--from', `file:${file}`, '--to', url.href)
    expect([code, errors]).toEqual([0, expect.stringMatching(/^Others on this machine can see a password[^\n]+\n$/)])
    expect(output + errors).not.toContain('secret-word')
  })
})

describe('npm run migrate', () => {
  it('brings a journal in PostgreSQL to this version once, and says what it did', async () => {
    const url = await aJournalPlace()
    const [tables] = await ask(
      url,
      `SELECT string_agg(format('DROP TABLE %I CASCADE', relname), ';') AS drops
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
    const [functions] = await ask(
      url,
      `SELECT string_agg(format('DROP FUNCTION %I', proname), ';') AS drops
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
    )
    await ask(url, String(tables?.drops))
    await ask(url, String(functions?.drops))
    const first = await run({ DATABASE_URL: url }, 'migrate')
    expect(first).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/is of this version now\. Done: \S+\.\n$/),
    })
    const again = await run({ DATABASE_URL: url }, 'migrate')
    expect(again).toMatchObject({ code: 0, output: expect.stringMatching(/is of this version already/) })
  })

  it('is refused while a Toptill leads the journal in PostgreSQL', async () => {
    const url = await aJournalPlace()
    const release = await leadAt(url)
    const { code, errors } = await run({ DATABASE_URL: url }, 'migrate')
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The Toptill at http:\/\/10\.0\.0\.5:8080 sells from [^\n]+\n$/),
    ])
    await release()
    expect((await run({ DATABASE_URL: url }, 'migrate')).code).toBe(0)
  })

  it('says in a sentence that no server answers, without the password', async () => {
    const { code, errors } = await run({ DATABASE_URL: 'postgres://amal:secret-word@127.0.0.1:1/shop' }, 'migrate')
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^No PostgreSQL answers at postgres:\/\/127\.0\.0\.1:1\/shop[^\n]+\n$/),
    ])
  })
})
