import { CompiledQuery, sql, type Kysely } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'

import type { TransactionId } from '#domain/sale/id.ts'
import { decimal, formatDecimal, money } from '#domain/money/money.ts'
import { countByState } from '#server/sales-list/count-by-state.ts'
import { openDatabase } from '#server/database/database.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { Libsql } from '#server/database/drivers/libsql-dialect.ts'
import { usageToday, usageWithout } from '#server/sales/limit-usage.ts'
import { orderStore } from '#server/orders/store.ts'
import { reportSales } from '#server/reports/report-sales.ts'
import { salesList } from '#server/sales-list/list.ts'
import { salesStore } from '#server/sales/store.ts'
import { isSelling, readBooks, readOpenPayments, type ShiftRow } from '#server/shifts/store.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { walletStore } from '#server/wallet/store.ts'
import { openStaff } from '#server/staff/open-staff.ts'
import { aFolder } from '../../support/folders.ts'
import { aSaleId, confirmingSale, OPENED_AT, openedSale, THEIR_ID } from '../../support/sales.ts'
import { CHEAP_PINS } from '../../support/start-shop.ts'
import { createVirtualTime } from '../../support/virtual-time.ts'

/** Parts of a query that were already read, the few states, and lists of which only the newest rows are read. */
const NOT_SALES = /^SCAN (state_totals|these|uses|counted|sale_days|wallet_movements|cost_differences|\()/
const OF_FEW_SALES =
  /^SCAN (sales USING (COVERING )?INDEX sales_(open|complete_\w+|undelivered)|batch_lines USING (COVERING )?INDEX batch_lines_reserved)/

/** A database, and the plans of the different matching queries that were sent to it, each with its SQL. */
async function aWatchedJournal() {
  const prepare = vi.spyOn(Libsql.prototype, 'prepare')
  const db: Kysely<JournalTables> = await openDatabase(':memory:')
  onTestFinished(() => db.destroy())
  prepare.mockClear()
  const plansOf = async (query: RegExp) => {
    const plans: string[] = []
    for (const text of new Set(prepare.mock.calls.map(([sent]) => sent).filter((sent) => query.test(sent)))) {
      // The plan does not depend on the values.
      const nothing = (text.match(/\?/g) ?? []).map(() => null)
      const explained = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, nothing)
      for (const { detail } of (await db.executeQuery<{ detail: string }>(explained)).rows)
        plans.push(`${detail} <- ${text}`)
    }
    return plans
  }
  return { db, plansOf }
}

it('no query about sales scans the whole table or the whole of an index of all sales', async () => {
  const { db, plansOf } = await aWatchedJournal()
  const store = salesStore(db)
  const list = salesList(db)
  const batch = { id: aSaleId('Z'), line: 1, of: 2 }
  const guard = { duplicate: () => undefined, order: () => {} }
  const orderId = aSaleId('R')
  const opened = await store.insert({ ...confirmingSale(), batch, orderId }, [{ at: 1, kind: 'opened' }], guard)
  const saved = await store.save({ ...opened!, state: 'pending' }, [{ at: 2, kind: 'pending' }], { guard })
  await store.find(saved.id)
  expect(
    await orderStore({ db, commit: groupCommit(db), log: { info: () => {}, error: () => {} } }).held([orderId]),
  ).toEqual(new Set([orderId]))
  await store.events(saved.id)
  await store.findOtherSaleWith(THEIR_ID, saved.id)
  await store.unfinished()
  await store.openItems()
  await store.countUndelivered()
  await countByState(db)
  const windows = { perHour: 1, perDay: 2, perNumber: 2, vouchersPerMinute: 3 }
  await usageWithout(db, saved, windows)
  await usageToday(db, 1, OPENED_AT)
  // The range begins in the middle of the sale’s day, so part of the day is counted row by row.
  for (const filter of [{}, { cashierId: 'amal' }, { serviceId: 'qamra' }, { cashierId: 'amal', serviceId: 'qamra' }]) {
    for (const from of [OPENED_AT, OPENED_AT - 86_400_000]) {
      const day = { from, to: OPENED_AT + 86_400_000, ...filter }
      await list.count(day)
      await list.services(day)
      await list.cashiers(day)
      await list.list({ ...day, limit: 51, below: 99 })
      await list.list({ ...day, limit: 51, group: 'sold' })
      await list.list({ ...day, limit: 51, openOnly: true })
    }
  }
  const day = { from: OPENED_AT - 86_400_000, to: OPENED_AT + 86_400_000 }
  await list.list({ ...day, limit: 51, kind: 'direct', brand: 'Qamra', terminalId: 'till', paymentMethod: 'cash' })
  const reports = reportSales(db)
  for (const from of [OPENED_AT, OPENED_AT - 86_400_000])
    for (const piece of await reports.chunksOf({ ...day, from })) await reports.read(piece)
  await reports.losses(day, 50)
  for await (const records of reports.batches(day, 9)) expect(records).toHaveLength(1)
  const search = { number: 1, id: saved.id, transactionId: 'theirs' as TransactionId, account: '5012' }
  await list.search(search)
  await list.search(search, 'amal')

  const shift = { id: 1, terminal_id: 'till', currency: 'AED', start_amount: '0' } as ShiftRow
  await readBooks(db, shift)
  await readOpenPayments(db, shift)
  await isSelling(db, shift, OPENED_AT)
  // No open sale makes the amount of the other transaction uncertain.
  await store.save({ ...saved, state: 'failed' }, [])
  const wallet = walletStore({ db, commit: groupCommit(db) })
  const balance = money(decimal('100'), 'AED')
  for (const amount of ['100', '150'])
    await wallet.record(
      { at: 1, balance: { ...balance, amount: formatDecimal(decimal(amount), 2) } },
      'page',
      await wallet.newestEvent(),
    )
  await wallet.held('AED')
  expect(await wallet.movements()).toHaveLength(1)
  await wallet.expectedDeposits()
  await wallet.costDifferences()

  const plans = await plansOf(/\bsales\b/i)
  expect(new Set(plans.map((plan) => plan.split(' <- ')[1])).size).toBeGreaterThan(30)
  const scans = plans.filter((plan) => plan.startsWith('SCAN') && !NOT_SALES.test(plan))
  expect(scans.filter((plan) => !OF_FEW_SALES.test(plan))).toEqual([])
  const { rows } = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'index'`.execute(db)
  for (const { name } of rows.filter((index) => index.name.startsWith('sales_')))
    expect(
      plans.some((plan) => plan.includes(name)),
      `a query uses ${name}`,
    ).toBe(true)
})

it('usage is read from the totals and from covering indexes, however many sales there are', async () => {
  const { db, plansOf } = await aWatchedJournal()
  const perNumber = OPENED_AT - 6 * 3_600_000
  const windows = {
    perHour: OPENED_AT - 3_600_000,
    perDay: perNumber + 1,
    perNumber,
    vouchersPerMinute: OPENED_AT - 60_000,
  }
  await usageWithout(db, { ...confirmingSale(), number: 99 }, windows)
  const read = (await plansOf(/limit_owner/)).filter((plan) => /^(SCAN|SEARCH) (sales|limit_totals)/.test(plan))
  expect(new Set(read.map((plan) => plan.replace(/ (\(|<- )[^]*/, '')))).toEqual(
    new Set([
      'SEARCH limit_totals USING PRIMARY KEY',
      'SEARCH sales USING INTEGER PRIMARY KEY',
      'SEARCH sales USING COVERING INDEX sales_by_limit_usage',
      'SEARCH sales USING COVERING INDEX sales_by_limit_account',
    ]),
  )
})

it('possible duplicates are read by an index of the account', async () => {
  const { db, plansOf } = await aWatchedJournal()
  await salesStore(db).insert(openedSale(), [], { duplicate: () => undefined })
  const ofAccount = (await plansOf(/sales/)).filter((plan) => plan.includes('sales_by_'))
  expect(ofAccount).toEqual(Array(2).fill(expect.stringContaining('sales_by_account (account=? AND service_id=?)')))
})

it('every query for sessions uses an index', async () => {
  const { db, plansOf } = await aWatchedJournal()
  const { people, sessions, terminals } = await openStaff({
    db,
    clock: createVirtualTime().clock,
    dataFolder: aFolder(),
    pinCost: CHEAP_PINS,
  })
  const amal = await people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  const { terminal } = await terminals.enrolItself('Till 1')
  const { token } = await sessions.signIn(terminal, amal.id, '2580')
  const { id } = (await sessions.find(token, terminal.id))!
  await sessions.recordActivity(id)
  await sessions.list(id)
  for (const of of ['staff', 'terminals'] as const) await sessions.lastSeen(of)
  await sessions.endRemotely(id, {})
  await people.setPin(amal.id, '7193')
  const plans = (await plansOf(/^(?!insert).*sessions/s)).filter((plan) => /^\w+ sessions/.test(plan))
  expect(plans.length).toBeGreaterThan(8)
  // Only the sessions that are active may ever be scanned.
  expect(plans.filter((plan) => /^SCAN sessions(?! USING INDEX sessions_active)/.test(plan))).toEqual([])
})
