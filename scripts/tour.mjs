import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { openTill } from '../bench/till.mjs'
import { buildWhenStale } from './build-when-stale.mjs'
import { CommandError, printProgress, runCommand } from './console.mjs'
import { CHROMIUM_FLAGS, obtainChromium } from './find-chromium.mjs'
import { installWhenNeeded } from './install-when-needed.mjs'
import { rootFolder } from './root.mjs'
import { beforeFirstDay, openShop, sellForDays } from './tour/play-days.mjs'

/** @typedef {import('playwright').Page} Page */

const FOLDER = join(rootFolder, 'docs', 'tour')
const COUNTER = { width: 1280, height: 800 }
const KIOSK = { width: 800, height: 1280 }
/** A kiosk is upright: its picture is as high as the others. */
const KIOSK_SHOWN = { width: 500, height: 800 }
const WEBP_QUALITY = 0.85
const MAX_BYTES = 120_000

/** `npm run tour`: plays some days in a practice shop of its own, and takes the pictures of `docs/tour.md`. */
async function takeTour() {
  await installWhenNeeded({ withDev: true })
  await buildWhenStale()
  const executablePath = await obtainChromium()
  if (executablePath === undefined) throw new CommandError('The pictures need a Chromium: see npm test.')
  const { chromium } = await import('playwright')
  let aheadMs = beforeFirstDay() - Date.now()
  const now = () => Date.now() + aheadMs
  const moveTo = (/** @type {number} */ at) => void (aheadMs += Math.max(0, at - now()))
  const till = await openTill(
    { clock: now },
    // What waits is to wait in the pictures, too.
    {
      clock: { now, wall: now },
      env: { FIND_DIRECT_SECONDS: '600-600', CONFIRM_GRACE_SECONDS: '600', LOG_LEVEL: 'silent' },
    },
  )
  const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
  try {
    await rm(FOLDER, { recursive: true, force: true })
    await mkdir(FOLDER, { recursive: true })
    const counter = await browser.newContext({ viewport: COUNTER, locale: 'en-GB', timezoneId: 'Asia/Dubai' })
    printProgress('Selling for some days …')
    const shop = openShop(counter, till.url)
    await sellForDays({ shop, now, moveTo, setBalance: till.sandbox.setBalance })
    printProgress('Taking the pictures …')
    await counter.clock.install({ time: now() })
    const shot = createCamera(await browser.newPage())
    await takeCounter(await counter.newPage(), { shop, shot })
    const kiosk = await browser.newContext({
      viewport: KIOSK,
      hasTouch: true,
      locale: 'en-GB',
      timezoneId: 'Asia/Dubai',
    })
    await kiosk.clock.install({ time: now() })
    await takeKiosk(await kiosk.newPage(), { shop, shot })
  } finally {
    await browser.close()
    await till.close()
  }
}

/**
 * Writes what a page shows as WebP, which its own browser makes of it.
 * @returns {(page: Page, name: string, size?: { width: number, height: number }) => Promise<void>}
 */
function createCamera(/** @type {Page} */ darkroom) {
  return async (page, name, size = COUNTER) => {
    await page.waitForLoadState('networkidle')
    await page.mouse.move(0, 0)
    await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())).then(() => undefined))
    const png = (await page.screenshot({ animations: 'disabled' })).toString('base64')
    const webp = await darkroom.evaluate(
      async ({ data, width, height, quality }) => {
        const picture = new Image()
        picture.src = `data:image/png;base64,${data}`
        await picture.decode()
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width, height })
        const context = canvas.getContext('2d')
        if (!context) throw new Error('there is no canvas')
        context.imageSmoothingQuality = 'high'
        context.drawImage(picture, 0, 0, width, height)
        return canvas.toDataURL('image/webp', quality).replace(/^data:image\/webp;base64,/, '')
      },
      { data: png, quality: WEBP_QUALITY, ...size },
    )
    const bytes = Buffer.from(webp, 'base64')
    if (bytes.length > MAX_BYTES) throw new CommandError(`The picture ${name} has ${bytes.length} bytes.`)
    await writeFile(join(FOLDER, `${name}.webp`), bytes)
    printProgress(`  ${name}.webp, ${Math.round(bytes.length / 1000)} kB`)
  }
}

/** @typedef {import('./tour/play-days.mjs').Shop} Shop */
/** @typedef {{ shop: Shop, shot: ReturnType<typeof createCamera> }} Tour */

async function signIn(/** @type {Page} */ page, /** @type {Shop} */ shop, /** @type {string} */ name) {
  const { pin } = await shop.findPin(name)
  await page.goto(`${shop.url}/sign-in`)
  await page.getByRole('button', { name: name.split(' ')[0] ?? name }).click()
  // Six digits in a few milliseconds would be a barcode.
  await page.keyboard.type(pin, { delay: 90 })
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sell/)
}

/** A button that could be pressed by mistake takes a moment before it can be pressed. */
const waitForAction = (/** @type {Page} */ page) =>
  page.getByRole('button', { name: /next customer/i, disabled: false }).waitFor()

/** From a cashier's sign-in to a supervisor's pages. */
async function takeCounter(/** @type {Page} */ page, /** @type {Tour} */ { shop, shot }) {
  await shop.ask('DELETE', '/api/session', {})
  await page.goto(`${shop.url}/sign-in`)
  await page.getByRole('button', { name: 'Amal' }).waitFor()
  await page.waitForLoadState('networkidle')
  // A font that comes late is shown from the next visit on.
  await page.reload()
  await shot(page, 'sign-in')

  await signIn(page, shop, 'Amal Rahman')
  await page.getByText('Recent sales').waitFor()
  await shot(page, 'sell')

  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await page.getByLabel('Mobile number').fill('0501234567')
  await page.getByLabel('Amount', { exact: true }).fill('125')
  await shot(page, 'ticket')

  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('button', { name: /^Send top-up/ }).waitFor()
  await page.getByRole('button', { name: '200', exact: true }).click()
  await shot(page, 'review')

  await page.getByRole('button', { name: /^Send top-up/ }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Sold' }).waitFor()
  await waitForAction(page)
  await shot(page, 'sold')

  await page.goto(`${shop.url}/sell/service/orbyte_50AED`)
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('button', { name: /^Sell/ }).last().click()
  await page.getByRole('button', { name: 'Hide' }).waitFor()
  await waitForAction(page)
  await shot(page, 'code')

  await shop.signIn('Hamad Saleh')
  await page.goto(`${shop.url}/open-items`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shot(page, 'open-items')

  for (const name of ['sales', 'wallet', 'reports', 'staff']) {
    await page.goto(`${shop.url}/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shot(page, name)
  }
}

/** The same at an upright screen that only sells, connected with a code of a supervisor. */
async function takeKiosk(/** @type {Page} */ page, /** @type {Tour} */ { shop, shot }) {
  const issued = await shop.ask('POST', '/api/terminals/enrollment-codes', { name: 'Kiosk', kiosk: true })
  const { code } = /** @type {{ code: string }} */ (await issued.json())
  const headers = { origin: shop.url }
  await page.request.post(`${shop.url}/api/terminals/enrol`, { data: { code }, headers })
  await signIn(page, shop, 'Priya Nair')
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await page.getByRole('button', { name: 'Enter number and amount' }).waitFor()
  await shot(page, 'kiosk', KIOSK_SHOWN)
}

await runCommand(takeTour)
