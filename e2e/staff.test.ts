import type { Page } from 'playwright/test'

import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { openNewShop } from './support/new-shop.ts'
import { expect, expectConsoleErrors, lock, test, type Shop, typeByHand } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link, heading } from './support/controls.ts'

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page) => page.getByRole('dialog')

/** Signs in as the supervisor and opens the shop's people, by the rail. */
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
  // The arrow keys go on from the tab that was pressed.
  await expect(page.getByRole('tab', { name: tab })).toBeFocused()
}

test('somebody new is added, and signs in with the PIN they typed twice', async ({ page, shop, consoleErrors }) => {
  await openStaff(page, shop)
  await button(page, 'staff.add').click()
  const dialog = dialogOf(page)
  await dialog.getByLabel(text('staff.name')).fill('amal  rahman')
  await expect(button(dialog, 'staff.nameTaken')).toBeVisible()
  await dialog.getByLabel(text('staff.name')).fill('Zainab Ali')
  await dialog.getByLabel(text('staff.pin'), { exact: true }).fill('1234')
  // Too easy: it is named before anything is sent.
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

test('limits and permissions are set, kept, and told in the log @long', async ({ page, shop }) => {
  await openStaff(page, shop)
  await openPerson(page, 'Amal Rahman')
  const panel = panelOf(page, 'Amal Rahman')
  const showAgain = panel.getByRole('switch', { name: text('staff.may.reveal-again') })
  await showAgain.click()
  await expect(showAgain).toBeChecked()
  // It stands as it was wished at once; the next switch is taken when this one is saved.
  await expect(showAgain).toHaveAttribute('aria-busy', 'false')
  await panel.getByRole('switch', { name: text('staff.may.international') }).click()
  await expect(rowOf(page, 'Amal Rahman')).toContainText(text('staff.notAllowed'))

  await panel.getByRole('textbox', { name: text('limits.kind.perSale'), exact: true }).fill('0')
  await expect(panel.getByText(text('limits.problem.zero'))).toBeVisible()
  await expect(button(panel, 'limits.fix')).toBeVisible()
  await panel.getByRole('textbox', { name: text('limits.kind.perSale'), exact: true }).fill('300,5')
  await panel.getByRole('textbox', { name: text('limits.kind.perDay'), exact: true }).fill('2000')
  await panel.getByRole('textbox', { name: text('limits.kind.vouchersPerMinute'), exact: true }).fill('3')
  await button(panel, 'limits.save').click()
  await expect(button(panel, 'limits.saved')).toBeVisible()
  await expect(rowOf(page, 'Amal Rahman')).toContainText('AED 300.50')
  await expect(rowOf(page, 'Amal Rahman')).toContainText('of AED 2,000')

  await page.reload()
  await expect(panel.getByRole('textbox', { name: text('limits.kind.perSale'), exact: true })).toHaveValue('300.5')
  await expect(panel.getByRole('textbox', { name: text('limits.kind.vouchersPerMinute'), exact: true })).toHaveValue(
    '3',
  )
  await expect(panel.getByRole('textbox', { name: text('limits.kind.perDay'), exact: true })).toHaveValue('2,000')
  await expect(panel.getByRole('textbox', { name: text('limits.kind.perHour'), exact: true })).toHaveValue('')
  await expect(panel.getByRole('switch', { name: text('staff.may.international') })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: 'Amal Rahman' })).toBeVisible()

  await openTab(page, text('auditLog.tab'), text('auditLog.title'))
  await expect(page.getByText(text('auditLog.verified'))).toBeVisible()
  await expect(rowOf(page, 'changed the limits of Amal Rahman')).toContainText(
    'Largest single sale 300.5, Total in one day 2000, Codes in one minute 3 AED',
  )
  await page
    .getByLabel(text('auditLog.filter'))
    .selectOption({ label: text('auditLog.name.staff-permissions-changed') })
  await expect(rowOf(page, 'changed the permissions of Amal Rahman')).toHaveCount(2)
  await expect(rowOf(page, 'changed the limits')).toHaveCount(0)
})

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
] as const) {
  const title = `at ${width} by ${height} what can be done with a person is in sight, and no ring is around their name`
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

test('anyone who is blocked is out at the next call; nobody blocks themselves @long', async ({
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
  // The panel stays: Esc was the dialog's.
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

test('a supervisor ends what somebody left open elsewhere @long', async ({ page, shop, browser }) => {
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

  test('the list makes room for the person, and comes back @long', async ({ page, shop }) => {
    await shop.signIn(page, 'Hamad Saleh')
    await page.goto(`${shop.url}/staff`)
    await expect(rowOf(page, 'Amal Rahman')).toBeVisible()
    await openPerson(page, 'Priya Nair')
    await expect(rowOf(page, 'Amal Rahman')).toBeHidden()
    // What can be done is in sight without scrolling.
    for (const name of [text('staff.newPin'), text('staff.block'), text('limits.unchanged')])
      await expect(panelOf(page, 'Priya Nair').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await button(panelOf(page, 'Priya Nair'), 'shell.close').click()
    await expect(page.getByRole('link', { name: 'Priya Nair' })).toBeFocused()
    await expect(rowOf(page, 'Amal Rahman')).toBeVisible()
  })
})

test('the link of the first start makes the first supervisor, once @long', async ({ page, consoleErrors }) => {
  const shop = await openNewShop()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto(shop.setupLink)
  const code = shop.setupLink.split('#')[1] ?? 'no code'
  await expect(heading(page, 'setup.title')).toBeVisible()
  await expect(page).toHaveURL(/\/setup$/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByLabel(text('setup.terminal')).fill('Counter')
  await page.getByLabel(text('setup.name')).fill('Huda Saif')
  await page.getByLabel(text('staff.pin'), { exact: true }).fill('123456')
  await page.getByLabel(text('staff.pinAgain')).fill('123456')
  // A weak PIN is named before anything is sent.
  await expect(button(page, 'staff.pinWeak.sequence')).toBeVisible()
  await expect(page.getByLabel(text('setup.name'))).toHaveValue('Huda Saif')
  await page.getByLabel(text('staff.pin'), { exact: true }).fill('730519')
  await page.getByLabel(text('staff.pinAgain')).fill('730519')
  await button(page, 'setup.enter').click()
  await expect(page).toHaveURL(/\/first-steps$/)
  await expect(page.getByText('Huda S.')).toBeVisible()
  expect(urls.filter((url) => url.includes(code))).toEqual([])

  // A second time it says so, and the address gives nothing away.
  await lock(page)
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.goto(shop.setupLink)
  await page.getByLabel(text('setup.terminal')).fill('Another')
  await page.getByLabel(text('setup.name')).fill('Mallory')
  await page.getByLabel(text('staff.pin'), { exact: true }).fill('918273')
  await page.getByLabel(text('staff.pinAgain')).fill('918273')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(text('setup.wrongCode'))
  await page.close()
  await shop.close()
  expectConsoleErrors(consoleErrors, /401|422/)
})
