import { describe, expect, it } from 'vitest'

import { atLevel, isFull } from '../support/level.ts'
import { runShop, type RunOptions } from './run.ts'
import { WEAKENED_BATCHES } from './weakened-batches.ts'
import { WEAKENED_INTERNATIONAL } from './weakened-international.ts'
import { WEAKENED_LEASES } from './weakened-leases.ts'
import { WEAKENED_ORDERS } from './weakened-orders.ts'
import { WEAKENED_RESTORES } from './weakened-restores.ts'
import type { Violation } from './violation.ts'
import { WEAKENED, type Weakened } from './weakened.ts'

/** The real protocol sells in thousands of shops in `selling.test.ts`; here in some of those in which the weaker ones are caught. */
const FEW_SEEDS = [1, 9, 4]
/** Shops that show what happens rarely, such as two transactions that get mixed up, come early, so that few of the others are needed. */
const TELLING_SEEDS = [1, 9, 4, 12, 5]
const SEEDS = [...new Set([...TELLING_SEEDS, ...Array.from({ length: 40 }, (_, index) => index + 1)])]
const SALES = 150
const AT_HOME = { shareInternational: 0 }
/** Shops that sell almost only international top-ups, and often the same one. */
const INTERNATIONAL = { shareInternational: 0.8, shareAgain: 0.3 }
/** Shops that sell many batches. */
const BATCHES = { shareInternational: 0, shareBatches: 0.5 }

/** Shops where most customers come with an order. */
const ORDERS = { shareInternational: 0, shareOrders: 0.8 }

/** Shops with two proxies whose leaders change all the time, and which ask the service for much that is in no journal. */
const TWO_PROXIES = {
  variant: 'two-proxies',
  leaseTroubleEveryMs: 10_000,
  shareInternational: 0.6,
  sales: 100,
} as const

/** Shops whose journal is put back from backups, and which sell many quantities. */
const PUT_BACK = { variant: 'put-back', shareBatches: 0.2 } as const

const SHOPS = [
  { where: 'at home', weakened: WEAKENED, shop: AT_HOME },
  { where: 'in international top-ups', weakened: WEAKENED_INTERNATIONAL, shop: INTERNATIONAL },
  { where: 'with quantities', weakened: WEAKENED_BATCHES, shop: BATCHES },
  { where: 'with orders', weakened: WEAKENED_ORDERS, shop: ORDERS },
  { where: 'with two proxies', weakened: WEAKENED_LEASES, shop: TWO_PROXIES },
  { where: 'after a restore', weakened: WEAKENED_RESTORES, shop: PUT_BACK },
]

/** Runs these shops until all of the expected harm was seen. Returns the harm that was seen. */
async function findHarm(
  { weakness, harm }: Pick<Weakened, 'weakness' | 'harm'>,
  shop: Omit<RunOptions, 'seed' | 'sales' | 'weakness'> & { sales?: number },
  seeds: Iterable<number>,
): Promise<string[]> {
  const seen = new Set<string>()
  const isEnough = (violations: readonly Violation[]) => {
    for (const { name } of violations) seen.add(name)
    return harm.length > 0 && harm.every((name) => seen.has(name))
  }
  for (const seed of seeds) {
    const { violations } = await runShop({ seed, sales: SALES, weakness, shareOrders: 0, ...shop, isEnough })
    if (isEnough(violations)) break
  }
  return [...seen]
}

describe.each(SHOPS)('a weaker protocol $where', { timeout: 1_200_000 }, ({ weakened: all, shop }) => {
  it('is told from the real one, which does no harm in the same shops', async () => {
    expect(await findHarm({ weakness: {}, harm: [] }, shop, atLevel([1], FEW_SEEDS))).toEqual([])
  })

  it.each(all)('is caught: $name', async (weakened) => {
    // A change of the product may move what a seed shows, so the others follow.
    const seeds = isFull || weakened.seed === undefined ? SEEDS : new Set([weakened.seed, ...SEEDS])
    expect(await findHarm(weakened, shop, seeds)).toEqual(expect.arrayContaining(weakened.harm))
  })
})
