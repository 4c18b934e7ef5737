import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { rootFolder } from '../scripts/command.mjs'

/** @typedef {import('../src/api/session.ts').Session} Session */
/** @typedef {import('../src/sandbox/server.ts').SandboxOptions} SandboxOptions */
/** @typedef {import('../src/sandbox/server.ts').Sandbox} Sandbox */
/** @typedef {{ clock?: import('../src/server/lib/clock.ts').Clock, env?: NodeJS.ProcessEnv }} TillOptions */

/**
 * Starts the built till in a folder of its own, with its real sandbox.
 * @param {SandboxOptions} practice
 * @param {TillOptions} options
 */
export async function openTill(practice = {}, { clock, env } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'toptill-bench-'))
  const { startToptill } = await loadBuilt('main')
  const { startSandbox } = await loadBuilt('sandbox')
  /** @type {Sandbox | undefined} */
  let sandbox
  const till = await startToptill({
    env: { PORT: '0', DATABASE_URL: `file:${folder}/toptill.db`, ...env },
    openSandbox: async (/** @type {SandboxOptions} */ options) =>
      (sandbox = await startSandbox({ ...options, ...practice })),
    ...(clock && { clock }),
    browserFolder: join(rootFolder, 'dist', 'browser'),
    record: () => {},
    pinCost: { N: 2, r: 1, p: 1 },
  })
  return {
    url: /** @type {string} */ (till.url),
    sandbox: /** @type {Sandbox} */ (/** @type {unknown} */ (sandbox)),
    close: async () => {
      await till.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const loadBuilt = (/** @type {string} */ name) =>
  import(pathToFileURL(join(rootFolder, 'dist', 'server', `${name}.js`)).href)

/** Signs the first cashier in and leaves the page at the categories. */
export async function signIn(/** @type {import('playwright').Page} */ page, /** @type {string} */ url) {
  await page.goto(url)
  const answer = await page.request.get(`${url}/api/session`)
  const { staff, demoPins } = /** @type {Session} */ (await answer.json())
  const cashier = staff.find(({ role }) => role === 'cashier')
  const [firstName = ''] = cashier?.name.split(' ') ?? []
  await page.getByRole('button', { name: firstName }).click()
  await page.keyboard.type(demoPins?.[cashier?.id ?? ''] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sell/)
}
