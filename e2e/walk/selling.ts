import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { paths } from '#browser/paths.ts'
import { setShopLimits } from '../support/as-supervisor.ts'
import { expect } from '../support/shop.ts'
import type { Stop, Walk, Walker } from './walk.ts'

const QAMRA = 'qamra-rc'

/** Opens the ticket of a service with its product in the address, as the search does it. */
const ticketOf = async ({ goTo, page, text }: Walker, serviceId: string) => {
  await goTo(paths.sell())
  await goTo(paths.service(serviceId))
  await expect(page.getByRole('region', { name: text('ticket.region'), exact: true })).toBeVisible()
}
const numberOn = ({ page, text }: Walker) => page.getByLabel(text('ticket.mobileNumber'))
const amountOn = ({ page, text }: Walker) => page.getByLabel(text('ticket.amount'), { exact: true })
const review = ({ buttonFrom }: Walker) => buttonFrom('ticket.review')
const searchOn = ({ page, text }: Walker) => page.getByLabel(text('storefront.search'))

export const firstScreens: Walk = {
  name: 'signing in',
  stops: [
    {
      name: 'sign-in: names',
      reach: async ({ goTo, sees }) => {
        await goTo(paths.signIn())
        await sees('signIn.title')
      },
    },
    {
      name: 'sign-in: PIN',
      reach: async ({ page }) => {
        await page.getByRole('button', { name: 'Amal' }).click()
        await page.keyboard.type('25')
      },
      action: ({ page }) => page.getByRole('button', { name: '5', exact: true }),
    },
    {
      name: 'sign-in: forgot the PIN',
      reach: async ({ button, page }) => {
        await button('signIn.forgot').click()
        await expect(page.getByText('Hamad').last()).toBeVisible()
      },
    },
    {
      name: 'sign-in: wrong PIN',
      reach: async ({ goTo, page, sees }) => {
        await goTo(paths.signIn())
        await page.getByRole('button', { name: 'Amal' }).click()
        await page.keyboard.type('1379')
        await page.keyboard.press('Enter')
        await sees('failure.wrong-pin')
      },
    },
  ],
}

const TICKETS: Stop[] = [
  {
    name: 'ticket: empty',
    reach: (walker) => ticketOf(walker, QAMRA),
    action: ({ button }) => button('ticket.enterNumber'),
  },
  {
    name: 'ticket: half a number, an amount between the steps',
    reach: async (walker) => {
      await numberOn(walker).fill('50 123')
      await amountOn(walker).fill('52')
      await walker.sees('ticket.digitsToGo', { count: 4 })
    },
    action: ({ page, text }) =>
      page
        .getByRole('button', { name: text('ticket.finishNumber') })
        .or(page.getByRole('button', { name: text('ticket.fixAmount') })),
  },
  {
    name: 'ticket: amount above the most',
    reach: async (walker) => {
      await numberOn(walker).fill(recipients.success)
      await amountOn(walker).fill('12500')
      await expect(walker.button('ticket.fixAmount')).toBeVisible()
    },
    action: ({ button }) => button('ticket.fixAmount'),
  },
  {
    name: 'ticket: ready',
    reach: async (walker) => {
      await amountOn(walker).fill('500')
      await expect(review(walker)).toBeVisible()
    },
    action: review,
  },
  {
    name: 'ticket: fixed price',
    reach: async (walker) => {
      await ticketOf(walker, 'qamra_data_15GB')
      await numberOn(walker).fill(recipients.success)
    },
    action: review,
  },
  {
    name: 'ticket: a code',
    reach: (walker) => ticketOf(walker, vouchers.number),
    action: review,
  },
  {
    name: 'ticket: several codes of a long name, with a customer',
    reach: async (walker) => {
      await ticketOf(walker, vouchers.longName)
      for (let more = 1; more < 10; more++) await walker.button('ticket.more').click()
      await walker.button('ticket.addCustomer').click()
      await walker.page.getByLabel(walker.text('ticket.customer')).fill('a.very.long.name.of.somebody@mail.example.com')
    },
    action: review,
  },
  {
    name: 'ticket: a code with an account and a range',
    reach: async (walker) => {
      await ticketOf(walker, vouchers.accountRequiredRanged)
    },
    action: ({ button }) => button('ticket.enterAccount').or(button('ticket.enterAmount')),
  },
  {
    name: 'ticket: a code with a warning',
    reach: (walker) => ticketOf(walker, vouchers.warned),
    action: review,
  },
]

export const selling: Walk = {
  name: 'selling',
  person: 'Amal Rahman',
  stops: [
    {
      name: 'sell: products',
      reach: async ({ goTo, page }) => {
        await goTo(paths.sell())
        await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
      },
    },
    {
      name: 'sell: a category',
      reach: async ({ page }) => {
        await page.getByRole('button', { name: /Mobile recharge/ }).click()
        await expect(page.getByRole('button', { name: /Qamra Recharge/ })).toBeVisible()
      },
    },
    {
      name: 'sell: found by name',
      reach: async (walker) => {
        await walker.goTo(paths.sell())
        await searchOn(walker).fill('qamra')
        await expect(walker.page.getByText('Qamra Recharge').first()).toBeVisible()
      },
    },
    {
      name: 'sell: a number typed first',
      reach: async (walker) => {
        await searchOn(walker).fill('501234567')
        await expect(searchOn(walker)).toHaveValue('50 123 4567')
      },
    },
    {
      name: 'sell: nothing found',
      reach: async (walker) => {
        await searchOn(walker).fill('qqqqq')
        await expect(walker.page.getByText('Qamra Recharge')).toHaveCount(0)
      },
    },
    ...TICKETS,
    {
      name: 'ticket: a product that is not sold now',
      reach: async (walker) => {
        await walker.goTo(paths.service('velto_roaming'))
        await walker.sees('ticket.notSellable')
      },
    },
    {
      name: 'sell: a favorite',
      reach: async (walker) => {
        const { page, text } = walker
        await ticketOf(walker, QAMRA)
        await numberOn(walker).fill(recipients.success)
        await amountOn(walker).fill('500')
        const what = text('quick.add', { what: '' })
          .replace(/[\u2068\u2069]/g, '')
          .trim()
        await page.getByRole('button', { name: what }).first().click()
        await walker.goTo(paths.sell())
        await expect(page.getByRole('region', { name: text('quick.favorites') })).toBeVisible()
      },
    },
    {
      name: 'review: above a limit',
      reach: async (walker) => {
        await setShopLimits(walker.shop, { currency: 'AED', perSale: '20' })
        await ticketOf(walker, QAMRA)
        await numberOn(walker).fill(recipients.success)
        await amountOn(walker).fill('500')
        await review(walker).click()
        await walker.sees('ticket.aboveLimit.shop')
      },
      action: ({ buttonFrom }) => buttonFrom('sale.send'),
    },
    {
      name: 'limit: a supervisor is needed',
      reach: async ({ buttonFrom, page, text }) => {
        await buttonFrom('sale.send').click()
        await expect(page.getByRole('dialog', { name: text('limit.title') })).toBeVisible()
      },
    },
  ],
}
