import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import type { BatchAnswer, OpenQuantity } from '#api/batches.ts'
import type { Failure } from '#api/failure.ts'
import type { SaleListPage } from '#api/sales.ts'
import { systemClock } from '#server/lib/clock.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { readCsv } from '../../../support/read-csv.ts'
import { openKiosk } from '../../../support/kiosk.ts'
import { aSharedShop, batchOnce, openShop, signedIn, type Browser, type Shop } from '../../../support/shop.ts'

const NOT_THERE = { status: 404, body: { code: 'not-found', moneyMoved: 'unknown' } }

type Reply = BatchAnswer & Failure

/** Shared by the tests that change no setting and do not count what the whole shop sold. */
const sharedShop = aSharedShop()

async function aShop(given?: Shop) {
  const shop = given ?? (await openShop())
  const amal = await signedIn(shop, 'Amal')
  return { shop, amal, debits: () => shop.sandbox.ledger().length }
}

async function open(browser: Browser, more: Partial<OpenQuantity> = {}, id = ulid()) {
  const body: OpenQuantity = { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100', count: 3, ...more }
  return { id, ...(await browser.ask<Reply>('PUT', `/api/batches/${id}`, body)) }
}
const read = (browser: Browser, id: string) => browser.ask<Reply>('GET', `/api/batches/${id}`)
const stop = (browser: Browser, id: string) => browser.ask<Reply>('POST', `/api/batches/${id}/stop`)
type Opened = { id: string; version: number }
const confirm = (browser: Browser, { id, version }: Opened, lines: number[], more: object = {}) =>
  browser.ask<Reply>('POST', `/api/batches/${id}/confirm`, { version, lines, ...more })
const linesTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function begin(browser: Browser, more: Partial<OpenQuantity> = {}) {
  const { body, status } = await open(browser, more)
  expect(status).toBe(200)
  return confirm(browser, body, linesTo(body.count))
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const decodeUlid = (id: string) => [...id].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n)
const encodeUlid = (value: bigint) =>
  Array.from({ length: 26 }, (_, place) => DIGITS.charAt(Number((value >> BigInt(5 * (25 - place))) & 31n))).join('')

const isOver = ({ state }: BatchAnswer) => state !== 'running'

describe('a batch over the API', () => {
  it('a batch is opened, confirmed and sold, with a code for each line, and each line is debited once', async () => {
    const { shop, amal, debits } = await aShop()
    const opened = await open(amal)
    expect(opened.status).toBe(200)
    const content = { kind: 'voucher', serviceId: vouchers.numberAndSerial, count: 3 }
    const checked = { id: opened.id, version: 1, state: 'checked', cashier: { id: amal.id } }
    expect(opened.body).toMatchObject({
      ...content,
      ...checked,
      pays: { amount: '100.00', currency: 'AED' },
      total: { amount: '300.00', currency: 'AED' },
      lines: [
        { line: 1, approved: false, sale: { state: 'checked', batch: { id: opened.id, line: 1, of: 3 } } },
        { line: 2, approved: false },
        { line: 3, approved: false },
      ],
    })
    expect(opened.body.lines[1]).not.toHaveProperty('sale')
    expect(debits()).toBe(0)
    const expected = { status: 202, body: { state: 'running', version: 2 } }
    expect(await confirm(amal, opened.body, [3, 1, 2])).toMatchObject(expected)
    const sold = await batchOnce(amal, opened.id, isOver)
    expect(sold).toMatchObject({
      state: 'complete',
      lines: linesTo(3).map((line) => ({ line, approved: true, sale: { state: 'succeeded', voucher: 'ready' } })),
    })
    expect((await read(amal, opened.id)).status).toBe(200)
    expect(debits()).toBe(3)
    expect(new Set(shop.sandbox.codes().map(({ number }) => number)).size).toBe(3)
    const { body } = await amal.ask('GET', `/api/sales/${sold.lines[2]!.sale!.id}`)
    expect(body.batch).toEqual({ id: opened.id, line: 3, of: 3 })
  })

  it('only a supervisor sees the cost in a batch', async () => {
    const { shop, amal } = await aShop(sharedShop())
    const { body } = await begin(amal)
    const sold = await batchOnce(amal, body.id, isOver)
    expect(JSON.stringify(sold)).not.toMatch(/cost|commission/)
    const readVisible = await read(await signedIn(shop, 'Hamad'), body.id)
    expect(readVisible.body.lines[0]!.sale!.cost).toBeDefined()
  })

  it.each<[what: string, body: object, status: number, code: string]>([
    ['one line', { count: 1 }, 400, 'invalid-request'],
    ['eleven lines', { count: 11 }, 400, 'invalid-request'],
    ['a line in the request', { batch: { id: ulid(), line: 1, of: 3 } }, 400, 'invalid-request'],
    ['a wrong amount', { amount: '101' }, 422, 'amount-invalid'],
    ['an unknown product', { serviceId: 'nothing' }, 422, 'service-not-found'],
  ])('a batch with %s is rejected, and nothing is opened', async (_, body, status, code) => {
    const { shop, amal } = await aShop(sharedShop())
    const { id, ...answer } = await open(amal, body)
    expect(answer).toMatchObject({ status, body: { code, moneyMoved: 'no' } })
    expect(await read(amal, id)).toMatchObject({ status: 404, body: { code: 'not-found', moneyMoved: 'no' } })
    expect(shop.sandbox.requests().filter(({ text }) => text.includes(id))).toEqual([])
  })

  it.each<[what: string, body: object]>([
    ['no version', { lines: [1] }],
    ['no line', { version: 1, lines: [] }],
    ['a line twice', { version: 1, lines: [1, 1] }],
    ['a line beyond the last one', { version: 1, lines: [1, 4] }],
  ])('a confirm with %s is rejected', async (_, body) => {
    const { amal } = await aShop(sharedShop())
    const { id } = await open(amal)
    const expected = { status: 400, body: { code: 'invalid-request', moneyMoved: 'no' } }
    expect(await amal.ask('POST', `/api/batches/${id}/confirm`, body)).toMatchObject(expected)
    expect(await read(amal, id)).toMatchObject({
      body: { state: 'checked', lines: [{ sale: { state: 'checked' } }, {}, {}] },
    })
  })

  it('an unknown batch id is answered with 404', async () => {
    const { amal } = await aShop(sharedShop())
    for (const id of ['nothing', ulid()]) {
      expect((await read(amal, id)).status).toBe(404)
      expect((await confirm(amal, { id, version: 1 }, [1])).status).toBe(404)
      expect((await stop(amal, id)).status).toBe(404)
    }
  })
})

it('an undelivered line is a single sale for a colleague, who can take it over, and remains a line for its cashier', async () => {
  const { shop, amal } = await aShop()
  const { body } = await begin(amal, { count: 2 })
  const { lines } = await batchOnce(amal, body.id, isOver)
  const [first, second] = lines.map(({ sale }) => sale!.id)
  await amal.ask('POST', `/api/sales/${first!}/delivered`, { method: 'given' })
  const joseph = await signedIn(shop, 'Joseph')
  const openItems = await joseph.ask<SaleListPage>('GET', '/api/sales?group=open-items')
  expect(openItems.body.sales.map((sale) => [sale.id, sale.batch])).toEqual([[second, undefined]])
  const taken = await joseph.ask('POST', `/api/sales/${second!}/take-over`)
  expect([taken.status, 'batch' in taken.body]).toEqual([200, false])
  expect((await joseph.ask('POST', `/api/sales/${second!}/delivered`, { method: 'given' })).status).toBe(200)
  expect(await read(joseph, body.id)).toMatchObject(NOT_THERE)
  const readVisible = await read(amal, body.id)
  const shown = readVisible.body.lines.map(({ line, sale }) => [line, sale?.batch?.line, sale?.voucher].join())
  expect(shown).toEqual(['1,1,delivered', '2,2,delivered'])
})

it('no sale can be opened under the id of a line, and the batch sells the line', async () => {
  const system = systemClock()
  let heldAt: number | undefined
  const shop = await openShop({ clock: { now: () => heldAt ?? system.now(), wall: () => heldAt ?? system.wall() } })
  const [amal, joseph] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Joseph')]
  // Ids that are created in the same millisecond are consecutive.
  heldAt = system.now()
  const { body } = await open(amal, { count: 2 })
  heldAt = undefined
  const first = decodeUlid(body.lines[0]!.sale!.id)
  const content = { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' }
  for (const browser of [amal, joseph]) {
    const expected = { status: 409, body: { code: 'content-mismatch', moneyMoved: 'unknown' } }
    expect(await browser.ask('PUT', `/api/sales/${encodeUlid(first + 1n)}`, content)).toMatchObject(expected)
  }
  await confirm(amal, body, [1, 2])
  const { state, lines } = await batchOnce(amal, body.id, isOver)
  expect([state, ...lines.map(({ sale }) => decodeUlid(sale!.id))]).toEqual(['complete', first, first + 1n])
})

it('a batch of the counter, of another kiosk or of another person is not visible at a kiosk', async () => {
  const { shop, amal } = await aShop()
  const kiosk = await openKiosk(shop)
  await kiosk.signIn('Amal')
  const ofCounter = await open(amal)
  const second = await openKiosk(shop, 'Second kiosk')
  await second.signIn('Amal')
  const ofSecond = await open(second)
  const joseph = await openKiosk(shop, 'Third kiosk')
  await joseph.signIn('Joseph')
  const ofJoseph = await open(joseph)
  for (const { id, body } of [ofCounter, ofSecond, ofJoseph]) {
    expect(await open(kiosk, {}, id)).toMatchObject(NOT_THERE)
    expect(await read(kiosk, id)).toMatchObject(NOT_THERE)
    expect(await confirm(kiosk, body, [1])).toMatchObject(NOT_THERE)
    expect(await stop(kiosk, id)).toMatchObject(NOT_THERE)
  }
  await kiosk.signIn('Hamad')
  expect(await read(kiosk, ofCounter.id)).toMatchObject(NOT_THERE)
  expect(await stop(kiosk, ofCounter.id)).toMatchObject(NOT_THERE)
  expect((await read(amal, ofCounter.id)).body.state).toBe('checked')
})

describe('a basket over the API', () => {
  const CODE = { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' } as const
  const TOP_UP = { kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: '971501234567' } as const
  const FAILS = { kind: 'voucher', serviceId: vouchers.fails, amount: '10' } as const

  it('a basket is checked, paid once and sold line by line, and what failed is not charged', async () => {
    const { shop, amal, debits } = await aShop()
    const id = ulid()
    await amal.ask<Reply>('PUT', `/api/batches/${id}`, { lines: [CODE, FAILS, TOP_UP] })
    const checked = await batchOnce(amal, id, ({ lines }) => lines.every(({ sale }) => sale?.state === 'checked'))
    expect(checked).toMatchObject({
      state: 'checked',
      count: 3,
      total: { amount: '135.00' },
      lines: [
        { content: { kind: 'voucher', pays: { amount: '100.00' } }, approved: false, wasApproved: false },
        { content: { kind: 'voucher', pays: { amount: '10.00' } } },
        { content: { kind: 'direct', account: '971501234567', pays: { amount: '25.00' } } },
      ],
    })
    expect((await read(amal, id)).status).toBe(200)
    expect(debits()).toBe(0)
    expect((await confirm(amal, checked, [1, 2, 3])).status).toBe(202)
    const sold = await batchOnce(amal, id, isOver)
    expect(sold).toMatchObject({
      state: 'stopped',
      stop: { reason: 'not-sold', line: 2 },
      charge: { sold: { amount: '125.00' }, open: { amount: '0.00' }, notSold: { amount: '10.00' } },
      lines: [{ sale: { state: 'succeeded' } }, { sale: { state: 'failed' } }, { sale: { state: 'succeeded' } }],
    })
    expect(JSON.stringify(sold)).not.toMatch(/"cost"|"commission"/)
    expect(debits()).toBe(2)

    const { body: csv } = await amal.ask<string>('GET', `/api/batches/${id}/lines.csv`)
    // A spreadsheet would read the number as 9.71501E+11.
    const account = "'971501234567"
    expect(readCsv(csv.replace(/^\uFEFF/, ''))).toMatchObject([
      { line: '1', account: '', amount: '100.00', state: 'succeeded' },
      { line: '2', amount: '10.00', state: 'failed' },
      { line: '3', account, amount: '25.00', state: 'succeeded', sale: '3' },
    ])
    for (const { number } of shop.sandbox.codes()) expect(csv).not.toContain(number)
  })

  it.each([
    ['no line', []],
    ['too many lines', Array.from({ length: 201 }, () => CODE)],
    ['an order', [{ ...CODE, orderId: ulid() }]],
    ['an international top-up', [{ kind: 'international', countryId: 'PHL' }]],
  ])('a basket with %s is rejected', async (_, lines) => {
    const { amal } = await aShop(sharedShop())
    expect(await amal.ask('PUT', `/api/batches/${ulid()}`, { lines })).toMatchObject({ status: 400 })
  })

  it('the rejection of a line names it', async () => {
    const { amal } = await aShop(sharedShop())
    const lines = [CODE, TOP_UP, { ...TOP_UP, account: '+971 50 123 4567' }]
    expect(await amal.ask('PUT', `/api/batches/${ulid()}`, { lines })).toMatchObject({
      status: 422,
      body: { code: 'line-repeated', line: 3, moneyMoved: 'no' },
    })
  })

  it('a list of 200 lines with the longest fields is read', async () => {
    const { amal } = await aShop(sharedShop())
    const long = { kind: 'voucher', serviceId: 's'.repeat(100), amount: '1'.repeat(12) } as const
    const contact = `${'a'.repeat(100)}@shop.example.com`
    const lines = Array.from({ length: 200 }, () => ({ ...long, account: contact, customer: contact }))
    expect(await amal.ask('PUT', `/api/batches/${ulid()}`, { lines })).toMatchObject({
      status: 422,
      body: { code: 'service-not-found', line: 1 },
    })
  })
})
