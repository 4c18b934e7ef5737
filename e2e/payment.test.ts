import type { Page } from 'playwright/test'

import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { turnDrawersOn, turnPaymentsOn } from './support/as-supervisor.ts'
import { countDrawer } from './support/count-drawer.ts'
import {
  debits,
  EXACT,
  expectState,
  openTicket,
  payKey,
  pick,
  pickQamra,
  pressArmed,
  requestReview,
  TILES,
} from './support/sell.ts'
import { expect, test, type Shop, typeByHand } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'

async function lastSale(page: Page, shop: Shop): Promise<Sale | undefined> {
  const { sales } = (await (await page.request.get(`${shop.url}/api/sales`)).json()) as { sales: Sale[] }
  return sales[0]
}

test('a top-up in a shop that records payments takes three taps besides its digits @long', async ({ page, shop }) => {
  await turnPaymentsOn(shop)
  await shop.signIn(page)
  // The page counts the taps itself, whatever this test presses.
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    addEventListener('pointerdown', () => (dataset['taps'] = String(Number(dataset['taps'] ?? 0) + 1)), true)
  })
  await pickQamra(page)
  await typeByHand(page, '0501234567')
  await page.keyboard.press('Enter')
  await typeByHand(page, '45')
  await page.keyboard.press('Enter')
  await pressArmed(page, payKey(page, EXACT))
  await expectState(page, 'succeeded')
  await expect(page.locator('html')).toHaveAttribute('data-taps', '3')
  expect(debits(shop)).toBe(1)
  expect((await lastSale(page, shop))?.paymentMethod).toBe('cash')
})

test('several codes are paid with one amount of cash, and the change is for all of them @long', async ({
  page,
  shop,
}) => {
  await turnPaymentsOn(shop)
  await shop.signIn(page)
  await pick(page, TILES.code)
  await button(page, 'sale.changeVoucher').click()
  await button(page, 'ticket.more').click()
  await button(page, 'ticket.more').click()
  await button(page, 'ticket.review').click()
  await pressArmed(page, payKey(page, '200, 50 back', text('sale.sellCodes', { count: 3 })))
  await expectState(page, 'succeeded')
  const change = page.getByRole('region', { name: text('payment.change') })
  await expect(change).toContainText(new RegExp(`${text('payment.change')}.*50\\.00`))
  expect(debits(shop)).toBe(3)
})

const CONTROLS = ['Exact', '50, 25 back', '100, 75 back', '200, 175 back', 'Card', 'Other', 'Amount', 'Split']

for (const control of CONTROLS)
  test(`${control} on a review does nothing else when it is pressed twice at one place @long`, async ({
    page,
    shop,
  }) => {
    await turnPaymentsOn(shop)
    await openTicket(page, shop)
    await requestReview(page, recipients.slow)
    const key = payKey(page, new RegExp(`^${control}(?!, or)`))
    await expect(key).toHaveAttribute('aria-disabled', 'false')
    const place = (await key.boundingBox())!
    for (const _ of [1, 2]) await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
    if (control === 'Amount' || control === 'Split') {
      await expect(page.getByRole('dialog')).toBeVisible()
      return
    }
    await expectState(page, 'succeeded')
    expect(debits(shop)).toBe(1)
    const sale = await lastSale(page, shop)
    expect(sale?.paymentMethod).toBe({ Card: 'card', Other: 'other' }[control] ?? 'cash')
    const [cash = '25'] = /\d+/.exec(control) ?? []
    expect(sale?.cashTendered?.amount.replace('.00', '')).toBe(sale?.paymentMethod === 'cash' ? cash : undefined)
  })

test('a refund is recorded with the method by which it was paid out @long', async ({ page, shop }) => {
  await turnPaymentsOn(shop)
  await openTicket(page, shop)
  await requestReview(page, recipients.noFunds)
  await pressArmed(page, payKey(page, text('payment.card')))
  await page.getByRole('button', { name: /^Cancel and refund/ }).click()
  await expect(page.getByRole('heading', { name: 'Refund AED 25.00' })).toBeVisible()
  const refundedBy = page.getByRole('group', { name: text('payment.refundedBy') })
  await expect(refundedBy.getByRole('radio', { name: text('payment.card') })).toBeChecked()
  await refundedBy.getByRole('radio', { name: text('payment.cash') }).check()
  await page.getByRole('button', { name: 'Refunded AED 25.00' }).click()
  await expect(page.getByRole('heading', { name: 'Refunded AED 25.00' })).toBeVisible()
  const sale = await lastSale(page, shop)
  expect(sale?.paymentMethod).toBe('card')
  expect(sale?.refund?.done?.paymentMethod).toBe('cash')
})

test('20 in cash and the rest by card: the change is for the cash, and shift and report count both parts', async ({
  page,
  shop,
}) => {
  await turnPaymentsOn(shop)
  await turnDrawersOn(shop)
  await shop.signIn(page, 'Hamad Saleh', '/shift')
  await countDrawer(page, { '100': 3 })
  await button(page, 'shift.open').click()
  await expect(button(page, 'shift.x')).toBeVisible()
  await page.goto(`${shop.url}/sell`)
  await pickQamra(page)
  await requestReview(page, recipients.success, '45')
  await pressArmed(page, payKey(page, text('payment.split')))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('45')
  const tooMuch = button(dialog, 'payment.splitLess', { amount: 'AED 45.00' })
  await expect(tooMuch).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox').fill('20')
  const rest = dialog.getByRole('group', { name: text('payment.splitRest', { amount: 'AED 25.00' }) })
  await expect(rest.getByRole('radio', { name: text('payment.card') })).toBeChecked()
  await dialog.getByRole('radio', { name: '50', exact: true }).check()
  await expect(dialog.getByRole('status')).toHaveText(text('payment.changeIs', { amount: 'AED 30.00' }))
  await dialog.getByRole('button', { name: text('sale.send'), exact: true }).click()
  await expectState(page, 'succeeded')
  const sold = page.getByRole('region', { name: text('sale.readBack') })
  await expect(sold).toContainText(new RegExp(`${text('payment.change')}.*30\\.00`))
  expect(debits(shop)).toBe(1)
  expect(await lastSale(page, shop)).toMatchObject({
    paymentMethod: 'card',
    split: { paymentMethod: 'cash', amount: { amount: '20.00' } },
    cashTendered: { amount: '50.00' },
  })

  await page.goto(`${shop.url}/shift`)
  await link(page, 'shift.closeShift').click()
  await countDrawer(page, { '100': 3, '20': 1 })
  await button(page, 'shift.step.compare').click()
  await expect(page.getByText(text('shift.difference.exact')).first()).toBeVisible()
  await page.goto(`${shop.url}/reports`)
  const paidBy = page.getByRole('region', { name: text('reports.byPayment') })
  await expect(paidBy.getByRole('listitem').filter({ hasText: text('payment.cash') })).toContainText('20.00')
  await expect(paidBy.getByRole('listitem').filter({ hasText: text('payment.card') })).toContainText('25.00')
})
