import { turnDrawersOn } from './support/as-supervisor.ts'
import { countDrawer } from './support/count-drawer.ts'
import { expect, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link, heading } from './support/controls.ts'

test("a supervisor reads an X report, finds a cashier's Z report, and adds a note to it @long", async ({
  page,
  shop,
}) => {
  await turnDrawersOn(shop)
  await shop.signIn(page, 'Hamad Saleh', '/shift')
  await countDrawer(page, { '100': 3 })
  await page.getByRole('button', { name: text('shift.open'), exact: true }).click()
  await page.getByRole('button', { name: text('shift.x'), exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(text('shift.paper.x'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('shift.close'), exact: true })
    .click()

  await link(page, 'shift.closeShift').click()
  await countDrawer(page, { '100': 3 })
  await page.getByRole('button', { name: text('shift.step.compare'), exact: true }).click()
  await expect(page.getByText(text('shift.difference.exact')).first()).toBeVisible()
  await button(page, 'shift.closeAndPrint', { name: 'Z 0001' }).click()
  await link(page, 'shift.done').click()

  await countDrawer(page, { '100': 3 })
  await page.getByRole('button', { name: text('shift.open'), exact: true }).click()
  await button(page, 'shift.show', { name: 'Z 0001' }).click()
  await page.getByLabel(text('shift.note'), { exact: true }).fill('Counted by two')
  await button(page, 'shift.note.add').click()
  await expect(page.getByRole('dialog')).toContainText('Hamad Saleh: Counted by two')
})

test('a shop with drawers turned off shows nothing about drawers @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').click()
  await expect(page.getByRole('menuitem', { name: text('userMenu.printer') })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: text('userMenu.shift') })).toBeHidden()
  await page.goto(`${shop.url}/shift`)
  await expect(heading(page, 'shell.notFound.heading')).toBeVisible()
})
