import type { Page } from 'playwright/test'

import { LOCALES } from '#browser/i18n/writing.ts'
import { enrollKiosk, enrollTablet, KIOSK_VIEWPORT } from './support/kiosk.ts'
import { openNewShop, setUp, type NewShop } from './support/new-shop.ts'
import { SLOW } from '../tests/support/pace.ts'
import { expectConsoleErrors, test, type Shop } from './support/shop.ts'
import { openUnconnectedTill } from './support/unconnected-till.ts'
import { baskets } from './walk/basket.ts'
import { kioskPayments, paidRefund, payments, practice, SUPERVISOR_PIN } from './walk/counter.ts'
import { connectStops } from './walk/connect.ts'
import { displays } from './walk/display.ts'
import { international } from './walk/international.ts'
import { cashierPages, lists, settingsPages, shopPages, staffPages } from './walk/lists.ts'
import { newShopStops } from './walk/new-shop.ts'
import { orders, selfOrder } from './walk/orders.ts'
import { restoredStops } from './walk/restored.ts'
import { refusedSales, sales } from './walk/sales.ts'
import { shifts } from './walk/shift.ts'
import { firstScreens, selling } from './walk/selling.ts'
import { shops } from './walk/shops.ts'
import { statusPages } from './walk/status.ts'
import { idleLock, kiosk, troubles } from './walk/troubles.ts'
import { VIEWS, type View } from './walk/views.ts'
import { prepareLook, walk, type Look, type Stop, type Walk } from './walk/walk.ts'

/** No color depends on the language, so one language shows the contrast of the other theme. */
const LOOKS: Look[] = LOCALES.map((locale) => ({
  locale,
  themes: locale === 'en' ? ['light', 'dark'] : ['light'],
  views: VIEWS,
}))

const COUNTER: View = { width: 1280, height: 800 }
const UPRIGHT: View = KIOSK_VIEWPORT.viewport
const PHONE: View = { width: 390, height: 844 }

/** Part of a walk, at one size and in one theme. */
type Sample = Walk & { look: Look }

const sampleOf = (fields: { name: string; person?: string; from: Walk[]; stops: string[]; look: Look }): Sample => ({
  ...fields,
  stops: fields.stops.map((name) => {
    const stop = fields.from.flatMap(({ stops }) => stops).find((each) => each.name === name)
    if (!stop) throw new Error(`no walk has a stop ${name}`)
    return stop
  }),
})

/**
 * Run in every `npm test`: each page once, as its person sees it. Other flows cover the pages of a new shop and of a
 * kiosk.
 */
const SAMPLES: Sample[] = [
  sampleOf({
    name: 'the pages of a cashier, once',
    person: 'Amal Rahman',
    from: [selling, sales, cashierPages, international, orders],
    stops: [
      'open items: none',
      'sell: products',
      'sell: a category',
      'ticket: fixed price',
      'review: a recharge',
      'sale: success',
      'code: numberAndLink',
      'quantity: review',
      'for supervisors',
      'list: empty',
      'list: lines with problems',
      'orders: none',
      'international: countries',
      'international: operators',
    ],
    look: { locale: 'ar', themes: ['dark'], views: [PHONE] },
  }),
  sampleOf({
    name: 'the pages of a supervisor, once',
    person: 'Hamad Saleh',
    from: [lists, shopPages, staffPages, settingsPages, shifts, shops],
    stops: [
      'sales: a day',
      'today: a day with sales',
      'open items: each kind',
      'reports: a day',
      'wallet',
      'alerts',
      'printer',
      'ready to sell',
      'support',
      'catalog problems',
      'not found',
      'help',
      'staff: people',
      'staff: a person',
      'staff: tills',
      'staff: who is signed in',
      'settings',
      'settings: the receipt',
      'staff: limits',
      'staff: log',
      'shift: none is open',
      'shops: some cannot be read',
    ],
    look: { locale: 'ar', themes: ['light'], views: [COUNTER] },
  }),
]

const NAMES = new Intl.DisplayNames('en', { type: 'language' })
const RESTORED = { name: 'back from a backup' }

const titleOf = ({ name }: Pick<Walk, 'name'>, { locale }: Look) =>
  `${name}: nothing is cut, covered, out of reach or a barrier, in ${NAMES.of(locale)}`

async function begin(page: Page, shop: Shop, each: Walk, look: Look, consoleErrors: string[]): Promise<void> {
  await prepareLook(page, look.locale)
  // Rejections and servers that do not answer are among the states.
  expectConsoleErrors(consoleErrors, /Failed to load resource/)
  if (each.person !== undefined) await shop.signIn(page, each.person)
  await walk(page, shop, each.stops, look)
}

/** Begins in a new shop with the setup link from the console. */
async function beginInNewShop(page: Page, shop: Shop, look: Look, consoleErrors: string[]): Promise<void> {
  expectConsoleErrors(consoleErrors, /Failed to load resource/)
  const newShop = await openNewShop()
  try {
    await prepareLook(page, look.locale)
    await walk(page, shop, newShopStops(newShop.setupLink), look)
    // The page must not send requests to a stopped server.
    await page.goto('about:blank')
  } finally {
    await newShop.close()
  }
}

/** From the link on the console where nothing is set. */
async function beginUnconnected(page: Page, shop: Shop, look: Look, consoleErrors: string[]): Promise<void> {
  expectConsoleErrors(consoleErrors, /Failed to load resource/)
  const till = await openUnconnectedTill()
  try {
    await prepareLook(page, look.locale)
    await walk(page, { ...shop, url: till.url }, connectStops(till), look)
    await page.goto('about:blank')
  } finally {
    await till.close()
  }
}

async function beginInRealShop(
  page: Page,
  shop: Shop,
  stopsOf: (shop: NewShop) => Stop[],
  look: Look,
  consoleErrors: string[],
): Promise<void> {
  // Requests at the moment of the switch still name the mode that the page showed before.
  expectConsoleErrors(consoleErrors, /Failed to load resource/)
  const newShop = await openNewShop()
  try {
    await setUp(page.request, newShop, SUPERVISOR_PIN)
    await prepareLook(page, look.locale)
    await walk(page, { ...shop, url: newShop.url }, stopsOf(newShop), look)
    await page.goto('about:blank')
  } finally {
    await newShop.close()
  }
}

test.describe('a sample', () => {
  test.use({ polling: SLOW })

  for (const each of SAMPLES) {
    test(titleOf(each, each.look), ({ page, shop, consoleErrors }) => begin(page, shop, each, each.look, consoleErrors))
  }
})

test.describe('every page in all its states', { tag: '@sizes' }, () => {
  test.use({ polling: SLOW })

  for (const look of LOOKS) {
    for (const each of [
      firstScreens,
      selling,
      baskets,
      sales,
      international,
      lists,
      shopPages,
      staffPages,
      settingsPages,
      shifts,
      payments,
      orders,
      cashierPages,
      displays,
      shops,
      statusPages,
      troubles,
    ])
      test(titleOf(each, look), ({ page, shop, consoleErrors }) => begin(page, shop, each, look, consoleErrors))

    test(titleOf(idleLock, look), async ({ page, shop, consoleErrors }) => {
      await page.clock.install()
      await begin(page, shop, idleLock, look, consoleErrors)
    })

    test(titleOf(practice, look), ({ page, shop, consoleErrors }) =>
      beginInRealShop(page, shop, () => practice.stops, look, consoleErrors),
    )

    test(titleOf(RESTORED, look), ({ page, shop, consoleErrors }) =>
      beginInRealShop(page, shop, restoredStops, look, consoleErrors),
    )

    test(titleOf({ name: 'an account that is connected' }, look), ({ page, shop, consoleErrors }) =>
      beginUnconnected(page, shop, look, consoleErrors),
    )

    test(titleOf({ name: 'a new shop' }, look), ({ page, shop, consoleErrors }) =>
      beginInNewShop(page, shop, look, consoleErrors),
    )
  }
})

for (const look of LOOKS) {
  for (const each of [refusedSales, paidRefund])
    test(titleOf(each, look), { tag: '@sizes' }, ({ page, shop, consoleErrors }) =>
      begin(page, shop, each, look, consoleErrors),
    )
}

test.describe('a kiosk', { tag: '@sizes' }, () => {
  test.use({ polling: SLOW, ...KIOSK_VIEWPORT })

  for (const look of LOOKS) {
    test(titleOf(kiosk, look), async ({ page, shop, consoleErrors }) => {
      await enrollKiosk(page, shop)
      const views = [UPRIGHT, ...look.views.filter(({ width }) => width !== UPRIGHT.width)]
      await begin(page, shop, kiosk, { ...look, views }, consoleErrors)
    })

    test(titleOf(selfOrder, look), async ({ page, shop, consoleErrors }) => {
      await enrollTablet(page, shop)
      await begin(page, shop, selfOrder, look, consoleErrors)
    })

    test(titleOf(kioskPayments, look), async ({ page, shop, consoleErrors }) => {
      await enrollKiosk(page, shop)
      const views = [UPRIGHT, ...look.views.filter(({ width }) => width !== UPRIGHT.width)]
      await begin(page, shop, kioskPayments, { ...look, views }, consoleErrors)
    })
  }
})
