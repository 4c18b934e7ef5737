import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { BatchAnswer } from '#api/batches.ts'
import { PRACTICE_HEADER } from '#api/headers.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { aGuardedShop, type GuardedShop, type Known } from '../../security/support/guarded-shop.ts'
import { choose, requestFor } from '../../support/international.ts'
import { openSale, type Browser } from '../../support/shop.ts'

let shop: GuardedShop
let amal: Known
let till: Browser
beforeAll(async () => {
  shop = await aGuardedShop()
  amal = await shop.add('Amal', 'cashier', '4711')
  till = await shop.terminal()
  shop.clock.pass(60_000)
  await shop.signIn(till, amal)
})
afterAll(() => shop.close())

async function turnTests(testTransactions: boolean): Promise<void> {
  const boss = await shop.boss()
  const { status } = await boss.ask('PUT', '/api/settings', { testTransactions })
  expect(status).toBe(200)
}

async function open(account: string, browser = till, headers = {}) {
  const id = ulid()
  const sale = { kind: 'direct', serviceId: 'qamra-rc', amount: '25', account }
  return { id, ...(await browser.ask('PUT', `/api/sales/${id}`, sale, headers)) }
}

const confirm = (id: string, version: number) => till.ask('POST', `/api/sales/${id}/confirm`, { version })

const checkOf = (id: string) =>
  shop.sandbox.requests().find(({ path, body }) => path === '/transaction/check' && body.external_transaction_id === id)
    ?.body

describe('test transactions', () => {
  it('test transactions are sent only while a supervisor has turned them on', async () => {
    const before = await open('971501234501')
    expect(checkOf(before.id)).not.toHaveProperty('simulation')
    expect(before.body.isTest).toBeUndefined()
    await turnTests(true)
    const during = await open('971501234502')
    expect(checkOf(during.id)).toMatchObject({ simulation: true })
    expect(during.body.isTest).toBe(true)
    await turnTests(false)
    const after = await open('971501234503')
    expect(checkOf(after.id)).not.toHaveProperty('simulation')
    for (const { id } of [before, during, after]) await till.ask('POST', `/api/sales/${id}/abandon`, {})
  })

  it('a test transaction stays one after the setting is changed, and so does a real sale', async () => {
    await turnTests(true)
    const test = await open('971501234504')
    await turnTests(false)
    const sold = await confirm(test.id, test.body.version)
    expect(sold.body).toMatchObject({ state: 'succeeded', isTest: true })
    const real = await open('971501234505')
    await turnTests(true)
    const realSold = await confirm(real.id, real.body.version)
    expect(realSold.body).toMatchObject({ state: 'succeeded' })
    expect(realSold.body.isTest).toBeUndefined()
    await turnTests(false)
  })

  it('all lines of a quantity that was opened as a test are test transactions', async () => {
    await turnTests(true)
    const id = ulid()
    const wanted = { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100', count: 2 }
    const opened = await till.ask<BatchAnswer>('PUT', `/api/batches/${id}`, wanted)
    await turnTests(false)
    await till.ask('POST', `/api/batches/${id}/confirm`, { version: opened.body.version, lines: [1, 2] })
    await expect
      .poll(async () => (await till.ask<BatchAnswer>('GET', `/api/batches/${id}`)).body.state)
      .toBe('complete')
    const { lines } = (await till.ask<BatchAnswer>('GET', `/api/batches/${id}`)).body
    expect(lines.map(({ sale }) => sale?.isTest)).toEqual([true, true])
    for (const { sale } of lines) expect(checkOf(sale!.id)).toMatchObject({ simulation: true })
  })

  it('a test transaction is marked in an international check with the number 1', async () => {
    await turnTests(true)
    await openSale(till, requestFor(await choose(till)))
    const check = shop.sandbox.requests().findLast(({ path }) => path === '/transaction/check')?.body
    expect(check).toMatchObject({ product: 'international-bridge', simulation: 1 })
    await turnTests(false)
  })

  it('test transactions are never sold in practice', async () => {
    await turnTests(true)
    const other = await shop.terminal()
    shop.clock.pass(60_000)
    await shop.signIn(other, amal)
    const { id: staffId, pin } = shop.bossIs
    expect((await other.ask('POST', '/api/terminals/practice', { staffId, pin, practice: true })).status).toBe(200)
    const { body } = await open('971501234506', other, { [PRACTICE_HEADER]: '1' })
    expect(body).toMatchObject({ isPractice: true })
    expect(body.isTest).toBeUndefined()
    await turnTests(false)
  })
})
