import type { Page } from 'playwright/test'
import { ulid } from 'ulid'

import type { CountryOffer, ProviderOffer } from '#api/international.ts'
import type { OpenSale } from '#api/sales.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { answerPrintDialogs, documentsOf } from '../support/print-dialog.ts'
import { expectConsoleErrors } from '../support/shop.ts'
import { findTraces, tracesOf, type Watch } from './support/find-traces.ts'
import { ADDRESSES, GROUPS, hostileId, marksIn, PAYLOADS } from './support/payloads.ts'
import { expect, test, type HostileShop } from './support/hostile-shop.ts'

/** @security V1.2.1, V3.2.2: A script in a provider's text, picture or link is shown as text. */

const everyMark = PAYLOADS.map((_, number) => number)
const ascending = (marks: Iterable<number>) => [...new Set(marks)].toSorted((a, b) => a - b)
const NOTHING: Watch = { dialogs: [], violations: [], hostileRequests: [] }

const marksOn = async (page: Page) => marksIn(await page.evaluate(() => document.body.textContent))

function expectAllSent({ line }: HostileShop, fields: string[]): void {
  for (const field of fields) expect(ascending(line.sentIn(field)), field).toEqual(everyMark)
}

test('without a defense the payloads run, and the test notices it @long', async ({ page, watch, consoleErrors }) => {
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>no defense</p>' }))
  await page.goto('http://undefended.example/')
  await page.route('http://evil.example/**', (route) => route.abort())
  const traces = new Set<number>()
  for (const [number, payload] of PAYLOADS.entries()) {
    const write = (html: string) => void (document.body.innerHTML = `<div>${html}</div>`)
    const found = await page
      .evaluate(write, payload)
      .then(() => tracesOf(page))
      .catch(() => [])
    if (found.length > 0) traces.add(number)
  }
  await expect.poll(() => watch.dialogs.length).toBeGreaterThan(20)
  expect(traces.size).toBeGreaterThan(70)
  await expect.poll(() => watch.hostileRequests.length).toBeGreaterThan(3)
  expectConsoleErrors(consoleErrors, /./)
})

test('a script in any text, picture or parameter of the catalog stays text', async ({
  page,
  poisoned,
  watch,
  consoleErrors,
}) => {
  await poisoned.signIn(page, 'supervisor')
  await expect.poll(async () => ascending(await marksOn(page)).length).toBeGreaterThan(90)
  await findTraces(page, 'the shelves')
  const { tiles } = (await (await page.request.get(`${poisoned.url}/api/catalog`)).json()) as {
    tiles: { id: string; type: string; parentId?: string }[]
  }
  const seen = new Set<number>(await marksOn(page))
  const onTop = tiles.filter(({ parentId }) => parentId === undefined)
  const categories = tiles.filter(({ type }) => type === 'category')
  const products = onTop.filter(({ type }) => type === 'product')
  for (const { id } of categories) await lookAt(`/sell/category/${encodeURIComponent(id)}`)
  for (const { id } of products.filter((_, place) => place % 3 === 0))
    await lookAt(`/sell/product/${encodeURIComponent(id)}`)

  // Presses a hostile tile of each kind, each in a separate category.
  for (let kind = 0; kind < 8; kind += 1) {
    const id = hostileId(kind, kind)
    expect(tiles.map((tile) => tile.id)).toContain(id)
    await poisoned.visit(page, '/sell')
    await page.evaluate((tile) => {
      const sameTile = (button: HTMLElement) => button.dataset.tile === tile
      ;[...document.querySelectorAll<HTMLElement>('[data-tile]')].find(sameTile)?.click()
    }, id)
    await findTraces(page, `behind a tile of kind ${kind}`)
  }
  for (const group of GROUPS.filter((_, place) => place % 3 === 0)) {
    const name = encodeURIComponent(group.slice(0, 100))
    await lookAt(`/page/${name}?payload=${encodeURIComponent(group)}`)
    await lookAt(`/sell/international?group=${encodeURIComponent(group)}`)
  }
  for (const path of ['/wallet', '/support', '/catalog-problems', '/printer', '/open-items', '/sales'])
    await lookAt(path)

  expect(ascending(seen)).toEqual(everyMark)
  expectAllSent(poisoned, ['elements[].name', 'services[].name', 'services[].biller_name', 'services[].category_name'])
  expect(watch).toEqual(NOTHING)
  expect(consoleErrors).toEqual([])

  async function lookAt(path: string): Promise<void> {
    await poisoned.visit(page, path)
    await findTraces(page, path)
    for (const mark of await marksOn(page)) seen.add(mark)
  }
})

test('a script in countries, operators or amounts of international top-ups stays text @long', async ({
  page,
  poisoned,
  watch,
  consoleErrors,
}) => {
  await poisoned.signIn(page, 'cashier')
  const read = async <T>(path: string) => (await (await page.request.get(`${poisoned.url}${path}`)).json()) as T
  const { providers } = await read<CountryOffer>('/api/international/countries/PHL')
  const [first] = providers
  const seen = new Set<number>()
  const steps = [
    { path: '/sell/international', field: 'countries[].name' },
    { path: '/sell/international/PHL', field: 'providers[].name' },
    { path: `/sell/international/PHL/${first?.id}`, field: 'providers[].name' },
    { path: `/sell/international/PHL/${first?.id}/amounts`, field: 'amounts[].name' },
  ]
  for (const { path, field } of steps) {
    await poisoned.visit(page, path)
    // Waits until the page shows its complete list: two looks in a row find the same.
    let before = -1
    const isDrawn = async () => {
      const count = ascending(await marksOn(page)).length
      const isSame = poisoned.line.sentIn(field).size > 0 && count > 3 && count === before
      before = count
      return isSame
    }
    await expect.poll(isDrawn, path).toBe(true)
    await findTraces(page, path)
    for (const mark of await marksOn(page)) seen.add(mark)
  }
  expect(ascending(seen).length).toBeGreaterThan(80)
  expectAllSent(poisoned, ['countries[].name', 'providers[].name', 'amounts[].name', 'amounts[].description'])
  expect(watch).toEqual(NOTHING)
  expect(consoleErrors).toEqual([])
})

const KINDS = {
  'a top-up that is sold @long': {
    account: recipients.success,
    fields: ['transaction.service.name', 'receipt.info'],
  },
  'a top-up that fails @long': { account: recipients.fails, fields: ['transaction.error'] },
  'a check that is rejected @long': { account: recipients.checkRefused, fields: ['error.display_error'] },
} as const

for (const [kind, { account, fields }] of Object.entries(KINDS)) {
  test(`a script stays text in every text of ${kind}`, async ({ page, poisoned, watch, consoleErrors }) => {
    await answerPrintDialogs(page)
    await poisoned.signIn(page, 'supervisor')
    for (const [round] of GROUPS.entries()) {
      const amount = String(5 * (round + 1))
      const id = await sell(page, poisoned, { kind: 'direct', serviceId: 'qamra-rc', amount, account })
      await lookAtSale(page, poisoned, id, round)
    }
    await poisoned.visit(page, '/sales')
    await findTraces(page, 'the list of sales')
    expectAllSent(poisoned, [...fields])
    expect(watch).toEqual(NOTHING)
    expect(consoleErrors).toEqual([])
  })
}

test('a script in codes, links or receipts of vouchers stays text on the screen and in print @long', async ({
  page,
  poisoned,
  watch,
  consoleErrors,
}) => {
  await answerPrintDialogs(page)
  await poisoned.signIn(page, 'cashier')
  // Each link has a different URL.
  for (let round = 0; round < ADDRESSES.length; round += 1) {
    const id = await sell(page, poisoned, { kind: 'voucher', serviceId: vouchers.numberAndLink, amount: '39' })
    await poisoned.visit(page, `/sale/${id}`)
    await expect.poll(async () => ascending(await marksOn(page)).length).toBeGreaterThan(0)
    await findTraces(page, `sale ${id}`)
    const links = await page.locator('main a[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    for (const link of links) expect(link).toMatch(/^(\/|https:\/\/|mailto:)/)
  }
  await page.keyboard.press('p')
  await expect.poll(async () => (await documentsOf(page)).length).toBeGreaterThan(0)
  await findTraces(page, 'a voucher on paper')
  expect(ascending(poisoned.line.sentIn('info.redemption_url'))).toEqual(ADDRESSES.map((_, number) => number))
  expect(watch).toEqual(NOTHING)
  expect(consoleErrors).toEqual([])
})

test('a script in any text of an international sale stays text @long', async ({
  page,
  poisoned,
  watch,
  consoleErrors,
}) => {
  await poisoned.signIn(page, 'supervisor')
  const read = async <T>(path: string) => (await (await page.request.get(`${poisoned.url}${path}`)).json()) as T
  const { providers } = await read<CountryOffer>('/api/international/countries/PHL')
  const [provider] = providers
  const { denominations } = await read<ProviderOffer>(`/api/international/providers/${provider?.id}?country=PHL`)
  const [denomination] = denominations
  for (const [round] of GROUPS.entries()) {
    const account = String(BigInt(internationalRecipients.success) + 1000n + BigInt(round))
    const id = await sell(page, poisoned, {
      kind: 'international',
      countryId: 'PHL',
      providerId: provider!.id,
      denominationId: denomination!.id,
      account,
    })
    await lookAtSale(page, poisoned, id, round)
  }
  expectAllSent(poisoned, ['transaction.provider_name', 'transaction.country_name'])
  expect(watch).toEqual(NOTHING)
  expect(consoleErrors).toEqual([])
})

test('a script in the names of people or terminals is shown as text, to supervisors and on the sign-in page @long', async ({
  page,
  poisoned,
  watch,
  consoleErrors,
}) => {
  await poisoned.signIn(page, 'supervisor')
  const headers = { origin: poisoned.url }
  const names = PAYLOADS.filter((payload) => payload.length <= 60 && !/\p{Cc}|\p{Bidi_Control}/u.test(payload))
  expect(names.length).toBeGreaterThan(50)
  for (const [index, name] of names.entries()) {
    const data = index % 2 === 0 ? { name, role: 'cashier', pin: '8264' } : { name }
    const path = index % 2 === 0 ? '/api/staff' : '/api/terminals/enrollment-codes'
    const answer = await page.request.post(`${poisoned.url}${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const seen = new Set<number>()
  for (const path of ['/staff', '/terminals', '/sessions', '/limits', '/audit-log']) {
    await poisoned.visit(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    if (path === '/staff' || path === '/audit-log')
      await expect.poll(async () => ascending(await marksOn(page)).length, path).toBeGreaterThan(10)
    await findTraces(page, path)
    for (const mark of await marksOn(page)) seen.add(mark)
  }
  await page.request.delete(`${poisoned.url}/api/session`, {
    headers: { ...headers, 'content-type': 'application/json' },
  })
  await page.goto(`${poisoned.url}/sign-in`)
  // The page shows the first of a person's names.
  await expect.poll(async () => ascending(await marksOn(page)).length).toBeGreaterThan(10)
  await findTraces(page, 'the sign-in')
  expect(seen.size).toBeGreaterThan(20)
  expect(watch).toEqual(NOTHING)
  expectConsoleErrors(consoleErrors, /\b401\b/)
})

/** Opens and confirms; returns the id once the sale is settled, or was rejected. */
async function sell(page: Page, { url }: HostileShop, content: OpenSale): Promise<string> {
  const id = ulid()
  const headers = { origin: url }
  const opened = await page.request.put(`${url}/api/sales/${id}`, { data: content, headers })
  expect(opened.ok(), await opened.text()).toBe(true)
  const { state, version } = (await opened.json()) as Sale
  if (state === 'checked') {
    const confirmed = await page.request.post(`${url}/api/sales/${id}/confirm`, { data: { version }, headers })
    expect(confirmed.ok(), await confirmed.text()).toBe(true)
  }
  return id
}

async function lookAtSale(page: Page, poisoned: HostileShop, id: string, round: number): Promise<void> {
  await poisoned.visit(page, `/sale/${id}`)
  await expect.poll(async () => ascending(await marksOn(page)).length, `sale ${id}`).toBeGreaterThan(0)
  await findTraces(page, `sale ${id}`)
  if (round % 3 !== 0) return
  await poisoned.visit(page, `/sales/${id}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await findTraces(page, `sale ${id} in the list`)
}
