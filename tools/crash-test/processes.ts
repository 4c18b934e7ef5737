import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { findFreePort, rootFolder, runProgram } from '../command.mjs'

type Operate = ReturnType<typeof operatorOf>
export type Hired = Awaited<ReturnType<typeof hire>>

const POS_ID = '20418'
export const TOKEN = 'practice-token'
/** More than any run can spend. */
const WALLET = '900000000.00'
const KILL_IN_GROUP = new URL('kill-in-group.mjs', import.meta.url).href

// Short compared with the time between kills, so that lost sales are decided during the run.
export const PACE = {
  direct: { firstMs: 100, longestMs: 500 },
  international: { firstMs: 100, longestMs: 500 },
  confirmGraceMs: 500,
}

const built = (name: string) => join(rootFolder, 'dist', 'server', `${name}.js`)

/** The sandbox is the service of a real account, and is not started yet. */
export async function openService(folder: string) {
  const ledger = join(folder, 'service')
  const logs = join(folder, 'logs')
  for (const each of [ledger, logs]) mkdirSync(each, { recursive: true })
  writeFileSync(join(ledger, 'ledger.jsonl'), `${JSON.stringify({ balance: WALLET })}\n`)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = settingsOf(url)
  const words = [built('toptill'), 'sandbox', '--port', port, '--data', ledger]
  return {
    ledger,
    logs,
    url,
    // Separate from the logs that are searched for secrets, because the service prints its token at the start.
    start: () => startProcess({ words, env, logFile: join(folder, 'service.log') }),
  }
}

/** Clears the settings of this environment and of `.env`; an empty setting counts as absent. */
export function settingsOf(serviceUrl: string) {
  const names = ['TOPUP_TOKEN_FILE', 'TOPUP_KEY_FLOOR', 'SANDBOX', 'HOST', 'PUBLIC_ORIGIN', 'ALLOW_PLAIN_HTTP']
  const more = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'TRUST_PROXY', 'SHOP_TIME_ZONE', 'NODE_OPTIONS']
  return {
    ...process.env,
    ...Object.fromEntries([...names, ...more].map((name) => [name, ''])),
    TOPUP_BASE_URL: serviceUrl,
    TOPUP_POS_ID: POS_ID,
    TOPUP_TOKEN: TOKEN,
    TOPTILL_TEST_PACE: JSON.stringify(PACE),
    LOG_LEVEL: 'info',
  }
}

/** Starts the built server, which `kill-in-group.mjs` can kill in a group of steps. */
export const startedProxy = (env: NodeJS.ProcessEnv, logFile: string) =>
  startProcess({ words: ['--import', KILL_IN_GROUP, 'tools/toptill.mjs', 'start'], env, logFile })

/** Returns a function that runs an administrator command and returns the last line of its output. */
export const operatorOf =
  (env: NodeJS.ProcessEnv) =>
  async (noun: string, ...words: string[]) => {
    const { code, output } = await runProgram(process.execPath, [built('toptill'), noun, ...words], { env })
    if (code !== 0) throw new Error(`${noun} ${words[0]}: ${output}`)
    return output.trimEnd().split('\n').at(-1) ?? ''
  }

/** Signs in a new person at a separate terminal. Returns them with their secrets. */
export async function hire(
  { operate, browser }: { operate: Operate; browser: Browser },
  name: string,
  role: 'cashier' | 'supervisor',
  pin: string,
) {
  await operate('staff', 'add', '--name', name, '--role', role, '--pin', pin)
  const code = await operate('terminal', 'enroll', '--name', `Till of ${name}`)
  await browser.ask('POST', '/api/terminals/enroll', { code })
  /** Signs in if no one is signed in, for example after the idle lock. */
  const signIn = async () => {
    const session = await browser.ask('GET', '/api/session')
    if (session?.body.person) return
    const person = session?.body.staff.find((each: { name: string }) => each.name === name)
    const signedIn = await browser.ask('POST', '/api/session', { staffId: person?.id, pin })
    if (signedIn?.status !== 200) throw new Error(`${name} could not sign in: ${JSON.stringify(signedIn?.body)}`)
  }
  await signIn()
  return { browser, pin, signIn, secrets: [pin, code, ...browser.secrets()] }
}

/** Returns `undefined` if the server is not ready. */
export async function findReadiness(url: string) {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) })
    const body = (await response.json()) as { selling?: boolean; leads?: boolean }
    return response.status === 200 ? body : undefined
  } catch {
    return undefined
  }
}

type ServerProcess = ReturnType<typeof startProcess>

function startProcess({ words, env, logFile }: { words: string[]; env: NodeJS.ProcessEnv; logFile: string }) {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, words, { cwd: rootFolder, env, stdio: ['ignore', log, log, 'ipc'] })
  closeSync(log)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    startedAt: performance.now(),
    /** The exit code, or null after a signal. */
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Like `kill -9`. Resolves when the process has exited. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    /** Sends a message to a module loaded before the server. */
    tell: (what: string) => void child.send(what, () => {}),
    /** Stops the process as an administrator would. Returns its exit code, or `undefined` if it had to be killed. */
    stop: async (withinMs: number) => {
      child.kill('SIGTERM')
      const patience = new AbortController()
      const late = elapsed(withinMs, 'late', { signal: patience.signal }).catch(() => 'in time')
      const code = await Promise.race([ended, late])
      patience.abort()
      if (code !== 'late') return code as number | null
      child.kill('SIGKILL')
      await ended
      return undefined
    },
  }
}

/** Like `RestartSec` of a systemd unit. */
const RESTART_AFTER_MS = 500

/** Restarts a process whenever it exits, as systemd does. */
export function keepRunning(start: () => ServerProcess) {
  let running = start()
  let isKept = true
  let isAsked = false
  const endedByItself: (number | null)[] = []

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
    kill: async () => {
      isAsked = true
      await running.kill()
    },
    /** Sends a message after which the process is expected to exit. */
    tell: (what: string) => {
      isAsked = true
      running.tell(what)
    },
    /** Stops the process as for an update, after which it is restarted. Returns its exit code, or `undefined` if it had to be killed. */
    restart: (withinMs: number) => {
      isAsked = true
      return running.stop(withinMs)
    },
    /** Stops the process for good. Returns its exit code, or `undefined` if it had to be killed. */
    end: async (withinMs: number) => {
      isKept = false
      isAsked = true
      const code = await running.stop(withinMs)
      await kept
      return code
    },
    close: async () => {
      isKept = false
      isAsked = true
      await running.kill()
      await kept
    },
  }
}

const POLL_INTERVAL_MS = 10

/** Returns `undefined` if there is no answer in time. */
export async function waitFor<T>(withinMs: number, ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() - startedAt > withinMs) return undefined
    await elapsed(POLL_INTERVAL_MS)
  }
}

export type Answer = { status: number; body: any }
export type Browser = ReturnType<typeof createBrowser>

// Longer than the server waits in any step.
const TIMEOUT_MS = 30_000
// The simulated till is faster than a person, so it waits at the rate limit.
const TOO_FAST_MS = 100

/**
 * Stores cookies and sends what our page would. With several URLs, it sends each request to the next one, as a load balancer does, and to another one
 * if there is no answer or a 503.
 */
export function createBrowser(addresses: string | readonly string[], timeoutMs = TIMEOUT_MS) {
  const urls = [addresses].flat()
  const cookies = new Map<string, string>()
  let turn = 0

  /** Returns `undefined` if no answer came. */
  async function ask(method: string, path: string, content?: object): Promise<Answer | undefined> {
    const first = turn++
    let answer: Answer | undefined
    for (let tries = 0; tries < urls.length; tries += 1) {
      const url = urls[(first + tries) % urls.length] ?? ''
      answer = (await askAt(url, method, path, content)) ?? answer
      if (answer && answer.status !== 503) return answer
    }
    return answer
  }

  async function askAt(url: string, method: string, path: string, content?: object): Promise<Answer | undefined> {
    try {
      const response = await fetch(url + path, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(method === 'GET' ? {} : { origin: url, 'content-type': 'application/json' }),
        },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        cookies.set(name, value)
      }
      const body = await response.json()
      if (response.status !== 429 || body.code !== 'rate-limited') return { status: response.status, body }
    } catch {
      return undefined
    }
    await elapsed(TOO_FAST_MS)
    return askAt(url, method, path, content)
  }

  return { ask, secrets: () => [...cookies.values()].filter((value) => value !== '') }
}
