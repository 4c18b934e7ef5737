import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderList } from '#api/orders.ts'
import type { Revealed } from '#api/sales.ts'
import type { Wallet } from '#api/wallet.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { aPublicOrigin } from '../support/free-port.ts'
import { enrolSelfOrder, invitationOf, joinByPhone, placeOrder } from '../support/self-order.ts'
import { openSale, saleOnce, sell, type Browser } from '../support/shop.ts'
import { ROUTES } from './support/access-matrix.ts'
import { aGuardedShop, SECOND, type GuardedShop, type Known } from './support/guarded-shop.ts'

/** @security V8.1.1: A self-order tablet or a customer's phone reads products and places orders, and gets nothing else. */

const BALANCE = '73915.37'
const OTHER_ACCOUNT = '971509998877'

let shop: GuardedShop
let amal: Known
let till: Browser
let tablet: Browser
let phone: Browser

beforeAll(async () => {
  shop = await aGuardedShop({ env: await aPublicOrigin() })
  shop.sandbox.setBalance(BALANCE)
  amal = await shop.add('Amal Rahman', 'cashier', '2580')
  till = await shop.signedIn(amal, { name: 'Counter by the door' })
  tablet = await enrolSelfOrder(await shop.boss(), shop.stranger())
  await (await shop.boss()).ask('PUT', '/api/settings', { phoneOrders: true })
  phone = shop.stranger()
  await joinByPhone(phone, await invitationOf(await shop.displayOf(till)))
})
afterAll(() => shop.close())

it('no answer to a self-order tablet or a phone contains a code, a cost, the balance, a person, or anything of a sale or another order', async () => {
  const other = await openSale(till, { account: OTHER_ACCOUNT, amount: '45' })
  const first = await placeOrder(tablet, { account: '971501112233' })
  expect((await till.ask('POST', `/api/orders/${first.id}/take`)).status).toBe(200)
  const { id } = await sell(till, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
  const sold = await saleOnce(till, id, ({ state, voucher }) => state === 'succeeded' && voucher === 'ready')
  const revealed = (await till.ask<Revealed>('POST', `/api/sales/${id}/reveal`, {})).body
  const boss = await shop.boss()
  const wallet = (await boss.ask<Wallet>('GET', '/api/wallet')).body
  const { cost, transactionId } = (await boss.ask<Sale>('GET', `/api/sales/${id}`)).body

  const answers: string[] = []
  for (const [method = '', path = ''] of Object.keys(ROUTES).map((route) => route.split(' '))) {
    if (!path.startsWith('/api/')) continue
    for (const browser of [tablet, phone])
      for (const each of [id, first.id, other.id]) {
        shop.clock.pass(SECOND)
        const answer = await browser.ask(method, path.replace(':id', each), method === 'GET' ? undefined : {})
        answers.push(JSON.stringify(answer.body))
        if (!path.includes(':id')) break
      }
  }
  shop.clock.pass(SECOND)
  const second = await placeOrder(phone, { account: '971504445566' })
  answers.push(JSON.stringify(second.body))

  const secrets = [
    revealed.voucher?.number,
    revealed.voucher?.serial,
    cost?.amount,
    transactionId,
    BALANCE,
    wallet.balance?.amount,
    'Amal',
    'Noura',
    'Counter by the door',
    id,
    other.id,
    OTHER_ACCOUNT,
    '971501112233',
    sold.cashier.id,
  ].filter((secret) => secret !== undefined)
  expect(secrets).toHaveLength(14)
  const told = answers.join('\n')
  expect(secrets.filter((secret) => told.includes(secret))).toEqual([])
  // Proves that the search finds what is there: the products and the number of the order.
  expect(told).toContain('Qamra Recharge')
  expect(told).toContain('A-2')
})

it('an order contains nothing about a sale, a cost or a code, even when cashiers read it', async () => {
  shop.clock.pass(SECOND)
  await shop.signIn(till, amal)
  const { orders } = (await till.ask<OrderList>('GET', '/api/orders')).body
  expect(orders.length).toBeGreaterThan(0)
  const fields = new Set(orders.flatMap((order) => Object.keys(order)))
  expect([...fields].toSorted()).toEqual([
    'account',
    'amount',
    'brand',
    'expiresAt',
    'id',
    'kind',
    'label',
    'placedAt',
    'serviceId',
    'serviceName',
    'taken',
    'terminal',
  ])
})
