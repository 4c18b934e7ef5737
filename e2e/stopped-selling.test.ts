import { createHash } from 'node:crypto'

import { recipients } from '#sandbox/scenarios.ts'
import { requestReview, openTicket, pickQamra, saleOn } from './support/sell.ts'
import { isInSight } from './support/sell-voucher.ts'
import { expect, expectConsoleErrors, lock, test, type Shop } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'

/** Longer than a test takes. */
const AHEAD_MS = 120_000

/** Another program uses the same account, with keys ahead of ours: from now on ours are refused, for as long. */
async function useKeysAhead({ sandbox: { baseUrl, posId, token } }: Shop): Promise<void> {
  const key = String(Date.now() + AHEAD_MS)
  const hash = createHash('md5')
    .update(posId + token + key)
    .digest('hex')
  const auth = { id: posId, key, hash }
  await fetch(`${baseUrl}/balance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ auth }),
  })
}

test('a refused signature stops selling, every screen says why, and a supervisor tries again', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await useKeysAhead(shop)
  await requestReview(page, recipients.success)

  const alert = page.getByRole('alert').getByRole('button', { name: text('shell.stopped') })
  const why = page.getByRole('dialog', { name: text('alerts.heading') })
  await expect(alert).toBeVisible({ timeout: 45_000 })
  await page.goto(`${shop.url}/sales`)
  await alert.click()
  await expect(why).toContainText(text('alerts.stopped.signature'))
  await expect(why).toContainText('Tell a supervisor.')
  await expect(why.getByRole('button', { name: 'Try again' })).toBeHidden()
  await why.getByRole('button', { name: 'Close' }).click()
  await page.goto(`${shop.url}/sell`)
  await pickQamra(page)
  await page.getByLabel('Mobile number').fill('501234567')
  await page.getByLabel('Amount', { exact: true }).fill('25')
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Selling is stopped' })).toBeVisible()

  await lock(page)
  await shop.signIn(page, 'Hamad Saleh')
  await alert.click()
  await expect(why).toContainText('TOPUP_KEY_FLOOR')
  shop.moveClock(AHEAD_MS)
  await why.getByRole('button', { name: 'Try again' }).click()
  await expect(why).toBeHidden()
  await expect(alert).toBeHidden()
  await pickQamra(page)
  await requestReview(page, recipients.success)
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up/ })).toBeVisible()
  expectConsoleErrors(consoleErrors, /503/)
})

test('nothing on the page moves or is covered when it is told that the wallet is low and selling stopped @long', async ({
  page,
  shop,
}) => {
  let facts: object = {}
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...facts } })
  })
  await shop.signIn(page)
  const product = page.getByRole('button', { name: /^Qamra Recharge/ })
  await expect(product).toBeVisible()
  await page.evaluate(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node } of sources) moved.push(node?.textContent ?? 'what is gone')
    }).observe({ type: 'layout-shift' })
  })
  const before = await product.boundingBox()
  const bar = page.getByRole('banner')
  facts = { wallet: 'low' }
  await expect(bar.getByRole('status').getByRole('button', { name: text('alerts.chip.wallet') })).toBeVisible()
  facts = { wallet: 'low', service: 'stopped', reason: 'inactive' }
  await expect(bar.getByRole('alert').getByRole('button', { name: text('shell.stopped') })).toBeVisible()
  expect(await product.boundingBox()).toEqual(before)
  expect(await isInSight(product)).toBe(true)
  expect(await page.evaluate(() => (window as { moved?: string[] }).moved)).toEqual([])
})

test('a page older than the till is reloaded, and goes on with the same sale', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await page.route(
    '**/api/sales/*',
    (route) => route.continue({ headers: { ...route.request().headers(), 'x-toptill-version': 'an older one' } }),
    { times: 1 },
  )
  await requestReview(page, recipients.success)
  await expect(page.getByText(text('failure.page-outdated'))).toBeVisible()
  const reload = page.getByRole('button', { name: 'Reload the page' })
  await expect(reload).toHaveAttribute('aria-disabled', 'false')
  await reload.click()
  await expect(saleOn(page).getByRole('button', { name: /^Send top-up/ })).toBeVisible()
  // The page that was reloaded reads a sale the till has never heard of, and opens it then.
  expectConsoleErrors(consoleErrors, /404|409/)
})
