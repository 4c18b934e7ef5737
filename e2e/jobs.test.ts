import type { Browser, Response } from 'playwright/test'

import type { Locale, MessageId } from '#browser/i18n/locale.ts'
import { paths } from '#browser/paths.ts'
import type { Session } from '#api/session.ts'
import type { Shops } from '#api/shops.ts'
import { denominationsOf } from '#domain/money/cash.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { startingWith, textIn } from '../tests/support/texts.ts'
import { setShopLimits, turnDrawersOn, turnPaymentsOn } from './support/as-supervisor.ts'
import { dialogOn } from './support/controls.ts'
import { delayReads } from './support/delay-reads.ts'
import {
  chooseInMenu,
  openPage,
  handOf,
  numberOn,
  pickTiles,
  PINS,
  signInAs,
  type Hand,
  type Mode,
} from './support/hand.ts'
import { enrollTablet, placeOrders } from './support/kiosk.ts'
import { debits, payKey, TILES } from './support/sell.ts'
import { SLOW } from '../tests/support/pace.ts'
import { expect, expectConsoleErrors, test, typeByHand, type Shop } from './support/shop.ts'

// Each job is described once, and done with a pointer, with a keyboard alone, and with what a screen reader announces.

type Job = (
  hand: Hand,
  at: { shop: Shop; browser: Browser; consoleErrors: string[]; mode: Mode; locale: Locale },
) => Promise<void>

const AMOUNT = { amount: 'AED 25.00' }

const amountOn = ({ page, text }: Hand) => page.getByLabel(text('ticket.amount'), { exact: true })
const codeOn = ({ page, text }: Hand) => page.getByRole('group', { name: text('delivery.pin'), exact: true })
const inDialog = (hand: Hand, id: MessageId, values?: Record<string, string | number>) =>
  dialogOn(hand.page).getByRole('button', { name: hand.text(id, values), exact: true })

async function expectState(hand: Hand, id: MessageId, values?: { brand: string }): Promise<void> {
  await hand.expectPage(hand.text(id, values))
  await hand.expectAnnounced(hand.text(id, values))
}

/** Types the ticket of a top-up. Once the number is complete, the next digits are the amount. */
async function typeRecharge(hand: Hand, account: string): Promise<void> {
  await hand.expectFocus(numberOn(hand))
  hand.forget()
  await hand.type(numberOn(hand), account.slice('971'.length))
  await hand.expectFocus(amountOn(hand))
  await hand.type(amountOn(hand), '25')
}

/** Goes from the products to the review. Neither the typing nor the check is announced. */
async function reviewRecharge(hand: Hand, account: string, first = hand.button('sale.send')): Promise<void> {
  await pickTiles(hand, TILES.recharge)
  await typeRecharge(hand, account)
  await hand.press('ticket.review')
  await expectState(hand, 'state.checked.heading')
  await hand.expectFocus(first)
}

async function sendRecharge(hand: Hand, account: string): Promise<void> {
  await reviewRecharge(hand, account)
  await hand.press('sale.send')
}

async function toNextCustomer(hand: Hand): Promise<void> {
  await hand.expectFocus(hand.button('sale.nextCustomer'))
  await hand.press('sale.nextCustomer')
  await hand.expectPage(hand.text('storefront.all'))
  await hand.expectFocus(numberOn(hand))
}

const recharge: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await turnPaymentsOn(shop)
  await signInAs(hand, shop, 'Amal')
  const keyOf = (name: string) => payKey(page, new RegExp(`^${name}`), text('sale.send'))
  await reviewRecharge(hand, recipients.success, keyOf(text('payment.exact')))
  await expect(page.getByRole('main')).toContainText('+971 50 000 0001')
  expect(debits(shop)).toBe(0)
  await hand.press(keyOf('100'))
  await hand.expectPage(text('state.succeeded.heading'))
  await hand.expectAnnounced(text('state.succeeded.heading'), /75\.00/)
  expect(debits(shop)).toBe(1)
  await hand.press('delivery.share')
  await hand.leaveDialog(hand.button('delivery.share'))
  await hand.press('sale.nextCustomer')
  await hand.expectPage(text('storefront.all'))
  await hand.expectFocus(numberOn(hand))
}

/** The jobs that change nothing. */
const notSold: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Amal')
  await sendRecharge(hand, recipients.fails)
  await expectState(hand, 'state.failed.heading')
  await expect(page.getByText('Subscriber number is not active.')).toBeVisible()
  await expect(page.getByText(text('sale.walletNotCharged')).first()).toBeVisible()
  await hand.press('sale.nextCustomer')

  await pickTiles(hand, TILES.recharge)
  await typeRecharge(hand, recipients.checkRefused)
  await hand.press('ticket.review')
  await expectState(hand, 'state.refused.heading')
  await toNextCustomer(hand)
  await hand.expectAnnounced()
  expect(debits(shop)).toBe(0)
}

const findSale: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Amal')
  await sendRecharge(hand, recipients.success)
  await hand.expectFocus(hand.button('sale.nextCustomer'))
  await openPage(hand, 'shell.sales')
  await hand.expectPage(text('salesList.title'))
  const sale = page.getByRole('row').filter({ hasText: '25.00' }).getByRole('link').first()
  await hand.press(sale)
  await hand.expectFocus(dialogOn(page))
  await page.keyboard.press('Escape')
  await expect(dialogOn(page)).toBeHidden()
  await hand.expectFocus(sale)
  await page.keyboard.press('?')
  await hand.leaveDialog(sale)
}

/** A code that comes later is hidden, shown again and handed over. No digit of it is announced. */
const voucher: Job = async (hand, { shop }) => {
  const { page } = hand
  await signInAs(hand, shop, 'Amal')
  await page.goto(`${shop.url}${paths.service(vouchers.codeLater)}`)
  await expect(hand.button('ticket.review')).toBeVisible()
  hand.forget()
  await hand.press('ticket.review')
  await expectState(hand, 'state.checked.heading')
  expect(debits(shop)).toBe(0)
  const reads = await delayReads(page)
  await hand.press('sale.sell')
  await expectState(hand, 'state.code-coming.heading')
  await reads.release()
  await expect(codeOn(hand)).toBeVisible()
  await expectState(hand, 'state.succeeded.heading')
  await hand.expectFocus(hand.button('delivery.givenNext'))
  await hand.press('delivery.hide')
  await expect(codeOn(hand)).toBeHidden()
  // The button that hid the code is removed: the next button has the focus, and an extra Enter doesn't press it.
  await hand.expectFocus(hand.button('sale.nextCustomer'))
  await hand.press('delivery.showAgain')
  await expect(codeOn(hand)).toBeVisible()
  await hand.expectPage(hand.text('state.succeeded.heading'))
  await hand.expectFocus(hand.button('delivery.givenNext'))
  await page.keyboard.press('g')
  await toNextCustomer(hand)
  await hand.expectAnnounced()
  expect(debits(shop)).toBe(1)
}

async function sellThreeCodes(hand: Hand): Promise<void> {
  await pickTiles(hand, TILES.code)
  await expectState(hand, 'state.checked.heading')
  await hand.press('sale.changeVoucher')
  await hand.expectFocus(hand.button('ticket.review'))
  await hand.press('ticket.more')
  await hand.press('ticket.more')
  hand.forget()
  await hand.press('ticket.review')
  await expectState(hand, 'state.checked.heading')
  await hand.expectFocus(hand.button('sale.sellCodes', { count: 3 }))
  await hand.press('sale.sellCodes', { count: 3 })
}

const quantity: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Amal')
  await sellThreeCodes(hand)
  await expectState(hand, 'state.succeeded.heading')
  expect(debits(shop)).toBe(3)
  await expect(page.getByRole('list', { name: text('ticket.codes', { count: 3 }) }).getByRole('listitem')).toHaveCount(
    3,
  )
  await expect(codeOn(hand)).toHaveCount(3)
  await hand.expectFocus(hand.button('delivery.givenNext'))
  await hand.press('delivery.givenNext')
  await hand.expectFocus(numberOn(hand))
}

/** Sells three codes, of which the wallet doesn't cover the third. */
const stoppedQuantity: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Amal')
  shop.sandbox.setBalance('100.00')
  await sellThreeCodes(hand)
  await hand.expectPage(text('batch.stopped', { sold: 2, of: 3 }))
  await hand.expectFocus(page.getByRole('heading', { level: 1 }))
  await hand.press('batch.stopHere')
  await hand.expectPage(text('batch.soldOf', { sold: 2, of: 3 }))
  await expect(codeOn(hand)).toHaveCount(2)
  await hand.expectFocus(hand.button('delivery.givenNext'))
  expect(debits(shop)).toBe(2)
}

/** The failed part is abandoned and refunded from the open items, which announce nothing else. */
const refund: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Amal')
  await sendRecharge(hand, recipients.noFunds)
  await hand.expectPage(text('state.not-executed.heading'))
  await hand.expectAnnounced(text('state.unknown.heading'), text('state.not-executed.heading'))
  await hand.expectFocus(hand.button('sale.sendAgain'))
  await hand.press('sale.abandon', AMOUNT)
  await expectState(hand, 'state.given-up.heading')
  await hand.expectFocus(hand.button('sale.nextCustomer'))
  await expect(page.locator('[aria-keyshortcuts="F8"]')).toBeVisible()
  await page.keyboard.press('F8')
  await hand.expectPage(text('openItems.title'))
  await hand.expectFocus(page.getByRole('heading', { level: 1 }))
  const refunded = hand.button('sale.refundHeading', AMOUNT)
  await hand.press(refunded)
  await hand.leaveDialog(refunded)
  await hand.press(refunded)
  await hand.press(inDialog(hand, 'sale.refundedAmount', AMOUNT))
  await expect(page.getByText(text('openItems.empty'))).toBeVisible()
  await hand.expectPage(text('openItems.title'))
  await hand.expectFocus(page.getByRole('heading', { level: 1 }))
  await hand.expectAnnounced()
  await openPage(hand, 'shell.sell')
  await hand.expectFocus(numberOn(hand))
  expect(debits(shop)).toBe(0)
}

/**
 * A waiting sale is announced once without its countdown; the person leaves it and finds it again in the open items.
 */
const waitingSale: Job = async (hand, { shop }) => {
  const { page, text } = hand
  const waiting = text('state.pending.heading', { brand: 'Qamra' })
  await signInAs(hand, shop, 'Amal')
  await sendRecharge(hand, recipients.succeedsAfterTwoFinds)
  await expectState(hand, 'state.pending.heading', { brand: 'Qamra' })
  await hand.press('sale.callSupervisor')
  await hand.leaveDialog(hand.button('sale.callSupervisor'))
  await hand.press('sale.nextCustomer')
  await hand.expectFocus(numberOn(hand))
  await hand.press(page.locator('[aria-keyshortcuts="F8"]'))
  await hand.expectPage(text('openItems.title'))
  await hand.expectAnnounced()
  await hand.press(page.getByRole('row').filter({ hasText: '25.00' }).getByRole('link').first())
  await hand.expectPage(waiting)
  await hand.expectFocus(hand.button('sale.nextCustomer'))
}

const canceledSale: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Hamad')
  await sendRecharge(hand, recipients.canceled)
  await hand.expectPage(text('state.canceled.heading'))
  await hand.expectFocus(hand.button('sale.nextCustomer'))
  await hand.press('sale.resolve')
  await hand.leaveDialog(hand.button('sale.resolve'))
  await hand.press('sale.resolve')
  await hand.choose(dialogOn(page).getByRole('radio', { name: text('sale.resolve.not-sold') }))
  await expect(inDialog(hand, 'sale.resolve.noteMissing')).toBeVisible()
  await hand.type(dialogOn(page).getByLabel(text('sale.resolve.note')), 'Reversed')
  await hand.press(inDialog(hand, 'sale.resolve.not-sold.do'))
  await expect(page.getByRole('heading', { name: text('sale.resolved.not-sold') })).toBeVisible()
  await hand.expectFocus(hand.button('sale.nextCustomer'))
  await hand.press('sale.refundedAmount', AMOUNT)
  await expect(page.getByRole('heading', { name: text('sale.refundedHeading', AMOUNT) })).toBeVisible()
  await hand.expectFocus(hand.button('sale.nextCustomer'))
}

const international: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Amal')
  await pickTiles(hand, TILES.international)
  await hand.expectPage(text('international.title'))
  await hand.expectFocus(page.getByRole('searchbox'))
  await hand.type(page.getByRole('searchbox'), 'philip')
  await expect(page.getByRole('button', { name: /Philippines/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await hand.expectFocus(page.getByLabel(text('international.recipientNumber')))
  await hand.type(page.getByLabel(text('international.recipientNumber')), '9175550142')
  const operators = page.getByRole('group', { name: text('international.operators') })
  await hand.press(operators.getByRole('button', { name: /^Islanet/ }))
  await hand.expectFocus(page.getByRole('tab', { selected: true }))
  hand.forget()
  await hand.choose(page.getByRole('tabpanel').getByRole('button', { name: /PHP 300/ }))
  await hand.expectPage(text('state.checked.heading'))
  await hand.press('sale.send')
  await hand.expectPage(text('state.succeeded.heading'))
  await hand.expectFocus(hand.button('sale.nextCustomer'))
  expect(debits(shop)).toBe(1)
}

/** Counts a drawer: three notes of 100 and nothing else, row by row or with one press for the rest. */
async function countDrawer(hand: Hand, how: 'each' | 'rest' = 'each'): Promise<void> {
  const { page, text } = hand
  await hand.expectFocus(page.getByLabel(text('shift.countOf.note', { value: '1,000' })))
  for (const { value } of denominationsOf('AED')) {
    await page.keyboard.press(value === '100' ? '3' : '0')
    await page.keyboard.press('Enter')
    if (how === 'rest' && value === '100') return hand.press('shift.nothingElse')
  }
}

const shift: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await turnDrawersOn(shop)
  await signInAs(hand, shop, 'Amal')
  await chooseInMenu(hand, 'userMenu.shift')
  await countDrawer(hand)
  await hand.press('shift.open')
  await hand.expectFocus(page.getByRole('heading', { level: 1, name: text('shift.title') }))

  const cash = hand.button('shift.cashInOut')
  await hand.press(cash)
  await hand.leaveDialog(cash)
  await hand.press(cash)
  await hand.type(page.getByLabel(text('shift.amount', { currency: 'AED' })), '20')
  await hand.type(page.getByLabel(text('shift.why')), 'Water')
  await hand.press('shift.write')
  await expect(page.getByRole('row').filter({ hasText: 'Water' })).toBeVisible()
  await hand.expectFocus(cash)

  // The person who counts doesn't see the expected amount yet.
  const answers: Promise<string>[] = []
  const keep = (response: Response) => {
    if (response.url().includes('/api/shifts')) answers.push(response.text())
  }
  page.on('response', keep)
  await hand.press(page.getByRole('link', { name: startingWith('shift.closeShift') }))
  await countDrawer(hand, 'rest')
  page.off('response', keep)
  expect((await Promise.all(answers)).join()).not.toContain('280.00')
  await hand.press('shift.step.compare')
  await hand.expectPage(text('shift.closeShift'))
  await expect(page.getByText('280.00').first()).toBeVisible()
  await hand.expectFocus(page.getByRole('heading', { level: 1 }))
  await hand.press('shift.reason.wrong-change')
  await hand.press('shift.closeAndPrint', { name: text('shift.zNumber', { number: '0001' }) })
  await expect(page.getByText(text('shift.closed.next'))).toBeVisible()
  await hand.expectFocus(page.getByRole('heading', { level: 1 }))
  await hand.press(page.getByRole('link', { name: text('shift.done') }))
  await hand.expectFocus(page.getByLabel(text('shift.countOf.note', { value: '1,000' })))
}

/** The customer places an order at the tablet; the cashier takes it and sells it at the till. */
const order: Job = async (hand, { shop, browser, mode, locale }) => {
  const context = await browser.newContext({ viewport: { width: 800, height: 1280 } })
  const tablet = await context.newPage()
  await enrollTablet(tablet, shop)
  const customer = await handOf(tablet, mode, locale)
  await tablet.goto(shop.url)
  await customer.expectPage('Sidra Corner Shop')
  await customer.press('selfOrder.start')
  await customer.expectPage(customer.text('storefront.all'))
  await customer.expectFocus(tablet.getByRole('heading', { level: 1 }))
  await pickTiles(customer, TILES.recharge)
  await customer.expectPage(customer.text('selfOrder.order'))
  await typeRecharge(customer, recipients.success)
  await customer.press('selfOrder.goOn')
  await customer.expectPage(customer.text('selfOrder.isNumberRight'))
  await customer.expectFocus(tablet.getByRole('heading', { level: 1 }))
  customer.forget()
  await customer.press('selfOrder.correct')
  await customer.expectPage(/A-1/)
  await customer.expectFocus(tablet.getByRole('heading', { level: 1 }))

  const { page, text } = hand
  await signInAs(hand, shop, 'Amal')
  await hand.press(page.getByRole('link', { name: text('orders.waiting', { count: 1 }) }))
  await hand.expectPage(text('orders.title'))
  hand.forget()
  await hand.press('orders.take')
  await expect(amountOn(hand)).toHaveValue('25')
  await hand.expectAnnounced(text('orders.ticketOf', { label: 'A-1' }))
  await hand.expectFocus(amountOn(hand))
  await hand.press('ticket.review')
  await hand.press('sale.send')
  await hand.expectPage(text('state.succeeded.heading'))
  expect(debits(shop)).toBe(1)
  await customer.press('selfOrder.done')
  await expect(customer.button('selfOrder.start')).toBeVisible()
  await context.close()
}

/** A supervisor approves a sale above a limit on the spot; the dialog keeps the focus. */
const approval: Job = async (hand, { shop, consoleErrors }) => {
  const { page, text } = hand
  expectConsoleErrors(consoleErrors, /Failed to load resource/)
  await setShopLimits(shop, { currency: 'AED', perSale: '20' })
  await signInAs(hand, shop, 'Amal')
  await sendRecharge(hand, recipients.success)
  const question = page.getByRole('dialog', { name: text('limit.title') })
  await expect(question).toContainText(text('limit.shop.perSale', { limit: 'AED 20.00' }))
  await hand.leaveDialog(hand.button('sale.send'))
  await hand.press('sale.send')
  await expect(question).toBeVisible()
  await typeByHand(page, '111222')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toHaveText(text('failure.wrong-pin'))
  expect(debits(shop)).toBe(0)
  await typeByHand(page, PINS.Hamad)
  await page.keyboard.press('Enter')
  await hand.expectPage(text('state.succeeded.heading'))
  await hand.expectFocus(hand.button('sale.nextCustomer'))
  expect(debits(shop)).toBe(1)
}

/** A supervisor adds a person, changes a limit, and goes to a setting and its button. */
const staff: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Hamad')
  await openPage(hand, 'shell.staff')
  await hand.expectPage(text('staff.title'))
  const add = hand.button('staff.add')
  await hand.press(add)
  await hand.leaveDialog(add)
  await hand.press(add)
  await hand.type(dialogOn(page).getByLabel(text('staff.name')), 'Zainab Ali')
  await hand.type(dialogOn(page).getByLabel(text('staff.pin'), { exact: true }), '8305')
  await hand.type(dialogOn(page).getByLabel(text('staff.pinAgain')), '8305')
  await hand.press(inDialog(hand, 'staff.addDo'))
  await expect(dialogOn(page)).toBeHidden()
  await hand.expectFocus(add)

  const joseph = page.getByRole('link', { name: 'Joseph Mathew' })
  await hand.press(joseph)
  await hand.expectFocus(page.getByRole('heading', { name: 'Joseph Mathew' }))
  await hand.type(page.getByRole('textbox', { name: text('limits.kind.perSale'), exact: true }), '300')
  await hand.press('limits.save')
  await hand.expectFocus(hand.button('limits.saved'))
  await page.keyboard.press('Escape')
  await hand.expectFocus(joseph)

  await openPage(hand, 'shell.settings')
  await hand.expectPage(text('settings.title'))
  await hand.press(page.getByRole('link', { name: text('settings.quick'), exact: true }))
  const quick = page.getByRole('form', { name: text('settings.quick') })
  await hand.type(quick.getByRole('textbox'), '15, 45')
  await page.keyboard.press('Tab')
  await expect(page.getByText(text('settings.saved', { section: text('settings.quick') }))).toBeVisible()
}

const figures: Job = async (hand, { shop }) => {
  const { page, text } = hand
  await signInAs(hand, shop, 'Hamad')
  await openPage(hand, 'shell.wallet')
  await hand.expectPage(text('wallet.title'))
  await hand.press('wallet.update')
  await hand.expectFocus(hand.button('wallet.update'))

  await openPage(hand, 'shell.reports')
  await hand.expectPage(text('reports.title'))
  await hand.press('reports.preset.today')
  await hand.leaveDialog(hand.button('reports.preset.today'))
  await hand.press('reports.preset.today')
  await hand.press(dialogOn(page).getByRole('button', { name: startingWith('reports.preset.yesterday') }))
  await hand.press(inDialog(hand, 'reports.range.show', { count: 1 }))
  await expect(dialogOn(page)).toBeHidden()
  await hand.expectFocus(hand.button('reports.preset.yesterday'))
}

const display: Job = async (hand, { shop, browser, consoleErrors, mode, locale }) => {
  expectConsoleErrors(consoleErrors, /status of 401/)
  const { page, text } = hand
  await signInAs(hand, shop, 'Hamad')
  await openPage(hand, 'shell.staff')
  await hand.expectPage(text('staff.title'))
  await hand.choose(page.getByRole('tab', { name: text('terminals.tab') }))
  await hand.expectPage(text('terminals.title'))
  await hand.expectFocus(page.getByRole('tab', { name: text('terminals.tab') }))
  const displays = hand.button('display.ofTill')
  await hand.press(displays)
  await hand.leaveDialog(displays)
  await hand.press(displays)
  await hand.press(inDialog(hand, 'display.pair'))
  const code = (await dialogOn(page).getByLabel(text('signIn.enroll.code')).textContent()) ?? ''

  const context = await browser.newContext()
  const tablet = await context.newPage()
  const customer = await handOf(tablet, mode, locale)
  await tablet.goto(`${shop.url}${paths.display()}`)
  await customer.type(tablet.getByLabel(text('display.code')), code.replaceAll('-', ''))
  await tablet.keyboard.press('Enter')
  await customer.expectPage('Sidra Corner Shop')

  await hand.press(inDialog(hand, 'terminals.codeDone'))
  await hand.expectFocus(displays)
  await openPage(hand, 'shell.sell')
  await pickTiles(hand, TILES.recharge)
  await typeRecharge(hand, '971501234567')
  await customer.press(tablet.getByRole('button', { name: text('display.number.correct'), exact: true }))
  await expect(page.getByText(text('display.confirmed'))).toBeVisible()
  await customer.expectFocus(tablet.getByRole('heading', { level: 1, name: text('display.number.title') }))
  await context.close()
}

const shops: Job = async (hand, { shop, consoleErrors }) => {
  const { page, text } = hand
  // The till doesn't know this owner.
  expectConsoleErrors(consoleErrors, /status of 403/)
  const known: Shops = {
    here: 'deira',
    shops: [{ id: 'marina', name: 'Marina', state: 'unreachable' }],
    today: { count: 0, amount: [], tests: 0 },
  }
  // Pretends to be an installation with several shops, which no other flow needs.
  await page.route(`**/api/session`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const session = (await (await route.fetch()).json()) as Session
    const person = session.person && { ...session.person, isOwner: true }
    await route.fulfill({ json: person ? { ...session, person } : session })
  })
  await page.route(`**/api/shops`, (route) => route.fulfill({ json: known }))
  await signInAs(hand, shop, 'Hamad')
  await page.reload()
  await openPage(hand, 'shell.shops')
  await hand.expectPage(text('shops.title'))
  await hand.press('wallet.update')
  await expect(page.getByText('Marina').first()).toBeVisible()
  await hand.expectFocus(hand.button('wallet.update'))
}

type Run = {
  does: string
  job: Job
  always?: readonly Mode[]
  isArabicToo?: true
}

const RUNS: Run[] = [
  { does: 'a top-up is sold', job: recharge, always: ['keys'], isArabicToo: true },
  { does: 'a top-up fails, and another is rejected', job: notSold, isArabicToo: true },
  { does: 'a sale is looked up in the list, and help is read', job: findSale, always: ['screen reader'] },
  { does: 'a code that comes later is sold, hidden, shown again and handed over', job: voucher, isArabicToo: true },
  { does: 'three codes are sold at once', job: quantity, always: ['pointer'] },
  { does: 'two of three codes are sold at once and the last one fails', job: stoppedQuantity },
  { does: 'a sale that was not executed is given up and refunded', job: refund, always: ['pointer'] },
  { does: 'a sale that the provider canceled is resolved and refunded', job: canceledSale },
  { does: 'an international top-up is sold', job: international, always: ['pointer'] },
  { does: 'a shift is opened, cash is taken out, and it is closed', job: shift, always: ['pointer'] },
  {
    does: 'an order is placed at the tablet, and taken and sold at the till',
    job: order,
    always: ['pointer'],
    isArabicToo: true,
  },
  { does: 'a supervisor approves a sale above a limit', job: approval, always: ['pointer'] },
  { does: 'a supervisor adds a person, and changes a limit and a setting', job: staff },
  { does: 'a supervisor reads the wallet and the report of another day', job: figures },
  { does: 'a customer display is paired, and its customer confirms a number', job: display, always: ['pointer'] },
  { does: 'an owner looks at the shops', job: shops },
]

const MODES: readonly Mode[] = ['pointer', 'keys', 'screen reader']
const SAYS: Record<Mode, string> = {
  pointer: 'with a pointer',
  keys: 'with keys alone',
  'screen reader': 'and a screen reader announces it once and in order',
}

function testIn(mode: Mode, locale: Locale, { does, job, always = [] }: Run): void {
  const title = `${does}, ${SAYS[mode]}${locale === 'en' ? '' : ', in Arabic'}`
  const tag = always.includes(mode) && locale === 'en' ? [] : ['@long']
  test(title, { tag }, async ({ page, shop, browser, consoleErrors }) =>
    job(await handOf(page, mode, locale), { shop, browser, consoleErrors, mode, locale }),
  )
}

for (const run of RUNS) {
  for (const mode of MODES) testIn(mode, 'en', run)
  if (run.isArabicToo) testIn('screen reader', 'ar', run)
}

test.describe('with a provider that answers late', () => {
  test.use({ polling: SLOW })

  const run = { does: 'a sale that waits is left and found among the open items', job: waitingSale }
  for (const mode of MODES) testIn(mode, 'en', run)
})

test('a screen reader finds no fault in the tree of any supervisor page, and each page has its title @long', async ({
  page,
  shop,
}) => {
  const hand = await handOf(page, 'screen reader')
  await placeOrders(shop, [{ kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: '971501234567' }])
  await shop.signIn(page, 'Hamad Saleh')
  const pages: readonly [string, MessageId][] = [
    [paths.orders(), 'orders.title'],
    [paths.sales(), 'salesList.title'],
    [paths.reports(), 'reports.title'],
    [paths.wallet(), 'wallet.title'],
    [paths.staff(), 'staff.title'],
    [paths.terminals(), 'terminals.title'],
    [paths.sessions(), 'sessions.title'],
    [paths.limits(), 'limits.title'],
    [paths.settings(), 'settings.title'],
    [paths.auditLog(), 'auditLog.title'],
    [paths.alerts(), 'shopAlerts.title'],
    [paths.printer(), 'printer.title'],
    [paths.ready(), 'ready.title'],
    [paths.support(), 'support.title'],
    [paths.international(), 'international.title'],
  ]
  for (const [path, title] of pages) {
    await page.goto(`${shop.url}${path}`)
    await hand.expectPage(textIn('en', title))
    await expect.soft(page).toHaveTitle(`${textIn('en', title)} · Toptill`)
  }
})
