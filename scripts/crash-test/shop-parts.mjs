import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { rootFolder } from '../root.mjs'
import { runProgram } from '../run-program.mjs'
import { findFreePort, startProcess } from './server-process.mjs'

/**
 * @typedef {import('./browser.mjs').Browser} Browser
 * @typedef {ReturnType<typeof operatorOf>} Operate
 * @typedef {Awaited<ReturnType<typeof hire>>} Hired
 */

const POS_ID = '20418'
export const TOKEN = 'practice-token'
/** A wallet that no run can empty. */
const WALLET = '900000000.00'
const KILL_IN_GROUP = new URL('kill-in-group.mjs', import.meta.url).href

// Short compared with the time between two kills, so that lost sales are decided during the run.
export const CONFIRM_GRACE_SECONDS = 0.5

const built = (/** @type {string} */ name) => join(rootFolder, 'dist', 'server', `${name}.js`)

/** The folders of a shop, and the sandbox as the service of a real account, which does not run yet. */
export async function openService(/** @type {string} */ folder) {
  const ledger = join(folder, 'service')
  const logs = join(folder, 'logs')
  for (const each of [ledger, logs]) mkdirSync(each, { recursive: true })
  writeFileSync(join(ledger, 'ledger.jsonl'), `${JSON.stringify({ balance: WALLET })}\n`)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = settingsOf(url)
  const words = [built('sandbox-alone'), '--port', String(port), '--data', ledger]
  return {
    ledger,
    logs,
    url,
    // Its log is separate from the logs that are searched, because the service prints its token at the start.
    start: () => startProcess({ words, env, logFile: join(folder, 'service.log') }),
  }
}

/** The settings of every proxy of a shop. Those of this environment or of `.env` are not for it; an empty setting counts as absent. */
export function settingsOf(/** @type {string} */ serviceUrl) {
  const names = ['TOPUP_TOKEN_FILE', 'TOPUP_KEY_FLOOR', 'SANDBOX', 'HOST', 'PUBLIC_ORIGIN', 'ALLOW_PLAIN_HTTP']
  const more = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'TRUST_PROXY', 'SHOP_TIME_ZONE', 'NODE_OPTIONS', 'DATA_FOLDER']
  return {
    ...process.env,
    ...Object.fromEntries([...names, ...more, 'OWN_ADDRESS'].map((name) => [name, ''])),
    TOPUP_BASE_URL: serviceUrl,
    TOPUP_POS_ID: POS_ID,
    TOPUP_TOKEN: TOKEN,
    FIND_DIRECT_SECONDS: '0.1-0.5',
    FIND_INTERNATIONAL_SECONDS: '0.1-0.5',
    CONFIRM_GRACE_SECONDS: String(CONFIRM_GRACE_SECONDS),
    LOG_LEVEL: 'info',
  }
}

/** Starts the built proxy, which can be told to die in a group of steps. */
export const startedProxy = (/** @type {NodeJS.ProcessEnv} */ env, /** @type {string} */ logFile) =>
  startProcess({ words: ['--import', KILL_IN_GROUP, 'scripts/start.mjs'], env, logFile })

/** Runs commands as an administrator would. They return the last line of the output. */
export const operatorOf =
  (/** @type {NodeJS.ProcessEnv} */ env) =>
  async (/** @type {string} */ noun, /** @type {string[]} */ ...words) => {
    const { code, output } = await runProgram(process.execPath, [built('commands'), noun, ...words], { env })
    if (code !== 0) throw new Error(`${noun} ${words[0]}: ${output}`)
    return output.trimEnd().split('\n').at(-1) ?? ''
  }

/**
 * Signs a new person in on a terminal of their own. Returns them with the secrets they have.
 * @param {{ operate: Operate, browser: Browser }} shop
 * @param {string} name
 * @param {'cashier' | 'supervisor'} role
 * @param {string} pin
 */
export async function hire({ operate, browser }, name, role, pin) {
  await operate('staff', 'add', '--name', name, '--role', role, '--pin', pin)
  const code = await operate('terminal', 'enrol', '--name', `Till of ${name}`)
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
}

/** What a proxy that is ready says about itself; `undefined` if it is not. */
export async function findReadiness(/** @type {string} */ url) {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) })
    const body = /** @type {{ selling?: boolean, leads?: boolean }} */ (await response.json())
    return response.status === 200 ? body : undefined
  } catch {
    return undefined
  }
}
