import { describe, expect, it } from 'vitest'

import type { Marks } from '#api/catalog.ts'
import type { ProviderOffer } from '#api/international.ts'
import type { Session } from '#api/session.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aClockAhead, MINUTE } from '../../security/support/guarded-shop.ts'
import { choose } from '../../support/international.ts'
import { every } from '../../support/pace.ts'
import { openSale, openShop, saleOnce, sell, type Browser, signedIn } from '../../support/shop.ts'

const WALLET = { line: null, lowBalanceDays: null, notifyCashiers: true, flagUnaffordable: true }

/** A shop that has this much in its wallet and marks what the wallet may not cover. */
async function aShopWith(balance: string, { isOn = true } = {}) {
  const clock = aClockAhead()
  // Sales that do not complete at once stay open for as long as the test runs.
  const shop = await openShop({ clock, polling: every(60_000) })
  shop.sandbox.setBalance(balance)
  const [amal, hamad] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Hamad')]
  if (isOn) expect((await hamad.ask('PUT', '/api/settings', { wallet: WALLET })).status).toBeLessThan(300)
  await amal.ask('GET', '/api/catalog')
  const marks = async (browser: Browser = amal) => (await browser.ask<Marks>('GET', '/api/catalog/affordability')).body
  return { shop, clock, amal, hamad, marks, readWallet: () => hamad.ask('GET', '/api/wallet') }
}

describe('products that the wallet may not cover', () => {
  it('products beyond the balance are marked for a cashier, with a round price from which on all are marked', async () => {
    const { marks, readWallet } = await aShopWith('137.40')
    await readWallet()
    const { services, from } = await marks()
    expect(from).toEqual({ amount: '140.00', currency: 'AED' })
    expect(services.length).toBeGreaterThan(0)
    expect(services).not.toContain('qamra-rc')
  })

  it('no product is marked unless the shop turned that on', async () => {
    const { marks, readWallet } = await aShopWith('1', { isOn: false })
    await readWallet()
    expect(await marks()).toEqual({ services: [] })
  })

  it('an old balance marks nothing, and is read again', async () => {
    const { marks, readWallet, clock, amal } = await aShopWith('1')
    await readWallet()
    expect((await marks()).from).toBeDefined()
    clock.pass(11 * MINUTE)
    await amal.signIn('Amal')
    expect(await marks()).toEqual({ services: [] })
    await expect.poll(async () => (await marks()).from).toBeDefined()
  })

  it('what open sales may take, and what was sold since the balance was read, is subtracted before products are marked', async () => {
    const { marks, readWallet, amal } = await aShopWith('300')
    await readWallet()
    expect((await marks()).from?.amount).toBe('310.00')
    const { id } = await sell(amal, { account: recipients.success, amount: '100' })
    await saleOnce(amal, id, ({ state }) => state === 'succeeded')
    expect(Number((await marks()).from?.amount)).toBeLessThanOrEqual(210)
    await sell(amal, { account: recipients.heldByTurnover, amount: '100' })
    expect(Number((await marks()).from?.amount)).toBeLessThanOrEqual(120)
  })

  it('amounts of an operator abroad are marked by their cost', async () => {
    const { readWallet, amal, hamad } = await aShopWith('20')
    const { provider } = await choose(amal)
    const offer = async (browser: Browser) =>
      (await browser.ask<ProviderOffer>('GET', `/api/international/providers/${provider.id}?country=PHL`)).body
        .denominations
    await readWallet()
    const [theirs, costs] = [await offer(amal), await offer(hamad)]
    expect(theirs.filter(({ mayNotBeCovered }) => mayNotBeCovered).length).toBeGreaterThan(0)
    expect(theirs.map(({ mayNotBeCovered }) => mayNotBeCovered === true)).toEqual(
      costs.map(({ cost, pays }) => Number((cost ?? pays).amount) > 20),
    )
    expect(theirs.some((each) => 'cost' in each)).toBe(false)
  })

  it('a marked product can still be sold', async () => {
    const { marks, readWallet, amal } = await aShopWith('1')
    await readWallet()
    expect((await marks()).services).toContain(vouchers.numberAndSerial)
    const { status } = await openSale(amal, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
    expect(status).toBeLessThan(300)
  })

  it('the session of a cashier says whether products are marked', async () => {
    const { amal } = await aShopWith('1')
    expect((await amal.ask<Session>('GET', '/api/session')).body.settings?.walletMarks).toBe(true)
  })
})
