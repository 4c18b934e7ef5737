import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { ConnectedAccount } from '#server/config/account-file.ts'
import type { Clock } from '#server/lib/clock.ts'
import { runServer } from '#server/cli/run-server.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { aFolder } from './folders.ts'
import { aBrowser, type Browser } from './shop.ts'
import { QUICK } from './pace.ts'
import { anEmptyPage, CHEAP_PINS } from './start-shop.ts'

type Options = {
  home?: string
  env?: NodeJS.ProcessEnv
  clock?: Clock
  record?: (line: string) => void
}

export type UnconnectedTill = Awaited<ReturnType<typeof anUnconnectedTill>>

/** A till in a home where nothing is set, which starts in practice and shows its link on the console. It ends with the test. */
export async function anUnconnectedTill({ home = aFolder(), env: more = {}, clock, record }: Options = {}) {
  const DATABASE_URL = `file:${join(home, 'data', 'toptill.db')}`
  const env: NodeJS.ProcessEnv = { PORT: '0', TOPTILL_HOME: home, DATABASE_URL, ...more }
  const printed: string[] = []
  let failure: unknown
  const running = await runServer({
    env,
    openSandbox: startSandbox,
    browserFolder: anEmptyPage(home),
    pinCost: CHEAP_PINS,
    polling: QUICK,
    print: (line) => printed.push(line),
    record: record ?? (() => {}),
    onFailed: (error) => void (failure = error),
    ...(clock && { clock }),
  })
  onTestFinished(running.close)
  const codeOf = (path: string) =>
    printed.map((line) => new RegExp(`/${path}#(\\S+)`).exec(line)?.[1]).findLast(Boolean)
  return {
    home,
    env,
    url: running.url,
    printed: () => printed,
    failure: () => failure,
    /** The code of the last link on the console. */
    code: () => codeOf('connect') ?? '',
    setupCode: () => codeOf('setup'),
    browser: () => aBrowser(running.url),
    close: running.close,
  }
}

/** A service apart from the till, with its own account. */
export async function aServiceApart(account = { posId: '77001', token: 'another-token-of-length' }): Promise<Sandbox> {
  const service = await startSandbox({ account })
  onTestFinished(service.close)
  return service
}

export const typedOf = ({ baseUrl, posId, token }: Sandbox): Omit<ConnectedAccount, 'keyFloor'> => ({
  baseUrl,
  posId,
  token,
})

/** Connects the account of this service as the page does. Resolves when the till has started again. */
export async function connect(till: UnconnectedTill, service: Sandbox, browser: Browser = till.browser()) {
  const code = till.code()
  const tried = await browser.ask<{ attempt?: string }>('POST', '/api/account/try', { code, ...typedOf(service) })
  const asked = { code, attempt: tried.body.attempt ?? 'none' }
  const connected = await browser.ask<{ setupCode: string }>('POST', '/api/account/connect', asked)
  return { tried, connected, browser }
}
