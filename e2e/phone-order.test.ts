import { findQrMatrix, qrPath } from '#browser/ui/QrCode.tsx'
import { paths } from '#browser/paths.ts'
import type { DisplayShop } from '#api/displays.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aPublicOrigin } from '../tests/support/free-port.ts'
import { text } from '../tests/support/texts.ts'
import { changeSettings } from './support/as-supervisor.ts'
import { button, heading } from './support/controls.ts'
import { pairDisplay } from './support/kiosk.ts'
import { readyToScan, scan } from './support/scan.ts'
import { amountField, debits, expectState, fillTicket, pickQamra, send } from './support/sell.ts'
import { expect, expectConsoleErrors, test } from './support/shop.ts'
import { expectSound } from './walk/walk.ts'

test.use({
  // oxlint-disable-next-line no-empty-pattern
  settings: async ({}, use) => use(await aPublicOrigin()),
})

test('a customer scans the code of the customer display, orders from their own phone, and the counter sells it @long', async ({
  page,
  shop,
  browser,
  consoleErrors,
}) => {
  await changeSettings(shop, { phoneOrders: true })
  const display = await (await browser.newContext()).newPage()
  await pairDisplay(display, shop)
  await display.goto(`${shop.url}${paths.display()}`)
  let link = ''
  // A new invitation may have been shown in between.
  await expect(async () => {
    const { orderLink = '' } = (await (await display.request.get(`${shop.url}/api/display/shop`)).json()) as DisplayShop
    link = orderLink
    const code = display.getByRole('img', { name: text('display.order') })
    await expect(code.locator('path')).toHaveAttribute('d', qrPath(findQrMatrix(orderLink) ?? []))
  }).toPass()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const phone = await context.newPage()
  const complaints: string[] = []
  phone.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await phone.goto(link)
  await phone.getByRole('button', { name: 'العربية' }).click()
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(phone.url()).toBe(`${shop.url}${paths.sell()}`)
  await phone.reload()
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
  await phone.getByRole('button', { name: 'English' }).click()
  await pickQamra(phone)
  await fillTicket(phone, recipients.success, '25')
  await button(phone, 'selfOrder.goOn').click()
  await expect(heading(phone, 'selfOrder.isNumberRight')).toBeVisible()
  const placing = phone.waitForResponse((response) => response.url().includes('/api/orders/'))
  await button(phone, 'selfOrder.correct').click()
  const { id } = (await (await placing).json()) as { id: string }
  await expect(phone.getByRole('heading', { name: /A-1/ })).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('img', { name: text('selfOrder.qr', { label: 'A-1' }) })).toBeVisible()
  await expectSound(phone, button(phone, 'selfOrder.done'))

  await shop.signIn(page)
  await readyToScan(page)
  await scan(page, `TOPTILL-ORDER:${id}`)
  await button(page, 'orders.take').click()
  await expect(amountField(page)).toHaveValue('25')
  await button(page, 'ticket.review').click()
  await send(page)
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(1)

  // A till that opens the link stays a till.
  expectConsoleErrors(consoleErrors, /status of 422/)
  await page.goto(link)
  await expect(heading(page, 'phone.isTill')).toBeVisible()
  await page.goto(`${shop.url}${paths.sell()}`)
  await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()

  await button(phone, 'selfOrder.done').click()
  await expect(button(phone, 'selfOrder.start')).toBeVisible()
  await changeSettings(shop, { phoneOrders: false })
  await phone.reload()
  await expect(heading(phone, 'phone.again')).toBeVisible()
  await expect(phone.getByRole('textbox')).toHaveCount(0)
  expect(complaints, 'the browser of the phone complained').toEqual([])
  await context.close()
  await display.context().close()
})
