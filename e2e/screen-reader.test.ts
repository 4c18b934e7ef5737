import type { Page } from 'playwright/test'

import type { Locale, MessageId } from '#browser/i18n/locale.ts'
import { paths } from '#browser/paths.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { turnPaymentsOn } from './support/as-supervisor.ts'
import { hear, type Announcements } from './support/announcements.ts'
import { delayReads } from './support/delay-reads.ts'
import { findTreeFaults } from './support/find-tree-faults.ts'
import { enrolTablet, placeOrders } from './support/kiosk.ts'
import { expect, SLOWLY, test, type Shop } from './support/shop.ts'
import { startingWith, textIn } from '../tests/support/texts.ts'

// What a screen reader makes of the pages: their tree, and what it announces of itself. Which keys lead where is in keyboard-only.test.ts.

type Reader = Announcements & {
  page: Page
  shop: Shop
  text: (id: MessageId, values?: Record<string, string | number>) => string
  press: (id: MessageId, values?: Record<string, string | number>) => Promise<void>
  /** The page can be read: this is its heading, and nothing is wrong with its tree. */
  reads: (heading: string) => Promise<void>
}

async function aReader(page: Page, shop: Shop, locale: Locale): Promise<Reader> {
  await page.addInitScript((kept) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('toptill-locale', kept)
  }, JSON.stringify({ locale }))
  const announcements = await hear(page)
  const text: Reader['text'] = (id, values) => textIn(locale, id, values)
  return {
    ...announcements,
    page,
    shop,
    text,
    press: async (id, values) => {
      const button = page.getByRole('button', { name: startingWith(id, values, locale) }).first()
      await expect(button).not.toHaveAttribute('aria-disabled', 'true')
      await button.click()
    },
    reads: async (heading) => {
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
      // A page may come in two steps.
      await expect
        .poll(() => findTreeFaults(page), { timeout: 3_000 })
        .toEqual([])
        .catch(() => {})
      // All pages of a flow are looked at, whatever is wrong with one.
      expect.soft(await findTreeFaults(page), heading).toEqual([])
    },
  }
}

/** From the products to the review of a recharge. */
async function reviewRecharge({ page, shop, text, press, forget, expectSaid }: Reader, account: string): Promise<void> {
  await page.goto(`${shop.url}${paths.service('qamra-rc')}`)
  await expect(page.getByLabel(text('ticket.mobileNumber'))).toBeFocused()
  forget()
  await page.keyboard.type(account.slice(3), { delay: 30 })
  await page.keyboard.type('25', { delay: 30 })
  await press('ticket.review')
  await expect(page.getByRole('heading', { level: 1, name: text('state.checked.heading') })).toBeAttached()
  // Nothing of what is typed, nor that it is checked.
  await expectSaid(text('state.checked.heading'))
}

const LANGUAGES = [
  ['en', ''],
  ['ar', ' @long'],
] as const

for (const [locale, tag] of LANGUAGES) {
  test(`what becomes of a recharge is announced once and in order, ${locale}${tag}`, async ({ page, shop }) => {
    const reader = await aReader(page, shop, locale)
    const { text, press, reads, expectSaid } = reader
    await page.goto(shop.url)
    await reads(text('signIn.title'))
    await shop.signIn(page)
    await reads(text('storefront.all'))
    await turnPaymentsOn(shop)

    await reviewRecharge(reader, recipients.success)
    await reads(text('state.checked.heading'))
    await page
      .getByRole('group', { name: text('payment.given') })
      .getByRole('button', { name: '100', exact: true })
      .click()
    await press('sale.send')
    await reads(text('state.succeeded.heading'))
    await expectSaid(text('state.succeeded.heading'), /75\.00/)
    await press('sale.nextCustomer')
    await reads(text('storefront.all'))

    await reviewRecharge(reader, recipients.fails)
    await press('sale.send')
    await reads(text('state.failed.heading'))
    await expectSaid(text('state.failed.heading'))
    await press('sale.nextCustomer')

    await page.goto(`${shop.url}${paths.service('qamra-rc')}`)
    await page.getByLabel(text('ticket.mobileNumber')).fill(recipients.checkRefused)
    await page.getByLabel(text('ticket.amount'), { exact: true }).fill('25')
    await reads('Mobile recharge')
    reader.forget()
    await press('ticket.review')
    await reads(text('state.refused.heading'))
    await expectSaid(text('state.refused.heading'))
    await press('sale.nextCustomer')
    await reads(text('storefront.all'))
    await expectSaid()
  })

  test(`a code that comes later is announced once, and no digit of it, ${locale} @long`, async ({ page, shop }) => {
    const reader = await aReader(page, shop, locale)
    const { text, press, reads, expectSaid } = reader
    await shop.signIn(page)
    await page.goto(`${shop.url}${paths.service(vouchers.codeLater)}`)
    await expect(page.getByRole('button', { name: startingWith('ticket.review', {}, locale) })).toBeVisible()
    reader.forget()
    await press('ticket.review')
    await reads(text('state.checked.heading'))
    await expectSaid(text('state.checked.heading'))
    const reads1 = await delayReads(page)
    await press('sale.sell')
    await reads(text('state.code-coming.heading'))
    await expectSaid(text('state.code-coming.heading'))
    await reads1.release()
    await reads(text('state.succeeded.heading'))
    await expect(page.getByRole('group', { name: text('delivery.pin'), exact: true })).toBeVisible()
    await expectSaid(text('state.succeeded.heading'))
    await press('delivery.hide')
    await press('delivery.showAgain')
    await expect(page.getByRole('group', { name: text('delivery.pin'), exact: true })).toBeVisible()
    await reads(text('state.succeeded.heading'))
    await page.keyboard.press('g')
    await press('sale.nextCustomer')
    await reads(text('storefront.all'))
    await expectSaid()
  })

  test(`an order is announced at the tablet and at the till, ${locale} @long`, async ({ page, shop, browser }) => {
    const context = await browser.newContext({ viewport: { width: 800, height: 1280 } })
    const tablet = await context.newPage()
    await enrolTablet(tablet, shop)
    const customer = await aReader(tablet, shop, locale)
    await tablet.goto(shop.url)
    await customer.reads('Sidra Corner Shop')
    await customer.press('selfOrder.start')
    await customer.reads(customer.text('storefront.all'))
    await tablet.getByRole('button', { name: /^Mobile recharge/ }).click()
    await tablet.getByRole('button', { name: /^Qamra Recharge/ }).click()
    await customer.reads(customer.text('selfOrder.order'))
    await tablet.getByLabel(customer.text('ticket.mobileNumber')).fill('501234567')
    await tablet.getByLabel(customer.text('ticket.amount'), { exact: true }).fill('25')
    await customer.press('selfOrder.goOn')
    await customer.reads(customer.text('selfOrder.isNumberRight'))
    customer.forget()
    await customer.press('selfOrder.correct')
    await customer.reads(`${customer.text('selfOrder.goToCounter')} A-1`)

    const reader = await aReader(page, shop, locale)
    const { text, press, reads, expectSaid } = reader
    await shop.signIn(page)
    await page.goto(`${shop.url}${paths.orders()}`)
    await reads(text('orders.title'))
    reader.forget()
    await press('orders.take')
    await expect(page.getByLabel(text('ticket.amount'), { exact: true })).toHaveValue('25')
    await expectSaid(text('orders.ticketOf', { label: 'A-1' }))
    await reads('Mobile recharge')
    await customer.press('selfOrder.done')
    await expectSaid()
    await context.close()
  })
}

test('a refund is done among the open items, and nothing chatters there @long', async ({ page, shop }) => {
  const reader = await aReader(page, shop, 'en')
  const { text, press, reads, expectSaid } = reader
  await shop.signIn(page)
  await reviewRecharge(reader, recipients.noFunds)
  await press('sale.send')
  await reads(text('state.not-executed.heading'))
  // Both are so, one after the other.
  await expectSaid(text('state.unknown.heading'), text('state.not-executed.heading'))
  await press('sale.abandon', { amount: 'AED 25.00' })
  await reads(text('state.abandoned.heading'))
  await expectSaid(text('state.abandoned.heading'))
  await page.keyboard.press('F8')
  await reads(text('openItems.title'))
  await press('sale.refundHeading', { amount: 'AED 25.00' })
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findTreeFaults(page)).toEqual([])
  await press('sale.refundedAmount', { amount: 'AED 25.00' })
  await expect(page.getByText(text('openItems.empty'))).toBeVisible()
  await reads(text('openItems.title'))
  await expectSaid()
})

test.describe('with a service that answers late', () => {
  test.use({ settings: SLOWLY })

  test('a sale that waits is announced once, and no countdown @long', async ({ page, shop, consoleErrors }) => {
    const reader = await aReader(page, shop, 'en')
    const { text, press, reads, expectSaid } = reader
    await shop.signIn(page)
    await reviewRecharge(reader, recipients.succeedsAfterTwoFinds)
    await press('sale.send')
    await reads(text('state.pending.heading', { brand: 'Qamra' }))
    await expectSaid(text('state.pending.heading', { brand: 'Qamra' }))
    await page.goto(`${shop.url}${paths.openItems()}`)
    await reads(text('openItems.title'))
    await expectSaid()
    expect(consoleErrors).toEqual([])
  })
})

test('a quantity is announced when it is done, not code by code, and where it stopped @long', async ({
  page,
  shop,
}) => {
  const reader = await aReader(page, shop, 'en')
  const { text, press, reads, expectSaid } = reader
  await shop.signIn(page)
  const sellThree = async () => {
    await page.goto(`${shop.url}${paths.service(vouchers.number)}`)
    await press('ticket.more')
    await press('ticket.more')
    await press('ticket.review')
    await reads(text('state.checked.heading'))
    await expect(page.getByRole('button', { name: startingWith('sale.sellCodes', { count: 3 }) })).toHaveAttribute(
      'aria-busy',
      'false',
    )
    reader.forget()
    await press('sale.sellCodes', { count: 3 })
  }
  await sellThree()
  await reads(text('state.succeeded.heading'))
  await expectSaid(text('state.succeeded.heading'))
  shop.sandbox.setBalance('100.00')
  await sellThree()
  await reads(text('batch.stopped', { sold: 2, of: 3 }))
})

test('what a supervisor looks after can be read, page by page @long', async ({ page, shop }) => {
  const { text, reads } = await aReader(page, shop, 'en')
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
  for (const [path, heading] of pages) {
    await page.goto(`${shop.url}${path}`)
    await reads(text(heading))
    await expect.soft(page).toHaveTitle(`${text(heading)} · Toptill`)
  }
})
