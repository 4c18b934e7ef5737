import { expect, it } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Wallet } from '#api/wallet.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { itWhenFull } from '../../support/level.ts'
import { every } from '../../support/pace.ts'
import { saleOnce, sell, type Browser } from '../../support/shop.ts'
import { aWalletShop } from '../../support/a-wallet-shop.ts'

const isComplete = ({ state }: { state: string }) => ['succeeded', 'failed', 'canceled'].includes(state)

it('sales explain the balance, and no other transaction is listed', async () => {
  const { amal, look, sandbox } = await aWalletShop()
  await look()
  for (const amount of ['25', '50', '5']) await sell(amal, { account: recipients.success, amount })
  await sell(amal, { account: recipients.fails })
  const after = await look()
  expect(sandbox.ledger()).toHaveLength(3)
  expect(after).toMatchObject({
    balance: { amount: sandbox.balance() },
    movements: [],
    costDifferences: [],
    held: { count: 0 },
    stale: false,
  })
})

it('a refill is suggested as a deposit and a sale of another shop as outside, with their exact amounts, and a supervisor explains them', async () => {
  const { amal, hamad, look, move, explain } = await aWalletShop()
  await look()
  await sell(amal, { account: recipients.success })
  move(400_000)
  const [refill] = (await look()).movements
  expect(refill).toMatchObject({ direction: 'in', amount: { amount: '4000.00', currency: 'AED' }, kind: 'deposit' })
  expect(refill).not.toHaveProperty('explainedBy')

  expect((await explain(refill, { kind: 'deposit' }, amal)).status).toBe(403)
  for (const unclear of [{ note: 'Paid \u202eby us' }, { note: 'one\ntwo' }, { slip: '77\u200b' }, { slip: ' ' }])
    expect((await explain(refill, { kind: 'deposit', ...unclear })).status).toBe(400)
  const explained = await explain(refill, { kind: 'deposit', slip: '77-1204', note: 'Cash at the branch' })
  expect(explained).toMatchObject({ status: 200, body: { slip: '77-1204', explainedBy: 'Hamad Saleh' } })
  expect(await explain(refill, { kind: 'outside' })).toMatchObject({ status: 409, body: { code: 'stale-version' } })
  expect((await look()).movements).toEqual([explained.body])

  const { body } = await hamad.ask<AuditPage>('GET', '/api/audit')
  const detail = { kind: 'deposit', slip: '77-1204', amount: '4000.00' }
  expect(body.lines[0]).toMatchObject({ kind: 'wallet-movement-explained', by: { name: 'Hamad Saleh' }, detail })

  // A sale of another shop on the same wallet is a transaction outside this shop, and not a deposit.
  await sell(amal, { account: recipients.success, amount: '50' })
  move(-9_605)
  const [loss] = (await look()).movements
  expect(loss).toMatchObject({ direction: 'out', amount: { amount: '96.05' }, kind: 'outside' })
  expect((await explain(loss, { kind: 'deposit' })).status).toBe(422)
  const outside = { kind: 'outside', note: 'The other till' }
  expect(await explain(loss, outside)).toMatchObject({ status: 200, body: outside })
})

it('a sale that failed late is suggested for a withdrawal, and its refund by the provider is not a deposit', async () => {
  const { amal, look, move } = await aWalletShop({ polling: every(500, 1_000) })
  await look()
  const { id, body } = await sell(amal, { account: recipients.failsAfterPending })
  expect(body.state).toBe('pending')
  // The sandbox charges nothing for this sale. This provider does, and returns the money later.
  move(-2_400)
  const meanwhile = await look()
  expect(meanwhile).toMatchObject({
    movements: [],
    held: { count: 1, least: { amount: '0.00' }, most: { amount: '24.00' } },
  })
  const { number } = await saleOnce(amal, id, isComplete)
  expect((await look()).movements).toMatchObject([
    { direction: 'out', amount: { amount: '24.00' }, kind: 'outside', sale: { id, number } },
  ])
  move(2_400)
  expect((await look()).movements).toMatchObject([
    { direction: 'in', amount: { amount: '24.00' }, kind: 'service-refund', sale: { id, number } },
    { direction: 'out' },
  ])
  // The next increase of the same amount is not counted as that refund again.
  move(2_400)
  expect((await look()).movements[0]).toMatchObject({ direction: 'in', kind: 'deposit' })
})

itWhenFull('a sale that is pending over midnight explains the balance on both days', async () => {
  const startsAt = Date.parse('2026-11-20T23:58:30+04:00')
  const { amal, look, skip, sandbox } = await aWalletShop({
    startsAt,
    polling: every(700, 1_000),
    env: { SHOP_TIME_ZONE: 'Asia/Dubai' },
  })
  const before = await look()
  const { id, body } = await sell(amal, { account: recipients.heldByTurnover, amount: '50' })
  expect(body.state).toBe('pending')
  const evening = await look()
  skip(90_000)
  const morning = await look()
  await saleOnce(amal, id, isComplete)
  const after = await look()
  expect(sandbox.ledger()).toMatchObject([{ price: '48.00' }])
  expect([evening, morning, after].map(({ movements }) => movements)).toEqual([[], [], []])
  expect(morning.held).toMatchObject({ count: 1, most: { amount: '48.00' } })
  expect(after.held.count).toBe(0)
  expect(Number(before.balance?.amount) - Number(after.balance?.amount)).toBe(48)
})

it('a sale whose answer was lost explains the balance before and after its result is known', async () => {
  const { amal, look, sandbox } = await aWalletShop({ polling: { confirmGraceMs: 1_000 } })
  await look()
  const { id } = await sell(amal, { account: recipients.answerLostAfter })
  const lost = await look()
  await saleOnce(amal, id, isComplete)
  expect([lost, await look()].map(({ movements }) => movements)).toEqual([[], []])
  expect(sandbox.ledger()).toHaveLength(1)
})

it('a balance that cannot be read is marked as stale and keeps its last figure', async () => {
  const { look, sandbox, hamad, skip } = await aWalletShop()
  const { balance, asOf } = await look()
  await sandbox.close()
  const stale = await look()
  expect(stale).toMatchObject({ balance, asOf, stale: true, problem: 'unreachable' })
  skip(4 * 60_000)
  expect((await hamad.ask<Wallet>('GET', '/api/wallet')).body.stale).toBe(true)
})

it('below the low-balance amount the wallet is low, and cashiers see that only if the shop shows it', async () => {
  const { look, amal, hamad } = await aWalletShop()
  await look()
  const lowFor = async (browser: Browser) => (await browser.ask<{ wallet: string }>('GET', '/api/status')).body.wallet
  const setLine = async (amount: string, notifyCashiers: boolean) => {
    const wallet = { line: { amount, currency: 'AED' }, lowBalanceDays: null, notifyCashiers, flagUnaffordable: false }
    expect((await hamad.ask('PUT', '/api/settings', { wallet })).status).toBe(200)
  }
  await setLine('4318.50', true)
  expect([await lowFor(amal), await lowFor(hamad)]).toEqual(['ok', 'ok'])
  await setLine('4318.51', true)
  expect([await lowFor(amal), await lowFor(hamad)]).toEqual(['low', 'low'])
  await setLine('4318.51', false)
  expect([await lowFor(amal), await lowFor(hamad)]).toEqual(['ok', 'low'])
  expect((await look()).line).toEqual({ amount: '4318.51', currency: 'AED' })
})
