import { asCalled } from './help.ts'
import { problemOf } from '../lib/failures.ts'
import { toStandardError } from '../lib/log.ts'
import { startToptill, type Running, type StartOptions } from '../main.ts'

export { isStartProblem, startToptill } from '../main.ts'
export { findRunning } from './start/find-running.ts'

type RunOptions = Omit<StartOptions, 'restart' | 'setupCode' | 'port'> & {
  /** Called if the server, which was closed, does not start again. By default the process ends. */
  onFailed?: (error: unknown) => void
}

/**
 * After its account changed on the screen, the server is closed in order and started again in this process, with the settings read again and the same port.
 * Throws the errors of `isStartProblem` at the first start.
 */
export async function runServer(options: RunOptions): Promise<Running> {
  const { onFailed = (error) => endProcess(error, options.env) } = options
  let starting: Promise<unknown> | undefined
  let isClosing = false
  const restart = (setupCode?: string) => void (starting ??= startAgain(setupCode).catch(onFailed))
  let running = await startToptill({ ...options, restart })

  async function startAgain(setupCode: string | undefined): Promise<void> {
    await running.close()
    if (isClosing) return
    running = await startToptill({
      ...options,
      restart,
      setupCode,
      port: Number(new URL(running.url).port) || undefined,
    })
    starting = undefined
  }

  return {
    get url() {
      return running.url
    },
    get sandboxUrl() {
      return running.sandboxUrl
    },
    close: async () => {
      isClosing = true
      await starting
      await running.close()
    },
  }
}

function endProcess(error: unknown, env: NodeJS.ProcessEnv): void {
  toStandardError(asCalled(`Toptill did not start again. ${problemOf(error)}`, env))
  process.exit(1)
}
