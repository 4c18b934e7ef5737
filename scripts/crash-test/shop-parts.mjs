import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { rootFolder, runProgram } from '../command.mjs'
import { elapsed } from './wait.mjs'

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

/** @typedef {ReturnType<typeof startProcess>} ServerProcess */

/** Starts a server as a child process and appends its output to a file. */
function startProcess(
  /** @type {{ words: string[], env: NodeJS.ProcessEnv, logFile: string }} */ { words, env, logFile },
) {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, words, { cwd: rootFolder, env, stdio: ['ignore', log, log, 'ipc'] })
  closeSync(log)
  const ended = once(child, 'exit').then(([code]) => /** @type {number | null} */ (code))
  return {
    startedAt: performance.now(),
    /** The exit code; null after a signal. */
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Like `kill -9`. Nothing of the process is running any more when this resolves. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    /** Sends a message that only a module loaded before the server understands. */
    tell: (/** @type {string} */ what) => void child.send(what, () => {}),
    /** Stops the process as an administrator would. Returns its exit code, or `undefined` if it had to be killed. */
    stop: async (/** @type {number} */ withinMs) => {
      child.kill('SIGTERM')
      const patience = new AbortController()
      const late = elapsed(withinMs, 'late', { signal: patience.signal }).catch(() => 'in time')
      const code = await Promise.race([ended, late])
      patience.abort()
      if (code !== 'late') return /** @type {number | null} */ (code)
      child.kill('SIGKILL')
      await ended
      return undefined
    },
  }
}

/** Finds a port on which nothing listens, for a server that has to return to the same port after a restart. @returns {Promise<number>} */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * @typedef {ReturnType<typeof keepRunning>} KeptProcess
 */

/** As long as a unit of systemd waits that says so in `RestartSec`. */
const RESTART_AFTER_MS = 500

/** Starts a process again whenever it ends, as systemd does. */
export function keepRunning(/** @type {() => ServerProcess} */ start) {
  let running = start()
  let isKept = true
  /** Whether the next end of it is wanted. */
  let isAsked = false
  /** How often it ended without being asked, by its exit code. @type {(number | null)[]} */
  const endedByItself = []

  async function keep() {
    for (;;) {
      const code = await running.ended
      if (!isAsked) endedByItself.push(code)
      isAsked = false
      if (!isKept) return
      await elapsed(RESTART_AFTER_MS)
      if (!isKept) return
      running = start()
    }
  }
  const kept = keep()

  return {
    endedByItself,
    hasEnded: () => running.hasEnded(),
    /** Like `kill -9`. It starts again. */
    kill: async () => {
      isAsked = true
      await running.kill()
    },
    /** Sends a message that only a module loaded before the server understands. Its end after that is wanted. */
    tell: (/** @type {string} */ what) => {
      isAsked = true
      running.tell(what)
    },
    /** Asks it to end, as for an update. It starts again. Returns its exit code, or `undefined` if it had to be killed. */
    restart: (/** @type {number} */ withinMs) => {
      isAsked = true
      return running.stop(withinMs)
    },
    /** Asks it to end for good. Returns its exit code, or `undefined` if it had to be killed. */
    end: async (/** @type {number} */ withinMs) => {
      isKept = false
      isAsked = true
      const code = await running.stop(withinMs)
      await kept
      return code
    },
    /** Ends it at once and for good. */
    close: async () => {
      isKept = false
      isAsked = true
      await running.kill()
      await kept
    },
  }
}
