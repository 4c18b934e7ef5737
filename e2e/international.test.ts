import type { Locator, Page } from 'playwright/test'

import { debits, stateOn } from './support/sell.ts'
import { expect, expectConsoleErrors, test } from './support/shop.ts'
import { typeByHand } from './support/type-by-hand.ts'
import { startingWith, text } from '../tests/support/texts.ts'

const searchOn = (page: Page): Locator => page.getByRole('searchbox', { name: 'Country, code or full number' })
const numberOn = (page: Page): Locator => page.getByLabel('Recipient number')
const country = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name} \\+`) })
const operator = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Operators' }).getByRole('button', { name })
const amounts = (page: Page): Locator => page.getByRole('tabpanel').getByRole('button')
const step = (page: Page, name: string): Locator =>
  page.locator('[aria-current="step"]').filter({ hasText: new RegExp(`${name}$`) })
const sold = (page: Page): Locator => stateOn(page, 'Sold')

/** Each press of a finger, counted. */
function counted() {
  let taps = 0
  const tap = async (goal: Locator) => {
    taps++
    await goal.click()
  }
  return { tap, taps: () => taps }
}

const readyToType = (page: Page) => expect(page.getByLabel('Search a product or type a number')).toBeFocused()

async function openShelves(page: Page): Promise<void> {
  await page.getByRole('button', { name: startingWith('sale.nextCustomer') }).click()
  await readyToType(page)
}

test('from the tile to sold: country, operator and number, amount, review, each of them in the address @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^International/ }).click()
  await expect(searchOn(page)).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'All 70 countries' }).click()
  await country(page, 'Philippines').click()

  await expect(numberOn(page)).toBeFocused()
  await typeByHand(page, '917555')
  await expect(page.getByText('4 digits to go')).toBeVisible()
  await operator(page, 'Islanet').click()
  await expect(operator(page, 'Islanet')).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(operator(page, 'Islanet')).toHaveAttribute('aria-pressed', 'true')
  await expect(numberOn(page)).toHaveValue('917 555')
  await expect(page.getByRole('button', { name: 'Finish the number' })).toBeVisible()
  await page.keyboard.type('0142')
  await expect(page.getByRole('region', { name: 'For the customer to check' })).toContainText('+63 917 555 0142')
  await page.getByRole('button', { name: text('international.chooseAmount') }).click()

  await expect(page.getByRole('tab')).toHaveText([/Airtime.*9/, /Bundles.*6/, /Mobile Internet.*4/, /Gaming.*1/])
  await amounts(page)
    .filter({ hasText: /PHP 300/ })
    .click()
  const slip = page.getByRole('region', { name: 'Sale', exact: true })
  await expect(slip).toContainText('PHP 300.00')
  await page.reload()
  await expect(slip).toContainText('+63 917 555 0142')
  await expect(slip).toContainText('PHP 300.00')
  await expect(slip).toContainText('AED 21.50')
  expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/check')).toHaveLength(0)

  await page.getByRole('button', { name: /^Review.*AED 21\.50/ }).click()
  await expect(page.getByRole('button', { name: /^Send top-up/ })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /^Send top-up/ }).click()
  await expect(sold(page)).toBeVisible()
  expect(debits(shop)).toBe(1)
  await openShelves(page)
  await page.getByRole('button', { name: /^International/ }).click()
  await page
    .getByRole('region', { name: 'Recent at this till' })
    .getByRole('button', { name: /Philippines/ })
    .click()
  await expect(numberOn(page)).toBeFocused()
  await typeByHand(page, '9175550142')
  await expect(numberOn(page)).toHaveValue('917 555 0142')
  // By whatever way one comes back to the shelves, the next customer starts afresh.
  await page.getByRole('link', { name: 'Sell', exact: true }).click()
  await readyToType(page)
  await page.goBack()
  await expect(numberOn(page)).toHaveValue('')
})

test('a number typed first needs three taps where its operator is alone or known, and four where it is chosen @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await readyToType(page)
  const alone = counted()
  // Key upon key, as a scanner does: none is lost while the screens change.
  await typeByHand(page, '+6797071234')
  await expect(step(page, 'Amount')).toBeVisible()
  await alone.tap(amounts(page).first())
  await alone.tap(page.getByRole('button', { name: /^Review/ }))
  await expect(page.getByText('+679 707 1234').first()).toBeVisible()
  await alone.tap(page.getByRole('button', { name: /^Send top-up/ }))
  await expect(sold(page)).toBeVisible()
  expect(alone.taps()).toBe(3)

  await openShelves(page)
  const chosen = counted()
  await typeByHand(page, '+639175550142')
  await chosen.tap(operator(page, 'Islanet'))
  await chosen.tap(amounts(page).first())
  await chosen.tap(page.getByRole('button', { name: /^Review/ }))
  await chosen.tap(page.getByRole('button', { name: /^Send top-up/ }))
  await expect(sold(page)).toBeVisible()
  expect(chosen.taps()).toBe(4)

  await openShelves(page)
  const known = counted()
  await typeByHand(page, '00639175550143')
  await expect(step(page, 'Amount')).toBeVisible()
  await known.tap(amounts(page).first())
  await known.tap(page.getByRole('button', { name: /^Review/ }))
  await expect(page.getByText('+63 917 555 0143').first()).toBeVisible()
  await known.tap(page.getByRole('button', { name: /^Send top-up/ }))
  await expect(sold(page)).toBeVisible()
  expect(known.taps()).toBe(3)
  expect(debits(shop)).toBe(3)
})

test('a shared code asks whose number it is, and what leads nowhere is said @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await readyToType(page)
  await typeByHand(page, '+1202')
  await expect(page.getByRole('status').filter({ hasText: /countries share this code/ })).toBeVisible()
  await typeByHand(page, '5550123')
  await country(page, 'United States').click()
  await expect(numberOn(page)).toHaveValue('(202) 555-0123')

  await page.getByRole('button', { name: 'Change country' }).click()
  await searchOn(page).fill('+1 (246) 555')
  await expect(page.getByRole('heading', { name: 'Barbados' })).toBeVisible()
  await expect(numberOn(page)).toHaveValue('(246) 555')

  await numberOn(page).fill('+91 98765 43210')
  await page.getByRole('button', { name: text('international.changeTo', { country: 'India' }) }).click()
  await expect(page.getByRole('heading', { name: 'India' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'For the customer to check' })).toContainText('(987) 654-32-10')

  await page.getByRole('button', { name: 'Change country' }).click()
  await searchOn(page).fill('+7 701')
  await expect(country(page, 'Kazakhstan')).toBeVisible()
  await expect(country(page, 'Russia')).toBeVisible()
  await searchOn(page).fill('+999')
  await expect(page.getByRole('status').filter({ hasText: /No country here/ })).toBeVisible()
  await searchOn(page).fill('atlantis')
  await expect(page.getByRole('status').filter({ hasText: /No country found/ })).toBeVisible()
  await searchOn(page).fill('+971 50 123 4567')
  await page.getByRole('button', { name: 'Sell a mobile recharge' }).click()
  await expect(page.getByLabel('Search a product or type a number')).toHaveValue('50 123 4567')
})

test('tiles lead to a country, to a group of countries, and calmly to all of them where the country is not sold @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Send abroad/ }).click()
  await page.getByRole('button', { name: /^Egypt/ }).click()
  await expect(page.getByRole('heading', { name: 'Egypt' })).toBeVisible()
  await expect(step(page, 'Operator')).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: /^Somewhere else/ }).click()
  await expect(page.getByText(text('international.unknownCountry', { id: 'XXX' }))).toBeVisible()
  await expect(step(page, 'Country')).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: /^South Asia/ }).click()
  await expect(page).toHaveURL(/\?group=south-asia$/)
  await expect(page.getByRole('region', { name: 'South Asia' }).getByRole('button')).toHaveCount(29)

  await page.goto(`${shop.url}/sell/international/phl/999999`)
  await expect(page.getByText(text('international.unknownOperator'))).toBeVisible()
  await page.goto(`${shop.url}/sell/international/PHL/999999/amounts/none`)
  await expect(page.getByText(text('international.unknownOperator'))).toBeVisible()
  // That the till refused to ask for its amounts is what the browser says by itself.
  expectConsoleErrors(consoleErrors, /422/)
})

test.describe('where the service tells groups', () => {
  test.use({ practice: { countryGroups: true } })

  test('a tile shows those of its group alone @long', async ({ page, shop }) => {
    await shop.signIn(page)
    await page.getByRole('button', { name: /^Send abroad/ }).click()
    await page.getByRole('button', { name: /^South Asia/ }).click()
    await expect(page.getByRole('region', { name: 'South Asia' }).getByRole('button')).toHaveText([
      /Bangladesh/,
      /Bhutan/,
      /India/,
      /Nepal/,
      /Pakistan/,
      /Sri Lanka/,
    ])
  })
})

test('the keyboard alone sells an international top-up @long', async ({ page, shop }) => {
  await shop.signIn(page)
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
  }
  await readyToType(page)
  await page.keyboard.type('+6')
  await expect(searchOn(page)).toBeFocused()
  await keys('Control+a')
  await typeByHand(page, 'philip')
  await expect(country(page, 'Philippines')).toBeVisible()
  await keys('Enter')
  await expect(numberOn(page)).toBeFocused()
  await typeByHand(page, '9175550142')
  // An Enter before they are there leads nowhere.
  await expect(operator(page, 'Islanet')).toBeVisible()
  await keys('Enter')
  await expect(operator(page, 'Islanet')).toBeFocused()
  await keys('ArrowRight', 'ArrowLeft', 'Enter')
  // An Enter too many chooses nothing.
  await expect(page.getByRole('tab', { name: /Airtime/ })).toBeFocused()
  await keys('Enter', 'Enter', 'ArrowRight', 'ArrowLeft', 'Tab', 'ArrowDown', 'ArrowRight')
  await expect(amounts(page).filter({ hasText: 'PHP 300' })).toBeFocused()
  await keys('Enter')
  await expect(page.getByRole('button', { name: /^Review.*21\.50/ })).toBeFocused()
  await keys('Enter')
  const confirm = page.getByRole('button', { name: /^Send top-up/ })
  await expect(confirm).toBeFocused()
  await expect(confirm).toHaveAttribute('aria-disabled', 'false')
  await keys('Enter')
  await expect(sold(page)).toBeVisible()
  expect(debits(shop)).toBe(1)
})

test('amounts have the decimals of their currency, are this moment’s, and many of them are no trouble @long', async ({
  page,
  shop,
}) => {
  const slip = page.getByRole('region', { name: 'Sale', exact: true })
  const openOffer = async (countryId: string, name: string, number: string) => {
    await page.goto(`${shop.url}/sell/international/${countryId}`)
    await numberOn(page).fill(number)
    await operator(page, name).click()
    await expect(step(page, 'Amount')).toBeVisible()
  }
  await shop.signIn(page, 'Hamad Saleh')
  await openOffer('KWT', 'Dhowlink', '50012345')
  await amounts(page).first().click()
  await expect(slip).toContainText(/KWD \d+\.\d{3}/)
  await expect(amounts(page).first()).toContainText(/Our cost AED \d/)

  await openOffer('JPN', 'Sakunami', '9012345678')
  await amounts(page).first().click()
  await expect(slip).toContainText(/JPY [\d,]+\D/)
  await expect(slip).not.toContainText(/JPY [\d,]+\./)

  // What was picked is found again in an offer with other numbers and prices.
  const total = slip.getByRole('definition').last()
  const pays = (await total.textContent()) ?? ''
  shop.sandbox.changePrices()
  await page.reload()
  await expect(slip).toContainText(/JPY [\d,]+/)
  await expect(total).not.toHaveText(pays)

  await page.goto(`${shop.url}/sell/international/IND`)
  await numberOn(page).fill('9876543210')
  await operator(page, 'Tarangfon').click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  const counts = await page.getByRole('tab').locator('[aria-label]').allTextContents()
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(200)
  await page.getByRole('tab').last().click()
  await amounts(page).last().click()
  await expect(page.getByRole('button', { name: /^Review.*AED/ })).toBeFocused()

  await openOffer('TUR', 'Boğaz Mobil', '5321234567')
  await expect(page.getByText(text('international.noAmounts', { operator: 'Boğaz Mobil' }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/sell$/)
})

const SMALL_COUNTER = 'on a small counter with a notice on top no name and no amount is cut, and the page alone scrolls'
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
  // Nobody has to scroll for the way to the rest.
  await expect(page.getByRole('button', { name: 'All 70 countries' })).toBeInViewport({ ratio: 1 })
  await page.goto(`${shop.url}/sell/international/IND`)
  await expectWhole(page.getByRole('group', { name: 'Operators' }).getByRole('button'))
  await numberOn(page).fill('9876543210')
  await page.getByRole('group', { name: 'Operators' }).getByRole('button').first().click()
  await expectWhole(amounts(page))
})
