import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { paths } from '#browser/paths.ts'
import { openInternational } from '../support/sell-international.ts'
import { expect } from '../support/shop.ts'
import { nextCustomer } from './sales.ts'
import { named, from, stop, type Action, type Walk } from './walk.ts'

const CHOSEN = '639175550142'
const zeroKey: Action = ({ page }) => page.getByRole('button', { name: '0', exact: true })

export const international: Walk = {
  name: 'international',
  person: 'Amal Rahman',
  stops: [
    stop('international: countries', async ({ follow, page, text }) => {
      await follow(paths.international())
      await expect(page.getByLabel(text('international.search'))).toBeVisible()
      await expect(page.getByRole('main').locator('img').first()).toBeVisible()
    }),
    stop('international: all countries', ({ page, text }) =>
      page
        .getByRole('group', { name: text('international.initials') })
        .getByRole('button')
        .last()
        .click(),
    ),
    stop('international: a code that countries share', async ({ page, text }) => {
      await page.getByLabel(text('international.search')).fill('+1202')
      await expect(page.getByRole('main').getByRole('button').filter({ hasText: '+1' }).first()).toBeVisible()
    }),
    stop('international: operators', zeroKey, async ({ follow, page }) => {
      await follow(paths.internationalCountry('PHL'))
      await expect(page.getByRole('button', { name: 'Islanet' })).toBeVisible()
    }),
    stop('international: half a number', named('ticket.finishNumber'), async ({ page, text, button }) => {
      await page.getByRole('button', { name: 'Islanet' }).click()
      await page.getByLabel(text('international.recipientNumber')).fill('917555')
      await expect(button('ticket.finishNumber')).toBeVisible()
    }),
    stop('international: the number of another country', async ({ page, text }) => {
      const number = page.getByLabel(text('international.recipientNumber'))
      await number.fill('+91 98765 43210')
      await expect(number).toHaveAttribute('aria-invalid', 'true')
    }),
    stop('international: amounts', async ({ page, text }) => {
      await page.getByLabel(text('international.recipientNumber')).fill('9175550142')
      await expect(page.getByRole('tab').first()).toBeVisible()
    }),
    stop('international: an amount is chosen', from('ticket.review'), async ({ page, text, buttonFrom }) => {
      await page.getByRole('tabpanel').getByRole('button').first().click()
      const steps = page.getByRole('navigation', { name: text('international.steps') })
      await steps.getByRole('button', { name: text('international.step.amount') }).click()
      await expect(buttonFrom('ticket.review')).toBeVisible()
    }),
    stop('international: review', from('sale.send'), async ({ page, shop, buttonFrom }) => {
      await openInternational(page, shop, CHOSEN)
      await expect(buttonFrom('sale.send')).toBeVisible()
      // In Arabic as well, a number is read from left to right.
      await expect(page.getByRole('main').getByText('+63 917 555 0142').first()).toHaveCSS('direction', 'ltr')
    }),
    stop('international: another operator', async ({ page, shop, sees }) => {
      await openInternational(page, shop, internationalRecipients.otherOperator)
      await sees('sale.international.operatorDiffers')
    }),
    stop('international: sold', nextCustomer, async ({ page, shop, buttonFrom, sees }) => {
      await openInternational(page, shop, CHOSEN)
      await expect(buttonFrom('sale.send')).toHaveAttribute('aria-disabled', 'false')
      await buttonFrom('sale.send').click()
      await sees('state.succeeded.heading')
    }),
    stop('international: waiting', nextCustomer, async ({ page, shop, buttonFrom, sees }) => {
      await openInternational(page, shop, internationalRecipients.succeedsAfterTwoFinds)
      await expect(buttonFrom('sale.send')).toHaveAttribute('aria-disabled', 'false')
      await buttonFrom('sale.send').click()
      await sees('state.pending.heading', { brand: 'Islanet' })
    }),
  ],
}
