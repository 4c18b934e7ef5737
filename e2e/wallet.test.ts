import { expect, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

const REFETCH_MS = 11_000

test('a refill of the wallet is suggested as a deposit, and a supervisor explains it with its slip', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/wallet`)
  await expect(page.getByRole('region', { name: text('wallet.balance') })).toContainText('4,318.50')
  await expect(page.getByText(text('wallet.movementsNone'))).toBeVisible()

  shop.sandbox.setBalance('8318.50')
  shop.moveClock(REFETCH_MS)
  await button(page, 'wallet.update').click()
  const movements = page.getByRole('region', { name: text('wallet.movements') })
  await expect(movements).toContainText(text('wallet.kind.deposit'))
  await expect(movements).toContainText('4,000.00')
  await expect(movements).toContainText(text('wallet.proposed'))

  await button(movements, 'wallet.explain').click()
  const dialog = page.getByRole('dialog', { name: text('wallet.explainHeading') })
  await dialog.getByLabel(text('wallet.slip')).fill('77-1204')
  await button(dialog, 'wallet.explainSave').click()
  await expect(dialog).toBeHidden()
  await expect(movements).toContainText('77-1204')
  await expect(movements).toContainText('Hamad Saleh')
  await expect(movements).not.toContainText(text('wallet.proposed'))
})
