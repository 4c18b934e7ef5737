import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { ReadyBoard } from '#api/ready.ts'
import { DEFAULT_SETTINGS } from '#api/settings.ts'
import type { Wallet } from '#api/wallet.ts'
import type { Status } from '#api/status.ts'
import { decimal, money } from '#domain/money/money.ts'
import { createDiskGuard } from '#server/database/maintenance/disk-guard.ts'
import { createBoard, type BuildPackages } from '#server/account/ready-routes.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { salesStore } from '#server/sales/store.ts'
import { walletStore } from '#server/wallet/store.ts'
import { createWallet } from '#server/wallet/wallet.ts'
import { VERSION } from '#server/lib/version.ts'
import { aClockAhead, aGuardedShop, MINUTE, SECOND } from '../../security/support/guarded-shop.ts'
import { aFolder } from '../../support/folders.ts'
import { aBalance, openWholesaler } from '../../support/open-wholesaler.ts'
import { aSaleId, openedSale } from '../../support/sales.ts'
import { answer, hangUp, type Responder, type Script } from '../../support/scripted-service.ts'
import { openScriptedShop } from '../../support/scripted-shop.ts'
import { openSale, openShop, type Browser, signedIn } from '../../support/shop.ts'
import { CHEAP_PINS } from '../../support/start-shop.ts'
import { aStaffStore } from '../staff/staff-store.ts'

const DAY = 24 * 60 * MINUTE

const read = async (browser: Browser) => (await browser.ask<ReadyBoard>('GET', '/api/ready')).body

async function openStaffed(script: Script = {}, clock = aClockAhead()) {
  const shop = await openScriptedShop(script, { clock })
  const [amal, hamad] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Hamad')]
  const readLater = async () => {
    clock.pass(10 * SECOND)
    return read(hamad)
  }
  return { ...shop, clock, amal, hamad, readLater }
}

describe('the System check of a shop without problems', () => {
  it('every part that the server knows is good on the System check, with its figures for a supervisor', async () => {
    const shop = await openShop()
    const hamad = await signedIn(shop, 'Hamad')
    const board = await read(hamad)
    const { packages, disk, ...others } = board
    for (const part of [others.service, others.wallet, others.keys, others.clock, others.journal])
      expect(part).toMatchObject({ state: 'good', reason: 'fine' })
    expect(others).toMatchObject({
      service: { delayMs: expect.any(Number) },
      clock: { serviceOffsetMs: expect.any(Number) },
    })
    expect(others.journal.lines).toBeGreaterThan(0)
    expect(disk.freeBytes).toBeGreaterThan(0)
    // These tests run from the sources.
    expect(packages).toEqual({ state: 'unknown', reason: 'unknown' })
  })

  it('a cashier sees the state of each part on the System check, and no figure', async () => {
    const { amal, clock } = await openStaffed()
    clock.pass(10 * SECOND)
    const { version, build, serverTime, ...parts } = await read(amal)
    expect([version, build, typeof serverTime]).toEqual([VERSION, 'development', 'number'])
    expect(parts).toEqual({
      service: { state: 'good', reason: 'fine' },
      wallet: { state: 'good' },
      keys: { state: 'good' },
      clock: { state: 'unknown' },
      disk: { state: expect.any(String) },
      journal: { state: 'good' },
      packages: { state: 'unknown' },
    })
  })

  it('a cashier sees no wallet on the System check in a shop that hides it', async () => {
    const { amal, hamad } = await openStaffed()
    const wallet = { line: null, lowBalanceDays: null, notifyCashiers: false, flagUnaffordable: false }
    expect((await hamad.ask('PUT', '/api/settings', { wallet })).status).toBeLessThan(300)
    expect(await read(amal)).not.toHaveProperty('wallet')
    expect(await read(hamad)).toHaveProperty('wallet.balance')
  })
})

describe('the provider on the System check', () => {
  it('the provider is asked at most every ten seconds, however many System checks are read', async () => {
    const { service, amal, hamad, readLater } = await openStaffed()
    const asked = () => service.on('/balance').length
    await readLater()
    const before = asked()
    await Promise.all([read(amal), read(hamad), read(amal)])
    expect(asked()).toBe(before)
    await Promise.all([readLater(), read(amal)])
    expect(asked()).toBe(before + 1)
  })

  it('a provider that does not respond is bad after three calls without an answer, and good again with the first answer', async () => {
    const { readLater } = await openStaffed({
      '/balance': [answer(aBalance), hangUp, hangUp, hangUp, hangUp, hangUp, answer(aBalance)],
    })
    let board = await readLater()
    for (let tries = 0; tries < 4 && board.service.state !== 'bad'; tries += 1) board = await readLater()
    expect(board.service).toMatchObject({ state: 'bad', reason: 'unreachable', since: expect.any(Number) })
    for (let tries = 0; tries < 4 && board.service.state !== 'good'; tries += 1) board = await readLater()
    expect(board.service).toMatchObject({ state: 'good', reason: 'fine' })
  })

  it('a System check does not wait for a provider that never answers', async () => {
    let isGivenUp = false
    const neverAnswers: Responder = (response) => void response.on('close', () => (isGivenUp = true))
    const { clock, hamad, service } = await openStaffed({ '/balance': [answer(aBalance), neverAnswers] })
    clock.pass(10 * SECOND)
    expect((await read(hamad)).wallet).toMatchObject({ state: 'unknown', reason: 'unknown' })
    expect(isGivenUp).toBe(false)
    await service.stop()
  })

  it('a provider that answers late is slow once half of its last answers are late', async () => {
    const clock = aClockAhead()
    const afterFourSeconds: Responder = (response, request) => {
      clock.pass(4 * SECOND)
      return answer(aBalance)(response, request)
    }
    const { readLater } = await openStaffed({ '/balance': [answer(aBalance), afterFourSeconds] }, clock)
    let board = await readLater()
    for (let tries = 0; tries < 4; tries += 1) board = await readLater()
    expect(board.service).toMatchObject({ state: 'look', reason: 'slow' })
    expect(board.service.delayMs).toBeGreaterThanOrEqual(4_000)
  })
})

describe('backups on the System check', () => {
  it('a supervisor can start a backup, and its age and size are on the System check', async () => {
    const { boss, folder, close } = await aGuardedShop({ pinCost: CHEAP_PINS })
    onTestFinished(close)
    const hamad = await boss()
    expect((await read(hamad)).backup).toMatchObject({ state: 'look', reason: 'none', canMake: true })
    const { body } = await hamad.ask<ReadyBoard>('POST', '/api/ready/backup')
    expect(body.backup).toMatchObject({ state: 'good', reason: 'fine', isSameDisk: true })
    const [file = ''] = readdirSync(join(folder, 'data', 'backups'))
    expect(body.backup?.bytes).toBe(statSync(join(folder, 'data', 'backups', file)).size)
  })
})

describe('wallet, keys and clock on the System check', () => {
  it('a sale that was rejected for lack of funds makes the wallet bad, for a cashier without the balance', async () => {
    const { amal, readLater } = await openStaffed({ '/transaction/check': answer({ error: { code: 1001 } }) })
    await openSale(amal, { account: '971500000001' })
    const expected = { state: 'bad', reason: 'low', balance: { amount: '1000.50', currency: 'AED' } }
    expect((await readLater()).wallet).toMatchObject(expected)
    expect((await read(amal)).wallet).toEqual({ state: 'bad' })
  })

  it('a balance of AED 1000.50 is a warning with a low-balance amount of AED 1000.51, and not with one in another currency', async () => {
    const { hamad, readLater } = await openStaffed()
    for (const [amount, currency, reason] of [
      ['1000.51', 'AED', 'below-line'],
      ['9999', 'USD', 'fine'],
    ] as const) {
      const wallet = { ...DEFAULT_SETTINGS.wallet, line: { amount, currency } }
      expect((await hamad.ask('PUT', '/api/settings', { wallet })).status).toBeLessThan(300)
      expect((await readLater()).wallet).toMatchObject({ reason })
    }
  })

  it('the System check and the wallet share one reading of the balance', async () => {
    const { service, hamad, clock } = await openStaffed()
    clock.pass(10 * SECOND)
    const before = service.on('/balance').length
    const { wallet } = await read(hamad)
    const { body } = await hamad.ask<Wallet>('GET', '/api/wallet')
    expect(service.on('/balance')).toHaveLength(before + 1)
    expect(body).toMatchObject({ balance: wallet?.balance, asOf: wallet?.readAt })
  })

  it('a rejected signature is a problem in the order of requests on the System check', async () => {
    const refused = answer({ error: { code: 1 } })
    const { readLater, amal, hamad } = await openStaffed({ '/balance': [answer(aBalance), refused] })
    let board = await readLater()
    const statusOf = async (browser: typeof amal) => (await browser.ask<Status>('GET', '/api/status')).body
    expect(await statusOf(hamad)).not.toHaveProperty('posId')
    for (let tries = 0; tries < 3; tries += 1) board = await readLater()
    expect(board.keys).toMatchObject({ state: 'bad', reason: 'signature' })
    // A supervisor compares the point id with the one that the provider gave them.
    expect(await statusOf(hamad)).toMatchObject({ reason: 'signature', posId: expect.stringMatching(/./) })
    expect(await statusOf(amal)).not.toHaveProperty('posId')
  })

  it('a clock five minutes from that of the provider is off on the System check', async () => {
    const clock = aClockAhead()
    const dated: Responder = (response, request) => {
      response.setHeader('date', new Date(clock.wall() + 5 * MINUTE).toUTCString())
      return answer(aBalance)(response, request)
    }
    const { hamad } = await openStaffed({ '/balance': dated }, clock)
    expect((await read(hamad)).clock).toMatchObject({ state: 'look', reason: 'off' })
  })

  it('a clock that was set while the till runs is reported on the System check', async () => {
    const real = aClockAhead()
    let setBy = 0
    const { hamad } = await openStaffed({}, { ...real, wall: () => real.wall() + setBy })
    setBy = 5 * MINUTE
    const { clock } = await read(hamad)
    expect(clock).toMatchObject({ state: 'look', reason: 'moved' })
    expect(clock.movedMs).toBeGreaterThan(4 * MINUTE)
  })
})

describe('a System check over a separate database and disk', () => {
  const failTest = (error: unknown): never => {
    throw error
  }

  /** A System check over a real database, with as much space on the disk as the test sets. */
  async function aBoard({
    free = 5_000_000_000,
    packages,
    balance = {},
    lowBalanceDays = null,
  }: { free?: number; packages?: BuildPackages; balance?: object; lowBalanceDays?: number | null } = {}) {
    const staff = await aStaffStore()
    const { wholesaler } = await openWholesaler({ script: { '/balance': answer(balance) } })
    const disk = createDiskGuard({ folder: aFolder(), clock: staff.clock, hasReserve: false, readFree: () => free })
    const context = {
      clock: staff.clock,
      timers: { after: () => () => {} },
      exit: failTest,
      log: { info: () => {}, error: failTest },
      calendar: () => ({ timeZone: 'UTC', dayStartHour: 0 }),
      settings: () => ({ ...DEFAULT_SETTINGS, wallet: { ...DEFAULT_SETTINGS.wallet, lowBalanceDays } }),
    }
    const store = walletStore({ db: staff.db, commit: groupCommit(staff.db) })
    const wallet = createWallet(context, { wholesaler, store })
    onTestFinished(wallet.stop)
    const readBoard = createBoard({
      wholesaler,
      wallet,
      sales: { unreadableRecords: async () => ({ sales: [], batches: [] }) },
      disk,
      staff,
      dailyBackups: undefined,
      clock: staff.clock,
      build: 'abc',
      packages,
    })
    return { ...staff, readBoard }
  }

  it('a wallet that lasts fewer days than the setting is a warning on the System check, and shows how long it lasts', async () => {
    const { readBoard, db, clock } = await aBoard({ balance: aBalance, lowBalanceDays: 3 })
    const sales = salesStore(db)
    for (let day = 1; day <= 10; day += 1) {
      const confirmedAt = clock.now() - day * DAY - DAY / 2
      const cost = money(decimal('500'), 'AED')
      await sales.insert(
        openedSale({ id: aSaleId('0123456789ABC'[day]), state: 'succeeded', cost, confirmedAt, openedAt: confirmedAt }),
        [],
      )
    }
    const { wallet } = await readBoard()
    expect(wallet).toMatchObject({ state: 'look', reason: 'below-days' })
    expect(wallet?.runwayDays).toBeCloseTo(2, 0)
  })

  it('a disk with fewer bytes than are needed is full on the System check', async () => {
    const { readBoard } = await aBoard({ free: 199_999_999 })
    const full = { state: 'bad', reason: 'full', freeBytes: 199_999_999, neededBytes: 200_000_000 }
    expect((await readBoard()).disk).toEqual(full)
  })

  it('an audit log that was changed outside of the till makes the database bad on the System check', async () => {
    const { readBoard, db, audit } = await aBoard()
    await audit.append({ kind: 'signed-in', by: { id: 'p', name: 'Person' } })
    await sql.raw('DROP TRIGGER audit_log_no_update').execute(db)
    await sql.raw("UPDATE audit_log SET entry = replace(entry, 'Person', 'Nobody')").execute(db)
    expect((await readBoard()).journal).toMatchObject({ state: 'bad', reason: 'damaged' })
  })

  it('packages whose list of advisories is 91 days old are a warning on the System check', async () => {
    const packages = { count: 240, digest: 'abc', listMade: '2026-01-01', advisories: [] }
    const { readBoard, clock } = await aBoard({ packages })
    clock.pass(Date.parse('2026-01-01') + 91 * DAY - clock.now())
    expect((await readBoard()).packages).toEqual({ state: 'look', reason: 'old-list', ...packages })
  })
})
