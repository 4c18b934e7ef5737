import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright/test'
import { ulid } from 'ulid'

import type { Session } from '#api/session.ts'
import type { StaffList } from '#api/staff.ts'
import type { TerminalList } from '#api/terminals.ts'
import { expect, expectUnreachable, test as base, type Shop } from '../support/shop.ts'

/** @security V3.5.1 to V3.5.3, V3.4.2: Another site cannot write as a signed-in person. */

/**
 * Another site on the same machine. Under another name it has other cookies; with only another port it shares the
 * till's cookies.
 */
const test = base.extend<{ foreignPort: number }>({
  foreignPort: async ({ page }, use) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>A hostile page</title><body>Win a phone</body>')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use((server.address() as AddressInfo).port)
    await page.close()
    server.close()
    server.closeAllConnections()
  },
})

const SITES = [
  { name: 'another site', host: 'localhost' },
  { name: 'another port of the same host, which browsers call the same site', host: '127.0.0.1' },
]

async function stateOf(page: Page, { url, sandbox }: Shop) {
  const read = async <T>(path: string) => (await (await page.request.get(`${url}${path}`)).json()) as T
  const { terminals } = await read<TerminalList>('/api/terminals')
  const { staff } = await read<StaffList>('/api/staff')
  const { person } = await read<Session>('/api/session')
  return {
    ledger: sandbox.ledger().length,
    sales: (await read<{ sales: object[] }>('/api/sales')).sales.length,
    terminals: terminals.map(({ id, revokedAt }) => [id, revokedAt]),
    staff: staff.map(({ id, name, disabledAt }) => [id, name, disabledAt]),
    settings: await read<object>('/api/settings'),
    person: person?.name,
  }
}

/** Every way in which a page can make a browser send a request elsewhere. Returns what the page could read. */
function attack(target: { url: string; saleId: string; staffId: string }): Promise<string[]> {
  const { url, saleId, staffId } = target
  const read: string[] = []
  const sale = JSON.stringify({ kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: '971500000001' })
  const newcomer = JSON.stringify({ name: 'Mallory', role: 'supervisor', pin: '918273' })
  const writes: [string, string, string][] = [
    ['PUT', `/api/sales/${saleId}`, sale],
    ['POST', `/api/sales/${saleId}/confirm`, '{}'],
    ['POST', '/api/staff', newcomer],
    ['POST', `/api/staff/${staffId}/disable`, '{}'],
    ['POST', '/api/terminals/enrollment-codes', '{"name":"Mallory"}'],
    ['PUT', '/api/settings', '{"idleMinutes":60,"limits":null}'],
    ['POST', '/api/selling/resume', ''],
    ['DELETE', '/api/session', ''],
  ]
  const asked: Promise<unknown>[] = []
  const ask = (path: string, init: RequestInit) =>
    asked.push(
      fetch(url + path, { credentials: 'include', ...init }).then(
        async (answer) => read.push(`${init.method} ${path}: ${answer.type} ${await answer.text()}`),
        () => {},
      ),
    )
  for (const [method, path, body] of writes) {
    const filled = body === '' ? {} : { body }
    ask(path, { method, headers: { 'content-type': 'application/json' }, ...filled })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      ask(path, { method: 'POST', mode: 'no-cors', headers: { 'content-type': type }, ...filled })
    navigator.sendBeacon(url + path, new Blob([body], { type: 'text/plain' }))
    const frame = document.createElement('iframe')
    frame.name = `frame-${path}-${method}`
    document.body.append(frame)
    // A form sends JSON like this: the rest of it is in the name of a field.
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: url + path, enctype, target: frame.name })
      const field = document.createElement('input')
      Object.assign(field, { name: `${body.slice(0, -1)},"x":"`, value: '"}' })
      form.append(field)
      document.body.append(form)
      form.submit()
    }
  }
  for (const path of ['/api/session', '/api/status', '/api/sales', '/api/wallet', '/api/terminals']) {
    ask(path, { method: 'GET' })
    ask(path, { method: 'GET', mode: 'no-cors' })
    for (const [tag, attribute] of [
      ['img', 'src'],
      ['script', 'src'],
      ['iframe', 'src'],
      ['object', 'data'],
      ['embed', 'src'],
    ] as const) {
      const element = document.createElement(tag)
      element.setAttribute(attribute, url + path)
      document.body.append(element)
    }
  }
  return Promise.all(asked).then(() => read)
}

for (const { name, host } of SITES) {
  test(`a page of ${name} changes nothing and reads nothing @long`, async ({
    page,
    shop,
    foreignPort,
    consoleErrors,
  }) => {
    await shop.signIn(page, 'Hamad Saleh')
    await expect(page.getByRole('main').first()).toBeVisible()
    const before = await stateOf(page, shop)
    const { staff } = (await (await page.request.get(`${shop.url}/api/session`)).json()) as Session
    const target = { url: shop.url, saleId: ulid(), staffId: staff.find(({ role }) => role === 'cashier')?.id ?? '' }

    const foreign = await page.context().newPage()
    await foreign.goto(`http://${host}:${foreignPort}/`)
    const read = await foreign.evaluate(attack, target)
    // A response that a page may not read is opaque and empty.
    expect(read.filter((text) => !text.endsWith(': opaque '))).toEqual([])
    // Frames and pictures load at their own pace: all are answered or rejected once the page has settled.
    await foreign.waitForLoadState('networkidle')

    expect(await stateOf(page, shop)).toEqual(before)
    expect(before.person).toBe('Hamad Saleh')
    expectUnreachable(consoleErrors)
  })

  test(`a page of ${name} that opens the till in a window cannot access it @long`, async ({
    page,
    shop,
    foreignPort,
  }) => {
    await shop.signIn(page, 'Hamad Saleh')
    const foreign = await page.context().newPage()
    await foreign.goto(`http://${host}:${foreignPort}/`)
    const opened = foreign.context().waitForEvent('page')
    await foreign.evaluate((url) => {
      const till = window.open(url, 'till')
      Object.assign(window, { till })
    }, `${shop.url}/wallet`)
    const till = await opened
    await till.waitForURL(`${shop.url}/**`)
    const reached = await foreign.evaluate(() => {
      const { till } = window as unknown as { till: Window }
      try {
        return `read ${till.document.title}`
      } catch {
        return 'nothing'
      }
    })
    expect(reached).toBe('nothing')
    expect(await till.evaluate(() => window.opener === null)).toBe(true)
  })

  test(`a page of ${name} cannot put the till under its own buttons @long`, async ({ page, shop, foreignPort }) => {
    await shop.signIn(page, 'Hamad Saleh')
    const foreign = await page.context().newPage()
    await foreign.goto(`http://${host}:${foreignPort}/`)
    const refused = foreign.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
    await foreign.evaluate((url) => {
      for (const path of ['/', '/sell', '/api/session']) {
        const frame = document.createElement('iframe')
        frame.src = url + path
        document.body.append(frame)
      }
    }, shop.url)
    await refused
    await foreign.waitForLoadState('networkidle')
    const frames = foreign.frames().filter((frame) => frame !== foreign.mainFrame())
    expect(frames).toHaveLength(3)
    for (const frame of frames) {
      expect(frame.url()).not.toContain(new URL(shop.url).host)
      await expect(frame.locator('#root')).toHaveCount(0)
    }
  })
}
