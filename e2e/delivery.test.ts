import type { Page, Route } from 'playwright/test'

import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { choosePrinting } from './support/choose-printing.ts'
import { answerPrintDialogs, documentsOf } from './support/print-dialog.ts'
import { issuedCode, codeOn, openVoucherSale } from './support/sell-voucher.ts'
import {
  debits,
  expectState,
  goToOpenItems,
  nextCustomer,
  openTicket,
  pick,
  pickQamra,
  review,
  saleOn,
  sell,
  send,
  TILES,
} from './support/sell.ts'
import { expect, expectUnreachable, test, pass, ARMED_MS } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'

const mark = (page: Page) => page.getByRole('link', { name: /^Open items \d/ })
const handed = (page: Page, words: string) =>
  page.getByText(new RegExp(`^Handed over: ${words} at \\d\\d:\\d\\d by Amal$`))

/** Holds back the requests that read the receipt and record the delivery, until they are released. */
async function hold(
  page: Page,
  what: 'reveal' | 'delivered',
  thenDo: (route: Route) => Promise<void>,
): Promise<() => void> {
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`**/${what}`, (route) => isLetGo.then(() => thenDo(route)))
  return letGo
}

test('a code is three taps from the catalog, and while it is not handed over the bar has a badge and the open items list it', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await pick(page, TILES.code)
  await expect(saleOn(page)).toContainText('One code, shown here and on the receipt')
  expect(debits(shop)).toBe(0)
  await page.getByRole('button', { name: /^Sell\s+AED\s50\.00/ }).click()
  await expectState(page, 'succeeded')
  await expect(codeOn(page)).toBeVisible()
  expect(debits(shop)).toBe(1)
  await expect(page.getByText(text('delivery.undelivered'))).toBeVisible()
  await expect(button(page, 'delivery.givenNext')).toBeFocused()
  await button(page, 'delivery.hide').click()
  await nextCustomer(page)
  await expect(page).toHaveURL(/\/sell$/)

  await expect(mark(page)).toHaveAccessibleName('Open items 1 action needed')
  await goToOpenItems(page)
  await expect(page.getByRole('rowheader', { name: text('openItems.section.codes') })).toBeVisible()
  await link(page.getByRole('table'), 'delivery.show').click()
  await button(page, 'delivery.show').click()
  await expect(codeOn(page)).toBeVisible()
  await page.keyboard.press('g')
  await expect(handed(page, 'given')).toBeVisible()
  await expect(mark(page)).toBeHidden()
})

test('a code that the browser printed is handed over once the cashier confirms it, and the next print is a copy @long', async ({
  page,
  shop,
}) => {
  await answerPrintDialogs(page)
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.numberAndSerial)
  await expect(codeOn(page)).toBeVisible()
  const { number = '?' } = issuedCode(shop)
  await page.keyboard.press('p')
  await expect(page.getByText(text('delivery.didPrint'))).toBeVisible()
  await expect(page.getByText(text('delivery.undelivered'))).toBeVisible()
  await expect(button(page, 'delivery.didPrintYes')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(handed(page, 'printed')).toBeVisible()
  await expect(page.locator('body > [inert][aria-hidden="true"]')).toHaveCount(0)
  await expect(button(page, 'sale.nextCustomer')).toBeFocused()

  await button(page, 'delivery.printAgain').click()
  await expect.poll(async () => (await documentsOf(page)).length).toBe(2)
  const [first = '', second = ''] = await documentsOf(page)
  expect(first.replaceAll(' ', '')).toContain(number)
  expect(first).not.toContain('COPY')
  expect(second).toContain('COPY 1')
  // Waits for the request, because a page that is reloaded at once cancels it.
  const noted = page.waitForResponse('**/delivered')
  await button(page, 'delivery.didPrintYes').click()
  await noted
  await page.reload()
  await expect(page.getByRole('region', { name: text('sale.receipt') })).toContainText('COPY 2')
})

test('a top-up prints in the same way, and its second print is a copy even before the first one is recorded @long', async ({
  page,
  shop,
}) => {
  await answerPrintDialogs(page)
  await openTicket(page, shop)
  await sell(page, '050 123 4567')
  await page.keyboard.press('p')
  const letGo = await hold(page, 'delivered', (route) => route.continue())
  await button(page, 'delivery.didPrintYes').click()
  await expect(page.getByText(text('delivery.printed'))).toBeVisible()
  await button(page, 'delivery.printAgain').click()
  await expect.poll(async () => (await documentsOf(page)).at(-1)).toContain('COPY 1')
  letGo()
  await button(page, 'delivery.didPrintYes').click()
  await expect(page.getByRole('region', { name: text('sale.receipt') })).toContainText(text('sale.receipt.paid'))
})

for (const mode of ['ask', 'auto'] as const) {
  test(`a print that is requested while the receipt loads starts once the receipt is there, and only once (${mode}) @long`, async ({
    page,
    shop,
  }) => {
    await answerPrintDialogs(page)
    await shop.signIn(page)
    await choosePrinting(page, { mode })
    await page.goto(`${shop.url}/sell`)
    await pickQamra(page)
    await review(page, '050 123 4567')
    const letGo = await hold(page, 'reveal', (route) => route.continue())
    await send(page)
    await expect(page.getByText(text('sale.receipt.reading'))).toBeVisible()
    await page.keyboard.press('p')
    await expect(page.getByText(text('delivery.printing'), { exact: true })).toBeVisible()
    await button(page, 'sale.print').click({ force: true })
    await page.keyboard.press('p')
    // After a letter, the page waits to see whether more of a scan follows.
    await pass(page, ARMED_MS)
    expect(await documentsOf(page)).toEqual([])
    letGo()
    await expect(page.getByText(text('delivery.didPrint'))).toBeVisible()
    expect(await documentsOf(page)).toHaveLength(1)
    expect((await documentsOf(page))[0]).not.toContain('COPY')
    await expect(page.getByText(text('sale.receipt.reading'))).toBeHidden()
    expect(await documentsOf(page)).toHaveLength(1)
  })
}

test('a print that is requested while the receipt loads is dropped when loading fails @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await answerPrintDialogs(page)
  await openTicket(page, shop)
  await review(page, '050 123 4567')
  const letGo = await hold(page, 'reveal', (route) => route.abort())
  await send(page)
  await expect(page.getByText(text('sale.receipt.reading'))).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByText(text('delivery.printing'), { exact: true })).toBeVisible()
  letGo()
  await expect(page.getByText(text('sale.receipt.reading'))).toBeHidden()
  expect(await documentsOf(page)).toEqual([])
  await page.keyboard.press('p')
  await expect.poll(async () => (await documentsOf(page)).length).toBe(1)
  expectUnreachable(consoleErrors)
})
