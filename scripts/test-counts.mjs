import { readFileSync } from 'node:fs'

/**
 * @typedef {{ passed: number, failed: number, leftOut: number, notRun: number }} Counts
 *   `leftOut`: tests that only `npm run test:all` runs. `notRun`: tests that could not run, because this machine has no PostgreSQL or no Chromium.
 */

/** @returns {Counts | undefined} What vitest's JSON report counts; a file that could not be loaded is one failure. */
export function readVitestReport(/** @type {string} */ file) {
  const report = readReport(file)
  if (!report) return undefined
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = report.testResults
  const unloaded = files.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    leftOut: report.numPendingTests + report.numTodoTests,
    notRun: 0,
  }
}

/** @returns {Counts | undefined} What Playwright's JSON report counts. A flaky test counts as failed. */
export function readPlaywrightReport(/** @type {string} */ file) {
  const stats = readReport(file)?.stats
  return stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, leftOut: stats.skipped, notRun: 0 }
}

function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** How many tests `playwright test --list` names. */
export function countListed(/** @type {string} */ output) {
  return Number(/^Total: (\d+) tests?/m.exec(output)?.[1] ?? 0)
}

/** How many tests `vitest list --json` names. */
export function countJson(/** @type {string} */ output) {
  return output.split('\n').filter((line) => /^\s*"name":/.test(line)).length
}

/** What `npm test` leaves out whole, besides single tests. */
const ONLY_IN_FULL =
  'all flows and sizes in the browser, the whole journal suite on PostgreSQL, the measured bounds, the format of every file, and the long form of simulations, kills and random tests'

/**
 * The last line, and whether the run is good. Everything has to run in `test:all` and on CI; elsewhere a machine may lack PostgreSQL or Chromium.
 * @param {Counts[]} counts
 * @param {{ isFull: boolean, isCi?: boolean }} options
 */
export function summarize(counts, { isFull, isCi = Boolean(process.env['CI']) }) {
  const sum = (/** @type {keyof Counts} */ key) => counts.reduce((total, each) => total + each[key], 0)
  const [passed, failed, leftOut, notRun] = [sum('passed'), sum('failed'), sum('leftOut'), sum('notRun')]
  const missing = isFull ? notRun + leftOut : notRun
  const total = `${passed} passed, ${failed} failed${missing > 0 ? `, ${missing} did not run` : ''}`
  const rest = isFull
    ? missing === 0 && failed === 0
      ? '. Nothing was left out.'
      : ''
    : `. Only npm run test:all runs ${leftOut} more tests here, ${ONLY_IN_FULL}.`
  return { line: total + rest, isGood: failed === 0 && passed > 0 && (missing === 0 || !(isFull || isCi)) }
}
