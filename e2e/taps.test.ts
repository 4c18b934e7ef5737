import type { Locator, Page } from 'playwright/test'

import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'
import { debits, expectState, numberField, openTicket, pressArmed, sell, sendButton, TILES } from './support/sell.ts'
import { expect, expectConsoleErrors, test, typeByHand } from './support/shop.ts'

/** Counts what a cashier does, from the first page to the first page again. */
function handOn(page: Page) {
  let [taps, keys] = [0, 0]
  const tap = async (control: Locator) => {
    taps += 1
    await pressArmed(page, control)
  }
  return {
    tap,
    tapSend: () => tap(sendButton(page)),
    tapNext: () => tap(button(page, 'sale.nextCustomer').or(button(page, 'delivery.givenNext'))),
    type: async (text: string) => {
      keys += text.length
      await typeByHand(page, text)
    },
    press: async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    },
    counted: () => ({ taps, keys }),
  }
}

const readyToType = (page: Page) => expect(numberField(page)).toBeFocused()
const amountKey = (page: Page, name: RegExp, amount: string) =>
  page.getByRole('region', { name }).getByRole('button', { name: amount, exact: true })
const tile = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name })
const sold = (page: Page) => expectState(page, 'succeeded')

test('a top-up needs three taps or fifteen keys, and the last product goes to another number with three taps @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await readyToType(page)
  // The operator of a new prefix is chosen once; its amounts are shown in place.
  const first = handOn(page)
  await first.type('501234567')
  await first.tap(page.getByRole('group', { name: text('quick.operators') }).getByRole('button', { name: 'Qamra' }))
  await first.tap(amountKey(page, /^Qamra/, '25'))
  await first.tapSend()
  await sold(page)
  await first.tapNext()
  await readyToType(page)
  expect(first.counted()).toEqual({ taps: 4, keys: 9 })

  const known = handOn(page)
  await known.type('0501234568')
  await known.tap(amountKey(page, /Qamra/, '50'))
  await known.tapSend()
  await sold(page)
  await known.tapNext()
  await readyToType(page)
  expect(known.counted()).toEqual({ taps: 3, keys: 10 })

  const byKeys = handOn(page)
  await byKeys.type('501234569')
  await byKeys.press('Enter')
  await expect(page).toHaveURL(/\/sell\/product\//)
  await byKeys.type('50')
  await byKeys.press('Enter')
  await expect(sendButton(page)).toBeFocused()
  await page.clock.runFor(1_000)
  await byKeys.press('Enter')
  await sold(page)
  await expect(button(page, 'sale.nextCustomer')).toBeFocused()
  await page.clock.runFor(1_000)
  await byKeys.press('Enter')
  await readyToType(page)
  expect(byKeys.counted()).toEqual({ taps: 0, keys: 15 })

  const again = handOn(page)
  await again.type('501234570')
  await again.tap(page.getByRole('region', { name: text('quick.recent') }).getByRole('button', { name: /AED\s50/ }))
  await again.tapSend()
  await sold(page)
  await again.tapNext()
  await readyToType(page)
  expect(again.counted()).toEqual({ taps: 3, keys: 9 })

  // Sold after three taps; the fourth serves the next customer.
  const byTile = handOn(page)
  await byTile.tap(tile(page, /^Qamra Recharge/))
  await readyToType(page)
  await byTile.type('501234571')
  await byTile.tap(page.getByRole('group', { name: text('ticket.quickAmounts') }).getByRole('button', { name: '50' }))
  await byTile.tapSend()
  await sold(page)
  expect(byTile.counted()).toEqual({ taps: 3, keys: 9 })
  expect(debits(shop)).toBe(5)
})

test('a code with one price needs three taps, and four from its category @long', async ({ page, shop }) => {
  await shop.signIn(page)
  for (const [tiles, taps] of [
    [[/^Pixelmoor 100/], 3],
    [TILES.code, 4],
  ] as const) {
    const hand = handOn(page)
    for (const name of tiles) await hand.tap(tile(page, name))
    await hand.tap(button(page, 'sale.sell'))
    await sold(page)
    await hand.tap(button(page, 'delivery.givenNext'))
    await readyToType(page)
    expect(hand.counted()).toEqual({ taps, keys: 0 })
  }
})

test('a sale is found by its number from any page with one tap and four keys @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await sell(page, '0501234562', '25')
  await page.goto(`${shop.url}/open-items`)
  const hand = handOn(page)
  await hand.tap(button(page, 'shell.search'))
  await hand.type('4562')
  await expect(page.getByRole('option').first()).toHaveText(/Qamra Recharge.*\+971 50 123 4562.*AED\s25\.00.*Sold/)
  expect(hand.counted()).toEqual({ taps: 1, keys: 4 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sale 0001' })).toBeVisible()
})

test('an international top-up needs six taps by its tiles, and at most four after its number or another sale @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  const operator = page
    .getByRole('group', { name: text('international.operators') })
    .getByRole('button', { name: 'Islanet' })
  const amount = page.getByRole('tabpanel').getByRole('button').first()
  await shop.signIn(page)
  await readyToType(page)
  const first = handOn(page)
  await first.type('+639175550142')
  await first.tap(operator)
  await first.tap(amount)
  await first.tapSend()
  await sold(page)
  await first.tapNext()
  await readyToType(page)
  expect(first.counted()).toEqual({ taps: 4, keys: 13 })

  const known = handOn(page)
  await known.type('+639175550143')
  await known.tap(amount)
  await known.tapSend()
  await sold(page)
  await known.tapNext()
  await readyToType(page)
  expect(known.counted()).toEqual({ taps: 3, keys: 13 })

  const byTiles = handOn(page)
  await byTiles.tap(tile(page, TILES.international[0]))
  await byTiles.tap(tile(page, /^Philippines/).first())
  await byTiles.tap(operator)
  // The operator is chosen, so that the page continues after the last digit.
  await byTiles.type('9155550144')
  await byTiles.tap(amount)
  await byTiles.tapSend()
  await sold(page)
  await byTiles.tapNext()
  await readyToType(page)
  expect(byTiles.counted()).toEqual({ taps: 6, keys: 10 })

  const again = handOn(page)
  await again.tap(
    page
      .getByRole('complementary')
      .getByRole('button', { name: new RegExp(text('sale.again')) })
      .first(),
  )
  // The same top-up was sold a moment ago.
  await again.tap(button(page, 'sale.duplicate.again'))
  await again.tapSend()
  await sold(page)
  await again.tapNext()
  await readyToType(page)
  expect(again.counted()).toEqual({ taps: 4, keys: 0 })
  expectConsoleErrors(consoleErrors, /status of 409/)
  expect(debits(shop)).toBe(4)
})
