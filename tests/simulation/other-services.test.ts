import { expect, it } from 'vitest'

import { describeWhenFull } from '../support/level.ts'
import { planShops, simulate } from './simulate.ts'

/** One shop for each; `npm run simulate -- --variant` sells in as many as it is told. The seeds are those of shops in which it happens. */
const SALES = 500

describeWhenFull('a service that', { timeout: 1_200_000 }, () => {
  it('takes old keys debits no sale twice, and what it executes after the giving up is disputed', async () => {
    const { failures, ends } = await simulate(planShops(4, SALES), 'old-keys')
    expect(failures).toEqual([])
    expect(ends['abandoned, disputed']).toBeGreaterThan(0)
  })

  it('shows an accepted confirm only much later debits no sale twice, and what it shows after the giving up is disputed', async () => {
    const { failures, ends } = await simulate(planShops(4, SALES), 'late-to-show')
    expect(failures).toEqual([])
    expect(ends['abandoned, disputed']).toBeGreaterThan(0)
  })

  it('does not know what nobody confirmed leaves the unknown to a person', async () => {
    const { failures, ends } = await simulate(planShops(4, SALES), 'unknown-until-confirmed')
    expect(failures).toEqual([])
    expect(ends.unknown).toBeGreaterThan(0)
  })
})
