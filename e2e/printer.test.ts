import type { Page } from 'playwright/test'

import { PAPER_WIDTHS } from '#receipt-printer/plain-document.ts'
import { asciiOf, countRuns, plugInPrinters, printWithoutDialog } from './support/fake-printers.ts'
import { expect, test, type Shop } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, heading } from './support/controls.ts'

const INITIALIZE = [0x1b, 0x40]
const QR_CODE = [0x1d, 0x28, 0x6b]
const CUT = [0x1d, 0x56]
const DRAWER = [0x1b, 0x70]
const PICTURE = [0x1d, 0x76, 0x30]

async function openPrinterPage(page: Page, shop: Shop): Promise<void> {
  await shop.signIn(page, undefined, '/printer')
  await expect(heading(page, 'printer.title')).toBeVisible()
}

async function connectByUsb(page: Page): Promise<void> {
  await page.getByRole('radio', { name: text('printer.by.usb') }).check()
  await button(page, 'printer.connect').click()
  await expect(page.getByText(text('printer.connected'), { exact: true })).toBeVisible()
}

const printTestPage = (page: Page) => button(page, 'printer.printTest').click()
const printCalls = (page: Page) => page.evaluate(() => window.printCalls)
const printedByUsb = (page: Page) => page.evaluate(() => window.printed.usb)

test('a USB printer gets the whole test page: text, shaped Arabic, QR code, cut and drawer', async ({ page, shop }) => {
  await plugInPrinters(page)
  await openPrinterPage(page, shop)
  await connectByUsb(page)
  await page.getByRole('switch', { name: /cash drawer/ }).check()
  await printTestPage(page)
  await expect(page.getByText(text('printer.outcome.printer'))).toBeVisible()

  const bytes = await printedByUsb(page)
  expect(bytes.slice(0, 2)).toEqual(INITIALIZE)
  expect(countRuns(bytes, CUT)).toBe(1)
  expect(countRuns(bytes, DRAWER)).toBeGreaterThanOrEqual(1)
  expect(countRuns(bytes, QR_CODE)).toBeGreaterThanOrEqual(5)
  expect(asciiOf(bytes)).toContain(new URL(shop.url).host)
  // The Arabic text and the names of the languages are pictures, 576 dots wide.
  expect(countRuns(bytes, [...PICTURE, 0, 72, 0])).toBe(2)
  expect(asciiOf(bytes)).toContain('The quick brown fox')
  expect(asciiOf(bytes)).toContain(text('printer.test.heading'))
  expect(asciiOf(bytes)).toContain(`|${'-'.repeat(3)}+${'-'.repeat(4)}1`)
  expect(asciiOf(bytes)).not.toContain('?')
})

test('the ruler of the test page fits on one line of each paper', async ({ page, shop }) => {
  await openPrinterPage(page, shop)
  const ruler = page.getByRole('region', { name: text('printer.preview') }).getByText(/^\|[-+\d]+\|$/)
  for (const width of PAPER_WIDTHS) {
    await page.getByRole('radio', { name: text(`printer.mm.${width}`), exact: true }).check()
    const lines = () =>
      ruler.evaluate((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getClientRects().length
      })
    await expect.poll(lines).toBe(1)
  }
})

test('a printer that was chosen once is found again after a reload, and only its connection is stored @long', async ({
  page,
  shop,
}) => {
  await plugInPrinters(page)
  await openPrinterPage(page, shop)
  await connectByUsb(page)
  await page.getByRole('radio', { name: '58 mm' }).check()
  await page.reload()
  await expect(page.getByText(text('printer.connected'), { exact: true })).toBeVisible()
  await printTestPage(page)
  await expect(page.getByText(text('printer.outcome.printer'))).toBeVisible()
  expect(countRuns(await printedByUsb(page), [...PICTURE, 0, 48, 0])).toBe(2)

  const kept = await page.evaluate(() => localStorage.getItem('toptill-printer'))
  expect(JSON.parse(kept ?? '')).toEqual({
    mode: 'ask',
    printer: 'usb',
    width: 58,
    hasDrawer: false,
    baudRate: 9600,
    known: { usb: { vendorId: 0x04b8, productId: 0x0e28, serialNumber: 'X5ZB000001' } },
    isSet: true,
  })
})

test('a Bluetooth printer gets its bytes in small pieces, and a broken connection is never reported as printed @long', async ({
  page,
  shop,
}) => {
  await plugInPrinters(page)
  await openPrinterPage(page, shop)
  await page.getByRole('radio', { name: text('printer.by.bluetooth') }).check()
  await page.evaluate(() => (window.printerTrouble = 'nothing chosen'))
  const connect = button(page, 'printer.connect')
  await connect.click()
  // The attempt fails without a connection; it has ended once the button is available again.
  await expect(connect).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText(text('printer.notConnected'), { exact: true })).toBeVisible()

  await page.evaluate(() => (window.printerTrouble = 'none'))
  await connect.click()
  await expect(page.getByText(text('printer.connected'), { exact: true })).toBeVisible()
  await printTestPage(page)
  await expect(page.getByText(text('printer.outcome.printer'))).toBeVisible()
  const bytes = await page.evaluate(() => window.printed.bluetooth.splice(0))
  expect(bytes.slice(0, 2)).toEqual(INITIALIZE)
  expect(countRuns(bytes, CUT)).toBe(1)

  await page.evaluate(() => (window.printerTrouble = 'breaks off'))
  await printTestPage(page)
  await expect(page.getByText(text('printer.outcome.mayHavePrinted'))).toBeVisible()
  await expect(page.getByText('Bluetooth printer: the connection was lost')).toBeVisible()
})

test('a printer that is out of paper or in use elsewhere is named, and the browser prints instead @long', async ({
  page,
  shop,
}) => {
  await plugInPrinters(page)
  await printWithoutDialog(page)
  await openPrinterPage(page, shop)
  await connectByUsb(page)
  await page.evaluate(() => (window.printerTrouble = 'no paper'))
  await printTestPage(page)
  await expect(page.getByText(text('printer.outcome.browser'))).toBeVisible()
  await expect(page.getByText('USB printer: out of paper')).toBeVisible()
  expect(await printedByUsb(page)).toEqual([])
  expect(await printCalls(page)).toBe(1)

  await page.reload()
  await expect(page.getByText(text('printer.connected'), { exact: true })).toBeVisible()
  await page.evaluate(async () => {
    window.printerTrouble = 'claimed'
    const [device] = (await navigator.usb?.getDevices()) ?? []
    await device?.close()
  })
  await printTestPage(page)
  await expect(page.getByText(text('printer.outcome.browser'))).toBeVisible()
  await expect(
    page.getByText(text('printer.failed', { method: text('printer.method.usb'), reason: text('printer.reason.busy') })),
  ).toBeVisible()
  expect(await printCalls(page)).toBe(1)
})

test('after a broken connection nothing prints again until a person confirms it @long', async ({ page, shop }) => {
  await plugInPrinters(page)
  await printWithoutDialog(page)
  await openPrinterPage(page, shop)
  await connectByUsb(page)
  await page.evaluate(() => (window.printerTrouble = 'breaks off'))
  await printTestPage(page)
  await expect(page.getByText(text('printer.outcome.mayHavePrinted'))).toBeVisible()
  await expect(page.getByText('USB printer: the connection was lost')).toBeVisible()
  expect(await printCalls(page)).toBe(0)

  await button(page, 'printer.byBrowserInstead').click()
  await expect(page.getByText(text('printer.outcome.browser'))).toBeVisible()
  expect(await printCalls(page)).toBe(1)
})

test.describe('printed by the browser', () => {
  test('the browser prints the document alone, 58 or 80 mm wide, and removes it from the page afterwards @long', async ({
    page,
    shop,
  }) => {
    await openPrinterPage(page, shop)
    await page.evaluate(() => {
      window.printCalls = 0
      window.print = () => {
        window.printCalls += 1
        window.dispatchEvent(new Event('beforeprint'))
      }
    })
    for (const [index, width] of [58, 80].entries()) {
      await page.getByRole('radio', { name: `${width} mm`, exact: true }).check()
      await printTestPage(page)
      await expect.poll(() => printCalls(page)).toBe(index + 1)
      const printout = page.locator('body > [inert][aria-hidden="true"]')
      await expect(printout).toHaveCount(1)
      await expect(printout).toBeHidden()

      await page.emulateMedia({ media: 'print' })
      await expect(printout.getByText(text('printer.test.heading'))).toBeVisible()
      await expect(printout.locator('svg')).toBeVisible()
      await expect(page.locator('#root')).toBeHidden()
      const size = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
      await expect
        .poll(async () => {
          const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
          const [, points] = size.exec(pdf) ?? []
          return { pages: pdf.match(/\/Type \/Page\b/g)?.length, mm: Math.round((Number(points) / 72) * 25.4) }
        })
        .toEqual({ pages: 1, mm: width })

      await page.emulateMedia({ media: null })
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await expect(page.getByText(text('printer.outcome.browser'))).toBeVisible()
      await expect(printout).toHaveCount(0)
    }
  })
})
