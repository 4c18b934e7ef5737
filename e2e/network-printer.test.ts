import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { aPrinter } from '../tests/support/a-printer.ts'
import { text } from '../tests/support/texts.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { codeOn, issuedCode, openVoucherSale, write } from './support/sell-voucher.ts'
import { expect, lock, test } from './support/shop.ts'
import { button } from './support/controls.ts'

test.use({ settings: { PRINTERS_ON_LOOPBACK: '1' } })

test('a code on the jamming printer is asked about after a reload and at another till, and comes out once @long', async ({
  page,
  browser,
  shop,
}) => {
  const printer = await aPrinter()
  try {
    await shop.signIn(page, 'Hamad Saleh')
    await write(page.request, 'PUT', `${shop.url}${proxyPaths.settings}`, { printers: [printer.as('counter')] })
    await lock(page)
    await shop.signIn(page)
    await page.goto(`${shop.url}/printer`)
    await page.getByRole('radio', { name: text('printer.by.network') }).check()
    await page.getByRole('radio', { name: 'Counter' }).check()
    await button(page, 'printer.printTest').click()
    await expect(page.getByText(text('printer.outcome.printer'))).toBeVisible()
    expect(printer.state.printed.at(-1)).toContain(text('printer.test.heading'))

    const id = await openVoucherSale(page, shop, vouchers.number)
    await expect(codeOn(page)).toBeVisible()
    const { number = '?' } = issuedCode(shop)
    printer.state.trouble = 'jams'
    await page.keyboard.press('p')
    await expect(page.getByText(text('delivery.onPaper'))).toBeVisible()
    printer.state.trouble = 'none'
    await expect(page.getByText(text('delivery.undelivered'))).toBeVisible()

    await page.reload()
    await expect(page.getByText(text('delivery.onPaper'))).toBeVisible()
    const other = await (await browser.newContext()).newPage()
    await shop.signIn(other, 'Hamad Saleh')
    await other.goto(`${shop.url}/sale/${id}`)
    await expect(other.getByText(text('delivery.onPaper'))).toBeVisible()
    await other.close()

    await page.getByRole('button', { name: text('delivery.onPaperNo'), exact: true }).click()
    await expect(page.getByText(text('delivery.onPaper'))).toBeHidden()
    await button(page, 'delivery.show').click()
    await expect(codeOn(page)).toBeVisible()
    await page.keyboard.press('p')
    await expect(page.getByText(/^Handed over: printed at/)).toBeVisible()
    const papers = printer.state.printed.filter((paper) => paper.replaceAll(' ', '').includes(number))
    expect(papers).toHaveLength(1)
    await page.reload()
    await expect(page.getByText(/^Handed over: printed at/)).toBeVisible()
  } finally {
    printer.close()
  }
})
