import type { Page } from 'playwright/test'

import type { Session } from '#api/session.ts'
import { startBuiltShop } from '../../support/built.ts'
import { test as base } from '../../support/shop.ts'
import { watchPage, type Watch } from './find-traces.ts'
import { startHostileLine, type HostileLine } from './hostile-line.ts'

export { expect } from '../../support/shop.ts'

export type HostileShop = {
  url: string
  line: HostileLine
  /** Signs in with a request, without the screen. */
  signIn: (page: Page, role: 'cashier' | 'supervisor') => Promise<void>
  visit: (page: Page, path: string) => Promise<void>
}

export const test = base.extend<{ poisoned: HostileShop; watch: Watch }>({
  watch: async ({ page }, use) => use(await watchPage(page)),

  poisoned: async ({ context }, use) => {
    let line: HostileLine | undefined
    const till = await startBuiltShop({
      service: async (openSandbox) => {
        const sandbox = await openSandbox()
        const between = await startHostileLine(sandbox.baseUrl)
        line = between
        const close = async () => {
          await between.close()
          await sandbox.close()
        }
        return { baseUrl: between.baseUrl, posId: sandbox.posId, token: sandbox.token, close }
      },
    })
    if (!line) throw new Error('the till did not open its service')
    const { url } = till
    await use({ url, line, signIn: (page, role) => signIn(page, url, role), visit })
    await Promise.all(context.pages().map((page) => page.close()))
    await till.close()
  },
})

async function signIn(page: Page, url: string, role: 'cashier' | 'supervisor'): Promise<void> {
  const session = (await (await page.request.get(`${url}/api/session`)).json()) as Session
  const person = session.staff.find((one) => one.role === role)
  const answer = await page.request.post(`${url}/api/session`, {
    data: { staffId: person?.id, pin: session.demoPins?.[person?.id ?? ''] },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`nobody could sign in: ${await answer.text()}`)
  await page.goto(`${url}/sell`)
  await page.getByRole('main').first().waitFor()
}

async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  }, path)
}
