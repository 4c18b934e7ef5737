import type { Page } from 'playwright/test'

import { paths } from '#browser/paths.ts'
import { aLogo } from '../tests/support/a-logo.ts'
import { text } from '../tests/support/texts.ts'
import { changeSettings } from './support/as-supervisor.ts'
import { answerPrintDialogs, documentsOf } from './support/print-dialog.ts'
import { expectState, numberField, openTicket, pickQamra, send } from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { button, link } from './support/controls.ts'

const sectionOf = (page: Page, id: Parameters<typeof text>[0]) =>
  page.getByRole('form', { name: text(id), exact: true })

/** Leaves the field, and waits until the section is saved. */
async function saveSection(page: Page, id: Parameters<typeof text>[0]): Promise<void> {
  await page.keyboard.press('Tab')
  await expect(page.getByText(text('settings.saved', { section: text(id) }))).toBeVisible()
}

test('a setting that a supervisor saves applies to the next receipt and ticket of a signed-in till @long', async ({
  page,
  browser,
  shop,
}) => {
  await answerPrintDialogs(page)
  await openTicket(page, shop)
  const chips = page.getByRole('group', { name: text('ticket.quickAmounts') })
  await expect(chips.getByRole('button', { name: '45', exact: true })).toHaveCount(0)

  const other = await browser.newContext()
  const hamad = await other.newPage()
  await shop.signIn(hamad, 'Hamad Saleh')
  await link(hamad, 'shell.settings').click()
  await link(hamad, 'settings.receipt').click()
  const receipt = sectionOf(hamad, 'settings.receipt')
  await receipt.getByLabel(text('settings.receipt.heading')).fill('Ahlan wa sahlan')
  await receipt.getByLabel(text('settings.receipt.taxNumber')).fill('100-2233-4455')
  const png = Buffer.from(aLogo(600, 200).split(',')[1] ?? '', 'base64')
  await receipt.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await expect(button(receipt, 'settings.receipt.removeLogo')).toBeVisible()
  await receipt.getByRole('radio', { name: '2', exact: true }).check()
  await saveSection(hamad, 'settings.receipt')
  await link(hamad, 'settings.quick').click()
  await sectionOf(hamad, 'settings.quick').getByRole('textbox').fill('15, 45')
  await saveSection(hamad, 'settings.quick')
  await sectionOf(hamad, 'settings.quick').getByRole('textbox').fill('99')
  await saveSection(hamad, 'settings.quick')
  await expect(async () => {
    await hamad.getByRole('button', { name: text('list.undo'), exact: true }).click()
    await expect(hamad.getByText(text('settings.undone'))).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await hamad.reload()
  await expect(sectionOf(hamad, 'settings.quick').getByRole('textbox')).toHaveValue('15, 45')
  await other.close()

  // The change arrives without a sign-in or a reload: the till reads its settings when the status says that they
  // changed.
  await expect
    .poll(async () => {
      await link(page, 'shell.sell').click()
      await pickQamra(page)
      return chips.getByRole('button').allTextContents()
    })
    .toEqual(['15', '45'])
  await numberField(page).fill('0501234567')
  await chips.getByRole('button', { name: '45', exact: true }).click()
  await send(page)
  await expectState(page, 'succeeded')
  const paper = page.locator('.printed').first()
  await expect(paper).toContainText('Ahlan wa sahlan')
  await expect(paper.locator('img')).toHaveAttribute('src', /^data:image\/png;base64,/)

  await button(page, 'sale.print').first().click()
  await expect.poll(async () => (await documentsOf(page)).length).toBe(1)
  const [printed = ''] = await documentsOf(page)
  expect(printed.split('Ahlan wa sahlan')).toHaveLength(3)
  expect(printed).toContain(`${text('receipt.taxNumber')}100-2233-4455`)
  expect(printed).toContain(text('receipt.shopCopy'))
})

test("the shop's favorites are arranged by dragging, in the order that tills show @long", async ({ page, shop }) => {
  const favorites = ['10', '20', '50'].map((amount) => ({ serviceId: 'qamra-rc', amount }))
  await changeSettings(shop, { favorites })
  await shop.signIn(page, 'Hamad Saleh', paths.settings('favorites'))
  const rows = sectionOf(page, 'settings.favorites').getByRole('listitem')
  await expect(rows).toHaveText([/10\.00/, /20\.00/, /50\.00/])
  const first = await rows.nth(0).boundingBox()
  const handle = await rows.nth(2).getByTitle(text('settings.drag')).boundingBox()
  const middle = (box: typeof handle, y = box) => [box!.x + box!.width / 2, y!.y + y!.height / 2] as const
  await page.mouse.move(...middle(handle))
  await page.mouse.down()
  await page.mouse.move(...middle(handle, first), { steps: 5 })
  await page.mouse.up()
  await expect(rows).toHaveText([/50\.00/, /10\.00/, /20\.00/])
  await expect(page.getByText(text('settings.saved', { section: text('settings.favorites') }))).toBeVisible()
  await link(page, 'shell.sell').click()
  const shown = page.getByRole('region', { name: text('quick.favorites') }).getByRole('button', { name: /^Qamra/ })
  await expect(shown).toHaveText([/50/, /10/, /20/])
})
