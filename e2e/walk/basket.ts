import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { paths } from '#browser/paths.ts'
import { expect } from '../support/shop.ts'
import { nextCustomer } from './sales.ts'
import { amountOn, numberOn, ticketOf } from './selling.ts'
import { from, stop, type Walk, type Walker } from './walk.ts'

async function addTopUp(walker: Walker, account: string, amount: string): Promise<void> {
  await ticketOf(walker, 'qamra-rc')
  await numberOn(walker).fill(account)
  await amountOn(walker).fill(amount)
  await walker.button('basket.add').click()
}

const basketOf = ({ page, text }: Walker) => page.getByRole('region', { name: text('basket.title'), exact: true })

/** What is sold as several lines, and what selling it leaves on the first page. */
export const baskets: Walk = {
  name: 'a basket',
  person: 'Amal Rahman',
  stops: [
    stop('basket: beside the products', from('basket.review'), async (walker) => {
      await addTopUp(walker, recipients.success, '500')
      await addTopUp(walker, recipients.fails, '30')
      await addTopUp(walker, recipients.checkRefused, '40')
      await ticketOf(walker, vouchers.longName)
      await walker.button('basket.add').click()
      await expect(basketOf(walker).getByRole('listitem')).toHaveCount(4)
    }),
    stop('basket: beside a ticket', from('ticket.review'), async (walker) => {
      await ticketOf(walker, vouchers.longName)
      await expect(walker.buttonFrom('ticket.review')).toBeVisible()
    }),
    stop('basket: a review, with a line that cannot be sold', from('lines.sell', { count: 3 }), async (walker) => {
      await walker.goTo(paths.sell())
      await walker.buttonFrom('basket.review').click()
      await walker.sees('lines.out')
      await expect(walker.buttonFrom('lines.sell', { count: 3 })).toBeVisible()
    }),
    stop('basket: sold in part', nextCustomer, async (walker) => {
      await walker.buttonFrom('lines.sell', { count: 3 }).click()
      await walker.sees('batch.soldOf', { sold: 2, of: 3 })
    }),
    stop('sell: what was sold last', async (walker) => {
      await walker.goTo(paths.sell())
      await walker.sees('salesList.last')
    }),
  ],
}
