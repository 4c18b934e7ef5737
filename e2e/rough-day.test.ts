import type { Locator, Page } from 'playwright/test'

import { paths } from '#browser/paths.ts'
import type { CatalogContent } from '#api/catalog.ts'
import type { CountryOffer } from '#api/international.ts'
import type { SaleListPage } from '#api/sales.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
import { atLevel } from '../tests/support/level.ts'
import { text } from '../tests/support/texts.ts'
import { button, link } from './support/controls.ts'
import { expectState, pressArmed, requestReview } from './support/sell.ts'
import { codeOn } from './support/sell-voucher.ts'
import { expect, expectConsoleErrors, test, typeByHand } from './support/shop.ts'

test.use({ practice: { rough: 39, slowMs: 200 } })

const [SALES, LINES] = [atLevel(30, 300), 5]

type End = 'succeeded' | 'failed' | 'canceled' | 'replaced' | 'refused' | 'not-executed' | 'abandoned'
type Course = { name: string; sales?: number; end: End; run: (round: number) => Promise<Locator> }

/** How named sales end, if they do not simply succeed. */
const ENDS: Partial<Record<string, End>> = { fails: 'failed', failsAfterPending: 'failed', canceled: 'canceled', replaced: 'replaced', checkRefused: 'refused', banned: 'refused', noFunds: 'not-executed' } // prettier-ignore
const endOf = (name: string): End => ENDS[name] ?? 'succeeded'
/** These sales need a person's decision, or are closed without the caller's id. */
const OTHERS_ABROAD = /^abroad (other|operatorUnsaid|check(AnswerLost|NeverArrives))/
const CODES: VoucherName[] = ['number', 'numberAndSerial', 'alphanumeric', 'grouped', 'longNumber', 'codeLater', 'pending', 'held', 'numberAsNumber', 'blankNumber', 'answerLostAfter', 'answerLostBefore', 'unknownState', 'fails', 'canceled', 'noFunds'] // prettier-ignore
const PESOS = [300, 100, 500, 200, 150, 750]
const ISLANET = '147'

test('a day of all kinds of sales with an unreliable provider ends with each sale listed with its result @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  test.setTimeout(3_600_000)
  // The browser automatically logs each 409 and 422.
  expectConsoleErrors(consoleErrors, /status of (409|422)/)
  shop.sandbox.setBalance('500.00')
  const wanted: End[] = []
  const told = listen(page)
  await shop.signIn(page)
  const tap = async (id: string) => {
    const name = () => new RegExp(`^${(told.names.get(id) ?? id).replace(/[^\p{L}\p{N}]+/gu, '.*')}`)
    const tile = () => page.getByRole('main').getByRole('button', { name: name() }).first()
    await expect.poll(() => tile().isVisible(), `there is a button for ${id}`).toBe(true)
    await tile().click()
  }
  const tapProduct = async (serviceId: string) => {
    for (const tile of told.wayTo(serviceId)) await tap(tile)
  }
  const recharges = Object.entries(recipients).map(([name, account]): Course => {
    const run = async (round: number) => {
      await tapProduct('qamra-rc')
      await requestReview(page, account, String(25 + 5 * round))
      return button(page, 'sale.send')
    }
    return { name, end: endOf(name), run }
  })
  const abroad = Object.entries(internationalRecipients).map(([name, account]): Course => {
    const run = async (round: number) => {
      await typeByHand(page, `+${account}`)
      if (await button(page, 'international.chooseAmount').isHidden()) await tap(ISLANET)
      // The search below finds the price, not the name, which may be a number.
      const gets = page.getByText(new RegExp(`^PHP.?${PESOS[round]}$`))
      await pressArmed(page, page.getByRole('tabpanel').getByRole('button').filter({ has: gets }))
      return button(page, 'sale.send')
    }
    return { name: `abroad ${name}`, end: endOf(name), run }
  })
  const codes = [...CODES, 'quantity' as const].map((name): Course => {
    const isMany = name === 'quantity'
    const run = async () => {
      await tapProduct(vouchers[isMany ? 'number' : name])
      if (!isMany) return button(page, 'sale.sell')
      await button(page, 'sale.changeVoucher').click()
      wanted.push('abandoned')
      for (let more = 1; more < LINES; more += 1) await button(page, 'ticket.more').click()
      await button(page, 'ticket.review').click()
      return page.getByRole('button', { name: /^Sell \d+ codes/ })
    }
    return { name: `code ${name}`, sales: isMany ? LINES : 1, end: endOf(name), run }
  })
  const kinds = [recharges, codes.toReversed(), abroad.filter(({ name }) => !OTHERS_ABROAD.test(name))]
  const day = recharges.flatMap((_, at) => kinds.flatMap((kind) => kind[at] ?? []))

  const sell = async ({ name, sales = 1, end, run }: Course, at: number) => {
    const send = await run(Math.floor(at / day.length))
    if (end !== 'refused') await pressArmed(page, send)
    await expectState(page, end)
    if (name.startsWith('code') && sales === 1 && end === 'succeeded') await expect(codeOn(page)).toBeVisible()
    expect(await page.getByRole('main').innerText()).not.toMatch(/&#?\w+;|<br|undefined|NaN|\[object/)
    const next = button(page, 'sale.nextCustomer').or(button(page, 'delivery.givenNext'))
    await pressArmed(page, (await next.isVisible()) ? next : link(page, 'shell.sell'))
    await expect(page.getByLabel(text('ticket.mobileNumber'))).toBeFocused()
    for (let line = 0; line < sales; line += 1) wanted.push(end)
  }
  for (let at = 0; wanted.length < SALES; at += 1) {
    const course = day[at % day.length]!
    // After a failed sale, the next sale to the same number asks about a duplicate.
    if (course.end === 'not-executed' && at >= day.length) continue
    await test.step(`${wanted.length + 1}: ${course.name}`, () => sell(course, at), { timeout: 90_000 })
  }

  await link(page, 'shell.sales').click()
  const more = button(page, 'salesList.more')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await expect(rows).toHaveCount(wanted.length, { timeout: 1_000 })
  }, 'every sale is in the list').toPass({ timeout: 60_000 })
  const states = await rows.locator('td:nth-child(5)').allInnerTexts()
  const chips = wanted.map((end) => text(`state.${end}.chip`))
  expect(states.map((words) => words.split('\n')[0]).toReversed()).toEqual(chips)
  const sales = [...told.sales.values()].toSorted((a, b) => a.number - b.number)
  expect(sales.map(({ state }) => state)).toEqual(wanted)
  const sold = sales.filter(({ state }) => state === 'succeeded' || state === 'replaced')
  const bought = shop.sandbox.ledger().map(({ transactionId }) => transactionId)
  expect(sold).toHaveLength(bought.length)
  expect(new Set(sold.map(({ transactionId }) => transactionId))).toEqual(new Set(bought))
  await shop.signIn(page, 'Hamad Saleh', paths.catalogProblems())
  const odd = page.getByRole('region', { name: text('catalogProblems.group.unread') })
  // The catalog layout is read again every five minutes, and may be readable by now.
  for (const of of ['/services', '/international-bridge/']) await expect(odd).toContainText(`of ${of}`)
})

/**
 * Collects what the page receives: the names of tiles and operators, the tiles that lead to a product, and the sales of
 * its list.
 */
function listen(page: Page) {
  const names = new Map<string, string>()
  const sales = new Map<string, Sale>()
  let tiles: CatalogContent['tiles'] = []
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() !== 200 || !/^\/api\/(catalog|sales|international\/countries\/.+)$/.test(pathname)) return
    const read = (await response.json().catch(() => ({}))) as Partial<CountryOffer & CatalogContent & SaleListPage>
    for (const sale of read.sales ?? []) sales.set(sale.id, sale)
    for (const { id, name } of read.providers ?? []) names.set(id, name)
    if (read.tiles) tiles = read.tiles
    const services = new Map(read.services?.map(({ id, name }) => [id, name]))
    for (const { id, name, action } of read.tiles ?? [])
      names.set(`tile ${id}`, name.split('\n')[0] || (action.kind === 'sell' && services.get(action.serviceId)) || id)
  })
  const above = (id: string | undefined): string[] => {
    const tile = tiles.find((each) => each.id === id)
    return tile ? [...above(tile.parentId), `tile ${tile.id}`] : []
  }
  const sells = (id: string) => tiles.find(({ action }) => action.kind === 'sell' && action.serviceId === id)
  return { names, sales, wayTo: (serviceId: string) => above(sells(serviceId)?.id) }
}
