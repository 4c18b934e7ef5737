import { recipients } from '#sandbox/scenarios.ts'
import { expect, test } from './support/shop.ts'

const SCREENS = [
  { name: 'a small counter', width: 1024, height: 768 },
  { name: 'a wide counter', width: 1600, height: 900 },
  { name: 'a portrait tablet', width: 800, height: 1280 },
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a counter at twice its size', width: 640, height: 400 },
]

for (const { name, width, height } of SCREENS) {
  test(`on ${name} a sale goes from tile to receipt, and nothing is cut off`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height })
    const expectNothingCutOff = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await shop.signIn(page)
    await page.getByRole('button', { name: /Mobile recharge/ }).click()
    await expectNothingCutOff()
    await page.getByRole('button', { name: /Qamra Recharge/ }).click()
    await page.getByLabel('Mobile number').fill(recipients.success)
    await page.getByLabel('Amount').fill('25')
    await expectNothingCutOff()
    await page.getByRole('button', { name: /^Review/ }).click()
    await page.getByRole('button', { name: /^Send top-up/ }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Sold$/ })).toBeVisible()
    await expectNothingCutOff()
    await page.goto(`${shop.url}/sales`)
    await expect(page.getByText('+971 50 000 0001')).toBeVisible()
    await expectNothingCutOff()

    await page.goto(`${shop.url}/sell`)
    await page.getByRole('button', { name: /Mobile recharge/ }).click()
    await page.getByRole('button', { name: /Qamra Recharge/ }).click()
    await page.getByLabel('Mobile number').fill(recipients.noFunds)
    await page.getByLabel('Amount').fill('25')
    await page.getByRole('button', { name: /^Review/ }).click()
    await page.getByRole('button', { name: /^Send top-up/ }).click()
    await expect(page.getByRole('button', { name: /^Give up and return/ })).toBeVisible()
    await expectNothingCutOff()
    await page.goto(`${shop.url}/desk`)
    await expect(page.getByText('+971 50 000 0006')).toBeVisible()
    await expect(page.getByText('The service refused a sale: wallet or limit')).toBeVisible()
    await expectNothingCutOff()
  })
}
