import { basename } from 'node:path'

import type { Page, Request } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { text } from '../tests/support/texts.ts'
import { readPlaces } from '../tools/reconcile/find-secrets.ts'
import { button, heading, link } from './support/controls.ts'
import { pickQamra, sell } from './support/sell.ts'
import { expect, expectUnreachable, test } from './support/shop.ts'
import { openUnconnectedTill, setUpShop, submitOn, TOKEN, typeAccount } from './support/unconnected-till.ts'
import { expectSound } from './walk/walk.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** @security V14.2.1, V14.3.3: A typed token is in no storage, cache, history or address of the browser. */

test('an owner starts with nothing, connects an account, sets up the shop and sells, all on the screen', async ({
  page,
  consoleErrors,
}) => {
  // While the process starts again.
  expectUnreachable(consoleErrors)
  const till = await openUnconnectedTill()
  const withToken: Request[] = []
  page.on('request', (request) => {
    if (`${request.url()} ${request.postData()}`.includes(TOKEN)) withToken.push(request)
  })
  try {
    // The launcher opens the link of the console. A person may practice first.
    await page.goto(till.connectLink)
    await expect(page).toHaveURL(/\/connect$/)
    await expectSound(page, submitOn(page))
    await link(page, 'connect.practice').click()
    await expect(heading(page, 'signIn.title')).toBeVisible()
    await link(page, 'connect.go').click()

    await page.setViewportSize(PHONE)
    await typeAccount(page, { ...till.service, token: 'the-token-of-another-account' }, text)
    await button(page, 'connect.check').click()
    await expect(page.getByText(text('connect.problem.signature'))).toBeVisible()
    await expectSound(page, submitOn(page))
    await typeAccount(page, till.service, text)
    await button(page, 'connect.check').click()
    const about = page.getByRole('status').filter({ hasText: text('connect.balance') })
    await expect(about).toHaveText(/^This is the account of Sidra Corner Shop\.Balance: AED [\d,]+\.\d\d$/)
    await expectSound(page, submitOn(page))
    await page.setViewportSize(DESKTOP)
    await button(page, 'connect.connect').click()

    await expect(page).toHaveURL(/\/setup$/)
    await setUpShop(page, text)
    await expect(page.getByText('0 of 6 done')).toBeVisible()

    // Each step has its way back, also the first sale.
    await link(page, 'firstSteps.people.go').click()
    await link(page, 'firstSteps.back').click()
    await link(page, 'firstSteps.sale.go').click()
    await pickQamra(page)
    await sell(page, recipients.success)
    await link(page, 'firstSteps.back').click()
    await expect(page.getByText(text('firstSteps.sale.done'))).toBeVisible()
    expect(till.service.ledger()).toHaveLength(1)

    expect(withToken.map((request) => `${request.method()} ${new URL(request.url()).pathname}`)).toEqual([
      'POST /api/account/try',
    ])
    expect(await storedIn(page)).not.toContain(TOKEN)
    expect(till.printed()).not.toContain(TOKEN)
    const having = readPlaces([till.home]).filter((place) => place.text.includes(TOKEN))
    expect(having.map(({ name }) => basename(name))).toEqual(['account.json'])
    await page.goto('about:blank')
  } finally {
    await till.close()
  }
})

/** Everything that the browser stores for the page, with what the page shows and its addresses. */
const storedIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(
        ({ name = '' }) =>
          new Promise<string>((resolve) => {
            const opening = indexedDB.open(name)
            opening.addEventListener('success', () => {
              const stores = [...opening.result.objectStoreNames]
              if (stores.length === 0) return resolve('')
              const reading = opening.result.transaction(stores).objectStore(stores[0]!).getAll()
              reading.addEventListener('success', () => resolve(JSON.stringify(reading.result)))
            })
          }),
      ),
    )
    const stored = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        const answers = await Promise.all((await cache.matchAll()).map((answer) => answer.text()))
        return answers.join('\n')
      }),
    )
    const entries = performance.getEntriesByType('resource').map(({ name }) => name)
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      location.href,
      document.documentElement.outerHTML,
      databases,
      stored,
      entries,
    ])
  })
