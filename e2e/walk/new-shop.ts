import { expect } from '../support/shop.ts'
import { named, stop, type Stop } from './walk.ts'

export const newShopStops = (setupLink: string): Stop[] => [
  stop('a shop without people', async ({ page, sees }) => {
    await page.goto(new URL('/enroll', setupLink).href)
    await sees('setup.new')
  }),
  // The name of the button says what is still missing.
  stop(
    'set-up',
    ({ page }) => page.locator('button[type=submit]'),
    async ({ page, text }) => {
      await page.goto(setupLink)
      await expect(page.getByLabel(text('setup.terminal'))).toBeVisible()
    },
  ),
  stop('first steps', named('firstSteps.sell'), async ({ page, text, button }) => {
    await page.getByLabel(text('setup.terminal')).fill('Counter')
    await page.getByLabel(text('setup.name')).fill('Hamad Saleh')
    await page.getByLabel(text('staff.pin'), { exact: true }).fill('604918')
    await page.getByLabel(text('staff.pinAgain')).fill('604918')
    await button('setup.enter').click()
    // The page before also mentions the first steps, so the name must match exactly.
    await expect(page.getByRole('heading', { name: text('firstSteps.title'), exact: true })).toBeVisible()
  }),
  stop('first steps: the code of a second till', async ({ page, buttonFrom }) => {
    await buttonFrom('firstSteps.till.go').click()
    await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
  }),
  stop('enrollment', named('signIn.enroll.notReady'), async ({ page, sees }) => {
    await page.context().clearCookies()
    await page.goto(new URL('/enroll', setupLink).href)
    await sees('signIn.enroll.title')
  }),
]
