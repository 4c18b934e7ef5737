import { describe, expect, it } from 'vitest'

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
const MANY_SEEDS = [...new Set([...TELLING_SEEDS, ...Array.from({ length: 40 }, (_, index) => index + 1)])]
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

/** Runs these shops until all of the expected harm was seen. Returns the harm that was seen. */
async function findHarm(
  { weakness, harm }: Pick<Weakened, 'weakness' | 'harm'>,
  shop: Omit<RunOptions, 'seed' | 'sales' | 'weakness'> & { sales?: number },
  seeds: readonly number[],
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

describe('a weaker protocol', () => {
  it('is told from the real one, which does no harm in the same shops', { timeout: 1_200_000 }, async () => {
    expect(await findHarm({ weakness: {}, harm: [] }, AT_HOME, FEW_SEEDS)).toEqual([])
    expect(await findHarm({ weakness: {}, harm: [] }, INTERNATIONAL, FEW_SEEDS)).toEqual([])
    expect(await findHarm({ weakness: {}, harm: [] }, BATCHES, FEW_SEEDS)).toEqual([])
    expect(await findHarm({ weakness: {}, harm: [] }, ORDERS, FEW_SEEDS)).toEqual([])
    expect(await findHarm({ weakness: {}, harm: [] }, TWO_PROXIES, FEW_SEEDS)).toEqual([])
    expect(await findHarm({ weakness: {}, harm: [] }, PUT_BACK, FEW_SEEDS)).toEqual([])
  })

  it.each(WEAKENED)('is caught: $name', { timeout: 1_200_000 }, async (weakened) => {
    expect(await findHarm(weakened, AT_HOME, MANY_SEEDS)).toEqual(expect.arrayContaining(weakened.harm))
  })

  it.each(WEAKENED_INTERNATIONAL)(
    'is caught in international top-ups: $name',
    { timeout: 1_200_000 },
    async (weakened) => {
      expect(await findHarm(weakened, INTERNATIONAL, MANY_SEEDS)).toEqual(expect.arrayContaining(weakened.harm))
    },
  )

  it.each(WEAKENED_BATCHES)('is caught with quantities: $name', { timeout: 1_200_000 }, async (weakened) => {
    expect(await findHarm(weakened, BATCHES, MANY_SEEDS)).toEqual(expect.arrayContaining(weakened.harm))
  })

  it.each(WEAKENED_ORDERS)('is caught with orders: $name', { timeout: 1_200_000 }, async (weakened) => {
    expect(await findHarm(weakened, ORDERS, MANY_SEEDS)).toEqual(expect.arrayContaining(weakened.harm))
  })

  it.each(WEAKENED_LEASES)('is caught with two proxies: $name', { timeout: 1_200_000 }, async (weakened) => {
    expect(await findHarm(weakened, TWO_PROXIES, MANY_SEEDS)).toEqual(expect.arrayContaining(weakened.harm))
  })

  it.each(WEAKENED_RESTORES)('is caught after a restore: $name', { timeout: 1_200_000 }, async (weakened) => {
    expect(await findHarm(weakened, PUT_BACK, MANY_SEEDS)).toEqual(expect.arrayContaining(weakened.harm))
  })
})
