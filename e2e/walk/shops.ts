import type { KnownShop, Shops, ShopsReport } from '#api/shops.ts'
import { paths } from '#browser/paths.ts'
import { decimal, money } from '#domain/money/money.ts'
import { expect } from '../support/shop.ts'
import { stop, type Walk } from './walk.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')
const kwd = (amount: string) => money(decimal(amount), 'KWD')
const DAY = '2026-11-20'
const AS_OF = Date.UTC(2026, 10, 20, 10, 34)

const shop = (id: string, name: string, changes: Partial<KnownShop> = {}): KnownShop => ({
  id,
  name,
  state: 'read',
  isLed: true,
  wallet: { balance: aed('12318.5'), asOf: AS_OF, isStale: false, runwayDays: 12.4 },
  openItems: { openItems: 0, attention: 0, refundsDue: 0, undelivered: 0 },
  alerts: [],
  isWatched: true,
  today: { day: DAY, sold: { count: 112, amount: [aed('12340')], codesComing: 0 }, tests: 0 },
  ...changes,
})

const SHOPS: Shops = {
  here: 'deira',
  shops: [
    { id: 'marina', name: 'Marina Walk Groceries and Phones', state: 'unreachable' },
    { id: 'kuwait', name: 'Salmiya', state: 'unreadable' },
    shop('souk', 'Gold Souk', {
      isLed: false,
      isWatched: false,
      wallet: {
        balance: kwd('84.125'),
        asOf: AS_OF,
        isStale: true,
        runwayDays: 0.7,
        low: 'line',
        line: kwd('150'),
      },
      openItems: { openItems: 13, attention: 2, refundsDue: 1, undelivered: 10 },
      today: { day: DAY, sold: { count: 1, amount: [kwd('1.25')], codesComing: 1 }, tests: 1 },
    }),
    shop('deira', 'Sidra Corner Shop'),
  ],
  today: { count: 113, amount: [aed('12340'), kwd('1.25')], tests: 1 },
}

const none = { count: 0, amount: [] }
const totals = (sold: number, paid: ReturnType<typeof aed>[]): ShopsReport['sum'] => ({
  count: sold,
  sold,
  notSold: 2,
  waiting: 1,
  unknown: 0,
  paid,
  cost: paid,
  margin: [],
  withoutMargin: 3,
  tests: none,
  refundsDue: none,
  losses: { refunded: none, belowCost: none },
})
const REPORT: ShopsReport = {
  shops: [
    { id: 'deira', name: 'Sidra Corner Shop', state: 'read', totals: totals(112, [aed('12340')]) },
    { id: 'souk', name: 'Gold Souk', state: 'read', totals: totals(1, [kwd('1.25')]) },
    { id: 'marina', name: 'Marina Walk Groceries and Phones', state: 'unreachable' },
  ],
  sum: totals(113, [aed('12340'), kwd('1.25')]),
}

/** The pages of an owner of an installation; their answers are made up here. */
export const shops: Walk = {
  name: 'the shops of an owner',
  person: 'Hamad Saleh',
  stops: [
    stop('shops: some cannot be read', async ({ page, goTo }) => {
      await page.route(`**/api/session`, async (route) => {
        const answer = await route.fetch()
        const session: { person?: object } = await answer.json()
        await route.fulfill({ response: answer, json: { ...session, person: { ...session.person, isOwner: true } } })
      })
      await page.route(`**/api/shops`, (route) => route.fulfill({ json: SHOPS }))
      await page.route(`**/api/shops/report*`, (route) => route.fulfill({ json: REPORT }))
      await goTo(paths.shops())
      await expect(page.getByRole('row').filter({ hasText: 'Gold Souk' })).toBeVisible()
    }),
  ],
}
