import { chromium } from 'playwright'

import { buildWhenStale } from '../scripts/build.mjs'
import { CHROMIUM_FLAGS, findSystemChromium } from '../scripts/find-chromium.mjs'
import { watchFrames, watchInteractions, watchOpening } from './tile-grid/in-page.mjs'
import { openTill, signIn } from './till.mjs'

/** @typedef {import('playwright').Page} Page */

const PRODUCTS = 10_000
const RUNS = 15
const ACTIONS = 200
const SLOWDOWN = 4
const WHEEL_PX = 1_200
/** Time for everything that loads later than its press: chunks, pictures, the code of a ticket. */
const CALM_MS = 1_500
/** The pause between two actions, so that one has ended before the next begins. */
const REST_MS = 150

await buildWhenStale()
const till = await openTill({ frontview: 'huge', hugeProducts: PRODUCTS })
const executablePath = findSystemChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
let hasMissed = false
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
process.exitCode = hasMissed ? 1 : 0

/** Scrolls by the wheel from the first row to the last, about one step for each frame. */
async function scroll(/** @type {Page} */ page) {
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
  const { frames, ms, longestMs, rows } = await page.evaluate('frames.stop()')
  console.log(`Scrolling through ${PRODUCTS} tiles, ${frames} frames in ${(ms / 1000).toFixed(1)} s`)
  check('frames a second', (frames * 1000) / ms, 55, 'least')
  say('longest frame', `${longestMs.toFixed(0)} ms`)
  say('frames in which a row was not there yet', `${rows.missing}`)
}

/** Measures from the press to the frame that shows the tiles. */
async function openCategory(/** @type {Page} */ page) {
  const times = []
  // The first run warms the code up.
  for (let run = 0; run <= RUNS; run += 1) {
    await allProducts(page).click()
    await page.getByRole('heading', { name: 'All products' }).waitFor()
    await page.waitForTimeout(REST_MS)
    await page.evaluate(watchOpening, 'Everything')
    await everything(page).click()
    const ms = await page.evaluate('opening')
    if (run > 0) times.push(ms)
  }
  console.log(
    `Opening a category of ${PRODUCTS}, processor slowed ${SLOWDOWN} times, ${RUNS} times, press to tiles painted`,
  )
  check('median', quantile(times, 0.5), 100)
  check('worst', Math.max(...times), 100)
}

/** Repeats what a cashier does. Every press and key is measured from the event to the next paint. */
async function workAShift(/** @type {Page} */ page) {
  const press = (/** @type {string} */ key) => ({ name: `key ${key}`, act: () => page.keyboard.press(key) })
  const type = (/** @type {string} */ text) => [...text].map(press)
  const click = (/** @type {string} */ name, /** @type {() => import('playwright').Locator} */ find) => ({
    name: `press ${name}`,
    act: () => find().click(),
  })
  const button = (/** @type {string | RegExp} */ name) => () => page.getByRole('button', { name }).first()
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
    ...type('0509876543'),
    click('a category', button(/^Mobile recharge/)),
    click('a product', button(/^Qamra Recharge/)),
    ...type('25'),
    press('Escape'),
    ...type('pixel'),
    press('Escape'),
    press('Escape'),
  ]
  await page.evaluate(watchInteractions)
  /** @type {{ name: string, ms: number }[]} */
  const actions = []
  for (let at = 0; actions.length < ACTIONS; at += 1) {
    const { name, act } = ROUND[at % ROUND.length] ?? press('Escape')
    await act()
    await page.waitForTimeout(REST_MS)
    actions.push({ name, ms: await page.evaluate('interactions.take()') })
  }
  const times = actions.map(({ ms }) => ms)
  console.log(`A shift of ${ACTIONS} actions, processor slowed ${SLOWDOWN} times, interaction to next paint`)
  check('median', quantile(times, 0.5), 50)
  check('98th percentile', quantile(times, 0.98), 100)
  const slowest = actions.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
  say('slowest', slowest.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(', '))
}

/** What scrolls the tiles of a category. */
function grid(/** @type {Page} */ page) {
  return page.getByRole('main').getByRole('list').locator('..')
}

function everything(/** @type {Page} */ page) {
  return page.getByRole('button', { name: /^Everything/ })
}

function allProducts(/** @type {Page} */ page) {
  return page.getByRole('button', { name: 'All products' })
}

async function openPage() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  await signIn(page, till.url)
  await everything(page).waitFor()
  await page.waitForTimeout(CALM_MS)
  return page
}

function quantile(/** @type {readonly number[]} */ times, /** @type {number} */ share) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** @param {string} what @param {number} figure @param {number} bound @param {'most' | 'least'} [kind] */
function check(what, figure, bound, kind = 'most') {
  const isKept = kind === 'most' ? figure <= bound : figure >= bound
  hasMissed ||= !isKept
  say(what, `${figure.toFixed(1)}${kind === 'most' ? ' ms' : ''} (bound ${bound})`, isKept)
}

/** @param {string} what @param {string} figure @param {boolean} [isKept] */
function say(what, figure, isKept) {
  const verdict = isKept === undefined ? '      ' : isKept ? '  ok  ' : 'MISSED'
  console.log(`${verdict}  ${what.padEnd(40)} ${figure}`)
}
