import { join } from 'node:path'

import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Failure } from '#api/failure.ts'
import type { ReadyBoard } from '#api/ready.ts'
import type { SaleListPage } from '#api/sales.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { every } from '../../support/pace.ts'
import {
  openSale,
  openShop,
  saleOnce,
  sell,
  sellQuantity,
  type Browser,
  type Shop,
  signedIn,
} from '../../support/shop.ts'

let shop: Shop
let amal: Browser
let joseph: Browser
let hamad: Browser
let ids: { sold: string; velto: string; failed: string; checked: string; josephs: string; pending: string }

beforeAll(async () => {
  shop = await openShop({ isClosedByHand: true, polling: every(60_000) })
  ;[amal, joseph] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Joseph')]
  hamad = await signedIn(shop, 'Hamad')
  ids = {
    sold: (await sell(amal, { account: recipients.success, serviceId: 'DX-air', amount: '20.5' })).id,
    velto: (await sell(amal, { account: '0501234567', serviceId: 'velto_rc', amount: '30' })).id,
    failed: (await sell(amal, { account: recipients.fails })).id,
    checked: (await openSale(amal, { account: '0559876543' })).id,
    josephs: (await sell(joseph, { account: '0541112233', amount: '10' })).id,
    pending: (await sell(joseph, { account: recipients.succeedsAfterTwoFinds })).id,
  }
  await saleOnce(amal, ids.velto, ({ state }) => state === 'succeeded')
})
afterAll(() => shop.close())

const summary = {
  number: expect.any(Number) as number,
  state: 'succeeded',
  serviceName: expect.any(String) as string,
  brand: expect.any(String) as string,
  account: `${recipients.success.slice(0, 3)}••••••${recipients.success.slice(-3)}`,
  openedAt: expect.any(Number) as number,
  cashier: { name: 'Amal Rahman' },
}

const list = async (browser: Browser, query: Record<string, string> = {}) =>
  await browser.ask<SaleListPage & Failure>('GET', `/api/sales?${new URLSearchParams(query)}`)
const found = async (browser: Browser, query: Record<string, string>) =>
  (await list(browser, query)).body.sales.map(({ id }) => id)

async function only(browser: Browser, q: string) {
  const [sale, ...others] = (await list(browser, { q })).body.sales
  if (!sale || others.length > 0) throw new Error(`${q} is not one sale`)
  return sale
}

describe('GET /api/sales', () => {
  it('a cashier gets their own sales of the day with counts and total', async () => {
    const { body } = await list(amal)
    expect(body.sales.map(({ id }) => id)).toEqual([ids.checked, ids.failed, ids.velto, ids.sold])
    expect(body.counts).toEqual({ all: 4, sold: 2, waiting: 0, unknown: 0, 'not-sold': 1, 'not-confirmed': 1 })
    expect(body.sold).toEqual({ amount: [{ amount: '50.50', currency: 'AED' }], count: 2, codesComing: 0 })
    expect(body.services?.map(({ id }) => id).toSorted()).toEqual(['DX-air', 'qamra-rc', 'velto_rc'])
    expect(body).not.toHaveProperty('cashiers')
    expect(body.sales.every((sale) => !('cost' in sale))).toBe(true)
  })

  it('a supervisor gets the sales of everyone and the list of cashiers', async () => {
    const { body } = await list(hamad)
    expect(body.sales).toHaveLength(6)
    expect(body.counts).toMatchObject({ all: 6, sold: 3, waiting: 1 })
    expect(body.sold).toEqual({ amount: [{ amount: '60.50', currency: 'AED' }], count: 3, codesComing: 0 })
    expect(body.cashiers?.map(({ name }) => name).toSorted()).toEqual(['Amal Rahman', 'Joseph Mathew'])
  })

  it('a product or cashier narrows list, counts and total', async () => {
    const { body: velto } = await list(amal, { service: 'velto_rc' })
    expect(velto).toMatchObject({ counts: { all: 1 }, sold: { amount: [{ amount: '30.00' }], count: 1 } })
    expect(velto.services).toHaveLength(3)
    const josephId = (await list(joseph)).body.sales[0]!.cashier.id
    const { body: josephs } = await list(hamad, { cashier: josephId })
    expect(josephs.sales.map(({ id }) => id)).toEqual([ids.pending, ids.josephs])
    expect(josephs.cashiers).toHaveLength(2)
    expect(josephs.services).toHaveLength(1)
  })

  it('a cashier cannot list the sales of a colleague', async () => {
    const { id } = (await list(joseph)).body.sales[0]!.cashier
    expect(await list(amal, { cashier: id })).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    expect(await list(amal, { cashier: id, q: '0541112233' })).toMatchObject({ status: 403 })
    expect(await list(joseph, { cashier: id })).toMatchObject({ status: 200 })
  })

  it('a day without sales is empty', async () => {
    const { body } = await list(hamad, { day: '2020-01-31' })
    expect(body).toEqual({
      sales: [],
      counts: { all: 0, sold: 0, waiting: 0, unknown: 0, 'not-sold': 0, 'not-confirmed': 0 },
      sold: { amount: [], count: 0, codesComing: 0 },
      services: [],
      cashiers: [],
    })
  })

  it.each([
    [{ day: '2026-02-30' }, 'day: a day of the calendar such as 2026-11-20'],
    [{ day: '20-11-2026' }, 'day: a day of the calendar such as 2026-11-20'],
    [{ group: 'lost' }, 'group: one of sold, waiting, unknown, not-sold, not-confirmed, open, open-items'],
    [{ q: 'x'.repeat(41) }, 'q: at most 40 characters'],
    [{ batch: '01JD6X0000000000000000000A' }, 'batch: '],
    [{ cursor: 'first' }, 'cursor: the next of the page before'],
    [{ serial: '1234' }, 'serial: '],
  ])('the query %j is rejected with its problem', async (query, message) => {
    expect(await list(amal, query as unknown as Record<string, string>)).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', message: expect.stringContaining(message) },
    })
  })
})

describe('a search', () => {
  it('a search finds a part of the account as people write it, among the visible sales', async () => {
    for (const q of ['0501234567', '+971 50 123 4567', '4567', '00971 501234567', '٠٥٠ ١٢٣ ٤٥٦٧'])
      expect(await found(amal, { q })).toEqual([ids.velto])
    expect(await found(joseph, { q: '0501234567' })).toEqual([])
    expect(await found(hamad, { q: '0501234567' })).toEqual([ids.velto])
    // Open sales of the shop are visible to everyone.
    expect(await found(amal, { q: recipients.succeedsAfterTwoFinds })).toEqual([ids.pending])
    expect(await found(joseph, { q: '0559876543' })).toEqual([ids.checked])
  })

  it('a search finds a colleague’s complete sale by its exact number or id, and returns its summary only', async () => {
    const { number } = await only(amal, ids.sold)
    for (const q of [ids.sold, ids.sold.toLowerCase(), String(number), `#${String(number).padStart(4, '0')}`]) {
      const expected = [{ ...summary, id: ids.sold, number, kind: 'direct', serviceId: 'DX-air' }]
      expect((await list(joseph, { q })).body.sales).toEqual(expected)
    }
    // An open sale belongs to the whole shop, and a person's own sales are never masked.
    expect(await only(joseph, ids.checked)).toMatchObject({ account: '971559876543', amount: expect.any(Object) })
    expect(await only(amal, String(number))).toMatchObject({ account: recipients.success })
    expect(await only(hamad, String(number))).toMatchObject({ account: recipients.success })
  })

  it.each(['', '  ', '#', '0', '999999', 'nobody@', 'ab'])(
    'a search for %j without a match is not an error',
    async (q) => {
      const { status, body } = await list(amal, { q })
      expect(status).toBe(200)
      // Empty text is not a search, so the day is listed.
      expect(body.sales).toHaveLength(q.trim() === '' ? 4 : 0)
    },
  )
})

it('pages contain every sale once', async () => {
  const own = await openShop()
  const browser = await signedIn(own, 'Amal')
  const opened: string[] = []
  for (let count = 0; count < 53; count++) {
    const account = `05012340${String(count).padStart(2, '0')}`
    opened.unshift((await openSale(browser, { account })).id)
  }
  for (const query of [{}, { q: '5012340' }] as Record<string, string>[]) {
    const first = (await list(browser, query)).body
    expect(first.sales).toHaveLength(50)
    expect(first.counts?.all).toBe(53)
    const second = (await list(browser, { ...query, cursor: first.next ?? '' })).body
    expect(second).not.toHaveProperty('next')
    expect([...first.sales, ...second.sales].map(({ id }) => id)).toEqual(opened)
  }
})

async function aShopOfThree() {
  const own = await openShop()
  const [amal, joseph] = [await signedIn(own, 'Amal'), await signedIn(own, 'Joseph')]
  return { amal, joseph, hamad: await signedIn(own, 'Hamad') }
}

it('a search for a colleague’s sale is recorded as a look-up, also where a filter hides the sale', async () => {
  const { amal, joseph, hamad } = await aShopOfThree()
  await sell(amal, { account: '0501234501' })
  // The counts would reveal a sale that a filter hides.
  for (const filter of [{}, { group: 'unknown' }, { service: 'another' }])
    expect((await list(joseph, { q: '1', ...filter })).status).toBe(200)
  for (const till of [amal, hamad]) expect((await list(till, { q: '1' })).status).toBe(200)
  const { lines } = (await hamad.ask<AuditPage>('GET', '/api/audit?kind=looked-up')).body
  const expected = { by: { name: 'Joseph Mathew' }, about: { name: '1' }, detail: { seller: 'Amal Rahman' } }
  expect(lines).toMatchObject([expected, expected, expected])
})

it('a duplicate of a colleague is returned as a summary and is not recorded as looked up', async () => {
  const { amal, joseph, hamad } = await aShopOfThree()
  const wish = { kind: 'voucher', serviceId: vouchers.accountRequired, amount: '100' } as const
  const quantity = { ...wish, account: recipients.success, customer: '0501112233' }
  const ids = (await sellQuantity(amal, quantity, 2)).lines.map(({ sale }) => sale?.id ?? '')
  for (const line of ids) await amal.ask('POST', `/api/sales/${line}/delivered`, { method: 'given' })
  const id = ids[1]
  const asked = await openSale(joseph, { ...wish, account: recipients.success })
  expect(asked).toMatchObject({ status: 409, body: { code: 'confirm-duplicate' } })
  expect(asked.body.sale).toEqual({ ...summary, id, kind: 'voucher', serviceId: vouchers.accountRequired })
  expect((await hamad.ask<AuditPage>('GET', '/api/audit?kind=looked-up')).body.lines).toEqual([])
  for (const till of [amal, hamad]) {
    const { body } = await openSale(till, { ...wish, account: recipients.success })
    expect(body).toMatchObject({ code: 'confirm-duplicate', sale: { id, pays: expect.any(Object) } })
  }
})

it('only a supervisor is shown, with the open items and on the System check, which sales and batches cannot be read', async () => {
  const earlier = await openShop()
  const seller = await signedIn(earlier, 'Amal')
  await sell(seller, { account: recipients.canceled })
  await sellQuantity(seller, { kind: 'voucher', serviceId: vouchers.number, amount: '50' }, 2)
  await earlier.close()
  const file = new Libsql(join(earlier.folder, 'data', 'sandbox', 'toptill.db'))
  file.exec("UPDATE sales SET record = '{' WHERE is_open_item = 1; UPDATE batches SET record = '{', state = 'running'")
  file.close()
  const later = await openShop({ folder: earlier.folder })
  const unreadable = { sales: [1], batches: [2] }
  const supervisor = await signedIn(later, 'Hamad')
  expect((await list(supervisor, { group: 'open-items' })).body).toMatchObject({ unreadable })
  const board = async (browser: Browser) => (await browser.ask<ReadyBoard>('GET', '/api/ready')).body.journal
  expect(await board(supervisor)).toMatchObject({ state: 'look', reason: 'unreadable', unreadableSales: 1, unreadableBatches: 1 }) // prettier-ignore
  const cashier = await signedIn(later, 'Amal')
  expect((await list(cashier, { group: 'open-items' })).body).not.toHaveProperty('unreadable')
  expect(await board(cashier)).toEqual({ state: 'look' })
})
