import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'

import { expect, onTestFinished } from 'vitest'

import type { Session } from '#api/session.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { runCommandLine } from '#server/cli/command-line.ts'
import type { Noun } from '#server/cli/read-command.ts'
import { openDatabase } from '#server/database/database.ts'
import { PACE } from '#server/sales/engine/poll-interval.ts'
import { startSandbox, type SandboxOptions } from '#sandbox/server.ts'
import { aJournalPlace, isInPostgres } from './a-journal.ts'
import { aFolder } from './folders.ts'
import { paceInEnv, QUICK } from './pace.ts'
import { aBrowser, type Browser } from './shop.ts'

const PIN = '730519'

export type RealTill = Awaited<ReturnType<typeof aRealTill>>
export type RunningTill = Awaited<ReturnType<typeof aTillProcess>> & {
  signIn: () => Promise<Browser>
}

/** A till in a separate process, for which a sandbox in this process is the wholesaler of a real account. */
export async function aRealTill(home: string, sandboxOptions: SandboxOptions = {}) {
  const dataFolder = isInPostgres() ? join(home, 'data') : home
  mkdirSync(dataFolder, { recursive: true })
  const sandbox = await startSandbox({
    account: { posId: '77001', token: 'another-token-of-length' },
    ...sandboxOptions,
  })
  onTestFinished(sandbox.close)
  const journal = await aJournalPlace(dataFolder)
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    TOPTILL_HOME: home,
    DATABASE_URL: isInPostgres() ? journal : `file:${journal}`,
    TOPUP_BASE_URL: sandbox.baseUrl,
    TOPUP_POS_ID: sandbox.posId,
    TOPUP_TOKEN: sandbox.token,
    ...paceInEnv({ ...QUICK, international: PACE.international }),
  }
  let people = 0

  async function operate(noun: Noun, words: string[]): Promise<string> {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const code = await runCommandLine(noun, words, { env, input, output, errors, folder: dataFolder })
    if (code !== 0) throw new Error(String(errors.read()))
    return String(output.read()).trimEnd().split('\n').at(-1) ?? ''
  }

  async function signIn(url: string): Promise<Browser> {
    people += 1
    const name = `Hamad ${people}`
    await operate('staff', ['add', '--name', name, '--role', 'supervisor', '--pin', PIN])
    const code = await operate('terminal', ['enroll', '--name', `Till ${people}`])
    const browser = aBrowser(url)
    await browser.ask('POST', '/api/terminals/enroll', { code })
    const { body } = await browser.ask<Session>('GET', '/api/session')
    const person = body.staff.find((one) => one.name === name)
    await browser.ask('POST', '/api/session', { staffId: person?.id, pin: PIN })
    return browser
  }

  return {
    sandbox,
    dataFolder,
    env,
    start: async () => {
      const till = await startProcess(env)
      await till.leads()
      return till
    },
    /**
     * In PostgreSQL, starts another process on the same database, with a separate home. Does not wait until that
     * process sells.
     */
    startBeside: async (changes: NodeJS.ProcessEnv = {}) =>
      startProcess({ ...env, TOPTILL_HOME: aHomeWith(join(dataFolder, 'pepper')), ...changes }),
    readJournal: async () => {
      const db = await openDatabase(journal)
      const rows = await db.selectFrom('sales').select('record').orderBy('number').execute()
      await db.destroy()
      return rows.map(({ record }) => JSON.parse(record) as Sale)
    },
  }

  async function startProcess(own: NodeJS.ProcessEnv): Promise<RunningTill> {
    const till = await aTillProcess(own)
    return { ...till, signIn: () => signIn(till.url) }
  }
}

/** A home whose data folder has copies of these files. */
export function aHomeWith(...files: string[]): string {
  const home = aFolder()
  mkdirSync(join(home, 'data'))
  for (const file of files) copyFileSync(file, join(home, 'data', basename(file)))
  return home
}

/** Starts a process as `npm start` does, which is stopped after the test. */
export async function aTillProcess(own: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['tools/toptill.mjs', 'start'], { env: own, stdio: ['ignore', 'pipe', 'pipe'] })
  let [printed, said] = ['', '']
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed, said }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /Toptill is ready: (\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
    child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
    child.once('close', () => reject(new Error(`it did not start: ${said}`)))
  })
  return {
    url,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    ended,
    printed: () => printed,
    /** Resolves when it is this process that sells, not another one. */
    leads: async () => {
      const browser = aBrowser(url)
      await expect.poll(async () => (await browser.ask<{ leads: boolean }>('GET', '/readyz')).body.leads).toBe(true)
    },
  }
}
