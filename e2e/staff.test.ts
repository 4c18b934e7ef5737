import type { Page } from 'playwright/test'

import { expect, expectConsoleErrors, lock, test, type Shop, typeByHand } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link, heading } from './support/controls.ts'

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page) => page.getByRole('dialog')

/** Signs in as the supervisor and opens the page of people from the rail. */
async function openStaff(page: Page, shop: Shop): Promise<void> {
  await shop.signIn(page, 'Hamad Saleh')
  await link(page, 'shell.staff').click()
  await expect(heading(page, 'staff.title')).toBeVisible()
  await expect(rowOf(page, 'Amal Rahman')).toBeVisible()
}

async function openPerson(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await expect(panelOf(page, name)).toBeVisible()
}

async function openTab(page: Page, tab: string, heading: string): Promise<void> {
  await page
    .getByRole('tablist', { name: text('staff.pages') })
    .getByRole('tab', { name: tab })
    .click()
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByRole('tab', { name: tab })).toBeFocused()
}

test('a new person is added, and signs in with the PIN that they typed twice', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openStaff(page, shop)
  await button(page, 'staff.add').click()
  const dialog = dialogOf(page)
  await dialog.getByLabel(text('staff.name')).fill('amal  rahman')
  await expect(button(dialog, 'staff.nameTaken')).toBeVisible()
  await dialog.getByLabel(text('staff.name')).fill('Zainab Ali')
  await dialog.getByLabel(text('staff.pin'), { exact: true }).fill('1234')
  await expect(button(dialog, 'staff.pinWeak.sequence')).toBeVisible()
  await dialog.getByLabel(text('staff.pin'), { exact: true }).fill('8305')
  await dialog.getByLabel(text('staff.pinAgain')).fill('8306')
  await expect(button(dialog, 'staff.pinMissing.different')).toBeVisible()
  await dialog.getByLabel(text('staff.pinAgain')).fill('8305')
  await dialog.getByRole('button', { name: text('staff.addDo'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Zainab Ali')).toContainText(text('shell.role.cashier'))

  await lock(page)
  await page.getByRole('button', { name: 'Zainab' }).click()
  await typeByHand(page, '8305')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Zainab A.')).toBeVisible()
  expectConsoleErrors(consoleErrors, /422/)
})

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
] as const) {
  const title = `a window of ${width} by ${height} shows all actions for a person, and no focus ring around their name`
  test(title, { tag: '@sizes' }, async ({ page, shop }) => {
    await page.setViewportSize({ width, height })
    await openStaff(page, shop)
    await page.getByRole('link', { name: 'Joseph Mathew' }).press('Enter')
    const panel = panelOf(page, 'Joseph Mathew')
    for (const name of [text('staff.newPin'), text('staff.block'), text('limits.unchanged')])
      await expect(panel.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await expect(panel.getByRole('heading', { name: 'Joseph Mathew' })).toBeFocused()
    await expect(panel.getByRole('heading', { name: 'Joseph Mathew' })).toHaveCSS('outline-style', 'none')
  })
}

test('a person who is blocked is signed out at the next request, and no one can block themselves @long', async ({
  page,
  shop,
  browser,
}) => {
  const other = await browser.newContext()
  const amal = await other.newPage()
  await shop.signIn(amal)
  await openStaff(page, shop)
  await openPerson(page, 'Hamad Saleh')
  const block = button(panelOf(page, 'Hamad Saleh'), 'staff.block')
  await block.click()
  await expect(button(dialogOf(page), 'staff.notYourself')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(block).toBeFocused()

  await openPerson(page, 'Amal Rahman')
  await button(panelOf(page, 'Amal Rahman'), 'staff.block').click()
  await button(dialogOf(page), 'staff.block').click()
  await expect(panelOf(page, 'Amal Rahman')).toContainText('Blocked since')
  await expect(amal).toHaveURL(/\/sign-in$/)
  await expect(amal.getByRole('button', { name: 'Joseph' })).toBeVisible()
  await amal.reload()
  await expect(amal.getByRole('button', { name: 'Joseph' })).toBeVisible()
  await expect(amal.getByRole('button', { name: 'Amal' })).toBeHidden()
  await other.close()

  await button(panelOf(page, 'Amal Rahman'), 'staff.unblock').click()
  await button(dialogOf(page), 'staff.unblock').click()
  await expect(panelOf(page, 'Amal Rahman')).not.toContainText('Blocked since')
})

test('a supervisor ends a session that a person left open elsewhere @long', async ({ page, shop, browser }) => {
  const other = await browser.newContext()
  const amal = await other.newPage()
  await shop.signIn(amal)
  await openStaff(page, shop)
  await expect(rowOf(page, 'Amal Rahman')).toContainText(text('staff.now'))
  await openTab(page, text('sessions.tab'), text('sessions.title'))
  await expect(rowOf(page, 'Hamad Saleh')).toContainText(text('sessions.this'))
  await page.getByRole('button', { name: /^Sign out, Amal Rahman/ }).click()
  await button(dialogOf(page), 'sessions.end').click()
  await expect(rowOf(page, 'Amal Rahman')).toHaveCount(0)
  await expect(amal).toHaveURL(/\/sign-in$/)
  await other.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the list gives way to the details of a person, and comes back @long', async ({ page, shop }) => {
    await shop.signIn(page, 'Hamad Saleh', '/staff')
    await expect(rowOf(page, 'Amal Rahman')).toBeVisible()
    await openPerson(page, 'Priya Nair')
    await expect(rowOf(page, 'Amal Rahman')).toBeHidden()
    for (const name of [text('staff.newPin'), text('staff.block'), text('limits.unchanged')])
      await expect(panelOf(page, 'Priya Nair').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await button(panelOf(page, 'Priya Nair'), 'shell.close').click()
    await expect(page.getByRole('link', { name: 'Priya Nair' })).toBeFocused()
    await expect(rowOf(page, 'Amal Rahman')).toBeVisible()
  })
})
