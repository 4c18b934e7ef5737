import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { rootFolder } from '../root.mjs'
import { runProgram } from '../run-program.mjs'
import { createBrowser } from './browser.mjs'
import { findFreePort, startProcess } from './server-process.mjs'
import { waitFor } from './wait.mjs'

/**
 * @typedef {Awaited<ReturnType<typeof openCrashShop>>} CrashShop
 * @typedef {import('./random.mjs').Chance} Chance
 */

const POS_ID = '20418'
const TOKEN = 'practice-token'
/** A wallet that no run can empty. */
const WALLET = '900000000.00'
const START_WAITS_MS = 120_000
const STOP_WAITS_MS = 80_000
const KILL_IN_GROUP = new URL('kill-in-group.mjs', import.meta.url).href

/** @typedef {(typeof PLACES)[number]} Place Where the proxy dies in a group of steps that are committed together. */
export const PLACES = /** @type {const} */ (['between two steps', 'before the commit', 'after the commit'])

// Short compared with the time between two kills, so that lost sales are decided during the run.
export const CONFIRM_GRACE_SECONDS = 0.5

/** A shop of processes in an empty folder: the sandbox as the service of a real account, and the built proxy. */
export async function openCrashShop(/** @type {string} */ folder) {
  const ledger = join(folder, 'service')
  const logs = join(folder, 'logs')
  const journal = join(folder, 'data', 'toptill.db')
  for (const each of [ledger, logs]) mkdirSync(each, { recursive: true })
  writeFileSync(join(ledger, 'ledger.jsonl'), `${JSON.stringify({ balance: WALLET })}\n`)

  const [servicePort, port] = [await findFreePort(), await findFreePort()]
  const serviceUrl = `http://127.0.0.1:${servicePort}`
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...withoutSettings(process.env),
    TOPUP_BASE_URL: serviceUrl,
    TOPUP_POS_ID: POS_ID,
    TOPUP_TOKEN: TOKEN,
    DATABASE_URL: `file:${journal}`,
    PORT: String(port),
    FIND_DIRECT_SECONDS: '0.1-0.5',
    FIND_INTERNATIONAL_SECONDS: '0.1-0.5',
    CONFIRM_GRACE_SECONDS: String(CONFIRM_GRACE_SECONDS),
    LOG_LEVEL: 'info',
  }
  const built = (/** @type {string} */ name) => join(rootFolder, 'dist', 'server', `${name}.js`)
  const startService = () => {
    const words = [built('sandbox-alone'), '--port', String(servicePort), '--data', ledger]
    // Separate from the logs that are searched, because the service prints its token at the start.
    return startProcess({ words, env, logFile: join(folder, 'service.log') })
  }
  const startProxy = () =>
    startProcess({ words: ['--import', KILL_IN_GROUP, 'scripts/start.mjs'], env, logFile: join(logs, 'proxy.log') })

  let service = startService()
  let proxy = startProxy()

  /** Runs a command as an administrator would. Returns the last line of its output. */
  async function operate(/** @type {string} */ noun, /** @type {string[]} */ ...words) {
    const { code, output } = await runProgram(process.execPath, [built('commands'), noun, ...words], { env })
    if (code !== 0) throw new Error(`${noun} ${words[0]}: ${output}`)
    return output.trimEnd().split('\n').at(-1) ?? ''
  }

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
    hire: async (
      /** @type {string} */ name,
      /** @type {'cashier' | 'supervisor'} */ role,
      /** @type {string} */ pin,
    ) => {
      await operate('staff', 'add', '--name', name, '--role', role, '--pin', pin)
      const code = await operate('terminal', 'enrol', '--name', `Till of ${name}`)
      const browser = createBrowser(url)
      await browser.ask('POST', '/api/terminals/enrol', { code })
      /** Signs in where nobody is, as after the idle lock. */
      const signIn = async () => {
        const session = await browser.ask('GET', '/api/session')
        if (session?.body.person) return
        const person = session?.body.staff.find((/** @type {{ name: string }} */ each) => each.name === name)
        const signedIn = await browser.ask('POST', '/api/session', { staffId: person?.id, pin })
        if (signedIn?.status !== 200) throw new Error(`${name} could not sign in: ${JSON.stringify(signedIn?.body)}`)
      }
      await signIn()
      return { browser, pin, signIn, secrets: [pin, code, ...browser.secrets()] }
    },
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

async function findReadiness(/** @type {string} */ url) {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) })
    const body = /** @type {{ selling: boolean }} */ (await response.json())
    return response.status === 200 ? body : undefined
  } catch {
    return undefined
  }
}

/** Settings of this environment or of `.env` are not for this shop. An empty setting counts as absent. */
function withoutSettings(/** @type {NodeJS.ProcessEnv} */ env) {
  const names = ['TOPUP_TOKEN_FILE', 'TOPUP_KEY_FLOOR', 'SANDBOX', 'HOST', 'PUBLIC_ORIGIN', 'ALLOW_PLAIN_HTTP']
  const more = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'TRUST_PROXY', 'SHOP_TIME_ZONE', 'NODE_OPTIONS']
  return { ...env, ...Object.fromEntries([...names, ...more].map((name) => [name, ''])) }
}
