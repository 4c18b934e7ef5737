import { describe, expect, it } from 'vitest'

import { atLevel, itWhenFull } from '../support/level.ts'
import { runShop, type RunOptions } from './run.ts'
import { WEAKENED_BASKETS, WEAKENED_BATCHES, WEAKENED_ORDERS } from './weakened-batches.ts'
import { WEAKENED_INTERNATIONAL } from './weakened-international.ts'
import { WEAKENED_LEASES, WEAKENED_RESTORES } from './weakened-leases.ts'
import type { Violation } from './violation.ts'
import { WEAKENED, type Weakened } from './weakened.ts'

type Shop = Omit<RunOptions, 'seed' | 'sales' | 'weakness'>
const SHOPS: { where: string; weakened: Record<string, Weakened>; shop: Shop }[] = [
  { where: 'at home', weakened: WEAKENED, shop: { shareInternational: 0 } },
  // These shops sell almost only international top-ups, often the same one.
  {
    where: 'in international top-ups',
    weakened: WEAKENED_INTERNATIONAL,
    shop: { shareInternational: 0.8, shareAgain: 0.3 },
  },
  { where: 'with quantities', weakened: WEAKENED_BATCHES, shop: { shareInternational: 0, shareBatches: 0.5 } },
  {
    where: 'with baskets and lists',
    weakened: WEAKENED_BASKETS,
    shop: { shareInternational: 0, shareBatches: 0, shareBaskets: 0.6 },
  },
  { where: 'with orders', weakened: WEAKENED_ORDERS, shop: { shareInternational: 0, shareOrders: 0.8 } },
  // Leaders change all the time, and the wholesaler is asked about many sales that are in no database.
  {
    where: 'with two servers',
    weakened: WEAKENED_LEASES,
    shop: { variant: 'two-proxies', leaseTroubleEveryMs: 10_000, shareInternational: 0.6 },
  },
  // The database is restored from backups, and many sales are batches.
  { where: 'after a restore', weakened: WEAKENED_RESTORES, shop: { variant: 'put-back', shareBatches: 0.2 } },
]

/**
 * One protocol needs two shops, and a change of the product may change what a seed reveals. So more seeds are tried
 * after the protocol's own seed.
 */
const MORE_SEEDS = [5, ...Array.from({ length: 20 }, (_, index) => index + 1)]

/** Runs these shops until all of the expected harm was seen. Returns the harm that was seen. */
async function findHarm(
  { harm, at: [seed, wanted = 150] = [1], ...weakness }: Weakened,
  shop: Shop,
  more: number[],
): Promise<string[]> {
  const seen = new Set<string>()
  const isEnough = (violations: readonly Violation[]) => {
    for (const { name } of violations) seen.add(name)
    return harm.length > 0 && harm.every((name) => seen.has(name))
  }
  for (const [place, each] of [seed, ...more].entries()) {
    const run = { seed: each, sales: place === 0 ? wanted : 150 }
    const { violations } = await runShop({ shareOrders: 0, shareBaskets: 0, ...shop, ...run, weakness, isEnough })
    if (isEnough(violations)) break
  }
  return [...seen]
}

describe.each(SHOPS)('weaker protocols $where', { timeout: 1_200_000 }, ({ weakened: all, shop }) => {
  itWhenFull('the real protocol does no harm in the shops that reveal a weaker one', async () => {
    expect(await findHarm({ at: [1, 40], harm: [] }, shop, atLevel([], [1, 9, 4]))).toEqual([])
  })

  it.each(Object.entries(all))('a weaker protocol is detected: %s', async (_, weakened) => {
    expect(await findHarm(weakened, shop, MORE_SEEDS)).toEqual(expect.arrayContaining(weakened.harm))
  })
})
