import type { Locator, Page } from 'playwright/test'

import { expect, expectConsoleErrors, test } from './support/shop.ts'
import { button, link, heading } from './support/controls.ts'
import { text, startingWith } from '../tests/support/texts.ts'
import { TILES } from './support/sell.ts'
import { isInSight } from './support/sell-voucher.ts'

const grid = (page: Page) => page.getByRole('main').getByRole('list').locator('..')
const focused = (page: Page) => grid(page).locator(':focus')
const inGrid = (page: Page, name: RegExp) => grid(page).getByRole('button', { name })
const nameOf = (tile: Locator) => tile.locator('[title]')

test('a long name takes two lines and cuts nothing else off, and the selected tile stays visible above the messages @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Odd codes/ }).click()
  const long = page.getByRole('button', { name: /^Quillo 10, link with a foreign letter/ })
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    const lines = () =>
      nameOf(long).evaluate((name) => name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight))
    await expect.poll(lines).toBe(2)
    // In another layout the products render again, perhaps after the resize.
    await expect
      .poll(async () => {
        await long.scrollIntoViewIfNeeded()
        return isInSight(long.getByText('AED 10'))
      })
      .toBe(true)
    await expect(nameOf(long)).toHaveAttribute('title', /foreign letter/)
  }

  // On a low screen, the products have less space while a message is shown.
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto(`${shop.url}/sell/service/pixelmoor_aed_100`)
  const told = page.getByText(text('ticket.tellCustomer'))
  await expect(told).toBeVisible()
  const picked = page.getByRole('button', { name: /^Pixelmoor 100/, pressed: true })
  await expect(picked).toBeInViewport({ ratio: 1 })
  const gap = async () => {
    const [tile, notice] = [await picked.boundingBox(), await told.boundingBox()]
    return (notice?.y ?? 0) - (tile?.y ?? 0) - (tile?.height ?? 0)
  }
  await expect.poll(gap).toBeGreaterThan(0)
})

test('a product is tinted with its picture, which is requested once from a host that lets no page read it @long', async ({
  page,
  shop,
}) => {
  const requests: string[] = []
  await page.route('**/pictures/**', async (route) => {
    requests.push(route.request().url())
    await route.continue()
  })
  await shop.signIn(page)
  const pictures = inGrid(page, /^Qamra/)
    .first()
    .locator('img')
  await expect(pictures).toHaveCount(2)
  const areDrawn = (all: (HTMLElement | SVGElement)[]) =>
    all.every((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0)
  await expect.poll(() => pictures.evaluateAll(areDrawn)).toBe(true)
  expect(requests.length).toBeGreaterThan(0)
  expect(requests).toEqual([...new Set(requests)])
})

test('the arrow keys move over the tiles, into a category and back up, and a typed number goes to its field @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  const number = page.getByLabel(text('ticket.mobileNumber'))
  await expect(inGrid(page, /^Mobile recharge/)).toBeVisible()
  await expect(grid(page).locator('[tabindex="0"]')).toHaveCount(1)
  await inGrid(page, startingWith('reports.kind.international')).focus()
  // Hotkeys load while the page is idle; a second press of this one leads to the same place.
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return focused(page).textContent()
    })
    .not.toMatch(TILES.international[0])
  for (const [key, name] of [
    ['Home', startingWith('reports.kind.international')],
    ['ArrowRight', /^Weekend data packs/],
    ['ArrowDown', /^Entertainment/],
    ['ArrowLeft', /^Gaming/],
    ['ArrowUp', startingWith('reports.kind.international')],
    ['ArrowDown', /^Mobile recharge/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(focused(page)).toHaveText(name)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mobile recharge' })).toBeVisible()
  await expect(focused(page)).toHaveText(/^Qamra Recharge/)

  await page.keyboard.type('0501234')
  await expect(number).toHaveValue(/50.?123.?4/)
  await page.keyboard.press('Escape')
  await expect(number).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Mobile recharge' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(focused(page)).toHaveText(/^Qamra Recharge/)
  await page.keyboard.press('Escape')
  await expect(heading(page, 'storefront.all')).toBeVisible()
  await expect(focused(page)).toHaveText(/^Mobile recharge/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(number).toBeFocused()
})

test.describe('a category of thousands', () => {
  test.use({ practice: { frontview: 'huge', hugeProducts: 3_000 } })

  test('a category of thousands of tiles scrolls to its end, keeps its position, and loads no picture twice @long', async ({
    page,
    shop,
  }) => {
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image') loaded.push(request.url())
    })
    await shop.signIn(page)
    await inGrid(page, /^Everything/).click()
    const tiles = grid(page).getByRole('listitem').locator('> *')
    const places = grid(page).getByRole('listitem')
    await expect(places.first()).toHaveAttribute('aria-setsize', '3000')
    expect(await tiles.count()).toBeLessThan(100)

    await tiles.first().focus()
    await page.keyboard.press('End')
    await expect(places.last()).toHaveAttribute('aria-posinset', '3000')
    await expect(focused(page)).toBeInViewport({ ratio: 1 })
    // A product that cannot be sold can still have the focus, and shows why.
    await expect(focused(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(focused(page)).toContainText(text('storefront.unavailable'))
    const nameOn = nameOf(focused(page))
    for (const key of ['ArrowUp', 'PageUp']) {
      const left = await nameOn.textContent()
      await page.keyboard.press(key)
      await expect(nameOn).not.toHaveText(left ?? '')
    }
    const name = await nameOn.textContent()
    await page.keyboard.press('Enter')
    // A code with one price, whose ticket is behind the review.
    await button(page, 'sale.changeVoucher').click()

    const picked = grid(page).getByRole('button', { pressed: true })
    await expect(picked).toContainText(name ?? '')
    await expect(picked).toBeInViewport({ ratio: 1 })
    const offset = () => grid(page).evaluate((box) => box.scrollTop)
    const left = await offset()
    await page.goto(`${shop.url}/sales`)
    await page.goBack()
    await expect(picked).toBeInViewport({ ratio: 1 })
    expect(left).toBeGreaterThan(50_000)

    await link(page, 'shell.sell').click()
    await inGrid(page, /^Everything/).click()
    await expect.poll(offset).toBe(0)
    await expect(tiles.first()).toBeVisible()
    const before = loaded.length
    for (const at of [20_000, 0, 20_000, 0]) {
      await grid(page).evaluate((box, at) => void (box.scrollTop = at), at)
      // A picture whose loading is interrupted would be requested again.
      if (at === 0) await expect(places.first()).toHaveAttribute('aria-posinset', '1')
      else await expect(places.last()).toHaveAttribute('aria-posinset', /^\d{3}$/)
      await expect(grid(page).locator('img').first()).toBeVisible()
      await expect
        .poll(() =>
          grid(page)
            .locator('img')
            .evaluateAll((all) => all.every((each) => (each as HTMLImageElement).complete)),
        )
        .toBe(true)
    }
    expect(new Set(loaded.slice(before)).size).toBe(loaded.length - before)
  })
})

test.describe('a malformed catalog layout', () => {
  test.use({ practice: { frontview: 'odd' } })

  test('a malformed catalog layout says on each tile why it cannot be pressed, and keeps texts, pictures and addresses in order @long', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    await shop.signIn(page)
    await inGrid(page, /^Opens: types and actions/).click()
    await expect(inGrid(page, startingWith('storefront.unsupported')).first()).toContainText(
      text('storefront.unsupported'),
    )
    const words = grid(page)
      .getByText(/^Text: other, without/)
      .first()
    await expect(words).toBeVisible()
    await expect(inGrid(page, /^Text: other/)).toHaveCount(0)

    await button(page, 'storefront.all').click()
    await inGrid(page, /^Opens: and holds nothing/).click()
    await expect(page.getByText(text('storefront.empty'))).toBeVisible()

    await button(page, 'storefront.all').click()
    await inGrid(page, /^Opens: pictures/).click()
    const picture = (name: string) => inGrid(page, new RegExp(`^(SP)?Sells: picture, ${name}`)).first()
    await expect(picture('only the small one not found').locator('img').last()).toHaveAttribute('src', /qamra\.svg$/)
    for (const missing of ['none', 'not found', 'a script', 'of another host']) {
      await expect(picture(missing).getByText('SP', { exact: true })).toBeVisible()
    }

    await page.goto(`${shop.url}/sell/category/nowhere`)
    await expect(heading(page, 'storefront.unavailable')).toBeVisible()
    await button(page, 'storefront.all').click()
    await expect(inGrid(page, /^Opens: names/)).toBeVisible()

    expectConsoleErrors(consoleErrors, /Failed to load resource|Loading the image/)
  })
})
