import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { turnPaymentsOn } from './support/as-supervisor.ts'
import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { openTicket, sell } from './support/sell.ts'
import { expect, lock, test } from './support/shop.ts'
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

test('what a cashier sold is in the report of the day, in its lists and its CSV, and in no other days', async ({
  page,
  shop,
}) => {
  await turnPaymentsOn(shop)
  await openTicket(page, shop)
  await sell(page, recipients.success, '50')
  await lock(page)

  await shop.signIn(page, 'Hamad Saleh')
  await page.getByRole('link', { name: text('shell.reports'), exact: true }).click()
  await expect(figure(page, 'reports.paid')).toHaveText('50.00')
  await expect(figure(page, 'reports.margin')).toContainText('%')
  await expect(group(page, 'reports.sold', 1)).toBeVisible()
  await expect(page.getByRole('region', { name: text('reports.byPayment') })).toContainText('50.00')
  await expect(page.getByRole('row', { name: 'Qamra Recharge' })).toContainText('50.00')
  expect(await findAccessibilityViolations(page)).toEqual([])

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
      account: `'${recipients.success}`,
      paid: '50.00',
      paid_currency: 'AED',
      paid_by: 'cash',
    },
  ])

  await page.getByRole('link', { name: 'Qamra Recharge' }).click()
  await expect(page).toHaveURL(/\/sales\?.*service=qamra-rc/)
  await expect(page.getByRole('row').filter({ hasText: 'Sale 0001' })).toBeVisible()
  await page.goBack()

  await button(page, 'reports.preset.today').click()
  const dialog = page.getByRole('dialog', { name: text('reports.range') })
  expect(await findAccessibilityViolations(page)).toEqual([])
  await button(dialog, 'reports.preset.yesterday').click()
  await button(dialog, 'reports.range.show', { count: 1 }).click()
  await expect(group(page, 'reports.sold', 0)).toBeVisible()
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1$/)

  // From the day before yesterday on, by the keys of the calendar.
  await button(page, 'reports.preset.yesterday').click()
  const day = dialog.getByRole('grid').getByRole('button', { name: new RegExp(text('reports.range.last')) })
  await day.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await button(dialog, 'reports.range.show', { count: 3 }).click()
  await expect(group(page, 'reports.sold', 1)).toBeVisible()
  await expect(page.getByRole('region', { name: text('reports.byDay') })).toBeVisible()
  await page.reload()
  await expect(group(page, 'reports.sold', 1)).toBeVisible()
})
