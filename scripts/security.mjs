import { buildWhenStale } from './build-when-stale.mjs'
import { obtainChromium } from './find-chromium.mjs'
import { installWhenNeeded } from './install-when-needed.mjs'
import { runProgram } from './run-program.mjs'
import { runCommand, CommandError } from './console.mjs'

/** `npm run security`: the part of `npm test` that SECURITY.md relies on, which is the tests of both security folders. */
async function security() {
  await installWhenNeeded({ withDev: true })
  await buildWhenStale()
  const chromium = await obtainChromium()
  if (chromium === undefined) throw new CommandError('The browser tests need a Chromium: see npm test.')
  const env = { ...process.env, CHROMIUM_PATH: chromium }
  /** @type {[string, string[]][]} */
  const steps = [
    ['vitest', ['run', '--project', '!processes', 'tests/security', 'tests/proxy/canary']],
    ['vitest', ['run', '--project', 'processes', '--no-file-parallelism', 'tests/security']],
    ['playwright', ['test', 'e2e/security']],
  ]
  const codes = []
  for (const [program, args] of steps) codes.push((await runProgram(program, args, { env, show: true })).code)
  if (codes.some((code) => code !== 0)) throw new CommandError('Not secure yet: see above.')
}

await runCommand(security)
