import type { BrowserContext } from 'playwright/test'

import { paths } from '#browser/paths.ts'
import { expect, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'

/**
 * The notifications that the service worker was asked to show. The tests' browser shows none, so they are recorded
 * instead.
 */
async function keepNotifications(context: BrowserContext) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const kept: object[] = []
    const { registration } = globalThis as unknown as { registration: object }
    Object.assign(globalThis, { kept })
    Object.assign(registration, {
      showNotification: async (title: string, options: object) => void kept.push({ title, ...options }),
    })
  })
  return () => worker.evaluate(() => (globalThis as unknown as { kept: object[] }).kept)
}

test.describe('notifications on a device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the service worker shows a message that it can read, and only its own name for any other message @long', async ({
    page,
    shop,
    context,
  }) => {
    await shop.signIn(page, 'Hamad Saleh')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    const kept = await keepNotifications(context)
    const devtools = await context.newCDPSession(page)
    const found = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(shop.url))
        if (own) resolve(own.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    const registrationId = await found
    const push = (data: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin: shop.url, registrationId, data })
    await push(JSON.stringify({ title: 'The wallet is low', body: 'AED 1400.00', tag: 'a1', path: '/wallet', more: 1 }))
    await expect
      .poll(kept)
      .toMatchObject([{ title: 'The wallet is low', body: 'AED 1400.00', tag: 'a1', data: '/wallet' }])
    await push('no JSON')
    await expect.poll(async () => (await kept()).at(1)).toMatchObject({ title: text('shell.title') })
  })

  test('a page whose browser blocks notifications says where to allow them @long', async ({ page, shop }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await shop.signIn(page, 'Hamad Saleh')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await page.goto(`${shop.url}${paths.alerts()}`)
    await expect(page.getByText(text('shopAlerts.push.denied'))).toBeVisible()
  })
})
