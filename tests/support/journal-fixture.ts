import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { ulid } from 'ulid'
import { expect, onTestFinished } from 'vitest'

import type { BatchAnswer } from '#api/batches.ts'
import type { Session } from '#api/session.ts'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import { startToptill } from '#server/main.ts'
import { startSandbox } from '#sandbox/server.ts'
import type { JournalFixture } from '../../tools/make-journal.ts'
import type { Audit } from '../../tools/reconcile.ts'
import { command } from './an-installation.ts'
import { aFolder } from './folders.ts'
import { aLaterMigration } from './later-migration.ts'
import { aBrowser, openSale, saleOnce, type Browser } from './shop.ts'
import { QUICK } from './pace.ts'
import { anEmptyPage, CHEAP_PINS } from './start-shop.ts'

const FOLDER = 'tests/fixtures/journals'

export const FIXTURES = readdirSync(FOLDER)

export const unpack = (version: string, file: string): Buffer =>
  brotliDecompressSync(readFileSync(join(FOLDER, version, `${file}.br`)))

/** By then, a sale that was only checked has expired, but an order has not. */
const LATER_MS = 11 * 60_000

/** After a month, sales would be polled only once a day. */
function aClockAt(time: number): Clock {
  const real = systemClock()
  const shift = time - real.now()
  return { now: () => real.now() + shift, wall: () => real.wall() + shift }
}

export type Place = {
  /** Where the database is. */
  env: NodeJS.ProcessEnv
  /** Has the key file. */
  folder: string
  /** Runs a statement in the closed journal. */
  run: (statement: string) => Promise<unknown>
}

/** A data folder with only the key file of the fixture. */
export function aDataFolder(version: string): string {
  const folder = aFolder()
  copyFileSync(join(FOLDER, version, 'pepper'), join(folder, 'pepper'))
  return folder
}

/**
 * Starts this build with a journal of an earlier version, and continues to sell. Returns the lines printed at the
 * start, and a function that starts it again.
 */
export async function continueSelling(version: string, { env: ofPlace, folder, run }: Place) {
  const known: JournalFixture = JSON.parse(readFileSync(join(FOLDER, version, 'fixture.json'), 'utf8'))
  const { posId, token, pins, till: cookies } = known
  const clock = aClockAt(known.at + LATER_MS)
  const ledger = aFolder()
  writeFileSync(join(ledger, 'ledger.jsonl'), unpack(version, 'ledger.jsonl'))
  const sandbox = await startSandbox({ dataFolder: ledger, account: { posId, token }, clock: clock.now })
  onTestFinished(sandbox.close)
  // The provider was at another port then.
  await run(`UPDATE wholesaler_account SET base_url = '${sandbox.baseUrl}'`)
  const account = { TOPUP_BASE_URL: sandbox.baseUrl, TOPUP_POS_ID: posId, TOPUP_TOKEN: token }
  const env = { ...account, ...ofPlace, BACKUP_FOLDER: folder }
  const printed: string[] = []
  const start = () =>
    startToptill({
      env,
      browserFolder: anEmptyPage(aFolder()),
      pinCost: CHEAP_PINS,
      polling: QUICK,
      clock,
      print: (line) => printed.push(line),
    })
  const running = await start()
  onTestFinished(running.close)

  const till = aBrowser(running.url, new Map(Object.entries(cookies)))
  const { staff } = (await till.ask<Session>('GET', '/api/session')).body
  const amal = staff.find(({ name }) => name === 'Amal')?.id
  expect(await till.ask('POST', '/api/session', { staffId: amal, pin: pins.Amal })).toMatchObject({ status: 200 })
  await sellOn(till, known, ulid(clock.now()))
  expect(await command('audit-log', ['verify'], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining('is complete'),
  })
  await running.close()
  await sandbox.close()
  return { printed, start, ledger }
}

async function sellOn(till: Browser, { sales, batch, order }: JournalFixture, newId: string): Promise<void> {
  for (const id of [sales.lostAfter, sales.pending])
    expect(await saleOnce(till, id, ({ state }) => state === 'succeeded')).toMatchObject({ state: 'succeeded' })
  const { version } = await saleOnce(till, sales.lostBefore, ({ state }) => state === 'not-executed')
  const finished = await till.ask('POST', `/api/sales/${sales.lostBefore}/confirm`, { version })
  expect(finished.body).toMatchObject({ state: 'succeeded' })

  expect((await till.ask('GET', `/api/sales/${sales.delivered}`)).body).toMatchObject({ voucher: 'delivered' })
  const { lines } = (await till.ask<BatchAnswer>('GET', `/api/batches/${batch}`)).body
  const waiting = [sales.waiting, ...lines.flatMap(({ sale }) => (sale ? [sale.id] : []))]
  expect(waiting).toHaveLength(4)
  for (const id of waiting) {
    const shown = await till.ask('POST', `/api/sales/${id}/reveal`, {})
    expect(shown.body).toMatchObject({ voucher: expect.objectContaining({ number: expect.anything() }) })
    const given = await till.ask('POST', `/api/sales/${id}/delivered`, { method: 'given' })
    expect(given.body).toMatchObject({ voucher: 'delivered' })
  }
  expect(await till.ask('POST', `/api/orders/${order}/take`, {})).toMatchObject({ status: 200 })
  expect(await saleOnce(till, sales.checked, ({ state }) => state !== 'checked')).toMatchObject({ state: 'abandoned' })
  // In the same shift.
  const { id, body } = await openSale(till, { account: '971507654321', amount: '25', orderId: order }, newId)
  const next = await till.ask('POST', `/api/sales/${id}/confirm`, { version: body.version })
  expect(next.body).toMatchObject({ state: 'succeeded' })
}

/** Does the same with a later migration, and then returns to this version. `audit` runs in between. */
export async function upgradeAndReturn(version: string, place: Place, audit: (ledger: string) => Promise<Audit>) {
  const backToNow = aLaterMigration()
  const { printed, start, ledger } = await continueSelling(version, place)
  expect(printed.join('\n')).toContain(`The database was updated from version ${version} to 0.4.0.`)
  const { violations } = await audit(ledger)
  expect(violations).toEqual([])
  backToNow()
  await expect(start()).rejects.toThrow(/was written by Toptill 0\.4\.0 or later/)
}
