import { expect, type APIRequestContext } from 'playwright/test'

import { QUICKLY, startBuiltShop } from './built.ts'

export type NewShop = {
  url: string
  /** What the console shows at the first start. */
  setupLink: string
  close: () => Promise<void>
}

/** Its first supervisor sets it up in this browser, with a PIN, and is signed in. */
export async function setUp(request: APIRequestContext, { url, setupLink }: NewShop, pin: string): Promise<void> {
  const data = { code: setupLink.split('#')[1], name: 'Hamad Saleh', pin, terminal: 'Counter' }
  const answer = await request.post(`${url}/api/setup`, { headers: { origin: url }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** A till that sells for real, from a sandbox of its own, in which nobody has ever been. */
export async function openNewShop(): Promise<NewShop> {
  let printed = ''
  const { url, close } = await startBuiltShop({
    env: QUICKLY,
    service: 'real',
    print: (line) => (printed += `${line}\n`),
  })
  const [setupLink = ''] = /http\S+\/setup#\S+/.exec(printed) ?? []
  return { url, setupLink, close }
}
