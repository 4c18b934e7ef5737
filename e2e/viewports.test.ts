import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { keepLocale } from './support/keep-locale.ts'
import { openTicket, pickQamra, review, saleOn, send, stateOn, expectState, numberField } from './support/sell.ts'
import { isInSight, openVoucherSale } from './support/sell-voucher.ts'
import { expect, test } from './support/shop.ts'
import { text, startingWith } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'

const PHONE = { width: 390, height: 844 }
const SCREENS = [
  { name: 'a small counter', width: 1024, height: 768 },
  { name: 'a wide counter', width: 1600, height: 900 },
  { name: 'a portrait tablet', width: 800, height: 1280 },
  { name: 'a phone', ...PHONE },
  { name: 'a counter at twice its size', width: 640, height: 400 },
]

for (const { name, width, height, tag } of [
  { name: 'a phone', ...PHONE, tag: ['@long'] },
  { name: 'a counter at twice its size', width: 640, height: 400, tag: ['@sizes'] },
]) {
  test(
    `on ${name} a sale goes from tile to receipt, and a failed one to its refund`,
    { tag },
    async ({ page, shop }) => {
      await page.setViewportSize({ width, height })
      await openTicket(page, shop)
      await review(page, recipients.success)
      // The read-back is visible without scrolling, except in a window as low as this one.
      const pays = saleOn(page).getByText(text('money.customerPays')).first()
      if (height > 500) await expect.poll(() => isInSight(pays)).toBe(true)
      await send(page)
      await expectState(page, 'succeeded')
      await page.goto(`${shop.url}/sales`)
      await expect(page.getByText('+971 50 000 0001')).toBeVisible()

      await page.goto(`${shop.url}/sell`)
      await pickQamra(page)
      await review(page, recipients.noFunds)
      await send(page)
      await expect(page.getByRole('button', { name: /^Cancel and refund/ })).toBeVisible()
      await page.goto(`${shop.url}/open-items`)
      await expect(page.getByText('+971 50 000 0006')).toBeVisible()
      await expect(button(page.getByRole('banner'), 'alerts.chip.wallet')).toBeVisible()
    },
  )
}

test('a wide screen shows open items and the last sales beside the products, and an upright tablet the products above the ticket @long', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openTicket(page, shop)
  await review(page, recipients.succeedsAfterTwoFinds)
  await send(page)
  await expectState(page, 'pending', { brand: 'Qamra' })
  await button(page, 'sale.nextCustomer').click()
  const open = page.getByRole('main').getByRole('region', { name: text('openItems.title') })
  await expect(open).toContainText('Qamra Recharge')
  await expect(page.getByRole('main').getByRole('region', { name: text('salesList.last') })).toBeVisible()

  await page.setViewportSize({ width: 800, height: 1280 })
  await pickQamra(page)
  await expect(numberField(page)).toBeFocused()
  await expect(numberField(page)).toBeInViewport()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Velto Recharge/ })
    .click()
  await expect(saleOn(page)).toContainText('Velto Recharge')
})

test('a phone shows the complete QR code of a link above the actions @long', async ({ page, shop }) => {
  await page.setViewportSize(PHONE)
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.linkOnly)
  const code = page.getByRole('group', { name: text('ticket.region') }).getByRole('img', { name: text('delivery.qr') })
  await expect.poll(() => isInSight(code.first())).toBe(true)
  expect((await code.first().boundingBox())?.width).toBeGreaterThanOrEqual(280)
})

test('a phone shows the question whether to keep the customer when it is asked @long', async ({ page, shop }) => {
  await page.setViewportSize(PHONE)
  await openTicket(page, shop)
  await review(page, recipients.success)
  await link(page, 'shell.sell').click()
  const keep = page.getByRole('button', { name: text('ticket.keep'), exact: true })
  await expect(page.getByText(/^Keep .*50 000 0001.*\?$/)).toBeVisible()
  await expect.poll(() => isInSight(keep)).toBe(true)
  await keep.click()
  await expect(keep).toBeHidden()
})

test('the number, its keypad and the amounts of its operator are visible without scrolling, and no key moves while the number is typed @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.success)
  await send(page)
  await expectState(page, 'succeeded')
  for (const size of [{ width: 1280, height: 800 }, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size)
    await page.goto(`${shop.url}/sell`)
    const number = numberField(page)
    const zero = page.getByRole('group', { name: text('shell.keypad') }).getByRole('button', { name: '0' })
    await number.click()
    await page.keyboard.press('Escape')
    await expect.poll(() => isInSight(zero)).toBe(true)
    const before = await zero.boundingBox()
    await page.keyboard.type('5000000')
    await zero.click()
    await page.keyboard.type('1')
    await expect(number).toHaveValue('50 000 0001')
    const amounts = page.getByRole('region', { name: text('ticket.probably', { operator: 'Qamra' }) })
    for (const key of await amounts.getByRole('button').all())
      await expect.poll(() => isInSight(key), `${size.width}: ${String(key)}`).toBe(true)
    await expect.poll(() => isInSight(zero)).toBe(true)
    expect(await zero.boundingBox()).toEqual(before)
  }
})

test.describe('checks per size that measuring the layout does not cover', { tag: '@sizes' }, () => {
  test('the wallet fits every screen in both languages, and its QR code has distance from the button below', async ({
    page,
    shop,
  }) => {
    await shop.signIn(page, 'Hamad Saleh')
    for (const locale of ['en', 'ar'] as const) {
      await keepLocale(page, locale)
      await page.goto(`${shop.url}/wallet`)
      const slip = page.getByRole('region', { name: locale === 'en' ? text('wallet.addMoney') : 'إضافة رصيد' })
      const [code, copy] = [slip.getByRole('img'), slip.getByRole('button').first()]
      await expect(code).toBeVisible()
      for (const { name, width, height } of [{ name: 'a counter', width: 1280, height: 800 }, ...SCREENS]) {
        await page.setViewportSize({ width, height })
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), name)
          .toBeLessThanOrEqual(width)
        const gap = async () => {
          const [above, below] = [await code.boundingBox(), await copy.boundingBox()]
          return below!.y - (above!.y + above!.height)
        }
        await expect.poll(gap, name).toBeGreaterThanOrEqual(12)
      }
    }
  })

  test('a phone fits practice, the connection, the open items and the name into one bar', async ({ page, shop }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const counts = { service: 'unreachable', openItems: 123, waiting: 120, attention: 2 }
    await page.route('**/api/status', async (route) => {
      const status: object = await (await route.fetch()).json()
      await route.fulfill({ json: { ...status, ...counts } })
    })
    await shop.signIn(page, 'Hamad Saleh')
    const bar = page.getByRole('banner')
    const parts = [
      bar.getByText(startingWith('shell.practice')),
      bar.getByText(text('shell.serviceUnreachable')).locator('..'),
      bar.getByRole('link', { name: /^Open 123/ }),
      bar.getByRole('button', { name: 'Hamad S.' }),
    ]
    await expect(page.getByRole('alert')).toContainText(text('alerts.away.service'))
    // Some of the elements render late, and so do their fonts.
    await expect(async () => {
      let end = 0
      for (const part of parts) {
        const { x, y, width, height } = (await part.boundingBox())!
        expect(x).toBeGreaterThanOrEqual(end)
        expect(y + height).toBeLessThanOrEqual(56)
        end = x + width
      }
      expect(end).toBeLessThanOrEqual(390)
    }).toPass()
  })

  test('a small counter shows the name of the shop, practice and the person in one line each', async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await shop.signIn(page)
    const bar = page.getByRole('banner')
    await expect(bar.getByText('no real money')).toBeHidden()
    const lines = [bar.getByText('Sidra Corner Shop'), bar.getByText(text('shell.practice')), bar.getByText('Amal R.')]
    for (const line of lines) {
      await expect.poll(async () => (await line.boundingBox())!.height).toBeLessThanOrEqual(56)
      expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    }
  })

  test('a long state breaks no name on the ticket or in the last sales, and separates no amount from its time', async ({
    page,
    shop,
  }) => {
    await openTicket(page, shop)
    await review(page, recipients.canceled)
    await button(page, 'sale.send').click()
    await expect(stateOn(page, text('state.canceled.heading'))).toBeVisible()
    const linesOf = (words: RegExp | string) =>
      page
        .getByRole('complementary')
        .getByText(words)
        .evaluateAll((all) => all.map((each) => each.getClientRects().length))
    const expectWhole = async (width: number, words: RegExp | string, lines: number) => {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('complementary').getByText(words)).not.toHaveCount(0)
      expect(Math.max(...(await linesOf(words))), `${words} at ${width}`).toBeLessThanOrEqual(lines)
    }
    for (const width of [1280, 1024]) await expectWhole(width, 'Qamra Recharge', 2)
    await link(page, 'shell.sell').click()
    for (const width of [1280, 1024]) {
      await expectWhole(width, 'Qamra Recharge', 2)
      await expectWhole(width, /^\d\d:\d\d$/, 1)
      const [amount, time] = await page
        .getByRole('complementary')
        .getByText(/AED\s25\.00/)
        .evaluateAll(([line]) => {
          const range = document.createRange()
          range.selectNodeContents(line!)
          const rects = [...range.getClientRects()]
          return [rects[0]!.top, rects.at(-1)!.top]
        })
      expect(Math.abs(amount! - time!), `amount and time at ${width}`).toBeLessThan(8)
    }
  })
})
