import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { ulid } from 'ulid'
import { expect, onTestFinished } from 'vitest'

import type { BatchAnswer } from '#api/batches.ts'
import type { Recovery } from '#api/recovery.ts'
import type { Session } from '#api/session.ts'
import type { Status } from '#api/status.ts'
import type { Wallet } from '#api/wallet.ts'
import { addDecimals, decimal, money } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { startToptill } from '#server/main.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { reconcilePostgres, reconcileShop } from '../../../../tools/reconcile.ts'
import { aJournalPlace, anEmptyDatabase, isInPostgres } from '../../../support/a-journal.ts'
import { command, controlsOf } from '../../../support/an-installation.ts'
import { aFolder } from '../../../support/folders.ts'
import { itWhenFull } from '../../../support/level.ts'
import { aBrowser, batchOnce, openSale, saleOnce, sell, type Browser } from '../../../support/shop.ts'
import { startShop } from '../../../support/start-shop.ts'

const VOUCHER = { kind: 'voucher', serviceId: vouchers.number, amount: '50' } as const

type Shop = Awaited<ReturnType<typeof aShop>>

/** A shop with a real account, whose sandbox keeps running while its server is stopped and its database restored. */
async function aShop() {
  const folder = aFolder()
  const place = await aJournalPlace(folder)
  const emptyPlace = isInPostgres() ? await anEmptyDatabase() : place
  const env = isInPostgres() ? { DATABASE_URL: place, TOPTILL_HOME: folder } : { DATABASE_URL: `file:${place}` }
  const ledger = aFolder()
  const sandbox = { dataFolder: ledger }
  const shop = await startShop({ startToptill, startSandbox }, { folder, service: 'real', env, sandbox })
  onTestFinished(shop.close)
  const run = (noun: 'backup' | 'restore', ...words: string[]) => command(noun, words, { ...process.env, ...shop.env })
  const signInAt = async (browser: Browser, name: string, pin: string) => {
    const { body } = await browser.ask<Session>('GET', '/api/session')
    const person = body.staff.find((one) => one.name === name)
    return browser.ask<Session>('POST', '/api/session', { staffId: person?.id, pin })
  }
  const { signIn } = controlsOf(shop.url, shop.env)
  return { ...shop, journal: place, emptyPlace, ledger, run, signIn, signInAt }
}

async function backUp(shop: Shop): Promise<string> {
  const file = join(shop.folder, 'backup')
  if (isInPostgres()) execFileSync('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${shop.journal}`])
  else expect(await shop.run('backup', file)).toMatchObject({ code: 0 })
  return file
}

/** Restores the backup with the command, as the administrator does; in PostgreSQL into a separate database. */
async function putBack(shop: Shop, backup: string) {
  if (isInPostgres()) shop.env.DATABASE_URL = shop.emptyPlace
  return shop.run('restore', backup)
}

const recoveryOf = async (browser: Browser) => (await browser.ask<Recovery>('GET', '/api/recovery')).body
const statusOf = async (browser: Browser) => (await browser.ask<Status>('GET', '/api/status')).body
const stateOf = async (browser: Browser, id: string) => (await browser.ask<Sale>('GET', `/api/sales/${id}`)).body
const deliver = async (browser: Browser, id: string) => {
  const shown = await browser.ask('POST', `/api/sales/${id}/reveal`, {})
  expect(shown.body).toMatchObject({ voucher: expect.anything() })
  await browser.ask('POST', `/api/sales/${id}/delivered`, { method: 'given' })
}
const LATER_SALES = Number(process.env.DRILL_SALES ?? 15)

itWhenFull(
  'a database that is restored from a backup finds the sales that had begun, shows the rest as a sum, and sells nothing twice',
  async () => {
    const shop = await aShop()
    shop.sandbox.setBalance('100000')
    const supervisor = await shop.signIn(undefined, 'Hamad')
    const cashier = await shop.signIn(undefined, 'Amal', 'cashier')

    await sell(cashier, { account: recipients.success, amount: '15' })
    const toBeSold = await openSale(cashier, { account: '971500000101' })
    const leftAlone = await openSale(cashier, { account: '971500000102' })
    const voucher = await sell(cashier, VOUCHER)
    const delivered = await sell(cashier, VOUCHER)
    await deliver(cashier, delivered.id)
    const batchId = ulid()
    const { body: batch } = await cashier.ask<BatchAnswer>('PUT', `/api/batches/${batchId}`, { ...VOUCHER, count: 3 })
    await cashier.ask('POST', `/api/batches/${batchId}/confirm`, { version: batch.version, lines: [1] })
    await batchOnce(cashier, batchId, ({ state }) => state !== 'running')
    await supervisor.ask<Wallet>('GET', '/api/wallet')
    const backup = await backUp(shop)

    await cashier.ask('POST', `/api/sales/${toBeSold.id}/confirm`, { version: toBeSold.body.version })
    await deliver(cashier, voucher.id)
    const { version } = (await cashier.ask<BatchAnswer>('GET', `/api/batches/${batchId}`)).body
    await cashier.ask('POST', `/api/batches/${batchId}/confirm`, { version, lines: [2, 3] })
    await batchOnce(cashier, batchId, ({ state }) => state === 'complete')
    const later = await Promise.all([supervisor, cashier].map((browser, who) => sellMany(browser, who)))
    const lastNumber = Math.max(...later.flat().map(({ number }) => number))
    await shop.stopProxy()

    expect(await putBack(shop, backup)).toMatchObject({
      code: 0,
      output: expect.stringContaining('starts in recovery'),
    })
    if (!isInPostgres()) expect(existsSync(`${shop.journal}.replaced`)).toBe(true)
    const url = await shop.startProxy()
    const [boss, till] = [patiently(aBrowser(url, supervisor.cookies)), aBrowser(url, cashier.cookies)]

    // A person who was signed in at the time of the backup may have been blocked since.
    expect((await boss.ask('GET', '/api/recovery')).status).toBe(401)
    await shop.signInAt(boss, 'Hamad', '730519')
    await shop.signInAt(till, 'Amal', '2580')
    const refused = await openSale(till, { account: '971500000103' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'selling-stopped', moneyMoved: 'no' } })
    expect((await boss.ask<Status>('POST', '/api/selling/resume')).body).toMatchObject({ reason: 'restored' })
    const ready = await boss.ask('GET', '/readyz')
    expect(ready.body).toMatchObject({ selling: false, reason: expect.stringContaining('restored from a backup') })

    // Sales that were opened before the backup are found, whatever their results are.
    expect(await saleOnce(till, toBeSold.id, ({ state }) => state === 'succeeded')).toMatchObject({ number: 2 })
    expect(await saleOnce(till, leftAlone.id, ({ state }) => state === 'abandoned')).not.toHaveProperty('refund')
    await expect.poll(async () => (await recoveryOf(boss)).canConfirm).toBe(true)

    // The missing amount in the wallet is exactly the sum of what was sold since then with ids that are not in the
    // database.
    const known = await recoveryOf(boss)
    const listed = new Set<string | undefined>([toBeSold.id, voucher.id, delivered.id])
    const isKnown: boolean[] = []
    for (const { externalTransactionId: id = '' } of shop.sandbox.ledger())
      isKnown.push(listed.has(id) || (await boss.ask('GET', `/api/sales/${id}`)).status === 200)
    const lost = shop.sandbox.ledger().filter((_, at) => !isKnown[at])
    expect(lost).toHaveLength(2 * LATER_SALES + 2)
    // The server does not claim that no money moved only for sales that the database has lost.
    const lostId = lost[0]?.externalTransactionId ?? ''
    const unknownHere = { code: 'not-found', moneyMoved: 'unknown', mayBeLost: true }
    for (const path of [`/api/sales/${lostId}`, `/api/batches/${lostId}`])
      expect((await till.ask('GET', path)).body).toMatchObject(unknownHere)
    const longAgo = await till.ask('GET', `/api/sales/${ulid(Date.parse('2026-01-01'))}`)
    expect(longAgo.body).toMatchObject({ code: 'not-found', moneyMoved: 'no' })
    const sum = lost.reduce((all, { price }) => addDecimals(all, decimal(price)), decimal('0'))
    expect(known.missing).toEqual([{ direction: 'out', amount: money(sum, 'AED') }])
    const { movements } = (await boss.ask<Wallet>('GET', '/api/wallet')).body
    expect(movements).toMatchObject([{ direction: 'out', kind: 'outside', isFromRestore: true }])
    expect(known).toMatchObject({ toAsk: 0, open: 0, undecidable: 0, lastSaleNumber: 6, undelivered: 2 })

    // No code is shown as if for the first time, and no line of the quantity is started.
    expect((await till.ask('POST', `/api/sales/${voucher.id}/reveal`, {})).body).toMatchObject({ voucher: null })
    expect((await boss.ask('POST', `/api/sales/${voucher.id}/reveal`, {})).status).toBe(422)
    const again = { reason: 'The customer has the slip, and no code' }
    expect((await boss.ask('POST', `/api/sales/${voucher.id}/reveal`, again)).body).toMatchObject({
      voucher: expect.anything(),
    })
    const stopped = (await till.ask<BatchAnswer>('GET', `/api/batches/${batchId}`)).body
    expect(stopped).toMatchObject({ state: 'stopped', stop: { reason: 'restored' } })
    const goingOn = await till.ask('POST', `/api/batches/${batchId}/confirm`, { version: stopped.version, lines: [2] })
    expect(goingOn.status).toBe(409)
    const ended = (await till.ask<BatchAnswer>('POST', `/api/batches/${batchId}/stop`, {})).body
    const stop = { reason: 'restored', by: { name: 'Amal' } }
    expect(ended).toMatchObject({ state: 'stopped', isRestored: true, stop })

    const { id, lastSaleNumber, proposed } = known
    expect(proposed.firstSaleNumber).toBeGreaterThan(lastSaleNumber)
    const tooLow = { id, firstSaleNumber: lastSaleNumber, firstZNumber: proposed.firstZNumber }
    expect((await boss.ask('POST', '/api/recovery', tooLow)).status).toBe(422)
    expect((await boss.ask('POST', '/api/recovery', { ...tooLow, id: id + 1 })).status).toBe(409)
    const firstSaleNumber = lastNumber + 1
    const confirmed = await boss.ask('POST', '/api/recovery', { id, firstSaleNumber, firstZNumber: 41 })
    expect(confirmed.status).toBe(200)
    expect(await statusOf(till)).toMatchObject({ service: 'ok' })
    expect((await boss.ask('GET', '/api/recovery')).status).toBe(404)
    const debits = shop.sandbox.ledger().length
    const { body: next } = await sell(till, { account: recipients.success })
    expect(next).toMatchObject({ state: 'succeeded', number: firstSaleNumber })
    expect(shop.sandbox.ledger()).toHaveLength(debits + 1)
    const ids = shop.sandbox.ledger().map(({ externalTransactionId }) => externalTransactionId)
    expect(new Set(ids).size).toBe(ids.length)
    const { body: log } = await boss.ask<{ lines: { kind: string }[] }>('GET', '/api/audit')
    const kinds = log.lines.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['journal-restored', 'restore-confirmed']))

    await shop.stopProxy()
    const later2 = aBrowser(await shop.startProxy(), till.cookies)
    expect(await stateOf(later2, toBeSold.id)).toMatchObject({ state: 'succeeded' })
    await expect.poll(async () => (await statusOf(later2)).service).toBe('ok')

    // A program that shares no code with the server comes to the same result.
    await shop.stop()
    const reconcile = isInPostgres() ? reconcilePostgres : reconcileShop
    const audit = await reconcile({ journal: shop.emptyPlace, ledger: shop.ledger, confirmGraceMs: 200 })
    expect(audit.violations).toEqual([])
    const restores = new RegExp(`Restores: 1; ${lost.length} debits of .*${money(sum, 'AED').amount}`)
    expect(audit.said.join('\n')).toMatch(restores)
  },
)

/** Sells many top-ups of different amounts, as fast as a person at a till may. */
async function sellMany(browser: Browser, who: number): Promise<Sale[]> {
  const sold: Sale[] = []
  while (sold.length < LATER_SALES) {
    const account = `97150${who + 1}${String(100_000 + sold.length)}`
    const amount = String(5 * (1 + (sold.length % 6)))
    const opened = await untilAnswered(() => openSale(browser, { account, amount }))
    expect(opened.body).toMatchObject({ state: 'checked' })
    const { status, body } = await confirmed(browser, opened)
    expect([status, body.state]).toEqual([200, 'succeeded'])
    sold.push(body)
  }
  return sold
}

const confirmed = (browser: Browser, { id, body: { version } }: { id: string; body: Sale }) =>
  untilAnswered(() => browser.ask('POST', `/api/sales/${id}/confirm`, { version }))

/** The test looks up more sales than a person would. */
const patiently = (browser: Browser): Browser => ({
  ...browser,
  ask: (...asked) => untilAnswered(() => browser.ask(...asked)),
})

async function untilAnswered<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 429) return answer
    await elapsed(50)
  }
}
