import { readFile } from 'node:fs/promises'

import { paths } from '#browser/paths.ts'
import { link } from './support/controls.ts'
import { enterAs, expect, test } from './support/shop.ts'

test('a supervisor downloads the description of the API that the build made', async ({ page, shop }) => {
  await page.goto(shop.url)
  await enterAs(page, 'Hamad', '604918')
  await expect(page).toHaveURL(/\/today$/)
  await page.goto(`${shop.url}${paths.support()}`)
  const [download] = await Promise.all([page.waitForEvent('download'), link(page, 'support.api').click()])
  expect(download.suggestedFilename()).toBe('toptill-openapi.json')
  const { openapi, paths: described } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(openapi).toBe('3.1.1')
  expect(described['/api/sales/{id}'].put).toMatchObject({
    security: [{ terminal: [], session: [] }],
    description: 'For anyone who is signed in.',
  })
})
