import { readFileSync, writeFileSync } from 'node:fs'

import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'

import type { Failure } from '#api/failure.ts'
import type { ReportAnswer } from '#api/reports.ts'
import type { Settings } from '#api/settings.ts'
import type { KnownShop, Shops, ShopsReport } from '#api/shops.ts'
import { decimal, money } from '#domain/money/money.ts'
import { systemClock } from '#server/lib/clock.ts'
import { bindAccount } from '#server/database/account-store.ts'
import { inSchema, schemaOf } from '#server/config/database-url.ts'
import { openDatabase } from '#server/database/database.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { salesStore } from '#server/sales/store.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { walletStore } from '#server/wallet/store.ts'
import { systemTimers } from '#server/lib/ports.ts'
import { createOverShops } from '#server/shops/over-shops.ts'
import { createShopReaders } from '#server/shops/shop-readers.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aJournalPlace, queryAt } from '../../support/a-journal.ts'
import { anInstallation, type Installation } from '../../support/an-installation.ts'
import { createLatch } from '../../support/latch.ts'
import { itWhenFull } from '../../support/level.ts'
import { aSaleId, openedSale } from '../../support/sales.ts'
import { openSale, saleOnce, sell } from '../../support/shop.ts'

/** @security V8.2.1, V8.2.2: Only owners can read figures of other shops, over connections that cannot write. */

const DUBAI = 'Asia/Dubai'
const NEW_YORK = 'America/New_York'
const kwd = (amount: string) => money(decimal(amount), 'KWD')
const aed = (amount: string) => money(decimal(amount), 'AED')
/** In Dubai and in New York it is the same day, far from midnight. */
const NOON = Date.parse('2026-01-05T14:00:00Z')
const dayIn = (timeZone: string, at = NOON) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** A database that exists before the first start and belongs to another account, so that no process leads the shop. */
async function aJournalOfAnotherAccount(database: string, id: string): Promise<Kysely<JournalTables>> {
  await queryAt(database, `CREATE SCHEMA ${schemaOf(id)}`)
  const db = await openDatabase(inSchema(database, schemaOf(id)))
  await bindAccount(db, { baseUrl: 'https://elsewhere.example', posId: '1' }, 0)
  return db
}

const placesIn = (database: string, ...ids: string[]) => ids.map((id) => ({ id, name: id, timeZone: DUBAI, database }))

function moveTo(timeZone: string, { file }: Installation, id: string): void {
  const { shops } = JSON.parse(readFileSync(file, 'utf8')) as { shops: { id: string }[] }
  writeFileSync(file, JSON.stringify({ shops: shops.map((shop) => (shop.id === id ? { ...shop, timeZone } : shop)) }))
}

it('an owner sees all shops side by side, as each of them reports itself, and no one else does', async () => {
  const real = systemClock()
  const sinceStart = (now: number) => NOON + now - startedAt
  const startedAt = real.now()
  const clock = { now: () => sinceStart(real.now()), wall: () => sinceStart(real.wall()) }
  const installation = await anInstallation(['deira', 'marina', 'souk', 'karama'], { clock })
  moveTo(NEW_YORK, installation, 'marina')
  const souk = await aJournalOfAnotherAccount(installation.database, 'souk')
  const commit = groupCommit(souk)
  const opened = openedSale({ id: aSaleId('S'), pays: kwd('7.5'), amount: kwd('7.5'), openedAt: NOON })
  await salesStore(souk, { commit }).insert(opened, [])
  await walletStore({ db: souk, commit }).record({ at: NOON, balance: kwd('12.250') }, 'hour', 0)
  await souk.destroy()
  const karama = await aJournalOfAnotherAccount(installation.database, 'karama')
  await karama.insertInto('settings').values({ id: 1, record: '{"wallet": "AED 5.00"}' }).execute()
  await karama.destroy()
  const running = await installation.start({ SHOP_TIME_ZONE: DUBAI, LOG_LEVEL: 'silent' })

  const amal = await running.signIn('marina', 'Amal', 'cashier')
  const hamad = await running.signIn('marina', 'Hamad')
  const wallet = { line: aed('999999'), lowBalanceDays: null, notifyCashiers: true, flagUnaffordable: false }
  await hamad.ask('PUT', '/api/settings', { wallet } satisfies Partial<Settings>)
  await sell(amal, { account: recipients.success, amount: '40' })
  const refundDue = await sell(amal, { account: recipients.failsAfterPending, amount: '15' })
  await saleOnce(amal, refundDue.id, ({ state }) => state === 'failed')
  await hamad.ask('GET', '/api/wallet')
  const owner = await running.signIn('deira', 'Sara')
  expect((await owner.ask('GET', '/api/shops')).status).toBe(403)
  const setRole = (role: string) =>
    running.operate('staff', ['set-role', '--name', 'Sara', '--role', role, '--shop', 'deira'])
  expect(await setRole('owner')).toMatchObject({ code: 0, output: expect.stringContaining('sees all shops') })
  await owner.ask('GET', '/api/wallet')
  await owner.ask('PUT', '/api/settings', { testTransactions: true } satisfies Partial<Settings>)
  await sell(owner, { account: recipients.success, amount: '25' })
  await openSale(owner, { account: recipients.success, amount: '5' })

  const { status, body: all } = await owner.ask<Shops>('GET', '/api/shops')
  expect(status).toBe(200)
  expect(all.here).toBe('deira')
  // Unknown shops come first, then those that cannot sell, then those with a low wallet.
  expect(all.shops.map(({ id, state }) => [id, state])).toEqual([
    ['karama', 'unreadable'],
    ['souk', 'read'],
    ['marina', 'read'],
    ['deira', 'read'],
  ])
  expect(Object.keys(all.shops[0]!).toSorted()).toEqual(['id', 'name', 'state'])
  const found = (id: string) => all.shops.find((shop) => shop.id === id) as KnownShop
  expect(found('souk')).toMatchObject({
    isLed: false,
    wallet: { balance: kwd('12.250'), isStale: false },
    today: { sold: { count: 0, amount: [] } },
  })
  expect(found('marina')).toMatchObject({
    isLed: true,
    wallet: { balance: aed(installation.sandbox('marina').balance()), low: 'line', line: aed('999999') },
    openItems: { refundsDue: 1 },
    alerts: [{ kind: 'wallet-below', words: { en: { title: 'The wallet balance is low' } } }],
    isWatched: false,
    today: { day: dayIn(NEW_YORK), sold: { count: 1, amount: [aed('40')] }, tests: 0 },
  })
  expect(found('deira')).toMatchObject({ isLed: true, today: { day: dayIn(DUBAI), sold: { count: 1 }, tests: 1 } })
  expect(all.today).toEqual({ count: 2, amount: [aed('65')], tests: 1 })

  const days = `from=${dayIn(DUBAI)}&to=${dayIn(DUBAI)}`
  const { body: report } = await owner.ask<ShopsReport>('GET', `/api/shops/report?${days}`)
  const own = async (at: typeof owner) => (await at.ask<ReportAnswer>('GET', `/api/reports?${days}`)).body.totals
  const totals = { deira: await own(owner), marina: await own(hamad) }
  expect(totals.marina).toMatchObject({ count: 1, notSold: 1, refundsDue: { count: 1, amount: [aed('15')] } })
  expect(report.shops).toMatchObject([
    { id: 'deira', state: 'read', totals: totals.deira },
    { id: 'marina', state: 'read', totals: totals.marina },
    { id: 'souk', state: 'read', totals: { waiting: 0, count: 0, paid: [] } },
    { id: 'karama', state: 'unreadable' },
  ])
  expect(report.sum).toMatchObject({ count: 2, paid: [aed('65')], notSold: 1, refundsDue: totals.marina.refundsDue })
  expect(report.sum.tests).toEqual({ count: 1, amount: [aed('25')] })
  const chosen = await owner.ask<ShopsReport>('GET', `/api/shops/report?${days}&shops=marina`)
  expect(chosen.body).toEqual({ shops: [report.shops[1]], sum: totals.marina })
  for (const wrong of ['&shops=nowhere', '&shops=Deira,', '&to=2026-02-30', '&page=2'])
    expect((await owner.ask('GET', `/api/shops/report?${days}${wrong}`)).status, wrong).toBe(400)

  for (const browser of [amal, hamad, await running.signIn('deira', 'Noura')])
    for (const path of ['/api/shops', `/api/shops/report?${days}`]) {
      const refused = await browser.ask<Failure>('GET', path)
      expect([refused.status, refused.body.code]).toEqual([403, 'not-allowed'])
      expect(JSON.stringify(refused.body)).not.toMatch(/deira|marina|souk|AED|KWD/i)
    }
  // A person who is no longer an owner sees nothing from now on, even without signing in again.
  await setRole('supervisor')
  expect((await owner.ask('GET', '/api/shops')).status).toBe(403)
  expect((await owner.ask('GET', '/api/wallet')).status).toBe(200)
})

it('while a report over shops is added up, the process continues to sell after each part of each shop', async () => {
  const database = await aJournalPlace()
  const db = await openDatabase(database)
  const store = salesStore(db)
  const [first, last] = [Date.UTC(2026, 10, 18, 10), Date.UTC(2026, 10, 20, 10)]
  for (let at = first, id = 1; at <= last; at += 24 * 60 * 60_000, id += 1)
    await store.insert(openedSale({ id: aSaleId(String(id)), openedAt: at, state: 'unknown' }), [])
  await db.destroy()
  const readers = createShopReaders({ timers: systemTimers, log: { info: () => {}, error: () => {} } })
  const places = placesIn(database, 'deira', 'marina', 'souk')
  let turns = 0
  let isAddedUp = false
  const countTurns = () => {
    turns += 1
    if (!isAddedUp) setImmediate(countTurns)
  }
  const overShops = createOverShops({
    here: 'deira',
    places,
    clock: systemClock(),
    readers: {
      ...readers,
      readEach: async (...asked) => {
        const readings = await readers.readEach(...asked)
        setImmediate(countTurns)
        return readings
      },
    },
  })
  const { sum } = await overShops.report({ from: '2026-11-18', to: '2026-11-20' })
  isAddedUp = true
  expect(sum.unknown).toBe(9)
  expect(turns).toBeGreaterThanOrEqual(9)
  await readers.close()
})

it('a shop that does not answer, and one whose server does not run, are shown as such beside those that answer', async () => {
  const database = await aJournalPlace()
  const away = new URL(database)
  away.port = '1'
  let giveUp = () => {}
  let late: Promise<unknown> | undefined
  const errors: object[] = []
  const after = (_: number, run: () => void) => {
    giveUp = run
    return () => {}
  }
  const readers = createShopReaders({
    timers: { after },
    log: { info: () => {}, error: (line) => void errors.push(line) },
  })
  const locking = new pg.Client(database)
  await locking.connect()
  await locking.query('BEGIN; LOCK TABLE settings IN ACCESS EXCLUSIVE MODE')
  const places = placesIn(database, 'deira', 'marina', 'away')
  const reading = readers.readEach(
    places.map((place) => (place.id === 'away' ? { ...place, database: away.href } : place)),
    1_000,
    async (db, { id }) => {
      const answered = db
        .selectFrom(id === 'marina' ? 'settings' : 'staff')
        .selectAll()
        .execute()
      if (id !== 'marina') return (await answered).length
      queueMicrotask(giveUp)
      late = answered.then(() => db.selectFrom('staff').selectAll().execute()).catch(({ message }: Error) => message)
      return late
    },
  )
  expect((await reading).map(({ place, ...rest }) => ({ id: place.id, ...rest }))).toEqual([
    { id: 'deira', state: 'read', value: 0 },
    { id: 'marina', state: 'unreachable' },
    { id: 'away', state: 'unreachable' },
  ])
  await locking.query('ROLLBACK')
  // A query that is late is not followed by another one, and no connection stays open, although the readers do.
  expect(await late).toMatch(/destroyed/)
  const ours = "SELECT pid FROM pg_stat_activity WHERE application_name = 'toptill' AND datname = current_database()"
  await expect.poll(async () => (await locking.query(ours)).rows).toEqual([])
  await locking.end()
  expect(errors).toEqual([])

  // The readers cannot write, and an unreadable shop is reported without any of its content.
  const readFirst = (read: (db: Kysely<JournalTables>) => Promise<unknown>) =>
    readers.readEach(places.slice(0, 1), 1_000, read)
  const write = readFirst((db) => sql`DELETE FROM audit_log`.execute(db).catch(({ message }: Error) => message))
  expect(await write).toMatchObject([{ value: expect.stringContaining('read-only transaction') }])
  const damaged = await readFirst(async () => JSON.parse('{"balance": 840') as never)
  expect(damaged).toMatchObject([{ state: 'unreadable' }])
  await readFirst(async () => JSON.parse('{') as never)
  expect(errors).toEqual([{ what: 'a shop cannot be read', of: 'deira', problem: 'SyntaxError' }])
  await readers.close()
})

itWhenFull(
  'at most four shops are read at once, however many people ask, and downloads leave two of the four to others',
  async () => {
    const database = await aJournalPlace()
    await (await openDatabase(database)).destroy()
    const readers = createShopReaders({ timers: systemTimers, log: { info: () => {}, error: () => {} } })
    const places = placesIn(database, 'deira', 'marina', 'souk', 'karama', 'ajman')
    let [now, most] = [0, 0]
    /** Opened once `count` shops are being read at the same time. */
    let allIn = { count: 1, ...createLatch() }
    const look = async (db: Kysely<JournalTables>) => {
      now += 1
      most = Math.max(most, now)
      for (let query = 0; query < 10; query += 1) await sql`SELECT 1`.execute(db)
      if (now >= allIn.count) allIn.open()
      await allIn.opened
      now -= 1
      return 'read'
    }
    const download = () =>
      readers.readOn(places[0]!, async function* (db) {
        yield await look(db)
        now += 1
        yield 'a part'
        now -= 1
        yield 'the rest'
      })

    const slow = [download(), download()]
    for (const one of slow) {
      expect((await one.next()).value).toBe('read')
      expect((await one.next()).value).toBe('a part')
    }
    allIn = { count: 4, ...createLatch() }
    const third = download()
    let isThirdRead = false
    const ofThird = third.next().then(() => (isThirdRead = true))
    const looks = await Promise.all(Array.from({ length: 20 }, () => readers.readEach(places, 5_000, look)))
    expect(looks.flat().map((reading) => reading.state === 'read' && reading.value)).toEqual(
      Array<string>(100).fill('read'),
    )
    expect([now, most, isThirdRead]).toEqual([2, 4, false])

    // A download that is canceled, or read to its end, lets the next one start.
    await slow[0]!.return(undefined)
    await ofThird
    await third.return(undefined)
    for await (const _ of slow[1]!);
    now = most = 0
    allIn = { count: 4, ...createLatch() }
    await Promise.all([
      ...Array.from({ length: 5 }, async () => {
        for await (const _ of download());
      }),
      ...Array.from({ length: 5 }, () => readers.readEach(places, 5_000, look)),
    ])
    expect([now, most]).toEqual([0, 4])
    await readers.close()
  },
)
