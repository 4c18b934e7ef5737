import { expect } from '../support/shop.ts'
import type { Stop } from './walk.ts'

/** From the link of the console to a second till; `setupLink` is where it begins. */
export const newShopStops = (setupLink: string): Stop[] => [
  {
    name: 'a shop without people',
    reach: async ({ page, sees }) => {
      await page.goto(new URL('/enrol', setupLink).href)
      await sees('setup.new')
    },
  },
  {
    name: 'set-up',
    reach: async ({ page, text }) => {
      await page.goto(setupLink)
      await expect(page.getByLabel(text('setup.terminal'))).toBeVisible()
    },
    // It is called by what is still missing.
    action: ({ page }) => page.locator('button[type=submit]'),
  },
  {
    name: 'first steps',
    reach: async ({ page, text, button }) => {
      await page.getByLabel(text('setup.terminal')).fill('Counter')
      await page.getByLabel(text('setup.name')).fill('Hamad Saleh')
      await page.getByLabel(text('staff.pin'), { exact: true }).fill('604918')
      await page.getByLabel(text('staff.pinAgain')).fill('604918')
      await button('setup.enter').click()
      // The page before names the first steps, too.
      await expect(page.getByRole('heading', { name: text('firstSteps.title'), exact: true })).toBeVisible()
    },
    action: ({ button }) => button('firstSteps.sell'),
  },
  {
    name: 'first steps: the code of a second till',
    reach: async ({ page, buttonFrom }) => {
      await buttonFrom('firstSteps.till.go').click()
      await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
    },
  },
  {
    name: 'enrollment',
    reach: async ({ page, sees }) => {
      await page.context().clearCookies()
      await page.goto(new URL('/enrol', setupLink).href)
      await sees('signIn.enrol.title')
    },
    action: ({ button }) => button('signIn.enrol.notReady'),
  },
]
