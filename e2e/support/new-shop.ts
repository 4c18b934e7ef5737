import { expect, type APIRequestContext } from 'playwright/test'

import type { Session } from '#api/session.ts'
import type { Sandbox } from '#sandbox/server.ts'
import { startBuiltShop } from './built.ts'

export type NewShop = {
  url: string
  sandbox: Sandbox
  setupLink: string
  env: NodeJS.ProcessEnv
  /** Stops the till, runs `meanwhile`, and starts the till at the same address. */
  restart: (meanwhile: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** Sets up the shop in this browser as its first supervisor, who chooses a PIN and is then signed in. */
export async function setUp(request: APIRequestContext, { url, setupLink }: NewShop, pin: string): Promise<void> {
  const data = { code: setupLink.split('#')[1], name: 'Hamad Saleh', pin, terminal: 'Counter' }
  const answer = await request.post(`${url}/api/setup`, { headers: { origin: url }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export async function signInAgain(request: APIRequestContext, { url }: NewShop, pin: string): Promise<void> {
  const { staff } = (await (await request.get(`${url}/api/session`)).json()) as Session
  const data = { staffId: staff[0]?.id, pin }
  const answer = await request.post(`${url}/api/session`, { headers: { origin: url }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** A till that sells for real, with a separate sandbox. It is not set up yet. */
export async function openNewShop(): Promise<NewShop> {
  let printed = ''
  const { url, env, sandbox, close, stopProxy, startProxy } = await startBuiltShop({
    service: 'real',
    print: (line) => (printed += `${line}\n`),
  })
  const [setupLink = ''] = /http\S+\/setup#\S+/.exec(printed) ?? []
  return {
    url,
    sandbox,
    setupLink,
    env,
    restart: async (meanwhile) => {
      await stopProxy()
      await meanwhile()
      env['PORT'] = new URL(url).port
      await startProxy()
    },
    close,
  }
}
