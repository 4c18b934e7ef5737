import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { startBuiltShop } from '../e2e/support/built.ts'
import { every } from '../tests/support/pace.ts'
import { buildWhenStale } from './build.mjs'
import { CommandError, findFreePort, printProgress, rootFolder, runCommand } from './command.mjs'
import { launchChromium, obtainChromium } from './find-chromium.ts'
import { beforeFirstDay, openShop, sellForDays, type Shop } from './tour-days.ts'
import type { Page } from 'playwright'
import type { Session } from '../src/api/session.ts'
import type { Sale } from '../src/domain/sale/sale.ts'

const FOLDER = join(rootFolder, 'docs', 'tour')
const COUNTER = { width: 1280, height: 800 }
const KIOSK = { width: 800, height: 1280 }
/** A kiosk is upright: its picture has the same height as the others. */
const KIOSK_SHOWN = { width: 500, height: 800 }
const PHONE = { width: 390, height: 640 }
const PLACE = { locale: 'en-GB', timezoneId: 'Asia/Dubai' }
const WEBP_QUALITY = 0.85
const MAX_BYTES = 120_000

const USAGE = `npm run tour
Plays some days in a practice shop of its own and takes the pictures of docs/tour.md.`

async function takeTour() {
  await buildWhenStale()
  const executablePath = await obtainChromium()
  if (executablePath === undefined) throw new CommandError('The pictures need a Chromium: see npm test.')
  let aheadMs = beforeFirstDay() - Date.now()
  const now = () => Date.now() + aheadMs
  const moveTo = (at: number) => void (aheadMs += Math.max(0, at - now()))
  const port = await findFreePort()
  const till = await startBuiltShop({
    sandbox: { clock: now },
    clock: { now, wall: now },
    // The open sale must stay open for the pictures.
    polling: { ...every(600_000), confirmGraceMs: 600_000 },
    env: {
      // The status page needs a public URL.
      PORT: port,
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    },
  })
  const browser = await launchChromium(executablePath)
  try {
    await rm(FOLDER, { recursive: true, force: true })
    await mkdir(FOLDER, { recursive: true })
    const counter = await browser.newContext({ viewport: COUNTER, ...PLACE })
    printProgress('Selling for some days …')
    const shop = openShop(counter, till.url)
    const waiting = await sellForDays({ shop, now, moveTo, setBalance: till.sandbox.setBalance })
    printProgress('Taking the pictures …')
    await counter.clock.install({ time: now() })
    const darkroom = await browser.newPage()
    const shot = createCamera(darkroom)
    const openPage = async (viewport: { width: number; height: number }) => {
      const context = await browser.newContext({ viewport, hasTouch: true, ...PLACE })
      await context.clock.install({ time: now() })
      return await context.newPage()
    }
    const tour = { shop, shot }
    await takeStatusPage(await openPage(PHONE), tour, waiting)
    await takeCounter(await counter.newPage(), await pairDisplay(await openPage(COUNTER), shop), tour)
    await takeKiosk(await openPage(KIOSK), tour)
    await takeSelfOrder(await openPage(COUNTER), tour)
    await makeSheet(darkroom)
  } finally {
    await browser.close()
    await till.close()
  }
}

/** Saves a page as WebP, encoded by another page of its browser. */
function createCamera(
  darkroom: Page,
): (page: Page, name: string, size?: { width: number; height: number }) => Promise<void> {
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

const ON_SHEET = ['sell', 'sold', 'wallet', 'today', 'kiosk', 'invitation', 'display', 'status']

/** Eight of the pictures in one, four in a row. */
async function makeSheet(darkroom: Page) {
  const pictures = await Promise.all(
    ON_SHEET.map(async (name) => (await readFile(join(FOLDER, `${name}.webp`))).toString('base64')),
  )
  const webp = await darkroom.evaluate(
    async ({ pictures, quality }) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 1280, height: 400 })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('there is no canvas')
      context.imageSmoothingQuality = 'high'
      for (const [at, data] of pictures.entries()) {
        const picture = new Image()
        picture.src = `data:image/webp;base64,${data}`
        await picture.decode()
        const scale = Math.min(312 / picture.width, 192 / picture.height)
        const [width, height] = [picture.width * scale, picture.height * scale]
        context.drawImage(
          picture,
          (at % 4) * 320 + (320 - width) / 2,
          Math.floor(at / 4) * 200 + (200 - height) / 2,
          width,
          height,
        )
      }
      return canvas.toDataURL('image/webp', quality).replace(/^data:image\/webp;base64,/, '')
    },
    { pictures, quality: WEBP_QUALITY },
  )
  await writeFile(join(FOLDER, 'sheet.webp'), Buffer.from(webp, 'base64'))
}

type Tour = { shop: Shop; shot: ReturnType<typeof createCamera> }

async function signIn(page: Page, shop: Shop, name: string) {
  const { pin } = await shop.findPin(name)
  await page.goto(`${shop.url}/sign-in`)
  await page.getByRole('button', { name: name.split(' ')[0] ?? name }).click()
  // Six digits within a few milliseconds would count as a barcode.
  await page.keyboard.type(pin, { delay: 90 })
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sell/)
}

/** A button that could be pressed by mistake is enabled only after a moment. */
const waitForAction = (page: Page) => page.getByRole('button', { name: /next customer/i, disabled: false }).waitFor()

/** From the cashier's sign-in to the supervisor's pages. */
async function takeCounter(page: Page, display: Page, { shop, shot }: Tour) {
  await shop.ask('DELETE', '/api/session', {})
  await visit(page, `${shop.url}/sign-in`)
  await shot(page, 'sign-in')

  await signIn(page, shop, 'Amal Rahman')
  await page.getByText('Same product again').waitFor()
  await shot(page, 'sell')

  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await page.getByLabel('Mobile number').fill('0501234567')
  await page.getByLabel('Amount', { exact: true }).fill('125')
  await shot(page, 'ticket')
  await display.getByRole('heading', { name: 'Is this the right number?' }).waitFor()
  await display.getByRole('button', { name: 'Correct', disabled: false }).waitFor()
  await shot(display, 'display')

  await page.getByRole('button', { name: /^Review/ }).click()
  await page
    .getByRole('group', { name: 'Send top-up' })
    .getByRole('button', { name: /^200, 75 back/, disabled: false })
    .waitFor()
  await shot(page, 'review')

  await page
    .getByRole('group', { name: 'Send top-up' })
    .getByRole('button', { name: /^200, 75 back/ })
    .click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Sold' }).waitFor()
  await waitForAction(page)
  await shot(page, 'sold')

  await page.goto(`${shop.url}/sell`)
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Orbyte 50/ }).click()
  await page
    .getByRole('group', { name: 'Sell', exact: true })
    .getByRole('button', { name: /^Exact/, disabled: false })
    .click()
  await page.getByRole('button', { name: 'Hide' }).waitFor()
  await waitForAction(page)
  await shot(page, 'code')

  await shop.signIn('Hamad Saleh')
  await page.goto(`${shop.url}/open-items`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shot(page, 'open-items')

  for (const [name, path = name] of [
    ['today'],
    ['sales'],
    ['wallet'],
    ['reports'],
    ['staff'],
    ['settings', 'settings/brand'],
  ] as const) {
    await page.goto(`${shop.url}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shot(page, name)
  }
}

async function pairDisplay(page: Page, shop: Shop) {
  const { terminal } = (await (await shop.ask('GET', '/api/session', undefined)).json()) as Session
  await enter(page, shop, `/api/terminals/${terminal?.id}/display-codes`, {}, '/api/display/pair')
  await visit(page, `${shop.url}/display`)
  return page
}

/** A font that loads late is shown from the next visit on. */
async function visit(page: Page, url: string) {
  await page.goto(url)
  await page.getByRole('button').first().waitFor()
  await page.waitForFunction(() => document.fonts.ready.then(() => true))
  await page.reload()
}

/** Sets up the page's browser with a supervisor's code. */
async function enter(page: Page, shop: Shop, codes: string, what: object, path: string) {
  const { code } = (await (await shop.ask('POST', codes, what)).json()) as { code: string }
  const answer = await page.request.post(`${shop.url}${path}`, { data: { code }, headers: { origin: shop.url } })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
}

const CODES = '/api/terminals/enrollment-codes'
const ENROLL = '/api/terminals/enroll'

async function takeStatusPage(page: Page, { shop, shot }: Tour, saleId: string) {
  const answer = await shop.ask('GET', `/api/sales/${saleId}`, undefined)
  const { statusLink = '' } = (await answer.json()) as Sale
  await page.goto(statusLink)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shot(page, 'status', PHONE)
}

/** A self-order tablet, up to the point where it shows the number of the order. */
async function takeSelfOrder(page: Page, { shop, shot }: Tour) {
  await enter(page, shop, CODES, { name: 'Tablet', selfOrder: true }, ENROLL)
  await visit(page, shop.url)
  await shot(page, 'invitation')
  await page.getByRole('button', { name: 'Order here' }).click()
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await page.getByLabel('Mobile number').fill('0501234567')
  await page.getByLabel('Amount', { exact: true }).fill('50')
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByRole('button', { name: 'Correct', disabled: false }).click()
  await page.getByRole('heading', { name: /A-1/ }).waitFor()
  await shot(page, 'self-order')
}

async function takeKiosk(page: Page, { shop, shot }: Tour) {
  await enter(page, shop, CODES, { name: 'Kiosk', kiosk: true }, ENROLL)
  await signIn(page, shop, 'Priya Nair')
  await page.getByRole('button', { name: /Mobile recharge/ }).click()
  await page.getByRole('button', { name: /^Qamra Recharge/ }).click()
  await page.getByRole('button', { name: 'Enter number and amount' }).waitFor()
  await shot(page, 'kiosk', KIOSK_SHOWN)
}

await runCommand(takeTour, USAGE)
