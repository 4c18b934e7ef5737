import { recipients } from '#sandbox/scenarios.ts'
import { delayReads } from './support/delay-reads.ts'
import { amountField, numberField, openTicket, pickQamra, review, saleOn, send, expectState } from './support/sell.ts'
import { expect, lock, test, typeByHand } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'

test('a confirm that the provider rejects is shown as rejected, before and after it is certain @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.noFunds)
  const reads = await delayReads(page)
  await send(page)
  await expectState(page, 'unknown')
  await expect(saleOn(page)).toContainText(
    'Refused: low balance or limit reached. Confirming that nothing was charged.',
  )
  await expect(saleOn(page)).not.toContainText(/dropped|no reply/i)
  await reads.release()
  await expectState(page, 'not-executed')
  await expect(saleOn(page)).toContainText(text('sale.refusedIt', { why: text('sale.refusal.funds') }))
  await expect(button(saleOn(page), 'sale.callSupervisor')).toBeVisible()
  await page.goto(`${shop.url}/sales`)
  await expect(page.getByRole('row').filter({ hasText: text('state.not-executed.heading') })).toContainText(
    text('sale.refusedShort', { why: text('sale.refusal.funds') }),
  )
})

test('a number that was refused is corrected at once: what is typed goes to the number, not to the amount @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.fails)
  await send(page)
  await expectState(page, 'failed')
  await page.getByRole('button', { name: startingWith('sale.changeNumber') }).click()
  await expect(numberField(page)).toBeFocused()
  await expect(amountField(page)).toHaveValue('25')
  await page.keyboard.press('Backspace')
  await typeByHand(page, '1')
  await expect(numberField(page)).toHaveValue('50 000 0001')
  await expect(amountField(page)).toHaveValue('25')
})

test('the sales page and the staff page show the same total of sales today @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  for (const account of [recipients.success, recipients.canceled, recipients.replaced, '0507654321']) {
    await review(page, account)
    await send(page)
    await button(saleOn(page), 'sale.nextCustomer').click()
    await expect(page).toHaveURL(/\/sell$/)
    await pickQamra(page)
  }
  await page.goto(`${shop.url}/sales`)
  await expect(page.getByText('Sold today AED 50.00 in 2 sales')).toBeVisible()
  await expect(button(page, 'state.succeeded.heading')).toHaveText('Sold 2')
  await lock(page)
  await shop.signIn(page, 'Hamad Saleh')
  await link(page, 'shell.sales').click()
  await expect(page.getByText('Sold today AED 50.00 in 2 sales')).toBeVisible()
  await link(page, 'shell.staff').click()
  const row = page.getByRole('row').filter({ hasText: 'Amal Rahman' })
  await expect(row.getByRole('cell').nth(2)).toContainText('AED 50')
  await row.getByRole('link').click()
  const panel = page.getByRole('complementary', { name: 'Amal Rahman' })
  await panel.getByRole('textbox', { name: text('limits.kind.perDay') }).fill('2000')
  await button(panel, 'limits.save').click()
  await expect(row.getByRole('cell').nth(2)).toContainText('Limit used: AED 100 of AED 2,000')
  await expect(row.getByRole('cell').nth(2)).toContainText('AED 50')
})
