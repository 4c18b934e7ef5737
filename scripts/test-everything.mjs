import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { buildWhenStale } from './build-when-stale.mjs'
import { obtainChromium } from './find-chromium.mjs'
import { obtainPostgres } from './postgres.mjs'
import { setGitHooks } from './git-hooks.mjs'
import { rootFolder } from './root.mjs'
import { installWhenNeeded } from './install-when-needed.mjs'
import { findNodeProblem } from './node-version.mjs'
import { runProgram } from './run-program.mjs'
import { printProgress, CommandError, runCommand } from './console.mjs'
import { countJson, countListed, readPlaywrightReport, readVitestReport, summarize } from './test-counts.mjs'
import { endOf, readPlaywrightFailures, readVitestFailures, listFailures } from './test-failures.mjs'

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {import('./test-failures.mjs').Failure} Failure */
/** @typedef {import('./run-program.mjs').RunOptions} RunOptions */

const reports = join(rootFolder, 'reports')
const vitestReport = join(reports, 'vitest.json')
const killsReport = join(reports, 'kills.json')
const postgresKillsReport = join(reports, 'postgres-kills.json')
const measuredReport = join(reports, 'measured.json')
const playwrightReport = join(reports, 'playwright.json')

/** Named one by one: vitest runs what any of its patterns allows, so two that leave something out would leave out nothing. */
const UNITS = ['pages', 'units', 'node']

/** What needs a processor all the time gives way to everything else. @type {RunOptions} */
const IN_BACKGROUND = { niceness: 10 }

/** @type {Failure[]} */
const failures = []
/** What could not be checked, or will soon be out of date. Shown with the totals, and not counted as failures. @type {string[]} */
const warnings = []

/** `npm test`: runs every step to the end, even if some fail. The failures are listed again at the end, and the last line is the total. */
async function testEverything() {
  const problem = findNodeProblem()
  if (problem) throw new CommandError(problem)
  await installWhenNeeded({ withDev: true })
  await setGitHooks()
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  const counts = [
    await runAction('build', buildWhenStale),
    await runStep('sizes', process.execPath, ['scripts/check-sizes.mjs']),
  ]
  const hasServer = await findServer()
  if (!hasServer) {
    counts.push(await countPostgresTests())
    printProgress(
      'The tests of PostgreSQL need a server: install PostgreSQL 15 or later, or set TEST_DATABASE_URL to one that may be filled.',
    )
  }
  const chromium = await obtainChromium()
  const measured = runVitest('measured', measuredReport, ['--no-file-parallelism', '--project=measured'])
  const beside = [
    measured,
    measured.then(() => testWhatWaits(hasServer, chromium)),
    measured.then(lookAtSources),
    testUnits(hasServer),
  ]
  counts.push(...(await Promise.all(beside)).flat())

  for (const lines of listFailures(failures)) console.log(lines)
  for (const warning of warnings) console.log(`Warning: ${warning}`)
  const sum = summarize(counts)
  console.log(sum.line)
  process.exitCode = sum.isGood ? 0 : 1
}

/** What kills and what people do: it waits for a time, so nothing is beside it that does not give way. */
async function testWhatWaits(/** @type {boolean} */ hasServer, /** @type {string | undefined} */ chromium) {
  // Two at a time: they mostly wait, until a process has started, a lease has ended or a sale is asked for again.
  const onPostgres = ['--maxWorkers=2', '--project=postgres-kills']
  return [
    await runVitest('kills', killsReport, ['--project=kills']),
    ...(hasServer ? [await runVitest('kills on PostgreSQL', postgresKillsReport, onPostgres)] : []),
    await testInBrowser(chromium),
  ]
}

function testUnits(/** @type {boolean} */ hasServer) {
  const projects = [...UNITS, ...(hasServer ? ['postgres'] : [])].map((name) => `--project=${name}`)
  return runVitest('unit and integration', vitestReport, projects, IN_BACKGROUND)
}

async function lookAtSources() {
  return [
    await runStep('types and lint', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings'], IN_BACKGROUND),
    await runStep('format', 'prettier', ['--check', '--log-level=warn', '.'], IN_BACKGROUND),
    await runAction('packages', lookForKnownHoles),
  ]
}

async function lookForKnownHoles() {
  // Loaded late, because it needs a package that may only just have been installed.
  const { auditPackages } = await import('./audit-packages.mjs')
  const audit = await auditPackages()
  warnings.push(...audit.warnings)
  if (audit.problem) throw new CommandError(audit.problem)
}

/**
 * @param {string} name
 * @param {string} report
 * @param {string[]} which
 * @param {RunOptions} options
 * @returns {Promise<Counts>}
 */
function runVitest(name, report, which, options = {}) {
  const words = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...which]
  const read = { count: () => readVitestReport(report), fail: () => readVitestFailures(report) }
  return runTests(name, 'vitest', words, read, options)
}

/** Whether there is a PostgreSQL for the tests that need one. */
async function findServer() {
  return process.env['TEST_DATABASE_URL'] ? true : (await obtainPostgres()) !== undefined
}

/** @returns {Promise<Counts>} */
async function countPostgresTests() {
  const env = { ...process.env, TEST_DATABASE_URL: 'none' }
  const listed = await runProgram('vitest', ['list', '--project=postgres', '--project=postgres-kills', '--json'], {
    env,
  })
  return { passed: 0, failed: 0, notRun: countJson(listed.output) }
}

/** @returns {Promise<Counts>} */
async function testInBrowser(/** @type {string | undefined} */ chromium) {
  if (chromium === undefined) {
    printProgress(
      'The browser tests need a Chromium: run "npx playwright install --with-deps chromium-headless-shell", or "apt-get install chromium" as root.',
    )
    const listed = await runProgram('playwright', ['test', '--project=flows', '--list'])
    return { passed: 0, failed: 0, notRun: countListed(listed.output) }
  }
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport }
  return runTests(
    'end to end',
    'playwright',
    ['test', '--project=flows', '--reporter=list,json'],
    { count: () => readPlaywrightReport(playwrightReport), fail: () => readPlaywrightFailures(playwrightReport) },
    { env },
  )
}

/**
 * A step that counts as one.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<Counts>}
 */
async function runStep(name, program, args, options = {}) {
  const { code, output, tookMs } = await runProgram(program, args, options)
  tell(name, code === 0, tookMs, output)
  if (code !== 0) failures.push({ name, text: output })
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, notRun: 0 }
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
    tell(name, true, performance.now() - startedAt, '')
    return { passed: 1, failed: 0, notRun: 0 }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    tell(name, false, performance.now() - startedAt, text)
    failures.push({ name, text })
    return { passed: 0, failed: 1, notRun: 0 }
  }
}

/**
 * A step that reports its tests in a file.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {{ count: () => Counts | undefined, fail: () => Failure[] }} report
 * @param {RunOptions} options
 * @returns {Promise<Counts>}
 */
async function runTests(name, program, args, report, options) {
  const { code, output, tookMs } = await runProgram(program, args, options)
  const counts = report.count() ?? { passed: 0, failed: 0, notRun: 0 }
  // A runner that fails without naming a test (a fault outside of any test, no report, no tests) is a failure, too.
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1
  tell(`${name}: ${counts.passed} passed, ${counts.failed} failed`, counts.failed === 0, tookMs, output)
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
function tell(name, isGood, tookMs, output) {
  if (!isGood) console.log(output.trimEnd())
  console.log(`${isGood ? '  ok  ' : 'FAILED'} ${(tookMs / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

await runCommand(testEverything)
