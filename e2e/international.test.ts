import type { Locator, Page } from 'playwright/test'

import { debits, stateOn, TILES, pick, nextCustomer } from './support/sell.ts'
import { expect, expectConsoleErrors, pass, test, typeByHand } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'

const searchOn = (page: Page): Locator => page.getByRole('searchbox', { name: text('international.search') })
const numberOn = (page: Page): Locator => page.getByLabel(text('international.recipientNumber'))
const country = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name} \\+`) }).first()
const operator = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: text('international.operators') }).getByRole('button', { name })
const amounts = (page: Page): Locator => page.getByRole('tabpanel').getByRole('button')
const step = (page: Page, name: string): Locator =>
  page.locator('[aria-current="step"]').filter({ hasText: new RegExp(`${name}$`) })
const sold = (page: Page): Locator => stateOn(page, text('state.succeeded.heading'))

function counted() {
  let taps = 0
  const tap = async (goal: Locator) => {
    taps++
    await goal.click()
  }
  return { tap, taps: () => taps }
}

const readyToType = (page: Page) => expect(page.getByLabel(text('ticket.mobileNumber'))).toBeFocused()

async function openShelves(page: Page): Promise<void> {
  await nextCustomer(page)
  await readyToType(page)
}

test('no digit is lost that is typed while the next step appears @long', async ({ page, shop }) => {
  await page.addInitScript(() => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
    const typeAtOnce = ({ target: input }: FocusEvent) => {
      if (!(input instanceof HTMLInputElement) || !location.pathname.endsWith('/PHL')) return
      window.removeEventListener('focusin', typeAtOnce)
      queueMicrotask(() => {
        for (const digit of '91') {
          value.set!.call(input, input.value + digit)
          input.dispatchEvent(new InputEvent('input', { bubbles: true, data: digit }))
        }
      })
    }
    window.addEventListener('focusin', typeAtOnce)
  })
  await shop.signIn(page)
  await readyToType(page)
  await typeByHand(page, '+63')
  await expect(numberOn(page)).toHaveValue('91')
})

test('a number of another country is typed on the keypad alone, over every page that it leads to @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await readyToType(page)
  for (const digit of '00639175550142') {
    await page
      .getByRole('group', { name: text('shell.keypad') })
      .getByRole('button', { name: digit, exact: true })
      .click()
    // Longer than the time between two keys of a scanner.
    await pass(page, 200)
  }
  await expect(numberOn(page)).toHaveValue('917 555 0142')
})

test('an international sale leads from the tile over country, operator, number, amount and review, each with its own address @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await pick(page, TILES.international)
  await expect(searchOn(page)).toBeFocused()
  await page.reload()
  await country(page, 'Philippines').click()

  await expect(numberOn(page)).toBeFocused()
  await typeByHand(page, '917555')
  await expect(page.getByText('4 digits to go')).toBeVisible()
  await operator(page, 'Islanet').click()
  await expect(operator(page, 'Islanet')).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(operator(page, 'Islanet')).toHaveAttribute('aria-pressed', 'true')
  await expect(numberOn(page)).toHaveValue('917 555')
  await expect(button(page, 'ticket.finishNumber')).toBeVisible()
  await expect(page.getByRole('region', { name: text('international.mirrorRegion') })).toContainText('+63 917 555')
  // The operator is chosen, so that the page continues after the last digit.
  await page.keyboard.type('0142')

  await expect(page.getByRole('tab')).toHaveText([/Airtime.*9/, /Bundles.*6/, /Mobile Internet.*4/, /Gaming.*1/])
  const slip = page.getByRole('region', { name: text('ticket.region'), exact: true })
  expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/check')).toHaveLength(0)
  await amounts(page)
    .filter({ hasText: /PHP 300/ })
    .click()
  await page.getByRole('button', { name: text('international.step.amount') }).click()
  await expect(slip).toContainText('PHP 300.00')
  await page.reload()
  await expect(slip).toContainText('+63 917 555 0142')
  await expect(slip).toContainText('PHP 300.00')
  await expect(slip).toContainText('AED 21.50')

  await page.getByRole('button', { name: /^Review.*AED\s21\.50/ }).click()
  await expect(button(page, 'sale.send')).toBeVisible()
  await page.reload()
  await button(page, 'sale.send').click()
  await expect(sold(page)).toBeVisible()
  expect(debits(shop)).toBe(1)
  await openShelves(page)
  await pick(page, TILES.international)
  await page
    .getByRole('region', { name: text('international.usual') })
    .getByRole('button', { name: /Philippines/ })
    .click()
  await expect(numberOn(page)).toBeFocused()
  await typeByHand(page, '9175550142')
  await expect(numberOn(page)).toHaveValue('917 555 0142')
  // In whatever way the cashier returns to the products, the next customer starts with nothing selected.
  await link(page, 'shell.sell').click()
  await readyToType(page)
  await page.goBack()
  await expect(numberOn(page)).toHaveValue('')
})

test('a number that is typed first needs two taps where its operator is the only one or known, and three where it is chosen @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await readyToType(page)
  const alone = counted()
  // Types key after key, as fast as a scanner: no key is lost while the screens change.
  await typeByHand(page, '+6797071234')
  await expect(step(page, text('ticket.amount'))).toBeVisible()
  await alone.tap(amounts(page).first())
  await expect(page.getByText('+679 707 1234').first()).toBeVisible()
  await alone.tap(button(page, 'sale.send'))
  await expect(sold(page)).toBeVisible()
  expect(alone.taps()).toBe(2)

  await openShelves(page)
  const chosen = counted()
  await typeByHand(page, '+639175550142')
  await chosen.tap(operator(page, 'Islanet'))
  await chosen.tap(amounts(page).first())
  await chosen.tap(button(page, 'sale.send'))
  await expect(sold(page)).toBeVisible()
  expect(chosen.taps()).toBe(3)

  await openShelves(page)
  const known = counted()
  await typeByHand(page, '00639175550143')
  await expect(step(page, text('ticket.amount'))).toBeVisible()
  await known.tap(amounts(page).first())
  await expect(page.getByText('+63 917 555 0143').first()).toBeVisible()
  await known.tap(button(page, 'sale.send'))
  await expect(sold(page)).toBeVisible()
  expect(known.taps()).toBe(2)
  expect(debits(shop)).toBe(3)
})

test('tiles lead to a country, to a group of countries, or to all countries where the country is not sold @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Send abroad/ }).click()
  await page
    .getByRole('button', { name: /^Egypt/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Egypt' })).toBeVisible()
  await expect(step(page, text('sale.international.operator'))).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: /^Somewhere else/ }).click()
  await expect(page.getByText(text('international.unknownCountry', { id: 'XXX' }))).toBeVisible()
  await expect(step(page, text('international.step.country'))).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: /^South Asia/ }).click()
  await expect(page).toHaveURL(/\?group=south-asia$/)
  await expect(page.getByRole('region', { name: 'South Asia' }).getByRole('button')).toHaveCount(70)

  await page.goto(`${shop.url}/sell/international/phl/999999`)
  await expect(page.getByText(text('international.unknownOperator'))).toBeVisible()
  await page.goto(`${shop.url}/sell/international/PHL/999999/amounts/none`)
  await expect(page.getByText(text('international.unknownOperator'))).toBeVisible()
  // The browser automatically logs that the server rejected the request for the amounts.
  expectConsoleErrors(consoleErrors, /422/)
})

const SMALL_COUNTER = 'a small counter with a notice on top cuts no name and no amount, and only the page scrolls'
test(SMALL_COUNTER, { tag: '@sizes' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.route('**/api/status', async (route) => {
    const status: object = await (await route.fetch()).json()
    await route.fulfill({ json: { ...status, wallet: 'low' } })
  })
  await shop.signIn(page)
  const expectWhole = async (tiles: Locator) => {
    await expect(tiles.first()).toBeVisible()
    const cut = await tiles.evaluateAll((all) =>
      all
        .filter((tile) => tile.scrollWidth > tile.clientWidth || tile.scrollHeight > tile.clientHeight)
        .map(({ textContent }) => textContent),
    )
    expect(cut).toEqual([])
    const isStill = () =>
      page.evaluate(
        () => document.documentElement.scrollHeight <= innerHeight && document.body.scrollHeight <= innerHeight,
      )
    await expect.poll(isStill).toBe(true)
  }
  await page.goto(`${shop.url}/sell/international`)
  await expectWhole(page.getByRole('region').getByRole('button'))
  await expect(page.getByRole('group', { name: text('international.initials') })).toBeInViewport({ ratio: 1 })
  await page.goto(`${shop.url}/sell/international/IND`)
  await expectWhole(page.getByRole('group', { name: text('international.operators') }).getByRole('button'))
  await numberOn(page).fill('9876543210')
  await page
    .getByRole('group', { name: text('international.operators') })
    .getByRole('button')
    .first()
    .click()
  await expectWhole(amounts(page))
})

test('the warning of an international tile is shown on every step, after a reload, and at the review @long', async ({
  page,
  shop,
}) => {
  const warning = page.getByText('Only prepaid lines. A landline cannot be topped up.')
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Send abroad/ }).click()
  await page
    .getByRole('button', { name: /^Egypt/ })
    .first()
    .click()
  await expect(warning).toBeVisible()
  await expect(page).toHaveURL(/\?tile=93$/)
  await page.reload()
  await expect(warning).toBeVisible()
  await page
    .getByRole('group', { name: text('international.operators') })
    .getByRole('button')
    .first()
    .click()
  await page
    .getByLabel(/number/i)
    .first()
    .fill('1001234567')
  await expect(page.getByRole('tablist')).toBeVisible()
  await expect(warning).toBeVisible()
  await page.reload()
  await expect(warning).toBeVisible()
  await page.getByRole('tabpanel').getByRole('button').first().click()
  await expect(page).toHaveURL(/\/sale\//)
  await expect(warning).toBeVisible()
  await page
    .getByRole('navigation', { name: text('international.steps') })
    .getByRole('button', { name: text('international.step.amount') })
    .click()
  await expect(page).toHaveURL(/tile=93/)
  await expect(warning).toBeVisible()
})
