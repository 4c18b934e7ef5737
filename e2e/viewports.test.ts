import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { keepLocale } from './support/keep-locale.ts'
import { openTicket, review } from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

const SCREENS = [
  { name: 'a small counter', width: 1024, height: 768 },
  { name: 'a wide counter', width: 1600, height: 900 },
  { name: 'a portrait tablet', width: 800, height: 1280 },
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a counter at twice its size', width: 640, height: 400 },
]

/** What is on screen now, on every screen; the one that is sold on is looked at last. */
async function expectNothingCutOff(page: Page, soldOn: (typeof SCREENS)[number]): Promise<void> {
  for (const { name, width, height } of [...SCREENS, soldOn]) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width)
  }
}

for (const soldOn of SCREENS.filter(({ name }) => /phone|twice/.test(name))) {
  test(`on ${soldOn.name} a sale goes from tile to receipt, and nothing is cut off there or elsewhere`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(soldOn)
    await shop.signIn(page)
    await page.getByRole('button', { name: /Mobile recharge/ }).click()
    await expectNothingCutOff(page, soldOn)
    await page.getByRole('button', { name: /Qamra Recharge/ }).click()
    await page.getByLabel('Mobile number').fill(recipients.success)
    await page.getByLabel('Amount', { exact: true }).fill('25')
    await expectNothingCutOff(page, soldOn)
    await page.getByRole('button', { name: /^Review/ }).click()
    await expect(page.getByRole('button', { name: /^Send top-up/ })).toBeVisible()
    await expectNothingCutOff(page, soldOn)
    await page.getByRole('button', { name: /^Send top-up/ }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Sold$/ })).toBeVisible()
    await expectNothingCutOff(page, soldOn)
    await page.goto(`${shop.url}/sales`)
    await expect(page.getByText('+971 50 000 0001')).toBeVisible()
    await expectNothingCutOff(page, soldOn)

    await page.goto(`${shop.url}/sell`)
    await page.getByRole('button', { name: /Mobile recharge/ }).click()
    await page.getByRole('button', { name: /Qamra Recharge/ }).click()
    await page.getByLabel('Mobile number').fill(recipients.noFunds)
    await page.getByLabel('Amount', { exact: true }).fill('25')
    await page.getByRole('button', { name: /^Review/ }).click()
    await page.getByRole('button', { name: /^Send top-up/ }).click()
    await expect(page.getByRole('button', { name: /^Cancel and refund/ })).toBeVisible()
    await expectNothingCutOff(page, soldOn)
    await page.goto(`${shop.url}/open-items`)
    await expect(page.getByText('+971 50 000 0006')).toBeVisible()
    await expect(page.getByText('Sale refused: low balance or limit reached')).toBeVisible()
    await expectNothingCutOff(page, soldOn)
  })
}

test('the wallet fits every screen in both languages, and its QR code keeps away from the button below', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, 'Hamad Saleh')
  for (const locale of ['en', 'ar'] as const) {
    await keepLocale(page, locale)
    await page.goto(`${shop.url}/wallet`)
    const slip = page.locator('.wallet__code')
    const [code, copy] = [slip.getByRole('img'), slip.getByRole('button')]
    await expect(code).toBeVisible()
    for (const { name, width, height } of [{ name: 'a counter', width: 1280, height: 800 }, ...SCREENS]) {
      await page.setViewportSize({ width, height })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), name)
        .toBeLessThanOrEqual(width)
      const gap = async () => {
        const [above, below] = [await code.boundingBox(), await copy.boundingBox()]
        return below!.y - (above!.y + above!.height)
      }
      await expect.poll(gap, name).toBeGreaterThanOrEqual(12)
    }
  }
})

test('on a phone every mark of the desk fits into the bar, beside a line that is away', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const marks = { service: 'unreachable', waiting: 12, attention: 2, undelivered: 3, refund: 2, news: 4 }
  await page.route('**/api/status', async (route) => {
    const status: object = await (await route.fetch()).json()
    await route.fulfill({ json: { ...status, ...marks } })
  })
  await shop.signIn(page, 'Hamad Saleh')
  const badge = page.getByRole('link', { name: /^12 waiting/ })
  await expect(badge).toBeVisible()
  await expect(page.getByText(text('shell.serviceUnreachable'))).toBeVisible()
  // Some of them come late, and so do the letters they are drawn in.
  await expect(async () => {
    const boxes = await page
      .locator('.ribbon, .bar__items > *')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 1))
    expect(boxes.length).toBeGreaterThanOrEqual(3)
    for (const [index, { left, right }] of boxes.entries()) {
      expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0)
      expect(right).toBeLessThanOrEqual(390)
    }
  }).toPass({ timeout: 15_000 })
})

test('a quantity fits every screen in both languages, before it is approved, stopped in the middle and sold', async ({
  page,
  shop,
}) => {
  const COUNTER = { name: 'a counter', width: 1280, height: 800 }
  await shop.signIn(page)
  shop.sandbox.setBalance('100.00')
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Orbyte 50/ }).click()
  for (let more = 1; more < 3; more++) await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^Review/ }).click()

  const expectFitting = async (isShown: () => Promise<void>) => {
    for (const locale of ['ar', 'en'] as const) {
      await keepLocale(page, locale)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      if (locale === 'en') await isShown()
      await expectNothingCutOff(page, COUNTER)
    }
  }
  await expectFitting(() => expect(page.getByRole('button', { name: /^Sell 3 codes/ })).toBeVisible())
  await page.getByRole('button', { name: /^Sell 3 codes/ }).click()
  await expectFitting(() => expect(page.getByText('Code 3 did not go through.')).toBeVisible())
  shop.sandbox.setBalance('1000.00')
  await page.getByRole('button', { name: startingWith('batch.goOn') }).click()
  await expectFitting(() => expect(page.getByText(text('alerts.undelivered', { count: 3 }))).toBeVisible())
})

test('the amounts of a review stay within their boxes on every screen, in both languages', async ({ page, shop }) => {
  await openTicket(page, shop)
  await review(page, recipients.success, '450')
  for (const locale of ['ar', 'en'] as const) {
    await keepLocale(page, locale)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    const amounts = page.getByRole('main').locator('bdi').filter({ hasText: '450.00' })
    await expect(amounts).toHaveCount(2)
    for (const { name, width, height } of [{ name: 'a counter', width: 1280, height: 800 }, ...SCREENS]) {
      await page.setViewportSize({ width, height })
      for (const amount of await amounts.all()) {
        const box = await amount.locator('xpath=../..').boundingBox()
        const text = await amount.evaluate((each) => {
          const range = document.createRange()
          range.selectNodeContents(each)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        })
        expect(text.left, name).toBeGreaterThanOrEqual(box!.x)
        expect(text.right, name).toBeLessThanOrEqual(box!.x + box!.width)
      }
    }
  }
})
