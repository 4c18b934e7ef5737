import { describe, expect, it } from 'vitest'

import { urgencyOf, worstFirst, type ShopCondition } from '#domain/shops.ts'

type Known = Extract<ShopCondition, { state: 'read' }>
const aShop = (name: string, changes: Partial<Known> = {}): Known => ({
  name,
  state: 'read',
  isLed: true,
  wallet: { balance: {}, runwayDays: 5 },
  openItems: { attention: 0, refundsDue: 0 },
  alerts: [],
  ...changes,
})

describe('urgencyOf', () => {
  it.each<[shop: ShopCondition, urgency: string, because: string]>([
    [{ name: 'Marina', state: 'unreachable' }, 'not-known', 'it does not answer'],
    [{ name: 'Marina', state: 'unreadable' }, 'not-known', 'it cannot be read'],
    [aShop('Marina', { isLed: false }), 'stopped', 'no process leads it'],
    [aShop('Marina', { alerts: [{ kind: 'selling-stopped' }] }), 'stopped', 'selling has stopped'],
    [aShop('Marina', { alerts: [{ kind: 'service-away' }] }), 'stopped', 'its provider does not respond'],
    [aShop('Marina', { wallet: {} }), 'low', 'its wallet was never read'],
    [aShop('Marina', { wallet: { balance: {}, low: 'days' } }), 'low', 'its wallet is below the low-balance amount'],
    [aShop('Marina', { openItems: { attention: 1, refundsDue: 0 } }), 'attention', 'a sale needs attention'],
    [aShop('Marina', { openItems: { attention: 0, refundsDue: 1 } }), 'attention', 'a refund is due'],
    [aShop('Marina', { alerts: [{ kind: 'drawer-difference' }] }), 'attention', 'another alert lasts'],
    [aShop('Marina', { wallet: { balance: {} } }), 'fine', 'without a forecast nothing is wrong'],
    [aShop('Marina'), 'fine', 'nothing is wrong'],
  ])('urgencyOf judges %o as %s: %s', (shop, urgency) => expect(urgencyOf(shop)).toBe(urgency))
})

it('the shop with the worst problem is first, then the one whose wallet will be empty first, then by name', () => {
  const shops: ShopCondition[] = [
    aShop('Souk'),
    aShop('Karama', { wallet: { balance: {} } }),
    aShop('Deira', { wallet: { balance: {}, runwayDays: 2 } }),
    aShop('Barsha'),
    aShop('Jumeirah', { wallet: { balance: {}, low: 'line', runwayDays: 30 } }),
    aShop('Hatta', { isLed: false }),
    { name: 'Marina', state: 'unreachable' },
  ]
  const names = worstFirst(shops).map(({ name }) => name)
  expect(names).toEqual(['Marina', 'Hatta', 'Jumeirah', 'Deira', 'Barsha', 'Souk', 'Karama'])
})
