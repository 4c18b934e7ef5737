import { ulid } from 'ulid'
import { expect, it } from 'vitest'

import type { ReportAnswer } from '#api/reports.ts'
import { readCsv } from '../../support/read-csv.ts'
import { aSharedShop, openSale, sell, signedIn, type Browser } from '../../support/shop.ts'

/** @security V14.2.4: Reports and exports measure single people only where the shop turned that on. */

const TODAY = '2026-11-20'
const now = () => Date.parse(`${TODAY}T12:00:00Z`)
const shop = aSharedShop({ clock: { now, wall: now } })
const DAYS = `from=${TODAY}&to=${TODAY}`
const record = async (browser: Browser, id: string, times: object) =>
  (await browser.ask('POST', `/api/sales/${id}/times`, times)).status
const timesOf = async (browser: Browser) => (await browser.ask<ReportAnswer>('GET', `/api/reports?${DAYS}`)).body.times
const csvOf = async (browser: Browser) =>
  readCsv((await browser.ask<string>('GET', `/api/reports/times.csv?${DAYS}`)).body.replace(/^\uFEFF/, ''))

it('the times of a sale are stored once, and the report and the export have them', async () => {
  const amal = await signedIn(shop(), 'Amal')
  const hamad = await signedIn(shop(), 'Hamad')
  expect((await timesOf(hamad)).all).toEqual({ count: 0 })
  const { id } = await sell(amal, { account: '0501234511', amount: '10' })
  expect(await record(amal, id, { entry: 8000, answer: 2500.4 })).toBe(200)
  // What was measured first stays, and what comes later is added.
  expect(await record(amal, id, { entry: 1, answer: 1, next: 4000 })).toBe(200)
  const spread = (ms: number) => ({ count: 1, median: ms, p95: ms })
  const measured = { count: 1, entry: spread(8000), answer: spread(2500), next: spread(4000) }
  const { all, byService, byDay, ...more } = await timesOf(hamad)
  expect(all).toEqual(measured)
  expect(byService).toEqual([{ ...measured, id: 'qamra-rc', name: 'Qamra Recharge' }])
  expect(byDay).toEqual([{ ...measured, id: TODAY, name: TODAY }])
  expect(more).toEqual({})
  const [row] = await csvOf(hamad)
  expect(row).toMatchObject({ business_day: TODAY, sales: '1', entry_median_ms: '8000', next_p95_ms: '4000' })
  expect(row).not.toHaveProperty('cashier')
})

it('by person only where the shop turned that on', async () => {
  const amal = await signedIn(shop(), 'Amal')
  const hamad = await signedIn(shop(), 'Hamad')
  const { id } = await sell(amal, { account: '0501234522', amount: '15' })
  await record(amal, id, { entry: 5000 })
  expect(await timesOf(hamad)).not.toHaveProperty('byCashier')
  expect((await hamad.ask('PUT', '/api/settings', { timesByPerson: true })).status).toBe(200)
  expect((await timesOf(hamad)).byCashier).toMatchObject([{ name: 'Amal Rahman' }])
  expect((await csvOf(hamad))[0]).toMatchObject({ cashier: 'Amal Rahman' })
  await hamad.ask('PUT', '/api/settings', { timesByPerson: false })
})

it('what cannot be right is dropped, and an empty measurement stores nothing', async () => {
  const amal = await signedIn(shop(), 'Amal')
  const hamad = await signedIn(shop(), 'Hamad')
  const before = await timesOf(hamad)
  const { id } = await sell(amal, { account: '0501234533', amount: '20' })
  expect(await record(amal, id, { entry: -5, answer: 3_600_001 })).toBe(200)
  expect(await record(amal, id, {})).toBe(200)
  expect(await timesOf(hamad)).toEqual(before)
  expect(await record(amal, id, { entry: '8000' })).toBe(400)
})

it('only for a sent sale of the same person and till', async () => {
  const amal = await signedIn(shop(), 'Amal')
  const joseph = await signedIn(shop(), 'Joseph')
  const { id } = await sell(amal, { account: '0501234544', amount: '25' })
  expect(await record(joseph, id, { entry: 5000 })).toBe(404)
  const open = await openSale(amal, { account: '0501234555', amount: '25' })
  expect(await record(amal, open.id, { entry: 5000 })).toBe(404)
  expect(await record(amal, ulid(), { entry: 5000 })).toBe(404)
})
