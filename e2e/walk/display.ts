import { paths } from '#browser/paths.ts'
import type { DisplayShop, DisplayView } from '#api/displays.ts'
import { aLogo } from '../../tests/support/a-logo.ts'
import { decimal, money } from '#domain/money/money.ts'
import { named, stop, type Stop, type Walk, type Walker } from './walk.ts'

const LOGO = aLogo(600, 200)
const ORDER_LINK = 'https://till.shop-of-sidra.example/order#sidra.t8k2x1.abcdefghijklmnopqrstuv'
const aed = (amount: string) => money(decimal(amount), 'AED')
const product = { name: 'Qamra Recharge and Internet for Visitors' }
const abroad = { name: 'Islanet Telecom', country: { id: 'PHL', name: 'Philippines' } }

/** Answers the display for as long as the test looks at it, because the ticket of a till would expire before that. */
async function show({ page, goTo }: Walker, view: DisplayView, more: DisplayShop = {}): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const shop: DisplayShop = { name: 'Sidra Corner Shop and Phone Repairs', ...more }
  await page.route(`**/api/display/shop`, (route) => route.fulfill({ json: shop }))
  await page.route(`**/api/display`, (route) => route.fulfill({ json: { ...view, isPractice: true } }))
  await goTo(paths.display())
}

const showing = (
  name: string,
  view: DisplayView,
  sees: (walker: Walker) => Promise<void>,
  action?: Stop['action'],
  shop?: DisplayShop,
): Stop => ({
  name: `display: ${name}`,
  reach: async (walker) => {
    await show(walker, view, shop)
    await sees(walker)
  },
  ...(action && { action }),
})

const number = '+971 50 123 4567'
const masked = '+971 •• ••• 4567'

/** The customer display in each of its states, with the longest words and amounts. */
export const displays: Walk = {
  name: 'the customer display',
  stops: [
    stop('display: not paired', named('display.codeMissing'), async (walker) => {
      await walker.goTo(paths.display())
      await walker.sees('display.pairTitle')
    }),
    showing('the shop', { show: 'idle' }, ({ sees }) => sees('display.goods')),
    showing('the shop, with its brand and products', { show: 'idle' }, ({ sees }) => sees('display.goods'), undefined, {
      logo: LOGO,
      accent: 'plum',
      orderLink: ORDER_LINK,
      shelf: {
        brands: Array.from({ length: 12 }, (_, at) => ({ name: `Qamra ${at}`, picture: LOGO })),
        offers: [
          { lines: ['Send home', 'Top-ups to seventy countries'], isInternational: true, picture: LOGO },
          { lines: ['Larkspur Family Bundle for Games, Films and Music of the Whole Year'], isInternational: false },
        ],
      },
    }),
    showing('the shop, with orders from phones', { show: 'idle' }, ({ sees }) => sees('display.order'), undefined, {
      orderLink: ORDER_LINK,
    }),
    showing('half a number', { show: 'number', number: '+971 50 12_ ____', product }, ({ sees }) =>
      sees('display.number.title'),
    ),
    showing(
      'a number to check',
      { show: 'number', number: '+63 917 555 0142', product: abroad, pays: aed('125.50'), version: 1 },
      ({ sees }) => sees('display.number.check'),
      named('display.number.correct'),
    ),
    showing(
      'a number that is wrong',
      { show: 'number', number, product, pays: aed('500'), version: 1, answer: 'number-changed' },
      ({ sees }) => sees('display.number.tell'),
      named('display.number.afterAll'),
    ),
    showing(
      'to pay',
      { show: 'pay', product, quantity: 10, pays: aed('4500'), number, cashTendered: aed('5000'), change: aed('500') },
      ({ sees }) => sees('display.change'),
    ),
    showing(
      'on its way',
      {
        show: 'on-its-way',
        product,
        others: 3,
        pays: aed('500'),
        number: masked,
        change: aed('500'),
        statusLink: 'https://shop.example/s/01KAJ8Q0000000000000000009',
      },
      ({ sees }) => sees('display.onItsWay.lead'),
    ),
    showing(
      'sold',
      {
        show: 'sold',
        product,
        pays: aed('500'),
        gets: aed('500'),
        number: masked,
        change: aed('500'),
        saleNumber: 487,
      },
      ({ sees }) => sees('display.thanks'),
    ),
    showing('to the counter', { show: 'ask' }, ({ sees }) => sees('display.ask.lead')),
    stop('display: the till does not answer', async ({ page, sees }) => {
      await page.route(`**/api/display`, (route) => route.abort())
      await sees('display.offline')
    }),
  ],
}
