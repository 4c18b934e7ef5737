import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

import type { Ready } from '#api/status.ts'
import { askHere } from '#server/cli/ask-here.ts'
import { describeService, type Machine } from '#server/cli/service/describe-service.ts'
import { upgrade } from '#server/cli/upgrade/upgrade.ts'
import { readInstallation } from '#server/config/config.ts'
import { startToptill, type Running } from '#server/main.ts'
import { startSandbox } from '#sandbox/server.ts'
import { findFreePort } from '../../tools/command.mjs'
import { aJournalPlace, isInPostgres } from './a-journal.ts'
import { controlsOf } from './an-installation.ts'
import { aFolder } from './folders.ts'
import { aLaterMigration } from './later-migration.ts'
import { QUICK } from './pace.ts'
import { aBrowser, type Browser } from './shop.ts'
import { anEmptyPage, CHEAP_PINS } from './start-shop.ts'

/** What the later version does when the system starts it. */
type Later = {
  env?: NodeJS.ProcessEnv
  /** At the till, once it sells. */
  sells?: (till: Browser) => Promise<unknown>
  /** It ends at once, or after that. */
  ends?: true
}

type Options = {
  migration?: Parameters<typeof aLaterMigration>[0] | 'none'
  later?: Later
  service?: 'real' | 'practice'
  env?: NodeJS.ProcessEnv
  /** Shares the database with this server. */
  beside?: { home: string; env: NodeJS.ProcessEnv }
}

/**
 * A shop whose service is started and stopped in this process instead of by the system, and an upgrade of it to a later version, which is this build with
 * another migration. A provider in this process has its account.
 */
export async function anUpgrade({
  migration,
  later = {},
  service: kind = 'real',
  env: more = {},
  beside,
}: Options = {}) {
  const [home, userHome, page] = [aFolder(), aFolder(), anEmptyPage(aFolder())]
  const dataFolder = join(home, 'data')
  mkdirSync(dataFolder)
  const sandbox = await startSandbox({ account: { posId: '77001', token: 'another-token-of-length' } })
  onTestFinished(sandbox.close)
  const journal = await aJournalPlace(dataFolder)
  const port = await findFreePort()
  const env: NodeJS.ProcessEnv = {
    TOPTILL_HOME: home,
    DATABASE_URL: isInPostgres() ? journal : `file:${journal}`,
    PORT: port,
    LOG_LEVEL: 'silent',
    ...(kind === 'real' && {
      TOPUP_BASE_URL: sandbox.baseUrl,
      TOPUP_POS_ID: sandbox.posId,
      TOPUP_TOKEN: sandbox.token,
    }),
    ...more,
    ...(beside && { ...beside.env, TOPTILL_HOME: home, PORT: port }),
  }
  if (beside) copyFileSync(join(beside.home, 'data', 'pepper'), join(dataFolder, 'pepper'))
  const url = `http://127.0.0.1:${port}`
  const machine = (program: string): Machine => ({
    platform: 'linux',
    node: '/usr/bin/node',
    program: `/opt/${program}/dist/server/toptill.js`,
    home,
    userHome,
    user: 'amal',
    uid: 1000,
    isRoot: false,
  })
  const [earlier, service] = [describeService(machine('earlier')), describeService(machine('later'))]
  const install = (content: string | Buffer) => {
    mkdirSync(dirname(service.file), { recursive: true })
    writeFileSync(service.file, content)
  }
  install(earlier.content)

  const cookies = new Map<string, string>()
  /** The same till at the same address, after its server was started again. */
  const again = () => aBrowser(url, cookies)
  const controls = controlsOf(url, env)
  let running: Running | undefined
  let returnToNow = () => {}
  const done: string[] = []
  const isEarlierInstalled = () => readFileSync(service.file, 'utf8') === earlier.content
  const open = (changes: NodeJS.ProcessEnv = {}) =>
    startToptill({
      env: { ...env, ...changes },
      openSandbox: startSandbox,
      browserFolder: page,
      pinCost: CHEAP_PINS,
      polling: QUICK,
    })

  async function start(): Promise<void> {
    if (isEarlierInstalled()) {
      returnToNow()
      running = await open()
      return
    }
    if (later.ends && !later.sells) return
    running = await open(later.env)
    if (!later.sells) return
    await expect.poll(async () => ((await (await fetch(`${url}/readyz`)).json()) as Ready).selling).toBe(true)
    await later.sells(again())
    if (later.ends) await stop()
  }
  async function stop(): Promise<void> {
    await running?.close()
    running = undefined
  }
  onTestFinished(stop)
  running = await open()

  const said: string[] = []
  let onStop = async () => {}
  const manager = {
    run: async (line: readonly string[]) => {
      const words = line.slice(2).join(' ')
      if (words === 'is-active toptill') return running !== undefined
      done.push(words)
      if (words === 'stop toptill') {
        await onStop()
        onStop = async () => {}
        await stop()
      }
      if (words === 'enable --now toptill') await start()
      return true
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, 50)),
  }

  return {
    home,
    env,
    url,
    journal,
    sandbox,
    service,
    install,
    stop,
    controls,
    signIn: async () => {
      for (const [name, value] of (await controls.signIn(undefined, 'Hamad')).cookies) cookies.set(name, value)
      return again()
    },
    again,
    /** The commands that were run, and what was said. */
    done,
    said,
    isEarlierInstalled,
    /** Ends without a result if it is refused, and returns the message. */
    run: async (
      options: { version?: string; isBackedUp?: boolean; waitMs?: number; onStop?: () => Promise<void> } = {},
    ) => {
      if (migration !== 'none') returnToNow = aLaterMigration(migration)
      onStop = options.onStop ?? onStop
      const installation = readInstallation(env)
      return upgrade({
        version: '0.4.0',
        isBackedUp: false,
        waitMs: 60_000,
        ...options,
        installation,
        service,
        manager,
        ask: (path) => askHere(path, installation.settings, ''),
        say: (text) => said.push(text),
      }).catch((error: Error) => error.message)
    },
  }
}
