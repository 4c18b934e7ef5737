import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { askForReview, openDesk, openTicket, pickQamra, review, send, stateOn } from './support/sell.ts'
import { expect, SLOWLY, test } from './support/shop.ts'

/** By which a reader finds the main part, and only that. */
const LANDMARKS = {
  'landmark-main-is-top-level': { enabled: true },
  'landmark-no-duplicate-main': { enabled: true },
  'landmark-one-main': { enabled: true },
  'landmark-complementary-is-top-level': { enabled: true },
}

/** WCAG 2.2 AA and its landmarks, as far as a machine can tell. */
async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: LANDMARKS })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`))
}

test('no screen of a sale has a barrier a machine can find', async ({ page, shop }) => {
  await page.goto(shop.url)
  await expect(page.getByRole('heading', { name: 'Who is at the till?' })).toBeVisible()
  expect(await findBarriers(page)).toEqual([])

  await shop.signIn(page)
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('button', { name: /Qamra Recharge/ }).click()
  await page.getByLabel('Mobile number').fill(recipients.heldByTurnover)
  await page.getByLabel('Amount').fill('52')
  expect(await findBarriers(page)).toEqual([])

  await page.getByLabel('Amount').fill('50')
  await page.getByRole('button', { name: /^Review/ }).click()
  const send = page.getByRole('button', { name: /^Send top-up/ })
  await expect(send).toBeEnabled()
  expect(await findBarriers(page)).toEqual([])

  await send.click()
  await expect(page.getByRole('status').filter({ hasText: /^Held by the service$/ })).toBeVisible()
  expect(await findBarriers(page)).toEqual([])
  await expect(page.getByRole('status').filter({ hasText: /^Sold$/ })).toBeVisible()
  expect(await findBarriers(page)).toEqual([])

  await page.goto(`${shop.url}/sales`)
  await expect(page.getByText('+971 50 000 0003')).toBeVisible()
  expect(await findBarriers(page)).toEqual([])
})

test('the wallet has no barrier either, nor has Arabic', async ({ page, shop }) => {
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/wallet`)
  await expect(page.getByText('4,318.50')).toBeVisible()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Lock' }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await findBarriers(page)).toEqual([])
})

test.describe('while sales wait', () => {
  test.use({ settings: SLOWLY })

  test('neither the desk nor what lies on it has one, in both languages', async ({ page, shop, complaints }) => {
    await openTicket(page, shop)
    await review(page, recipients.answerLostBefore)
    await send(page)
    await expect(stateOn(page, 'Not known yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print waiting slip' })).toBeVisible()
    expect(await findBarriers(page)).toEqual([])

    await page.goto(`${shop.url}/sell`)
    await pickQamra(page)
    await askForReview(page, recipients.answerLostBefore)
    await expect(stateOn(page, 'Already on its way')).toBeVisible()
    expect(await findBarriers(page)).toEqual([])

    await page.goto(`${shop.url}/sell`)
    await pickQamra(page)
    await review(page, recipients.cancelled)
    await send(page)
    await expect(stateOn(page, 'Cancelled by the service')).toBeVisible()
    await page.getByRole('button', { name: 'Lock' }).click()
    await shop.signIn(page, 'Hamad Saleh')
    await openDesk(page)
    await expect(page.getByRole('heading', { name: '1 sale needs a supervisor' })).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('row').filter({ hasText: 'Cancelled' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Close this sale' }).click()
    await page.getByRole('dialog').getByLabel('It was not sold').check()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('What support said').fill('Reversed on their side.')
    await page.getByRole('button', { name: 'Close as not sold' }).click()
    await expect(page.getByRole('heading', { name: 'Closed as not sold' })).toBeVisible()
    expect(await findBarriers(page)).toEqual([])

    await page.getByRole('button', { name: 'Lock' }).click()
    await page.getByRole('button', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await shop.signIn(page)
    await openDesk(page)
    await expect(page.getByRole('heading', { name: 'المعلّقات' })).toBeVisible()
    await expect(page.getByText('مبلغ واحد يُعاد')).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('409')))
  })
})
