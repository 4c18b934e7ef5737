import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { paths } from '#browser/paths.ts'
import { setShopLimits } from '../support/as-supervisor.ts'
import { expect } from '../support/shop.ts'
import { named, from, stop, type Stop, type Walk, type Walker } from './walk.ts'

const QAMRA = 'qamra-rc'

export const ticketOf = async ({ goTo, page, text }: Walker, serviceId: string) => {
  await goTo(paths.sell())
  await goTo(paths.service(serviceId))
  await expect(page.getByRole('region', { name: text('ticket.region'), exact: true })).toBeVisible()
}
export const numberOn = ({ page, text }: Walker) => page.getByLabel(text('ticket.mobileNumber'))
export const amountOn = ({ page, text }: Walker) => page.getByLabel(text('ticket.amount'), { exact: true })
const review = ({ buttonFrom }: Walker) => buttonFrom('ticket.review')
const searchFor = async ({ page, text }: Walker, typed: string) => {
  await page.getByRole('button', { name: text('shell.search') }).click()
  await page.getByRole('combobox', { name: text('shell.search') }).fill(typed)
}

export const firstScreens: Walk = {
  name: 'signing in',
  stops: [
    stop('sign-in: names', async ({ goTo, sees }) => {
      await goTo(paths.signIn())
      await sees('signIn.title')
    }),
    stop(
      'sign-in: PIN',
      ({ page }) => page.getByRole('button', { name: '5', exact: true }),
      async ({ page }) => {
        await page.getByRole('button', { name: 'Amal' }).click()
        await page.keyboard.type('25')
      },
    ),
    stop('sign-in: forgot the PIN', async ({ button, page }) => {
      await button('signIn.forgot').click()
      await expect(page.getByText('Hamad').last()).toBeVisible()
    }),
    stop('sign-in: wrong PIN', async ({ goTo, page, sees }) => {
      await goTo(paths.signIn())
      await page.getByRole('button', { name: 'Amal' }).click()
      await page.keyboard.type('1379')
      await page.keyboard.press('Enter')
      await sees('failure.wrong-pin')
    }),
  ],
}

const TICKETS: Stop[] = [
  stop('ticket: empty', named('ticket.enterNumber'), async (walker) => {
    // A number that was typed before stays.
    await walker.goTo(paths.sell())
    await numberOn(walker).fill('')
    await ticketOf(walker, QAMRA)
  }),
  stop(
    'ticket: half a number, an amount between the steps',
    ({ page, text }) =>
      page
        .getByRole('button', { name: text('ticket.finishNumber') })
        .or(page.getByRole('button', { name: text('ticket.fixAmount') })),
    async (walker) => {
      await numberOn(walker).fill('50 123')
      await amountOn(walker).fill('52')
      await walker.sees('ticket.digitsToGo', { count: 4 })
    },
  ),
  stop('ticket: amount above the most', named('ticket.fixAmount'), async (walker) => {
    await numberOn(walker).fill(recipients.success)
    await amountOn(walker).fill('12500')
    await expect(walker.button('ticket.fixAmount')).toBeVisible()
  }),
  stop('ticket: ready', review, async (walker) => {
    await amountOn(walker).fill('500')
    await expect(review(walker)).toBeVisible()
  }),
  stop('ticket: fixed price', review, async (walker) => {
    await ticketOf(walker, 'qamra_data_15GB')
    await numberOn(walker).fill(recipients.success)
  }),
  stop('ticket: a code', review, (walker) => ticketOf(walker, vouchers.number)),
  stop('ticket: several codes of a long name, with a customer', review, async (walker) => {
    await ticketOf(walker, vouchers.longName)
    for (let more = 1; more < 10; more++) await walker.button('ticket.more').click()
    await walker.button('ticket.addCustomer').click()
    await walker.page.getByLabel(walker.text('ticket.customer')).fill('a.very.long.name.of.somebody@mail.example.com')
  }),
  stop(
    'ticket: a code with an account and a range',
    ({ button }) => button('ticket.enterAccount').or(button('ticket.enterAmount')),
    async (walker) => {
      await ticketOf(walker, vouchers.accountRequiredRanged)
    },
  ),
  stop('ticket: a code with a warning', review, (walker) => ticketOf(walker, vouchers.warned)),
]

export const selling: Walk = {
  name: 'selling',
  person: 'Amal Rahman',
  stops: [
    stop('sell: products', async ({ follow, page }) => {
      await follow(paths.sell())
      await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
    }),
    stop('sell: a category', async ({ page }) => {
      await page.getByRole('button', { name: /Mobile recharge/ }).click()
      await expect(page.getByRole('button', { name: /Qamra Recharge/ })).toBeVisible()
    }),
    stop('sell: found by name', async (walker) => {
      await walker.goTo(paths.sell())
      await searchFor(walker, 'qamra')
      await expect(walker.page.getByText('Qamra Recharge').first()).toBeVisible()
    }),
    stop('sell: a number typed first', async (walker) => {
      await walker.page.keyboard.press('Escape')
      await numberOn(walker).fill('501234567')
      await expect(walker.page.getByRole('group', { name: walker.text('quick.operators') })).toBeVisible()
    }),
    stop('sell: nothing found', async (walker) => {
      await searchFor(walker, 'qqqqq')
      await walker.sees('search.none', { text: 'qqqqq' })
    }),
    ...TICKETS,
    stop('ticket: a product that is not sold now', async (walker) => {
      await walker.goTo(paths.service('velto_roaming'))
      await walker.sees('ticket.notSellable')
    }),
    stop('sell: a favorite', async (walker) => {
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
    }),
    stop('review: above a limit', from('sale.send'), async (walker) => {
      await setShopLimits(walker.shop, { currency: 'AED', perSale: '20' })
      await ticketOf(walker, QAMRA)
      await numberOn(walker).fill(recipients.success)
      await amountOn(walker).fill('500')
      await review(walker).click()
      await walker.sees('ticket.aboveLimit.shop')
    }),
    stop('limit: a supervisor is needed', async ({ buttonFrom, page, text }) => {
      await buttonFrom('sale.send').click()
      await expect(page.getByRole('dialog', { name: text('limit.title') })).toBeVisible()
    }),
  ],
}
