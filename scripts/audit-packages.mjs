import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { rootFolder } from './root.mjs'
import { runProgram } from './run-program.mjs'
import { runCommand, CommandError } from './console.mjs'

const require = createRequire(import.meta.url)
/** @type {{ satisfies: (version: string, range: string, options: { includePrerelease: boolean }) => boolean, validRange: (range: string) => string | null }} */
const { satisfies, validRange } = require('semver')

const DAY_MS = 24 * 60 * 60_000
const STALE_DAYS = 30
const TOO_OLD_DAYS = 90
// Without a network it fails soon.
const NPM_AUDIT = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=15000']
const NPM_WITHIN_MS = 60_000
const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info']

/**
 * Reads the output of `npm audit --json`. A registry that did not answer has not said that nothing is known.
 * @param {string} output what was printed, including warnings
 * @returns {{ kind: 'clean' } | { kind: 'known', total: number, sentence: string } | { kind: 'no-answer', reason: string }}
 */
export function readAudit(output) {
  const report = readJson(output)
  const counts = report?.metadata?.vulnerabilities
  const numbers = SEVERITIES.map((severity) => counts?.[severity])
  if (report?.auditReportVersion !== 2 || !numbers.every((count) => Number.isSafeInteger(count)))
    return {
      kind: 'no-answer',
      reason: String(report?.message ?? 'it said nothing that can be read').split('\n')[0] ?? '',
    }
  const total = numbers.reduce((sum, count) => sum + count, 0)
  if (total === 0) return { kind: 'clean' }
  const told = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity}`,
  )
  const names = Object.keys(report.vulnerabilities ?? {})
  return { kind: 'known', total, sentence: `${told.join(', ')}: ${names.join(', ')}` }
}

/** The JSON object among the lines that npm prints. @param {string} output */
function readJson(output) {
  const [begin, end] = [output.indexOf('{'), output.lastIndexOf('}')]
  try {
    return JSON.parse(output.slice(begin, end + 1))
  } catch {
    return undefined
  }
}

/**
 * @typedef {{ package: string, id: string, range: string, severity: string, source: string, accepted?: string }} Advisory `accepted`: why it has no effect here.
 * @typedef {{ made: string, advisories: Advisory[] }} KnownAdvisories `made` is the day on which the list was made.
 * @typedef {{ packages: Record<string, { name?: string, version?: string }> }} Lock
 */

/**
 * Adds the SQLite that is inside the binary of libsql to the packages of a lock file, which does not name it.
 * @param {Lock} lock
 * @returns {Lock}
 */
export function withSqlite({ packages }) {
  const Libsql = require('libsql')
  const row = new Libsql(':memory:').prepare('SELECT sqlite_version() AS version').get([])
  const { version } = /** @type {{ version: string }} */ (row)
  return { packages: { ...packages, 'the SQLite in libsql': { name: 'SQLite', version } } }
}

/**
 * Finds what a list knows against the packages of a lock file, other than what is accepted.
 * @param {Lock} lock
 * @param {KnownAdvisories} known
 * @returns {string[]} one sentence for each advisory
 */
export function findKnown({ packages }, { advisories }) {
  return Object.entries(packages).flatMap(([path, { name = path.split('node_modules/').at(-1), version = '' }]) =>
    advisories
      .filter((one) => path !== '' && one.package === name && isIn(version, one.range) && !one.accepted)
      .map(({ id, severity, source }) => `${name} ${version}: ${id} (${severity}, ${source})`),
  )
}

/** @param {string} version @param {string} range */
function isIn(version, range) {
  if (validRange(range) === null) throw new CommandError(`scripts/known-advisories.json: "${range}" is not a range.`)
  return satisfies(version, range, { includePrerelease: true })
}

/**
 * @param {ReturnType<typeof readAudit>} asked the registry's answer
 * @param {string[]} listed the sentences from the list
 * @param {{ made: string, now: Date }} dates
 * @returns {{ problem?: string, warnings: string[] }} `problem`: something is known against a package
 */
export function judge(asked, listed, { made, now }) {
  /** @type {string[]} */
  const warnings = []
  if (asked.kind === 'no-answer') {
    const days = Math.floor((now.getTime() - Date.parse(made)) / DAY_MS)
    warnings.push(
      `The registry could not be asked what is known against the packages (${asked.reason}). They were compared with the list of ${made} alone.`,
    )
    if (!(days <= STALE_DAYS)) {
      const advice =
        days <= TOO_OLD_DAYS ? 'Bring it up to date.' : 'It says next to nothing about today: make it again.'
      warnings.push(`The list of known advisories is ${days} days old (scripts/known-advisories.json). ${advice}`)
    }
  }
  const told = [...(asked.kind === 'known' ? [asked.sentence] : []), ...listed]
  return told.length > 0
    ? { problem: `Known against packages of package-lock.json: ${told.join('; ')}.`, warnings }
    : { warnings }
}

/** Asks the registry and reads the list as well, so that an advisory stays known once it is in the list. */
export async function auditPackages() {
  const { output, isMissing } = await runProgram('npm', NPM_AUDIT, { limitMs: NPM_WITHIN_MS })
  if (isMissing) throw new CommandError('npm was not found: install Node together with npm.')
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(rootFolder, file), 'utf8'))
  /** @type {KnownAdvisories} */
  const known = read('scripts/known-advisories.json')
  return judge(readAudit(output), findKnown(withSqlite(read('package-lock.json')), known), {
    made: known.made,
    now: new Date(),
  })
}

const USAGE = `npm run audit-packages
Asks the registry for advisories about the packages of the lock file, and compares with scripts/known-advisories.json.
Exit code 1: there is one. Exit code 2: the registry did not respond.`

async function runAudit() {
  const { problem, warnings } = await auditPackages()
  for (const warning of warnings) console.log(`Warning: ${warning}`)
  if (problem) throw new CommandError(problem)
  if (warnings.length > 0) process.exitCode = 2
  else console.log('Nothing is known against any package of package-lock.json.')
}

if (process.argv[1] === join(rootFolder, 'scripts', 'audit-packages.mjs')) await runCommand(runAudit, USAGE)
