import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Failure } from '#api/failure.ts'
import type { ReportAnswer } from '#api/reports.ts'
import type { SaleListPage } from '#api/sales.ts'
import { systemClock } from '#server/lib/clock.ts'
import { practiceAccount } from '#sandbox/server.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { aGuardedShop } from '../../security/support/guarded-shop.ts'
import { choose, requestFor } from '../../support/international.ts'
import { every } from '../../support/pace.ts'
import { readCsv } from '../../support/read-csv.ts'
import { openSale, openShop, saleOnce, sell, signedIn, type Browser, type Shop } from '../../support/shop.ts'

/** A shop in New York on the day when its clocks are set back, a day of 25 hours. */
const DST_DAY = '2026-11-01'
const MIDNIGHT = Date.UTC(2026, 10, 1, 4)
const HOUR = 60 * 60_000
const SECOND = 1_000

/** A clock that continues from a time that the test can set. */
function aClockAt(first: number) {
  const real = systemClock()
  let ahead = first - real.wall()
  const read = () => real.wall() + ahead
  return { clock: { ...real, now: read, wall: read }, goTo: (at: number) => void (ahead += at - read()) }
}

type Days = { from: string; to: string }
const query = (days: object) => new URLSearchParams(days as Record<string, string>).toString()
const reportOf = async (browser: Browser, days: Days) =>
  await browser.ask<ReportAnswer & Failure>('GET', `/api/reports?${query(days)}`)
const csvOf = async (browser: Browser, days: Days) => await browser.ask<string>('GET', `/api/sales.csv?${query(days)}`)
const dayAt = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(at)
const rowsOf = async (browser: Browser, days: Days) => readCsv((await csvOf(browser, days)).body.replace(/^\uFEFF/, ''))
const listOf = async (browser: Browser, filter: object) =>
  (await browser.ask<SaleListPage>('GET', `/api/sales?${query(filter)}`)).body
const aed = (amount: string) => [{ amount, currency: 'AED' }]

describe('a day on which the clocks change', () => {
  let shop: Shop
  let hamad: Browser
  let ids: string[]

  beforeAll(async () => {
    const { clock, goTo } = aClockAt(MIDNIGHT - 30 * SECOND)
    shop = await openShop({ isClosedByHand: true, clock, env: { SHOP_TIME_ZONE: 'America/New_York' } })
    ids = []
    // The last moment before the day, its first, 01:30 twice, its last, and the first moment of the next day.
    const [soon, end] = [10 * SECOND, 25 * HOUR]
    for (const at of [-soon, soon, 1.5 * HOUR, 2.5 * HOUR, end - soon, end + soon]) {
      goTo(MIDNIGHT + at)
      const amal = await signedIn(shop, 'Amal')
      const account = `050123450${ids.length}`
      const { id, body } = await sell(amal, { account, amount: String(10 + 5 * ids.length) })
      expect(body.state).toBe('succeeded')
      ids.push(id)
    }
    hamad = await signedIn(shop, 'Hamad')
  })
  afterAll(() => shop.close())

  it('report, CSV and list agree on the sales of a day of 25 hours', async () => {
    const days = { from: DST_DAY, to: DST_DAY }
    const { body: report } = await reportOf(hamad, days)
    expect(report.totals).toMatchObject({ count: 4, sold: 4, paid: aed('90.00') })
    const rows = await rowsOf(hamad, days)
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1, 5))
    expect(rows.every(({ business_day }) => business_day === DST_DAY)).toBe(true)
    expect(rows.map(({ opened }) => opened?.slice(11, 16))).toEqual(['00:00', '01:30', '01:30', '23:59'])
    const listed = await listOf(hamad, days)
    expect(listed.sales.map(({ id }) => id)).toEqual(ids.slice(1, 5).toReversed())
    expect(listed.sold).toMatchObject({ count: 4, amount: aed('90.00') })
    // The hour that occurs twice is one row, which leads to the sales of both.
    expect(report.byHour.map(({ id, count }) => `${id}: ${count}`)).toEqual(['00: 1', '01: 2', '23: 1'])
    expect((await listOf(hamad, { ...days, hour: '1' })).sales.map(({ id }) => id)).toEqual([ids[3], ids[2]])
  })

  it('the report of several days is the sum of its days, has no usual hours, and names its CSV file', async () => {
    const range = { from: '2026-10-31', to: '2026-11-02' }
    const { headers } = await csvOf(hamad, range)
    expect(headers.get('content-disposition')).toContain('"sales-2026-10-31-to-2026-11-02.csv"')
    const { body } = await reportOf(hamad, range)
    expect(body.totals).toMatchObject({ count: 6, paid: aed('135.00') })
    expect(body.byDay.map(({ count }) => count)).toEqual([1, 4, 1])
    expect(body).not.toHaveProperty('usual')
  })
})

describe('the sales of one day', () => {
  let shop: Shop
  let amal: Browser
  let hamad: Browser
  let days: Days
  let due: string

  beforeAll(async () => {
    shop = await openShop({ isClosedByHand: true, polling: every(100, 200) })
    amal = await signedIn(shop, 'Amal')
    hamad = await signedIn(shop, 'Hamad')
    await sell(amal, { account: recipients.success, serviceId: 'DX-air', amount: '20.5' })
    await sell(amal, { account: '0501234567', serviceId: 'velto_rc', amount: '30' })
    await sell(amal, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
    const international = await openSale(amal, requestFor(await choose(amal)))
    await amal.ask('POST', `/api/sales/${international.id}/confirm`, { version: international.body.version })
    await sell(amal, { account: recipients.fails })
    due = (await sell(amal, { account: recipients.failsAfterPending, amount: '40' })).id
    await saleOnce(amal, due, ({ state }) => state === 'failed')
    await openSale(amal, { account: '0559876543' })
    const [today] = (await listOf(hamad, {})).sales
    const { openedAt } = today!
    // Midnight may pass in between.
    days = { from: dayAt(openedAt - HOUR), to: dayAt(openedAt) }
  })
  afterAll(() => shop.close())

  it('every list of the report adds up to what was sold, and each row leads to exactly its sales', async () => {
    const { body: report } = await reportOf(hamad, days)
    expect(report.totals).toMatchObject({ count: 4, sold: 4, notSold: 2, waiting: 0, unknown: 0 })
    const { byKind, byService, byCategory, byOperator, byCashier, byTerminal } = report
    for (const rows of [byKind, byService, byCategory, byOperator, byCashier, byTerminal])
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(4)
    const filters = { kind: byKind, service: byService, brand: byOperator, cashier: byCashier, terminal: byTerminal }
    for (const [name, rows] of Object.entries(filters))
      for (const { id, count } of rows) {
        const listed = await listOf(hamad, { ...days, [name]: id, group: 'sold' })
        expect(listed.sales, `${name} ${id}`).toHaveLength(count)
      }
  })

  it('a category of the report is the one in which the product is on the products page', async () => {
    const { byCategory } = (await reportOf(hamad, days)).body
    const recharges = byCategory.find(({ name }) => name === 'Mobile recharge')
    expect(recharges).toMatchObject({ count: 2, paid: aed('50.50') })
    expect(byCategory.length).toBeGreaterThan(1)
    expect(byCategory.every(({ name }) => name !== '')).toBe(true)
  })

  it('a refund is due until it is paid out, and does not count as sold', async () => {
    const before = (await reportOf(hamad, days)).body.totals
    expect(before.refundsDue).toEqual({ count: 1, amount: aed('40.00') })
    expect((await hamad.ask('POST', `/api/sales/${due}/refunded`, {})).status).toBe(200)
    const after = (await reportOf(hamad, days)).body.totals
    expect(after.refundsDue).toEqual({ count: 0, amount: [] })
    expect(after.paid).toEqual(before.paid)
    expect(after.losses).toEqual({ refunded: { count: 0, amount: [] }, belowCost: { count: 0, amount: [] } })
    const row = (await rowsOf(hamad, days)).find(({ id }) => id === due)
    expect(row).toMatchObject({ status: 'not-sold', refund: 'done', refunded_by: 'Hamad Saleh', paid: '40.00' })
  })

  it('the CSV has every sale and its money, and neither a code nor a secret', async () => {
    const { body, headers } = await csvOf(hamad, days)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/"sales-[\d-]{10}(-to-[\d-]{10})?\.csv"/)
    const rows = readCsv(body.replace(/^\uFEFF/, ''))
    const sold = ['direct sold', 'direct sold', 'voucher sold', 'international sold']
    const others = ['direct not-sold', 'direct not-sold', 'direct not-confirmed']
    expect(rows.map(({ kind, status }) => `${kind} ${status}`)).toEqual([...sold, ...others])
    const first = { amount: '20.50', paid: '20.50', paid_currency: 'AED', cashier: 'Amal Rahman', test: '' }
    expect(rows[0]).toMatchObject(first)
    const paid = rows.filter(({ status }) => status === 'sold').map((row) => Math.round(Number(row.paid) * 100))
    const [sum] = (await reportOf(hamad, days)).body.totals.paid
    expect(paid.reduce((all, one) => all + one, 0)).toBe(Math.round(Number(sum?.amount) * 100))
    const codes = shop.sandbox.codes()
    expect(codes.length).toBeGreaterThan(0)
    const secrets = [practiceAccount.token, ...codes.flatMap(({ number, serial, link }) => [number, serial, link])]
    for (const secret of secrets) if (secret !== undefined) expect(body).not.toContain(secret)
  })

  it('an export is in the audit log, and a cashier gets neither report nor CSV', async () => {
    await csvOf(hamad, days)
    const { lines } = (await hamad.ask<AuditPage>('GET', '/api/audit?kind=exported')).body
    expect(lines[0]).toMatchObject({ by: { name: 'Hamad Saleh' }, detail: days })
    expect((await reportOf(amal, days)).status).toBe(403)
    expect((await csvOf(amal, days)).status).toBe(403)
  })

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, 'the last day comes before the first'],
    [{ from: '2025-01-01', to: '2026-11-01' }, 'at most 400 days'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'a day of the calendar'],
  ])('the range %j of a report is rejected with its problem, and nothing is exported', async (range, message) => {
    expect(await reportOf(hamad, range)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    })
    expect((await csvOf(hamad, range)).status).toBe(400)
  })
})

it('a test transaction is counted and marked in report and CSV', async () => {
  const shop = await aGuardedShop()
  onTestFinished(shop.close)
  const amal = await shop.add('Amal', 'cashier', '4711')
  const till = await shop.terminal()
  shop.clock.pass(60_000)
  await shop.signIn(till, amal)
  await sell(till, { account: '0501234501', amount: '25' })
  const boss = await shop.boss()
  expect((await boss.ask('PUT', '/api/settings', { testTransactions: true })).status).toBe(200)
  const test = await sell(till, { account: '0501234502', amount: '30' })

  const days = { from: dayAt(shop.clock.wall() - HOUR), to: dayAt(shop.clock.wall()) }
  const { totals, byCashier } = (await reportOf(boss, days)).body
  expect(totals).toMatchObject({ count: 2, paid: aed('55.00'), tests: { count: 1, amount: aed('30.00') } })
  expect(byCashier).toMatchObject([{ name: 'Amal', count: 2 }])
  const rows = await rowsOf(boss, days)
  expect(rows.map((row) => [row.paid, row.test].join())).toEqual(['25.00,', '30.00,test'])
  expect(rows[1]?.id).toBe(test.id)
})
