import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'

import type { Session } from '#api/session.ts'
import type { ReadyShops } from '#api/status.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { makeFolder } from '#server/lib/make-folder.ts'
import { anInstallation, command } from '../support/an-installation.ts'
import { anEmptyDatabase, queryAt as query } from '../support/a-journal.ts'
import { aFolder } from '../support/folders.ts'
import { aHomeWith } from '../support/real-till.ts'
import { itWhenFull } from '../support/level.ts'
import { aBrowser, sell, type Browser } from '../support/shop.ts'

type Entry = Record<'id' | 'name' | 'baseUrl' | 'posId' | 'tokenFile', string>

function changeShops({ file }: { file: string }, change: (entry: Entry) => Entry): void {
  const { shops } = JSON.parse(readFileSync(file, 'utf8')) as { shops: Entry[] }
  writeFileSync(file, JSON.stringify({ shops: shops.map(change) }))
}

const failed = (errors: RegExp, code = 1) => ({ code, errors: expect.stringMatching(errors) as string })

const read = async <T>({ url }: { url: string }, path: string) => (await aBrowser(url).ask<T>('GET', path)).body

async function numbersOf(browser: Browser): Promise<number[]> {
  const { body } = await browser.ask<{ sales: Sale[] }>('GET', '/api/sales')
  return body.sales.map(({ number }) => number).toSorted((one, other) => one - other)
}

it('one process sells for several shops, each from its own account and database', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  const running = await installation.start()
  const [deira, marina] = [await running.signIn('deira', 'Amal'), await running.signIn('marina', 'Omar')]
  const sold = await Promise.all([
    sell(deira, { account: recipients.success }),
    sell(marina, { account: recipients.success }),
    sell(marina, { account: recipients.fails }),
  ])
  expect(sold.map(({ body }) => body.state)).toEqual(['succeeded', 'succeeded', 'failed'])
  expect(['deira', 'marina'].map((id) => installation.sandbox(id).ledger().length)).toEqual([1, 1])
  expect([await numbersOf(deira), await numbersOf(marina)]).toEqual([[1], [1, 2]])
})

itWhenFull(
  'every process serves the tills of every shop and accepts its commands, whichever process leads it',
  async () => {
    const installation = await anInstallation(['deira', 'marina'], { sandbox: { slowMs: 600_000 } })
    const first = await installation.start()
    const second = await installation.start()
    expect(second.printed()).toMatch(/deira: Another process leads[^\n]+\nmarina: Another process leads/)

    // The command, the code and the sign-in all reach a process that does not lead the shop.
    const there = await second.signIn('marina', 'Omar')
    const sold = await sell(there, { account: recipients.success })
    expect(sold.body.state).toBe('succeeded')
    expect(installation.sandbox('deira').ledger()).toEqual([])
    expect(installation.sandbox('marina').ledger()).toHaveLength(1)
    const here = aBrowser(first.url, there.cookies)
    expect(await numbersOf(here)).toEqual([1])
    expect(await second.operate('staff', ['list', '--shop', 'marina'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/supervisor .*Omar/),
    })
    expect((await second.operate('staff', ['list', '--shop', 'deira'])).output).toMatch(/^No staff yet/)
    for (const words of [['list'], ['list', '--shop', 'ajman']])
      expect(await second.operate('staff', words)).toMatchObject({
        ...failed(/deira \(DEIRA\), marina \(MARINA\)\.\n$/),
        output: '',
      })

    // The metrics of a process are about the shops that it leads, and each name is described once.
    const [ofFirst, ofSecond] = [await read<string>(first, '/metrics'), await read<string>(second, '/metrics')]
    expect(ofFirst).toContain('toptill_sales{state="succeeded",shop="marina"} 1')
    expect(ofFirst).toMatch(
      /^toptill_request_seconds_count\{.*route="\/api\/sales\/:id\/confirm".*,shop="marina"\} 1$/m,
    )
    const described = [...ofFirst.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name)
    expect(new Set(described).size).toBe(described.length)
    for (const id of ['deira', 'marina']) {
      expect(ofFirst).toContain(`toptill_leads{shop="${id}"} 1`)
      expect(ofSecond).toContain(`toptill_leads{shop="${id}"} 0`)
    }
    expect(ofSecond).not.toContain('toptill_sales')
    expect(await read<ReadyShops>(second, '/readyz')).toMatchObject({
      leads: false,
      shops: [{ id: 'deira', leads: false, leader: first.url }, { id: 'marina' }],
    })
    expect(await read<ReadyShops>(first, '/readyz')).toMatchObject({ leads: true, shops: [{ leads: true }, {}] })
    // A client behind a reverse proxy gets neither of these.
    const outside = await aBrowser(first.url).ask<ReadyShops>('GET', '/readyz', undefined, { via: 'a proxy' })
    expect([outside.status, outside.body.shops]).toEqual([200, undefined])
    expect((await aBrowser(first.url).ask('GET', '/metrics', undefined, { via: 'a proxy' })).status).toBe(403)

    // A sale in progress in one shop does not block the next shop, in either process, and the shop's own till gets the
    // result.
    const deira = await first.signIn('deira', 'Amal')
    const isSelling = () => installation.sandbox('deira').ledger().length === 1
    let isAnswered = false
    const slow = sell(deira, { account: recipients.slow }).finally(() => (isAnswered = true))
    await expect.poll(isSelling).toBe(true)
    const stopped = first.stop()
    expect((await aBrowser(first.url).ask('GET', '/readyz')).status).toBe(503)
    for (const [browser, amount] of [
      [there, '50'],
      [here, '100'],
    ] as const) {
      await expect.poll(() => numbersOf(browser).catch(() => [])).toContain(1)
      // While the lease changes hands, the server asks a till to try again, and nothing is sold.
      await expect
        .poll(async () => (await sell(browser, { account: recipients.success, amount })).body.state)
        .toBe('succeeded')
    }
    expect(isAnswered).toBe(false)
    installation.sandbox('deira').sendDelayed()
    expect(await slow).toMatchObject({ status: 200, body: { state: 'succeeded' } })
    await stopped
    await expect.poll(() => numbersOf(aBrowser(second.url, deira.cookies)).catch(() => [])).toEqual([1])
    expect(installation.sandbox('marina').ledger()).toHaveLength(3)
  },
)

itWhenFull('two processes that are started at once, on an empty database, lead each shop once', async () => {
  const installation = await anInstallation(['deira', 'marina', 'ajman'])
  const pepper = join(aFolder(), 'pepper')
  writeFileSync(pepper, Buffer.alloc(32, 7))
  const homes = [aHomeWith(pepper), aHomeWith(pepper)]
  const started = await Promise.all(homes.map((home) => installation.start({ TOPTILL_HOME: home })))
  const board = await Promise.all(started.map((process) => read<ReadyShops>(process, '/readyz')))
  const leads = board.map(({ shops = [] }) => shops.filter((shop) => shop.leads).map(({ id }) => id))
  expect(leads.flat().toSorted()).toEqual(['ajman', 'deira', 'marina'])
  expect(board.flatMap(({ shops = [] }) => shops).filter(({ selling }) => selling)).toHaveLength(3)
})

itWhenFull(
  'a shop that cannot be opened does not stop others from selling, says so, and is opened once it can be',
  async () => {
    const installation = await anInstallation(['deira', 'marina'])
    await (await installation.start()).stop()
    const bound = `UPDATE shop_marina.wholesaler_account SET pos_id = `
    await query(installation.database, `${bound} '1'`)
    const running = await installation.start()
    expect(running.printed()).toMatch(
      /^marina: It can't be opened and will be tried again: The database \S+, schema shop_marina /m,
    )
    const deira = await running.signIn('deira', 'Amal')
    expect((await sell(deira, { account: recipients.success })).body.state).toBe('succeeded')
    const refused = await running.operate('staff', ['list', '--shop', 'marina'])
    expect(refused).toMatchObject(failed(/^The shop cannot be opened: .* belongs to POS 1 /))

    // Now the shop can be led, but loses its connection while it is being opened. It has sent nothing, so this process
    // continues.
    const locks = new pg.Client(installation.database)
    await locks.connect()
    onTestFinished(() => locks.end())
    await locks.query('BEGIN; LOCK TABLE shop_marina.terminals')
    await query(installation.database, `${bound} '77002'`)
    const opening = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'shop_marina.terminals'::regclass`
    await expect.poll(() => query(installation.database, opening), { interval: 200 }).toHaveLength(1)
    await query(installation.database, `SELECT pg_terminate_backend(pid) FROM (${opening}) AS waiting`)
    const list = () => running.operate('staff', ['list', '--shop', 'marina'])
    await expect.poll(async () => (await list()).errors, { interval: 200 }).toMatch(/cannot be opened: .*terminat/)
    expect((await sell(deira, { account: recipients.success, amount: '50' })).body.state).toBe('succeeded')

    await locks.query('ROLLBACK')
    await expect.poll(async () => (await list()).code, { interval: 200 }).toBe(0)
  },
)

itWhenFull('no process starts when no shop can be opened', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  await (await installation.start()).stop()
  for (const schema of ['shop_deira', 'shop_marina'])
    await query(installation.database, `UPDATE ${schema}.wholesaler_account SET pos_id = '1'`)
  await expect(installation.start()).rejects.toThrow(/schema shop_deira .*\n.*schema shop_marina /)
})

itWhenFull('a shop with a new id, whose account has a database, does not create a second one', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  await (await installation.start()).stop()
  changeShops(installation, (entry) => (entry.id === 'marina' ? { ...entry, id: 'jbr' } : entry))
  const running = await installation.start()
  expect(running.printed()).toMatch(/^jbr: It can't be opened.* belongs to the schema shop_marina/m)
  expect(await query(installation.database, 'SELECT pos_id FROM shop_marina.wholesaler_account')).toHaveLength(1)
  expect(await query(installation.database, "SELECT 1 FROM pg_tables WHERE schemaname = 'shop_jbr'")).toEqual([])
})

itWhenFull(
  'a PostgreSQL user who may not create a schema is shown which one is missing, and does not need the right once it exists',
  async () => {
    const installation = await anInstallation(['deira'])
    const role = `nobody_${process.pid}`
    const name = new URL(installation.database).pathname.slice(1)
    const grants = `GRANT pg_monitor TO ${role}; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pg_catalog TO ${role}`
    await query(installation.database, `CREATE ROLE ${role} LOGIN; ${grants}`)
    onTestFinished(async () => void (await query(installation.database, `DROP OWNED BY ${role}; DROP ROLE ${role}`)))
    const url = new URL(installation.database)
    url.username = role
    const env = { DATABASE_URL: url.href }
    await expect(installation.start(env)).rejects.toThrow(
      new RegExp(`/${name} has no schema shop_deira, and this user may not create one`),
    )
    await query(installation.database, `CREATE SCHEMA shop_deira AUTHORIZATION ${role}`)
    await expect(installation.start(env)).rejects.toThrow(/has no schema all_shops, and this user may not create one/)
    await query(installation.database, `CREATE SCHEMA all_shops AUTHORIZATION ${role}`)
    const running = await installation.start(env)
    expect((await running.operate('staff', ['list'])).code).toBe(0)
    await running.stop()
  },
)

itWhenFull('a shop that sold alone from a file becomes one of several, with its tills, people and sales', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  const folder = aFolder()
  const journal = join(folder, 'toptill.db')
  const alone = await installation.startAlone('deira', journal)
  const till = await alone.signIn(undefined, 'Amal')
  await sell(till, { account: recipients.success })
  const { body: session } = await till.ask<Session>('GET', '/api/session')
  await alone.stop()

  const home = aFolder()
  const data = join(home, 'data')
  const commands = { ...installation.env, TOPTILL_HOME: home }
  const move = (...words: string[]) => command('move', ['--from', `file:${journal}`, ...words], commands)
  expect(await move()).toMatchObject(failed(/^Choose a shop: .*deira \(DEIRA\), marina/))
  expect(await move('--to', installation.database)).toMatchObject(failed(/give --shop/, 2))
  const moved = await move('--shop', 'deira')
  expect(moved).toMatchObject({
    code: 0,
    output: expect.stringMatching(/schema shop_deira has the complete database: 1 sale/),
  })
  expect(moved.output).toContain('its folder data/shops/deira')
  makeFolder(join(data, 'shops', 'deira'))
  copyFileSync(join(folder, 'pepper'), join(data, 'shops', 'deira', 'pepper'))

  // The other shop's key file is that of the installation.
  const running = await installation.start({ TOPTILL_HOME: home })
  expect((await running.signIn('marina', 'Omar')).cookies.size).toBe(2)
  const here = aBrowser(running.url, till.cookies)
  expect(await numbersOf(here)).toEqual([1])
  const pin = { staffId: session.person?.id, pin: '730519' }
  expect((await here.ask('POST', '/api/session', pin)).status).toBe(200)
  // After the next sign-in, the till knows its shop.
  expect(here.cookies.get('toptill-terminal')).toMatch(/^deira\./)
  expect((await running.operate('audit-log', ['verify', '--shop', 'deira'])).output).toMatch(
    /^The audit log is complete/,
  )
  expect(await command('migrate', [], running.env)).toMatchObject(failed(/is selling from/))
  await running.stop()
  const migrated = await command('migrate', [], running.env)
  expect(migrated.output.match(/schema shop_(deira|marina) is already of this version/g)).toHaveLength(2)
})

itWhenFull(
  'one dump restores the databases of all shops, and each sells only after its supervisor has confirmed',
  async () => {
    const installation = await anInstallation(['deira', 'marina'])
    const running = await installation.start()
    const browser = await running.signIn('deira', 'Amal')
    await sell(browser, { account: recipients.success, amount: '15' })
    await running.stop()
    const dump = join(aFolder(), 'dump')
    const words = ['--format=custom', '--exclude-schema=shop_marina', `--file=${dump}`]
    execFileSync('pg_dump', [...words, `--dbname=${installation.database}`])

    const env = { ...running.env, DATABASE_URL: await anEmptyDatabase() }
    const restore = (...words: string[]) => command('restore', words, env)
    expect(await restore()).toMatchObject(failed(/contains no Toptill database/))
    expect(await restore('--shop', 'marina', dump)).toMatchObject(failed(/all shops/))
    const { code, output, errors } = await restore(dump)
    expect([code, errors]).toEqual([0, ''])
    expect(output).toMatch(
      /schema shop_deira was restored from the dump, with 1 sale\.\n.*contains nothing for .*schema shop_marina: it is empty now, and also starts in recovery/,
    )
    expect(await restore(dump)).toMatchObject(failed(/is not empty/))

    const again = await installation.start(env)
    const board = await read<ReadyShops>(again, '/readyz')
    expect(board.shops).toHaveLength(2)
    const waiting = { selling: false, reason: expect.stringMatching(/restored from a backup/) as string }
    for (const shop of board.shops ?? []) expect(shop).toMatchObject(waiting)
  },
)
