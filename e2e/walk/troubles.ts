import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import type { MessageId } from '#browser/i18n/locale.ts'
import { paths } from '#browser/paths.ts'
import { sellVoucher } from '../support/sell-voucher.ts'
import { expect } from '../support/shop.ts'
import { nextCustomer, sendTo } from './sales.ts'
import { named, from, stop, type Walk, type Walker } from './walk.ts'

async function tell({ page, goTo }: Walker, facts: object): Promise<void> {
  await page.unroute('**/api/status')
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...facts } })
  })
  await goTo(paths.sell())
}

const alertOf = ({ page, text }: Walker, id: MessageId) =>
  page.getByRole('banner').getByRole('button', { name: text(id) })

export const troubles: Walk = {
  name: 'troubles',
  person: 'Hamad Saleh',
  stops: [
    stop('the wallet is low, and a lot is open', async (walker) => {
      await tell(walker, {
        wallet: 'low',
        isClockAhead: true,
        pinLocks: 2,
        openItems: 123,
        waiting: 120,
        attention: 2,
      })
      await expect(alertOf(walker, 'alerts.chip.wallet')).toBeVisible()
    }),
    stop('what needs attention', named('shell.close'), async (walker) => {
      await alertOf(walker, 'alerts.chip.wallet').click()
      await walker.sees('alerts.walletSupervisor')
    }),
    stop('the service does not answer', async (walker) => {
      await tell(walker, { service: 'unreachable' })
      await walker.sees('alerts.away.service')
    }),
    stop('selling is stopped', async (walker) => {
      await tell(walker, { service: 'stopped', reason: 'signature', posId: '20418' })
      await walker.sees('alerts.away.stopped.next')
    }),
    stop('why selling is stopped', named('storefront.tryAgain'), async (walker) => {
      await walker.button('alerts.away.why').click()
      await walker.sees('alerts.stopped.signature.next')
    }),
    stop('a new version is offered', named('shell.loadAgain'), async (walker) => {
      await tell(walker, { build: 'another' })
      await alertOf(walker, 'alerts.chip.update').click()
      await walker.sees('alerts.updateNext')
    }),
    stop('the till is away', async ({ page, goTo, text }) => {
      await page.unroute('**/api/status')
      await goTo(paths.sales())
      await expect(page.getByText(text('salesList.empty'))).toBeVisible()
      await page.route('**/api/**', (route) => route.abort())
      // The page asks twice before it reports this.
      await expect(page.getByText(text('alerts.away.till')).first()).toBeVisible()
    }),
  ],
}

export const idleLock: Walk = {
  name: 'a till that is left alone',
  person: 'Amal Rahman',
  stops: [
    stop('locked', async ({ page, sees }) => {
      // The page starts to watch for activity after the first screen; time before that doesn't count.
      await page.waitForFunction(() => localStorage.getItem('toptill-last-activity-at') !== null)
      await page.clock.fastForward('05:01')
      await sees('signIn.idle')
    }),
  ],
}

export const kiosk: Walk = {
  name: 'a kiosk',
  person: 'Amal Rahman',
  stops: [
    stop('kiosk: products', async ({ goTo, page }) => {
      await goTo(paths.sell())
      await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
    }),
    stop('kiosk: a product is chosen', async ({ page, button }) => {
      await page.getByRole('button', { name: /Mobile recharge/ }).click()
      await page.getByRole('button', { name: /Qamra Recharge/ }).click()
      await expect(button('kiosk.dock.both').or(button('ticket.enterNumber')).first()).toBeVisible()
    }),
    stop('kiosk: number and amount', from('ticket.review'), async ({ page, text, button }) => {
      await button('kiosk.dock.both').click()
      await page.getByLabel(text('ticket.mobileNumber')).fill(recipients.success)
      await page.getByLabel(text('ticket.amount'), { exact: true }).fill('500')
    }),
    stop('kiosk: review', from('sale.send'), async ({ buttonFrom }) => {
      await buttonFrom('ticket.review').click()
      await expect(buttonFrom('sale.send')).toBeVisible()
    }),
    stop('kiosk: sold', nextCustomer, async ({ buttonFrom, sees }) => {
      await buttonFrom('sale.send').click()
      await sees('state.succeeded.heading')
    }),
    stop('kiosk: a code', nextCustomer, async (walker) => {
      await walker.goTo(paths.sale(await sellVoucher(walker.page, walker.shop, vouchers.numberAndLink)))
      await walker.sees('delivery.hide')
    }),
    stop('kiosk: open sales', async (walker) => {
      await sendTo(walker, 'succeedsAfterTwoFinds')
      await walker.goTo(paths.sell())
      await walker.page.getByRole('banner').getByRole('button', { name: /\d/ }).first().click()
      await walker.sees('kiosk.openSales')
    }),
    stop('kiosk: the way out', async ({ page, goTo, button, sees }) => {
      await goTo(paths.sell())
      await button('kiosk.leaveByKey').focus()
      await page.keyboard.press('Enter')
      await sees('kiosk.leaveNext')
    }),
  ],
}
