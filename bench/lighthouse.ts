import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from 'playwright'

import { startBuiltShop } from '../e2e/support/built.ts'
import { buildWhenStale } from '../tools/build.mjs'
import { CommandError } from '../tools/command.mjs'
import { CHROMIUM_FLAGS, findSystemChromium, launchChromium } from '../tools/find-chromium.ts'
import { signIn } from './support/browser.ts'
import { check, median, round } from './support/measure.ts'

// Lighthouse is not among our packages, because it brings a hundred others. LIGHTHOUSE may be the path of a version that is installed elsewhere.
const LIGHTHOUSE = process.env['LIGHTHOUSE'] ?? 'npx --yes lighthouse@12.8.2'
const RUNS = 5

type Categories = Record<'performance' | 'accessibility' | 'best-practices', { score: number }>

type Report = { categories: Categories; audits: Record<string, { numericValue: number }> }

await buildWhenStale()
const till = await startBuiltShop()
const folder = mkdtempSync(join(tmpdir(), 'toptill-lighthouse-'))
try {
  // On the machine of a practice till, a browser becomes the till's terminal automatically.
  tell('Sign-in', await measure('/sign-in', ''))
  tell('The shelves, with somebody signed in', await measure('/sell', await findCookie()))
  await tellInstallable()
} finally {
  await till.close()
  rmSync(folder, { recursive: true, force: true })
}

async function findCookie() {
  const browser = await launchChromium()
  const page = await browser.newPage()
  await signIn(page, till.url)
  const cookies = await page.context().cookies()
  await browser.close()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Lighthouse no longer checks whether the till can be installed, so the browser itself reports what prevents that. */
async function tellInstallable() {
  const executablePath = findSystemChromium()
  // A window without a stored profile cannot install an app.
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    args: [...CHROMIUM_FLAGS, '--headless=new'],
    ...(executablePath && { executablePath }),
  })
  const page = await context.newPage()
  await page.goto(till.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const session = await context.newCDPSession(page)
  await session.send('Page.enable')
  const findErrors = async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors
  const errors = await findErrors()
  const manifest = await session.send('Page.getAppManifest')
  // A headless shell reports no problem on any page, so this page, which must have one, shows whether the check works.
  await page.goto(`${till.url}/healthz`)
  const isChecked = (await findErrors()).length > 0
  await context.close()
  const problems = [
    ...(isChecked ? [] : ['this Chromium does not check it: name a whole one in CHROMIUM_PATH']),
    ...errors.map(({ errorId }) => errorId),
    ...manifest.errors.map(({ message }) => message),
    ...(manifest.data ? [] : ['there is no manifest']),
  ]
  if (problems.length > 0) process.exitCode = 1
  console.log(
    problems.length > 0
      ? `MISSED  installable: ${problems.join(', ')}`
      : '  ok    installable: manifest, icons and service worker',
  )
}

/**
 * Lighthouse's default mobile run, with a simulated slow network and processor. It runs in a separate process, because this process serves the till
 * and must not block.
 */
async function measure(path: string, cookie: string) {
  const reports = []
  for (let run = 0; run < RUNS; run += 1) reports.push(await runOnce(path, cookie, join(folder, `${run}.json`)))
  return reports
}

function runOnce(path: string, cookie: string, file: string): Promise<Report> {
  const [command = '', ...before] = LIGHTHOUSE.split(' ')
  const args = [
    `${till.url}${path}`,
    '--only-categories=performance,accessibility,best-practices',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(' ')}`,
    `--extra-headers=${JSON.stringify(cookie === '' ? {} : { Cookie: cookie })}`,
  ]
  const executablePath = findSystemChromium()
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) },
    })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(readFileSync(file, 'utf8'))) : reject(new CommandError('Lighthouse failed.')),
    )
  })
}

function tell(what: string, reports: Report[]) {
  console.log(`${what}, mobile, medians of ${RUNS}`)
  const say = (name: string, valueOf: (report: Report) => number, bound: Parameters<typeof check>[2], unit: string) => {
    const values = reports.map(valueOf)
    check(`${name}, of ${values.map(round).join(' ')}`, median(values), bound, unit)
  }
  const scoreOf =
    (name: keyof Categories) =>
    ({ categories }: Report) =>
      categories[name].score * 100
  const audit =
    (name: string) =>
    ({ audits }: Report) =>
      audits[name]?.numericValue ?? Number.NaN
  say('score', scoreOf('performance'), { least: 99 }, '')
  say('accessibility', scoreOf('accessibility'), { least: 100 }, '')
  say('best practices', scoreOf('best-practices'), { least: 100 }, '')
  say('largest contentful paint', audit('largest-contentful-paint'), { most: 1_500 }, 'ms')
  say('blocked', audit('total-blocking-time'), { most: 50 }, 'ms')
  say('layout shift', audit('cumulative-layout-shift'), { most: 0.01 }, '')
}
