import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DEFAULT_SETTINGS } from '#api/settings.ts'
import { decimal, money, type DecimalText, type Money } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { findOpenRecovery, recordRestored } from '#server/database/maintenance/recoveries.ts'
import { salesStore } from '#server/sales/store.ts'
import { walletStore } from '#server/wallet/store.ts'
import { createWallet } from '#server/wallet/wallet.ts'
import type { Wholesaler } from '#server/wholesaler/wholesaler.ts'
import { aJournal, closeJournals, journalRuns, settle } from '../../support/a-journal.ts'
import { DAY, HOUR, MINUTE, OPENED_AT, SECOND, openedSale } from '../../support/sales.ts'

const NOW = OPENED_AT
const aed = (amount: string): Money => money(decimal(amount), 'AED')
const idOf = (index: number) => `01JD6X${String(index).padStart(20, '0')}` as SaleId

/** The wallet over a database in memory, with a balance and a clock that only the test moves. */
async function aWallet(settings = DEFAULT_SETTINGS.wallet) {
  const db = await aJournal()
  const commit = groupCommit(db)
  const sales = salesStore(db, { commit })
  const store = walletStore({ db, commit })
  const clock = { time: NOW, now: () => clock.time, wall: () => clock.time }
  let timers: { at: number; run: () => void }[] = []
  const deaths: unknown[] = []
  const errors: unknown[] = []
  const fault = undefined as 'unreadable' | 'refused' | undefined
  const service = { balance: '1000', reads: 0, fault, meanwhile: async () => {} }
  const context: Parameters<typeof createWallet>[0] = {
    clock,
    timers: {
      after: (ms, run) => {
        const entry = { at: clock.time + ms, run }
        timers.push(entry)
        return () => void (timers = timers.filter((one) => one !== entry))
      },
    },
    exit: (error) => {
      deaths.push(error)
      throw error
    },
    log: { info: () => {}, error: (line) => void errors.push(line) },
    calendar: () => ({ timeZone: 'Asia/Dubai', dayStartHour: 0 }),
    settings: () => ({ ...DEFAULT_SETTINGS, wallet: settings }),
  }
  const balance: Wholesaler['balance'] = async () => {
    service.reads += 1
    await service.meanwhile()
    if (service.fault) return { ok: false, reason: service.fault, problem: 'wallets.main' }
    return { ok: true, value: aed(service.balance) }
  }
  const wallet = createWallet(context, { wholesaler: { balance }, store })
  let count = 0
  const parts = { db, sales, store, wallet, service, clock, deaths, errors }
  return {
    ...parts,
    pass: async (ms: number) => {
      const until = clock.time + ms
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0]
        if (!next || next.at > until) break
        timers = timers.filter((one) => one !== next)
        clock.time = Math.max(clock.time, next.at)
        next.run()
        await settle()
      }
      clock.time = until
    },
    add: (changes: Partial<SaleRecord>) =>
      sales.insert(openedSale({ id: idOf((count += 1)), confirmedAt: NOW, ...changes }), [{ at: NOW, kind: 'opened' }]),
    causes: async () => (await db.selectFrom('balance_readings').select('cause').execute()).map(({ cause }) => cause),
  }
}

describe('the times at which the wallet is read', () => {
  it('the wallet is read after sales once the tills were quiet for a minute, and at most once in ten minutes', async () => {
    const { wallet, pass, causes } = await aWallet()
    await settle()
    const bySales = async () => (await causes()).filter((cause) => cause === 'sale').length
    for (let sale = 0; sale < 5; sale += 1) {
      wallet.recordSale()
      await pass(50 * SECOND)
    }
    expect(await bySales()).toBe(0)
    await pass(20 * SECOND)
    expect(await bySales()).toBe(1)
    wallet.recordSale()
    await pass(9 * MINUTE)
    expect(await bySales()).toBe(1)
    await pass(2 * MINUTE)
    expect(await bySales()).toBe(2)
  })

  it('an automatic reading of the wallet that cannot be stored closes its shop or practice, and fails nowhere else', async () => {
    const { wallet, store, pass, deaths } = await aWallet()
    await settle()
    const fault = new Error('damaged')
    store.record = () => Promise.reject(fault)
    const reads = [() => wallet.readSoon('page'), () => wallet.recordSale(), () => {}]
    for (const [index, read] of reads.entries()) {
      read()
      await settle()
      await pass([0, MINUTE, HOUR][index]!)
      expect(deaths.splice(0)).toContain(fault)
    }
    await expect(wallet.takeReading('page')).rejects.toBe(fault)
  })

  it('an unused wallet is read every hour, and no longer after it was stopped', async () => {
    const { wallet, pass, causes } = await aWallet()
    await settle()
    await pass(3 * HOUR + 2 * MINUTE)
    expect(await causes()).toEqual(['hour', 'hour', 'hour', 'hour'])
    wallet.stop()
    await pass(3 * HOUR)
    expect(await causes()).toHaveLength(4)
  })

  it('simultaneous readings of the wallet are one request, and count as that of a shift if one asked for it', async () => {
    const { wallet, service, causes } = await aWallet()
    await Promise.all([wallet.takeReading('shift'), wallet.takeReading('page'), wallet.takeReading('page')])
    expect(service.reads).toBe(1)
    expect(await causes()).toEqual(['shift'])
  })

  it('the balance of the last process is known after a restart, and is stale when it is old', async () => {
    const { store, db, clock, wallet } = await aWallet()
    await wallet.takeReading('page')
    expect(await store.latest()).toEqual({ at: NOW, balance: aed('1000') })
    expect(wallet.now()).toMatchObject({ isStale: false })
    clock.time += 10 * MINUTE + 1
    expect(wallet.now()).toMatchObject({ isStale: true, reading: { at: NOW } })
    expect(await db.selectFrom('balance_readings').select('amount').execute()).toEqual([{ amount: '1000.00' }])
  })

  it('an unreadable or rejected balance keeps the last one, is stale, and stores nothing', async () => {
    const { wallet, service, causes } = await aWallet()
    await wallet.takeReading('page')
    const stale = { problem: 'unreadable', isStale: true, reading: { at: NOW } }
    for (const fault of ['unreadable', 'refused'] as const) {
      service.fault = fault
      expect(await wallet.takeReading('page')).toMatchObject(stale)
    }
    expect(await causes()).toHaveLength(1)
  })

  it('an unreadable state of the wallet makes its readings a problem that is reported once, and ends nothing', async () => {
    const { wallet, db, deaths, errors, causes } = await aWallet()
    await wallet.takeReading('page')
    await db.updateTable('wallet_state').set({ record: '{' }).execute()
    const stale = { problem: 'unreadable', isStale: true, reading: { at: NOW } }
    for (let time = 0; time < 2; time += 1) expect(await wallet.takeReading('page')).toMatchObject(stale)
    expect([deaths.length, errors.length, (await causes()).length]).toEqual([0, 1, 1])
  })
})

it('a reading of the wallet during which a sale moved is stored but not judged, and the next one is right', async () => {
  const { wallet, service, add, store, db } = await aWallet()
  await wallet.takeReading('page')
  // The balance was read before the debit; the sale is in the database when the reading is stored.
  service.meanwhile = async () => void (await add({ state: 'succeeded', cost: aed('48') }))
  await wallet.takeReading('page')
  const judged = await db.selectFrom('balance_readings').select('is_reconciled').execute()
  expect(judged).toEqual([{ is_reconciled: 1 }, { is_reconciled: 0 }])
  service.meanwhile = async () => {}
  service.balance = '952'
  await wallet.takeReading('page')
  expect(await store.movements()).toEqual([])
})

it.each<[SaleRecord['state'], left: string, least: string, most: string]>([
  ['succeeded', '900', '3.10', '3.10'],
  ['pending', '899', '1', '101'],
])('a %s sale of unknown cost explains at most what the customer paid', async (state, left, least, most) => {
  const { wallet, service, add, store } = await aWallet()
  await wallet.takeReading('page')
  await add({ state, pays: aed('50') })
  service.balance = '953.10'
  await wallet.takeReading('page')
  expect(await store.movements()).toEqual([])
  await add({ state, pays: aed('50') })
  service.balance = left
  await wallet.takeReading('page')
  expect(await store.movements()).toMatchObject([{ direction: 'out', least: aed(least), most: aed(most) }])
})

it('a canceled sale whose cost comes back later is a refund from the provider, and not a deposit', async () => {
  const { wallet, service, add, store } = await aWallet()
  await wallet.takeReading('page')
  const sale = await add({ state: 'canceled', cost: aed('48'), finalAt: NOW })
  service.balance = '952'
  await wallet.takeReading('page')
  expect(await store.movements()).toEqual([])
  service.balance = '1000'
  await wallet.takeReading('page')
  expect(await store.movements()).toMatchObject([
    { direction: 'in', most: aed('48'), kind: 'service-refund', sale: { id: sale?.id } },
  ])
})

it('a deposit beside an open sale is a range until the sale is complete, and then one amount', async () => {
  const { wallet, service, add, store, sales } = await aWallet()
  await wallet.takeReading('page')
  const sale = await add({ state: 'pending', cost: aed('48') })
  service.balance = '1952'
  await wallet.takeReading('page')
  expect(await store.movements()).toMatchObject([{ least: aed('952'), most: aed('1000'), kind: 'deposit' }])
  expect(await store.held('AED')).toEqual({ count: 1, most: aed('48') })
  await sales.save({ ...sale!, state: 'succeeded' }, [{ at: NOW, kind: 'final' }])
  await wallet.takeReading('page')
  expect(await store.movements()).toMatchObject([
    { least: aed('1000'), most: aed('1000'), kind: 'deposit', version: 2 },
  ])
})

describe('the wallet after the database was restored from a backup', () => {
  const restoredWallet = async () => {
    const opened = await aWallet()
    const { db, wallet } = opened
    await wallet.takeReading('page')
    const sale = await opened.add({ state: 'pending', cost: aed('48') })
    await db.transaction().execute((trx) => recordRestored(trx, { cause: 'command' }))
    const { id, last_reading_id } = (await findOpenRecovery(db))!
    const confirm = () =>
      db.updateTable('recoveries').set({ confirmed_at: NOW, first_sale_number: 101, first_z_number: 11 }).execute()
    const settleSale = async (state: 'succeeded' | 'failed') => {
      await opened.sales.save({ ...sale!, state }, [{ at: NOW, kind: 'final' }])
      await wallet.takeReading('page')
    }
    return { ...opened, id, lastReadingId: last_reading_id, confirm, settleSale }
  }

  it('the wallet after a restore is compared with the reading before, whatever the clock says by now', async () => {
    const { wallet, service, clock, store, lastReadingId, id } = await restoredWallet()
    expect(await store.judgedAround(lastReadingId)).toEqual({ before: NOW, isSince: false })
    clock.time -= 3 * DAY
    service.balance = '900'
    await wallet.takeReading('page')
    expect(await store.judgedAround(lastReadingId)).toEqual({ before: NOW, isSince: true })
    expect(await store.movements(id)).toMatchObject([{ least: aed('52'), most: aed('100'), isFromRestore: true }])
  })

  it('what an open sale hid until after the confirmation of a restore belongs to the restore, and nothing later does', async () => {
    const { wallet, service, store, id, confirm, settleSale } = await restoredWallet()
    // The cost of the open sale left the wallet, but for a sale that the database has lost.
    service.balance = '952'
    await wallet.takeReading('page')
    expect(await store.movements()).toEqual([])
    expect(await store.held('AED')).toEqual({ count: 1, most: aed('48') })
    await confirm()
    await wallet.takeReading('page')
    await settleSale('failed')
    expect(await store.movements(id)).toMatchObject([{ direction: 'out', least: aed('48'), most: aed('48') }])
    service.balance = '1952'
    await wallet.takeReading('page')
    const [deposit] = await store.movements()
    expect(deposit).toMatchObject({ direction: 'in' })
    expect(deposit).not.toHaveProperty('isFromRestore')
  })

  it('once no open sale hides anything, a later other transaction does not belong to the restore', async () => {
    const { wallet, service, store, id, confirm, settleSale } = await restoredWallet()
    service.balance = '952'
    await wallet.takeReading('page')
    await confirm()
    await settleSale('succeeded')
    service.balance = '900'
    await wallet.takeReading('page')
    expect(await store.movements()).toMatchObject([{ direction: 'out', most: aed('52') }])
    expect(await store.movements(id)).toEqual([])
  })
})

const step = fc.record({
  which: fc.nat({ max: 5 }),
  state: fc.constantFrom('pending', 'succeeded', 'failed', 'canceled', 'unknown') as fc.Arbitrary<SaleRecord['state']>,
  cost: fc.constantFrom(undefined, '0.1', '12.345678', '999999999.999999'),
  isTest: fc.boolean(),
  isConflicting: fc.boolean(),
})

it("after any changes of sales, the wallet's totals are those of an independent sum over all of them", async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { add, sales, db, store } = await aWallet()
        const all = new Map<number, SaleRecord>()
        for (const { which, state, cost, isTest, isConflicting } of steps) {
          const changes = {
            state,
            ...(cost && { cost: aed(cost) }),
            ...(isConflicting && { conflicting: true as const }),
          }
          const known = all.get(which)
          const { conflicting: _, cost: __, ...before } = known ?? openedSale()
          const next = known
            ? await sales.save({ ...before, ...changes }, [])
            : await add({ ...changes, pays: aed('20'), ...(isTest && { isTest: true as const }) })
          if (next) all.set(which, next)
        }
        let [certain, unsure, sold] = [0n, 0n, 0n]
        for (const { state, cost, conflicting, isTest } of all.values()) {
          const [whole = '', millionths = ''] = (cost?.amount ?? '20').split('.')
          const units = BigInt(whole + millionths.padEnd(6, '0'))
          const isSold = state === 'succeeded' && !conflicting
          if (isSold && cost && !isTest) certain += units
          else if (isSold || state === 'canceled' || (conflicting && ['succeeded', 'failed'].includes(state)))
            unsure += units
          if (isSold && !isTest) sold += units
        }
        const rows = await db.selectFrom('wallet_charges').selectAll().execute()
        const sum = (part: 'certain' | 'added' | 'removed') =>
          rows.reduce(
            (total, row) => total + BigInt(row[`${part}_whole`]) * 1_000_000n + BigInt(row[`${part}_millionths`]),
            0n,
          )
        expect(sum('certain')).toBe(certain)
        expect(sum('added') - sum('removed')).toBe(unsure)
        expect(await store.costsIn([{ from: 0, to: NOW + DAY }], 'AED')).toEqual([sold])
      })
      .afterEach(closeJournals),
    { numRuns: journalRuns(25) },
  )
})

it('the costs of each span are those of its quarters of an hour only', async () => {
  const { add, store } = await aWallet()
  for (const [hours, cost] of ['1', '2', '4'].entries())
    await add({ state: 'succeeded', cost: aed(cost), confirmedAt: NOW + hours * HOUR })
  const spans = [
    { from: NOW, to: NOW + 2 * HOUR },
    { from: NOW + 2 * HOUR, to: NOW + 3 * HOUR },
    { from: NOW - DAY, to: NOW },
  ]
  expect(await store.costsIn(spans, 'AED')).toEqual([3_000_000n, 4_000_000n, 0n])
  expect(await store.costsIn(spans, 'USD')).toEqual([0n, 0n, 0n])
})

const commission = { kind: 'percent' as const, value: '4' as DecimalText }
const paid = { state: 'succeeded' as const, commission, amount: aed('50'), pays: aed('50') }
const sold = (cost: string) => ({ ...paid, cost: aed(cost) })

it('no sale has a cost difference until sales show how the commission counts, except one that fits no way', async () => {
  const { add, store } = await aWallet()
  for (const cost of ['48', '52', '41']) await add(sold(cost))
  expect((await store.costDifferences()).map(({ fit }) => fit)).toEqual(['neither'])
})

it.each([
  { usual: '48', learned: 'less', other: '52', fit: 'more' },
  { usual: '52', learned: 'more', other: '48', fit: 'less' },
  { usual: '50', learned: 'none', other: '48', fit: 'less' },
])(
  'where most sales cost $usual, one of $other is listed as a difference, also if it came first',
  async ({ usual, learned, other, fit }) => {
    const { add, store } = await aWallet()
    const first = await add(sold(other))
    for (let count = 0; count < 30; count += 1) await add(sold(usual))
    const last = await add(sold(other))
    const found = await store.costDifferences()
    expect(found.map(({ sale }) => sale.id)).toEqual([last?.id, first?.id])
    expect(found[0]).toMatchObject({ learned, fit })
  },
)

it('the balance lasts as long as the costs of the days before say, and so does the low-balance amount', async () => {
  const { add, wallet, service } = await aWallet({ ...DEFAULT_SETTINGS.wallet, lowBalanceDays: 4 })
  for (let day = 1; day <= 10; day += 1)
    for (const hour of [2, 6])
      await add({ state: 'succeeded', cost: aed('100'), confirmedAt: NOW - day * DAY + hour * HOUR })
  service.balance = '1000'
  await wallet.takeReading('page')
  const forecast = await wallet.forecast()
  // It is 14:00; each day costs 200 AED, all of it after this hour.
  expect(forecast?.runway.days).toBeCloseTo(4 + 10 / 24, 5)
  expect(forecast?.runway.points.at(-1)?.balance).toBe(0)
  expect(wallet.findLow()).toBeUndefined()
  service.balance = '500'
  await wallet.takeReading('page')
  expect(wallet.findLow()).toBe('days')
})

it('a wallet without sales has no forecast', async () => {
  const { wallet } = await aWallet()
  await wallet.takeReading('page')
  expect(await wallet.forecast()).toBeUndefined()
})
