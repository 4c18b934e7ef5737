import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from 'playwright'

import { buildWhenStale } from '../scripts/build.mjs'
import { CHROMIUM_FLAGS, findSystemChromium } from '../scripts/find-chromium.mjs'
import { CommandError } from '../scripts/command.mjs'
import { openTill, signIn } from './till.mjs'

// Lighthouse is not among our packages, because it brings a hundred others. LIGHTHOUSE may name one that is installed elsewhere.
const LIGHTHOUSE = process.env['LIGHTHOUSE'] ?? 'npx --yes lighthouse@12.8.2'
const RUNS = 5

/** @typedef {Record<'performance' | 'accessibility' | 'best-practices', { score: number }>} Categories */
/** @typedef {{ categories: Categories, audits: Record<string, { numericValue: number }> }} Report */

await buildWhenStale()
const till = await openTill()
const folder = mkdtempSync(join(tmpdir(), 'toptill-lighthouse-'))
let hasMissed = false
try {
  // A browser on the machine of a practice till becomes its terminal automatically.
  tell('Sign-in', await measure('/sign-in', ''))
  tell('The shelves, with somebody signed in', await measure('/sell', await findCookie()))
  await tellInstallable()
} finally {
  await till.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = hasMissed ? 1 : 0

async function findCookie() {
  const executablePath = findSystemChromium()
  const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
  const page = await browser.newPage()
  await signIn(page, till.url)
  const cookies = await page.context().cookies()
  await browser.close()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Lighthouse has no category for it any more: what the browser itself says keeps it from installing the till. */
async function tellInstallable() {
  const executablePath = findSystemChromium()
  // A window that keeps nothing installs nothing.
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
  // A headless shell finds nothing wrong with any page.
  await page.goto(`${till.url}/healthz`)
  const isChecked = (await findErrors()).length > 0
  await context.close()
  const problems = [
    ...(isChecked ? [] : ['this Chromium does not check it: name a whole one in CHROMIUM_PATH']),
    ...errors.map(({ errorId }) => errorId),
    ...manifest.errors.map(({ message }) => message),
    ...(manifest.data ? [] : ['there is no manifest']),
  ]
  hasMissed ||= problems.length > 0
  console.log(
    problems.length > 0
      ? `MISSED  installable: ${problems.join(', ')}`
      : '  ok    installable: manifest, icons and service worker',
  )
}

/**
 * Lighthouse's normal mobile run, with a simulated slow network and processor. Each run is a process of its own, because this process serves the till
 * and must not block.
 */
async function measure(/** @type {string} */ path, /** @type {string} */ cookie) {
  const reports = []
  for (let run = 0; run < RUNS; run += 1) reports.push(await runOnce(path, cookie, join(folder, `${run}.json`)))
  return reports
}

/** @param {string} path @param {string} cookie @param {string} file @returns {Promise<Report>} */
function runOnce(path, cookie, file) {
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

function tell(/** @type {string} */ what, /** @type {Report[]} */ reports) {
  console.log(`${what}, mobile, medians of ${RUNS}`)
  const audit =
    (/** @type {string} */ name) =>
    (/** @type {Report} */ { audits }) =>
      audits[name]?.numericValue
  check(
    'score',
    reports,
    ({ categories }) => categories.performance.score * 100,
    (score) => score >= 99,
    '99 or more',
  )
  for (const name of /** @type {const} */ (['accessibility', 'best-practices']))
    check(
      name,
      reports,
      ({ categories }) => categories[name].score * 100,
      (score) => score === 100,
      '100',
    )
  check('largest contentful paint, ms', reports, audit('largest-contentful-paint'), (ms) => ms <= 1_500, 'at most 1500')
  check('blocked, ms', reports, audit('total-blocking-time'), (ms) => ms <= 50, 'at most 50')
  check('layout shift', reports, audit('cumulative-layout-shift'), (shift) => shift < 0.01, 'below 0.01')
}

/** @param {string} what @param {Report[]} reports @param {(report: Report) => number | undefined} pick @param {(figure: number) => boolean} isKept @param {string} bound */
function check(what, reports, pick, isKept, bound) {
  const metrics = reports.map((report) => pick(report) ?? Number.NaN).toSorted((a, b) => a - b)
  const figure = metrics[Math.floor(metrics.length / 2)] ?? Number.NaN
  hasMissed ||= !isKept(figure)
  const all = metrics.map((each) => each.toFixed(each < 1 ? 3 : 0)).join(' ')
  console.log(
    `${isKept(figure) ? '  ok  ' : 'MISSED'}  ${what.padEnd(30)} ${figure.toFixed(figure < 1 ? 3 : 0)} (${bound}), of ${all}`,
  )
}
