import { createHash } from 'node:crypto'

import type { Locator, Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { importBuilt } from './support/built.ts'
import {
  expectState,
  nextCustomer,
  openTicket,
  pickQamra,
  requestReview,
  sell,
  sendButton,
  TILES,
} from './support/sell.ts'
import { isInSight } from './support/sell-voucher.ts'
import { expect, expectConsoleErrors, lock, pass, test, type Shop } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'

/** Longer than a test takes. */
const AHEAD_MS = 120_000

/**
 * Simulates another program that uses the same account with keys ahead of ours: from now on, our keys are rejected for
 * this long.
 */
async function useKeysAhead(shop: Shop): Promise<void> {
  const { baseUrl, posId, token } = shop.sandbox
  const key = String(shop.now() + AHEAD_MS)
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

/** Moves the page's clock from one read of the status to the next until this is visible. */
const expectAfterPolls = (page: Page, shown: Locator) =>
  expect
    .poll(async () => {
      await pass(page, 5_000)
      return shown.isVisible()
    })
    .toBe(true)

test('a rejected signature stops selling, every page says why, and a supervisor resumes selling @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await useKeysAhead(shop)
  await requestReview(page, recipients.success)

  const alert = button(page.getByRole('alert'), 'shell.stopped')
  const why = page.getByRole('dialog')
  await expectAfterPolls(page, alert)
  await page.goto(`${shop.url}/sales`)
  await alert.click()
  await expect(why).toContainText(text('alerts.stopped.signature'))
  await expect(why).toContainText(text('alerts.tellSupervisor'))
  await expect(button(why, 'sale.international.tryAgain')).toBeHidden()
  await button(why, 'shell.close').click()
  await page.goto(`${shop.url}/sell`)
  await expect(page.getByRole('alert')).toContainText(text('alerts.away.stopped.next'))
  await expect(page.locator('[inert]').getByRole('button', { name: TILES.recharge[0] })).toBeAttached()
  await expect(alert).toBeHidden()

  await lock(page)
  await shop.signIn(page, 'Hamad Saleh')
  await button(page, 'alerts.away.why').click()
  await expect(why).toContainText('TOPUP_KEY_FLOOR')
  shop.moveClock(AHEAD_MS)
  await button(why, 'sale.international.tryAgain').click()
  await expect(why).toBeHidden()
  await pickQamra(page)
  await requestReview(page, recipients.success)
  await expect(sendButton(page)).toBeVisible()
  expectConsoleErrors(consoleErrors, /503/)
})

test('while the provider does not respond, every page says so and nothing can be sold; once it responds, the till sells again automatically @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  const { sandbox } = shop
  const port = Number(new URL(sandbox.baseUrl).port)
  await sandbox.close()
  await requestReview(page, recipients.success)
  await expectState(page, 'refused')
  await nextCustomer(page)

  const alert = page.getByRole('alert').filter({ hasText: text('alerts.away.service') })
  await expectAfterPolls(page, alert)
  await expect(page.locator('[inert]').getByRole('button', { name: TILES.recharge[0] })).toBeAttached()
  await page.goto(`${shop.url}/sales`)
  await expect(alert).toBeVisible()
  await page.goto(`${shop.url}/sell`)

  const { startSandbox } = await importBuilt<typeof import('#sandbox/server.ts')>('sandbox')
  const back = await startSandbox({ port })
  await expectAfterPolls(page, page.getByText(text('alerts.back')))
  await expect(alert).toBeHidden()
  await pickQamra(page)
  await sell(page, recipients.success)
  expect(back.ledger()).toHaveLength(1)
  await back.close()
})

test('a message that the wallet is low or selling is stopped moves and covers nothing, except products that cannot be sold then @long', async ({
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
  await expect(button(bar.getByRole('status'), 'alerts.chip.wallet')).toBeVisible()
  expect(await product.boundingBox()).toEqual(before)
  expect(await isInSight(product)).toBe(true)
  const readMoved = () => page.evaluate(() => (window as { moved?: string[] }).moved?.splice(0))
  expect(await readMoved()).toEqual([])
  await link(page, 'shell.sales').click()
  await expect(page.getByText(text('salesList.empty'))).toBeVisible()
  await readMoved()
  facts = { wallet: 'low', service: 'stopped', reason: 'inactive' }
  await expect(button(bar.getByRole('alert'), 'shell.stopped')).toBeVisible()
  expect(await readMoved()).toEqual([])
  await page.getByRole('link', { name: text('shell.sell'), exact: true }).click()
  await expect(page.locator('[inert]').getByRole('button', { name: /^Qamra Recharge/ })).toBeAttached()
})
