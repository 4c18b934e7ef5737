import { expect, it } from 'vitest'

import type { RemainingLimits } from '#api/settings.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openShop, sell, signedIn } from '../../support/shop.ts'

it('a cashier sees what the limits of the shop leave after what was sold', async () => {
  const shop = await openShop()
  const [amal, hamad] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Hamad')]
  const read = async () => (await amal.ask<RemainingLimits>('GET', '/api/limits/remaining')).body.limits
  expect(await read()).toEqual([])

  const limits = { currency: 'AED', perSale: '60', perDay: '100' }
  expect((await hamad.ask('PUT', '/api/settings', { idleMinutes: 5, limits })).status).toBe(200)
  await sell(amal, { account: recipients.success, amount: '20' })
  const aed = (amount: string) => ({ amount, currency: 'AED' })
  expect(await read()).toEqual([
    { of: 'shop', kind: 'perSale', left: aed('60.00') },
    { of: 'shop', kind: 'perDay', left: aed('80.00') },
  ])
})
