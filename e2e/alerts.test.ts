import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { BrowserContext, Page } from 'playwright/test'

import { findAccessibilityViolations } from './support/find-accessibility-violations.ts'
import { expect, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'

test.use({ settings: { ALERT_PRIVATE_NETWORKS: '1' } })

/** A receiver of webhooks on this machine. */
async function aReceiver() {
  const state = { status: 204, bodies: [] as string[], url: '', close: () => {} }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      state.bodies.push(body)
      response.writeHead(state.status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  state.url = `http://localhost:${(server.address() as AddressInfo).port}/till`
  state.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return state
}

const cardOf = (page: Page) => page.getByRole('region', { name: text('shopAlerts.webhook') })

test('a webhook is set up from the wallet and tested, and what fails says why and when it is tried again @long', async ({
  page,
  shop,
}) => {
  const receiver = await aReceiver()
  try {
    await shop.signIn(page, 'Hamad Saleh')
    await link(page, 'shell.wallet').click()
    await link(page, 'wallet.alerts').click()
    await cardOf(page).getByRole('switch').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('shopAlerts.webhook.url')).fill(receiver.url)
    await button(dialog, 'shopAlerts.webhook.makeSecret').click()
    await button(dialog, 'shopAlerts.save').click()
    await expect(dialog).toBeHidden()
    await expect(cardOf(page).getByRole('switch')).toBeChecked()
    await button(cardOf(page), 'shopAlerts.test').click()
    await expect(cardOf(page)).toContainText(/Test sent/)
    expect(JSON.parse(receiver.bodies[0] ?? '')).toMatchObject({ test: true, practice: true })

    // The wallet is below a line that is set now: that is told at once, and fails.
    receiver.status = 500
    const label = text('shopAlerts.kind.wallet-below')
    await page.getByRole('textbox', { name: label }).fill('999999')
    await button(page, 'shopAlerts.save').click()
    await expect(button(page, 'shopAlerts.nothingToSave')).toBeVisible()
    await expect(cardOf(page)).toContainText(/refused\. Next try/)
    expect(receiver.bodies.at(-1)).toContain('999999')
    expect(await findAccessibilityViolations(page)).toEqual([])

    // Nothing of the secret comes back.
    await button(cardOf(page), 'shopAlerts.edit').click()
    await expect(dialog.getByLabel(text('shopAlerts.webhook.secret'))).toHaveValue('')
    await expect(dialog.getByText(text('shopAlerts.secretSet'))).toBeVisible()
  } finally {
    receiver.close()
  }
})

/** What the worker of the page was told to show. The browser of the tests shows no notifications, so they are kept instead. */
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

test.describe('messages on a device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the service worker shows the message it is sent, and only its own name for one it cannot read @long', async ({
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
})
