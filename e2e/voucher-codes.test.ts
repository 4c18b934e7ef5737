import type { Page } from 'playwright/test'

import { vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
import { issuedCode, codeOn, isInSight, sellVoucher, openVoucherSale } from './support/sell-voucher.ts'
import { expectState } from './support/sell.ts'
import { expect, SLOWLY, test, type Shop } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'
import { button, heading } from './support/controls.ts'

const card = (page: Page) =>
  page.getByRole('region', { name: /^(PIN for the customer|Link for the customer|For the customer)$/ })
const isWhole = (page: Page) => card(page).evaluate((element) => element.scrollWidth <= element.clientWidth)
const paper = (page: Page) => page.getByRole('region', { name: text('sale.receipt') })
const html = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

type Shape = {
  name: VoucherName
  /** The groups a number is drawn in; nothing where there is no number. */
  groups?: RegExp
  shows?: (RegExp | string)[]
  /** Where it leads; nothing where there is no link that may be opened. */
  link?: RegExp
}

const FOUR = /^\d{4}$/

const SHAPES: Shape[] = [
  { name: 'number', groups: FOUR },
  { name: 'numberAndSerial', groups: FOUR, shows: [text('delivery.serial')] },
  {
    name: 'numberAndLink',
    groups: FOUR,
    shows: [text('delivery.redeem'), 'then enter the PIN'],
    link: /^https:\/\/redeem\.moviora\.example\/activate/,
  },
  {
    name: 'linkOnly',
    shows: [text('delivery.heading.link'), 'redeem.tunora.example'],
    link: /^https:\/\/redeem\.tunora\.example\/activate/,
  },
  { name: 'reference', groups: FOUR, shows: [text('delivery.serial'), /REF-/] },
  { name: 'grouped', groups: /^\d{4}-\d{4}-\d{4}-\d{4}$/ },
  { name: 'alphanumeric', groups: /^[0-9A-Z]{1,4}$/ },
  { name: 'numberAsNumber', groups: /^\d{1,4}$/ },
  { name: 'ranged', groups: FOUR, shows: [text('delivery.serial')] },
  { name: 'arabic', groups: FOUR },
  { name: 'longName', groups: FOUR, link: /^https:/ },
  { name: 'noReceipt', groups: FOUR },
  { name: 'otherNumberLater', groups: FOUR },
  { name: 'linkWithForeignHost', shows: [/redeem\.xn--/], link: /^https:\/\/redeem\.xn--/ },
]

async function expectAllShown(page: Page, shop: Shop, { name, groups, shows = [], link }: Shape): Promise<void> {
  await openVoucherSale(page, shop, vouchers[name])
  await expectState(page, 'succeeded')
  await expect(button(card(page), 'delivery.hide')).toBeVisible()
  const given = issuedCode(shop)

  if (groups) {
    const drawn = codeOn(page).locator('[aria-hidden] > *')
    expect((await drawn.allTextContents()).join('')).toBe(given.number)
    for (const group of await drawn.allTextContents()) expect(group).toMatch(groups)
  } else {
    await expect(codeOn(page)).toBeHidden()
  }
  for (const text of shows) await expect(card(page)).toContainText(text)
  if (given.serial)
    await expect(card(page).getByRole('group', { name: text('delivery.serial') })).toContainText(given.serial)
  else await expect(card(page).getByText(text('delivery.serial'))).toBeHidden()

  const links = await card(page).getByRole('link').all()
  expect(await Promise.all(links.map((each) => each.getAttribute('href')))).toEqual(
    link ? [expect.stringMatching(link)] : [],
  )
  await expect(card(page).getByRole('img', { name: text('delivery.qr') })).toHaveCount(link ? 1 : 0)
  await expect(paper(page)).toContainText(groups ? 'PIN' : 'redeem.')
  // Nothing is cut off, however long it is.
  await expect.poll(() => isWhole(page)).toBe(true)
}

// Two, so that each worker has one.
for (const part of [0, 1]) {
  test(`what the service gave is all shown, whatever it was (${part + 1} of 2) @long`, async ({ page, shop }) => {
    await shop.signIn(page)
    for (const shape of SHAPES.filter((_, index) => index % 2 === part)) {
      await test.step(shape.name, () => expectAllShown(page, shop, shape))
    }
  })
}

const WITHOUT_CODE: VoucherName[] = [
  'emptyObject',
  'emptyList',
  'nullInfo',
  'missingInfo',
  'serialOnly',
  'referenceOnly',
]
/** An address that is only not opened here is what the customer waits for; all else is not. */
const FLAGGED: { name: VoucherName; shows: string; why: string; isAddress?: true }[] = [
  {
    name: 'httpLink',
    shows: 'http://redeem.quillo.example/activate',
    why: text('delivery.flagged.not-https'),
    isAddress: true,
  },
  { name: 'scriptLink', shows: "javascript:alert('", why: text('delivery.flagged.not-https') },
  { name: 'dataLink', shows: 'data:text/html,<b>', why: text('delivery.flagged.not-https') },
  { name: 'brokenLink', shows: 'https//redeem.quillo.example', why: text('delivery.flagged.unreadable') },
  {
    name: 'linkWithCredentials',
    shows: 'https://quillo:secret@redeem',
    why: 'a name and a password',
    isAddress: true,
  },
]

test.describe('nothing usable', () => {
  test.use({ settings: SLOWLY })

  test('a sale that brought nothing usable is paid with its code to come, and never to be sold again @long', async ({
    page,
    shop,
  }) => {
    await shop.signIn(page)
    for (const name of WITHOUT_CODE) {
      await test.step(name, async () => {
        await openVoucherSale(page, shop, vouchers[name])
        await expectState(page, 'code-coming')
        await expect(heading(page, 'sale.stop')).toBeVisible()
        await expect(heading(page, 'openItems.nextCheck')).toBeVisible()
        await button(page, 'delivery.soFarShow').click()
        if (name === 'serialOnly')
          await expect(card(page).getByRole('group', { name: text('delivery.serial') })).toContainText(
            issuedCode(shop).serial ?? '?',
          )
        else if (name === 'referenceOnly') await expect(card(page)).toContainText(/REF-/)
        else await expect(page.getByText(text('delivery.soFarNothing'))).toBeVisible()
      })
    }
  })

  test('an unusable link is shown as text and flagged, never a link @long', async ({ page, shop }) => {
    await shop.signIn(page)
    for (const { name, shows, why, isAddress } of FLAGGED) {
      await test.step(name, async () => {
        await openVoucherSale(page, shop, vouchers[name])
        if (!isAddress) {
          await expectState(page, 'code-coming')
          await expect(page.getByText(text('sale.codeUnreadableHint'))).toBeVisible()
          expect(await html(page)).not.toContain(issuedCode(shop).link)
          await button(page, 'delivery.soFarShow').click()
        }
        await expect(card(page)).toContainText(shows)
        await expect(card(page)).toContainText(why)
        await expect(card(page).getByRole('link')).toHaveCount(0)
        await expect(card(page).getByRole('img')).toHaveCount(0)
      })
    }
  })
})

test('no code is kept by the browser: not in storage, not in the address or the title @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.numberAndLink)
  await expect(codeOn(page)).toBeVisible()
  const { number = '?', link = '?' } = issuedCode(shop)
  const kept = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      location.href,
      document.title,
      history.state,
      await caches.keys(),
      await indexedDB.databases(),
    ]),
  )
  for (const secret of [number, link]) expect(kept).not.toContain(secret)
})

test('the code is shown after the till was restarted between confirm and show @long', async ({ page, shop }) => {
  await shop.signIn(page)
  const id = await sellVoucher(page, shop, vouchers.numberAndSerial)
  await shop.restart()
  await page.goto(`${shop.url}/sale/${id}`)
  await expect(codeOn(page)).toBeVisible()
  expect((await codeOn(page).locator('[aria-hidden] > *').allTextContents()).join('')).toBe(issuedCode(shop).number)
})

const ON_A_PHONE = 'on a phone code, QR code and every way to hand it over are in sight at once'
test(ON_A_PHONE, { tag: '@sizes' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.numberAndLink)
  await expect(codeOn(page)).toBeVisible()
  const ways = ['delivery.share', 'delivery.copyPin', 'delivery.given', 'delivery.givenNext'] as const
  const buttons = ways.map((way) => page.getByRole('button', { name: startingWith(way) }).first())
  for (const what of [codeOn(page), page.getByRole('img', { name: text('delivery.qr') }).first(), ...buttons])
    await expect.poll(() => isInSight(what), String(what)).toBe(true)
})

const ODD = {
  'very long': 'Q7ZK'.repeat(60),
  'of many lines': Array.from({ length: 8 }, (_, line) => `LINE ${line + 1}: 4410-0038-1172`).join('\n'),
  'of one long word': 'abcdefghij-'.repeat(12),
}
for (const [name, number] of Object.entries(ODD)) {
  test(`a code ${name} is whole at every width`, { tag: '@sizes' }, async ({ page, shop }) => {
    await page.route('**/reveal', async (route) => {
      const answer = await route.fetch()
      const revealed = (await answer.json()) as { voucher: object }
      await route.fulfill({ json: { ...revealed, voucher: { number, serial: '9'.repeat(64) } } })
    })
    await shop.signIn(page)
    await openVoucherSale(page, shop, vouchers.numberAndSerial)
    await expect(codeOn(page)).toBeVisible()
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [800, 1280],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const drawn = codeOn(page).locator('[aria-hidden] > *')
      // Every line of it is there, and none of them runs out of its card.
      expect((await drawn.allInnerTexts()).join('').replaceAll('\n', '')).toBe(number.replaceAll('\n', ''))
      await expect.poll(() => isWhole(page), `${width} px`).toBe(true)
      const inner = await drawn.last().boundingBox()
      const outer = await card(page).boundingBox()
      expect(inner && outer && inner.y + inner.height <= outer.y + outer.height).toBe(true)
      await drawn.last().scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}
