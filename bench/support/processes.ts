import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { NODE_OPTIONS } from '#server/cli/service/describe-service.ts'
import { buildWhenStale } from '../../tools/build.mjs'
import { CommandError } from '../../tools/command.mjs'
import { obtainPostgres, startPostgres } from '../../tools/postgres.ts'

export const POS_ID = '20418'
export const TOKEN = 'bench-token-of-some-length'
const MEASURED = fileURLToPath(new URL('measured.mjs', import.meta.url))

/** Starts the process with the options of `npm start` and without a TypeScript loader. */
export const forkMeasured = (part: 'bare' | 'service' | 'server' | 'watched', env: NodeJS.ProcessEnv, log?: number) =>
  fork(MEASURED, [part], {
    env,
    execArgv: [...NODE_OPTIONS],
    ...(log !== undefined && { stdio: ['ignore', log, log, 'ipc'] }),
  })

export type MeasuredProcess = Awaited<ReturnType<typeof openProcess>>

export async function openProcess(part: 'bare' | 'service' | 'server', folder: string, env: NodeJS.ProcessEnv) {
  // The process's log is read only if it does not start.
  const logFile = join(folder, `${part}.log`)
  const log = openSync(logFile, 'w')
  const child = forkMeasured(part, { ...process.env, ...env }, log)
  closeSync(log)
  const ended = once(child, 'exit')
  const opened = await Promise.race([once(child, 'message'), ended.then(() => undefined)])
  if (!opened) throw new Error(`the process ${part} did not come up: ${readFileSync(logFile, 'utf8')}`)
  const [{ url }] = opened as [{ url: string }]
  const ask = async <T>(what: string): Promise<T> => {
    child.send(what)
    const [answer] = await once(child, 'message')
    return answer
  }
  return {
    url,
    metrics: () => ask<{ cpuMs: number; loopMs: number; loopP99Ms: number; rssMb: number }>('figures'),
    /** The heap in use (MB) after a collection. */
    keptHeap: () => ask<number>('heap'),
    close: async () => {
      child.send('close')
      await ended
    },
  }
}

/** Opens an empty folder, the benchmark's wholesaler and its account. `close` stops everything that was opened here. */
export async function openBench() {
  await buildWhenStale()
  const folder = mkdtempSync(join(tmpdir(), 'toptill-bench-'))
  const service = await openProcess('service', folder, {})
  const closing = [service.close]
  return {
    folder,
    account: { TOPUP_BASE_URL: service.url, TOPUP_POS_ID: POS_ID, TOPUP_TOKEN: TOKEN },
    /** The reference: a pass-through that signs the same calls. */
    openBare: async () => {
      const bare = await openProcess('bare', folder, { SERVICE_URL: service.url, POS_ID, TOKEN })
      closing.push(bare.close)
      return bare
    },
    /** On the disk, like a journal in a file. */
    openPostgres: async () => {
      const programs = await obtainPostgres()
      if (programs === undefined) throw new CommandError('This needs PostgreSQL 15 or later on this machine.')
      const postgres = await startPostgres(programs, {}, { isOnDisk: true })
      closing.push(postgres.stop)
      return postgres.url
    },
    close: async () => {
      for (const close of closing.toReversed()) await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
