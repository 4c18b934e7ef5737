import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, type Locator, type Page } from 'playwright/test'

import type { MessageId } from '#browser/i18n/locale.ts'
import type { Sandbox } from '#sandbox/server.ts'
import { findFreePort } from '../../tools/command.mjs'
import { aLastingFolder } from '../../tests/support/lasting-folder.ts'
import { CHEAP_PINS } from '../../tests/support/start-shop.ts'
import { importBuilt, PACE } from './built.ts'

export type UnconnectedTill = {
  url: string
  home: string
  /** With the code, as the console shows it. */
  connectLink: string
  /** A service apart, with an account to connect. */
  service: Sandbox
  printed: () => string
  close: () => Promise<void>
}

export const TOKEN = 'canary-of-the-connected-account'

/** The built till as an owner starts it for the first time: in an empty home, where nothing is set. */
export async function openUnconnectedTill(): Promise<UnconnectedTill> {
  const { runServer } = await importBuilt<typeof import('#server/cli/run-server.ts')>('main')
  const { startSandbox } = await importBuilt<typeof import('#sandbox/server.ts')>('sandbox')
  const home = aLastingFolder()
  const service = await startSandbox({ account: { posId: '77001', token: TOKEN } })
  let printed = ''
  const DATABASE_URL = `file:${join(home, 'data', 'toptill.db')}`
  const running = await runServer({
    env: { DATABASE_URL, TOPTILL_HOME: home, PORT: await findFreePort(), LOG_LEVEL: 'info' },
    openSandbox: startSandbox,
    browserFolder: resolve('dist/browser'),
    pinCost: CHEAP_PINS,
    polling: PACE,
    print: (line) => void (printed += `${line}\n`),
    record: (line) => void (printed += `${line}\n`),
  })
  return {
    url: running.url,
    home,
    connectLink: /http\S+\/connect#\S+/.exec(printed)?.[0] ?? '',
    service,
    printed: () => printed,
    close: async () => {
      await running.close()
      await service.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

type Words = (id: MessageId) => string
type Account = Pick<Sandbox, 'baseUrl' | 'posId' | 'token'>

export async function typeAccount(page: Page, { baseUrl, posId, token }: Account, words: Words): Promise<void> {
  await page.getByLabel(words('account.address')).fill(baseUrl)
  await page.getByLabel(words('support.till')).fill(posId)
  await page.getByLabel(words('connect.token'), { exact: true }).fill(token)
}

export async function setUpShop(page: Page, words: Words): Promise<void> {
  await expect(page.getByLabel(words('setup.terminal'))).toBeVisible()
  await page.getByLabel(words('setup.terminal')).fill('Counter')
  await page.getByLabel(words('setup.name')).fill('Hamad Saleh')
  await page.getByLabel(words('staff.pin'), { exact: true }).fill('604918')
  await page.getByLabel(words('staff.pinAgain')).fill('604918')
  await page.getByRole('button', { name: words('setup.enter') }).click()
  await expect(page.getByRole('heading', { name: words('firstSteps.title'), exact: true })).toBeVisible()
}

/** The only button that sends the form. */
export const submitOn = (page: Page): Locator => page.locator('button[type=submit]')
