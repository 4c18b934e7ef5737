import type { Page } from 'playwright/test'

import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { codeOn, openVoucherSale } from './support/sell-voucher.ts'
import { debits, numberField, amountField } from './support/sell.ts'
import { expect, test } from './support/shop.ts'
import { readyToScan, scan } from './support/scan.ts'
import { button } from './support/controls.ts'
import { text } from '../tests/support/texts.ts'

const numberOn = (page: Page) => numberField(page)
const amountOn = (page: Page) => amountField(page)
const toldOn = (page: Page) => page.getByRole('status').filter({ hasText: 'No product has the code' })
const unnamedOn = (page: Page) => page.getByRole('status').filter({ hasText: text('scan.unnamed') })
const slipOn = (page: Page) => page.getByRole('region', { name: text('ticket.region') })

test('a scan opens its product from every selling page, and leaves fields and buttons unchanged @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await readyToScan(page)
  await scan(page, 'qamra-rc')
  await expect(slipOn(page)).toContainText('Qamra Recharge')
  await numberOn(page).fill('501234567')
  await amountOn(page).fill('20')
  await scan(page, 'VELTO_RC')
  await expect(slipOn(page)).toContainText('Velto Recharge')
  await expect(numberOn(page)).toHaveValue('50 123 4567')
  await expect(amountOn(page)).toHaveValue('20')

  await page.goto(`${shop.url}/sell/international`)
  await readyToScan(page)
  await scan(page, 'pixelmoor_aed_100')
  await expect(slipOn(page)).toContainText('Pixelmoor 100')
  expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/check')).toHaveLength(0)
})

test('an unknown code goes into no amount, and neither reviews nor sends anything @long', async ({ page, shop }) => {
  const told = toldOn(page)
  const checks = () => shop.sandbox.requests().filter(({ path }) => path === '/transaction/check').length
  await shop.signIn(page)
  await readyToScan(page)
  // The page is busy from the first key on: the scan does not open anything, and no field keeps any part of it.
  await scan(page, '6291100123456', { told, stallMs: 400 })
  await expect(page).toHaveURL(/\/sell$/)
  await expect(numberOn(page)).toHaveValue('')
  // A scanned number stays on the first page, where neither its Enter nor another scan chooses anything.
  await scan(page, '0507654321')
  await expect(numberOn(page)).toHaveValue('50 765 4321')
  const operators = page.getByRole('group', { name: text('quick.operators') })
  await operators.getByRole('button').first().focus()
  await scan(page, '1212341234123', { told })
  await expect(operators.getByRole('button', { pressed: true })).toHaveCount(0)
  await expect(numberOn(page)).toHaveValue('50 765 4321')
  await expect(page).toHaveURL(/\/sell$/)
  await page.keyboard.press('Escape')
  await scan(page, 'qamra-rc', { stallMs: 400 })
  await numberOn(page).fill('501234567')
  await amountOn(page).fill('20')
  await scan(page, '6291100123456', { told, stallMs: 400 })
  await expect(amountOn(page)).toHaveValue('20')

  const review = button(page, 'ticket.review')
  await review.focus()
  await scan(page, '6291100123457', { told })
  await expect(numberOn(page)).toHaveValue('50 123 4567')
  await expect(amountOn(page)).toHaveValue('20')
  // The scan may be a number, which leads to the amount but not to the review.
  await numberOn(page).fill('')
  await numberOn(page).focus()
  await scan(page, '0507654321')
  await expect(numberOn(page)).toHaveValue('50 765 4321')
  await expect(amountOn(page)).toBeFocused()
  expect(checks()).toBe(0)

  await review.click()
  const send = button(page, 'sale.send')
  await expect(send).toHaveAttribute('aria-busy', 'false')
  await send.focus()
  await scan(page, 'velto_rc')
  await scan(page, '6291100123456')
  // The scan may be unknown, contain a space (which presses a button), or be too slow or too short.
  await scan(page, 'AB 1234567')
  await scan(page, '6291100123456', { everyMs: 90 })
  await scan(page, '123')
  await expect(send).toBeVisible()
  await expect(send).toBeFocused()
  expect(debits(shop)).toBe(0)
})

test('a handheld scanner that types through an input method opens a product from the search, and sends nothing @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  await readyToScan(page)
  const search = page.locator('#search-box')
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await scan(page, 'qamra-rc', { by: 'unnamed keys' })
  await expect(slipOn(page)).toContainText('Qamra Recharge')
  await page.goBack()
  await expect(search).toBeHidden()
  await button(page, 'shell.search').click()
  await scan(page, 'velto_rc', { by: 'at once' })
  await expect(slipOn(page)).toContainText('Velto Recharge')
  await numberOn(page).fill('501234567')
  await amountOn(page).fill('20')
  await scan(page, '6291100123456', { by: 'unnamed keys' })
  await expect(amountOn(page)).toHaveValue('20')
  const review = button(page, 'ticket.review')
  await review.focus()
  await scan(page, '6291100123456', { by: 'unnamed keys', told: unnamedOn(page) })
  await expect(review).toBeFocused()
  await review.click()
  const send = button(page, 'sale.send')
  await expect(send).toHaveAttribute('aria-busy', 'false')
  await send.focus()
  await scan(page, '6291100123456', { by: 'unnamed keys' })
  await scan(page, '6291100', { by: 'at once' })
  await expect(send).toBeFocused()
  expect(debits(shop)).toBe(0)
})

test('a scan says nothing about a code that is on the screen @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await readyToScan(page)
  await openVoucherSale(page, shop, vouchers.number)
  await expect(codeOn(page)).toBeVisible()
  await scan(page, 'gigabyte_cap_100')
  await scan(page, 'gcp', { everyMs: 60 })
  await expect(page.getByText(text('delivery.undelivered'))).toBeVisible()
  await page.keyboard.press('g')
  await expect(page.getByText(/^Handed over: given/)).toBeVisible()
})

test('a scan goes into no PIN field @long', async ({ page, shop }) => {
  await page.goto(shop.url)
  await expect(page.getByRole('status', { name: text('scan.name') })).toBeAttached()
  await page.getByRole('button', { name: 'Amal' }).click()
  const pin = page.getByLabel(text('signIn.pin'), { exact: true })
  await page.keyboard.type('25')
  await expect(pin).toHaveValue('25')
  await scan(page, '604918')
  await expect(pin).toHaveValue('25')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.type('80')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sell/)
})
