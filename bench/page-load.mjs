import { chromium } from 'playwright'

import { buildWhenStale } from '../scripts/build.mjs'
import { CHROMIUM_FLAGS, findSystemChromium } from '../scripts/find-chromium.mjs'
import { watchLoad } from './page-load/in-page.mjs'
import { openTill, signIn } from './till.mjs'

/** @typedef {{ tilesMs: number, largestMs: number, shift: number, blockedMs: number }} Load */

const RUNS = 9
const SLOWDOWN = 4
/** A slow mobile network: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms round trip. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** How long the page is watched after the tiles. What loads later may move nothing and block nothing. */
const CALM_MS = 3_000

await buildWhenStale()
const till = await openTill()
const executablePath = findSystemChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
let hasMissed = false
try {
  const cookies = await findCookies()
  /** @type {Load[]} */
  const first = []
  /** @type {Load[]} */
  const repeated = []
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addCookies(cookies)
    await context.addInitScript(watchLoad)
    first.push(await visit(context))
    repeated.push(await visit(context))
    await context.close()
  }
  tell('First visit of a terminal with somebody signed in', first, 2_500)
  tell('Repeat visit', repeated, 1_000)
} finally {
  await browser.close()
  await till.close()
}
process.exitCode = hasMissed ? 1 : 0

async function findCookies() {
  const context = await browser.newContext()
  await signIn(await context.newPage(), till.url)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/** @returns {Promise<Load>} */
async function visit(/** @type {import('playwright').BrowserContext} */ context) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto(`${till.url}/sell`)
  await page.getByRole('main').getByRole('listitem').locator('> *').first().waitFor()
  await page.waitForTimeout(CALM_MS)
  /** @type {Load} */
  const load = await page.evaluate('load')
  await page.close()
  return load
}

/** @param {string} what @param {Load[]} loads @param {number} mostMs */
function tell(what, loads, mostMs) {
  console.log(`${what}, processor slowed ${SLOWDOWN} times, 1.6 Mbit/s, 150 ms, medians of ${RUNS}`)
  check('tiles', loads, ({ tilesMs }) => tilesMs, mostMs, 'ms')
  check('largest contentful paint', loads, ({ largestMs }) => largestMs, 1_500, 'ms')
  check('blocked', loads, ({ blockedMs }) => blockedMs, undefined, 'ms')
  check('layout shift', loads, ({ shift }) => shift, 0.01, '')
}

/** @param {string} what @param {Load[]} loads @param {(load: Load) => number} pick @param {number | undefined} bound @param {string} unit */
function check(what, loads, pick, bound, unit) {
  const metrics = loads.map(pick).toSorted((a, b) => a - b)
  const figure = metrics[Math.floor(metrics.length / 2)] ?? Number.NaN
  const isKept = bound === undefined || figure < bound
  hasMissed ||= !isKept
  const text = (/** @type {number} */ value) => (unit ? `${value.toFixed(0)} ${unit}` : value.toFixed(4))
  const verdict = bound === undefined ? '      ' : isKept ? '  ok  ' : 'MISSED'
  const limit = bound === undefined ? '' : ` (below ${bound} ${unit})`.replace(' )', ')')
  console.log(`${verdict}  ${what.padEnd(26)} ${text(figure)}${limit}, worst ${text(metrics.at(-1) ?? Number.NaN)}`)
}
