import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import type { Browser } from 'playwright'

import { lastLineOf, printProgress, runProgram, type Ended } from './command.mjs'

const DOWNLOAD_LIMIT_MS = 180_000
const APT_LIMIT_MS = 300_000
const OWN_OF_PLAYWRIGHT = ''
/** The headless shell comes first, because tests with it take only three quarters of the time. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
/** The Debian packages; the first that can be installed is used. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** Let Chromium run as root and in a container, without its own network traffic. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium of CHROMIUM_PATH, otherwise the system's, or `undefined` for Playwright's own. */
export function findSystemChromium(env = process.env) {
  if (env['CHROMIUM_PATH']) return env['CHROMIUM_PATH']
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/**
 * Returns the path of an installed Chromium, or else of Playwright's download ('' for its own), or else, as root, of the Debian package; `undefined`
 * if none of them starts.
 */
export async function obtainChromium() {
  const system = findSystemChromium()
  if (system !== undefined && (await doesStart(system))) return system
  // A path that a person has set is never replaced, even if it is wrong.
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

const tell = async ({ code, output }: Ended) => {
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

export async function launchChromium(executablePath = findSystemChromium()): Promise<Browser> {
  // Imported late, because the Playwright configuration imports this file.
  const { chromium } = await import('playwright')
  return chromium.launch({ args: CHROMIUM_FLAGS, timeout: 30_000, ...(executablePath && { executablePath }) })
}

/** Some installations lack a library, or are only a placeholder for a package. */
async function doesStart(executablePath: string) {
  try {
    const browser = await launchChromium(executablePath)
    await (await browser.newPage()).goto('data:text/html,<title>here</title>')
    await browser.close()
    return true
  } catch {
    return false
  }
}
