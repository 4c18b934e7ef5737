import { expect, it } from 'vitest'
import { ulid } from 'ulid'

import type { AuditPage } from '#api/audit.ts'
import type { Failure } from '#api/failure.ts'
import type { ExpectedDeposit, WalletMovement } from '#api/wallet.ts'
import { MAX_EXPECTED } from '#domain/wallet/announced-deposit.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aWalletShop } from '../../support/a-wallet-shop.ts'
import { DAY, HOUR } from '../../support/sales.ts'
import { saleOnce, sell, type Browser } from '../../support/shop.ts'

async function aShop() {
  const shop = await aWalletShop()
  const { hamad, look } = shop
  const { asOf: paidAt = 0 } = await look()
  const deposit = { id: ulid(), amount: '5000', currency: 'AED', slip: '77-1204', paidAt }
  const announce = (changes: object = {}, by: Browser = hamad) =>
    by.ask<ExpectedDeposit & Failure>('POST', '/api/wallet/deposits', { ...deposit, ...changes })
  const confirm = (movement: WalletMovement | undefined, id = movement?.announced?.id ?? deposit.id, by = hamad) =>
    by.ask<WalletMovement & Failure>('POST', `/api/wallet/deposits/${id}/match`, {
      movement: movement?.id ?? 0,
      version: movement?.version ?? 0,
    })
  const withdraw = (id: string, by = hamad) =>
    by.ask<ExpectedDeposit & Failure>('POST', `/api/wallet/deposits/${id}/withdraw`)
  const audited = async () => {
    const { body } = await hamad.ask<AuditPage>('GET', '/api/audit')
    return body.lines.filter(({ kind }) => kind.startsWith('deposit-'))
  }
  return { ...shop, deposit, announce, confirm, withdraw, audited }
}

it('an announced deposit is expected, changes no balance, and is explained when it arrives', async () => {
  const { announce, look, move, audited } = await aShop()
  const before = await look()
  const announced = await announce()
  expect(announced.body).toMatchObject({
    amount: { amount: '5000.00', currency: 'AED' },
    slip: '77-1204',
    announcedBy: 'Hamad Saleh',
  })
  const expected = await look()
  expect(expected).toMatchObject({ balance: before.balance!, forecast: before.forecast, movements: [] })
  expect(expected.expectedDeposits).toEqual([announced.body])
  // A request whose answer was lost is sent again.
  expect(await announce()).toMatchObject({ status: 200, body: announced.body })
  expect(await announce({ amount: '5000.01' })).toMatchObject({ status: 409, body: { code: 'content-mismatch' } })

  move(500_000)
  const arrived = await look()
  expect(arrived.expectedDeposits).toEqual([])
  expect(arrived.movements).toMatchObject([{ kind: 'deposit', slip: '77-1204', explainedBy: 'Hamad Saleh' }])
  const detail = { amount: '5000.00', currency: 'AED', slip: '77-1204' }
  const lines = await audited()
  expect(lines).toMatchObject([
    { kind: 'deposit-matched', detail },
    { kind: 'deposit-announced', detail, by: { name: 'Hamad Saleh' } },
  ])
  expect(lines[0]).not.toHaveProperty('by')
  expect(await announce()).toMatchObject({ status: 200 })
  expect((await look()).expectedDeposits).toEqual([])
})

it('only a supervisor announces, with a readable slip, an exact amount, and a time that is past or today', async () => {
  const { announce, withdraw, confirm, look, deposit, amal } = await aShop()
  for (const { status } of [
    await announce({}, amal),
    await withdraw(deposit.id, amal),
    await confirm(undefined, deposit.id, amal),
  ])
    // prettier-ignore
    expect(status).toBe(403)
  const unclear = ['Paid \u202eby us', 'one\ntwo', '77\u200b', ' ', '7'.repeat(41)].map((slip) => ({ slip }))
  const noAmount = ['0', '0.00', '-5', '5,000', '1e3', ' 5', '9'.repeat(20)].map((amount) => ({ amount }))
  const noTime = [{ paidAt: '2026' }, { paidAt: 1.5 }, { id: '1' }, { currency: 'A'.repeat(11) }]
  for (const wrong of [...unclear, ...noAmount, ...noTime]) expect((await announce(wrong)).status).toBe(400)
  const impossible = [{ amount: '5000.001' }, { currency: 'USD' }, { paidAt: deposit.paidAt + DAY }, { paidAt: deposit.paidAt - 32 * DAY }] // prettier-ignore
  for (const wrong of impossible) expect(await announce(wrong)).toMatchObject({ status: 422 })
  expect((await look()).expectedDeposits).toEqual([])
  for (const id of [deposit.id, 'x'])
    expect(await withdraw(id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
})

it('money that arrived before the announcement is offered, and one press explains it with the slip', async () => {
  const { announce, confirm, look, move, deposit, audited, explain } = await aShop()
  move(500_000)
  await look()
  await announce()
  const offered = await look()
  expect(offered.movements).toMatchObject([{ announced: { id: deposit.id, slip: '77-1204' } }])
  expect(offered.movements[0]).not.toHaveProperty('explainedBy')
  const [movement] = offered.movements
  expect(await confirm({ ...movement!, version: 9 })).toMatchObject({ status: 409, body: { code: 'stale-version' } })
  expect(await confirm(movement)).toMatchObject({ status: 200, body: { slip: '77-1204', explainedBy: 'Hamad Saleh' } })
  expect(await confirm(movement)).toMatchObject({ status: 404 })
  const after = await look()
  expect(after.movements[0]).not.toHaveProperty('announced')
  expect(after.expectedDeposits).toEqual([])
  expect((await audited())[0]).toMatchObject({ kind: 'deposit-matched', by: { name: 'Hamad Saleh' } })

  // What is explained otherwise was not this deposit.
  expect(await explain(after.movements[0], { kind: 'outside' })).toMatchObject({ status: 200 })
  expect((await look()).expectedDeposits).toMatchObject([{ id: deposit.id }])
})

it('a refund by the provider of the same amount is not taken for the announced deposit', async () => {
  const { announce, confirm, look, move, amal } = await aShop()
  const { id } = await sell(amal, { account: recipients.failsAfterPending })
  move(-2_400)
  await saleOnce(amal, id, ({ state }) => state === 'failed')
  await look()
  await announce({ amount: '24' })
  move(2_400)
  const [refund] = (await look()).movements
  expect(refund).toMatchObject({ kind: 'service-refund', announced: { slip: '77-1204' } })
  expect(refund).not.toHaveProperty('explainedBy')
  expect(await confirm(refund)).toMatchObject({ status: 200, body: { kind: 'deposit' } })
})

it('a withdrawn deposit is logged, and money of its amount is then a transaction like any other', async () => {
  const { announce, withdraw, confirm, look, move, deposit, audited } = await aShop()
  await announce()
  expect(await withdraw(deposit.id)).toMatchObject({ status: 200, body: { id: deposit.id } })
  expect(await withdraw(deposit.id)).toMatchObject({ status: 404 })
  expect((await audited())[0]).toMatchObject({ kind: 'deposit-withdrawn', by: { name: 'Hamad Saleh' } })
  move(500_000)
  const [movement] = (await look()).movements
  expect(movement).not.toHaveProperty('explainedBy')
  expect(movement).not.toHaveProperty('announced')
  expect(await confirm(movement)).toMatchObject({ status: 404 })
})

it('a deposit is not confirmed with other money', async () => {
  const { announce, confirm, look, move, deposit } = await aShop()
  await announce()
  move(499_999)
  const [almost] = (await look()).movements
  expect(almost).not.toHaveProperty('announced')
  expect(await confirm(almost, deposit.id)).toMatchObject({ status: 422 })
  expect(await confirm({ ...almost!, id: 99 }, deposit.id)).toMatchObject({ status: 409 })
})

it('three days after it was paid, a deposit that has not arrived is late', async () => {
  const { announce, look, deposit } = await aShop()
  await announce({ paidAt: deposit.paidAt - 3 * DAY + HOUR })
  await announce({ id: ulid(), paidAt: deposit.paidAt - 3 * DAY })
  const [late, other] = (await look()).expectedDeposits
  expect(late).toMatchObject({ isLate: true })
  expect(other).not.toHaveProperty('isLate')
})

it(`a shop expects at most ${MAX_EXPECTED} deposits`, async () => {
  const { announce, withdraw, deposit } = await aShop()
  await announce()
  for (let more = 1; more < MAX_EXPECTED; more += 1) expect((await announce({ id: ulid() })).status).toBe(200)
  expect(await announce({ id: ulid() })).toMatchObject({ status: 422 })
  await withdraw(deposit.id)
  expect((await announce({ id: ulid() })).status).toBe(200)
})
