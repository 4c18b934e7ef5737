import { CompiledQuery, createQueryId, sql, type KyselyPlugin } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'

import type { TransactionId } from '#domain/sale/id.ts'
import { decimal, formatDecimal, money } from '#domain/money.ts'
import { countByState } from '#proxy/journal/count-by-state.ts'
import { openDatabase } from '#proxy/journal/database.ts'
import { groupCommit } from '#proxy/journal/group-commit.ts'
import { Libsql } from '#proxy/journal/libsql-dialect.ts'
import { usageToday, usageWithout } from '#proxy/journal/limit-usage.ts'
import { orderStore } from '#proxy/journal/order-store.ts'
import { reportSales } from '#proxy/journal/report-sales.ts'
import { salesList } from '#proxy/journal/sales-list.ts'
import { salesStore } from '#proxy/journal/sales-store.ts'
import { isSelling, readBooks, readOpenPayments, type ShiftRow } from '#proxy/journal/shift-store.ts'
import { walletStore } from '#proxy/journal/wallet-store.ts'
import { aSaleId, confirmingSale, OPENED_AT, openedSale, THEIR_ID } from '../../support/sales.ts'

/** Parts of a query that are read already, the few states, and lists of which only the newest rows are read. */
const NOT_SALES = /^SCAN (state_totals|these|uses|counted|sale_days|wallet_movements|cost_differences|\()/
const OF_FEW_SALES =
  /^SCAN (sales USING (COVERING )?INDEX sales_(open|complete_\w+|undelivered)|batch_lines USING (COVERING )?INDEX batch_lines_reserved)/

it('no query about sales scans the whole table or the whole of an index of all sales', async () => {
  const prepare = vi.spyOn(Libsql.prototype, 'prepare')
  const db = await openDatabase(':memory:')
  onTestFinished(() => db.destroy())
  prepare.mockClear()

  const store = salesStore(db)
  const list = salesList(db)
  const batch = { id: aSaleId('Z'), line: 1, of: 2 }
  const guard = { duplicate: () => undefined, order: () => {} }
  const orderId = aSaleId('R')
  const opened = await store.insert({ ...confirmingSale(), batch, orderId }, [{ at: 1, kind: 'opened' }], guard)
  const saved = await store.save({ ...opened!, state: 'pending' }, [{ at: 2, kind: 'pending' }], { guard })
  await store.find(saved.id)
  expect(await orderStore(db, groupCommit(db)).held([orderId])).toEqual(new Set([orderId]))
  await store.events(saved.id)
  await store.findOtherSaleWith(THEIR_ID, saved.id)
  await store.unfinished()
  await store.openItems()
  await store.countUndelivered()
  await countByState(db)
  const windows = { perHour: 1, perDay: 2, perNumber: 2, vouchersPerMinute: 3 }
  await usageWithout(db, saved, windows)
  await usageToday(db, 1, OPENED_AT)
  // The day begins in the middle of the sale’s day, so that a part of it is counted row by row.
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
  await list.list({ ...day, limit: 51, kind: 'direct', brand: 'Qamra', terminalId: 'till', paidBy: 'cash' })
  const reports = reportSales(db)
  for (const from of [OPENED_AT, OPENED_AT - 86_400_000])
    for (const piece of await reports.piecesOf({ ...day, from })) await reports.read(piece)
  await reports.losses(day, 50)
  for await (const records of reports.batches(day, 9)) expect(records).toHaveLength(1)
  const search = { number: 1, id: saved.id, transactionId: 'theirs' as TransactionId, account: '5012' }
  await list.search(search)
  await list.search(search, 'amal')

  const shift = { id: 1, terminal_id: 'till', currency: 'AED', start_amount: '0' } as ShiftRow
  await readBooks(db, shift)
  await readOpenPayments(db, shift)
  await isSelling(db, shift, OPENED_AT)
  // No open sale leaves the amount of the movement open.
  await store.save({ ...saved, state: 'failed' }, [])
  const wallet = walletStore(db, groupCommit(db))
  const balance = money(decimal('100'), 'AED')
  for (const amount of ['100', '150'])
    await wallet.record(
      { at: 1, balance: { ...balance, amount: formatDecimal(decimal(amount), 2) } },
      'page',
      await wallet.newestEvent(),
    )
  await wallet.held('AED')
  expect(await wallet.movements()).toHaveLength(1)
  await wallet.costDifferences()

  const texts = [...new Set(prepare.mock.calls.map(([text]) => text))].filter((text) => /\bsales\b/i.test(text))
  expect(texts.length).toBeGreaterThan(30)
  const plans: string[] = []
  for (const text of texts) {
    const nothing = (text.match(/\?/g) ?? []).map(() => null)
    const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, nothing))
    for (const { detail } of rows) plans.push(`${detail} <- ${text}`)
  }
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
  const prepare = vi.spyOn(Libsql.prototype, 'prepare')
  const db = await openDatabase(':memory:')
  prepare.mockClear()
  const from = OPENED_AT - 6 * 3_600_000
  const windows = {
    perHour: OPENED_AT - 3_600_000,
    perDay: from + 1,
    perNumber: from,
    vouchersPerMinute: OPENED_AT - 60_000,
  }
  await usageWithout(db, { ...confirmingSale(), number: 99 }, windows)
  const texts = prepare.mock.calls.map(([text]) => text).filter((text) => text.includes('limit_owner'))
  const details: string[] = []
  for (const text of texts) {
    const nothing = (text.match(/\?/g) ?? []).map(() => null)
    const query = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, nothing)
    for (const { detail } of (await db.executeQuery<{ detail: string }>(query)).rows) details.push(detail)
  }
  const read = details.filter((detail) => /^(SCAN|SEARCH) (sales|limit_totals)/.test(detail))
  expect(new Set(read.map((detail) => detail.replace(/ \(.*/, '')))).toEqual(
    new Set([
      'SEARCH limit_totals USING PRIMARY KEY',
      'SEARCH sales USING INTEGER PRIMARY KEY',
      'SEARCH sales USING COVERING INDEX sales_by_limit_usage',
      'SEARCH sales USING COVERING INDEX sales_by_limit_account',
    ]),
  )
})

it('possible duplicates are read by an index of the account', async () => {
  const db = await openDatabase(':memory:')
  onTestFinished(() => db.destroy())
  const looked: Parameters<KyselyPlugin['transformQuery']>[0]['node'][] = []
  const spy: KyselyPlugin = {
    transformQuery: ({ node }) => (looked.push(node), node),
    transformResult: async ({ result }) => result,
  }
  await salesStore(db.withPlugin(spy)).insert(openedSale(), [], { duplicate: () => undefined })
  const plans = looked.map(async (node) => {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId())
    // The plan does not depend on the values.
    const nothing = parameters.map(() => null)
    const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, nothing))
    return rows.map(({ detail }) => detail)
  })
  const ofAccount = (await Promise.all(plans)).flat().filter((detail) => detail.includes('sales_by_'))
  expect(ofAccount).toEqual(Array(2).fill(expect.stringContaining('sales_by_account (account=? AND service_id=?)')))
})
