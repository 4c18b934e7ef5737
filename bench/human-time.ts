import type { Locator, Page } from 'playwright'

import type { SetSettings } from '../src/api/settings.ts'
import { recipients } from '../src/sandbox/scenarios.ts'
import { startBuiltShop } from '../e2e/support/built.ts'
import { buildWhenStale } from '../tools/build.mjs'
import { launchChromium } from '../tools/find-chromium.ts'
import { startingWith, text } from '../tests/support/texts.ts'
import { changeSettings, signIn } from './support/browser.ts'
import { humanHand, robotHand, type Hand } from './support/hand.ts'
import { check, note, round } from './support/measure.ts'

/** How much a person at the model's pace in Chromium may differ from the model. */
const DIFFERENCE = 0.2
/** Longer than the same sale counts as a likely duplicate. */
const LATER_MS = 11 * 60_000

type Run = (hand: Hand, till: Till) => Promise<void>

type Flow = {
  name: string
  /** What was sold in this shop before, and whether so long ago that the same sale is no likely duplicate. */
  before?: Run
  isLater?: true
  /** What a robot may need at most, until the next customer can be served. */
  robot?: readonly [taps: number, keys: number]
  /** What a person may need at most from the first press to *Send* (s). */
  seconds?: number
  settings?: SetSettings
  /** A cashier by default. */
  role?: 'supervisor'
  run: Run
}

type Till = ReturnType<typeof tillOn>
let nextNumber = 501_244_560

/** Numbers of Qamra that were never sold, in the groups in which a customer says them. */
function newNumber(): [string, string, string] {
  const number = String((nextNumber += 1))
  return [number.slice(0, 2), number.slice(2, 5), number.slice(5)]
}

function tillOn(page: Page) {
  const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name })
  const group = (name: string) => page.getByRole('group', { name })
  const exact = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
  return {
    page,
    number: page.getByLabel(text('ticket.mobileNumber')),
    tile: (name: RegExp) => button(name, page.getByRole('main')).first(),
    amountKey: (amount: string) => exact(amount, page.getByRole('region', { name: /Qamra/ })),
    operator: (name: string) => button(name, group(text('quick.operators'))),
    foreignOperator: button('Islanet', group(text('international.operators'))),
    foreignAmount: page.getByRole('tabpanel').getByRole('button').first(),
    quickAmount: (amount: string) => exact(amount, group(text('ticket.quickAmounts'))),
    known: page
      .getByRole('region', { name: text('known.heading') })
      .getByRole('button')
      .first(),
    recent: button(/AED 50/, page.getByRole('region', { name: text('quick.recent') })),
    again: button(new RegExp(text('sale.again')), page.getByRole('complementary')).first(),
    evenSo: button(startingWith('sale.duplicate.again')),
    send: button(startingWith('sale.send')),
    sell: button(startingWith('sale.sell')),
    cash100: button(/^100, 50 back/, page.getByRole('group', { name: text('sale.send'), exact: true })),
    openItems: page.getByRole('link', { name: /^Open items \d/ }),
    refund: button(startingWith('sale.refundHeading')),
    refunded: button(startingWith('sale.refundedAmount'), page.getByRole('dialog')),
    search: button(startingWith('shell.search'), page.getByRole('banner')),
    found: page
      .getByRole('listbox', { name: text('search.found') })
      .getByRole('option', { name: /Qamra Recharge/ })
      .first(),
    reports: page.getByRole('link', { name: text('shell.reports') }),
    next: button(startingWith('sale.nextCustomer')).or(button(startingWith('delivery.givenNext'))),
  }
}

/** `isNew`: the till has not learned the operator of the prefix. */
const sellByNumber =
  ({ isNew = false, key = 'send' }: { isNew?: boolean; key?: 'send' | 'cash100' }): Run =>
  async (hand, till) => {
    await hand.digits(...newNumber())
    await hand.think()
    if (isNew) {
      await hand.tap(till.operator('Qamra'))
      await hand.think()
    }
    await hand.tap(till.amountKey('50'))
    await hand.think()
    await hand.send(till[key])
    await hand.tap(till.next)
  }

const sellToNewPrefix = sellByNumber({ isNew: true })

/** From the tiles on. */
const sellOnTicket: Run = async (hand, till) => {
  await hand.digits(...newNumber())
  await hand.tap(till.quickAmount('50'))
  await hand.send(till.send)
  await hand.tap(till.next)
}

const sellCode: Run = async (hand, till) => {
  await hand.think()
  await hand.send(till.sell)
  await hand.tap(till.next)
}

const sellAbroad =
  (isPrefixKnown: boolean): Run =>
  async (hand, till) => {
    await hand.digits('0063', '917', '555', String((nextNumber += 1)).slice(-4))
    await hand.think()
    if (!isPrefixKnown) {
      await hand.tap(till.foreignOperator)
      await hand.think()
    }
    await hand.tap(till.foreignAmount)
    await hand.think()
    await hand.send(till.send)
    await hand.tap(till.next)
  }

const FLOWS: readonly Flow[] = [
  { name: 'Recharge, number first, new prefix', robot: [4, 9], seconds: 12, run: sellToNewPrefix },
  { name: 'Recharge, number first', before: sellToNewPrefix, robot: [3, 10], seconds: 12, run: sellByNumber({}) },
  {
    name: 'Recharge, keys only',
    before: sellToNewPrefix,
    robot: [0, 15],
    run: async (hand, { page, send, next }) => {
      await hand.digits(...newNumber())
      await hand.press('Enter')
      await page.waitForURL(/\/sell\/product\//)
      await hand.digits('50')
      await hand.press('Enter')
      for (const control of [send, next]) {
        await control.click({ trial: true })
        await hand.press('Enter')
      }
    },
  },
  {
    name: 'Recharge, tile on the first page',
    robot: [4, 9],
    run: async (hand, till) => {
      await hand.tap(till.tile(/^Qamra Recharge/))
      await sellOnTicket(hand, till)
    },
  },
  {
    name: 'Recharge, in its category',
    robot: [5, 9],
    run: async (hand, till) => {
      await hand.tap(till.tile(/^Mobile recharge/))
      await hand.tap(till.tile(/^Qamra Recharge/))
      await sellOnTicket(hand, till)
    },
  },
  {
    name: 'Recharge with cash 100',
    before: sellByNumber({ isNew: true, key: 'cash100' }),
    robot: [3, 10],
    settings: { payments: { methods: ['cash', 'card', 'other'], default: 'cash' } },
    run: sellByNumber({ key: 'cash100' }),
  },
  {
    name: 'Last product and amount, another number',
    before: sellToNewPrefix,
    robot: [3, 9],
    run: async (hand, till) => {
      await hand.digits(...newNumber())
      await hand.tap(till.recent)
      await hand.send(till.send)
      await hand.tap(till.next)
    },
  },
  {
    name: 'Repeat a local number',
    before: sellToNewPrefix,
    isLater: true,
    robot: [2, 0],
    run: async (hand, till) => {
      await hand.tap(till.again)
      await hand.send(till.send)
    },
  },
  {
    name: 'Usual number, by its last four digits',
    before: sellToNewPrefix,
    isLater: true,
    robot: [3, 4],
    seconds: 6,
    run: async (hand, till) => {
      await hand.digits(String(nextNumber).slice(-4))
      await hand.think()
      await hand.tap(till.known)
      await hand.think()
      await hand.send(till.send)
      await hand.tap(till.next)
    },
  },
  {
    name: 'Voucher, tile on the first page',
    robot: [3, 0],
    seconds: 5,
    run: async (hand, till) => {
      await hand.tap(till.tile(/^Pixelmoor 100/))
      await sellCode(hand, till)
    },
  },
  {
    name: 'Voucher, in its category',
    robot: [4, 0],
    seconds: 5,
    run: async (hand, till) => {
      await hand.tap(till.tile(/^Gaming/))
      await hand.think()
      await hand.tap(till.tile(/^Orbyte 50/))
      await sellCode(hand, till)
    },
  },
  { name: 'International, number first, new prefix', robot: [4, 14], seconds: 20, run: sellAbroad(false) },
  {
    name: 'International, number first, known prefix',
    before: sellAbroad(false),
    robot: [4, 14],
    seconds: 20,
    run: sellAbroad(true),
  },
  {
    name: 'International, by its tiles',
    robot: [6, 10],
    run: async (hand, till) => {
      await hand.tap(till.tile(/^International/))
      await hand.tap(till.tile(/^Philippines/))
      await hand.tap(till.foreignOperator)
      await hand.digits('917', '555', String((nextNumber += 1)).slice(-4))
      await hand.tap(till.foreignAmount)
      await hand.send(till.send)
      await hand.tap(till.next)
    },
  },
  {
    name: 'International, same again at once',
    before: sellAbroad(false),
    robot: [4, 0],
    run: async (hand, till) => {
      await hand.tap(till.again)
      await hand.tap(till.evenSo)
      await hand.send(till.send)
      await hand.tap(till.next)
    },
  },
  {
    name: 'Record a refund',
    before: async (hand, till) => {
      await hand.digits('5', recipients.failsAfterPending.slice(-8))
      await hand.tap(till.operator('Qamra'))
      await hand.tap(till.amountKey('25'))
      await hand.send(till.send)
      await hand.tap(till.next)
    },
    robot: [3, 0],
    run: async (hand, till) => {
      await hand.tap(till.openItems)
      await hand.tap(till.refund)
      await hand.tap(till.refunded)
    },
  },
  {
    name: 'Find a sale by its number',
    before: sellToNewPrefix,
    robot: [1, 4],
    run: async (hand, till) => {
      await hand.tap(till.search)
      await hand.digits(String(nextNumber).slice(-4))
      await till.found.waitFor()
    },
  },
  {
    name: 'Report of the day',
    role: 'supervisor',
    robot: [1, 0],
    run: async (hand, { page, reports }) => {
      await hand.tap(reports)
      await page.getByRole('heading', { level: 1, name: text('reports.title') }).waitFor()
    },
  },
]

await buildWhenStale()
const browser = await launchChromium()
try {
  for (const flow of FLOWS.filter(({ name }) => process.argv.slice(2).every((part) => name.includes(part)))) {
    console.log(flow.name)
    if (flow.robot) await tellRobot(flow, flow.robot)
    if (flow.seconds !== undefined) await tellHuman(flow, flow.seconds)
  }
} finally {
  await browser.close()
}

async function tellRobot(flow: Flow, [taps, keys]: readonly [number, number]) {
  const counted = await inShop(flow, async (page) => {
    const hand = robotHand(page)
    await flow.run(hand, tillOn(page))
    return hand.counted()
  })
  check('taps', counted.taps, { most: taps }, '')
  check('keys', counted.keys, { most: keys }, '')
  note('robot', `${round(counted.seconds)} s`)
}

async function tellHuman(flow: Flow, most: number) {
  const { seconds, model, operators } = await inShop(flow, async (page) => {
    const hand = humanHand(page)
    await flow.run(hand, tillOn(page))
    return hand.measured()
  })
  check(`model (${operators})`, model, { most }, 's')
  check('at a human pace in Chromium', seconds, { most }, 's')
  check('difference', Math.abs(seconds / model - 1), { most: DIFFERENCE }, '')
}

/** Each run has its own shop. */
async function inShop<T>({ before, isLater, role, settings }: Flow, run: (page: Page) => Promise<T>): Promise<T> {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const shop = await startBuiltShop({ clock: { now, wall: now } })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    if (settings) await changeSettings(page, shop.url, settings)
    await signIn(page, shop.url, role)
    const till = tillOn(page)
    await till.number.waitFor()
    if (before) {
      await before(robotHand(page), till)
      await till.number.waitFor()
    }
    if (isLater) {
      aheadMs += LATER_MS
      // The till has locked itself since.
      await signIn(page, shop.url, role)
      await till.number.waitFor()
    }
    return await run(page)
  } finally {
    await context.close()
    await shop.close()
  }
}
