import { readFileSync } from 'node:fs'

/** `leftOut`: only `npm run test:all` runs them. `notRun`: this machine has no PostgreSQL or no Chromium. */
export type Counts = { passed: number; failed: number; leftOut: number; notRun: number }

/** A file that could not be loaded counts as one failure. */
export function readVitestReport(file: string): Counts | undefined {
  const report = readReport(file)
  if (!report) return undefined
  const files: { status: string; assertionResults: { status: string }[] }[] = report.testResults
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

/** A flaky test counts as failed. */
export function readPlaywrightReport(file: string): Counts | undefined {
  const stats = readReport(file)?.stats
  return stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, leftOut: stats.skipped, notRun: 0 }
}

export function countListed(output: string) {
  return Number(/^Total: (\d+) tests?/m.exec(output)?.[1] ?? 0)
}

export function countJson(output: string) {
  return output.split('\n').filter((line) => /^\s*"name":/.test(line)).length
}

/** What `npm test` leaves out completely, in addition to single tests. */
const ONLY_IN_FULL =
  'all flows and sizes in the browser, the whole journal suite on PostgreSQL, the measured bounds, the format of every file, and the long form of simulations, kills and random tests'

/** Everything must run in `test:all` and on CI; elsewhere a machine may lack PostgreSQL or Chromium. */
export function summarize(
  counts: Counts[],
  { isFull, isCi = Boolean(process.env['CI']) }: { isFull: boolean; isCi?: boolean },
) {
  const sum = (key: keyof Counts) => counts.reduce((total, each) => total + each[key], 0)
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

export type Failure = { name: string; text: string }

const MAX_LINES = 40
/** The other failures are listed by name only. */
const MAX_LISTED = 15
/** Where the page's own part begins, after the part that all pages have. */
const OWN_PART = /^\s*- main\b/m
// oxlint-disable-next-line no-control-regex
const COLORS = /\u001B\[[\d;]*m/g

export function readVitestFailures(file: string): Failure[] {
  const files: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[] = readReport(file)?.testResults ?? []
  return files.flatMap(({ name, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ name, text: message }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${name} › ${fullName}`,
      text: failureMessages.join('\n'),
    }))
  })
}

type Result = { errors: { message?: string }[]; attachments: { name: string; path?: string }[] }
type Spec = { title: string; file: string; line: number; ok: boolean; tests: { results: Result[] }[] }
type Suite = { title: string; specs?: Spec[]; suites?: Suite[] }

/** The failures, each with the content of the screen, including failures outside of any test. */
export function readPlaywrightFailures(file: string): Failure[] {
  const report = readReport(file)
  if (!report) return []
  const suites: Suite[] = report.suites
  const errors: { message?: string }[] = report.errors ?? []
  return [
    ...suites.flatMap(specsOf).flatMap(({ title, file: testFile, line, ok, tests }) => {
      if (ok) return []
      const results = tests.flatMap((test) => test.results).filter((result) => result.errors.length > 0)
      return [{ name: `${testFile}:${line} › ${title}`, text: results.map(listResult).join('\n') }]
    }),
    ...errors.map(({ message = '' }) => ({ name: 'outside of any test', text: message })),
  ]
}

/** A list for the end of the log, which people read first. Only the first failures have text. */
export function listFailures(failures: readonly Failure[]) {
  return failures.map(({ name, text }, index) => {
    const head = `FAILED ${index + 1} of ${failures.length}: ${name}`
    return index < MAX_LISTED ? `\n${head}\n${shorten(text)}` : head
  })
}

/** The last lines, where an aborted program reports why. */
export const endOf = (output: string) => output.trimEnd().split('\n').slice(-MAX_LINES).join('\n')

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function listResult({ errors, attachments }: Result) {
  const context = attachments.find(({ name }) => name === 'error-context')?.path
  const page = context && readPage(context)
  const said = errors.map(({ message = '' }) => message.trim())
  return [...said, ...(page ? ['On the screen:', page] : [])].join('\n')
}

/** The page's accessibility tree without the part that all pages have. */
function readPage(file: string) {
  const page = /^```yaml\n(.*?)^```/ms.exec(readText(file) ?? '')?.[1]
  return page?.slice(Math.max(0, page.search(OWN_PART))).trimEnd()
}

function shorten(text: string) {
  const lines = text
    .replaceAll(COLORS, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const left = lines.length - MAX_LINES
  return [...lines.slice(0, MAX_LINES), ...(left > 0 ? [`… and ${left} lines more`] : [])]
    .map((line) => `  ${line.slice(0, 300)}`)
    .join('\n')
}

function readReport(file: string) {
  const text = readText(file)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function readText(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

export function printStep(name: string, isGood: boolean, tookMs: number, output: string) {
  if (!isGood) console.log(output.trimEnd())
  console.log(`${isGood ? '  ok  ' : 'FAILED'} ${(tookMs / 1000).toFixed(1).padStart(6)} s  ${name}`)
}
