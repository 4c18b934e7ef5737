import { expect, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

const REFETCH_MS = 11_000

test('a refill of the wallet is suggested as a deposit, and a supervisor explains it with its slip', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, 'Hamad Saleh', '/wallet')
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

test('a deposit is announced, is expected apart from the balance, and is explained with its slip when it arrives', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, 'Hamad Saleh', '/wallet')
  await button(page, 'wallet.announce').click()
  const dialog = page.getByRole('dialog', { name: text('wallet.announce') })
  await dialog.getByLabel(text('shift.amount', { currency: 'AED' })).fill('4,000')
  await dialog.getByLabel(text('wallet.slip'), { exact: true }).fill('77-1204')
  await expect(dialog.getByLabel(text('wallet.paidAt'))).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  await button(dialog, 'wallet.announce').click()
  await expect(dialog).toBeHidden()
  const expected = page.getByRole('region', { name: text('wallet.deposits') })
  await expect(expected.getByRole('row', { name: text('wallet.deposit.expected') })).toContainText('77-1204')
  const balance = page.getByRole('region', { name: text('wallet.balance') })
  await expect(balance).toContainText('4,318.50')
  await expect(balance).toContainText(text('wallet.expectedSum', { amount: 'AED 4,000.00' }))

  shop.sandbox.setBalance('8318.50')
  shop.moveClock(REFETCH_MS)
  await button(page, 'wallet.update').click()
  const movements = page.getByRole('region', { name: text('wallet.movements') })
  await expect(movements.getByRole('row', { name: text('wallet.kind.deposit') })).toContainText('77-1204')
  await expect(movements).toContainText('Hamad Saleh')
  await expect(movements).not.toContainText(text('wallet.proposed'))
  await expect(balance).toContainText('8,318.50')
  await expect(expected).not.toContainText('77-1204')
})
