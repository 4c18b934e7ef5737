import type { Locator, Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { enrollKiosk, KIOSK_VIEWPORT } from './support/kiosk.ts'
import {
  debits,
  fillTicket,
  goToOpenItems,
  review,
  send,
  expectState,
  numberField,
  pickQamra,
  nextCustomer,
} from './support/sell.ts'
import { issuedCode, codeOn, isInSight, openVoucherSale } from './support/sell-voucher.ts'
import { SLOW } from '../tests/support/pace.ts'
import { enterAs, expect, expectUnreachable, test, typeByHand, typePin } from './support/shop.ts'
import { addSupervisor, setShopLimits } from './support/as-supervisor.ts'
import { text } from '../tests/support/texts.ts'
import { button, heading, link } from './support/controls.ts'
import { expectSound } from './walk/walk.ts'

/** @security V14.3.1: A kiosk shows only the sale and is cleared after 60 idle seconds and a warning of 15. */

const MINUTE = 60_000

test.use(KIOSK_VIEWPORT)
test.beforeEach(({ page, shop }) => enrollKiosk(page, shop))

const countdown = (page: Page) => page.getByRole('dialog', { name: text('kiosk.stillHere') })

const timeOf = (page: Page) => page.evaluate(() => Date.now())

/**
 * The last press on the page, followed by this much time without a press. The page's clock stops at the end, so the
 * time that the machine takes doesn't count.
 */
async function leaveAlone(page: Page, ms: number): Promise<void> {
  await page.mouse.move(2, 2)
  await page.mouse.move(3, 3)
  await page.clock.setFixedTime((await timeOf(page)) + ms)
  await page.clock.fastForward(ms)
}

async function letRunOut(page: Page): Promise<void> {
  await expect(countdown(page)).toBeVisible()
  await page.clock.setSystemTime((await timeOf(page)) + 15_000)
  await expect(page).toHaveURL(/\/sign-in$/)
}

/** A touch screen shows no key caps. */
async function expectNoKeyCaps(page: Page): Promise<void> {
  expect(await page.evaluate(() => matchMedia('(hover: none)').matches)).toBe(true)
  await expect(page.locator('kbd:visible')).toHaveCount(0)
}

async function openSheet(page: Page): Promise<void> {
  await pickQamra(page)
  await button(page, 'kiosk.dock.both').click()
}

const comeBack = (page: Page) => enterAs(page, 'Amal', '2580')

/** The layout of an upright screen may render after the first paint. */
const expectHeight = (part: Locator, height: number) =>
  expect.poll(async () => (await part.first().boundingBox())?.height, `the height of ${String(part)}`).toBe(height)

test('a kiosk shows its products, the docked ticket and the keys of a sheet in a size for fingers @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
  await expectHeight(page.getByRole('banner'), 72)
  await expect(page.getByRole('banner')).toContainText(/Sidra.*Kiosk/)
  const products = page.getByRole('main').getByRole('list')
  await expectHeight(page.getByRole('button', { name: /Mobile recharge/ }), 152)
  const columnsOf = (tiles: Element) => getComputedStyle(tiles).gridTemplateColumns.split(' ').length
  await expect.poll(() => products.evaluate(columnsOf)).toBe(3)
  await expect(page.getByRole('navigation', { name: text('shell.nav') })).toBeHidden()

  await pickQamra(page)
  const open = button(page, 'kiosk.dock.both')
  await expect(open).toBeFocused()
  await expect(page.getByText(text('kiosk.dock.both.next'))).toBeVisible()
  await expect(numberField(page)).toBeHidden()
  await open.click()
  await expect(numberField(page)).toBeFocused()
  await expectHeight(page.getByRole('group', { name: text('shell.keypad') }).getByRole('button', { name: '5' }), 88)

  await numberField(page).fill('501234567')
  await page.mouse.click(400, 120)
  await expect(numberField(page)).toBeHidden()
  await open.click()
  await expect(numberField(page)).toHaveValue('50 123 4567')
})

test('a kiosk sells from tile to receipt, leads nowhere else, and forgets everything about a person who left', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page)
  await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
  await expectSound(page)
  await pickQamra(page)
  await expect(button(page, 'kiosk.dock.both')).toBeVisible()
  await expectSound(page)
  await button(page, 'kiosk.dock.both').click()
  await expectNoKeyCaps(page)
  await fillTicket(page, recipients.success)
  await expectSound(page, button(page, 'ticket.review'))
  await button(page, 'ticket.review').click()
  await expect(page.getByText(text('money.customerPays')).first()).toBeInViewport()
  await expectNoKeyCaps(page)
  await send(page)
  await expectState(page, 'succeeded')
  await expectNoKeyCaps(page)
  await expect(button(page, 'delivery.share')).toBeHidden()
  await expect(page.locator('a:visible')).toHaveCount(0)
  await nextCustomer(page)
  await expect(page).toHaveURL(/\/sell$/)

  await openSheet(page)
  await numberField(page).fill('501234567')
  await leaveAlone(page, MINUTE + 2_000)
  await expect(countdown(page)).toBeVisible()
  await expectSound(page)
  await button(page, 'kiosk.stay').click()
  await expect(countdown(page)).toBeHidden()
  await expect(numberField(page)).toHaveValue('50 123 4567')

  await leaveAlone(page, MINUTE + 2_000)
  await letRunOut(page)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('501234567')
  // The page locks after a moment even if the server hasn't locked the session yet.
  await expect.poll(async () => (await page.request.get(`${shop.url}/api/status`)).status()).toBe(401)

  await shop.signIn(page)
  await expect(page).toHaveURL(/\/sell$/)
  await openSheet(page)
  await expect(numberField(page)).toHaveValue('')
  // A request that was in progress when the person was signed out is rejected.
  expectUnreachable(consoleErrors)
})

test("a kiosk applies a cashier's limits to a supervisor until another supervisor approves @long", async ({
  page,
  shop,
  consoleErrors,
}) => {
  await setShopLimits(shop, { currency: 'AED', perSale: '20' })
  await addSupervisor(shop, 'Sara Aziz', '820463')
  await shop.signIn(page, 'Hamad Saleh')
  await openSheet(page)
  await review(page, recipients.success, '25')
  await send(page)
  const question = page.getByRole('dialog', { name: text('limit.title') })
  await expect(question).toContainText("The shop's limit for one sale is AED 20.00.")
  await expect(question.getByRole('button', { name: /Hamad/ })).toHaveCount(0)
  await expect(question.getByText("Sara's PIN")).toBeVisible()
  // Types the digits as fast as on a keypad; a scanner would be as fast.
  await typePin(page, '604918')
  await expect(question.getByRole('alert')).toHaveText(text('failure.wrong-pin'))
  expect(debits(shop)).toBe(0)
  await typeByHand(page, '820463')
  await page.keyboard.press('Enter')
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(1)
  expectUnreachable(consoleErrors)
})

test('a kiosk leads every other address to the products, for a supervisor as well @long', async ({ page, shop }) => {
  await shop.signIn(page, 'Hamad Saleh')
  for (const path of [
    '/wallet',
    '/sales',
    '/open-items',
    '/printer',
    '/support',
    '/catalog-problems',
    '/staff',
    '/nothing',
  ]) {
    await page.goto(shop.url + path)
    await expect(page, path).toHaveURL(/\/sell$/)
    await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
  }
  await expect(page.locator('a[href^="/wallet"], a[href^="/sales"], a[href^="/open-items"]')).toHaveCount(0)
})

test.describe('with no one at the kiosk', () => {
  test.beforeEach(({ page }) => page.clock.install())
  // A request that was in progress when the person was signed out is rejected.
  test.afterEach(({ consoleErrors }) => expectUnreachable(consoleErrors))

  test('a tablet that slept through the countdown signs its person out when it wakes @long', async ({ page, shop }) => {
    await shop.signIn(page)
    await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
    await leaveAlone(page, 2 * MINUTE)
    await expect(page).toHaveURL(/\/sign-in$/)
  })

  test('a code that was not handed over is removed from the screen, and is there again for its cashier alone @long', async ({
    page,
    shop,
  }) => {
    await shop.signIn(page)
    await openVoucherSale(page, shop, vouchers.numberAndSerial)
    await expect(codeOn(page)).toBeVisible()
    const address = page.url()
    await leaveAlone(page, MINUTE + 2_000)
    await expect(countdown(page)).toBeVisible()
    await expect(codeOn(page)).toBeHidden()
    await letRunOut(page)
    await expect(page.getByText(issuedCode(shop).number ?? '')).toBeHidden()

    await comeBack(page)
    await expect(page).toHaveURL(address)
    await page.getByRole('button', { name: /^Show (code|again)/ }).click()
    await expect(codeOn(page)).toBeVisible()
    await page.keyboard.press('g')
    await expect(page.getByText(/Handed over: given/)).toBeVisible()
  })

  test.describe('during a waiting sale', () => {
    test.use({ polling: SLOW })

    test("a waiting sale doesn't keep its cashier signed in, and they find it again where it was @long", async ({
      page,
      shop,
    }) => {
      await shop.signIn(page)
      await openSheet(page)
      await review(page, recipients.succeedsAfterTwoFinds)
      await send(page)
      await expectState(page, 'pending', { brand: 'Qamra' })
      const address = page.url()
      await leaveAlone(page, MINUTE + 2_000)
      await letRunOut(page)
      await comeBack(page)
      await expect(page).toHaveURL(address)
      await expectState(page, 'pending', { brand: 'Qamra' })

      // Once its cashier has left, it is one of the open sales in the bar and can be opened there.
      await nextCustomer(page)
      await expect(page.getByRole('button', { name: /Mobile recharge/ })).toBeVisible()
      await goToOpenItems(page)
      const open = page.getByRole('dialog', { name: text('kiosk.openSales') })
      await expect(open).toBeVisible()
      await open.getByRole('button', { name: /^Qamra Recharge/ }).click()
      await expectState(page, 'pending', { brand: 'Qamra' })
    })
  })
})

test.describe('leaving a kiosk', () => {
  const leaving = (page: Page) => page.getByRole('dialog', { name: text('kiosk.leave') })

  test('a kiosk is left by a long press on the logo and a supervisor’s PIN, and a wrong PIN is rejected @long', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    await shop.signIn(page)
    const mark = page.getByRole('img', { name: text('shell.title') })
    await expect(mark).toBeVisible()
    // The test controls how long a press lasts, however slow the machine is.
    await page.clock.pauseAt((await timeOf(page)) + 5_000)
    await mark.click()
    await page.clock.runFor(1_600)
    await expect(leaving(page)).toBeHidden()
    await mark.hover()
    await page.mouse.down()
    await page.clock.runFor(1_600)
    await page.mouse.up()
    await expect(leaving(page)).toBeVisible()
    await page.clock.resume()
    expect(await findAccessibilityViolations(page)).toEqual([])

    // Types key by key, because all keys at once would be a scan, which presses nothing.
    await page.getByRole('dialog').getByLabel(text('signIn.pin')).focus()
    await typePin(page, '999111')
    await expect(leaving(page).getByRole('alert')).toHaveText(/PIN/)
    for (const digit of '604918') await leaving(page).getByRole('button', { name: digit, exact: true }).click()
    await button(leaving(page), 'kiosk.leave').click()
    await expect(leaving(page)).toBeHidden()
    await shop.signIn(page)
    await expect(link(page, 'shell.sales')).toBeVisible()
    // The browser logs the wrong PIN as well.
    expectUnreachable(consoleErrors)
  })

  test('the way out of a kiosk is the first Tab stop, also with no one signed in, and Esc leads back @long', async ({
    page,
    shop,
  }) => {
    await page.goto(shop.url)
    await expect(heading(page, 'signIn.title')).toBeVisible()
    const way = button(page, 'kiosk.leaveByKey')
    await way.focus()
    await expect(way).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(leaving(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(leaving(page)).toBeHidden()
  })
})

test('a kiosk shows a code with a link as a QR code only, with nothing to follow, copy or share @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.numberAndLink)
  await expect(codeOn(page)).toBeVisible()
  await expect(page.getByRole('img', { name: /QR/ }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: /for the customer$/i }).getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Copy|Share)/ })).toHaveCount(0)
})

test('a kiosk ignores gestures that are made by mistake @long', async ({ page, shop }) => {
  await shop.signIn(page)
  const prevented = await page.evaluate(() => {
    const isStopped = (event: Event) => !document.body.dispatchEvent(event)
    const key = (name: string, ctrlKey: boolean) =>
      isStopped(new KeyboardEvent('keydown', { key: name, ctrlKey, bubbles: true, cancelable: true }))
    return {
      menu: isStopped(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
      print: key('p', true),
      save: key('s', true),
      find: key('f', true),
      zoom: key('+', true),
      select: isStopped(new Event('selectstart', { bubbles: true, cancelable: true })),
      drag: isStopped(new DragEvent('dragstart', { bubbles: true, cancelable: true })),
      pinch: isStopped(new WheelEvent('wheel', { ctrlKey: true, bubbles: true, cancelable: true })),
      tab: key('Tab', false),
      copy: key('c', true),
    }
  })
  const { tab, copy, ...others } = prevented
  expect(Object.entries(others).filter(([, isPrevented]) => !isPrevented)).toEqual([])
  expect([tab, copy]).toEqual([false, false])
})

test('a kiosk fills the screen at the first touch, and keeps the screen on while someone is there @long', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { told })
    Element.prototype.requestFullscreen = async () => void told.push('full')
    Object.defineProperty(document, 'fullscreenEnabled', { value: true })
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          told.push('lit')
          return { released: false, release: async () => void told.push('let go') }
        },
      },
    })
  })
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
  await shop.signIn(page)
  await page.getByRole('img', { name: text('shell.title') }).click()
  await expect.poll(told).toContain('full')
  await expect.poll(told).toContain('lit')
  expect(await told()).not.toContain('let go')
  await leaveAlone(page, MINUTE + 2_000)
  await expect(countdown(page)).toBeVisible()
  await expect.poll(told).toContain('let go')
})

test('the QR code of a sold voucher is complete, with every way to hand it over and the way to its receipt @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  for (const name of ['numberAndLink', 'linkOnly', 'longName'] as const) {
    await openVoucherSale(page, shop, vouchers[name])
    await expect(button(page, 'delivery.hide')).toBeVisible()
    const inSight = [
      page.getByRole('img', { name: text('delivery.qr') }).first(),
      button(page, 'sale.print'),
      button(page, 'delivery.moreWays'),
      page.getByRole('button', { name: text('sale.receipt.show'), exact: true }),
      button(page, 'delivery.givenNext'),
    ]
    for (const what of inSight) await expect.poll(() => isInSight(what), `${name}: ${String(what)}`).toBe(true)
  }
  await page.getByRole('button', { name: text('sale.receipt.show'), exact: true }).click()
  await expect(
    page.getByRole('dialog', { name: text('sale.receipt') }).getByRole('region', { name: text('sale.receipt') }),
  ).toBeVisible()
})
