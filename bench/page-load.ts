import type { BrowserContext, Page } from 'playwright'

import { startBuiltShop } from '../e2e/support/built.ts'
import { buildWhenStale } from '../tools/build.mjs'
import { launchChromium } from '../tools/find-chromium.ts'
import { signIn } from './support/browser.ts'
import { watchLoad } from './support/in-page.mjs'
import { check, median, note, round } from './support/measure.ts'

type Load = { tilesMs: number; largestMs: number; shift: number; blockedMs: number }

const RUNS = 9
const SLOWDOWN = 4
/** A slow mobile network: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms round trip. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/** How long the page is watched after the tiles. What loads later must not shift the layout or block. */
const CALM_MS = 3_000

await buildWhenStale()
const till = await startBuiltShop()
const browser = await launchChromium()
try {
  const cookies = await findCookies()
  const first: Load[] = []
  const repeated: Load[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addCookies(cookies)
    await context.addInitScript(watchLoad)
    first.push(await visit(context, keptOffline))
    repeated.push(await visit(context))
    await context.close()
  }
  tell('First visit of a terminal with somebody signed in', first, 2_500)
  tell('Repeat visit', repeated, 1_000)
} finally {
  await browser.close()
  await till.close()
}

async function findCookies() {
  const context = await browser.newContext()
  await signIn(await context.newPage(), till.url)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/** The next visit finds the page in the service worker, however long its installation takes on this machine. */
function keptOffline(page: Page) {
  return page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 120_000 })
}

async function visit(context: BrowserContext, until?: (page: Page) => Promise<unknown>): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto(`${till.url}/sell`)
  await page.getByRole('main').getByRole('listitem').locator('> *').first().waitFor()
  await page.waitForTimeout(CALM_MS)
  const load: Load = await page.evaluate('load')
  await until?.(page)
  await page.close()
  return load
}

function tell(what: string, loads: Load[], mostMs: number) {
  console.log(`${what}, processor slowed ${SLOWDOWN} times, 1.6 Mbit/s, 150 ms, medians of ${RUNS}`)
  const timesOf = (figure: keyof Load) => loads.map((load) => load[figure])
  const worstOf = (figure: keyof Load) => `(worst ${round(Math.max(...timesOf(figure)))})`
  check(`tiles ${worstOf('tilesMs')}`, median(timesOf('tilesMs')), { most: mostMs }, 'ms')
  check(`largest contentful paint ${worstOf('largestMs')}`, median(timesOf('largestMs')), { most: 1_500 }, 'ms')
  note(`blocked ${worstOf('blockedMs')}`, `${round(median(timesOf('blockedMs')))} ms`)
  check(`layout shift ${worstOf('shift')}`, median(timesOf('shift')), { most: 0.01 }, '')
}
