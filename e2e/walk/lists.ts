import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { MAX_LIST_LINES } from '#domain/sale/batch.ts'
import { paths } from '#browser/paths.ts'
import type { Locator } from 'playwright/test'

import { changeSettings, turnDrawersOn, turnPaymentsOn } from '../support/as-supervisor.ts'
import { sellVoucher, write } from '../support/sell-voucher.ts'
import { chooseInUserMenu, expect } from '../support/shop.ts'
import { scan } from '../support/scan.ts'
import { startingWith } from '../../tests/support/texts.ts'
import { send, sendTo } from './sales.ts'
import { named, from, dialogOf, lastInDialog, stop, type Stop, type Walk, type Walker } from './walk.ts'

const page = (name: string, path: string, hasCome: (walker: Walker) => Locator, action?: Stop['action']): Stop => ({
  name,
  reach: async (walker) => {
    await walker.follow(path)
    await expect(hasCome(walker).first()).toBeVisible()
  },
  ...(action && { action }),
})
const rowOf = (walker: Walker, name: string | RegExp) => walker.page.getByRole('row').filter({ hasText: name })

const dialog = (name: string, press: (walker: Walker) => Locator): Stop => ({
  name,
  reach: async (walker) => {
    await press(walker).first().click()
    await expect(dialogOf(walker)).toBeVisible()
  },
  action: lastInDialog,
})

/** Makes one sale for each kind of row before the lists are checked, with the longest words and amounts. */
async function sellSomeOfEach(walker: Walker): Promise<void> {
  await send(walker, { kind: 'direct', serviceId: 'qamra-rc', amount: '500', account: '0501234567' })
  for (const name of ['fails', 'succeedsAfterTwoFinds', 'canceled', 'answerLostBefore'] as const)
    await sendTo(walker, name)
  await sellVoucher(walker.page, walker.shop, vouchers.longName)
  await sellVoucher(walker.page, walker.shop, vouchers.emptyObject)
}

const SALES: Stop[] = [
  stop('sales: none yet', async ({ follow, sees }) => {
    await follow(paths.sales())
    await sees('salesList.empty')
  }),
  stop('sales: a day', async (walker) => {
    await sellSomeOfEach(walker)
    await walker.follow(paths.sales())
    await expect(rowOf(walker, 'Larkspur').or(walker.page.getByRole('row').nth(8)).first()).toBeVisible()
  }),
  stop(
    'sales: the details of a sold recharge',
    (walker) => dialogOf(walker).getByRole('button', { name: walker.text('salesList.report') }),
    async (walker) => {
      await walker.page.getByRole('row').last().getByRole('link').first().click()
      await expect(dialogOf(walker).getByText('+971 50 123 4567').first()).toBeVisible()
    },
  ),
  stop('sales: the report of a sale', async (walker) => {
    await walker.button('salesList.report').click()
    await expect(dialogOf(walker).getByRole('textbox')).toBeVisible()
  }),
  stop('sales: the details of a code', async (walker) => {
    await walker.follow(paths.sales())
    await walker.page.getByRole('row').nth(2).getByRole('link').first().click()
    await expect(dialogOf(walker)).toBeVisible()
  }),
  stop('sales: nothing found', async ({ follow, sees }) => {
    await follow(paths.sales({ q: '9999999' }))
    await sees('salesList.noneFound')
  }),
]

/** Longer than the time for which a reading of the balance counts as fresh. */
const REFETCH_MS = 11_000

const TODAY: Stop[] = [
  stop('today: a day with sales', async (walker) => {
    await walker.follow(paths.today())
    await walker.sees('reports.byService')
  }),
]

const WALLET: Stop[] = [
  stop('wallet: a day with sales and a deposit', async (walker) => {
    await walker.follow(paths.wallet())
    await walker.sees('reports.kind.voucher')
    walker.shop.sandbox.setBalance('12318.50')
    walker.shop.moveClock(REFETCH_MS)
    await walker.button('wallet.update').click()
    await walker.sees('wallet.kind.deposit')
  }),
  dialog('wallet: a movement is explained', ({ button }) => button('wallet.explain')),
  stop('wallet: a deposit is announced', lastInDialog, async (walker) => {
    await walker.follow(paths.wallet())
    await walker.button('wallet.announce').click()
    await dialogOf(walker)
      .getByLabel(walker.text('shift.amount', { currency: 'AED' }))
      .fill('12,500.50')
    await dialogOf(walker).getByLabel(walker.text('wallet.slip'), { exact: true }).fill('77-1204')
  }),
  stop('wallet: an announced deposit', async (walker) => {
    await dialogOf(walker).getByRole('button').last().click()
    await walker.sees('wallet.deposit.expected')
  }),
  stop('today: an announced deposit', async (walker) => {
    await walker.follow(paths.today())
    await walker.sees('wallet.deposits')
  }),
]

const SEARCH: Stop[] = [
  stop('search: sales and customers', async ({ page, follow, text }) => {
    await follow(paths.sales())
    await page.getByRole('button', { name: text('shell.search') }).click()
    await page.getByRole('combobox', { name: text('shell.search') }).fill('4567')
    await expect(page.getByRole('option').filter({ hasText: '4567' }).first()).toBeVisible()
  }),
  stop('search: pages and settings', async ({ page, text }) => {
    await page.getByRole('combobox', { name: text('shell.search') }).fill(text('wallet.title'))
    await expect(
      page
        .getByRole('option')
        .filter({ hasText: text('wallet.title') })
        .first(),
    ).toBeVisible()
  }),
]

const SWITCHES = {
  payments: 'settings.payments.ask',
  scam: 'settings.scam.ask',
  privacy: 'settings.privacy.mask',
} as const

const MARKS: Stop[] = [
  stop('search: what the wallet may not cover', async ({ page, shop, follow, text }) => {
    await follow(paths.settings('wallet'))
    const form = page.getByRole('form', { name: text('settings.wallet'), exact: true })
    await form.getByRole('switch').last().click()
    await expect(page.getByText(text('settings.saved', { section: text('settings.wallet') }))).toBeVisible()
    shop.sandbox.setBalance('1.00')
    shop.moveClock(REFETCH_MS)
    await follow(paths.wallet())
    await expect(page.getByText('1.00').first()).toBeVisible()
    await follow(paths.sell())
    await page.getByRole('button', { name: text('shell.search') }).click()
    await page.getByRole('combobox').fill('qamra')
    await expect(
      page
        .getByRole('option')
        .getByRole('img', { name: text('ticket.beyondWallet') })
        .first(),
    ).toBeVisible()
  }),
  stop('ticket: what the wallet may not cover', async ({ page, sees, text }) => {
    const mark = page.getByRole('img', { name: text('ticket.beyondWallet') })
    await page.getByRole('option').filter({ has: mark }).first().click()
    await sees('ticket.beyondWallet')
  }),
]

const OPEN_ITEMS: Stop[] = [
  stop('open items: each kind', async (walker) => {
    await walker.follow(paths.openItems())
    await walker.sees('openItems.section.attention')
  }),
  stop('sale: resolved by a supervisor', lastInDialog, async (walker) => {
    await walker.follow(paths.sale(await sendTo(walker, 'replaced')))
    await walker.button('sale.resolve').click()
    await expect(dialogOf(walker)).toBeVisible()
  }),
  stop('sale: resolved without what support said', async (walker) => {
    await dialogOf(walker).getByLabel(walker.text('sale.resolve.not-sold')).check()
    await expect(walker.button('sale.resolve.noteMissing')).toBeVisible()
  }),
  stop('sale: resolved as not sold', async (walker) => {
    await dialogOf(walker).getByLabel(walker.text('sale.resolve.note')).fill('Reversed on their side.')
    await walker.button('sale.resolve.not-sold.do').click()
    await walker.sees('sale.resolved.not-sold')
  }),
]

const reportOf = ({ page, text }: Walker) => page.getByRole('region', { name: text('reports.byService') })

const REPORTS: Stop[] = [
  stop('reports: a day', async (walker) => {
    await turnPaymentsOn(walker.shop)
    await walker.follow(paths.reports())
    await expect(reportOf(walker).getByRole('row').nth(1)).toBeVisible()
  }),
  stop('reports: the table of its chart', async ({ page, text }) => {
    await page.getByText(text('reports.asTable')).click()
    await expect(page.getByRole('columnheader', { name: text('reports.hour') })).toBeVisible()
  }),
  dialog('reports: the choice of days', ({ page }) => page.locator('main [aria-haspopup="dialog"]')),
  stop('reports: the choice of the last day', lastInDialog, async (walker) => {
    const day = dialogOf(walker).getByRole('grid').getByRole('button', { disabled: false })
    await day.first().click()
    await walker.sees('reports.range.chooseLast')
  }),
  stop(
    'reports: a week beside the drawer',
    ({ page, text }) => page.getByRole('link', { name: text('shift.open') }),
    async (walker) => {
      await turnDrawersOn(walker.shop)
      await walker.follow(paths.reports())
      await walker.page.locator('main [aria-haspopup="dialog"]').first().click()
      await dialogOf(walker).getByText(walker.text('reports.preset.week')).click()
      await dialogOf(walker).getByRole('button').last().click()
      await expect(walker.page.getByRole('complementary')).toBeVisible()
    },
  ),
  stop('today: beside a drawer', async (walker) => {
    await walker.follow(paths.today())
    await walker.sees('wallet.deposits')
  }),
]

const SHOP: Stop[] = [
  page('reports: nothing sold', paths.reports(), ({ page, text }) => page.getByText(text('reports.nothing'))),
  page('wallet', paths.wallet(), ({ page }) => page.getByText(/\d,\d{3}\.\d\d/)),
  page('alerts', paths.alerts(), ({ page, text }) => page.getByText(text('shopAlerts.once'))),
  dialog('alerts: the mail server', ({ page, text }) =>
    page.getByRole('region', { name: text('shopAlerts.email') }).getByRole('button', { name: text('shopAlerts.edit') }),
  ),
  page('printer', paths.printer(), ({ page, text }) => page.getByRole('heading', { name: text('printer.title') })),
  stop('printer: one of the network', async ({ page, shop, follow, text }) => {
    const printer = { id: 'counter', name: 'Counter', host: '192.168.1.50', port: 9100, width: 80 }
    const printers = [{ ...printer, language: 'esc-pos' }]
    await write(page.request, 'PUT', `${shop.url}/api/settings`, { printers })
    await follow(paths.printer())
    await page.getByRole('radio', { name: text('printer.by.network') }).check()
    await expect(page.getByRole('radio', { name: 'Counter' })).toBeVisible()
  }),
  page('ready to sell', paths.ready(), ({ page, text }) => page.getByRole('heading', { name: text('ready.packages') })),
  page('support', paths.support(), ({ page, text }) => page.getByText(text('support.facts'))),
  page('catalog problems', paths.catalogProblems(), ({ page }) => page.getByRole('row').nth(2)),
  page('first steps', paths.firstSteps(), ({ page, text }) =>
    page.getByRole('heading', { name: text('firstSteps.title') }),
  ),
  page('not found', '/nothing-here', ({ page, text }) => page.getByText(text('shell.notFound.heading'))),
  page('a page of the service that nobody knows', '/page/loyalty-points', ({ page, text }) =>
    page.getByRole('heading', { name: text('pages.unknown') }),
  ),
  stop('help', async (walker) => {
    await walker.follow(paths.sales())
    await walker.page.getByRole('heading', { name: walker.text('salesList.title'), exact: true }).click()
    await walker.page.keyboard.press('?')
    await expect(dialogOf(walker)).toBeVisible()
  }),
  stop('the menu of a person', async ({ page, follow }) => {
    await follow(paths.sales())
    await page.getByRole('banner').locator('[aria-haspopup="menu"]').click()
    await expect(page.getByRole('menu')).toBeVisible()
  }),
  stop('the choice of sounds', lastInDialog, async (walker) => {
    // A menu that is open stays open on the way to the same page.
    await walker.goTo(paths.sales())
    await chooseInUserMenu(walker.page, walker.text('userMenu.sounds'))
    await expect(dialogOf(walker)).toBeVisible()
  }),
]

const BADGE = '04A1B2C3D4'

const STAFF: Stop[] = [
  page('staff: people', paths.staff(), (walker) => rowOf(walker, 'Amal Rahman')),
  stop(
    'staff: a person',
    ({ page, text }) =>
      page.getByRole('complementary').getByRole('button', { name: text('limits.unchanged'), exact: true }),
    async ({ page }) => {
      await page.getByRole('link', { name: 'Priya Nair' }).click()
      await expect(page.getByRole('complementary', { name: 'Priya Nair' })).toBeVisible()
    },
  ),
  dialog('staff: a badge is waited for', ({ button }) => button('staff.badgeAdd')),
  stop('staff: a person with a badge', async ({ page, locale }) => {
    await scan(page, BADGE)
    await expect(page.getByText(startingWith('staff.badgeSince', {}, locale))).toBeVisible()
  }),
  dialog('staff: block a person', ({ button }) => button('staff.block')),
  stop('staff: add a person', lastInDialog, async (walker) => {
    await walker.follow(paths.staff())
    await walker.button('staff.add').click()
    await expect(dialogOf(walker)).toBeVisible()
  }),
  page('staff: tills', paths.terminals(), (walker) => walker.page.getByRole('row').nth(1)),
  dialog('staff: the display of a till', ({ page, text }) =>
    page.getByRole('button', { name: new RegExp(`^${text('display.ofTill')}`) }),
  ),
  stop('staff: the code of a display', named('terminals.codeDone'), async (walker) => {
    await walker.button('display.pair').click()
    await expect(walker.button('terminals.anotherCode')).toBeVisible()
  }),
  page('staff: tills again', paths.terminals(), (walker) => walker.page.getByRole('row').nth(1)),
  dialog('staff: a new till', ({ button }) => button('terminals.add')),
  stop('staff: the code of a new till', named('terminals.codeDone'), async (walker) => {
    await dialogOf(walker).getByLabel(walker.text('terminals.nameOfNew')).fill('Front window beside the door')
    await walker.button('terminals.makeCode').click()
    await expect(dialogOf(walker).getByRole('timer')).toBeVisible()
  }),
  page('staff: who is signed in', paths.sessions(), (walker) => rowOf(walker, 'Hamad Saleh')),
  page('staff: limits', paths.limits(), ({ page, text }) =>
    page.getByRole('textbox', { name: text('limits.idle'), exact: true }),
  ),
  page('staff: log', paths.auditLog(), (walker) => walker.page.getByRole('row').nth(2)),
  stop('sign-in: names, where badges are read', async ({ page, shop, goTo, sees }) => {
    await write(page.request, 'DELETE', `${shop.url}/api/session`, {})
    await goTo(paths.signIn())
    await sees('badge.hint')
  }),
  stop('sign-in: a badge was read', async ({ page, sees }) => {
    await scan(page, BADGE)
    await sees('badge.enterPin', { name: 'Priya' })
  }),
]

const SETTINGS: Stop[] = [
  page('settings', paths.settings(), ({ page, text }) =>
    page.getByRole('searchbox', { name: text('settings.find'), exact: true }),
  ),
  ...(['scam', 'privacy', 'payments'] as const).map((id) =>
    stop(`settings: ${id} turned on`, async ({ page, follow, text }) => {
      await follow(paths.settings(id))
      await page.getByRole('switch', { name: text(SWITCHES[id]), exact: true }).click()
      await expect(page.getByRole('switch', { checked: true }).first()).toBeVisible()
    }),
  ),
  stop('settings: payments undone', async ({ button, sees }) =>
    expect(async () => {
      await button('list.undo').click({ timeout: 1_000 })
      await sees('settings.undone')
    }).toPass(),
  ),
  stop('settings: a new printer', async ({ page, follow, text }) => {
    await follow(paths.settings('printers'))
    await page.getByRole('button', { name: text('settings.printers.add'), exact: true }).click()
    await expect(page.getByRole('textbox', { name: text('settings.printers.name'), exact: true })).toBeVisible()
  }),
  stop('settings: favorites', async ({ page, shop, goTo, text }) => {
    await changeSettings(shop, { favorites: ['10', '500'].map((amount) => ({ serviceId: 'qamra-rc', amount })) })
    await goTo(paths.settings('favorites'))
    await expect(page.getByRole('form', { name: text('settings.favorites'), exact: true })).toContainText('500')
  }),
  ...(
    ['day', 'brand', 'quick', 'wallet', 'drawer', 'display', 'phone', 'badge', 'times', 'pictures', 'test'] as const
  ).map((id) =>
    page(`settings: ${id}`, paths.settings(id), ({ page, text }) =>
      page.getByRole('form', { name: text(`settings.${id}`), exact: true }),
    ),
  ),
  page('settings: the receipt', paths.settings('receipt'), ({ page, text }) =>
    page.getByRole('form', { name: text('settings.receipt'), exact: true }),
  ),
  stop('settings: the receipt with a tax number', async ({ page, text }) => {
    await page
      .getByRole('textbox', { name: text('settings.receipt.taxNumber'), exact: true })
      .fill('100-2233-4455-6677')
    await expect(page.getByRole('textbox', { name: text('settings.receipt.taxName'), exact: true })).toBeVisible()
  }),
]

export const lists: Walk = {
  name: 'lists',
  person: 'Hamad Saleh',
  stops: [...SALES, ...TODAY, ...WALLET, ...SEARCH, ...OPEN_ITEMS, ...REPORTS],
}
export const shopPages: Walk = {
  name: 'the pages of a shop',
  person: 'Hamad Saleh',
  stops: SHOP,
}
export const staffPages: Walk = { name: 'the people of a shop', person: 'Hamad Saleh', stops: STAFF }
export const settingsPages: Walk = {
  name: 'the settings of a shop',
  person: 'Hamad Saleh',
  stops: [...SETTINGS, ...MARKS],
}

async function listOf({ page, goTo, text }: Walker, lines: string[]): Promise<void> {
  await goTo(paths.list())
  await page.getByLabel(text('list.text')).fill(lines.join('\n'))
}

export const cashierPages: Walk = {
  name: 'the pages of a cashier',
  person: 'Amal Rahman',
  stops: [
    page('open items: none', paths.openItems(), ({ page, text }) => page.getByText(text('openItems.empty'))),
    page('ready to sell: for a cashier', paths.ready(), ({ page, text }) =>
      page.getByRole('heading', { name: text('ready.packages') }),
    ),
    page('for supervisors', paths.wallet(), ({ page, text }) =>
      page.getByRole('heading', { name: text('supervisors.heading') }),
    ),
    stop('list: empty', named('list.empty'), async ({ follow, sees }) => {
      await follow(paths.list())
      await sees('list.emptyHint')
    }),
    stop('list: lines with problems', from('list.fixLines', { count: 6 }), async ({ page, text }) => {
      const lines = [
        '0501234567, 50, Qamra',
        '5.01E+08, 25',
        '0501234567, 50, Qamra',
        '0501234568, 1,000',
        '050 3 Velto',
      ]
      await page
        .getByLabel(text('list.text'))
        .fill([...lines, '0501234569, 50, Etisalt', '041234567 7 Qamra'].join('\n'))
      await expect(page.getByText('+971 50 123 4567').first()).toBeVisible()
    }),
    stop('list: a line is corrected', from('list.fixLines', { count: 6 }), async ({ button }) => {
      await button('list.edit', { line: 2 }).click()
      await expect(button('list.save', { line: 2 })).toBeVisible()
    }),
    stop('list: too many lines', named('list.fixList'), async (walker) => {
      const lines = Array.from({ length: MAX_LIST_LINES + 1 }, (_, at) => `${501_230_000 + at}, 25, Qamra`)
      await listOf(walker, lines)
      await expect(walker.button('list.fixList')).toBeVisible()
    }),
    stop('list: each line can be sold', from('list.check', { count: 2 }), async (walker) => {
      await listOf(walker, ['0501234567, 500, Qamra', '0501234568, 25.00, Qamra'])
      await expect(walker.buttonFrom('list.check', { count: 2 })).toBeVisible()
    }),
    stop('list: a review', from('lines.sell', { count: 2 }), async ({ buttonFrom }) => {
      await buttonFrom('list.check', { count: 2 }).click()
      await expect(buttonFrom('lines.sell', { count: 2 })).toBeVisible()
    }),
  ],
}
