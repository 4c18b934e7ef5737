import type { Page } from 'playwright/test'

import { enrolKiosk, KIOSK_VIEWPORT } from './support/kiosk.ts'
import { openNewShop } from './support/new-shop.ts'
import { expectConsoleErrors, SLOWLY, test, type Shop } from './support/shop.ts'
import { international } from './walk/international.ts'
import { cashierPages, lists, shopPages } from './walk/lists.ts'
import { newShopStops } from './walk/new-shop.ts'
import { refusedSales, sales } from './walk/sales.ts'
import { firstScreens, selling } from './walk/selling.ts'
import { idleLock, kiosk, troubles } from './walk/troubles.ts'
import { prepareLook, SIZES, walk, type Look, type Stop, type Walk } from './walk/walk.ts'

const LOOKS: Look[] = (['en', 'ar'] as const).map((locale) => ({ locale, themes: ['light', 'dark'], sizes: SIZES }))

/** A part that is looked at in every `npm test`. */
const SAMPLE = {
  name: 'four pages',
  person: 'Hamad Saleh',
  stops: ['ticket: fixed price', 'review: a recharge', 'staff: people', 'staff: a person'].map(findStop),
}
const SAMPLE_SIZES = SIZES.filter(({ width }) => width === 1280 || width === 390)
const SAMPLE_LOOKS: Look[] = [
  { locale: 'en', themes: ['light'], sizes: SAMPLE_SIZES },
  { locale: 'ar', themes: ['dark'], sizes: SAMPLE_SIZES },
]

function findStop(name: string): Stop {
  const stop = [selling, sales, shopPages].flatMap(({ stops }) => stops).find((each) => each.name === name)
  if (!stop) throw new Error(`no walk has a stop ${name}`)
  return stop
}

const titleOf = ({ name }: Pick<Walk, 'name'>, { locale }: Look) =>
  `${name}: nothing is cut, covered or out of reach, in ${locale === 'ar' ? 'Arabic' : 'English'}`

async function begin(page: Page, shop: Shop, each: Walk, look: Look, consoleErrors: string[]): Promise<void> {
  await prepareLook(page, look.locale)
  // Refusals and tills that do not answer are among the states.
  expectConsoleErrors(consoleErrors, /Failed to load resource/)
  if (each.person !== undefined) await shop.signIn(page, each.person)
  await walk(page, shop, each.stops, look)
}

for (const look of SAMPLE_LOOKS) {
  test(titleOf(SAMPLE, look), ({ page, shop, consoleErrors }) => begin(page, shop, SAMPLE, look, consoleErrors))
}

test.describe('every page in its states', { tag: '@sizes' }, () => {
  test.use({ settings: SLOWLY })

  for (const look of LOOKS) {
    for (const each of [firstScreens, selling, sales, international, lists, shopPages, cashierPages, troubles])
      test(titleOf(each, look), ({ page, shop, consoleErrors }) => begin(page, shop, each, look, consoleErrors))

    test(titleOf(idleLock, look), async ({ page, shop, consoleErrors }) => {
      await page.clock.install()
      await begin(page, shop, idleLock, look, consoleErrors)
    })

    test(titleOf({ name: 'a new shop' }, look), async ({ page, shop }) => {
      const newShop = await openNewShop()
      try {
        await prepareLook(page, look.locale)
        await walk(page, shop, newShopStops(newShop.setupLink), look)
        // The page must not ask a till that is gone.
        await page.goto('about:blank')
      } finally {
        await newShop.close()
      }
    })
  }
})

for (const look of LOOKS) {
  test(titleOf(refusedSales, look), { tag: '@sizes' }, ({ page, shop, consoleErrors }) =>
    begin(page, shop, refusedSales, look, consoleErrors),
  )
}

test.describe('a kiosk', { tag: '@sizes' }, () => {
  test.use({ settings: SLOWLY, ...KIOSK_VIEWPORT })

  for (const look of LOOKS) {
    test(titleOf(kiosk, look), async ({ page, shop, consoleErrors }) => {
      await enrolKiosk(page, shop)
      await begin(page, shop, kiosk, look, consoleErrors)
    })
  }
})
