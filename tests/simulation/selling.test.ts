import { describe, expect, it } from 'vitest'

import { ALL_FAULTS } from './faults.ts'
import { atLevel, isFull } from '../support/level.ts'
import { runShop } from './run.ts'
import { countAll, planShops, simulate } from './simulate.ts'

const A_DAY = atLevel(40, 150)
const SALES = atLevel(500, 5_000)

describe('shops where everything goes wrong', () => {
  it('debit each sale once, or not, and say which', { timeout: 1_200_000 }, async () => {
    const { sales, faults, failures } = await simulate(planShops(atLevel(1_002, 1_001), SALES), 'plain')
    expect(failures).toEqual([])
    expect(sales).toBeGreaterThan(atLevel(350, 4_000))
    expect(countAll(faults)).toBeGreaterThan(atLevel(1_500, 8_000))
    if (isFull) expect(Object.keys(faults).toSorted()).toEqual(ALL_FAULTS.toSorted())
  })

  it('live the same day again from the same seed', async () => {
    const first = await runShop({ seed: 7, sales: A_DAY })
    const again = await runShop({ seed: 7, sales: A_DAY })
    const other = await runShop({ seed: 8, sales: A_DAY })
    expect(again.hash).toBe(first.hash)
    expect(other.hash).not.toBe(first.hash)
  })
})
