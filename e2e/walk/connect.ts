import { paths } from '#browser/paths.ts'
import { expect } from '../support/shop.ts'
import { setUpShop, submitOn, typeAccount, type UnconnectedTill } from '../support/unconnected-till.ts'
import { lastInDialog, named, stop, type Action, type Stop } from './walk.ts'

const submit: Action = ({ page }) => submitOn(page)

/** From the link on the console to the shop that sells, and to its next token. */
export const connectStops = ({ connectLink, service }: UnconnectedTill): Stop[] => [
  stop('sign-in of practice, where nothing is set', async ({ goTo, sees }) => {
    await goTo(paths.signIn())
    await sees('connect.go')
  }),
  stop('connect: without the code of the link', submit, async ({ goTo, page, text }) => {
    await goTo(paths.connect())
    await expect(page.getByLabel(text('connect.code'))).toBeVisible()
  }),
  stop('connect: rejected', submit, async ({ page, text, button, sees }) => {
    await page.goto(connectLink)
    await typeAccount(page, { ...service, token: 'the-token-of-another-account' }, text)
    await button('connect.check').click()
    await sees('connect.problem.signature')
  }),
  stop('connect: found', submit, async ({ page, text, button, sees }) => {
    await typeAccount(page, service, text)
    await button('connect.check').click()
    await sees('connect.foundNext')
  }),
  stop('connect: the first steps of the shop', named('firstSteps.sell'), async ({ page, text, button }) => {
    await button('connect.connect').click()
    await expect(page).toHaveURL(/\/setup$/)
    await setUpShop(page, text)
  }),
  stop('settings: a new token', lastInDialog, async ({ page, follow, button }) => {
    await follow(paths.settings('account'))
    await button('account.changeToken').click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
]
