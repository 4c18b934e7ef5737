import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { lastLineOf, runProgram } from './run-program.mjs'
import { printProgress } from './console.mjs'

const DOWNLOAD_LIMIT_MS = 180_000
const APT_LIMIT_MS = 300_000
const OWN_OF_PLAYWRIGHT = ''
/** The shell comes first: without windows of its own it does the same in three quarters of the time. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
/** Debian's, the first that can be installed. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** What Chromium needs to run as root and in a container, and to keep quiet on the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium named by CHROMIUM_PATH, else the system's; `undefined` stands for Playwright's own. */
export function findSystemChromium(env = process.env) {
  if (env['CHROMIUM_PATH']) return env['CHROMIUM_PATH']
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/**
 * A Chromium that really starts: the one at hand, else Playwright's download, else, as root, the Debian package.
 * Answers its path, '' for Playwright's own, or `undefined` when there is none.
 */
export async function obtainChromium() {
  const system = findSystemChromium()
  if (system !== undefined && (await doesStart(system))) return system
  // A path somebody set is meant: a wrong one is not replaced behind their back.
  if (process.env['CHROMIUM_PATH']) {
    printProgress(`CHROMIUM_PATH is ${process.env['CHROMIUM_PATH']}, and no Chromium starts there.`)
    return undefined
  }
  if (await doesStart(OWN_OF_PLAYWRIGHT)) return OWN_OF_PLAYWRIGHT
  printProgress('No Chromium here. Downloading the one of Playwright …')
  await tell(await runProgram('playwright', ['install', 'chromium-headless-shell'], { limitMs: DOWNLOAD_LIMIT_MS }))
  if (await doesStart(OWN_OF_PLAYWRIGHT)) return OWN_OF_PLAYWRIGHT
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    printProgress('Installing the one of Debian …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await runProgram('apt-get', ['update'], { env, limitMs: APT_LIMIT_MS })
    for (const name of PACKAGES) {
      const words = ['install', '-y', '--no-install-recommends', name]
      await tell(await runProgram('apt-get', words, { env, limitMs: APT_LIMIT_MS }))
      const installed = findSystemChromium()
      if (installed !== undefined && (await doesStart(installed))) return installed
    }
  }
  return undefined
}

const tell = async (/** @type {import('./run-program.mjs').Ended} */ { code, output }) => {
  if (code !== 0)
    printProgress(
      `That did not work: ${
        output
          .split('\n')
          .find((line) => /error|fail/i.test(line))
          ?.trim() ?? lastLineOf(output)
      }`,
    )
}

/** Whether this Chromium shows a page; there are ones that lack a library, or are only a hint at a package. */
async function doesStart(/** @type {string} */ executablePath) {
  const { chromium } = await import('playwright')
  try {
    const browser = await chromium.launch({
      args: CHROMIUM_FLAGS,
      timeout: 30_000,
      ...(executablePath && { executablePath }),
    })
    await (await browser.newPage()).goto('data:text/html,<title>here</title>')
    await browser.close()
    return true
  } catch {
    return false
  }
}
