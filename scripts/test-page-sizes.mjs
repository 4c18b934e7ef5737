import { buildWhenStale } from './build-when-stale.mjs'
import { CommandError, runCommand } from './console.mjs'
import { obtainChromium } from './find-chromium.mjs'
import { installWhenNeeded } from './install-when-needed.mjs'
import { runProgram } from './run-program.mjs'

/** `npm run test:sizes`: walks through every page in every state, size, language and theme. Words after `--` go to Playwright, such as `-g lists`. */
async function testPageSizes() {
  await installWhenNeeded({ withDev: true })
  await buildWhenStale()
  const chromium = await obtainChromium()
  if (chromium === undefined) throw new CommandError('The browser tests need a Chromium: see npm test.')
  const env = { ...process.env, CHROMIUM_PATH: chromium }
  const words = ['test', '--project=sizes', ...process.argv.slice(2)]
  const { code } = await runProgram('playwright', words, { env, show: true })
  if (code !== 0) throw new CommandError('Not every page fits: see above.')
}

await runCommand(testPageSizes)
