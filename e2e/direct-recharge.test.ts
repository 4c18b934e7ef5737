import { recipients } from '#sandbox/scenarios.ts'
import { delayReads } from './support/delay-reads.ts'
import { debits, openTicket, review, saleOn, send, stateOn } from './support/sell.ts'
import { expect, expectUnreachable, lock, test } from './support/shop.ts'
import { typeByHand } from './support/type-by-hand.ts'
import { startingWith, text } from '../tests/support/texts.ts'

test('a cashier sells a top-up: tile, number, amount, review, sold, receipt', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, '050 123 4567', '50')
  await expect(saleOn(page)).toContainText('+971 50 123 4567')
  await expect(saleOn(page)).toContainText(/AED\s*50\.00/)
  expect(debits(shop)).toBe(0)

  await send(page)

  await expect(stateOn(page, 'Sold')).toBeVisible()
  await expect(page.getByText('Sidra Corner Shop').last()).toBeVisible()
  expect(debits(shop)).toBe(1)

  await page.getByRole('button', { name: startingWith('sale.nextCustomer') }).click()
  await expect(page).toHaveURL(/\/sell$/)
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await expect(page.getByText('+971 50 123 4567')).toBeVisible()
})

test('a pending recharge settles by itself, even across a reload @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.succeedsAfterTwoFinds)
  const reads = await delayReads(page)
  await send(page)
  await expect(stateOn(page, 'Waiting for Qamra')).toBeVisible()

  await reads.release()
  await page.reload()

  await expect(stateOn(page, 'Sold')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send top-up/ })).toBeHidden()
  expect(debits(shop)).toBe(1)
})

test('a pending recharge settles although the proxy was stopped meanwhile', async ({ page, shop, consoleErrors }) => {
  await openTicket(page, shop)
  await review(page, recipients.heldByTurnover)
  const reads = await delayReads(page)
  await send(page)
  await expect(stateOn(page, 'Held by the service')).toBeVisible()

  await shop.restart()
  await reads.release()

  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
  expectUnreachable(consoleErrors)
})

test('a failed recharge says so, why, and that the wallet was not charged', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.fails)
  await send(page)
  await expect(stateOn(page, 'Not sold')).toBeVisible()
  await expect(page.getByText('Subscriber number is not active.')).toBeVisible()
  await expect(page.getByText('The wallet was not charged')).toBeVisible()
  expect(debits(shop)).toBe(0)
})

test('a wallet without funds ends not carried out, never not sold before that is certain @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.noFunds)
  const reads = await delayReads(page)
  await send(page)
  await expect(stateOn(page, 'Not known yet')).toBeVisible()
  await reads.release()
  await expect(page.getByText('Did not go through').first()).toBeVisible()
  await page.getByRole('button', { name: /^Cancel and refund/ }).click()
  await expect(page.getByText('Cancelled here').first()).toBeVisible()
  expect(debits(shop)).toBe(0)
})

test('a lost answer is not known yet, then sold, and paid once', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.answerLostAfter)
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
})

test('a confirm that never arrived goes again by itself, and is paid once @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.answerLostBefore)
  const reads = await delayReads(page)
  await send(page)
  await expect(stateOn(page, 'Not known yet')).toBeVisible()
  await reads.release()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
})

test.describe('a confirm that never arrived before the till was restarted', () => {
  // It does not go again before the restart, and what becomes of it is certain soon after.
  test.use({ settings: { CONFIRM_GRACE_SECONDS: '60' } })

  test('is finished by a person, and paid once @long', async ({ page, shop, consoleErrors }) => {
    await openTicket(page, shop)
    await review(page, recipients.answerLostBefore)
    await send(page)
    await expect(stateOn(page, 'Not known yet')).toBeVisible()
    await shop.restart({ CONFIRM_GRACE_SECONDS: '1' })
    await page.getByRole('button', { name: /^Send again/ }).click()
    await expect(stateOn(page, 'Sold')).toBeVisible()
    expect(debits(shop)).toBe(1)
    expectUnreachable(consoleErrors)
  })
})

test("a refused check is told in the service's words, and the number can be changed @long", async ({ page, shop }) => {
  await openTicket(page, shop)
  await page.getByLabel('Mobile number').fill(recipients.checkRefused)
  await page.getByLabel('Amount', { exact: true }).fill('25')
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(stateOn(page, 'Not sold')).toBeVisible()
  await expect(page.getByText('Nothing was charged').first()).toBeVisible()
  await page.getByRole('button', { name: /Change the number/ }).click()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('25')
})

test('every step stands in the address: a reload lands on it again @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await page.getByLabel('Mobile number').fill('50 123')
  const onTicket = page.url()
  await page.reload()
  await expect(page.getByLabel('Mobile number')).toHaveValue(/50 123/)
  expect(page.url()).toBe(onTicket)

  await review(page, recipients.success)
  const onReview = page.url()
  await page.reload()
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up/ })).toBeVisible()
  expect(page.url()).toBe(onReview)
  expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/check')).toHaveLength(1)

  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await page.reload()
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
})

test('numbers in every form become the same number @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  const number = page.getByLabel('Mobile number')
  for (const typed of [
    '501234567',
    '0501234567',
    '971501234567',
    '+971 50 123 4567',
    '00971-50-1234567',
    '٠٥٠١٢٣٤٥٦٧',
  ]) {
    await number.fill(typed)
    await expect(number).toHaveValue('50 123 4567')
  }
  await number.fill('04 123 4567')
  await expect(page.getByText(text('ticket.notMobile'))).toBeVisible()
  await number.fill('+44 7700 900123')
  await expect(page.getByText('UAE numbers only', { exact: true })).toBeVisible()
})

test('an amount is refused while typing where it is off its rule, and reads key by key as it is typed @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await page.getByLabel('Mobile number').fill('501234567')
  await page.getByLabel('Amount', { exact: true }).fill('52')
  await expect(page.getByText('Steps of 5: try 50 or 55')).toBeVisible()
  await expect(page.getByRole('button', { name: /Fix the amount/ })).toBeVisible()
  await page.getByRole('button', { name: 'Use AED 55' }).click()
  await expect(page.getByRole('button', { name: /^Review/ })).toContainText('AED 55.00')

  await page.goto(`${shop.url}/sell`)
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /Dunex Recharge/ }).click()
  await page.getByLabel('Amount', { exact: true }).fill('')
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  await page.keyboard.type('12.5')
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.5')
  await page.keyboard.press('Backspace')
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.')
  await page.keyboard.type('7')
  await expect(page.getByRole('button', { name: /^Review/ })).toContainText('AED 12.70')
})

test('the keyboard alone sells: digits, Enter, Enter @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  // A hand is slower than a script: by its first key the ticket stands there.
  await expect(page.getByLabel('Mobile number')).toBeFocused()
  await typeByHand(page, '501234567')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  await typeByHand(page, '20')
  await page.keyboard.press('Enter')
  const confirm = saleOn(page).getByRole('button', { name: /^Send top-up/ })
  await expect(confirm).toBeFocused()
  // It ignores what was meant for the screen before it.
  await expect(confirm).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
})

test('a double tap on the confirm is one sale', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.slow)
  const button = saleOn(page).getByRole('button', { name: /^Send top-up/ })
  await button.click()
  await button.click({ force: true, timeout: 500 }).catch(() => {})
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
  expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/confirm')).toHaveLength(1)
})

test('a confirm that never reached the proxy is not known, then asked for again, and paid once @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.success)
  await page.route('**/confirm', (route) => route.abort())
  const reads = await delayReads(page)
  await send(page)
  await expect(stateOn(page, 'Not known yet')).toBeVisible()
  await expect(page.getByText('Not sold')).toBeHidden()

  await page.unroute('**/confirm')
  await reads.release()
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up/ })).toBeVisible()
  expect(debits(shop)).toBe(0)
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
  expectUnreachable(consoleErrors)
})

test('a confirm whose answer never reached the page ends sold, and is paid once', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.success)
  await page.route('**/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  expect(debits(shop)).toBe(1)
  expectUnreachable(consoleErrors)
})

test('a cashier who comes after another starts afresh @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.success)
  await lock(page)
  await shop.signIn(page, 'Joseph Mathew')
  await expect(page).toHaveURL(/\/sell$/)
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await expect(page.getByLabel('Mobile number')).toHaveValue('')
})
