import { buildWhenStale } from './build-when-stale.mjs'
import { CommandError, runCommand } from './console.mjs'
import { obtainChromium } from './find-chromium.mjs'
import { installWhenNeeded } from './install-when-needed.mjs'
import { runProgram } from './run-program.mjs'

const PROJECTS = ['flows', 'long', 'sizes']

const USAGE = `npm run test:flows [-- e2e/kiosk.test.ts]
Runs all browser flows.

npm run test:sizes [-- -g lists]
Walks through all pages at all sizes, in all languages and both themes.

Words after -- go to Playwright.`

async function testInBrowser() {
  await installWhenNeeded({ withDev: true })
  await buildWhenStale()
  const chromium = await obtainChromium()
  if (chromium === undefined) throw new CommandError('The browser tests need a Chromium: see npm test.')
  const env = { ...process.env, CHROMIUM_PATH: chromium }
  const words = process.argv.slice(2)
  const projects = words.filter((word) => PROJECTS.includes(word)).map((name) => `--project=${name}`)
  const others = words.filter((word) => !PROJECTS.includes(word))
  const { code } = await runProgram('playwright', ['test', ...projects, ...others], { env, show: true })
  if (code !== 0) throw new CommandError('Not everything passed: see above.')
}

await runCommand(testInBrowser, USAGE)
