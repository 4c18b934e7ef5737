import type { Locator } from 'playwright/test'
import { ulid } from 'ulid'

import type { OpenSale } from '#api/sales.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
import { paths } from '#browser/paths.ts'
import type { MessageId } from '#browser/i18n/locale.ts'
import { findVoucher, sellVoucher, write } from '../support/sell-voucher.ts'
import { expect } from '../support/shop.ts'
import { named, from, dialogOf, lastInDialog, stop, type Stop, type Walk, type Walker } from './walk.ts'

type RecipientName = keyof typeof recipients

export const rechargeOf = (name: RecipientName): OpenSale => ({
  kind: 'direct',
  serviceId: 'qamra-rc',
  amount: '125',
  account: `0${recipients[name].slice(3)}`,
})

export async function openSaleOf({ page, shop }: Walker, content: OpenSale): Promise<string> {
  const id = ulid()
  await write(page.request, 'PUT', `${shop.url}/api/sales/${id}`, content)
  return id
}

export async function send(walker: Walker, content: OpenSale): Promise<string> {
  const id = await openSaleOf(walker, content)
  await write(walker.page.request, 'POST', `${walker.shop.url}/api/sales/${id}/confirm`, {})
  return id
}

export const sendTo = (walker: Walker, name: RecipientName): Promise<string> => send(walker, rechargeOf(name))

const recharge = (recipient: RecipientName, state: MessageId, action?: Stop['action']): Stop => ({
  name: `sale: ${recipient}`,
  reach: async (walker) => {
    await walker.follow(paths.sale(await sendTo(walker, recipient)))
    // The history may contain the same words even before the sale is in that state.
    await expect(walker.page.getByRole('heading', { name: walker.text(state, { brand: 'Qamra' }) })).toBeVisible()
  },
  ...(action && { action }),
})

const code = (name: VoucherName, state: MessageId = 'delivery.hide'): Stop => ({
  name: `code: ${name}`,
  reach: async (walker) => {
    await walker.follow(paths.sale(await sellVoucher(walker.page, walker.shop, vouchers[name])))
    await walker.sees(state)
  },
  action: nextCustomer,
})

/** A code that may have been printed: the page asks about it. */
const unclearPrint: Stop = stop('code: is it on paper?', named('delivery.onPaperNo'), async (walker) => {
  const id = await sellVoucher(walker.page, walker.shop, vouchers.number)
  await write(walker.page.request, 'POST', `${walker.shop.url}/api/sales/${id}/print-report`, { way: 'usb' })
  await walker.goTo(paths.sale(id))
  await expect(walker.page.getByText(walker.text('delivery.onPaper'))).toBeVisible()
})

export const nextCustomer = ({ buttonFrom }: Walker): Locator =>
  buttonFrom('sale.nextCustomer').or(buttonFrom('delivery.givenNext'))

export async function reviewCodes(
  { goTo, button, buttonFrom }: Walker,
  count: number,
  action = buttonFrom('sale.sellCodes', { count }),
): Promise<void> {
  await goTo(paths.sell())
  await goTo(paths.service(vouchers.number))
  for (let more = 1; more < count; more++) await button('ticket.more').click()
  await buttonFrom('ticket.review').click()
  await expect(action).toBeVisible()
}

export const sales: Walk = {
  name: 'a sale',
  person: 'Amal Rahman',
  stops: [
    stop('review: a recharge', from('sale.send'), async (walker) => {
      await walker.follow(paths.sale(await openSaleOf(walker, rechargeOf('success'))))
      await expect(walker.buttonFrom('sale.send')).toBeVisible()
    }),
    stop('review: a code', from('sale.sell'), async (walker) => {
      const content = await findVoucher(walker.page, walker.shop, vouchers.longName)
      await walker.goTo(paths.sale(await openSaleOf(walker, content)))
      await expect(walker.buttonFrom('sale.sell')).toBeVisible()
    }),
    stop('review: refused', async (walker) => {
      await walker.goTo(paths.sell())
      await walker.goTo(paths.service('qamra-rc'))
      await walker.page.getByLabel(walker.text('ticket.mobileNumber')).fill(recipients.checkRefused)
      await walker.page.getByLabel(walker.text('ticket.amount'), { exact: true }).fill('25')
      await walker.buttonFrom('ticket.review').click()
      await walker.sees('state.refused.heading')
    }),
    recharge('success', 'state.succeeded.heading', nextCustomer),
    recharge('succeedsAfterTwoFinds', 'state.pending.heading', nextCustomer),
    recharge('heldByTurnover', 'state.held.heading', nextCustomer),
    recharge('answerLostBefore', 'state.unknown.heading', nextCustomer),
    recharge('fails', 'state.failed.heading'),
    recharge('canceled', 'state.canceled.heading'),
    recharge('replaced', 'state.replaced.heading'),
    stop('sale: the same is in progress', async (walker) => {
      await walker.goTo(paths.sell())
      await walker.goTo(paths.service('qamra-rc'))
      await walker.page.getByLabel(walker.text('ticket.mobileNumber')).fill(recipients.succeedsAfterTwoFinds)
      await walker.page.getByLabel(walker.text('ticket.amount'), { exact: true }).fill('125')
      await walker.buttonFrom('ticket.review').click()
      await walker.sees('sale.duplicate.open')
    }),
    stop('sale: not found', async ({ goTo, sees }) => {
      await goTo(paths.sale('01KAJ8Q0000000000000000009'))
      await sees('sale.missing')
    }),
    code('numberAndSerial'),
    code('numberAndLink'),
    code('linkOnly'),
    code('grouped'),
    code('reference'),
    code('alphanumeric'),
    code('longName'),
    code('emptyObject', 'state.code-coming.heading'),
    stop('code: shared', async (walker) => {
      await walker.goTo(paths.sale(await sellVoucher(walker.page, walker.shop, vouchers.numberAndLink)))
      await walker.buttonFrom('delivery.share').click()
      await expect(dialogOf(walker)).toBeVisible()
    }),
    stop('code: hidden', nextCustomer, async ({ page, button }) => {
      await page.reload()
      await expect(button('delivery.show')).toBeVisible()
    }),
    unclearPrint,
    stop('quantity: review', from('sale.sellCodes', { count: 10 }), (walker) => reviewCodes(walker, 10)),
    stop('quantity: sold', nextCustomer, async ({ buttonFrom, sees }) => {
      await buttonFrom('sale.sellCodes', { count: 10 }).click()
      await sees('delivery.hide')
    }),
    stop('quantity: its codes hidden', nextCustomer, async ({ button, sees }) => {
      await button('delivery.hide').click()
      await sees('batch.undelivered', { count: 10 })
    }),
    stop('code: of a colleague, asked for with a reason', async (walker) => {
      const { page, shop } = walker
      const id = await sellVoucher(page, shop, vouchers.numberAndLink)
      await write(page.request, 'DELETE', `${shop.url}/api/session`, {})
      await shop.signIn(page, 'Hamad Saleh')
      await walker.goTo(paths.sale(id))
      await walker.button('delivery.show').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }),
  ],
}

export const refusedSales: Walk = {
  name: 'a refused sale',
  person: 'Amal Rahman',
  stops: [
    recharge('noFunds', 'state.not-executed.heading', from('sale.abandon')),
    stop('sale: given up, refund due', async ({ page, buttonFrom }) => {
      await buttonFrom('sale.abandon').click()
      await expect(page.getByRole('heading', { name: /125/ }).first()).toBeVisible()
    }),
    stop('open items: a refund is due', async ({ goTo, sees }) => {
      await goTo(paths.openItems())
      await sees('openItems.section.refunds')
    }),
    stop('open items: the question before a refund', lastInDialog, async ({ page }) => {
      await page.getByRole('table').getByRole('button', { name: /125/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }),
    stop('quantity: stopped in the middle', async (walker) => {
      walker.shop.sandbox.setBalance('100.00')
      await reviewCodes(walker, 3)
      await walker.buttonFrom('sale.sellCodes', { count: 3 }).click()
      await walker.sees('batch.reason.not-executed', { line: 3 })
    }),
    stop('quantity: gone on, nothing handed over', async (walker) => {
      walker.shop.sandbox.setBalance('1000.00')
      await walker.buttonFrom('batch.goOn').click()
      await expect(walker.page.getByRole('list', { name: walker.text('ticket.codes', { count: 3 }) })).toBeVisible()
      await walker.page.reload()
      await walker.sees('batch.undelivered', { count: 3 })
    }),
  ],
}
