import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'

import { expect, onTestFinished } from 'vitest'

import type { Session } from '#api/session.ts'
import type { ReadyShops } from '#api/status.ts'
import type { Role } from '#domain/person.ts'
import { runCommandLine } from '#server/cli/command-line.ts'
import type { JournalNoun } from '#server/cli/journal-commands.ts'
import type { Noun } from '#server/cli/read-command.ts'
import type { Clock } from '#server/lib/clock.ts'
import { startToptill } from '#server/main.ts'
import { SPREAD_TIMES, type SpreadTimes } from '#server/cluster/rebalance.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '#sandbox/server.ts'
import { aJournalPlace } from './a-journal.ts'
import { aFolder } from './folders.ts'
import { paceInEnv, QUICK } from './pace.ts'
import { aHomeWith, aTillProcess } from './real-till.ts'
import { aBrowser, type Browser } from './shop.ts'
import { anEmptyPage, CHEAP_PINS, QUIET } from './start-shop.ts'

const PINS = { cashier: '2580', supervisor: '730519', owner: '730519' } satisfies Record<Role | 'owner', string>

export type Said = { code: number; output: string; errors: string }

export type Installation = Awaited<ReturnType<typeof anInstallation>>

export type RunningInstallation = ReturnType<typeof controlsOf> & {
  printed: () => string
  lines: () => string[]
  stop: () => Promise<void>
}

/** The entry of a shop in SHOPS_FILE; the token is in a file in the same folder. */
function entryOf(folder: string, id: string, { baseUrl, posId, token }: Sandbox) {
  const tokenFile = `${id}.token`
  writeFileSync(join(folder, tokenFile), token, { mode: 0o600 })
  return { id, name: id.toUpperCase(), baseUrl, posId, tokenFile }
}

type InstallationOptions = { sandbox?: SandboxOptions; changes?: NodeJS.ProcessEnv; clock?: Clock }

/** Several shops in a SHOPS_FILE, each with a sandbox in this process as the wholesaler of its account. */
export async function anInstallation(
  ids: readonly string[],
  { sandbox: options = {}, changes = {}, clock }: InstallationOptions = {},
) {
  const folder = aFolder()
  const sandboxes = new Map<string, Sandbox>()
  for (const [index, id] of ids.entries()) {
    const account = { posId: String(77_001 + index), token: `another-token-of-${id}` }
    const sandbox = await startSandbox({ account, ...options })
    onTestFinished(sandbox.close)
    sandboxes.set(id, sandbox)
  }
  const file = join(folder, 'shops.json')
  const shops = [...sandboxes].map(([id, sandbox]) => entryOf(folder, id, sandbox))
  writeFileSync(file, JSON.stringify({ shops }))
  const database = await aJournalPlace()
  const env: NodeJS.ProcessEnv = { ...QUIET, DATABASE_URL: database, SHOPS_FILE: file, ...changes }
  const started: string[] = []

  function sandboxOf(shopId: string): Sandbox {
    const sandbox = sandboxes.get(shopId)
    if (!sandbox) throw new Error(`there is no shop ${shopId}`)
    return sandbox
  }

  /** The settings of another process, whose data folder has the same key file as the first process. */
  function envOfNext(more: NodeJS.ProcessEnv) {
    const [firstHome] = started
    if (more.TOPTILL_HOME !== undefined) return { ...env, TOPTILL_HOME: more.TOPTILL_HOME, ...more }
    const home = firstHome === undefined ? aFolder() : aHomeWith(join(firstHome, 'data', 'pepper'))
    return { ...env, TOPTILL_HOME: home, ...more }
  }

  return {
    env,
    file,
    database,
    sandbox: sandboxOf,
    /**
     * Starts a server of the installation inside this process, with a separate home, and waits until each shop is led,
     * here or elsewhere. The server gives no shop to another one unless these times say so.
     */
    start: async (more: NodeJS.ProcessEnv = {}, spreadTimes: SpreadTimes = NONE_GIVEN) => {
      const own = envOfNext(more)
      const running = await startHere(own, spreadTimes, clock)
      started.push(own.TOPTILL_HOME)
      return running
    },
    startAlone: (shopId: string, journal: string) => {
      const { baseUrl, posId, token } = sandboxOf(shopId)
      const account = { TOPUP_BASE_URL: baseUrl, TOPUP_POS_ID: posId, TOPUP_TOKEN: token }
      return startHere({ ...QUIET, DATABASE_URL: `file:${journal}`, ...account })
    },
    /** Like `start`, in a separate process, which can be killed. */
    spawn: async () => {
      const { PATH, HOME } = process.env
      const own = envOfNext({ PATH, HOME, LOG_LEVEL: 'error', ...paceInEnv(QUICK) })
      const till = await aTillProcess(own)
      started.push(own.TOPTILL_HOME)
      const kill = async (signal: NodeJS.Signals) => {
        till.kill(signal)
        await till.ended
      }
      return {
        ...controlsOf(till.url, own),
        printed: till.printed,
        lines: (): string[] => [],
        stop: () => kill('SIGTERM'),
        kill,
      }
    },
  }
}

const NONE_GIVEN: SpreadTimes = { ...SPREAD_TIMES, minUptimeMs: Infinity }

async function startHere(
  env: NodeJS.ProcessEnv,
  spreadTimes = NONE_GIVEN,
  clock?: Clock,
): Promise<RunningInstallation> {
  const [printed, lines]: [string[], string[]] = [[], []]
  const running = await startToptill({
    env,
    openSandbox: startSandbox,
    browserFolder: anEmptyPage(aFolder()),
    print: (line) => printed.push(line),
    record: (line) => lines.push(line),
    pinCost: CHEAP_PINS,
    polling: QUICK,
    spreadTimes,
    ...(clock && { clock }),
  })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= running.close())
  onTestFinished(stop)
  return { ...controlsOf(running.url, env), printed: () => printed.join('\n'), lines: () => lines, stop }
}

const ofShop = (shopId: string | undefined) => (shopId === undefined ? [] : ['--shop', shopId])

export async function command(
  noun: Noun | JournalNoun,
  words: string[],
  env: NodeJS.ProcessEnv,
  typed?: string,
  folder = process.cwd(),
): Promise<Said> {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
  if (typed !== undefined) input.end(typed)
  const code = await runCommandLine(noun, words, { env, input, output, errors, folder })
  return { code, output: String(output.read() ?? ''), errors: String(errors.read() ?? '') }
}

export function controlsOf(url: string, env: NodeJS.ProcessEnv) {
  const operate = (noun: Noun, words: string[]) => command(noun, words, env)

  async function lastLine(noun: Noun, words: string[]): Promise<string> {
    const { code, output, errors } = await operate(noun, words)
    if (code !== 0) throw new Error(errors)
    return output.trimEnd().split('\n').at(-1) ?? ''
  }

  async function terminal(shopId: string | undefined, name = 'Till'): Promise<Browser> {
    const code = await lastLine('terminal', ['enroll', '--name', name, ...ofShop(shopId)])
    const browser = aBrowser(url)
    const { status, body } = await browser.ask('POST', '/api/terminals/enroll', { code })
    if (status !== 200) throw new Error(`nothing was enrolled: ${JSON.stringify(body)}`)
    return browser
  }

  return {
    url,
    env,
    folder: join(env.TOPTILL_HOME ?? '', 'data'),
    operate,
    lastLine,
    terminal,
    leadsAll: async () => {
      const read = async () => (await aBrowser(url).ask<ReadyShops>('GET', '/readyz')).body.shops ?? []
      await expect.poll(async () => (await read()).map(({ leads }) => leads)).not.toContain(false)
    },
    /** A person of a shop who has just signed in at a separate till. */
    signIn: async (shopId: string | undefined, name: string, role: Role | 'owner' = 'supervisor') => {
      await lastLine('staff', ['add', '--name', name, '--role', role, '--pin', PINS[role], ...ofShop(shopId)])
      const browser = await terminal(shopId, `Till of ${name}`)
      const { body } = await browser.ask<Session>('GET', '/api/session')
      const person = body.staff.find((one) => one.name === name)
      const signedIn = await browser.ask('POST', '/api/session', { staffId: person?.id, pin: PINS[role] })
      if (signedIn.status !== 200) throw new Error(`${name} could not sign in: ${JSON.stringify(signedIn.body)}`)
      return browser
    },
  }
}
