import { join } from 'node:path'

import { createBrowser } from './browser.mjs'
import {
  TOKEN,
  findFreePort,
  findReadiness,
  hire,
  openService,
  operatorOf,
  settingsOf,
  startedProxy,
} from './shop-parts.mjs'
import { waitFor } from './wait.mjs'

/**
 * @typedef {Awaited<ReturnType<typeof openCrashShop>>} CrashShop
 * @typedef {(typeof PLACES)[number]} Place Where the proxy dies in a group of steps that are committed together.
 */

const START_WAITS_MS = 120_000
export const STOP_WAITS_MS = 80_000

export const PLACES = /** @type {const} */ (['between two steps', 'before the commit', 'after the commit'])

/** A shop of processes in an empty folder: the sandbox as the service of a real account, and the built proxy. */
export async function openCrashShop(/** @type {string} */ folder) {
  const journal = join(folder, 'data', 'toptill.db')
  const { ledger, logs, url: serviceUrl, start: startService } = await openService(folder)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...settingsOf(serviceUrl), DATABASE_URL: `file:${journal}`, PORT: String(port) }
  const startProxy = () => startedProxy(env, join(logs, 'proxy.log'))
  const operate = operatorOf(env)

  let service = startService()
  let proxy = startProxy()

  return {
    journal,
    ledger,
    logs,
    token: TOKEN,
    /** How long after the start of the running proxy it reports ready, and how long until it sells (ms). `undefined` if it does not. */
    measureStart: async () => {
      const { startedAt } = proxy
      const since = () => performance.now() - startedAt
      const readyMs = await waitFor(START_WAITS_MS, async () => ((await findReadiness(url)) ? since() : undefined))
      const sellingMs = await waitFor(START_WAITS_MS, async () =>
        (await findReadiness(url))?.selling ? since() : undefined,
      )
      return { readyMs, sellingMs }
    },
    /** Signs a new person in on a terminal of their own. Returns them with the secrets they have. */
    hire: (/** @type {string} */ name, /** @type {'cashier' | 'supervisor'} */ role, /** @type {string} */ pin) =>
      hire({ operate, browser: createBrowser(url) }, name, role, pin),
    killProxy: () => proxy.kill(),
    /**
     * Makes the proxy die in the next group of steps that are committed together. Returns whether there was one within this time; otherwise the proxy
     * is killed as usual.
     * @param {Place} place
     * @param {number} withinMs
     */
    killProxyInGroup: async (place, withinMs) => {
      proxy.tell(place)
      const hasDied = await waitFor(withinMs, async () => proxy.hasEnded() || undefined)
      await proxy.kill()
      return hasDied === true
    },
    restartProxy: () => void (proxy = startProxy()),
    hasProxyEnded: () => proxy.hasEnded(),
    killService: async () => {
      await service.kill()
      service = startService()
    },
    stopProxy: () => proxy.stop(STOP_WAITS_MS),
    close: async () => {
      await proxy.kill()
      await service.kill()
    },
  }
}
