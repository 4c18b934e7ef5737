import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { buildWhenStale } from './build.mjs'
import { obtainChromium } from './find-chromium.mjs'
import { obtainPostgres } from './postgres.mjs'
import { findNodeProblem, installWhenNeeded, setGitHooks } from './install.mjs'
import { CommandError, printProgress, rootFolder, runCommand, runProgram } from './command.mjs'
import {
  countJson,
  countListed,
  endOf,
  listFailures,
  readPlaywrightFailures,
  readPlaywrightReport,
  readVitestFailures,
  readVitestReport,
  summarize,
} from './test-reports.mjs'

/** @typedef {import('./test-reports.mjs').Counts} Counts */
/** @typedef {import('./test-reports.mjs').Failure} Failure */

const USAGE = `npm test
Installs, builds, finds a Chromium and a PostgreSQL, and runs what every change has to pass. The last line is the total.

npm run test:all
Runs everything: the long simulations, all kills, the journal suite on PostgreSQL in full, all browser flows at all sizes, and the measured bounds.`

const reports = join(rootFolder, 'reports')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

/** Named one by one: vitest runs what any of its patterns allows, so a pattern that leaves one out would run all others. */
const PROJECTS = ['pages', 'units', 'node']
const POSTGRES_PROJECT = 'postgres'
const MEASURED_PROJECTS = ['measured', 'measured-pages']
/** In `npm test`, and those that `npm run test:all` adds. */
const BROWSER_PROJECTS = { quick: ['flows'], full: ['flows', 'long', 'sizes'] }
/** The benchmarks whose bounds hold on any machine that has nothing else to do. Each fails when it misses one. */
const MEASURED = ['hostile-answers']

/** @type {Failure[]} */
const failures = []
/** What could not be checked, or will soon be out of date. Printed before the total; no failure. @type {string[]} */
const warnings = []

async function test() {
  const isFull = process.argv[2] === 'all'
  const env = { ...process.env, ...(isFull && { TEST_LEVEL: 'all' }) }
  const problem = findNodeProblem()
  if (problem) throw new CommandError(problem)
  await installWhenNeeded({ withDev: true })
  await setGitHooks()
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  const counts = [
    await runAction('build', buildWhenStale),
    ...(await checkSources(isFull)),
    await runUnits(env),
    await runInBrowser(env, isFull ? BROWSER_PROJECTS.full : BROWSER_PROJECTS.quick),
  ]
  // Alone, because they measure time.
  if (isFull) {
    counts.push(await runMeasured())
    for (const name of MEASURED) counts.push(await runStep(`bench ${name}`, process.execPath, [`bench/${name}.mjs`]))
  }

  for (const lines of listFailures(failures)) console.log(lines)
  for (const warning of warnings) console.log(`Warning: ${warning}`)
  const { line, isGood } = summarize(counts, { isFull })
  console.log(line)
  process.exitCode = isGood ? 0 : 1
}

/** Sizes, types, lint and known advisories. The format of what changed is checked before each commit (`npm run check`); that of everything takes a minute. */
async function checkSources(/** @type {boolean} */ isFull) {
  return Promise.all([
    runStep('sizes', process.execPath, ['scripts/check-sizes.mjs']),
    runStep('types and lint', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings']),
    runAction('packages', checkAdvisories),
    ...(isFull
      ? [
          runStep('dead code', 'knip', ['--no-progress']),
          runStep('format', 'prettier', ['--check', '--log-level=warn', '.']),
        ]
      : []),
  ])
}

async function checkAdvisories() {
  // Loaded late, because it needs a package that may only just have been installed.
  const { auditPackages } = await import('./packages.mjs')
  const audit = await auditPackages()
  warnings.push(...audit.warnings)
  if (audit.problem) throw new CommandError(audit.problem)
}

/** @returns {Promise<Counts>} */
async function runUnits(/** @type {NodeJS.ProcessEnv} */ env) {
  const hasPostgres = env['TEST_DATABASE_URL'] ? true : (await obtainPostgres()) !== undefined
  const projects = [...PROJECTS, ...(hasPostgres ? [POSTGRES_PROJECT] : [])].map((name) => `--project=${name}`)
  const counts = await runTests(
    'unit and integration',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`, ...projects],
    { count: () => readVitestReport(vitestReport), fail: () => readVitestFailures(vitestReport) },
    env,
  )
  if (hasPostgres) return counts
  printProgress(
    'The tests of PostgreSQL need a server: install PostgreSQL 15 or later, or set TEST_DATABASE_URL to one that may be filled.',
  )
  const listed = await runProgram('vitest', ['list', `--project=${POSTGRES_PROJECT}`, '--json'], {
    env: { ...env, TEST_DATABASE_URL: 'none' },
  })
  return { ...counts, notRun: counts.notRun + countJson(listed.output) }
}

/** Tests that measure time. What else stands in their files ran before. @returns {Promise<Counts>} */
async function runMeasured() {
  const projects = MEASURED_PROJECTS.map((name) => `--project=${name}`)
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const counts = await runTests(
    'measured',
    'vitest',
    ['run', '--maxWorkers=1', ...report, ...projects],
    { count: () => readVitestReport(vitestReport), fail: () => readVitestFailures(vitestReport) },
    process.env,
  )
  return { ...counts, leftOut: 0 }
}

/** @returns {Promise<Counts>} */
async function runInBrowser(/** @type {NodeJS.ProcessEnv} */ env, /** @type {readonly string[]} */ names) {
  const projects = names.map((name) => `--project=${name}`)
  const chromium = await obtainChromium()
  if (chromium === undefined) {
    printProgress(
      'The browser tests need a Chromium: run "npx playwright install --with-deps chromium-headless-shell", or "apt-get install chromium" as root.',
    )
    const listed = await runProgram('playwright', ['test', ...projects, '--list'], { env })
    return { passed: 0, failed: 0, leftOut: 0, notRun: countListed(listed.output) }
  }
  return runTests(
    'browser',
    'playwright',
    ['test', ...projects, '--reporter=list,json'],
    { count: () => readPlaywrightReport(playwrightReport), fail: () => readPlaywrightFailures(playwrightReport) },
    { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  )
}

/**
 * A step that counts as one test.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 */
function runStep(name, program, args) {
  return runAction(name, async () => {
    const { code, output } = await runProgram(program, args)
    if (code !== 0) throw new CommandError(output)
  })
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} run
 * @returns {Promise<Counts>}
 */
async function runAction(name, run) {
  const startedAt = performance.now()
  try {
    await run()
    printStep(name, true, performance.now() - startedAt, '')
    return { passed: 1, failed: 0, leftOut: 0, notRun: 0 }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    printStep(name, false, performance.now() - startedAt, text)
    failures.push({ name, text })
    return { passed: 0, failed: 1, leftOut: 0, notRun: 0 }
  }
}

/**
 * A step that reports its tests in a file.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {{ count: () => Counts | undefined, fail: () => Failure[] }} report
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Counts>}
 */
async function runTests(name, program, args, report, env) {
  const { code, output, tookMs } = await runProgram(program, args, { env })
  const counts = report.count() ?? { passed: 0, failed: 0, leftOut: 0, notRun: 0 }
  // A runner that fails without naming a test (an error outside of any test, no report, no tests) is a failure, too.
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1
  printStep(`${name}: ${counts.passed} passed, ${counts.failed} failed`, counts.failed === 0, tookMs, output)
  if (counts.failed > 0) {
    const named = report.fail()
    failures.push(...(named.length > 0 ? named : [{ name, text: endOf(output) }]))
  }
  return counts
}

/**
 * @param {string} name
 * @param {boolean} isGood
 * @param {number} tookMs
 * @param {string} output
 */
function printStep(name, isGood, tookMs, output) {
  if (!isGood) console.log(output.trimEnd())
  console.log(`${isGood ? '  ok  ' : 'FAILED'} ${(tookMs / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

await runCommand(test, USAGE)
