import type { Browser, Page, Route } from 'playwright/test'

import type { Status } from '#contract/proxy/status.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { BY_USB, choosePrinting } from './support/choose-printing.ts'
import { asciiOf, plugInPrinters, printWithoutDialog } from './support/fake-printers.ts'
import { answerPrintDialogs, documentsOf } from './support/print-dialog.ts'
import { issuedCode, codeOn, openVoucherSale } from './support/sell-voucher.ts'
import { goToOpenItems, openTicket, pickQamra, review, send, stateOn } from './support/sell.ts'
import { expect, expectUnreachable, lock, test, type Shop } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

/** Longer than a single letter waits before it counts (`src/browser/scan-guard.ts`). */
const LETTER_WAITS_MS = 100

const mark = (page: Page) => page.getByRole('link', { name: /^Open items \d/ })
const handed = (page: Page, words: string) =>
  page.getByText(new RegExp(`^Handed over: ${words} at \\d\\d:\\d\\d by Amal$`))

async function atAnotherTill(browser: Browser, shop: Shop, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await shop.signIn(page, name)
  return page
}

/** Nothing answers what asks for the receipt, or writes down that it was handed over, until it is let go. */
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

test('a code that was not handed over keeps a mark on the bar and a place on the desk, until it was given', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.number)
  await expect(codeOn(page)).toBeVisible()
  await expect(page.getByText('Not handed over yet')).toBeVisible()
  await expect(page.getByRole('button', { name: startingWith('delivery.givenNext') })).toBeFocused()
  // Anyone who leaves a code for later takes it off the screen.
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('button', { name: startingWith('sale.nextCustomer') }).click()
  await expect(page).toHaveURL(/\/sell$/)

  await expect(mark(page)).toHaveAccessibleName('Open items 1 something to do')
  await goToOpenItems(page)
  await expect(page.getByRole('rowheader', { name: text('openItems.section.codes') })).toBeVisible()
  await page
    .getByRole('table')
    .getByRole('link', { name: text('delivery.show') })
    .click()
  await page.getByRole('button', { name: text('delivery.show') }).click()
  await expect(codeOn(page)).toBeVisible()
  await page.keyboard.press('g')
  await expect(handed(page, 'given')).toBeVisible()
  await expect(mark(page)).toBeHidden()
})

test('printed by the browser it is handed over once a person says so; the next paper is a copy @long', async ({
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
  await expect(page.getByText('Not handed over yet')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Yes/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(handed(page, 'printed')).toBeVisible()
  await expect(page.locator('body > [inert][aria-hidden="true"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: startingWith('sale.nextCustomer') })).toBeFocused()

  await page.getByRole('button', { name: 'Print again' }).click()
  await expect.poll(async () => (await documentsOf(page)).length).toBe(2)
  const [first = '', second = ''] = await documentsOf(page)
  expect(first.replaceAll(' ', '')).toContain(number)
  expect(first).not.toContain('COPY')
  expect(second).toContain('COPY 1')
  // A page that is reloaded at once takes the request with it.
  const noted = page.waitForResponse('**/delivered')
  await page.getByRole('button', { name: /^Yes/ }).click()
  await noted
  await page.reload()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('COPY 2')
})

test('printed by a receipt printer it is handed over at once', async ({ page, shop }) => {
  await plugInPrinters(page)
  await shop.signIn(page)
  await choosePrinting(page, BY_USB)
  await openVoucherSale(page, shop, vouchers.number)
  await expect(codeOn(page)).toBeVisible()
  await page.keyboard.press('p')
  await expect(handed(page, 'printed')).toBeVisible()
  await expect(page.getByText('Receipt printed')).toBeVisible()
  const text = asciiOf(await page.evaluate(() => window.printed.usb))
  expect(text.replaceAll(' ', '')).toContain(issuedCode(shop).number)
})

test('when the printer broke off nobody prints again without being asked @long', async ({ page, shop }) => {
  await plugInPrinters(page)
  await printWithoutDialog(page)
  await shop.signIn(page)
  await choosePrinting(page, BY_USB)
  await openVoucherSale(page, shop, vouchers.number)
  await expect(codeOn(page)).toBeVisible()
  await page.evaluate(() => void (window.printerTrouble = 'breaks off'))
  await page.keyboard.press('p')
  await expect(page.getByText(text('delivery.didPrintInterrupted'))).toBeVisible()
  await expect(page.getByText(/^USB printer: /)).toBeVisible()
  await expect(page.getByText('Not handed over yet')).toBeVisible()
  expect(await page.evaluate(() => window.printCalls)).toBe(0)
})

test('copied it is handed over, as delivered, and the clipboard is emptied after a minute @long', async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.grouped)
  await expect(codeOn(page)).toBeVisible()
  const { number } = issuedCode(shop)
  await page.keyboard.press('c')
  await expect(handed(page, 'copied')).toBeVisible()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await clipboard()).toBe(number)
  await page.clock.fastForward(61_000)
  await expect.poll(clipboard).toBe('')
})

test('shared by the share sheet it is handed over; a sheet that was closed hands nothing over @long', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared, shareIsClosed: true })
    Object.assign(navigator, {
      share: async (data: ShareData) => {
        if ((window as unknown as { shareIsClosed: boolean }).shareIsClosed) throw new DOMException('', 'AbortError')
        shared.push(data)
      },
    })
  })
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.numberAndSerial)
  await expect(codeOn(page)).toBeVisible()
  const { number } = issuedCode(shop)
  const share = async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('button', { name: 'Code and receipt' }).click()
  }
  await share()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Not handed over yet')).toBeVisible()
  await page.evaluate(() => void Object.assign(window, { shareIsClosed: false }))
  await share()
  await expect(handed(page, 'shared')).toBeVisible()
  const [data] = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
  expect(data?.text).toContain(number)
})

test('links to WhatsApp and e-mail carry neither PIN nor serial nor link @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.reference)
  await expect(codeOn(page)).toBeVisible()
  const { number = '?', serial = '?' } = issuedCode(shop)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByRole('link')).toHaveCount(2)
  for (const link of await dialog.getByRole('link').all()) {
    const text = decodeURIComponent((await link.getAttribute('href')) ?? '')
    expect(text).toContain('Your code is on the paper slip')
    for (const secret of [number, number.slice(0, 9), serial]) expect(text).not.toContain(secret)
  }
})

test('a colleague takes the sale over before the code is shown @long', async ({ page, shop, browser }) => {
  await shop.signIn(page)
  const id = await openVoucherSale(page, shop, vouchers.number)
  await expect(codeOn(page)).toBeVisible()
  await lock(page)

  const other = await atAnotherTill(browser, shop, 'Joseph Mathew')
  await other.goto(`${shop.url}/sale/${id}`)
  await expect(other.getByText('Amal Rahman sold this code')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Show code' })).toBeHidden()
  await other.getByRole('button', { name: 'Take over' }).click()
  await other.getByRole('button', { name: 'Show code' }).click()
  await expect(codeOn(other)).toBeVisible()
  await other.context().close()
})

test('two minutes after the hand-over its cashier is refused, and a supervisor says why @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  const id = await openVoucherSale(page, shop, vouchers.number)
  await expect(codeOn(page)).toBeVisible()
  await page.keyboard.press('g')
  await expect(handed(page, 'given')).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByRole('button', { name: 'Show again' })).toBeVisible()
  // By the till's clock, not by this machine's.
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    const status = (await response.json()) as Status
    await route.fulfill({ response, json: { ...status, serverTime: status.serverTime + 125_000 } })
  })
  await expect(page.getByText('A supervisor can show it again, with a reason.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Show/ })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('The code was handed over')

  await page.unrouteAll({ behavior: 'wait' })
  await lock(page)
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/sale/${id}`)
  await expect(codeOn(page)).toBeHidden()
  await page.getByRole('button', { name: 'Show code' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The customer lost the slip')
  await page.getByRole('dialog').getByRole('button', { name: 'Show code' }).click()
  await expect(codeOn(page)).toBeVisible()
})

test('a recharge is printed by the same way, and the second paper is a copy, also before the first is noted @long', async ({
  page,
  shop,
}) => {
  await answerPrintDialogs(page)
  await openTicket(page, shop)
  await review(page, '050 123 4567')
  await send(page)
  await expect(stateOn(page, 'Sold')).toBeVisible()
  await page.keyboard.press('p')
  const letGo = await hold(page, 'delivered', (route) => route.continue())
  await page.getByRole('button', { name: /^Yes/ }).click()
  await expect(page.getByText('Receipt printed')).toBeVisible()
  await page.getByRole('button', { name: 'Print again' }).click()
  await expect.poll(async () => (await documentsOf(page)).at(-1)).toContain('COPY 1')
  letGo()
  await page.getByRole('button', { name: /^Yes/ }).click()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Paid')
})

for (const mode of ['ask', 'auto'] as const) {
  test(`a print asked for while the receipt is being read comes once it is there, once (${mode}) @long`, async ({
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
    await expect(page.getByText('Printing', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Print/ }).click({ force: true })
    await page.keyboard.press('p')
    // A letter waits whether more of a scan follows; behind that wait another timer fires behind it, and the letter has done what it does.
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), LETTER_WAITS_MS)
    expect(await documentsOf(page)).toEqual([])
    letGo()
    await expect(page.getByText(text('delivery.didPrint'))).toBeVisible()
    expect(await documentsOf(page)).toHaveLength(1)
    expect((await documentsOf(page))[0]).not.toContain('COPY')
    await expect(page.getByText(text('sale.receipt.reading'))).toBeHidden()
    expect(await documentsOf(page)).toHaveLength(1)
  })
}

test('a print asked for while the receipt is being read is dropped when that fails @long', async ({
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
  await expect(page.getByText('Printing', { exact: true })).toBeVisible()
  letGo()
  await expect(page.getByText(text('sale.receipt.reading'))).toBeHidden()
  expect(await documentsOf(page)).toEqual([])
  await page.keyboard.press('p')
  await expect.poll(async () => (await documentsOf(page)).length).toBe(1)
  expectUnreachable(consoleErrors)
})

test('a terminal that prints by itself prints what was sold here once, and not again after a reload @long', async ({
  page,
  shop,
}) => {
  await answerPrintDialogs(page)
  await shop.signIn(page)
  await choosePrinting(page, { mode: 'auto' })
  await page.goto(`${shop.url}/sell`)
  await pickQamra(page)
  await review(page, '050 123 4567')
  await send(page)
  await expect(page.getByText(text('delivery.didPrint'))).toBeVisible()
  expect(await documentsOf(page)).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Paid')
  await expect(page.getByText(text('sale.receipt.reading'))).toBeHidden()
  expect(await documentsOf(page)).toEqual([])
})
