import type { Page } from 'playwright/test'

import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { issuedCode, codeOn, openVoucherSale } from '../support/sell-voucher.ts'
import { expect, expectUnreachable, lock, test } from '../support/shop.ts'
import { link, heading } from '../support/controls.ts'
import { text } from '../../tests/support/texts.ts'

/**
 * @security V14.3.1, V14.3.2, V14.2.2: After a sign-out, neither the back button nor the browser's storage shows a
 * customer's data.
 */

const BALANCE = /4,318\.50|4318\.50?/

const atSignIn = (page: Page) => expect(heading(page, 'signIn.title')).toBeVisible()
/** Goes back within the till, and makes sure that the page has navigated, because the page there may look the same. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    delete dataset.wentBack
    addEventListener('popstate', () => (dataset.wentBack = 'yes'), { once: true })
  })
  await page.goBack()
  await expect(page.locator('html[data-went-back]')).toBeAttached()
  await atSignIn(page)
}

const everythingOn = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

/** Everything that a browser stores for a page, except what only the server can read. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, location.href]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(`${name} cannot be opened`)))
      })
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = db.transaction(store).objectStore(store).getAll()
          reading.addEventListener('success', () => resolve(reading.result as unknown[]))
          reading.addEventListener('error', () => reject(new Error(`${store} cannot be read`)))
        })
        kept.push(JSON.stringify(rows))
      }
      db.close()
    }
    for (const key of await caches.keys()) {
      const cache = await caches.open(key)
      for (const request of await cache.keys())
        kept.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return kept.join('\n')
  })

test('going back after a sign-out shows the sign-in page and nothing from the previous page @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page, 'Hamad Saleh')
  await link(page, 'shell.wallet').click()
  await expect(page.getByText(BALANCE).first()).toBeVisible()
  await link(page, 'shell.sales').click()
  await expect(page.getByRole('heading', { name: text('salesList.title'), exact: true })).toBeVisible()
  await lock(page)
  await atSignIn(page)

  for (let step = 0; step < 2; step += 1) {
    await goBack(page)
    expect(await everythingOn(page)).not.toMatch(BALANCE)
  }
  await page.goto(`${shop.url}/wallet`)
  await atSignIn(page)
  expect(await everythingOn(page)).not.toMatch(BALANCE)
  expect(await keptIn(page)).not.toMatch(BALANCE)
  expectUnreachable(consoleErrors)
})

test('going back from another page does not restore a till from before the sign-out @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page, 'Hamad Saleh', '/wallet')
  await expect(page.getByText(BALANCE).first()).toBeVisible()
  await page.goto('about:blank')
  const headers = { origin: shop.url, 'content-type': 'application/json' }
  expect((await page.request.delete(`${shop.url}/api/session`, { headers })).ok()).toBe(true)
  await page.goBack()
  await atSignIn(page)
  await expect.poll(() => everythingOn(page)).not.toMatch(BALANCE)
  expectUnreachable(consoleErrors)
})

test('a code that was on the screen is nowhere in the browser after the till was locked', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page)
  await openVoucherSale(page, shop, vouchers.numberAndSerial)
  await expect(codeOn(page)).toBeVisible()
  const { number = '?', serial = '?' } = issuedCode(shop)
  expect(number.length).toBeGreaterThan(8)
  await lock(page)
  await atSignIn(page)
  const isFree = async () => {
    const all = `${await everythingOn(page)}\n${await keptIn(page)}`.replaceAll(/[\s-]|<[^>]*>/g, '')
    return !all.includes(number.replaceAll(/[\s-]/g, '')) && !all.includes(serial)
  }
  expect(await isFree()).toBe(true)
  await page.goBack()
  await atSignIn(page)
  expect(await isFree()).toBe(true)
  expectUnreachable(consoleErrors)
})

test('no script can reach the PIN or the session token @long', async ({ page, shop }) => {
  await shop.signIn(page, 'Hamad Saleh')
  await expect(page.getByRole('main').first()).toBeVisible()
  const cookies = await page.context().cookies(shop.url)
  expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual(
    expect.arrayContaining([
      { name: 'toptill-practice-terminal', httpOnly: true, sameSite: 'Strict' },
      { name: 'toptill-practice-session', httpOnly: true, sameSite: 'Strict' },
    ]),
  )
  const all = `${await everythingOn(page)}\n${await keptIn(page)}`
  for (const { value } of cookies) expect(all).not.toContain(value)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(await keptIn(page)).not.toContain('604918')
})
