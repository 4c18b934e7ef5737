import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readNodeOptions } from '../../scripts/start-till.mjs'

export const POS_ID = '20418'
export const TOKEN = 'bench-token-of-some-length'

/** @typedef {Awaited<ReturnType<typeof openProcess>>} MeasuredProcess */

/**
 * @param {string} name
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
export async function openProcess(name, folder, env) {
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url))
  // Its lines are written as they always are, and read only when it does not come up.
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'w')
  const child = fork(file, [], {
    env: { ...process.env, ...env },
    execArgv: readNodeOptions(),
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const ended = once(child, 'exit')
  const opened = await Promise.race([once(child, 'message'), ended.then(() => undefined)])
  if (!opened) throw new Error(`the process ${name} did not come up: ${readFileSync(logFile, 'utf8')}`)
  const [{ url }] = /** @type {[{ url: string }]} */ (opened)
  return {
    url,
    /** @returns {Promise<import('./figures.mjs').ProcessFigures>} */
    metrics: async () => {
      child.send('figures')
      const [metrics] = await once(child, 'message')
      return metrics
    },
    /** The heap in use (MB) after a collection. */
    keptHeap: async () => {
      child.send('heap')
      const [mb] = /** @type {[number]} */ (await once(child, 'message'))
      return mb
    },
    close: async () => {
      child.send('close')
      await ended
    },
  }
}

/**
 * The service, the bare pass-through and the proxy, each a process of its own. `begin` may sell something at the proxy first; it is started
 * again when what that answered has filled the journal.
 * @param {(url: string, journal: string) => Promise<() => unknown>} [begin]
 */
export async function openProcesses(begin) {
  const folder = await mkdtemp(join(tmpdir(), 'toptill-bench-'))
  const service = await openProcess('service', folder, {})
  const env = { SERVICE_URL: service.url, POS_ID, TOKEN }
  const bare = await openProcess('bare', folder, env)
  // Whatever is set here or stands in `.env` is not for this proxy.
  const unset = Object.fromEntries(
    ['TOPUP_BASE_URL', 'TOPUP_POS_ID', 'TOPUP_TOKEN', 'TOPUP_TOKEN_FILE'].map((n) => [n, '']),
  )
  const openProxy = () =>
    openProcess('proxy', folder, {
      ...env,
      ...unset,
      PORT: '0',
      SHOP_TIME_ZONE: 'UTC',
      DATABASE_URL: `file:${folder}/toptill.db`,
    })
  let proxy = await openProxy()
  if (begin) {
    const fill = await begin(proxy.url, join(folder, 'sandbox', 'toptill.db'))
    await proxy.close()
    fill()
    proxy = await openProxy()
  }
  return {
    folder,
    bare,
    proxy,
    close: async () => {
      for (const each of [proxy, bare]) await each.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
