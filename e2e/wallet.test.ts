import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { expect, lock, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

/** Longer than a reading counts as fresh. */
const READ_AGAIN_MS = 11_000

test('a refill of the wallet is proposed as a deposit, and a supervisor explains it with its slip', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/wallet`)
  await expect(page.getByRole('region', { name: text('wallet.balance') })).toContainText('4,318.50')
  await expect(page.getByText(text('wallet.movementsNone'))).toBeVisible()

  shop.sandbox.setBalance('8318.50')
  shop.moveClock(READ_AGAIN_MS)
  await button(page, 'wallet.update').click()
  const movements = page.getByRole('region', { name: text('wallet.movements') })
  await expect(movements).toContainText(text('wallet.kind.deposit'))
  await expect(movements).toContainText('4,000.00')
  await expect(movements).toContainText(text('wallet.proposed'))

  await button(movements, 'wallet.explain').click()
  const dialog = page.getByRole('dialog', { name: text('wallet.explainHeading') })
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByLabel(text('wallet.slip')).fill('77-1204')
  await button(dialog, 'wallet.explainSave').click()
  await expect(dialog).toBeHidden()
  await expect(movements).toContainText('77-1204')
  await expect(movements).toContainText('Hamad Saleh')
  await expect(movements).not.toContainText(text('wallet.proposed'))
})

test('below the line that a supervisor sets, cashiers see that the wallet is low, and no figure @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/wallet`)
  const low = page.getByRole('region', { name: text('wallet.low') })
  await low.getByLabel(text('wallet.lowLine'), { exact: true }).fill('5000')
  await button(low, 'wallet.lowSave').click()
  await expect(low).toContainText(text('wallet.lowSaved'))

  await lock(page)
  await shop.signIn(page, 'Amal Rahman')
  await page.goto(shop.url)
  await expect(page.getByText(text('alerts.chip.wallet'))).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/4,318|5,000/)
})
