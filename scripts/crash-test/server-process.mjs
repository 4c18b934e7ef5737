import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'

import { rootFolder } from '../root.mjs'
import { elapsed } from './wait.mjs'

/** @typedef {ReturnType<typeof startProcess>} ServerProcess */

/** Starts a server in a process of its own. Its output is appended to a file. */
export function startProcess(
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
