import { expect, it } from 'vitest'

import { PUT_BACK } from './faults.ts'
import { atLevel } from '../support/level.ts'
import { runShop } from './run.ts'
import { planShops, simulate } from './simulate.ts'

const SALES = atLevel(300, 1_200)

/** The long run is `npm run simulate -- --variant put-back --sales 200000`. */
it('shops whose journal is put back debit no sale twice, and say of each that is in it what became of it', async () => {
  const { sales, faults, failures } = await simulate(planShops(3_001, SALES), 'put-back')
  expect(failures).toEqual([])
  expect(sales).toBeGreaterThan(SALES / 2)
  expect(faults[PUT_BACK]).toBeGreaterThan(atLevel(0, 3))
}, 1_200_000)

it('such a shop lives the same day again from the same seed', async () => {
  const day = { seed: 7, sales: 60, variant: 'put-back' } as const
  const { hash } = await runShop(day)
  expect((await runShop(day)).hash).toBe(hash)
})
