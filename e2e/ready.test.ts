import { paths } from '#browser/paths.ts'
import { text } from '../tests/support/texts.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { chooseInUserMenu, expect, test } from './support/shop.ts'
import { button, link } from './support/controls.ts'

const lineOf = (page: import('playwright/test').Page, heading: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })

test('the System check warns a supervisor that the provider is not responding, and says what to do @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page, 'Hamad Saleh')
  await chooseInUserMenu(page, text('userMenu.ready'))
  await expect(page).toHaveURL(new RegExp(`${paths.ready()}$`))
  const service = lineOf(page, text('ready.service'))
  await expect(service).toContainText(text('ready.service.fine'))
  await expect(lineOf(page, text('ready.wallet'))).toContainText(/\d,\d{3}\.\d\d/)
  await expect(lineOf(page, text('ready.packages'))).toContainText(text('ready.packages.fine'))
  await expect(lineOf(page, text('ready.page'))).toContainText(text('ready.state.good'))
  expect(await findAccessibilityViolations(page)).toEqual([])

  await shop.sandbox.close()
  // The provider may be asked again after ten seconds, and counts as not responding after three calls without an
  // answer.
  await expect
    .poll(async () => {
      shop.moveClock(11_000)
      await button(page, 'ready.checkAgain').click()
      return service.textContent()
    })
    .toContain(text('ready.service.refused'))
  await expect(service).toContainText(text('ready.state.bad'))
  await expect(page.getByText(text('ready.all.bad', { count: 1 }))).toBeVisible()

  await link(page, 'ready.sell').click()
  await expect(page).toHaveURL(/\/sell/)
})

test('a cashier sees on the System check whether everything is ready, but no balance @long', async ({ page, shop }) => {
  await shop.signIn(page, undefined, paths.ready())
  await expect(lineOf(page, text('ready.wallet'))).toContainText(text('ready.state.good'))
  await expect(page.getByRole('main')).not.toContainText(/AED|\d\.\d\d/)
})
