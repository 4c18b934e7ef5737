import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { CHROMIUM_FLAGS, findSystemChromium } from '../tools/find-chromium.ts'
import {
  debits,
  expectState,
  nextCustomer,
  openTicket,
  pickQamra,
  review,
  sell,
  send,
  sendButton,
} from './support/sell.ts'
import { expect, expectConsoleErrors, test } from './support/shop.ts'

const executablePath = findSystemChromium()

// Playwright turns the cache off, because its other tests count on new pages.
test.use({
  launchOptions: {
    args: [...CHROMIUM_FLAGS],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(executablePath && { executablePath }),
  },
})

type Left = Window & { release?: () => void }

/** Lets the page, once it is left, get no answer to a read of a sale until `release`. A new page has no such function. */
const holdReadsOnceLeft = (page: Page) =>
  page.evaluate(() => {
    const fetch = window.fetch.bind(window)
    const released = new Promise<void>((resolve) => Object.assign(window, { release: resolve }))
    window.addEventListener('pagehide', () => {
      window.fetch = async (input, init) => {
        const { method, url } = new Request(input, init)
        if (method === 'GET' && /\/api\/sales\/\w+$/.test(url)) await released
        return fetch(input, init)
      }
    })
  })

// Chromium restores the page (`CHROMIUM_PATH`). Its headless shell keeps no page and loads it again, but says what else would prevent that.
test('a page from the back/forward cache cannot send a sale again that was sent meanwhile, and sells the next one @long', async ({
  page,
  context,
  shop,
  consoleErrors,
}) => {
  const prevented: string[] = []
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.enable')
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    prevented.push(
      ...notRestoredExplanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason),
    ),
  )

  await openTicket(page, shop)
  await review(page, recipients.success)
  const address = page.url()
  await holdReadsOnceLeft(page)
  await page.goto(`${shop.url}/healthz`)
  const other = await context.newPage()
  await other.goto(address)
  await send(other)
  await expectState(other, 'succeeded')
  await other.close()

  await page.goBack({ waitUntil: 'commit' })
  if (await page.evaluate(() => 'release' in window)) {
    await send(page)
    await page.evaluate(() => (window as Left).release?.())
  }
  await expectState(page, 'succeeded')
  await expect(sendButton(page)).toBeHidden()
  expect(debits(shop)).toBe(1)
  expect(prevented).toEqual([])

  await nextCustomer(page)
  await pickQamra(page)
  await sell(page, recipients.success, '30')
  expect(debits(shop)).toBe(2)
  // The second is about the icon of the page in between.
  expectConsoleErrors(consoleErrors, /409/, /404/)
})
