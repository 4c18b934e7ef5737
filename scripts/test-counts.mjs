import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, notRun: number }} Counts */

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
    notRun: report.numPendingTests + report.numTodoTests,
  }
}

/** @returns {Counts | undefined} What Playwright's JSON report counts. A flaky test counts as failed. */
export function readPlaywrightReport(/** @type {string} */ file) {
  const stats = readReport(file)?.stats
  return stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, notRun: stats.skipped }
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

/** The closing line, and whether all tests ran and none failed. */
export function summarize(/** @type {Counts[]} */ counts) {
  const sum = (/** @type {keyof Counts} */ key) => counts.reduce((total, each) => total + each[key], 0)
  const [passed, failed, notRun] = [sum('passed'), sum('failed'), sum('notRun')]
  const line = `${passed} passed, ${failed} failed${notRun > 0 ? `, ${notRun} did not run` : ''}`
  return { line, isGood: failed === 0 && notRun === 0 && passed > 0 }
}
