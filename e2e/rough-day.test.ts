import type { Page } from 'playwright/test'

import { paths } from '#browser/paths.ts'
import type { Catalogue } from '#contract/proxy/catalogue.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
import { button } from './support/controls.ts'
import { debits, expectState, fillTicket, pressArmed, send } from './support/sell.ts'
import { codeOn, issuedCode } from './support/sell-voucher.ts'
import { expect, test, type Shop } from './support/shop.ts'
import { startingWith, text } from '../tests/support/texts.ts'

test.use({ practice: { rough: 39, slowMs: 200 } })

type End = 'succeeded' | 'failed' | 'cancelled' | 'replaced' | 'refused' | 'not-executed'

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
const SINGLE: VoucherName[] = [
  'numberAndSerial', 'numberAsNumber', 'longNumber', 'grouped', 'alphanumeric', 'reference', 'arabic', 'longName', 'warned',
  'codeLater', 'codeAtNextFind', 'blankNumber', 'noReceipt', 'pending', 'held', 'answerLostAfter', 'answerLostBefore', 'unknownState',
] // prettier-ignore
const MANY: VoucherName[] = ['number', 'numberAndSerial', 'longNumber', 'grouped', 'alphanumeric']
const LINES = 10
const QUANTITIES = 25

/** The till is open, at the ticket of a product, whatever its tile is called. */
async function openProduct(page: Page, shop: Shop, serviceId: string): Promise<void> {
  const { tiles } = (await (await page.request.get(`${shop.url}/api/catalogue`)).json()) as Catalogue
  const tile = tiles.find(({ action }) => action.kind === 'sell' && action.serviceId === serviceId)
  await page.goto(shop.url + paths.product(tile?.id ?? ''))
}

/** From a ticket to the end, and nothing on the way is a leftover of how it was sent. */
async function reviewAndSend(page: Page, end: End): Promise<void> {
  if (end !== 'refused') await send(page)
  await expectState(page, end)
  expect(await page.getByRole('main').innerText()).not.toMatch(/&#?\w+;|<br|undefined|NaN|\[object/)
}

test('a robot sells 300 sales of all kinds of a careless service: each ends as it did there, with its code @long', async ({
  page,
  shop,
}) => {
  test.setTimeout(1_800_000)
  page.setDefaultTimeout(30_000)
  shop.sandbox.setBalance('500.00')
  await shop.signIn(page)
  let paid = 0
  const isPaid = (end: End) => (end === 'succeeded' || end === 'replaced' ? 1 : 0)

  for (const [name, account] of Object.entries(recipients)) {
    const end = ENDS[name] ?? 'succeeded'
    await openProduct(page, shop, 'qamra-rc')
    await fillTicket(page, account)
    await button(page, 'ticket.review').click()
    await reviewAndSend(page, end)
    expect(debits(shop), name).toBe((paid += isPaid(end)))
  }

  for (const [name, account] of Object.entries(internationalRecipients)) {
    if (OTHERS_ABROAD.test(name)) continue
    const end = ENDS[name] ?? 'succeeded'
    await page.goto(shop.url + paths.internationalProvider('PHL', '147'))
    await page.getByLabel(text('international.recipientNumber')).fill(account.slice('63'.length))
    await button(page, 'international.chooseAmount').click()
    await page
      .getByRole('tabpanel')
      .getByRole('button')
      .filter({ hasText: /PHP 300/ })
      .click()
    await pressArmed(page, page.getByRole('button', { name: /^Review.*AED 21\.50/ }))
    await reviewAndSend(page, end)
    expect(debits(shop), name).toBe((paid += isPaid(end)))
  }

  for (const name of SINGLE) {
    await openProduct(page, shop, vouchers[name])
    await button(page, 'ticket.review').click()
    await pressArmed(page, button(page, 'sale.sell'))
    await expectState(page, 'succeeded')
    await expect(codeOn(page)).toBeVisible()
    const drawn = await codeOn(page).locator('[aria-hidden] > *').allTextContents()
    expect(drawn.join(''), name).toBe(issuedCode(shop).number)
    expect(debits(shop), name).toBe((paid += 1))
  }

  for (let sold = 0; sold < QUANTITIES; sold += 1) {
    await openProduct(page, shop, vouchers[MANY[sold % MANY.length] ?? 'number'])
    for (let more = 1; more < LINES; more += 1) await button(page, 'ticket.more').click()
    await button(page, 'ticket.review').click()
    await pressArmed(page, page.getByRole('button', { name: /^Sell \d+ codes/ }))
    await expectState(page, 'succeeded')
    expect(debits(shop)).toBe((paid += LINES))
  }

  const bought = new Set(shop.sandbox.ledger().map(({ transactionId }) => transactionId))
  expect(bought.size).toBe(paid)
  expect(new Set(shop.sandbox.codes().map(({ number }) => number)).size).toBe(SINGLE.length + LINES * QUANTITIES)

  await shop.signIn(page, 'Hamad Saleh')
  const { services } = (await (await page.request.get(`${shop.url}/api/catalogue`)).json()) as Catalogue
  const unnamed = services.find(({ id, name }) => id === name)
  await page.goto(shop.url + paths.catalogueProblems())
  await expect(page.getByRole('region', { name: startingWith('catalogueProblems.group.unread') })).toContainText(
    unnamed?.id ?? 'nothing',
  )
})
