import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

import { CommandError, printProgress, rootFolder, runCommand, runProgram } from './command.mjs'

const require = createRequire(import.meta.url)
const {
  satisfies,
  validRange,
}: {
  satisfies: (version: string, range: string, options: { includePrerelease: boolean }) => boolean
  validRange: (range: string) => string | null
} = require('semver')

const DAY_MS = 24 * 60 * 60_000
const STALE_DAYS = 30
const TOO_OLD_DAYS = 90
// Makes npm fail quickly without a network.
const NPM_AUDIT = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=15000']
const NPM_WITHIN_MS = 60_000
const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info']

/** Reads the output of `npm audit --json`, including warnings. `no-answer` does not mean that there are no advisories. */
export function readAudit(
  output: string,
): { kind: 'clean' } | { kind: 'known'; total: number; sentence: string } | { kind: 'no-answer'; reason: string } {
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

function readJson(output: string) {
  const [begin, end] = [output.indexOf('{'), output.lastIndexOf('}')]
  try {
    return JSON.parse(output.slice(begin, end + 1))
  } catch {
    return undefined
  }
}

/** `accepted`: why the advisory has no effect here. */
type Advisory = { package: string; id: string; range: string; severity: string; source: string; accepted?: string }
/** `made`: the day on which the list was made. */
type KnownAdvisories = { made: string; advisories: Advisory[] }
type Versions = { packages: Record<string, { name?: string; version?: string }> }

/** Adds the SQLite inside libsql's binary, which the lock file does not name. */
export function withSqlite({ packages }: Versions): Versions {
  const Libsql = require('libsql')
  const row = new Libsql(':memory:').prepare('SELECT sqlite_version() AS version').get([])
  const { version } = row as { version: string }
  return { packages: { ...packages, 'the SQLite in libsql': { name: 'SQLite', version } } }
}

/** Returns a message for each advisory that applies and is not accepted. */
export function findKnown({ packages }: Versions, { advisories }: KnownAdvisories): string[] {
  return Object.entries(packages).flatMap(([path, { name = path.split('node_modules/').at(-1), version = '' }]) =>
    advisories
      .filter((one) => path !== '' && one.package === name && isIn(version, one.range) && !one.accepted)
      .map(({ id, severity, source }) => `${name} ${version}: ${id} (${severity}, ${source})`),
  )
}

function isIn(version: string, range: string) {
  if (validRange(range) === null) throw new CommandError(`tools/known-advisories.json: "${range}" is not a range.`)
  return satisfies(version, range, { includePrerelease: true })
}

/**
 * `problem`: whether an advisory applies.
 * @param asked The registry's answer.
 * @param listed The messages from the list.
 */
export function judge(
  asked: ReturnType<typeof readAudit>,
  listed: string[],
  { made, now }: { made: string; now: Date },
): { problem?: string; warnings: string[] } {
  const warnings: string[] = []
  if (asked.kind === 'no-answer') {
    const days = Math.floor((now.getTime() - Date.parse(made)) / DAY_MS)
    warnings.push(
      `The registry could not be asked what is known against the packages (${asked.reason}). They were compared with the list of ${made} alone.`,
    )
    if (!(days <= STALE_DAYS)) {
      const advice =
        days <= TOO_OLD_DAYS ? 'Bring it up to date.' : 'It says next to nothing about today: make it again.'
      warnings.push(`The list of known advisories is ${days} days old (tools/known-advisories.json). ${advice}`)
    }
  }
  const told = [...(asked.kind === 'known' ? [asked.sentence] : []), ...listed]
  return told.length > 0
    ? { problem: `Known against packages of package-lock.json: ${told.join('; ')}.`, warnings }
    : { warnings }
}

/** Reads the list as well, so that an advisory in the list is found without the registry. */
export async function auditPackages() {
  const { output, isMissing } = await runProgram('npm', NPM_AUDIT, { limitMs: NPM_WITHIN_MS })
  if (isMissing) throw new CommandError('npm was not found: install Node together with npm.')
  const read = (file: string) => JSON.parse(readFileSync(join(rootFolder, file), 'utf8'))
  const known: KnownAdvisories = read('tools/known-advisories.json')
  return judge(readAudit(output), findKnown(withSqlite(read('package-lock.json')), known), {
    made: known.made,
    now: new Date(),
  })
}

const AUDIT_USAGE = `npm run audit-packages
Asks the registry for advisories about the packages of the lock file, and compares with tools/known-advisories.json.
Exit code 1: there is one. Exit code 2: the registry did not respond.`

async function runAudit() {
  const { problem, warnings } = await auditPackages()
  for (const warning of warnings) console.log(`Warning: ${warning}`)
  if (problem) throw new CommandError(problem)
  if (warnings.length > 0) process.exitCode = 2
  else console.log('No known security problems in the packages of package-lock.json.')
}

type Locked = {
  name?: string
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = { name: string; version: string; packages: Record<string, Locked> }

/**
 * Made from the lock file alone, because npm's own command fails if a package bundles a version other than the one it names. Packages that only build
 * or test Toptill are `excluded`.
 */
export function billOf(lock: Lock) {
  const components = Object.entries(lock.packages).flatMap(([path, locked]) =>
    path === '' ? [] : [componentOf(path, locked)],
  )
  // The same version may be in several places.
  const unique = [...new Map(components.map((one) => [one['bom-ref'], one])).values()]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${lock.name}@${lock.version}`,
        name: lock.name,
        version: lock.version,
      },
    },
    components: unique.toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: dependenciesOf(lock),
  }
}

function componentOf(
  path: string,
  { name = nameAt(path), version = '', integrity = '', license, dev, optional, devOptional }: Locked,
) {
  const ref = purlOf(name, version)
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    purl: ref,
    scope: dev || devOptional ? 'excluded' : optional ? 'optional' : 'required',
    ...(license
      ? { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { name: license } }] }
      : {}),
    hashes: integrity
      .split(' ')
      .filter((hash) => hash.startsWith('sha512-'))
      .map((hash) => ({
        alg: 'SHA-512',
        content: Buffer.from(hash.slice('sha512-'.length), 'base64').toString('hex'),
      })),
  }
}

/** Resolves each dependency where Node would look for it. */
function dependenciesOf({ name, version, packages }: Lock) {
  const needed = new Map<string, Set<string>>()
  for (const [path, locked] of Object.entries(packages)) {
    const ref = path === '' ? `${name}@${version}` : purlOf(locked.name ?? nameAt(path), locked.version ?? '')
    const refs = needed.get(ref) ?? new Set()
    needed.set(ref, refs)
    for (const wanted of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      const place = placesFor(path, wanted).find((one) => one in packages)
      if (place !== undefined) refs.add(purlOf(packages[place]?.name ?? wanted, packages[place]?.version ?? ''))
    }
  }
  return [...needed].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() }))
}

function placesFor(path: string, name: string) {
  const parts = path === '' ? [] : path.split('/node_modules/')
  const inside = parts.map((_, index) => parts.slice(0, parts.length - index).join('/node_modules/'))
  return [...inside.map((place) => `${place}/node_modules/${name}`), `node_modules/${name}`]
}

const nameAt = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

const BILL_USAGE = `npm run sbom [-- FILE]
Writes the bill of materials (CycloneDX) of the lock file to FILE, or prints it.`

async function writeBill() {
  const lock = JSON.parse(readFileSync(join(rootFolder, 'package-lock.json'), 'utf8'))
  const text = `${JSON.stringify(billOf(lock), undefined, 2)}\n`
  const [, file] = process.argv.slice(2)
  if (file === undefined) return void process.stdout.write(text)
  writeFileSync(resolve(file), text)
  printProgress(`${Object.keys(lock.packages).length - 1} packages are listed in ${file}.`)
}

if (process.argv[1] === import.meta.filename)
  await (process.argv[2] === 'sbom' ? runCommand(writeBill, BILL_USAGE) : runCommand(runAudit, AUDIT_USAGE))
