import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { CommandError, rootFolder, runCommand, runProgram } from './command.mjs'
import { printStep } from './test-reports.ts'

// These read the whole repository, so no import connects them with a changed file.
const ALWAYS = ['tests/architecture.test.ts', 'tests/repository.test.ts']
// The other projects take a minute and both processors. Vitest runs what any of its patterns allows, so the projects are listed one by one.
const PROJECTS = ['pages', 'units', 'node'].map((name) => `--project=${name}`)

const USAGE = `npm run check
Checks types, lint, dead code and format, and runs the unit tests that a changed file can reach. It is also the pre-commit hook.`

async function check() {
  const changed = await findChanged()
  const formatted = changed.filter((file) => /\.(ts|tsx|mjs|js|json|css|html|md|ya?ml)$/.test(file))
  const tested = changed.filter((file) => /\.(ts|tsx|mjs|json)$/.test(file) && /^(src|tests|tools|bench)\//.test(file))
  const steps = await Promise.all([
    step('types and lint', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings']),
    step('dead code', 'knip', ['--no-progress']),
    step('format', 'prettier', ['--check', '--ignore-unknown', '--log-level=warn', 'package.json', ...formatted]),
  ])
  steps.push(await step('tests', 'vitest', ['related', '--run', ...PROJECTS, ...ALWAYS, ...tested]))
  const failed = steps.filter(({ isGood }) => !isGood).map(({ name }) => name)
  if (failed.length > 0) throw new CommandError(`Not right yet: ${failed.join(', ')}.`)
}

async function step(name: string, program: string, args: string[]) {
  const { code, output, tookMs } = await runProgram(program, args)
  printStep(name, code === 0, tookMs, output)
  return { name, isGood: code === 0 }
}

async function findChanged() {
  const lists = await Promise.all([
    runProgram('git', ['diff', '--name-only', '--relative', 'HEAD']),
    runProgram('git', ['ls-files', '--others', '--exclude-standard']),
  ])
  if (lists.some(({ code }) => code !== 0))
    throw new CommandError('What has changed only git knows, and this is no git checkout: run npm test.')
  const names = lists.flatMap(({ output }) => output.split('\n')).filter(Boolean)
  return [...new Set(names)].filter((name) => existsSync(join(rootFolder, name)))
}

await runCommand(check, USAGE)
