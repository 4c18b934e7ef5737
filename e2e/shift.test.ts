import type { Page, Response } from 'playwright/test'

import { dayPaths } from '#contract/proxy/day-paths.ts'
import { denominationsOf } from '#domain/cash.ts'
import { turnDrawersOn } from './support/as-supervisor.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openTicket, pickQamra, requestReview, sell } from './support/sell.ts'
import { chooseInUserMenu, expect, expectConsoleErrors, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link, heading } from './support/controls.ts'

/** Types a count by its rows: so many of each value, and 0 of all others. */
async function typeCount(page: Page, pieces: Record<string, number>): Promise<void> {
  await expect(page.getByLabel(text('shift.countOf.note', { value: '1,000' }))).toBeFocused()
  for (const { value } of denominationsOf('AED')) {
    await page.keyboard.type(String(pieces[value] ?? 0))
    await page.keyboard.press('Enter')
  }
}

test('a cashier opens a shift, sells, takes cash out, counts blind, closes with a reason, and finds the Z again', async ({
  page,
  shop,
  consoleErrors,
}) => {
  // What the till refuses, the browser says by itself.
  expectConsoleErrors(consoleErrors, /status of 409/)
  await turnDrawersOn(shop)
  await openTicket(page, shop)
  await requestReview(page, recipients.success, '45')
  await expect(page.getByText(text('failure.shift-needed')).first()).toBeVisible()

  await chooseInUserMenu(page, text('userMenu.shift'))
  await expect(page.getByRole('button', { name: /^Open shift: 11 left/ })).toBeVisible()
  await typeCount(page, { '100': 3 })
  await page.getByRole('button', { name: text('shift.open'), exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Shift on/ })).toBeVisible()

  await button(page, 'shift.cashInOut').click()
  await page.getByLabel(text('shift.amount', { currency: 'AED' })).fill('20')
  await page.getByLabel(text('shift.why')).fill('Water delivery')
  await button(page, 'shift.write').click()
  await expect(page.getByRole('row').filter({ hasText: 'Water delivery' })).toContainText('20.00')

  await page.goto(`${shop.url}/sell`)
  await pickQamra(page)
  await sell(page, recipients.success, '45')

  const answers: Promise<string>[] = []
  const keep = (response: Response) => {
    if (response.url().includes(dayPaths.shifts)) answers.push(response.text())
  }
  page.on('response', keep)
  await page.goto(`${shop.url}/shift`)
  await link(page, 'shift.closeShift').click()
  await typeCount(page, { '100': 3, '20': 1 })
  page.off('response', keep)
  expect((await Promise.all(answers)).join('\n')).not.toContain('325.00')
  await page.getByRole('button', { name: text('shift.step.compare'), exact: true }).click()

  await expect(page.getByText('325.00').first()).toBeVisible()
  await expect(page.getByText('−5.00').first()).toBeVisible()
  await expect(page.getByText('Water delivery').first()).toBeVisible()
  const close = button(page, 'shift.closeAndPrint', { name: 'Z 0001' })
  await expect(close).toBeHidden()
  await button(page, 'shift.reason.wrong-change').click()
  await close.click()
  await expect(page.getByText(text('shift.closed', { name: 'Z 0001' })).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Z 0001' })).toContainText(text('shift.reason.wrong-change'))

  await link(page, 'shift.done').click()
  await expect(heading(page, 'shift.open')).toBeVisible()
})

test('a supervisor reads an X report, finds the Z of a cashier, and adds a note to it @long', async ({
  page,
  shop,
}) => {
  await turnDrawersOn(shop)
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/shift`)
  await typeCount(page, { '100': 3 })
  await page.getByRole('button', { name: text('shift.open'), exact: true }).click()
  await page.getByRole('button', { name: text('shift.x'), exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(text('shift.paper.x'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('shift.close'), exact: true })
    .click()

  await link(page, 'shift.closeShift').click()
  await typeCount(page, { '100': 3 })
  await page.getByRole('button', { name: text('shift.step.compare'), exact: true }).click()
  await expect(page.getByText(text('shift.difference.exact')).first()).toBeVisible()
  await button(page, 'shift.closeAndPrint', { name: 'Z 0001' }).click()
  await link(page, 'shift.done').click()

  await typeCount(page, { '100': 3 })
  await page.getByRole('button', { name: text('shift.open'), exact: true }).click()
  await button(page, 'shift.show', { name: 'Z 0001' }).click()
  await page.getByLabel(text('shift.note'), { exact: true }).fill('Counted by two')
  await button(page, 'shift.note.add').click()
  await expect(page.getByRole('dialog')).toContainText('Hamad Saleh: Counted by two')
})

test('with drawers off nothing of them is seen @long', async ({ page, shop }) => {
  await shop.signIn(page)
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').click()
  await expect(page.getByRole('menuitem', { name: text('userMenu.printer') })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: text('userMenu.shift') })).toBeHidden()
  await page.goto(`${shop.url}/shift`)
  await expect(heading(page, 'shell.notFound.heading')).toBeVisible()
})
