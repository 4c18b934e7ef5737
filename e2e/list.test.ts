import type { Page } from 'playwright/test'

import type { BatchAnswer } from '#api/batches.ts'
import { MAX_LIST_LINES } from '#domain/sale/batch.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'
import { chooseInUserMenu, expect, test, type Shop } from './support/shop.ts'

const list = (page: Page) => page.getByLabel(text('list.text'))
const row = (page: Page, line: number) => page.getByRole('row').filter({ has: button(page, 'list.edit', { line }) })
const openList = async (page: Page, shop: Shop) => {
  await shop.signIn(page)
  await chooseInUserMenu(page, text('list.title'))
  await expect(list(page)).toBeVisible()
}
const numberAt = (at: number) => `05012345${String(at).padStart(2, '0')}`

async function batchOf(page: Page): Promise<BatchAnswer> {
  await expect(page).toHaveURL(/\/batch\/[0-9A-Z]{26}$/)
  const address = page.url().replace('/batch/', '/api/batches/')
  await expect.poll(async () => (await page.request.get(address)).ok()).toBe(true)
  return (await (await page.request.get(address)).json()) as BatchAnswer
}

test('a pasted list of twenty lines with three wrong ones is corrected and checked, and stays on the way back', async ({
  page,
  shop,
}) => {
  await openList(page, shop)
  const lines = Array.from({ length: 20 }, (_, at) => `${numberAt(at + 1)}\t${at % 2 === 0 ? '25' : '100.00'}`)
  lines[4] = '05012\t50'
  lines[9] = `${numberAt(10)}\tfifty`
  lines[14] = `${numberAt(1)}\t25`
  await list(page).fill(['Mobile\tAmount', ...lines].join('\n'))
  await expect(page.getByText(text('list.canBeSold', { sold: 0, count: 20 }))).toBeVisible()
  await page.getByLabel(text('list.allOperators')).selectOption('Qamra')
  await expect(page.getByText(text('list.canBeSold', { sold: 17, count: 20 }))).toBeVisible()
  await expect(row(page, 16)).toContainText(text('list.problem.repeats', { line: 2 }))

  // The blocked button leads to the first problem.
  await button(page, 'list.fixLines', { count: 3 }).click({ force: true })
  await expect(button(page, 'list.edit', { line: 6 })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel(text('list.numberOf', { line: 6 })).fill('050 999 8877')
  await page.keyboard.press('Enter')
  await expect(row(page, 6)).toContainText('+971 50 999 8877')
  await button(page, 'list.remove', { line: 16 }).click()
  await button(page, 'list.remove', { line: 11 }).click()

  await page.reload()
  await button(page, 'list.check', { count: 18 }).click()
  const batch = await batchOf(page)
  expect(batch).toMatchObject({ count: 18, total: { amount: '1150.00', currency: 'AED' } })
  expect(batch.lines[4]?.content).toMatchObject({ account: '971509998877', amount: { amount: '50.00' } })
  expect(shop.sandbox.ledger()).toEqual([])

  await page.goBack()
  await expect(button(page, 'list.check', { count: 18 })).toBeVisible()
  await expect(list(page)).toHaveValue(/050 999 8877/)
})

test('a file with semicolons and Arabic digits is read, and at most 200 lines are sold at once @long', async ({
  page,
  shop,
}) => {
  await openList(page, shop)
  const arabic = (digits: string) => digits.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))
  const lines = Array.from({ length: 3 }, (_, at) => `${arabic(numberAt(at))};${arabic('50')};Qamra`)
  const content = `\uFEFF${['رقم الهاتف;المبلغ;المشغل', ...lines].join('\r\n')}\r\n`
  const choose = async (body: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'list.chooseFile').click()
    await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: body })
  }
  await choose(Buffer.from(content, 'utf16le'))
  await expect(button(page, 'list.check', { count: 3 })).toBeVisible()
  // Windows-1256 is not UTF-8, and is not guessed.
  await choose(Buffer.from([0xd1, 0xde, 0xe3, 0x3b, 0x35]))
  await expect(page.getByRole('alert').filter({ hasText: text('list.file.unreadable') })).toBeVisible()
  await expect(button(page, 'list.check', { count: 3 })).toBeVisible()

  const many = Array.from({ length: MAX_LIST_LINES + 1 }, (_, at) => `050123${String(at).padStart(4, '0')},25,Qamra`)
  await list(page).fill(many.join('\n'))
  await expect(
    page.getByText(text('list.fault.too-many-lines', { count: MAX_LIST_LINES + 1, max: MAX_LIST_LINES })),
  ).toBeVisible()
  await expect(button(page, 'list.fixList')).toBeVisible()
  await list(page).fill(many.slice(1).join('\n'))
  await button(page, 'list.check', { count: MAX_LIST_LINES }).click()
  expect(await batchOf(page)).toMatchObject({ count: MAX_LIST_LINES })
})
