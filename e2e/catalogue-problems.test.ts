import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { expect, test } from './support/shop.ts'
import { text, textIn } from '../tests/support/texts.ts'
import { link } from './support/controls.ts'

test.use({ practice: { frontview: 'odd' } })

test('a supervisor sees what is missing from the shelves, and why, in both languages @long', async ({ page, shop }) => {
  await shop.signIn(page, 'Hamad Saleh')
  await page.goto(`${shop.url}/support`)
  await link(page, 'catalogueProblems.title').click()

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
