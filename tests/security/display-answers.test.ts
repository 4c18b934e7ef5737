import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Revealed } from '#api/sales.ts'
import type { Session } from '#api/session.ts'
import type { Wallet } from '#api/wallet.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { choose, requestFor } from '../support/international.ts'
import { openSale, saleOnce, type Browser, type SaleFields } from '../support/shop.ts'
import { aGuardedShop, SECOND, type GuardedShop } from './support/guarded-shop.ts'

/** @security V14.2.6, V8.2.1: A customer display gets one sale without codes, costs and people. */

const BALANCE = '73915.37'
const OTHER_ACCOUNT = '971509998877'

let shop: GuardedShop
let till: Browser
let display: Browser
const answers: string[] = []

beforeAll(async () => {
  shop = await aGuardedShop()
  shop.sandbox.setBalance(BALANCE)
  till = await shop.signedIn(await shop.add('Amal Rahman', 'cashier', '2580'), { name: 'Counter by the door' })
  display = await shop.displayOf(till)
})
afterAll(() => shop.close())

async function look(): Promise<void> {
  shop.clock.pass(SECOND)
  for (const [method, path, body] of [
    ['GET', '/api/display', undefined],
    ['GET', '/api/display/shop', undefined],
    ['POST', '/api/display/answer', { version: 1, number: '+971', answer: 'number-correct' }],
  ] as const) {
    const answer = await display.ask(method, path, body)
    expect(answer.status).not.toBe(401)
    answers.push(JSON.stringify(answer.body))
  }
}

async function sellInSight(fields: SaleFields): Promise<Sale> {
  const { id, body } = await openSale(till, fields)
  const tell = () => till.ask('PUT', '/api/ticket', { kind: 'sale', id })
  await tell()
  await look()
  await till.ask('POST', `/api/sales/${id}/confirm`, { version: body.version })
  await tell()
  await look()
  const sold = await saleOnce(till, id, ({ state }) => state === 'succeeded' || state === 'failed')
  await till.ask('POST', `/api/sales/${id}/reveal`, {})
  await tell()
  await look()
  return sold
}

it('no answer to a display contains a code, a cost, the balance, a person, or anything of another sale', async () => {
  await look()
  const other = await openSale(till, { account: OTHER_ACCOUNT, amount: '45' })
  const sales = [
    await sellInSight({ account: '971501234567', amount: '35' }),
    await sellInSight({ kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' }),
    await sellInSight(requestFor(await choose(till), { account: '639179000001' })),
    await sellInSight({ account: recipients.fails, amount: '20' }),
    await sellInSight({ account: recipients.succeedsAfterTwoFinds, amount: '25' }),
  ]
  // The till shows another sale, as one from its list, and a sale that does not exist.
  for (const id of [sales[0]!.id, '01JD6X0000000000000000000A']) {
    shop.clock.pass(61 * SECOND)
    await till.ask('PUT', '/api/ticket', { kind: 'sale', id })
    await look()
  }

  const revealed = (await till.ask<Revealed>('POST', `/api/sales/${sales[1]!.id}/reveal`, {})).body
  const boss = await shop.boss()
  const wallet = (await boss.ask<Wallet>('GET', '/api/wallet')).body
  const known = await Promise.all(sales.map(async ({ id }) => (await boss.ask<Sale>('GET', `/api/sales/${id}`)).body))
  const secrets = [
    revealed.voucher?.number,
    revealed.voucher?.serial,
    ...known.flatMap(({ cost, pays }) => (cost && cost.amount !== pays.amount ? [cost.amount] : [])),
    ...known.flatMap(({ transactionId }) => transactionId ?? []),
    ...known.map(({ id }) => id),
    BALANCE,
    wallet.balance?.amount,
    'Amal',
    'Noura',
    'Counter by the door',
    other.id,
    OTHER_ACCOUNT,
    '8877',
  ].filter((secret) => secret !== undefined)
  expect(secrets.length).toBeGreaterThan(14)
  const told = answers.join('\n')
  expect(secrets.filter((secret) => told.includes(String(secret)))).toEqual([])
  // The complete number is there only until it is sent, and the search would have found it.
  expect(told).toContain('+971 50 123 4567')
  expect(told).toContain('on-its-way')
  expect(told).toContain('"sold"')
})

it('a display gets nothing from the routes of a till, nor a till from those of a display', async () => {
  for (const path of ['/api/status', '/api/sales', '/api/catalog', '/api/settings'])
    expect(await display.ask('GET', path)).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  expect((await display.ask<Session>('GET', '/api/session')).body.terminal).toBeNull()
  for (const path of ['/api/display', '/api/display/shop'])
    expect(await till.ask('GET', path)).toMatchObject({ status: 401, body: { code: 'not-enrolled' } })
})
