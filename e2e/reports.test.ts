import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { turnPaymentsOn } from './support/as-supervisor.ts'
import { debits, EXACT, expectState, openTicket, payKey, pressArmed, requestReview } from './support/sell.ts'
import { enterAs, expect, lock, test } from './support/shop.ts'
import { readCsv } from '../tests/support/read-csv.ts'
import { startingWith, text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

const figure = (page: Page, label: 'reports.paid' | 'reports.margin') =>
  page
    .getByRole('term')
    .filter({ hasText: startingWith(label) })
    .locator('..')
    .getByRole('definition')
const group = (page: Page, name: 'reports.sold' | 'reports.notSold', count: number) =>
  page.getByRole('link', { name: `${text(name)} ${count}`, exact: true })

test("cash of 100 for 45 returns 55, a double tap on confirm makes one sale, and the day's report, lists and CSV include it", async ({
  page,
  shop,
}) => {
  await turnPaymentsOn(shop)
  await openTicket(page, shop)
  await requestReview(page, recipients.slow, '45')
  await expect(payKey(page, EXACT)).toBeFocused()
  await pressArmed(page, payKey(page, text('payment.otherAmount')))
  const typing = page.getByRole('dialog')
  await typing.getByRole('textbox').fill('40')
  await expect(typing.getByRole('button', { name: /5\.00 still due$/ })).toHaveAttribute('aria-disabled', 'true')
  await button(typing, 'ticket.cancel').click()
  expect(debits(shop)).toBe(0)
  await pressArmed(page, payKey(page, '100, 55 back'))
  // Presses where the key was, whatever is there now.
  await page.mouse.down()
  await page.mouse.up()
  await expectState(page, 'succeeded')
  const sold = page.getByRole('region', { name: text('sale.readBack') })
  await expect(sold).toContainText(new RegExp(`${text('payment.change')}.*55\\.00`))
  await expect(sold.getByRole('listitem')).toHaveText([/1 ×\s*50/, /1 ×\s*5/])
  expect(debits(shop)).toBe(1)
  expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/confirm')).toHaveLength(1)
  await lock(page)

  await enterAs(page, 'Hamad', '604918')
  await page.getByRole('link', { name: text('shell.reports'), exact: true }).click()
  await expect(figure(page, 'reports.paid')).toHaveText('45.00')
  await expect(figure(page, 'reports.margin')).toContainText('%')
  await expect(group(page, 'reports.sold', 1)).toBeVisible()
  await expect(page.getByRole('region', { name: text('reports.byPayment') })).toContainText('45.00')
  await expect(page.getByRole('row', { name: 'Qamra Recharge' })).toContainText('45.00')

  await button(page, 'reports.csv').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: text('reports.save'), exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^sales-\d{4}-\d\d-\d\d\.csv$/)
  const rows = readCsv((await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, ''))
  expect(rows).toMatchObject([
    {
      number: '1',
      status: 'sold',
      account: `'${recipients.slow}`,
      paid: '45.00',
      paid_currency: 'AED',
      payment_method: 'cash',
    },
  ])

  await page.getByRole('link', { name: 'Qamra Recharge' }).click()
  await expect(page).toHaveURL(/\/sales\?.*service=qamra-rc/)
  await expect(page.getByRole('row').filter({ hasText: 'Sale 0001' })).toBeVisible()
  await page.goBack()

  await button(page, 'reports.preset.today').click()
  const dialog = page.getByRole('dialog', { name: text('reports.range') })
  await button(dialog, 'reports.preset.yesterday').click()
  await button(dialog, 'reports.range.show', { count: 1 }).click()
  await expect(page.getByText(text('reports.nothingNext'))).toBeVisible()
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1$/)
})
