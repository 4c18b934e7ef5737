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
/** A wallet that no run can empty. */
const WALLET = '900000000.00'
const KILL_IN_GROUP = new URL('kill-in-group.mjs', import.meta.url).href

// Short compared with the time between two kills, so that lost sales are decided during the run.
export const CONFIRM_GRACE_SECONDS = 0.5

const built = (name: string) => join(rootFolder, 'dist', 'server', `${name}.js`)

/** The folders of a shop, and the sandbox as the service of a real account, which does not run yet. */
export async function openService(folder: string) {
  const ledger = join(folder, 'service')
  const logs = join(folder, 'logs')
  for (const each of [ledger, logs]) mkdirSync(each, { recursive: true })
  writeFileSync(join(ledger, 'ledger.jsonl'), `${JSON.stringify({ balance: WALLET })}\n`)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = settingsOf(url)
  const words = [built('sandbox-alone'), '--port', port, '--data', ledger]
  return {
    ledger,
    logs,
    url,
    // Its log is separate from the logs that are searched, because the service prints its token at the start.
    start: () => startProcess({ words, env, logFile: join(folder, 'service.log') }),
  }
}

/** The settings of every proxy of a shop. Those of this environment or of `.env` are not for it; an empty setting counts as absent. */
export function settingsOf(serviceUrl: string) {
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
export const startedProxy = (env: NodeJS.ProcessEnv, logFile: string) =>
  startProcess({ words: ['--import', KILL_IN_GROUP, 'tools/toptill.mjs', 'start'], env, logFile })

/** Runs commands as an administrator would. They return the last line of the output. */
export const operatorOf =
  (env: NodeJS.ProcessEnv) =>
  async (noun: string, ...words: string[]) => {
    const { code, output } = await runProgram(process.execPath, [built('commands'), noun, ...words], { env })
    if (code !== 0) throw new Error(`${noun} ${words[0]}: ${output}`)
    return output.trimEnd().split('\n').at(-1) ?? ''
  }

/** Signs a new person in on a terminal of their own. Returns them with the secrets they have. */
export async function hire(
  { operate, browser }: { operate: Operate; browser: Browser },
  name: string,
  role: 'cashier' | 'supervisor',
  pin: string,
) {
  await operate('staff', 'add', '--name', name, '--role', role, '--pin', pin)
  const code = await operate('terminal', 'enroll', '--name', `Till of ${name}`)
  await browser.ask('POST', '/api/terminals/enroll', { code })
  /** Signs in where nobody is, as after the idle lock. */
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

/** What a proxy that is ready says about itself; `undefined` if it is not. */
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

/** Starts a server as a child process and appends its output to a file. */
function startProcess({ words, env, logFile }: { words: string[]; env: NodeJS.ProcessEnv; logFile: string }) {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, words, { cwd: rootFolder, env, stdio: ['ignore', log, log, 'ipc'] })
  closeSync(log)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
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

/** As long as a unit of systemd waits that says so in `RestartSec`. */
const RESTART_AFTER_MS = 500

/** Starts a process again whenever it ends, as systemd does. */
export function keepRunning(start: () => ServerProcess) {
  let running = start()
  let isKept = true
  /** Whether the next end of it is wanted. */
  let isAsked = false
  /** How often it ended without being asked, by its exit code. */
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
    /** Like `kill -9`. It starts again. */
    kill: async () => {
      isAsked = true
      await running.kill()
    },
    /** Sends a message that only a module loaded before the server understands. Its end after that is wanted. */
    tell: (what: string) => {
      isAsked = true
      running.tell(what)
    },
    /** Asks it to end, as for an update. It starts again. Returns its exit code, or `undefined` if it had to be killed. */
    restart: (withinMs: number) => {
      isAsked = true
      return running.stop(withinMs)
    },
    /** Asks it to end for good. Returns its exit code, or `undefined` if it had to be killed. */
    end: async (withinMs: number) => {
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

const POLL_INTERVAL_MS = 10

/** Polls until there is an answer. Returns `undefined` if there is none within this time. */
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

// Longer than any step may wait in the proxy.
const TIMEOUT_MS = 30_000
// This till is faster than a person, so it waits when it reaches the rate limit.
const TOO_FAST_MS = 100

/**
 * A till's browser as far as HTTP goes: it stores its cookies and sends what our own page would. With several addresses each request goes to the next
 * one, as behind a load balancer, and to another one if there is no answer or that one cannot serve it now.
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
