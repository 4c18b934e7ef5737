import type { Page, Request } from 'playwright/test'

import { CATALOG_AS_OF_HEADER } from '#api/headers.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { pickQamra, send, tryNow, expectState, numberField, amountField, sendButton } from './support/sell.ts'
import { expect, expectUnreachable, pass, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

const HOUR_MS = 3_600_000

/**
 * Holds back the answers of the catalog until they are released, and gives them the age that is passed to the release.
 */
async function holdCatalog(page: Page) {
  let release = (_ageMs: number): void => {}
  const released = new Promise<number>((resolve) => (release = resolve))
  await page.route(`**/api/catalog`, async (route) => {
    const ageMs = await released
    const answer = await route.fetch()
    const asOf = Number(answer.headers()[CATALOG_AS_OF_HEADER])
    const headers = { ...answer.headers(), [CATALOG_AS_OF_HEADER]: String(asOf - ageMs) }
    await route.fulfill({ response: answer, headers })
  })
  return { release }
}

/** The age of the catalog that the page has stored; 0 if there is none. */
const keptAsOf = (page: Page) =>
  page.evaluate(async () => {
    const done = (request: IDBRequest) => new Promise((resolve) => request.addEventListener('success', resolve))
    // If this code opened the database first, the database would lack the page's stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'keyval-store')) return 0
    const opening = indexedDB.open('keyval-store')
    await done(opening)
    const reading = opening.result.transaction('keyval').objectStore('keyval').get('catalog-as-of')
    await done(reading)
    opening.result.close()
    return Number(reading.result ?? 0)
  })

/** Makes the stored catalog look as if another terminal had stored it. */
const giveToAnotherTerminal = (page: Page) =>
  page.evaluate(async () => {
    const done = (request: IDBRequest) => new Promise((resolve) => request.addEventListener('success', resolve))
    const opening = indexedDB.open('keyval-store')
    await done(opening)
    const transaction = opening.result.transaction('keyval', 'readwrite')
    const store = transaction.objectStore('keyval')
    const reading = store.get('catalog')
    await done(reading)
    const kept = reading.result as { owner: string }
    store.put({ ...kept, owner: `another ${kept.owner}` }, 'catalog')
    // Otherwise, leaving the page would undo the change.
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    opening.result.close()
  })

function watchCode(page: Page) {
  const awaited = new Set<Request>()
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) awaited.add(request)
  })
  const end = (request: Request) => void awaited.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return awaited
}

test('the products seen last are shown before they are read again, but not those of another terminal @long', async ({
  page,
  shop,
}) => {
  await shop.signIn(page)
  const tile = page.getByRole('button', { name: /^Mobile recharge/ })
  await expect(tile).toBeVisible()
  const age = page.getByText(text('support.productsAt'))
  await expect.poll(() => keptAsOf(page)).toBeGreaterThan(0)
  const first = await keptAsOf(page)

  const held = await holdCatalog(page)
  await page.reload()
  await expect(tile).toBeVisible()
  await expect(age).toBeHidden()
  held.release(HOUR_MS)
  await expect(age).toBeVisible()
  await expect(tile).toBeVisible()

  await page.unrouteAll({ behavior: 'wait' })
  await expect.poll(() => keptAsOf(page)).toBeLessThan(first)
  await giveToAnotherTerminal(page)
  const heldAgain = await holdCatalog(page)
  await page.reload()
  await expect(page.getByText(text('storefront.loading'))).toBeVisible()
  await expect(tile).toBeHidden()
  heldAgain.release(0)
  await expect(tile).toBeVisible()
  await expect(age).toBeHidden()
})

test('a till that cannot reach its server says so across the page, sells nothing, and keeps what was typed', async ({
  page,
  context,
  shop,
  consoleErrors,
}) => {
  const awaited = watchCode(page)
  const alerts = page.waitForResponse(/Alerts-.*\.js/)
  await shop.signIn(page)
  await pickQamra(page)
  const number = numberField(page)
  await number.fill(recipients.success)
  await amountField(page).fill('25')
  await expect(button(page, 'ticket.review')).toBeEnabled()
  // The module that reports the outage loads while the page is idle, and cannot be loaded offline.
  await alerts
  await expect.poll(() => awaited.size).toBe(0)
  const typed = await number.inputValue()

  await context.setOffline(true)
  await pass(page, 5_000)
  const stop = button(page, 'ticket.offline')
  await expect(stop).toBeVisible()
  await stop.click({ force: true })
  await expect(page).toHaveURL(/\/sell\//)
  const alert = page.getByRole('alert').filter({ hasText: text('alerts.away.till') })
  await expect(alert).toBeVisible()
  await expect(page.getByText(/^Offline since \d\d:\d\d$/)).toBeVisible()
  expect(await stop.evaluate((button) => button.closest('[inert]') !== null)).toBe(true)
  await expect(button(page, 'shell.tryNow')).toBeFocused()
  await page.keyboard.type('7')
  await pass(page, 10_000)
  const tried = page.getByText(/^Tried [2-9] times/)
  await expect(tried).toBeVisible()
  // On a phone as well, the time of the next try is shown in complete lines next to the button.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await tried.boundingBox())!.height).toBeLessThan(48)
  await page.setViewportSize({ width: 1280, height: 800 })

  await context.setOffline(false)
  await tryNow(page)
  await expect(alert).toBeHidden()
  await expect(page.getByText(text('alerts.back'))).toBeVisible()
  await expect(number).toHaveValue(typed)
  await amountField(page).fill('25')
  await button(page, 'ticket.review').click()
  await expect(sendButton(page)).toBeVisible()
  await send(page)
  await expectState(page, 'succeeded')
  expectUnreachable(consoleErrors)
})
