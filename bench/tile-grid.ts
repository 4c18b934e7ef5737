import type { Locator, Page } from 'playwright'

import { startBuiltShop } from '../e2e/support/built.ts'
import { buildWhenStale } from '../tools/build.mjs'
import { launchChromium } from '../tools/find-chromium.ts'
import { startingWith, text } from '../tests/support/texts.ts'
import { signIn } from './support/browser.ts'
import { watchFrames, watchInteractions, watchOpening } from './support/in-page.mjs'
import { check, median, note, percentile } from './support/measure.ts'

const PRODUCTS = 10_000
const RUNS = 15
const ACTIONS = 200
const SLOWDOWN = 4
const WHEEL_PX = 1_200
/** In ms, for everything that loads after a press: chunks, pictures, the code of a ticket. */
const CALM_MS = 1_500
/** In ms, so that one action has ended before the next one begins. */
const REST_MS = 150

await buildWhenStale()
const till = await startBuiltShop({ sandbox: { frontview: 'huge', hugeProducts: PRODUCTS } })
const browser = await launchChromium()
try {
  const page = await openPage()
  await scroll(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await openCategory(page)
  await workAShift(page)
} finally {
  await browser.close()
  await till.close()
}

type Frames = { frames: number; ms: number; longestMs: number; missing: number }

/** Scrolls with the wheel from the first row to the last, about one step per frame. */
async function scroll(page: Page) {
  await everything(page).click()
  await page.waitForTimeout(CALM_MS)
  await grid(page).hover()
  await page.evaluate(watchFrames)
  for (let stuck = 0, last = -1; stuck < 3;) {
    await page.mouse.wheel(0, WHEEL_PX)
    const at = await grid(page).evaluate((box) => box.scrollTop)
    stuck = at === last ? stuck + 1 : 0
    last = at
  }
  const { frames, ms, longestMs, missing } = await page.evaluate<Frames>('frames.stop()')
  console.log(`Scrolling through ${PRODUCTS} tiles, ${frames} frames in ${(ms / 1000).toFixed(1)} s`)
  check('frames a second', (frames * 1000) / ms, { least: 55 }, '')
  note('longest frame', `${longestMs.toFixed(0)} ms`)
  note('frames in which a row was not there yet', `${missing}`)
}

/** Measures from the press to the frame that shows the tiles. */
async function openCategory(page: Page) {
  const times: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    await allProducts(page).click()
    await page.getByRole('heading', { name: 'All products' }).waitFor()
    await page.waitForTimeout(REST_MS)
    await page.evaluate(watchOpening, 'Everything')
    await everything(page).click()
    const ms = await page.evaluate<number>('opening')
    if (run > 0) times.push(ms)
  }
  console.log(
    `Opening a category of ${PRODUCTS}, processor slowed ${SLOWDOWN} times, ${RUNS} times, press to tiles painted`,
  )
  check('median', median(times), { most: 100 }, 'ms')
  check('worst', Math.max(...times), { most: 100 }, 'ms')
}

/** Repeats a cashier's actions, with all motion. Each press and key is measured from the event to the next paint. */
async function workAShift(page: Page) {
  let number = 501_244_560
  const press = (key: string) => ({ name: `key ${key}`, act: () => page.keyboard.press(key) })
  const type = (text: string) => [...text].map(press)
  const click = (name: string, find: () => Locator) => ({
    name: `press ${name}`,
    act: () => find().click(),
  })
  const button = (name: string | RegExp) => () => page.getByRole('button', { name }).first()
  const ROUND = [
    click('all products', () => page.getByRole('link', { name: 'Sell' })),
    click('a category', button(/^Gaming/)),
    click('all products', () => allProducts(page)),
    click('the huge category', () => everything(page)),
    ...['ArrowDown', 'ArrowDown', 'ArrowRight', 'PageDown', 'PageDown', 'End', 'ArrowUp', 'Home'].map(press),
    click('a product', () => grid(page).locator('button:not([aria-disabled])').nth(5)),
    ...type('0501234567'),
    press('Escape'),
    press('Escape'),
    click('all products', () => page.getByRole('link', { name: 'Sell' })),
    ...type('0509876543'),
    click('a category', button(/^Mobile recharge/)),
    click('a product', button(/^Qamra Recharge/)),
    ...type('25'),
    press('Escape'),
    ...type('pixel'),
    press('Escape'),
    press('Escape'),
    click('all products', () => page.getByRole('link', { name: 'Sell' })),
    { name: 'keys of a new number', act: () => page.keyboard.type(`0${(number += 1)}`) },
    click('a category', button(/^Mobile recharge/)),
    click('a product', button(/^Qamra Recharge/)),
    ...type('25'),
    click('review', button(text('ticket.review'))),
    click('send', button(startingWith('sale.send'))),
    click('next customer', button(text('sale.nextCustomer'))),
  ]
  await page.evaluate(watchInteractions)
  const actions: { name: string; ms: number }[] = []
  for (let at = 0; actions.length < ACTIONS; at += 1) {
    const { name, act } = ROUND[at % ROUND.length] ?? press('Escape')
    await act()
    await page.waitForTimeout(REST_MS)
    actions.push({ name, ms: await page.evaluate<number>('interactions.take()') })
  }
  const times = actions.map(({ ms }) => ms)
  console.log(`A shift of ${ACTIONS} actions, processor slowed ${SLOWDOWN} times, interaction to next paint`)
  check('median', median(times), { most: 50 }, 'ms')
  check('98th percentile', percentile(times, 0.98), { most: 100 }, 'ms')
  const slowest = actions.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
  note('slowest', slowest.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(', '))
}

/** The element that scrolls the tiles of a category. */
function grid(page: Page) {
  return page.getByRole('main').getByRole('list').locator('..')
}

function everything(page: Page) {
  return page.getByRole('button', { name: /^Everything/ })
}

function allProducts(page: Page) {
  return page.getByRole('button', { name: 'All products' })
}

async function openPage() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  await signIn(page, till.url)
  await everything(page).waitFor()
  await page.waitForTimeout(CALM_MS)
  return page
}
