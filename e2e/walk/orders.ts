import { paths } from '#browser/paths.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { placeOrders } from '../support/kiosk.ts'
import { expect } from '../support/shop.ts'
import { typeByHand } from '../support/type-by-hand.ts'
import type { Walk, Walker } from './walk.ts'

const WISHES = [
  { kind: 'direct', serviceId: 'qamra-rc', amount: '500', account: '971501234567' },
  { kind: 'voucher', serviceId: vouchers.longName, amount: '399' },
] as const

/** What cashiers see of the orders of customers. */
export const orders: Walk = {
  name: 'the orders of customers',
  person: 'Amal Rahman',
  stops: [
    {
      name: 'orders: none',
      reach: async ({ goTo, sees }) => {
        await goTo(paths.orders())
        await sees('orders.none')
      },
    },
    {
      name: 'orders: one was scanned',
      reach: async ({ goTo, shop, page }) => {
        const [id = ''] = await placeOrders(shop, WISHES)
        await goTo(paths.order(id))
        await expect(page.getByRole('heading', { name: 'A-1' })).toBeVisible()
      },
      action: ({ page, text }) => page.getByRole('button', { name: new RegExp(`^${text('orders.take')}.*A-1$`) }),
    },
    {
      name: 'orders: its ticket',
      reach: async ({ page, text }) => {
        await page.getByRole('button', { name: new RegExp(`^${text('orders.take')}.*A-1$`) }).click()
        await expect(page.getByLabel(text('ticket.amount'), { exact: true })).toHaveValue('500')
        await expect(page.getByText(text('orders.ticketOf', { label: 'A-1' })).first()).toBeAttached()
      },
      action: ({ buttonFrom }) => buttonFrom('ticket.review'),
    },
    {
      name: 'orders: taken, and waiting',
      reach: async ({ goTo, page, text }) => {
        await goTo(paths.orders())
        await expect(page.getByRole('button', { name: text('orders.release'), exact: true })).toBeVisible()
      },
    },
  ],
}

const chooseQamra = async ({ page }: Walker) => {
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
}

/** What a customer sees at the tablet. */
export const selfOrder: Walk = {
  name: 'a tablet for self-order',
  stops: [
    {
      name: 'self-order: between two customers',
      reach: async ({ goTo, button }) => {
        await goTo(paths.sell())
        await expect(button('selfOrder.start')).toBeVisible()
      },
      action: ({ button }) => button('selfOrder.start'),
    },
    {
      name: 'self-order: products',
      reach: async ({ button, sees }) => {
        await button('selfOrder.start').click()
        await sees('selfOrder.choose')
      },
    },
    {
      name: 'self-order: number and amount',
      reach: async (walker) => {
        const { page, text } = walker
        await chooseQamra(walker)
        await page.getByLabel(text('ticket.mobileNumber')).fill('501234567')
        await page.getByLabel(text('ticket.amount'), { exact: true }).fill('500')
      },
      action: ({ buttonFrom }) => buttonFrom('selfOrder.goOn'),
    },
    {
      name: 'self-order: is this the right number',
      reach: async ({ buttonFrom, sees }) => {
        await buttonFrom('selfOrder.goOn').click()
        await sees('selfOrder.isNumberRight')
      },
      action: ({ button }) => button('selfOrder.correct'),
    },
    {
      name: 'self-order: the number of the order',
      reach: async ({ button, page }) => {
        const correct = button('selfOrder.correct')
        await expect(correct).toHaveAttribute('aria-busy', 'false')
        await correct.click()
        await expect(page.getByRole('heading', { name: /A-1/ })).toBeVisible()
      },
      action: ({ button }) => button('selfOrder.done'),
    },
    {
      name: 'self-order: a voucher for an account',
      reach: async ({ button, page, text }) => {
        await button('selfOrder.done').click()
        await button('selfOrder.start').click()
        await page.getByRole('button', { name: /^Shopping/ }).click()
        await page.getByRole('button', { name: /^Zolta Wallet/ }).click()
        await page.getByLabel(text('ticket.contact')).fill('a.long.name.of.somebody@shop.example')
        await page.getByLabel(text('ticket.amount'), { exact: true }).fill('1000')
      },
      action: ({ buttonFrom }) => buttonFrom('selfOrder.goOn'),
    },
    {
      name: 'self-order: is this the right address',
      reach: async ({ buttonFrom, sees }) => {
        await buttonFrom('selfOrder.goOn').click()
        await sees('selfOrder.isRight')
      },
      action: ({ button }) => button('selfOrder.correct'),
    },
    {
      name: 'self-order: to which country',
      reach: async ({ button, page, sees, text }) => {
        await page.getByRole('button', { name: text('selfOrder.startOver') }).click()
        await button('selfOrder.start').click()
        await page.getByRole('button', { name: /^International/ }).click()
        await sees('international.slip')
      },
    },
    {
      name: 'self-order: to which number and operator',
      reach: async ({ page, text }) => {
        await page.getByLabel(text('selfOrder.internationalNumber')).click()
        await typeByHand(page, '639170000001')
        await page.getByRole('button', { name: /Islanet/ }).click()
        await expect(page.getByRole('button', { name: /Islanet/ })).toHaveAttribute('aria-pressed', 'true')
      },
      action: ({ buttonFrom }) => buttonFrom('selfOrder.goOn'),
    },
    {
      name: 'self-order: how much of an international top-up',
      reach: async ({ buttonFrom, page }) => {
        await buttonFrom('selfOrder.goOn').click()
        await expect(page.getByRole('button', { name: /Load 300|300/ }).first()).toBeVisible()
      },
    },
    {
      name: 'self-order: is this the right number of an international top-up',
      reach: async ({ page, sees }) => {
        await page.getByRole('button', { name: /300/ }).first().click()
        await sees('selfOrder.isNumberRight')
      },
      action: ({ button }) => button('selfOrder.correct'),
    },
  ],
}
