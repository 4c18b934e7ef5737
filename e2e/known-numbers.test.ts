import type { Page } from 'playwright/test'

import { button } from './support/controls.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import {
  amountField,
  expectState,
  nextCustomer,
  numberField,
  openTicket,
  pressArmed,
  sell,
  send,
  sendButton,
} from './support/sell.ts'
import { ARMED_MS, expect, lock, pass, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'

/** Longer than the same sale counts as a probable duplicate. */
const LATER_MS = 11 * 60_000
const known = (page: Page) => page.getByRole('region', { name: text('known.heading') })

test('a number that was sold before is sold again by its last four digits, and the review shows it whole', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await sell(page, '0501234562', '25')
  await nextCustomer(page)
  await expect(page.getByRole('region', { name: text('salesList.last') })).toContainText('050 ••• 4562')
  await lock(page)
  shop.moveClock(LATER_MS)

  await shop.signIn(page, 'Joseph Mathew')
  await numberField(page).fill('4562')
  await pass(page, 1_000)
  const entry = known(page).getByRole('button', { name: /Qamra Recharge 25 today.*050 ••• 4562/ })
  await expect(entry).toBeVisible()
  await expect(page.locator('body')).not.toContainText('123 4562')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pass(page, ARMED_MS)
  await entry.click()
  await expect(sendButton(page)).toBeVisible()
  await expect(page.getByText('+971 50 123 4562').first()).toBeVisible()
  await send(page)
  await expectState(page, 'succeeded')

  await pressArmed(page, button(page, 'sale.otherAmount'))
  await expect(numberField(page)).toHaveValue(/50 123 4562/)
  await expect(amountField(page)).toHaveValue('')
})

test('a top-up is repeated with two presses and no key @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await sell(page, '0501234562', '25')
  await nextCustomer(page)
  await lock(page)
  shop.moveClock(LATER_MS)
  await shop.signIn(page)
  await button(page, 'sale.again').click()
  await expect(page.getByText('+971 50 123 4562').first()).toBeVisible()
  await send(page)
  await expectState(page, 'succeeded')
})
