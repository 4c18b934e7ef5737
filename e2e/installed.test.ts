import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright/test'

import { paths } from '#browser/paths.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openTicket, pickQamra, review, send, tryNow, expectState, numberField, nextCustomer } from './support/sell.ts'
import { SLOW } from '../tests/support/pace.ts'
import { expect, expectUnreachable, lock, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button, heading, link } from './support/controls.ts'

const BUILT = 'dist/browser'
const buildIn = (page: string) => /<meta name="build" content="([^"]+)"/.exec(page)?.[1] ?? ''

const storedBy = (page: Page) =>
  page.evaluate(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return [name, requests.map(({ url }) => new URL(url).pathname).toSorted()] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })

const hasWorker = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)
const buildOn = (page: Page) => page.locator('meta[name=build]').getAttribute('content')

/** This build under another name, as if a file in it had changed. */
function anotherBuild(): string {
  const folder = test.info().outputPath('another-build')
  cpSync(BUILT, folder, { recursive: true })
  const change = (name: string, edit: (text: string) => string) => {
    for (const packed of ['.br', '.gz']) rmSync(join(folder, name + packed))
    const edited = edit(readFileSync(join(folder, name), 'utf8'))
    writeFileSync(join(folder, name), edited)
    return edited
  }
  const digestOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const build = buildIn(page)
  const newPage = change('index.html', (html) => html.replace(build, `${build}-next`))
  change('service-worker.js', (worker) =>
    worker.replaceAll(build, `${build}-next`).replace(digestOf(page), digestOf(newPage)),
  )
  return folder
}

test.use({ serviceWorkers: 'allow' })

test.describe('a till in a browser with storage', () => {
  test.use({ polling: SLOW })

  test('a till in a browser with storage can be installed, and after a reload without a server shows the products and the open sale until its person signs out @long', async ({
    page,
    context,
    shop,
    consoleErrors,
  }) => {
    await openTicket(page, shop)
    await hasWorker(page)
    const devtools = await context.newCDPSession(page)
    const { errors, data = '' } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data)).toMatchObject({ display: 'standalone', start_url: '/' })
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // The default context of a test browser stores nothing, so nothing can be installed there.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

    const build = buildIn(readFileSync(join(BUILT, 'index.html'), 'utf8'))
    const stored = await storedBy(page)
    expect(Object.keys(stored)).toEqual([`toptill-${build}`])
    const files = stored[`toptill-${build}`] ?? []
    expect(files).toEqual(expect.arrayContaining(['/index.html', '/icon-512.png', '/manifest.webmanifest']))
    expect(files.filter((file) => !/^\/(index\.html|browser-[\w-]+\.(js|html)|icon[\w-]*\.(png|svg)|manifest\.webmanifest|assets\/.*)$/.test(file))).toEqual([]) // prettier-ignore

    await review(page, recipients.succeedsAfterTwoFinds)
    await send(page)
    await expectState(page, 'pending', { brand: 'Qamra' })
    await nextCustomer(page)
    await page.waitForFunction(() => sessionStorage.getItem('toptill-offline-snapshot')?.includes('"end":"0002"'))

    await context.setOffline(true)
    await page.reload()
    const away = page.getByRole('alert').filter({ hasText: text('alerts.away.till') })
    await expect(away).toBeVisible()
    await expect(page.getByText(/^Offline since \d\d:\d\d$/)).toBeVisible()
    await expect(page.getByText('Mobile recharge').first()).toBeVisible()
    const panel = page.getByRole('complementary', { name: text('alerts.away.toDo') })
    await expect(panel).toContainText(/Qamra Recharge\d{4}, •••• 0002, as of \d\d:\d\d/)
    await expect(panel).toContainText(text('state.pending.chip'))
    await expect(page.locator('body')).not.toContainText(/000 0002/)
    await page.getByText('Mobile recharge').first().click({ force: true })
    await expect(page).toHaveURL(/\/sell$/)

    await context.setOffline(false)
    await tryNow(page)
    await expect(away).toBeHidden()
    await pickQamra(page)
    await expect(numberField(page)).toBeEnabled()

    await context.setOffline(true)
    await lock(page)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(text('shell.noServer.heading'))
    await expect(page.locator('body')).not.toContainText(/Qamra|0002|Amal/)
    expect(await page.evaluate(() => sessionStorage.getItem('toptill-offline-snapshot'))).toBeNull()
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Amal' })).toBeVisible()

    // A customer display has our offline page as well, and continues automatically.
    await page.goto(`${shop.url}${paths.display()}`)
    const pairing = heading(page, 'display.pairTitle')
    await expect(pairing).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(heading(page, 'display.offline')).toBeVisible()
    await expect(page.getByText(text('display.offlineNext'))).toBeVisible()
    await context.setOffline(false)
    await expect(pairing).toBeVisible()
    expectUnreachable(consoleErrors)
  })
})

test('a new version is offered when no sale is open, and replaces all files at once @long', async ({
  page,
  context,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await hasWorker(page)
  const before = (await buildOn(page)) ?? ''

  await shop.restart({ browserFolder: anotherBuild() })
  await page.waitForResponse((response) => response.url().endsWith('/api/status') && response.ok())
  const chip = button(page, 'alerts.chip.update')
  await expect(chip).toBeHidden()
  await link(page, 'shell.sell').click()
  await chip.click()
  await button(page, 'shell.loadAgain').click()
  await expect.poll(() => buildOn(page)).toBe(`${before}-next`)
  await expect(page.getByRole('button', { name: /^Mobile recharge/ })).toBeVisible()
  await expect(chip).toBeHidden()

  // The service worker of the new build has taken over after a page of its own build, and keeps the old cache for other
  // windows.
  const hasTakenOver = () =>
    page.evaluate(async () => {
      const { active, installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {}
      return active?.state === 'activated' && !installing && !waiting
    })
  await expect
    .poll(async () => Object.keys(await storedBy(page)))
    .toEqual([`toptill-${before}`, `toptill-${before}-next`])
  await expect.poll(hasTakenOver).toBe(true)
  const { [`toptill-${before}`]: old = [], [`toptill-${before}-next`]: now = [] } = await storedBy(page)
  expect(now.length).toBeGreaterThan(100)
  expect(old.filter((file) => !now.includes(file) && !file.endsWith('.woff2'))).toEqual([])
  await page.waitForFunction(
    (version) => sessionStorage.getItem('toptill-offline-snapshot')?.includes(version),
    `${before}-next`,
  )
  await context.setOffline(true)
  await page.reload()
  expect(await buildOn(page)).toBe(`${before}-next`)
  await expect(page.getByText('Mobile recharge').first()).toBeVisible()
  await context.setOffline(false)
  expectUnreachable(consoleErrors)
})
