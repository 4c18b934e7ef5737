import { describe, expect, it } from 'vitest'

import { OF_TWO_PROXIES } from './faults.ts'
import { atLevel, isFull, itWhenFull } from '../support/level.ts'
import { runShop } from './run.ts'
import { countAll, planShops, simulate } from './simulate.ts'

const SALES = atLevel(150, 800)

/** The long run is `npm run simulate -- --variant two-proxies --sales 200000`. */
describe('two proxies that share an account', { timeout: 1_200_000 }, () => {
  it('debit each sale once, or not, and say which, whoever leads', async () => {
    const { sales, faults, failures, lateConfirms } = await simulate(planShops(2_001, SALES), 'two-proxies')
    expect(failures).toEqual([])
    expect(sales).toBeGreaterThan(SALES * 0.6)
    expect(lateConfirms).toEqual({})
    if (isFull) expect(Object.keys(faults)).toEqual(expect.arrayContaining([...OF_TWO_PROXIES]))
  })

  itWhenFull(
    'debit no sale twice where the service takes old keys, although it takes confirms of leaders that were replaced',
    async () => {
      const plans = [2_004, 2_005, 2_007].map((seed) => ({ seed, sales: 300 }))
      const { failures, lateConfirms } = await simulate(plans, 'two-proxies-old-keys')
      expect(failures).toEqual([])
      expect(countAll(lateConfirms)).toBeGreaterThan(2)
    },
  )

  it('live the same day again from the same seed', async () => {
    const day = { seed: 7, sales: 60, variant: 'two-proxies' } as const
    const { hash } = await runShop(day)
    expect((await runShop(day)).hash).toBe(hash)
  })
})
