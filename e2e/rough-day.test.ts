import type { Locator, Page } from 'playwright/test'

import type { CatalogueContent } from '#contract/proxy/catalogue.ts'
import type { CountryOffer } from '#contract/proxy/international.ts'
import type { SaleListPage } from '#contract/proxy/sales.ts'
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

const SALES = atLevel(30, 300)
const LINES = 5

type End = 'succeeded' | 'failed' | 'cancelled' | 'replaced' | 'refused' | 'not-executed'
type Course = { name: string; sales?: number; end: End; run: (round: number) => Promise<void> }

/** How a named number ends that is not simply sold. */
const ENDS: Partial<Record<string, End>> = {
  fails: 'failed',
  failsAfterPending: 'failed',
  cancelled: 'cancelled',
  replaced: 'replaced',
  checkRefused: 'refused',
  banned: 'refused',
  noFunds: 'not-executed',
}
/** They need what a person decides, or are over without the caller's id. */
const OTHERS_ABROAD = /^(other|operatorUnsaid|check(AnswerLost|NeverArrives))/
const CODES: VoucherName[] = ['number', 'numberAndSerial', 'alphanumeric', 'grouped', 'longNumber', 'codeLater', 'pending', 'held', 'numberAsNumber', 'blankNumber', 'answerLostAfter', 'answerLostBefore', 'unknownState', 'fails', 'cancelled', 'noFunds'] // prettier-ignore
const ABROAD = [300, 100, 500, 200, 150, 750]

test('a robot sells a day of all kinds of a careless service by taps: each sale is in the list as it ended there @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  test.setTimeout(3_600_000)
  // The browser notes each 409 and 422 by itself.
  expectConsoleErrors(consoleErrors, /status of (409|422)/)
  shop.sandbox.setBalance('500.00')
  const names = noteNames(page)
  await shop.signIn(page)

  const tapNamed = async (id: string) => {
    const name = () => new RegExp(`^${(names.get(id) ?? id).replace(/[^\p{L}\p{N}]+/gu, '.*')}`)
    await expect(async () => {
      await page.getByRole('main').getByRole('button', { name: name() }).first().click({ timeout: 1_000 })
    }, `a button named as ${id} is`).toPass({ timeout: 30_000 })
  }
  const tapProduct = async (serviceId: string) => {
    for (const tile of names.wayTo(serviceId)) await tapNamed(tile)
  }
  const reviewed = async (course: Pick<Course, 'end'>, press: Locator) => {
    if (course.end !== 'refused') await pressArmed(page, press)
    await expectState(page, course.end)
  }

  const recharges = Object.entries(recipients).map(([name, account]): Course => {
    const end = ENDS[name] ?? 'succeeded'
    const run = async (round: number) => {
      await tapProduct('qamra-rc')
      await requestReview(page, account, String(25 + 5 * round))
      await reviewed({ end }, button(page, 'sale.send'))
    }
    return { name, end, run }
  })
  const abroad = Object.entries(internationalRecipients).flatMap(([name, account]): Course[] => {
    if (OTHERS_ABROAD.test(name)) return []
    const end = ENDS[name] ?? 'succeeded'
    const run = async (round: number) => {
      await typeByHand(page, `+${account}`)
      if (await button(page, 'international.chooseAmount').isHidden()) await tapNamed('147')
      const gets = new RegExp(`PHP ${ABROAD[round]}\\b`)
      await page.getByRole('tabpanel').getByRole('button').filter({ hasText: gets }).click()
      await pressArmed(page, button(page, 'ticket.review'))
      await reviewed({ end }, button(page, 'sale.send'))
    }
    return [{ name: `abroad ${name}`, end, run }]
  })
  const codes = CODES.map((name): Course => {
    const end = ENDS[name] ?? 'succeeded'
    const run = async () => {
      await tapProduct(vouchers[name])
      await button(page, 'ticket.review').click()
      await reviewed({ end }, button(page, 'sale.sell'))
      if (end === 'succeeded') await expect(codeOn(page)).toBeVisible()
    }
    return { name: `code ${name}`, end, run }
  })
  const many: Course = {
    name: 'quantity',
    sales: LINES,
    end: 'succeeded',
    run: async () => {
      await tapProduct(vouchers.number)
      for (let more = 1; more < LINES; more += 1) await button(page, 'ticket.more').click()
      await button(page, 'ticket.review').click()
      await reviewed(many, page.getByRole('button', { name: /^Sell \d+ codes/ }))
    },
  }
  const day = recharges.flatMap((one, at) => [one, codes[at] ?? [], abroad[at] ?? [], at % 6 === 1 ? many : []]).flat()

  const wanted: End[] = []
  for (let at = 0; wanted.length < SALES; at += 1) {
    const course = day[at % day.length]!
    await test.step(
      `sale ${wanted.length + 1}: ${course.name}`,
      async () => {
        await course.run(Math.floor(at / day.length))
        expect(await page.getByRole('main').innerText()).not.toMatch(/&#?\w+;|<br|undefined|NaN|\[object/)
        await button(page, 'sale.nextCustomer')
          .or(button(page, 'delivery.givenNext'))
          .or(link(page, 'shell.sell'))
          .first()
          .click()
        await expect(page.getByLabel(text('storefront.search'))).toBeFocused()
      },
      { timeout: 90_000 },
    )
    wanted.push(...Array.from({ length: course.sales ?? 1 }, () => course.end))
  }

  await link(page, 'shell.sales').click()
  const more = button(page, 'salesList.more')
  const rows = page
    .getByRole('table', { name: text('salesList.title') })
    .locator('tbody')
    .getByRole('row')
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await expect(rows).toHaveCount(wanted.length, { timeout: 1_000 })
  }, 'every sale is in the list').toPass({ timeout: 60_000 })
  const states = await rows.locator('td:nth-child(5)').allInnerTexts()
  expect(states.map((words) => words.split('\n')[0]).toReversed()).toEqual(
    wanted.map((end) => text(`state.${end}.chip`)),
  )

  const sales = await salesOf(page)
  expect(sales.map(({ state }) => state).toReversed()).toEqual(wanted)
  const sold = sales.filter(({ state }) => state === 'succeeded' || state === 'replaced')
  const bought = shop.sandbox.ledger().map(({ transactionId }) => transactionId)
  expect(sold.map(({ transactionId }) => transactionId).toSorted()).toEqual(bought.toSorted())

  await shop.signIn(page, 'Hamad Saleh')
  await link(page, 'shell.support').click()
  await link(page, 'catalogueProblems.title').click()
  const odd = page.getByRole('region', { name: text('catalogueProblems.group.unread') })
  for (const answer of ['/services', '/frontview', '/international-bridge/'])
    await expect(odd).toContainText(`of ${answer}`)
})

/** The names of tiles and operators by their ids, as the page was told them last, and the tiles that lead to a product. */
function noteNames(page: Page) {
  const names = new Map<string, string>()
  let tiles: CatalogueContent['tiles'] = []
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() !== 200) return
    if (/^\/api\/international\/countries\/./.test(pathname)) {
      for (const { id, name } of ((await response.json()) as CountryOffer).providers) names.set(id, name)
    }
    if (pathname !== '/api/catalogue') return
    const { services, ...read } = (await response.json()) as CatalogueContent
    tiles = read.tiles
    const serviceNames = new Map(services.map(({ id, name }) => [id, name]))
    for (const { id, name, action } of tiles)
      names.set(
        `tile ${id}`,
        name.split('\n')[0] || (action.kind === 'sell' ? serviceNames.get(action.serviceId) : undefined) || id,
      )
  })
  const wayTo = (serviceId: string) => {
    const way: string[] = []
    for (
      let tile = tiles.find(({ action }) => action.kind === 'sell' && action.serviceId === serviceId);
      tile;
      tile = tiles.find(({ id }) => id === tile?.parentId)
    )
      way.unshift(`tile ${tile.id}`)
    return way
  }
  return { get: (id: string) => names.get(id), wayTo }
}

async function salesOf(page: Page): Promise<Sale[]> {
  const sales: Sale[] = []
  for (let next: string | undefined = ''; next !== undefined;) {
    const read = (await (
      await page.request.get(`${new URL(page.url()).origin}/api/sales${next && `?cursor=${next}`}`)
    ).json()) as SaleListPage
    sales.push(...read.sales)
    next = read.next
  }
  return sales
}
