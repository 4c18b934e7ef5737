import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Page } from 'playwright/test'

import type { Session } from '#contract/proxy/session.ts'
import { test as base } from '../../support/shop.ts'
import { watchPage, type Watch } from './find-traces.ts'
import { aHostileLine, type HostileLine } from './hostile-line.ts'

export { expect } from '../../support/shop.ts'

export type HostileShop = {
  url: string
  line: HostileLine
  /** Signs in past the screen. */
  signIn: (page: Page, role: 'cashier' | 'supervisor') => Promise<void>
  /** Goes to a screen without loading the page anew. */
  visit: (page: Page, path: string) => Promise<void>
}

const QUICKLY = { FIND_DIRECT_SECONDS: '0.3-1', FIND_INTERNATIONAL_SECONDS: '0.3-1', CONFIRM_GRACE_SECONDS: '1' }

const importBuilt = async <Module>(name: string) =>
  (await import(pathToFileURL(resolve('dist/server', `${name}.js`)).href)) as Module

/** The built till on a service that has become hostile; `watch` tells what the page did. */
export const test = base.extend<{ poisoned: HostileShop; watch: Watch }>({
  watch: async ({ page }, use) => use(await watchPage(page)),

  poisoned: async ({ context }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'toptill-hostile-'))
    const { startToptill } = await importBuilt<typeof import('#proxy/main.ts')>('main')
    const { startSandbox } = await importBuilt<typeof import('#sandbox/server.ts')>('sandbox')
    let line: HostileLine | undefined
    const till = await startToptill({
      env: { ...QUICKLY, PORT: '0', DATABASE_URL: `file:${folder}/toptill.db` },
      openSandbox: async (options) => {
        const sandbox = await startSandbox(options)
        const between = await aHostileLine(sandbox.baseUrl)
        line = between
        const close = async () => {
          await between.close()
          await sandbox.close()
        }
        return { baseUrl: between.baseUrl, posId: sandbox.posId, token: sandbox.token, close }
      },
      browserFolder: resolve('dist/browser'),
      record: () => {},
      pinCost: { N: 2, r: 1, p: 1 },
    })
    if (!line) throw new Error('the till did not open its service')
    const { url } = till
    await use({ url, line, signIn: (page, role) => signIn(page, url, role), visit })
    await Promise.all(context.pages().map((page) => page.close()))
    await till.close()
    await rm(folder, { recursive: true, force: true })
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
