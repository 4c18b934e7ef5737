import { buildWhenStale } from './build.mjs'
import { obtainChromium } from './find-chromium.ts'
import { CommandError, runCommand, runProgram } from './command.mjs'

const USAGE = `npm run security [-- --list]
Runs the tests behind SECURITY.md in full: routes and roles, PINs, sessions, foreign pages, script in every text, floods, secrets.
--list only names their files.`

const UNIT_FOLDERS = ['tests/security', 'tests/server/canary']
const BROWSER_FOLDER = 'e2e/security'

async function security() {
  if (process.argv.includes('--list')) {
    return runAll(process.env, [
      ['vitest', ['list', '--filesOnly', '--project=node', ...UNIT_FOLDERS]],
      ['playwright', ['test', '--list', BROWSER_FOLDER]],
    ])
  }
  await buildWhenStale()
  const chromium = await obtainChromium()
  if (chromium === undefined) throw new CommandError('The browser tests need a Chromium: see npm test.')
  return runAll({ ...process.env, TEST_LEVEL: 'all', CHROMIUM_PATH: chromium }, [
    ['vitest', ['run', '--project=node', ...UNIT_FOLDERS]],
    // These run alone, because they measure time.
    ['vitest', ['run', '--project=measured', '--maxWorkers=1', ...UNIT_FOLDERS]],
    ['playwright', ['test', BROWSER_FOLDER]],
  ])
}

async function runAll(env: NodeJS.ProcessEnv, steps: [string, string[]][]) {
  const codes = []
  for (const [program, args] of steps) codes.push((await runProgram(program, args, { env, show: true })).code)
  if (codes.some((code) => code !== 0)) throw new CommandError('Not secure yet: see above.')
}

await runCommand(security, USAGE)
