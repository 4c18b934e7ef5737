import { expect, it } from 'vitest'

import { ALL_FAULTS } from './faults.ts'
import { countAll, planShops, simulate } from './simulate.ts'

it(
  'more shops where everything goes wrong debit each sale once, or not, and say which',
  { timeout: 1_200_000 },
  async () => {
    const { sales, faults, failures } = await simulate(planShops(1_001, 12_100), 'plain')
    expect(failures).toEqual([])
    expect(sales).toBeGreaterThan(10_000)
    expect(countAll(faults)).toBeGreaterThan(20_000)
    expect(Object.keys(faults).toSorted()).toEqual(ALL_FAULTS.toSorted())
  },
)
