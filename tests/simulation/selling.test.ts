import { describe, expect, it } from 'vitest'

import { ALL_FAULTS } from './faults.ts'
import { runShop } from './run.ts'
import { countAll, planShops, simulate } from './simulate.ts'

describe('shops where everything goes wrong', () => {
  it('debit each sale once, or not, and say which', { timeout: 1_200_000 }, async () => {
    const { sales, faults, failures } = await simulate(planShops(1_001, 5_000), 'plain')
    expect(failures).toEqual([])
    expect(sales).toBeGreaterThan(4_000)
    expect(countAll(faults)).toBeGreaterThan(8_000)
    expect(Object.keys(faults).toSorted()).toEqual(ALL_FAULTS.toSorted())
  })

  it('live the same day again from the same seed', async () => {
    const first = await runShop({ seed: 7, sales: 150 })
    const again = await runShop({ seed: 7, sales: 150 })
    const other = await runShop({ seed: 8, sales: 150 })
    expect(again.hash).toBe(first.hash)
    expect(other.hash).not.toBe(first.hash)
  })
})
