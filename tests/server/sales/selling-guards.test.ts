import { describe, expect, it } from 'vitest'

import { RequestRefused } from '#server/lib/failures.ts'
import { aMoneyPath, cashier, refusal, sellerOf, type MoneyPathOptions } from '../../support/money-path.ts'
import { aSaleId, checkedSale, says } from '../../support/sales.ts'
import { aTill } from './batches/batch-till.ts'

describe.each<[what: string, begun: (options: MoneyPathOptions) => Promise<() => Promise<unknown>>]>([
  [
    'a sale',
    async (options) => {
      const { sales } = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) }, ...options })
      return () => sales.confirm(aSaleId(), {}, sellerOf(cashier))
    },
  ],
  [
    'a quantity',
    async (options) => {
      const till = await aTill({}, options)
      await till.open()
      return () => till.confirm([1, 2])
    },
  ],
])('%s that was opened before a change of its till is not sent', (_, begun) => {
  it('a confirm is rejected at a till that was switched to or from practice meanwhile', async () => {
    let isSwitched = false
    const refuseTerminal = () => {
      if (isSwitched) throw new RequestRefused(409, 'page-outdated', 'Reload the page.')
    }
    const confirm = await begun({ refuseTerminal })
    isSwitched = true
    await expect(confirm()).rejects.toMatchObject(refusal(409, 'page-outdated'))
  })

  it('a confirm is rejected at a till whose shift was closed meanwhile', async () => {
    const confirm = await begun({ drawers: { isOn: () => true, stateAt: async () => 'open' } })
    await expect(confirm()).rejects.toMatchObject(refusal(409, 'shift-needed'))
  })
})
