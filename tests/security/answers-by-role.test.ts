import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Sale } from '#domain/sale/sale.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { choose, countriesOf, requestFor } from '../support/international.ts'
import { openSale, saleOnce, sell, type Browser, type SaleFields } from '../support/shop.ts'
import { aGuardedShop, MINUTE, type GuardedShop, type Known } from './support/guarded-shop.ts'

/** @security V15.3.3, V2.2.1: Requests with unknown fields (role, cost, state) are rejected. */

let shop: GuardedShop
let amal: Known
let joseph: Known
let hamad: Known
let sold: { joseph: Sale[]; amal: Sale[] }

async function sellAll(till: Browser, wishes: SaleFields[]): Promise<Sale[]> {
  const sales: Sale[] = []
  for (const wish of wishes) {
    const { id } = await sell(till, wish)
    await saleOnce(till, id, ({ state }) => state === 'succeeded')
    await till.ask('POST', `/api/sales/${id}/reveal`, {})
    await till.ask('POST', `/api/sales/${id}/delivered`, { method: 'given' })
    sales.push((await till.ask<Sale>('GET', `/api/sales/${id}`)).body)
  }
  return sales
}

const wishes = async (till: Browser, lastDigit: number): Promise<SaleFields[]> => [
  { account: `97150120000${lastDigit}`, amount: '35' },
  { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' },
  requestFor(await choose(till), { account: `63917900000${lastDigit}` }),
]

beforeAll(async () => {
  shop = await aGuardedShop()
  amal = await shop.add('Amal', 'cashier', '2580')
  joseph = await shop.add('Joseph', 'cashier', '7193')
  hamad = await shop.add('Hamad', 'supervisor', '604918')
  const tills = { joseph: await shop.signedIn(joseph), amal: await shop.signedIn(amal) }
  sold = {
    joseph: await sellAll(tills.joseph, await wishes(tills.joseph, 1)),
    amal: await sellAll(tills.amal, await wishes(tills.amal, 2)),
  }
  await openSale(tills.joseph, { account: '971501200009', amount: '45' })
  shop.clock.pass(6 * MINUTE)
})
afterAll(() => shop.close())

async function readAll(till: Browser): Promise<Map<string, unknown>> {
  const read = new Map<string, unknown>()
  const look = async (path: string) => {
    const { status, body } = await till.ask<unknown>('GET', path)
    if (status === 200) read.set(path, body)
  }
  const { id } = (await choose(till)).provider
  await countriesOf(till)
  const paths = [
    '/api/session',
    '/api/status',
    '/api/catalog',
    '/api/international/countries',
    '/api/international/countries/PHL',
    `/api/international/providers/${id}?country=PHL`,
    '/api/sales',
    '/api/sales?group=open-items',
    '/api/sales?group=open',
    '/api/sales?group=sold',
    '/api/sales?q=9715',
    '/api/sales?q=6391',
    `/api/sales?cashier=${joseph.id}`,
    '/api/wallet',
    '/api/staff',
    '/api/terminals',
    '/api/sessions',
    '/api/settings',
    '/api/audit',
    '/api/catalog/skipped',
    ...[...sold.joseph, ...sold.amal].map((sale) => `/api/sales/${sale.id}`),
  ]
  for (const path of paths) await look(path)
  return read
}

function fieldsOf(value: unknown, way = ''): { way: string; key: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [
    { way: `${way}.${key}`, key, value: one as unknown },
    ...fieldsOf(one, `${way}.${key}`),
  ])
}

/** The names of fields that only supervisors may read, and of those that no one may read. */
const SUPERVISORS = /cost|commission|unreadReasons|balance|wallet|topup|limits|purchase|margin|profit|idleMinutes|createdAt|disabledAt|revokedAt/i // prettier-ignore
const NOBODYS = /hash|token|secret|salt|pepper|cookie|^pin$|password/i

const fieldsAt = (read: Map<string, unknown>) => [...read].flatMap(([path, body]) => fieldsOf(body, path))
const idsAt = (read: Map<string, unknown>) => new Set(fieldsAt(read).flatMap(({ key, value }) => (key === 'id' ? [value] : []))) // prettier-ignore

describe('what a cashier can read', () => {
  // `tests/security/cashier-answers.test.ts` looks for the figures themselves.
  it('no answer to a cashier has a field for cost, commission, balance, top-up code, limits or devices', async () => {
    for (const till of [
      await shop.signedIn(amal),
      await shop.signedIn(amal, { kiosk: true }),
      await shop.signedIn(hamad, { kiosk: true }),
    ]) {
      const read = await readAll(till)
      expect(read.size).toBeGreaterThan(6)
      // The status says only in one word whether the wallet is low, and the session only whether products are marked
      // because of it.
      const isHarmless = ({ key, value }: { key: string; value: unknown }) =>
        (key === 'wallet' && ['ok', 'low', 'unknown'].includes(String(value))) ||
        (key === 'walletMarks' && value === false)
      const told = fieldsAt(read).filter((field) => !isHarmless(field))
      expect(told.filter(({ key }) => SUPERVISORS.test(key) || NOBODYS.test(key)).map(({ way }) => way)).toEqual([])
    }
  })
})

describe('what a supervisor can read', () => {
  it('a supervisor can read everything except hashes and tokens', async () => {
    const read = await readAll(await shop.signedIn(hamad))
    const ids = idsAt(read)
    for (const { id } of [...sold.amal, ...sold.joseph]) expect(ids.has(id)).toBe(true)
    const fields = fieldsAt(read)
    for (const key of ['cost', 'commission', 'balance', 'topupCode', 'createdAt'])
      expect(
        fields.some((field) => field.key === key),
        key,
      ).toBe(true)
    // The hash of the last line may be shown, but a token may not.
    expect(fields.filter(({ key }) => NOBODYS.test(key)).map(({ way }) => way)).toEqual([])
  })
})

describe('a field that is not known', () => {
  const bodies: [string, string, object][] = [
    ['PUT', '/api/sales/01JD6X0000000000000000000A', { kind: 'direct', serviceId: 'qamra-rc', account: '971501200003', amount: '25' }],
    ['POST', '/api/staff', { name: 'Mallory', role: 'cashier', pin: '8264' }],
    ['POST', '/api/staff/nobody/pin', { pin: '8264' }],
    ['PUT', '/api/staff/nobody/permissions', { permissions: [] }],
    ['PUT', '/api/staff/nobody/limits', { limits: null }],
    ['POST', '/api/terminals/enrollment-codes', { name: 'Till' }],
    ['PUT', '/api/terminals/nobody/kiosk', { kiosk: true }],
    ['PUT', '/api/settings', { idleMinutes: 5, limits: null }],
    ['POST', '/api/session/step-up', { pin: '604918' }],
    ['POST', '/api/terminals/leave-kiosk', { staffId: 'nobody', pin: '604918' }],
  ] // prettier-ignore

  it.each(bodies)('%s %s rejects each unknown field', async (method, path, body) => {
    const boss = await shop.boss()
    for (const more of [
      { role: 'supervisor' },
      { id: 'x' },
      { isKiosk: false },
      { cost: '0' },
      { state: 'succeeded' },
      { permissions: ['reveal-again'] },
      { constructor: {} },
    ]) {
      // prettier-ignore
      if (Object.keys(more).some((key) => Object.hasOwn(body, key))) continue
      shop.clock.pass(1000)
      const answer = await boss.ask(method, path, { ...body, ...more })
      expect([answer.status, answer.body.code], JSON.stringify(more)).toEqual([400, 'invalid-request'])
    }
  })
})
