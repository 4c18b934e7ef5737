import type { MessageId } from '#browser/i18n/locale.ts'
import { paths } from '#browser/paths.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { changeSettings, turnDrawersOn, turnPaymentsOn } from '../support/as-supervisor.ts'
import { findVoucher } from '../support/sell-voucher.ts'
import { expect, typePin } from '../support/shop.ts'
import { nextCustomer, openSaleOf, rechargeOf, reviewCodes } from './sales.ts'
import { from, dialogOf, lastInDialog, stop, type Stop, type Walk, type Walker } from './walk.ts'

/** The keys of a review, the first of which is the exact amount. */
const keysOf = ({ page, text }: Walker, verb = text('sale.send')) =>
  page.getByRole('group', { name: verb, exact: true })
const exactOf = (walker: Walker) => keysOf(walker).getByRole('button', { name: walker.text('payment.exact') })
const keyOf = (walker: Walker, name: string) => keysOf(walker).getByRole('button', { name: new RegExp(`^${name}`) })
const sendOf = ({ buttonFrom }: Walker) => buttonFrom('sale.send')

async function reviewRecharge(walker: Walker, name: keyof typeof recipients = 'success'): Promise<void> {
  await walker.goTo(paths.sale(await openSaleOf(walker, rechargeOf(name))))
  await expect(exactOf(walker)).toBeVisible()
}

/** The same, but typed as a cashier does it: the till shows in which mode it sells. */
async function reviewAsTyped(walker: Walker): Promise<void> {
  await walker.goTo(paths.service('qamra-rc'))
  await walker.page.getByLabel(walker.text('ticket.mobileNumber')).fill(recipients.success)
  await walker.page.getByLabel(walker.text('ticket.amount'), { exact: true }).fill('125')
  await walker.buttonFrom('ticket.review').click()
  await expect(sendOf(walker)).toBeVisible()
}

async function sendFor200(walker: Walker, name: keyof typeof recipients): Promise<void> {
  await reviewRecharge(walker, name)
  await keyOf(walker, '200').click()
  await walker.sees('payment.changePieces')
}

const threeCodes = (walker: Walker) =>
  keysOf(walker, walker.text('sale.sellCodes', { count: 3 }))
    .getByRole('button')
    .nth(2)

/** For a shop whose provider answers late, so that a waiting sale stays in that state for as long as needed. */
export const payments: Walk = {
  name: 'paying at the counter',
  person: 'Amal Rahman',
  stops: [
    stop('payment: a review', exactOf, async (walker) => {
      await turnPaymentsOn(walker.shop)
      await reviewRecharge(walker)
    }),
    stop('payment: typing the cash', lastInDialog, async (walker) => {
      await keyOf(walker, walker.text('payment.otherAmount')).click()
      await dialogOf(walker).getByRole('textbox').fill('180.50')
      await expect(dialogOf(walker)).toContainText('55.50')
    }),
    stop('payment: too little was given', lastInDialog, async (walker) => {
      await dialogOf(walker).getByRole('textbox').fill('80.50')
      await expect(dialogOf(walker)).toContainText('44.50')
    }),
    stop('payment: split', lastInDialog, async (walker) => {
      await reviewRecharge(walker)
      await keyOf(walker, walker.text('payment.split')).click()
      await dialogOf(walker).getByRole('textbox').fill('100.50')
      await expect(dialogOf(walker)).toContainText('24.50')
    }),
    stop('payment: sold, with change', nextCustomer, (walker) => sendFor200(walker, 'success')),
    stop('payment: waiting, with change', nextCustomer, (walker) => sendFor200(walker, 'succeedsAfterTwoFinds')),
    stop('payment: a code sold, with change', nextCustomer, async (walker) => {
      const content = await findVoucher(walker.page, walker.shop, vouchers.numberAndLink)
      await walker.goTo(paths.sale(await openSaleOf(walker, content)))
      await keysOf(walker, walker.text('sale.sell')).getByRole('button').nth(2).click()
      await walker.sees('payment.changePieces')
    }),
    stop('payment: a review of several codes', threeCodes, (walker) => reviewCodes(walker, 3, threeCodes(walker))),
    stop('payment: several codes sold, with change', nextCustomer, async (walker) => {
      await threeCodes(walker).click()
      await walker.sees('payment.changePieces')
      await walker.sees('delivery.hide')
    }),
    stop('scam stop: three questions', from('sale.scam.stop'), async (walker) => {
      await changeSettings(walker.shop, { fraudWarning: { quantityAbove: 1 } })
      await walker.goTo(paths.sell())
      await walker.goTo(paths.service(vouchers.number))
      await walker.button('ticket.more').click()
      await walker.buttonFrom('ticket.review').click()
      await walker.sees('sale.scam.called')
    }),
    stop('a review where no shift is open', async (walker) => {
      await reviewRecharge(walker, 'fails')
      await turnDrawersOn(walker.shop)
      await walker.page.reload()
      await walker.sees('shift.none')
    }),
  ],
}

/** The refund of a sale that was not executed, in a shop whose provider answers quickly. */
const REFUND: Stop[] = [
  stop('refund: by which method', async (walker) => {
    const { page, text, buttonFrom } = walker
    await turnPaymentsOn(walker.shop)
    await reviewRecharge(walker, 'noFunds')
    await keyOf(walker, text('payment.card')).click()
    await buttonFrom('sale.abandon').click()
    await expect(page.getByRole('group', { name: text('payment.refundedBy') })).toBeVisible()
  }),
]

export const paidRefund: Walk = { name: 'a refund at the counter', person: 'Amal Rahman', stops: REFUND }

/** Covers a kiosk, which has no drawer but whose customers still pay. */
export const kioskPayments: Walk = {
  name: 'paying at a kiosk',
  person: 'Amal Rahman',
  stops: [
    stop('kiosk: a review', exactOf, async (walker) => {
      await turnPaymentsOn(walker.shop)
      await reviewRecharge(walker)
    }),
    stop('kiosk: sold, with change', nextCustomer, async (walker) => {
      await keyOf(walker, '200').click()
      await walker.sees('payment.changePieces')
    }),
  ],
}

export const SUPERVISOR_PIN = '604918'

async function openSwitch({ page, text }: Walker, item: MessageId): Promise<void> {
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').click()
  await page.getByRole('menuitem', { name: text(item) }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** A till of a shop that sells for real switches to practice and back. */
export const practice: Walk = {
  name: 'a till in practice',
  stops: [
    stop('practice: the menu of a person', async ({ page, goTo, sees }) => {
      await goTo(paths.sell())
      await page.getByRole('banner').locator('[aria-haspopup="menu"]').click()
      await sees('userMenu.practice')
    }),
    stop('practice: the PIN of a supervisor', lastInDialog, async (walker) => {
      // Closes the menu.
      await walker.goTo(paths.sell())
      await openSwitch(walker, 'userMenu.practice')
    }),
    stop('practice: products', async (walker) => {
      await typePin(walker.page, SUPERVISOR_PIN)
      await expect(walker.page.locator('html[data-practice]')).toBeVisible()
      await expect(walker.page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
    }),
    stop('practice: a review', sendOf, reviewAsTyped),
    stop('practice: sold', nextCustomer, async (walker) => {
      await sendOf(walker).click()
      await walker.sees('state.succeeded.heading')
    }),
    stop('practice: the sales', async ({ page, goTo }) => {
      await goTo(paths.sales())
      await expect(page.getByText('P 0001').first()).toBeVisible()
    }),
    stop('practice: back to real selling', lastInDialog, (walker) => openSwitch(walker, 'userMenu.practice.end')),
    stop('test transactions: a review', sendOf, async (walker) => {
      const { page, shop } = walker
      await typePin(page, SUPERVISOR_PIN)
      await expect(page.locator('html[data-practice]')).toHaveCount(0)
      const answer = await page.request.put(`${shop.url}/api/settings`, {
        headers: { origin: shop.url },
        data: { testTransactions: true },
      })
      expect(answer.ok(), await answer.text()).toBe(true)
      await reviewAsTyped(walker)
    }),
    stop('test transactions: sold', nextCustomer, async (walker) => {
      await sendOf(walker).click()
      await walker.sees('state.succeeded.heading')
    }),
    stop('test transactions: the sales', async ({ page, goTo }) => {
      await goTo(paths.sales())
      await expect(page.getByText('0001').first()).toBeVisible()
    }),
  ],
}
