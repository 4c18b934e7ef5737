import type { Page } from 'playwright/test'

import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { openNewShop } from './support/new-shop.ts'
import { expect, expectConsoleErrors, lock, test, type Shop } from './support/shop.ts'
import { typeByHand } from './support/type-by-hand.ts'
import { text } from '../tests/support/texts.ts'

const HAMAD_PIN = '604918'
const SIX_MINUTES_MS = 6 * 60_000

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page) => page.getByRole('dialog')
/** The one-time code of a new terminal. */
const codeIn = (page: Page) => dialogOf(page).getByRole('status', { name: 'Code' })

/** Signs in as the supervisor and opens the shop's people, by the rail. */
async function openStaff(page: Page, shop: Shop): Promise<void> {
  await shop.signIn(page, 'Hamad Saleh')
  await page.getByRole('link', { name: 'Staff' }).click()
  await expect(page.getByRole('heading', { name: 'Staff and limits' })).toBeVisible()
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
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name').fill('amal  rahman')
  await expect(dialog.getByRole('button', { name: text('staff.nameTaken') })).toBeVisible()
  await dialog.getByLabel('Name').fill('Zainab Ali')
  await dialog.getByLabel('PIN', { exact: true }).fill('1234')
  // Too easy: it is named before anything is sent.
  await expect(dialog.getByRole('button', { name: text('staff.pinWeak.sequence') })).toBeVisible()
  await dialog.getByLabel('PIN', { exact: true }).fill('8305')
  await dialog.getByLabel(text('staff.pinAgain')).fill('8306')
  await expect(dialog.getByRole('button', { name: 'The two PINs differ' })).toBeVisible()
  await dialog.getByLabel(text('staff.pinAgain')).fill('8305')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Zainab Ali')).toContainText('Cashier')

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
  const showAgain = panel.getByRole('switch', { name: 'Show a code again' })
  await showAgain.click()
  await expect(showAgain).toBeChecked()
  // It stands as it was wished at once; the next switch is taken when this one is saved.
  await expect(showAgain).toHaveAttribute('aria-busy', 'false')
  await panel.getByRole('switch', { name: 'International top-ups' }).click()
  await expect(rowOf(page, 'Amal Rahman')).toContainText('Not allowed')

  await panel.getByRole('textbox', { name: 'Largest single sale', exact: true }).fill('0')
  await expect(panel.getByText('Above zero, or empty for no limit')).toBeVisible()
  await expect(panel.getByRole('button', { name: text('limits.fix') })).toBeVisible()
  await panel.getByRole('textbox', { name: 'Largest single sale', exact: true }).fill('300,5')
  await panel.getByRole('textbox', { name: 'Total in one day', exact: true }).fill('2000')
  await panel.getByRole('textbox', { name: 'Codes in one minute', exact: true }).fill('3')
  await panel.getByRole('button', { name: 'Save limits' }).click()
  await expect(panel.getByRole('button', { name: 'Saved' })).toBeVisible()
  await expect(rowOf(page, 'Amal Rahman')).toContainText('AED 300.50')
  await expect(rowOf(page, 'Amal Rahman')).toContainText('of AED 2,000')

  await page.reload()
  await expect(panel.getByRole('textbox', { name: 'Largest single sale', exact: true })).toHaveValue('300.5')
  await expect(panel.getByRole('textbox', { name: 'Codes in one minute', exact: true })).toHaveValue('3')
  await expect(panel.getByRole('textbox', { name: 'Total in one day', exact: true })).toHaveValue('2,000')
  await expect(panel.getByRole('textbox', { name: 'Total in one hour', exact: true })).toHaveValue('')
  await expect(panel.getByRole('switch', { name: 'International top-ups' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: 'Amal Rahman' })).toBeVisible()

  await openTab(page, text('auditLog.tab'), text('auditLog.title'))
  await expect(page.getByText(text('auditLog.verified'))).toBeVisible()
  await expect(rowOf(page, 'changed the limits of Amal Rahman')).toContainText(
    'Largest single sale 300.5, Total in one day 2000, Codes in one minute 3 AED',
  )
  await page.getByLabel('Show').selectOption({ label: text('auditLog.name.staff-permissions-changed') })
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
    for (const name of ['New PIN', 'Block', text('limits.unchanged')])
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
  const block = panelOf(page, 'Hamad Saleh').getByRole('button', { name: 'Block' })
  await block.click()
  await expect(dialogOf(page).getByRole('button', { name: text('staff.notYourself') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  // The panel stays: Esc was the dialog's.
  await expect(block).toBeFocused()

  await openPerson(page, 'Amal Rahman')
  await panelOf(page, 'Amal Rahman').getByRole('button', { name: 'Block' }).click()
  await dialogOf(page).getByRole('button', { name: 'Block' }).click()
  await expect(panelOf(page, 'Amal Rahman')).toContainText('Blocked since')
  await expect(amal).toHaveURL(/\/sign-in$/)
  await expect(amal.getByRole('button', { name: 'Joseph' })).toBeVisible()
  await amal.reload()
  await expect(amal.getByRole('button', { name: 'Joseph' })).toBeVisible()
  await expect(amal.getByRole('button', { name: 'Amal' })).toBeHidden()
  await other.close()

  await panelOf(page, 'Amal Rahman').getByRole('button', { name: 'Unblock' }).click()
  await dialogOf(page).getByRole('button', { name: 'Unblock' }).click()
  await expect(panelOf(page, 'Amal Rahman')).not.toContainText('Blocked since')
})

test('an old sign-in is asked for its PIN, and what was begun goes on @long', async ({ page, shop, consoleErrors }) => {
  await openStaff(page, shop)
  await openTab(page, 'Shop limits', 'Limits')
  await page.getByRole('textbox', { name: 'Locks after', exact: true }).fill('60')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  shop.moveClock(SIX_MINUTES_MS)

  await page.getByRole('textbox', { name: 'Total in one day', exact: true }).fill('9000')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('heading', { name: text('stepUp.heading', { name: 'Hamad Saleh' }) })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  // Taken back: what was typed stands there still.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text('staff.unchanged'))).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Total in one day', exact: true })).toHaveValue('9,000')

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeVisible()
  await typeByHand(page, '111111')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(text('failure.wrong-pin'))
  await typeByHand(page, HAMAD_PIN)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Total in one day', exact: true })).toHaveValue('9,000')
  expectConsoleErrors(consoleErrors, /401/)
})

test('a new terminal has a code, is listed, and can be revoked @long', async ({ page, shop, browser }) => {
  await openStaff(page, shop)
  await openTab(page, text('terminals.tab'), text('terminals.tab'))
  await page.getByRole('button', { name: text('terminals.add') }).click()
  await dialogOf(page).getByLabel(text('terminals.nameOfNew')).fill('Front window')
  await dialogOf(page).getByRole('switch', { name: 'Kiosk' }).click()
  await dialogOf(page)
    .getByRole('button', { name: text('terminals.makeCode') })
    .click()
  await expect(dialogOf(page).getByRole('heading', { name: 'Code for Front window' })).toBeVisible()
  const code = await codeIn(page).textContent()
  await expect(dialogOf(page).getByRole('timer')).toHaveText(/^1[45] min \d+ s left$/)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(code ?? 'no code')).toBeHidden()

  const other = await browser.newContext()
  const enrolled = await other.request.post(`${shop.url}/api/terminals/enrol`, {
    data: { code },
    headers: { origin: shop.url },
  })
  expect(enrolled.ok()).toBe(true)
  const there = await other.newPage()
  await there.goto(shop.url)
  await expect(there.getByRole('heading', { name: 'Who is at the till?' })).toBeVisible()

  await page.reload()
  await expect(rowOf(page, 'Front window')).toContainText('Kiosk')
  await page.getByRole('button', { name: `${text('terminals.revoke')}, Front window` }).click()
  await expect(dialogOf(page)).toContainText('Nobody can sign in or sell there any more')
  await dialogOf(page)
    .getByRole('button', { name: text('terminals.revoke') })
    .click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(rowOf(page, 'Front window')).toContainText(text('terminals.revoked'))
  await other.close()
})

test('the code on the screen is gone when its time is over @long', async ({ page, shop }) => {
  await openStaff(page, shop)
  await openTab(page, text('terminals.tab'), text('terminals.tab'))
  await page.getByRole('button', { name: text('terminals.add') }).click()
  await dialogOf(page).getByLabel(text('terminals.nameOfNew')).fill('Second till')
  await dialogOf(page)
    .getByRole('button', { name: text('terminals.makeCode') })
    .click()
  await expect(codeIn(page)).toBeVisible()
  // Less than the till locks after: the page tells the proxy's time by what it says of its clock.
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    const status = (await response.json()) as { serverTime: number }
    await route.fulfill({ response, json: { ...status, serverTime: status.serverTime + 15 * 60_000 } })
  })
  await expect(dialogOf(page).getByText(text('terminals.codeOver'))).toBeVisible()
  await expect(codeIn(page)).toBeHidden()
})

test('a supervisor ends what somebody left open elsewhere @long', async ({ page, shop, browser }) => {
  const other = await browser.newContext()
  const amal = await other.newPage()
  await shop.signIn(amal)
  await openStaff(page, shop)
  await expect(rowOf(page, 'Amal Rahman')).toContainText('Now')
  await openTab(page, text('sessions.tab'), text('sessions.title'))
  await expect(rowOf(page, 'Hamad Saleh')).toContainText(text('sessions.this'))
  await page.getByRole('button', { name: /^Sign out, Amal Rahman/ }).click()
  await dialogOf(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(rowOf(page, 'Amal Rahman')).toHaveCount(0)
  await expect(amal).toHaveURL(/\/sign-in$/)
  await other.close()
})

test('a cashier has no way there, and nothing is asked for them @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await expect(page.getByRole('link', { name: 'Wallet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Staff', exact: true })).toBeHidden()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['/staff', '/terminals', '/sessions', '/limits', '/settings', '/audit-log']) {
    await page.goto(shop.url + path)
    await expect(page.getByRole('heading', { name: 'For supervisors' })).toBeVisible()
  }
  expect(asked.filter((path) => /^\/api\/(staff|terminals|sessions|settings|audit)/.test(path))).toEqual([])
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
    for (const name of ['New PIN', 'Block', text('limits.unchanged')])
      await expect(panelOf(page, 'Priya Nair').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await panelOf(page, 'Priya Nair').getByRole('button', { name: 'Close' }).click()
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
  await expect(page.getByRole('heading', { name: text('setup.title') })).toBeVisible()
  await expect(page).toHaveURL(/\/setup$/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByLabel('Name of this till').fill('Counter')
  await page.getByLabel('Your name').fill('Huda Saif')
  await page.getByLabel('PIN', { exact: true }).fill('123456')
  await page.getByLabel(text('staff.pinAgain')).fill('123456')
  // A weak PIN is named before anything is sent.
  await expect(page.getByRole('button', { name: text('staff.pinWeak.sequence') })).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Huda Saif')
  await page.getByLabel('PIN', { exact: true }).fill('730519')
  await page.getByLabel(text('staff.pinAgain')).fill('730519')
  await page.getByRole('button', { name: 'Open the shop' }).click()
  await expect(page).toHaveURL(/\/first-steps$/)
  await expect(page.getByText('Huda S.')).toBeVisible()
  expect(urls.filter((url) => url.includes(code))).toEqual([])

  // A second time it says so, and the address gives nothing away.
  await lock(page)
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.goto(shop.setupLink)
  await page.getByLabel('Name of this till').fill('Another')
  await page.getByLabel('Your name').fill('Mallory')
  await page.getByLabel('PIN', { exact: true }).fill('918273')
  await page.getByLabel(text('staff.pinAgain')).fill('918273')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(text('setup.wrongCode'))
  await page.close()
  await shop.close()
  expectConsoleErrors(consoleErrors, /401|422/)
})
