import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import type { MessageId } from '#browser/i18n/locale.ts'
import { paths } from '#browser/paths.ts'
import { sellVoucher } from '../support/sell-voucher.ts'
import { expect } from '../support/shop.ts'
import { nextCustomer, sendTo } from './sales.ts'
import type { Walk, Walker } from './walk.ts'

/** What the till says of itself from now on is not as usual. */
async function tell({ page, goTo }: Walker, facts: object): Promise<void> {
  await page.unroute('**/api/status')
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...facts } })
  })
  await goTo(paths.sell())
}

/** The chip in the bar. */
const alertOf = ({ page, text }: Walker, id: MessageId) =>
  page.getByRole('banner').getByRole('button', { name: text(id) })

export const troubles: Walk = {
  name: 'troubles',
  person: 'Hamad Saleh',
  stops: [
    {
      name: 'the wallet is low, and a lot is open',
      reach: async (walker) => {
        await tell(walker, {
          wallet: 'low',
          isClockAhead: true,
          pinLocks: 2,
          openItems: 123,
          waiting: 120,
          attention: 2,
        })
        await expect(alertOf(walker, 'alerts.chip.wallet')).toBeVisible()
      },
    },
    {
      name: 'what needs attention',
      reach: async (walker) => {
        await alertOf(walker, 'alerts.chip.wallet').click()
        await walker.sees('alerts.walletSupervisor')
      },
      action: ({ button }) => button('shell.close'),
    },
    {
      name: 'the service does not answer',
      reach: async (walker) => {
        await tell(walker, { service: 'unreachable' })
        await walker.sees('alerts.away.service')
      },
    },
    {
      name: 'selling is stopped',
      reach: async (walker) => {
        await tell(walker, { service: 'stopped', reason: 'signature', posId: '20418' })
        await expect(alertOf(walker, 'shell.stopped')).toBeVisible()
      },
    },
    {
      name: 'why selling is stopped',
      reach: async (walker) => {
        await alertOf(walker, 'shell.stopped').click()
        await walker.sees('alerts.stopped.signature.next')
      },
      action: ({ button }) => button('storefront.tryAgain'),
    },
    {
      name: 'a new version is offered',
      reach: async (walker) => {
        await tell(walker, { version: 'another' })
        await alertOf(walker, 'alerts.chip.update').click()
        await walker.sees('alerts.updateNext')
      },
      action: ({ button }) => button('shell.loadAgain'),
    },
    {
      name: 'the till is away',
      reach: async ({ page, goTo, text }) => {
        await page.unroute('**/api/status')
        await goTo(paths.sales())
        await expect(page.getByText(text('salesList.empty'))).toBeVisible()
        await page.route('**/api/**', (route) => route.abort())
        // It asks twice before it says so.
        await expect(page.getByText(text('alerts.away.till')).first()).toBeVisible({ timeout: 40_000 })
      },
    },
  ],
}

export const idleLock: Walk = {
  name: 'a till that is left alone',
  person: 'Amal Rahman',
  stops: [
    {
      name: 'locked',
      reach: async ({ page, sees }) => {
        // The watch for a hand comes behind the first screen; no time counts before.
        await page.waitForFunction(() => localStorage.getItem('toptill-last-activity-at') !== null)
        await page.clock.fastForward('05:01')
        await sees('signIn.idle')
      },
    },
  ],
}

export const kiosk: Walk = {
  name: 'a kiosk',
  person: 'Amal Rahman',
  stops: [
    {
      name: 'kiosk: products',
      reach: async ({ goTo, page }) => {
        await goTo(paths.sell())
        await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
      },
    },
    {
      name: 'kiosk: a product is chosen',
      reach: async ({ page, button }) => {
        await page.getByRole('button', { name: /Mobile recharge/ }).click()
        await page.getByRole('button', { name: /Qamra Recharge/ }).click()
        await expect(button('kiosk.dock.both').or(button('ticket.enterNumber')).first()).toBeVisible()
      },
    },
    {
      name: 'kiosk: number and amount',
      reach: async ({ page, text, button }) => {
        await button('kiosk.dock.both').click()
        await page.getByLabel(text('ticket.mobileNumber')).fill(recipients.success)
        await page.getByLabel(text('ticket.amount'), { exact: true }).fill('500')
      },
      action: ({ buttonFrom }) => buttonFrom('ticket.review'),
    },
    {
      name: 'kiosk: review',
      reach: async ({ buttonFrom }) => {
        await buttonFrom('ticket.review').click()
        await expect(buttonFrom('sale.send')).toBeVisible()
      },
      action: ({ buttonFrom }) => buttonFrom('sale.send'),
    },
    {
      name: 'kiosk: sold',
      reach: async ({ buttonFrom, sees }) => {
        await buttonFrom('sale.send').click()
        await sees('state.succeeded.heading')
      },
      action: nextCustomer,
    },
    {
      name: 'kiosk: a code',
      reach: async (walker) => {
        await walker.goTo(paths.sale(await sellVoucher(walker.page, walker.shop, vouchers.numberAndLink)))
        await walker.sees('delivery.hide')
      },
      action: nextCustomer,
    },
    {
      name: 'kiosk: open sales',
      reach: async (walker) => {
        await sendTo(walker, 'succeedsAfterTwoFinds')
        await walker.goTo(paths.sell())
        await walker.page.getByRole('banner').getByRole('button', { name: /\d/ }).first().click()
        await walker.sees('kiosk.openSales')
      },
    },
    {
      name: 'kiosk: the way out',
      reach: async ({ page, goTo, button, sees }) => {
        await goTo(paths.sell())
        await button('kiosk.leaveByKey').focus()
        await page.keyboard.press('Enter')
        await sees('kiosk.leaveNext')
      },
    },
  ],
}
