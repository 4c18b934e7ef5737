import { join } from 'node:path'

import { houseFolder } from './house.mjs'
import { runProgram } from './run-program.mjs'
import { runCommand, Stop } from './say.mjs'

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info']

/**
 * What `npm audit --json` comes to. A registry that does not answer it has not said that nothing is known.
 * @param {string} output what was printed, warnings and all
 * @returns {{ kind: 'clean' } | { kind: 'known', total: number, sentence: string } | { kind: 'no-answer', why: string }}
 */
export function readAudit(output) {
  const report = readJson(output)
  const counts = report?.metadata?.vulnerabilities
  const numbers = SEVERITIES.map((severity) => counts?.[severity])
  if (report?.auditReportVersion !== 2 || !numbers.every((count) => Number.isSafeInteger(count)))
    return {
      kind: 'no-answer',
      why: String(report?.message ?? 'it said nothing that can be read').split('\n')[0] ?? '',
    }
  const total = numbers.reduce((sum, count) => sum + count, 0)
  if (total === 0) return { kind: 'clean' }
  const told = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity}`,
  )
  const names = Object.keys(report.vulnerabilities ?? {})
  return { kind: 'known', total, sentence: `${told.join(', ')}: ${names.join(', ')}` }
}

/** The object among the lines npm prints. @param {string} output */
function readJson(output) {
  const [begin, end] = [output.indexOf('{'), output.lastIndexOf('}')]
  try {
    return JSON.parse(output.slice(begin, end + 1))
  } catch {
    return undefined
  }
}

/** `npm run audit-packages`: whether something is known against a package of the lock file. Exit code 1 when it is, 2 when nobody could say. */
async function auditPackages() {
  const { output, isMissing } = await runProgram('npm', ['audit', '--json', '--package-lock-only'])
  if (isMissing) throw new Stop('npm was not found: install Node together with npm.')
  const audit = readAudit(output)
  if (audit.kind === 'clean') return console.log('Nothing is known against any package of package-lock.json.')
  if (audit.kind === 'known') throw new Stop(`Known against packages of package-lock.json: ${audit.sentence}.`)
  console.log(`Not audited: the registry does not answer npm audit (${audit.why}). Ask it from another network.`)
  process.exitCode = 2
}

if (process.argv[1] === join(houseFolder, 'scripts', 'audit-packages.mjs')) await runCommand(auditPackages)
