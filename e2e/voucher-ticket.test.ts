import { debits, expectState, amountField } from './support/sell.ts'
import { expect, test, typeByHand } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

for (const { kind, typed, said, readBack } of [
  { kind: 'e-mail', typed: 'amal@example.ae', said: text('ticket.contact.email'), readBack: 'amal@example.ae' },
  { kind: 'phone', typed: '0501234567', said: text('ticket.contact.phone'), readBack: '+971 50 123 4567' },
]) {
  test(`a voucher for an account is sold by ${kind} @long`, async ({ page, shop }) => {
    await shop.signIn(page)
    await page.getByRole('button', { name: /^Shopping/ }).click()
    await page.getByRole('button', { name: /^Zolta Wallet/ }).click()
    await expect(page.getByLabel(text('ticket.contact'))).toBeFocused()
    await typeByHand(page, typed)
    await expect(page.getByText(said)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(amountField(page)).toBeFocused()
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: text('sale.readBack') })
    await expect(card).toContainText(readBack)
    await page.getByRole('button', { name: /^Sell\s+AED 30\.00/ }).click()
    await expectState(page, 'succeeded')
    expect(debits(shop)).toBe(1)
  })
}

test('every step of a voucher stands in the address, with what was typed @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Shopping/ }).click()
  await page.getByRole('button', { name: /^Zolta Wallet/ }).click()
  await page.getByLabel(text('ticket.contact')).fill('amal@')
  await button(page, 'ticket.more').click()
  await page.reload()
  await expect(page.getByLabel(text('ticket.contact'))).toHaveValue('amal@')
  await expect(page.getByText('2 codes')).toBeVisible()
})
