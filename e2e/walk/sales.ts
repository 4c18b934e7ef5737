import { ulid } from 'ulid'

import type { OpenSale } from '#contract/proxy/sales.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
import { paths } from '#browser/paths.ts'
import type { MessageId } from '#browser/i18n/locale.ts'
import { openInternational } from '../support/sell-international.ts'
import { findVoucher, sellVoucher, write } from '../support/sell-voucher.ts'
import { expect } from '../support/shop.ts'
import type { Stop, Walk, Walker } from './walk.ts'

type RecipientName = keyof typeof recipients

const rechargeOf = (name: RecipientName): OpenSale => ({
  kind: 'direct',
  serviceId: 'qamra-rc',
  amount: '125',
  account: `0${recipients[name].slice(3)}`,
})

/** Opens a sale past the screen; its review is on its page. */
async function open({ page, shop }: Walker, content: OpenSale): Promise<string> {
  const id = ulid()
  await write(page.request, 'PUT', `${shop.url}/api/sales/${id}`, content)
  return id
}

/** As `open`, and sends it. */
export async function send(walker: Walker, content: OpenSale): Promise<string> {
  const id = await open(walker, content)
  await write(walker.page.request, 'POST', `${walker.shop.url}/api/sales/${id}/confirm`, {})
  return id
}

export const sendTo = (walker: Walker, name: RecipientName): Promise<string> => send(walker, rechargeOf(name))

/** A recharge that was sent to a named number, in the state that it comes to. */
const recharge = (recipient: RecipientName, state: MessageId, action?: Stop['action']): Stop => ({
  name: `sale: ${recipient}`,
  reach: async (walker) => {
    await walker.goTo(paths.sale(await sendTo(walker, recipient)))
    await walker.sees(state, { brand: 'Qamra' })
  },
  ...(action && { action }),
})

/** A code that was sold, whole on screen. */
const code = (name: VoucherName, state: MessageId = 'delivery.hide'): Stop => ({
  name: `code: ${name}`,
  reach: async (walker) => {
    await walker.goTo(paths.sale(await sellVoucher(walker.page, walker.shop, vouchers[name])))
    await walker.sees(state)
  },
  action: nextCustomer,
})

const nextCustomer: Stop['action'] = ({ buttonFrom }) => buttonFrom('sale.nextCustomer')

/** Comes from the ticket to the review of several codes. */
async function reviewCodes(walker: Walker, count: number): Promise<void> {
  const { goTo, button, buttonFrom } = walker
  await goTo(paths.sell())
  await goTo(paths.service(vouchers.number))
  for (let more = 1; more < count; more++) await button('ticket.more').click()
  await buttonFrom('ticket.review').click()
  await expect(buttonFrom('sale.sellCodes', { count })).toBeVisible()
}

export const sales: Walk = {
  name: 'a sale',
  person: 'Amal Rahman',
  stops: [
    {
      name: 'review: a recharge',
      reach: async (walker) => {
        await walker.goTo(paths.sale(await open(walker, rechargeOf('success'))))
        await expect(walker.buttonFrom('sale.send')).toBeVisible()
      },
      action: ({ buttonFrom }) => buttonFrom('sale.send'),
    },
    {
      name: 'review: a code',
      reach: async (walker) => {
        const content = await findVoucher(walker.page, walker.shop, vouchers.longName)
        await walker.goTo(paths.sale(await open(walker, content)))
        await expect(walker.buttonFrom('sale.sell')).toBeVisible()
      },
      action: ({ buttonFrom }) => buttonFrom('sale.sell'),
    },
    {
      name: 'review: refused',
      reach: async (walker) => {
        await walker.goTo(paths.sell())
        await walker.goTo(paths.service('qamra-rc'))
        await walker.page.getByLabel(walker.text('ticket.mobileNumber')).fill(recipients.checkRefused)
        await walker.page.getByLabel(walker.text('ticket.amount'), { exact: true }).fill('25')
        await walker.buttonFrom('ticket.review').click()
        await walker.sees('state.refused.heading')
      },
    },
    recharge('success', 'state.succeeded.heading', nextCustomer),
    recharge('succeedsAfterTwoFinds', 'state.pending.heading', nextCustomer),
    recharge('heldByTurnover', 'state.held.heading', nextCustomer),
    recharge('answerLostBefore', 'state.unknown.heading', nextCustomer),
    recharge('fails', 'state.failed.heading'),
    recharge('noFunds', 'state.not-executed.heading', ({ buttonFrom }) => buttonFrom('sale.abandon')),
    recharge('cancelled', 'state.cancelled.heading'),
    recharge('replaced', 'state.replaced.heading'),
    {
      name: 'sale: given up, refund due',
      reach: async (walker) => {
        const id = await sendTo(walker, 'noFunds')
        await walker.goTo(paths.sale(id))
        await walker.buttonFrom('sale.abandon').click()
        await expect(walker.page.getByRole('heading', { name: /125/ }).first()).toBeVisible()
      },
    },
    {
      name: 'sale: the same is in progress',
      reach: async (walker) => {
        await walker.goTo(paths.sell())
        await walker.goTo(paths.service('qamra-rc'))
        await walker.page.getByLabel(walker.text('ticket.mobileNumber')).fill(recipients.succeedsAfterTwoFinds)
        await walker.page.getByLabel(walker.text('ticket.amount'), { exact: true }).fill('125')
        await walker.buttonFrom('ticket.review').click()
        await walker.sees('sale.duplicate.open')
      },
    },
    {
      name: 'sale: not found',
      reach: async ({ goTo, sees }) => {
        await goTo(paths.sale('01KAJ8Q0000000000000000009'))
        await sees('sale.missing')
      },
    },
    code('numberAndSerial'),
    code('numberAndLink'),
    code('linkOnly'),
    code('alphanumeric'),
    code('longName'),
    code('emptyObject', 'state.code-coming.heading'),
    {
      name: 'code: shared',
      reach: async (walker) => {
        await walker.goTo(paths.sale(await sellVoucher(walker.page, walker.shop, vouchers.numberAndLink)))
        await walker.buttonFrom('delivery.share').click()
        await expect(walker.page.getByRole('dialog')).toBeVisible()
      },
    },
    {
      name: 'code: hidden',
      reach: async ({ page, button }) => {
        await page.reload()
        await expect(button('delivery.show')).toBeVisible()
      },
      action: nextCustomer,
    },
    {
      name: 'quantity: review',
      reach: (walker) => reviewCodes(walker, 10),
      action: ({ buttonFrom }) => buttonFrom('sale.sellCodes', { count: 10 }),
    },
    {
      name: 'quantity: sold',
      reach: async ({ buttonFrom, sees }) => {
        await buttonFrom('sale.sellCodes', { count: 10 }).click()
        await sees('batch.givenAll')
      },
      action: nextCustomer,
    },
    {
      name: 'quantity: stopped in the middle',
      reach: async (walker) => {
        walker.shop.sandbox.setBalance('100.00')
        await reviewCodes(walker, 3)
        await walker.buttonFrom('sale.sellCodes', { count: 3 }).click()
        await walker.sees('batch.reason.not-executed', { line: 3 })
      },
    },
  ],
}

const CHOSEN = '639175550142'

export const international: Walk = {
  name: 'international',
  person: 'Amal Rahman',
  stops: [
    {
      name: 'international: countries',
      reach: async ({ goTo, page, text }) => {
        await goTo(paths.international())
        await expect(page.getByLabel(text('international.search'))).toBeVisible()
        await expect(page.getByRole('main').locator('img').first()).toBeVisible()
      },
    },
    {
      name: 'international: all countries',
      reach: ({ button }) => button('international.allCount', { count: 70 }).click(),
    },
    {
      name: 'international: a code that countries share',
      reach: async ({ page, text }) => {
        await page.getByLabel(text('international.search')).fill('+1202')
        await expect(page.getByRole('main').getByRole('button').filter({ hasText: '+1' }).first()).toBeVisible()
      },
    },
    {
      name: 'international: operators',
      reach: async ({ goTo, page }) => {
        await goTo(paths.internationalCountry('PHL'))
        await expect(page.getByRole('button', { name: 'Islanet' })).toBeVisible()
      },
    },
    {
      name: 'international: half a number',
      reach: async ({ page, text, button }) => {
        await page.getByRole('button', { name: 'Islanet' }).click()
        await page.getByLabel(text('international.recipientNumber')).fill('917555')
        await expect(button('ticket.finishNumber')).toBeVisible()
      },
      action: ({ button }) => button('ticket.finishNumber'),
    },
    {
      name: 'international: the number of another country',
      reach: async ({ page, text }) => {
        const number = page.getByLabel(text('international.recipientNumber'))
        await number.fill('+91 98765 43210')
        await expect(number).toHaveAttribute('aria-invalid', 'true')
      },
    },
    {
      name: 'international: amounts',
      reach: async ({ page, text, button }) => {
        await page.getByLabel(text('international.recipientNumber')).fill('9175550142')
        await button('international.chooseAmount').click()
        await expect(page.getByRole('tab').first()).toBeVisible()
      },
    },
    {
      name: 'international: an amount is chosen',
      reach: async ({ page, buttonFrom }) => {
        await page.getByRole('tabpanel').getByRole('button').first().click()
        await expect(buttonFrom('ticket.review')).toBeVisible()
      },
      action: ({ buttonFrom }) => buttonFrom('ticket.review'),
    },
    {
      name: 'international: review',
      reach: async ({ page, shop, buttonFrom }) => {
        await openInternational(page, shop, CHOSEN)
        await expect(buttonFrom('sale.send')).toBeVisible()
      },
      action: ({ buttonFrom }) => buttonFrom('sale.send'),
    },
    {
      name: 'international: another operator',
      reach: async ({ page, shop, sees }) => {
        await openInternational(page, shop, internationalRecipients.otherOperator)
        await sees('sale.international.operatorDiffers')
      },
    },
    {
      name: 'international: sold',
      reach: async ({ page, shop, buttonFrom, sees }) => {
        await openInternational(page, shop, CHOSEN)
        await expect(buttonFrom('sale.send')).toHaveAttribute('aria-disabled', 'false')
        await buttonFrom('sale.send').click()
        await sees('state.succeeded.heading')
      },
      action: nextCustomer,
    },
  ],
}
