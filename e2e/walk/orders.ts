import type { FailureCode } from '#api/failure.ts'
import type { MessageId } from '#browser/i18n/locale.ts'
import { paths } from '#browser/paths.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { placeOrders } from '../support/kiosk.ts'
import { expect, typeByHand } from '../support/shop.ts'
import { named, from, stop, type Walk, type Walker } from './walk.ts'

const WISHES = [
  { kind: 'direct', serviceId: 'qamra-rc', amount: '500', account: '971501234567' },
  { kind: 'voucher', serviceId: vouchers.longName, amount: '399' },
] as const

export const orders: Walk = {
  name: 'the orders of customers',
  person: 'Amal Rahman',
  stops: [
    stop('orders: none', async ({ follow, sees }) => {
      await follow(paths.orders())
      await sees('orders.none')
    }),
    stop(
      'orders: one was scanned',
      ({ page, text }) => page.getByRole('button', { name: new RegExp(`^${text('orders.take')}.*A-1$`) }),
      async ({ goTo, shop, page }) => {
        const [id = ''] = await placeOrders(shop, WISHES)
        await goTo(paths.order(id))
        await expect(page.getByRole('heading', { name: 'A-1' })).toBeVisible()
      },
    ),
    stop('orders: its ticket', from('ticket.review'), async ({ page, text }) => {
      await page.getByRole('button', { name: new RegExp(`^${text('orders.take')}.*A-1$`) }).click()
      await expect(page.getByLabel(text('ticket.amount'), { exact: true })).toHaveValue('500')
      await expect(page.getByText(text('orders.ticketOf', { label: 'A-1' })).first()).toBeAttached()
    }),
    stop('orders: taken, and waiting', async ({ goTo, page, text }) => {
      await goTo(paths.orders())
      await expect(page.getByRole('button', { name: text('orders.release'), exact: true })).toBeVisible()
    }),
  ],
}

/** Opens an invitation that the server rejects. */
const opensInvitation =
  (status: number, code: FailureCode, sees: MessageId) =>
  async ({ goTo, page, sees: isSeen }: Walker) => {
    await page.route('**/api/orders/phone', (route) =>
      route.fulfill({ status, json: { code, message: '', moneyMoved: 'no' } }),
    )
    await goTo(`${paths.phone()}#${code}`)
    await isSeen(sees)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

const chooseQamra = async ({ page }: Walker) => {
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
}

export const selfOrder: Walk = {
  name: 'a tablet for self-order',
  stops: [
    stop('self-order: between two customers', named('selfOrder.start'), async ({ goTo, button }) => {
      await goTo(paths.sell())
      await expect(button('selfOrder.start')).toBeVisible()
    }),
    stop('self-order: products', async ({ button, sees }) => {
      await button('selfOrder.start').click()
      await sees('selfOrder.choose')
    }),
    stop('self-order: number and amount', from('selfOrder.goOn'), async (walker) => {
      const { page, text } = walker
      await chooseQamra(walker)
      await page.getByLabel(text('ticket.mobileNumber')).fill('501234567')
      await page.getByLabel(text('ticket.amount'), { exact: true }).fill('500')
    }),
    stop('self-order: is this the right number', named('selfOrder.correct'), async ({ buttonFrom, sees }) => {
      await buttonFrom('selfOrder.goOn').click()
      await sees('selfOrder.isNumberRight')
    }),
    stop('self-order: the number of the order', named('selfOrder.done'), async ({ button, page }) => {
      const correct = button('selfOrder.correct')
      await expect(correct).toHaveAttribute('aria-busy', 'false')
      await correct.click()
      await expect(page.getByRole('heading', { name: /A-1/ })).toBeVisible()
    }),
    stop('self-order: a voucher for an account', from('selfOrder.goOn'), async ({ button, page, text }) => {
      await button('selfOrder.done').click()
      await button('selfOrder.start').click()
      await page.getByRole('button', { name: /^Shopping/ }).click()
      await page.getByRole('button', { name: /^Zolta Wallet/ }).click()
      await page.getByLabel(text('ticket.contact')).fill('a.long.name.of.somebody@shop.example')
      await page.getByLabel(text('ticket.amount'), { exact: true }).fill('1000')
    }),
    stop('self-order: is this the right address', named('selfOrder.correct'), async ({ buttonFrom, sees }) => {
      await buttonFrom('selfOrder.goOn').click()
      await sees('selfOrder.isRight')
    }),
    stop('self-order: to which country', async ({ button, page, sees, text }) => {
      await page.getByRole('button', { name: text('selfOrder.startOver') }).click()
      await button('selfOrder.start').click()
      await page.getByRole('button', { name: /^International/ }).click()
      await sees('international.slip')
    }),
    stop('self-order: to which number and operator', from('selfOrder.goOn'), async ({ page, text }) => {
      await page.getByLabel(text('selfOrder.internationalNumber')).click()
      await typeByHand(page, '639170000001')
      await page.getByRole('button', { name: /Islanet/ }).click()
      await expect(page.getByRole('button', { name: /Islanet/ })).toHaveAttribute('aria-pressed', 'true')
    }),
    stop('self-order: how much of an international top-up', async ({ buttonFrom, page }) => {
      await buttonFrom('selfOrder.goOn').click()
      await expect(page.getByRole('button', { name: /Load 300|300/ }).first()).toBeVisible()
    }),
    stop(
      'self-order: is this the right number of an international top-up',
      named('selfOrder.correct'),
      async ({ page, sees }) => {
        await page.getByRole('button', { name: /300/ }).first().click()
        await sees('selfOrder.isNumberRight')
      },
    ),
    stop('self-order: a phone with an old code', opensInvitation(401, 'wrong-code', 'phone.again')),
    stop('self-order: a device of a shop', opensInvitation(422, 'invalid-operation', 'phone.isTill')),
    stop(
      'self-order: a phone without an answer',
      named('storefront.tryAgain'),
      opensInvitation(429, 'rate-limited', 'selfOrder.away'),
    ),
  ],
}
