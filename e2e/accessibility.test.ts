import { recipients } from '#sandbox/scenarios.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { delayReads } from './support/delay-reads.ts'
import { requestReview, goToOpenItems, openTicket, pickQamra, review, send, stateOn } from './support/sell.ts'
import { expect, expectConsoleErrors, lock, SLOWLY, test } from './support/shop.ts'
import { arabicText, text } from '../tests/support/texts.ts'

test('no screen of a sale has a barrier a machine can find', async ({ page, shop }) => {
  await page.goto(shop.url)
  await expect(page.getByRole('heading', { name: 'Who is at the till?' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await shop.signIn(page)
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await expect(page.getByRole('heading', { name: 'Mobile recharge' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await page.getByLabel('Mobile number').fill(recipients.heldByTurnover)
  await page.getByLabel('Amount', { exact: true }).fill('52')
  await expect(page.getByText('Steps of 5: try 50 or 55')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByLabel('Amount', { exact: true }).fill('50')
  await page.getByRole('button', { name: /^Review/ }).click()
  const send = page.getByRole('button', { name: /^Send top-up/ })
  await expect(send).toBeEnabled()
  expect(await findAccessibilityViolations(page)).toEqual([])

  const reads = await delayReads(page)
  await send.click()
  await expect(page.getByRole('status').filter({ hasText: /^Held by the service$/ })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await reads.release()
  await expect(page.getByRole('status').filter({ hasText: /^Sold$/ })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.goto(`${shop.url}/sales`)
  await expect(page.getByText('+971 50 000 0003')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('the wallet has no barrier either, nor has Arabic', async ({ page, shop }) => {
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/wallet`)
  await expect(page.getByText('4,318.50')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await lock(page)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test.describe('while sales wait', () => {
  test.use({ settings: SLOWLY })

  test('neither the desk nor what lies on it has one, in both languages', async ({ page, shop, consoleErrors }) => {
    await openTicket(page, shop)
    await review(page, recipients.answerLostBefore)
    await send(page)
    await expect(stateOn(page, 'Not known yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print waiting slip' })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])

    await page.goto(`${shop.url}/sell`)
    await pickQamra(page)
    await requestReview(page, recipients.answerLostBefore)
    await expect(stateOn(page, text('sale.duplicate.open'))).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])

    await page.goto(`${shop.url}/sell`)
    await pickQamra(page)
    await review(page, recipients.cancelled)
    await send(page)
    await expect(stateOn(page, 'Cancelled by the service')).toBeVisible()
    await lock(page)
    await shop.signIn(page, 'Hamad Saleh')
    await goToOpenItems(page)
    await expect(page.getByRole('heading', { name: text('openItems.section.attention') })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page
      .getByRole('row')
      .filter({ hasText: 'Cancelled' })
      .getByRole('link', { name: text('openItems.resolve') })
      .click()
    await page.getByRole('button', { name: text('sale.resolve') }).click()
    await page.getByRole('dialog').getByLabel('It was not sold').check()
    await expect(page.getByRole('button', { name: text('sale.resolve.noteMissing') })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByLabel('What support said').fill('Reversed on their side.')
    await page.getByRole('button', { name: text('sale.resolve.not-sold.do') }).click()
    await expect(page.getByRole('heading', { name: text('sale.resolved.not-sold') })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])

    await lock(page)
    await page.getByRole('button', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await shop.signIn(page)
    await goToOpenItems(page)
    await expect(page.getByRole('heading', { name: arabicText('openItems.title') })).toBeVisible()
    await expect(page.getByRole('heading', { name: arabicText('openItems.section.refunds') })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    expectConsoleErrors(consoleErrors, /409/)
  })
})
