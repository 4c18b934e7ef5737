import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { buildWhenStale } from './build.mjs'
import { obtainChromium } from './find-chromium.ts'
import { obtainPostgres } from './postgres.ts'
import { CommandError, printProgress, rootFolder, runCommand, runProgram } from './command.mjs'
import {
  countJson,
  countListed,
  endOf,
  listFailures,
  printStep,
  readPlaywrightFailures,
  readPlaywrightReport,
  readVitestFailures,
  readVitestReport,
  summarize,
  type Counts,
  type Failure,
} from './test-reports.ts'

const USAGE = `npm test
Installs, builds, finds a Chromium and a PostgreSQL, and runs what every change has to pass. The last line is the total.

npm run test:all
Runs everything: the long simulations, all kills, the journal suite on PostgreSQL in full, all browser flows at all sizes, the measured bounds, and the
image and the systemd unit.`

const reports = join(rootFolder, 'reports')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

/** Listed one by one: Vitest runs what any of its patterns allows, so a pattern that leaves one project out would run all others. */
const PROJECTS = ['pages', 'units', 'node']
const POSTGRES_PROJECT = 'postgres'
const MEASURED_PROJECTS = ['measured', 'measured-pages']
const BROWSER_PROJECTS = { quick: ['flows'], full: ['flows', 'long', 'sizes'] }
/** The benchmarks whose bounds hold on any idle machine. A benchmark fails if it misses a bound. */
const MEASURED = ['hostile-answers']

const failures: Failure[] = []
/** Printed before the total; they do not count as failures. */
const warnings: string[] = []

async function test() {
  const isFull = process.argv[2] === 'all'
  const env = { ...process.env, ...(isFull && { TEST_LEVEL: 'all' }) }
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  const counts = [
    await runAction('build', buildWhenStale),
    // Together, because each of them leaves a processor idle at times.
    ...(await Promise.all([checkSources(isFull), runUnits(env)])).flat(),
    await runInBrowser(env, isFull ? BROWSER_PROJECTS.full : BROWSER_PROJECTS.quick),
  ]
  // These run alone, because they measure time.
  if (isFull) {
    counts.push(await runMeasured())
    const { testDeploy } = await import('./test-deploy.ts')
    const deployed = await testDeploy()
    counts.push(deployed.counts)
    failures.push(...deployed.failures)
    for (const name of MEASURED) counts.push(await runStep(`bench ${name}`, 'tsx', ['tools/bench.ts', name]))
  }

  for (const lines of listFailures(failures)) console.log(lines)
  for (const warning of warnings) console.log(`Warning: ${warning}`)
  const { line, isGood } = summarize(counts, { isFull })
  console.log(line)
  process.exitCode = isGood ? 0 : 1
}

/** Changed files are checked for format before each commit (`npm run check`); all files take a minute. */
async function checkSources(isFull: boolean) {
  return Promise.all([
    runStep('sizes', 'tsx', ['tools/check-sizes.ts']),
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
  // Imported late, because it needs a package that may only just have been installed.
  const { auditPackages } = await import('./packages.ts')
  const audit = await auditPackages()
  warnings.push(...audit.warnings)
  if (audit.problem) throw new CommandError(audit.problem)
}

async function runUnits(env: NodeJS.ProcessEnv): Promise<Counts> {
  const hasPostgres = env['TEST_DATABASE_URL'] ? true : (await obtainPostgres()) !== undefined
  const projects = [...PROJECTS, ...(hasPostgres ? [POSTGRES_PROJECT] : [])].map((name) => `--project=${name}`)
  const counts = await runVitest('unit and integration', projects, env)
  if (hasPostgres) return counts
  printProgress(
    'The tests of PostgreSQL need a server: install PostgreSQL 15 or later, or set TEST_DATABASE_URL to one that may be filled.',
  )
  const listed = await runProgram('vitest', ['list', `--project=${POSTGRES_PROJECT}`, '--json'], {
    env: { ...env, TEST_DATABASE_URL: 'none' },
  })
  return { ...counts, notRun: counts.notRun + countJson(listed.output) }
}

/** Runs one file after another. The other tests of these files ran earlier. */
async function runMeasured(): Promise<Counts> {
  const projects = MEASURED_PROJECTS.map((name) => `--project=${name}`)
  return { ...(await runVitest('measured', ['--maxWorkers=1', ...projects], process.env)), leftOut: 0 }
}

function runVitest(name: string, words: string[], env: NodeJS.ProcessEnv): Promise<Counts> {
  return runTests(
    name,
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`, ...words],
    { count: () => readVitestReport(vitestReport), fail: () => readVitestFailures(vitestReport) },
    env,
  )
}

async function runInBrowser(env: NodeJS.ProcessEnv, names: readonly string[]): Promise<Counts> {
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

function runStep(name: string, program: string, args: string[]) {
  return runAction(name, async () => {
    const { code, output } = await runProgram(program, args)
    if (code !== 0) throw new CommandError(output)
  })
}

async function runAction(name: string, run: () => Promise<unknown>): Promise<Counts> {
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

async function runTests(
  name: string,
  program: string,
  args: string[],
  report: { count: () => Counts | undefined; fail: () => Failure[] },
  env: NodeJS.ProcessEnv,
): Promise<Counts> {
  const { code, output, tookMs } = await runProgram(program, args, { env })
  const counts = report.count() ?? { passed: 0, failed: 0, leftOut: 0, notRun: 0 }
  // A runner that fails without naming a test (an error outside of any test, no report, no tests) also counts as a failure.
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1
  printStep(`${name}: ${counts.passed} passed, ${counts.failed} failed`, counts.failed === 0, tookMs, output)
  if (counts.failed > 0) {
    const named = report.fail()
    failures.push(...(named.length > 0 ? named : [{ name, text: endOf(output) }]))
  }
  return counts
}

await runCommand(test, USAGE)
