import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import { expect, it } from 'vitest'

import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { queryAt } from '../support/a-journal.ts'
import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'
import { aHomeWith, aRealTill, type RealTill, type RunningTill } from '../support/real-till.ts'
import { aBrowser, openSale, type Browser } from '../support/shop.ts'

/** How long a sale waits: until the test lets the provider answer, or for the rest of the test. */
const SLOW_MS = 600_000

const at = (till: RunningTill, { cookies }: Browser) => aBrowser(till.url, cookies)

const query = ({ env }: RealTill, text: string) => queryAt(env.DATABASE_URL ?? '', text)

async function sell(browser: Browser) {
  const { id, body } = await openSale(browser, { account: recipients.success })
  return browser.ask<Sale>('POST', `/api/sales/${id}/confirm`, { version: body.version })
}

it('of two processes on one database one sells, and a till may use either', async () => {
  const till = await aRealTill(aFolder())
  const first = await till.start()
  const browser = await first.signIn()
  const second = await till.startBeside()
  await expect.poll(second.printed).toMatch(/another process leads/i)
  const there = at(second, browser)
  expect(await sell(there)).toMatchObject({ status: 200, body: { state: 'succeeded' } })
  const ready = await there.ask('GET', '/readyz')
  expect(ready).toMatchObject({ status: 200, body: { leads: false } })
  const { body } = await there.ask<{ sales: Sale[] }>('GET', `/api/sales?q=${recipients.success}`)
  expect(body.sales).toHaveLength(1)
  expect((await there.ask<string>('GET', '/')).body).toContain('<div id="root">')

  const foreign = await there.ask('DELETE', '/api/session', {}, { origin: 'https://elsewhere.example' })
  expect(foreign.status).toBe(403)
  expect(till.sandbox.ledger()).toHaveLength(1)
})

itWhenFull('a process that is stopped finishes its sales and hands over at once, and no sale is unknown', async () => {
  const till = await aRealTill(aFolder(), { slowMs: SLOW_MS })
  const first = await till.start()
  const browser = await first.signIn()
  const second = await till.startBeside()
  const slow = await openSale(browser, { account: recipients.slow })
  const confirming = browser.ask('POST', `/api/sales/${slow.id}/confirm`, { version: slow.body.version })
  await expect.poll(() => till.sandbox.ledger().length).toBe(1)
  const [lease] = await query(till, 'SELECT epoch FROM account_lease')
  first.kill('SIGTERM')
  await expect.poll(async () => (await browser.ask('GET', '/readyz')).status).toBe(503)
  till.sandbox.sendDelayed()
  expect(await confirming).toMatchObject({ status: 200, body: { state: 'succeeded' } })
  expect((await first.ended).code).toBe(0)
  // The lease of the stopped process has already expired, or the other process has it.
  expect(
    await query(
      till,
      `SELECT epoch FROM account_lease WHERE epoch = ${String(lease?.epoch)} AND expires_at > clock_timestamp()`,
    ),
  ).toEqual([])
  await second.leads()
  expect(await sell(at(second, browser))).toMatchObject({ status: 200, body: { state: 'succeeded' } })
  second.kill('SIGTERM')
  await second.ended
  expect((await till.readJournal()).map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
})

itWhenFull('when the selling process is killed, the other one finds its open sale and continues to sell', async () => {
  const till = await aRealTill(aFolder(), { slowMs: SLOW_MS })
  const first = await till.start()
  const browser = await first.signIn()
  const second = await till.startBeside()
  const slow = await openSale(browser, { account: recipients.slow })
  void browser.ask('POST', `/api/sales/${slow.id}/confirm`, { version: slow.body.version }).catch(() => {})
  await expect.poll(() => till.sandbox.ledger().length).toBe(1)
  first.kill('SIGKILL')
  await first.ended
  const there = at(second, browser)
  const refused = await there.ask('GET', `/api/sales/${slow.id}`)
  expect(refused).toMatchObject({ status: 503, body: { code: 'not-ready' } })
  await second.leads()
  const stateOf = async () => (await there.ask<Sale>('GET', `/api/sales/${slow.id}`)).body.state
  await expect.poll(stateOf).toBe('succeeded')
  expect(await sell(there)).toMatchObject({ status: 200, body: { state: 'succeeded' } })
  expect(till.sandbox.ledger()).toHaveLength(2)
})

itWhenFull(
  'a process that was paused until another took its lease ends and sends nothing, and requests that were forwarded to it are answered',
  async () => {
    const till = await aRealTill(aFolder())
    const first = await till.start()
    const browser = await first.signIn()
    const second = await till.startBeside()
    const { id, body } = await openSale(browser, { account: recipients.success })
    first.kill('SIGSTOP')
    const late = browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version }).catch(() => {})
    const passedOn = at(second, browser).ask('POST', `/api/sales/${id}/confirm`, { version: body.version })
    await second.leads()
    expect(await passedOn).toMatchObject({ status: 503, body: { code: 'not-ready', moneyMoved: 'unknown' } })
    first.kill('SIGCONT')
    expect((await first.ended).code).toBe(1)
    await late
    expect(till.sandbox.ledger()).toEqual([])
    const there = at(second, browser)
    const { version } = (await there.ask<Sale>('GET', `/api/sales/${id}`)).body
    const confirmed = await there.ask('POST', `/api/sales/${id}/confirm`, { version })
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'succeeded' } })
    expect(till.sandbox.ledger()).toHaveLength(1)
  },
)

itWhenFull('a process with other secrets does not start', async () => {
  const till = await aRealTill(aFolder())
  await till.start()
  const pepper = join(aFolder(), 'pepper')
  writeFileSync(pepper, Buffer.alloc(32, 7))
  await expect(till.startBeside({ TOPTILL_HOME: aHomeWith(pepper) })).rejects.toThrow(
    /pepper is not the one of this database/,
  )
})

itWhenFull(
  'a backup that is restored into the same PostgreSQL database is not sold from, and the process that sold from it ends',
  async () => {
    const till = await aRealTill(aFolder())
    const first = await till.start()
    const browser = await first.signIn()
    await sell(browser)
    first.kill('SIGTERM')
    await first.ended
    const again = await till.start()
    again.kill('SIGTERM')
    await again.ended
    // The content of a backup that was made before the second start. A process with a separate data folder cannot know
    // that.
    const client = new pg.Client(till.env.DATABASE_URL ?? '')
    await client.connect()
    await client.query('UPDATE key_marks SET highest_key = (CAST(highest_key AS BIGINT) - 60000)::text')
    await client.query('UPDATE account_lease SET epoch = epoch - 2')
    const unaware = await till.startBeside()
    await unaware.leads()
    const aware = await till.startBeside({ TOPTILL_HOME: till.env.TOPTILL_HOME })
    await sell(at(unaware, browser)).catch(() => {})
    expect((await unaware.ended).code).toBe(1)
    await aware.leads()
    const ready = await aBrowser(aware.url).ask('GET', '/readyz')
    expect(ready.body).toMatchObject({ selling: false, reason: expect.stringContaining('restored from a backup') })

    // The database is restored again while a process that has noticed nothing is waiting: that process checks the
    // database again before it leads, and takes the lease again.
    const files = ['pepper', 'last-keys'].map((name) => join(till.dataFolder, name))
    const waiting = await till.startBeside({ TOPTILL_HOME: aHomeWith(...files) })
    const epochNow = async () => Number((await client.query('SELECT epoch FROM account_lease')).rows[0]?.epoch)
    const before = await epochNow()
    await client.query("UPDATE key_marks SET highest_key = '1'")
    aware.kill('SIGTERM')
    await waiting.leads()
    expect(await epochNow()).toBeGreaterThan(before + 1_000)
    await client.end()
  },
)
