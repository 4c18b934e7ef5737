import en from '../src/browser/i18n/en.json' with { type: 'json' }
import { printWithoutDialog } from './support/fake-printers.ts'
import { openNewShop } from './support/new-shop.ts'
import { expect, pass, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, heading } from './support/controls.ts'
import { expectSound } from './walk/walk.ts'

test('a till follows the system into dark mode until a person chooses a theme for it @long', async ({ page, shop }) => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await shop.signIn(page)
  expect(await scheme()).toBe('dark')
  await page.getByRole('banner').getByRole('button', { name: 'Amal R.' }).click()
  await page.getByRole('menuitemcheckbox', { name: text('userMenu.dark') }).click()
  await expect.poll(scheme).toBe('light')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()
  expect(await scheme()).toBe('light')
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('a touch screen shows no key caps @long', async ({ page, shop }) => {
    await shop.signIn(page)
    await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()
    await expect(page.getByLabel(text('ticket.mobileNumber'))).toBeVisible()
    await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
  })
})

test('a new shop is set up, shows its first steps, and connects a second till with a code', async ({
  page,
  browser,
}) => {
  const shop = await openNewShop()
  const second = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  try {
    await printWithoutDialog(page)
    await page.goto(shop.setupLink)
    await expect(page.getByLabel(en['setup.terminal'])).toBeVisible()
    await expect(page).toHaveURL(/\/setup$/)
    await expectSound(page, page.locator('button[type=submit]'))
    await page.getByLabel(en['setup.terminal']).fill('Counter')
    await page.getByLabel(en['setup.name']).fill('Hamad Saleh')
    await page.getByLabel(en['staff.pin'], { exact: true }).fill('604918')
    await page.getByLabel(en['staff.pinAgain']).fill('604918')
    await page.getByRole('button', { name: en['setup.enter'] }).click()
    await expect(page.getByRole('heading', { name: en['firstSteps.title'] })).toBeVisible()
    await expect(page.getByText('0 of 6 done')).toBeVisible()
    await expectSound(page, button(page, 'firstSteps.sell'))

    await page.getByRole('link', { name: en['firstSteps.printer.go'] }).click()
    await page.getByRole('button', { name: en['printer.printTest'] }).click()
    await expect(page.getByText(en['printer.outcome.browser'])).toBeVisible()
    await page.goBack()
    await expect(page.getByText('1 of 6 done')).toBeVisible()

    await page.getByRole('button', { name: en['firstSteps.till.go'] }).click()
    const code = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()
    await pass(page, 10_000)
    await expect(page.getByText(en['firstSteps.state.now'])).toBeVisible()

    const tablet = await second.newPage()
    await tablet.goto(shop.setupLink.replace(/\/setup#.*/, ''))
    await expect(heading(tablet, 'signIn.enroll.title')).toBeVisible()
    await expectSound(tablet, button(tablet, 'signIn.enroll.notReady'))
    for (const letter of code?.replace('-', '') ?? '')
      await tablet.getByRole('button', { name: letter, exact: true }).click()
    await tablet.getByRole('button', { name: en['signIn.enroll.enter'] }).click()
    await expect(tablet.getByRole('heading', { name: en['signIn.title'] })).toBeVisible()
    await tablet.keyboard.type('60')
    await expectSound(tablet, tablet.getByRole('button', { name: '5', exact: true }))

    await pass(page, 10_000)
    await expect(page.getByText('2 tills connected').first()).toBeVisible()
    await page.getByRole('button', { name: en['firstSteps.sell'] }).click()
    await expect(page).toHaveURL(/\/sell$/)
    // The pages must not send requests to a stopped server.
    await page.goto('about:blank')
  } finally {
    await second.close()
    await shop.close()
  }
})
