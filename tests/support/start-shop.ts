import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Clock } from '#server/lib/clock.ts'
import type { LogFormat } from '#server/lib/log.ts'
import type { Running, Sandbox as OpenedService, StartOptions, startToptill } from '#server/main.ts'
import type { PrinterTimes } from '#server/printers/send-job.ts'
import type { PollIntervals } from '#server/sales/engine/poll-interval.ts'
import type { PinCost } from '#server/staff/pins/pins.ts'
import type { Sandbox, SandboxOptions, startSandbox } from '#sandbox/server.ts'
import { aLastingFolder } from './lasting-folder.ts'
import { QUICK } from './pace.ts'

/** For tests about something else: at the real cost, adding six people takes a third of a second. */
export const CHEAP_PINS: PinCost = { N: 2, r: 1, p: 1 }

export const QUIET = { PORT: '0', LOG_LEVEL: 'silent' }
const ACCOUNT = { posId: '77001', token: 'another-token-of-length' }

export type Modules = { startToptill: typeof startToptill; startSandbox: typeof startSandbox }

export type StartShop = {
  /** The folder of the database. Without it the shop gets a separate folder, which `close` removes. */
  folder?: string | undefined
  env?: NodeJS.ProcessEnv
  /**
   * `practice`: the till opens the sandbox itself, with demo staff. `real`: the sandbox is a real account, and no till
   * is connected. A function: the test's own provider in practice, which may use the sandbox.
   */
  service?: 'practice' | 'real' | ((openSandbox: () => Promise<Sandbox>) => Promise<OpenedService>)
  sandbox?: SandboxOptions
  clock?: Clock
  print?: (line: string) => void
  record?: (line: string) => void
  pinCost?: PinCost
  printerTimes?: PrinterTimes
  /** By default short enough for a test. */
  polling?: Partial<PollIntervals>
  logFormat?: LogFormat
  /** The file of an empty database, with which a shop in a separate folder begins instead of creating its tables. */
  journal?: Uint8Array
  browserFolder?: string
}

export type StartedShop = Pick<Running, 'url'> & {
  folder: string
  env: NodeJS.ProcessEnv
  browserFolder: string
  sandbox: Sandbox
  stop: () => Promise<void>
  /** Stops only the server, while its provider keeps running, and starts it again. Returns its new address. */
  stopProxy: () => Promise<void>
  startProxy: () => Promise<string>
  close: () => Promise<void>
}

/**
 * Starts a real server on a real database, with the sandbox as its wholesaler. Every test that needs a shop over HTTP
 * begins here.
 */
export async function startShop(
  { startToptill, startSandbox }: Modules,
  { folder: given, env = {}, service = 'practice', sandbox: options = {}, clock, ...rest }: StartShop = {},
): Promise<StartedShop> {
  const folder = given ?? aLastingFolder()
  const { print, record, pinCost = CHEAP_PINS, browserFolder = anEmptyPage(folder) } = rest
  let sandbox: Sandbox | undefined
  const settings = { DATABASE_URL: `file:${join(folder, 'data', 'toptill.db')}`, ...QUIET, ...env }
  if (service === 'real') {
    sandbox = await startSandbox({ account: ACCOUNT, ...options })
    const { baseUrl, posId, token } = sandbox
    Object.assign(settings, { TOPUP_BASE_URL: baseUrl, TOPUP_POS_ID: posId, TOPUP_TOKEN: token }, env)
  }
  if (given === undefined && rest.journal) {
    const path = join(folder, 'data', ...(service === 'real' ? [] : ['sandbox']), 'toptill.db')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, rest.journal, { mode: 0o600 })
  }
  const startOptions: StartOptions = {
    env: settings,
    openSandbox: async ({ dataFolder }) => {
      const open = async () => (sandbox = await startSandbox({ dataFolder, ...options }))
      // A till in practice has a separate sandbox besides the one of the shop's account.
      if (service === 'real') return startSandbox({ dataFolder, ...options })
      return typeof service === 'function' ? service(open) : open()
    },
    browserFolder,
    pinCost,
    polling: { ...QUICK, ...rest.polling },
    ...(rest.logFormat && { logFormat: rest.logFormat }),
    ...(rest.printerTimes && { printerTimes: rest.printerTimes }),
    ...(clock && { clock }),
    ...(print && { print }),
    ...(record && { record }),
  }
  let running = await startToptill(startOptions)
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= running.close().then(async () => {
      if (service === 'real') await sandbox?.close()
    }))
  return {
    url: running.url,
    folder,
    env: settings,
    browserFolder,
    get sandbox() {
      if (!sandbox) throw new Error('this shop has a service of its own')
      return sandbox
    },
    stop,
    stopProxy: () => running.close(),
    startProxy: async () => (running = await startToptill(startOptions)).url,
    close: async () => {
      await stop()
      if (given === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function anEmptyPage(folder: string): string {
  const browserFolder = join(folder, 'browser')
  mkdirSync(browserFolder, { recursive: true })
  writeFileSync(join(browserFolder, 'index.html'), '<!doctype html><style>body{}</style><div id="root"></div>')
  return browserFolder
}
