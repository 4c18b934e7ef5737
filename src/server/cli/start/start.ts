import { join } from 'node:path'

import type { OpenSandbox } from '../../account/practice.ts'
import { InvalidOperation } from '../../lib/failures.ts'
import { closeOnSignal } from './close-on-signal.ts'
import { asCalled } from '../help.ts'
import type { Running } from './find-running.ts'
import { openBrowser } from './open-browser.ts'
import { loadBuilt, type Called } from '../load-built.ts'

const PARENT_EVERY_MS = 1_000

/** Where a person goes first, in the lines of the greeting and of a JSON log. */
const LINK = /https?:\/\/\S+\/(?:connect|setup)#[\w-]+/

/**
 * Uses the sandbox if no real account is set, and opens the browser if `openIn`, the home, is given. If Toptill runs there already, only opens the browser.
 * Throws `InvalidOperation`.
 */
export async function start({ env, root }: Pick<Called, 'env' | 'root'>, openIn?: string): Promise<void> {
  let link: string | undefined
  const isTerminal = process.stdout.isTTY
  if (isTerminal) process.stderr.write('Starting …\n')
  const { runServer, isStartProblem, findRunning } = await import('../run-server.ts')
  const withLink = openIn !== undefined
  const before = await findRunning(env, { withLink })
  if (before) return openRunning(before, openIn)
  const starting = runServer({
    env,
    // Loaded for practice only: a till with a real account never has the sandbox in memory.
    openSandbox: async (options) => {
      const { startSandbox } = await loadBuilt<{ startSandbox: OpenSandbox }>(root, 'sandbox')
      return startSandbox(options)
    },
    browserFolder: join(root, 'dist', 'browser'),
    print: (line) => {
      link ??= LINK.exec(line)?.[0]
      console.log(asCalled(line, env))
    },
    logFormat: isTerminal ? 'pretty' : 'json',
  })
  endWithNpm(env)
  closeOnSignal(async () => {
    await (await starting).close()
    if (isTerminal) process.stderr.write('Toptill stopped. Everything is saved.\n')
  })
  try {
    const { url } = await starting
    if (openIn !== undefined) openBrowser(link ?? url, openIn)
  } catch (error) {
    if (!isStartProblem(error)) throw error
    const other = await findRunning(env, { withLink, problem: error })
    if (!other) throw new InvalidOperation(error.message)
    openRunning(other, openIn)
  }
}

/** For a second double-click. Throws `InvalidOperation` if no browser is asked for. */
function openRunning({ url, link }: Running, openIn: string | undefined): void {
  if (openIn === undefined) throw new InvalidOperation(`Toptill is already running: ${url}`)
  console.log(`Toptill is already running: ${url} opens in your browser.`)
  openBrowser(link ?? url, openIn)
}

/** A process manager that signals only npm would leave the till running, with its port. At a terminal, Ctrl+C reaches every process. */
function endWithNpm(env: NodeJS.ProcessEnv): void {
  const parent = process.ppid
  if (env.npm_lifecycle_event === undefined || process.stdin.isTTY || parent === 1) return
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_EVERY_MS)
  watching.unref()
}
