import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { expect, test } from './support/shop.ts'
import { text, textIn } from '../tests/support/texts.ts'

test.use({ practice: { frontview: 'odd' } })

test('buttons of a frontview lead to pages of the till, and one that leads to none says its name @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  const press = async (name: RegExp) => {
    await page.goto(`${shop.url}/sell`)
    await page.getByRole('button', { name: /^Opens: links/ }).click()
    await page.getByRole('button', { name }).click()
  }

  await press(/^Page loyalty-points/)
  await expect(page.getByRole('heading', { name: text('pages.unknown') })).toBeVisible()
  await expect(page.getByText('loyalty-points', { exact: true })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: text('pages.toProducts') }).click()
  await expect(page).toHaveURL(/\/sell$/)

  await press(/^Page <b>bold<\/b>/)
  await expect(page.getByText('<b>bold</b>', { exact: true })).toBeVisible()

  await press(/^Page balance: payload as JSON text/)
  await expect(page.getByRole('heading', { name: 'For supervisors' })).toBeVisible()
  // The way back leads past the page that only knew the way.
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Page balance: payload as JSON text/ })).toBeVisible()

  await press(/^Page sales: payload as an object/)
  await expect(page.getByRole('heading', { name: 'Sales', exact: true })).toBeVisible()

  await press(/^Page support: payload is no JSON/)
  await expect(page.getByRole('heading', { name: 'What they will ask' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.goto(`${shop.url}/catalogue-problems`)
  await expect(page.getByRole('heading', { name: 'For supervisors' })).toBeVisible()
})

test('a supervisor sees what is missing from the shelves, and why, in both languages @long', async ({ page, shop }) => {
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/support`)
  await page.getByRole('link', { name: text('catalogueProblems.title') }).click()

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('Dropped: its own parent')).toContainText(`${text('catalogueProblems.reason.cycle')} 733`)
  await expect(row('Dropped: parent missing')).toContainText('its parent is nowhere')
  await expect(row('Unreachable: two below an inactive category')).toContainText(
    text('catalogueProblems.reason.below-inactive'),
  )
  await expect(row('Leads nowhere: nothing has this alias')).toContainText('No element has this alias missing')
  await expect(page.getByRole('region', { name: text('catalogueProblems.group.unread') })).toContainText(
    'of /frontview',
  )
  await expect(page.getByRole('region', { name: text('catalogueProblems.reading') })).toContainText(
    text('catalogueProblems.readAt', { age: 'just now' }),
  )
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByRole('searchbox').fill('1014')
  await expect(row('Leads nowhere: to a product')).toContainText(
    `${text('catalogueProblems.reason.link-product')} a-product`,
  )
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.evaluate(() => localStorage.setItem('toptill-locale', '{"locale":"ar"}'))
  await page.reload()
  await expect(page.getByRole('heading', { name: textIn('ar', 'catalogueProblems.title') })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})
