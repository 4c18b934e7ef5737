import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ulid } from 'ulid'

import { openTill } from '../bench/till.mjs'
import { buildWhenStale } from './build-when-stale.mjs'
import { CommandError, printProgress, runCommand } from './console.mjs'
import { CHROMIUM_FLAGS, obtainChromium } from './find-chromium.mjs'
import { installWhenNeeded } from './install-when-needed.mjs'
import { rootFolder } from './root.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').Browser} Browser */
/** @typedef {import('playwright').BrowserContext} Context */
/** @typedef {import('../src/contract/proxy/session.ts').Session} Session */
/** @typedef {import('../src/contract/proxy/sales.ts').OpenSale} OpenSale */

const FOLDER = join(rootFolder, 'docs', 'tour')
const COUNTER = { width: 1280, height: 800 }
const KIOSK = { width: 800, height: 1280 }
/** A kiosk is upright: its picture is as high as the others. */
const KIOSK_SHOWN = { width: 500, height: 800 }
const WEBP_QUALITY = 0.85
const MAX_BYTES = 120_000

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Of the shop's time zone, which has no summer time. */
const DUBAI_AHEAD = 4 * HOUR
/** The day that is shown ends for the pictures at twenty to six. */
const SHOWN_AT = 17 * HOUR + 40 * MINUTE
const DAYS = 5

/** What sells in an hour: who, and how often which product for how much. */
const CASHIERS = ['Amal Rahman', 'Joseph Mathew', 'Priya Nair']
const RECHARGES = [
  ['qamra-rc', '25'],
  ['velto_rc', '50'],
  ['qamra-rc', '100'],
  ['DX-air', '20'],
  ['velto_rc', '30'],
  ['qamra-rc', '50'],
]
const VOUCHERS = ['orbyte_50AED', 'souqly_25AED', 'pixelmoor_aed_100', 'moviora-1m', 'mirsal_50', 'tunora-3m']
/** Of a day from ten in the morning on. */
const SALES_BY_HOUR = [2, 3, 5, 6, 4, 2, 3, 5]
/** Numbers to which the sandbox does something else: two that wait, and one that fails. */
const WAITS = '0500000002'
const LOSES_ANSWER = '0500000009'
const FAILS = '0500000004'

/** `npm run tour`: plays some days in a practice shop of its own, and takes the pictures of `docs/tour.md`. */
async function takeTour() {
  await installWhenNeeded({ withDev: true })
  await buildWhenStale()
  const executablePath = await obtainChromium()
  if (executablePath === undefined) throw new CommandError('The pictures need a Chromium: see npm test.')
  const { chromium } = await import('playwright')
  let aheadMs = dayOf(Date.now()) + SHOWN_AT - DUBAI_AHEAD - (DAYS - 1) * DAY - 8 * HOUR - Date.now()
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

/** Midnight of a day of the shop, as UTC counts it. */
const dayOf = (/** @type {number} */ at) => Math.floor((at + DUBAI_AHEAD) / DAY) * DAY

/** The till of this browser, past its screen. */
function openShop(/** @type {Context} */ context, /** @type {string} */ url) {
  const ask = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ data) => {
    const answer = await context.request.fetch(`${url}${path}`, { method, data, headers: { origin: url } })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer
  }
  const readSession = async () => /** @type {Session} */ (await (await ask('GET', '/api/session', undefined)).json())
  return {
    url,
    ask,
    async findPin(/** @type {string} */ name) {
      const { staff, demoPins } = await readSession()
      const person = staff.find((each) => each.name === name)
      if (!person) throw new Error(`nobody is called ${name}`)
      return { staffId: person.id, pin: demoPins?.[person.id] ?? '' }
    },
    async signIn(/** @type {string} */ name) {
      await ask('POST', '/api/session', await this.findPin(name))
    },
    async open(/** @type {OpenSale} */ content, /** @type {number} */ at) {
      const id = ulid(at)
      await ask('PUT', `/api/sales/${id}`, content)
      return id
    },
    async sell(/** @type {OpenSale} */ content, /** @type {number} */ at, /** @type {object} */ counter = {}) {
      const id = await this.open(content, at)
      await ask('POST', `/api/sales/${id}/confirm`, counter)
      return id
    },
    given: (/** @type {string} */ id) => ask('POST', `/api/sales/${id}/delivered`, { method: 'printed' }),
  }
}

/** @typedef {ReturnType<typeof openShop>} Shop */

/**
 * Sells on some days before, and today until it is time for the pictures.
 * @param {{ shop: Shop, now: () => number, moveTo: (at: number) => void, setBalance: (amount: string) => void }} options
 */
async function sellForDays({ shop, now, moveTo, setBalance }) {
  const lastDay = dayOf(now()) + (DAYS - 1) * DAY - DUBAI_AHEAD
  await shop.signIn('Hamad Saleh')
  await shop.ask('PUT', '/api/settings', {
    payments: { methods: ['cash', 'card', 'other'], default: 'cash' },
    limits: { currency: 'AED', perSale: '500', perDay: '20000' },
  })
  let count = 0
  for (let day = 0; day < DAYS; day += 1) {
    const startsAt = lastDay - (DAYS - 1 - day) * DAY + 10 * HOUR
    for (const [hour, sales] of SALES_BY_HOUR.entries()) {
      moveTo(startsAt + hour * HOUR)
      // The wallet is read when somebody looks.
      await shop.signIn('Hamad Saleh')
      await shop.ask('GET', '/api/wallet', undefined)
      const cashier = CASHIERS[hour % CASHIERS.length] ?? ''
      await shop.signIn(cashier)
      // Not each day as the other.
      for (let sale = 0; sale < sales + ((day * 2 + hour) % 3); sale += 1) {
        moveTo(startsAt + hour * HOUR + (sale + 1) * 6 * MINUTE)
        await sellOne(shop, count, now())
        count += 1
      }
    }
    if (day === 2) setBalance('9500.00')
  }
  await shop.signIn('Amal Rahman')
  await shop.sell({ kind: 'direct', serviceId: 'velto_rc', amount: '30', account: FAILS }, now())
  await shop.sell({ kind: 'direct', serviceId: 'qamra-rc', amount: '125', account: WAITS }, now())
  await shop.sell({ kind: 'direct', serviceId: 'qamra-rc', amount: '50', account: LOSES_ANSWER }, now())
  await shop.sell({ kind: 'voucher', serviceId: 'mirsal_50', amount: '50' }, now())
  await shop.signIn('Hamad Saleh')
  await shop.ask('GET', '/api/wallet', undefined)
}

async function sellOne(/** @type {Shop} */ shop, /** @type {number} */ count, /** @type {number} */ at) {
  const paidBy = count % 4 === 3 ? 'card' : 'cash'
  if (count % 3 === 2) {
    const serviceId = VOUCHERS[Math.floor(count / 3) % VOUCHERS.length] ?? ''
    const id = await shop.sell({ kind: 'voucher', serviceId, amount: AMOUNTS[serviceId] ?? '50' }, at, { paidBy })
    await shop.given(id)
    return
  }
  const [serviceId = '', amount = ''] = RECHARGES[count % RECHARGES.length] ?? []
  // A number of its own for each, since the same to the same number is asked about.
  const account = `050${String(2_340_000 + count * 617).padStart(7, '0')}`
  await shop.sell({ kind: 'direct', serviceId, amount, account }, at, { paidBy })
}

/** @type {Record<string, string>} */
const AMOUNTS = {
  orbyte_50AED: '50',
  souqly_25AED: '25',
  pixelmoor_aed_100: '100',
  'moviora-1m': '39',
  mirsal_50: '50',
  'tunora-3m': '59',
}

/**
 * Writes what a page shows as WebP, which its own browser makes of it.
 * @returns {(page: Page, name: string, size?: { width: number, height: number }) => Promise<void>}
 */
function createCamera(/** @type {Page} */ darkroom) {
  return async (page, name, size = COUNTER) => {
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
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

/** From a cashier's sign-in to a supervisor's pages. */
async function takeCounter(/** @type {Page} */ page, /** @type {Tour} */ { shop, shot }) {
  await shop.ask('DELETE', '/api/session', undefined)
  await page.goto(`${shop.url}/sign-in`)
  await page.getByRole('button', { name: 'Amal' }).waitFor()
  await shot(page, 'sign-in')

  await signIn(page, shop, 'Amal Rahman')
  await page.getByRole('button', { name: /Mobile recharge/ }).waitFor()
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
  await shot(page, 'sold')

  await page.goto(`${shop.url}/sell/service/moviora-1m`)
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('button', { name: /^Sell/ }).last().click()
  await page.getByRole('button', { name: 'Hide' }).waitFor()
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
  await page.getByRole('button', { name: /Gaming/ }).click()
  await page.getByRole('button', { name: /^Pixelmoor 100/ }).click()
  await shot(page, 'kiosk', KIOSK_SHOWN)
}

await runCommand(takeTour)
