import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** Prints to standard error, so that standard output contains only what programs read. */
export function printProgress(/** @type {string} */ line) {
  process.stderr.write(`${line}\n`)
}

/** An error that a person can correct. Its message is for that person, and no stack is printed. */
export class CommandError extends Error {
  /** @override */
  name = 'CommandError'
}

/**
 * With `--help` it prints `usage` instead. For a `CommandError` it prints only the message, for any other error the stack; both exit with code 1.
 * @param {() => Promise<unknown>} run
 * @param {string} [usage]
 */
export async function runCommand(run, usage) {
  if (usage !== undefined && process.argv.slice(2).includes('--help')) return console.log(usage)
  try {
    await run()
  } catch (error) {
    printProgress(sentenceFor(error))
    // Open listeners would keep the process alive.
    process.exit(1)
  }
}

function sentenceFor(/** @type {unknown} */ error) {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CommandError) return error.message
  return error.stack ?? error.message
}

/**
 * @typedef {{ code: number, output: string, isMissing: boolean, tookMs: number }} Ended `isMissing`: the program does not exist.
 * @typedef {{ folder?: string, env?: NodeJS.ProcessEnv, limitMs?: number, show?: boolean, niceness?: number }} RunOptions
 *   `niceness`: how far it gives way to other programs, 0 to 19, as the system's `nice` counts.
 */

/**
 * Never throws. The program gets no input. Its output is collected and, with `show`, also printed as it comes.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<Ended>}
 */
export function runProgram(
  program,
  args,
  { folder = rootFolder, env = process.env, limitMs, show = false, niceness = 0 } = {},
) {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const onWindows = process.platform === 'win32'
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...env, PATH: `${join(rootFolder, 'node_modules', '.bin')}${delimiter}${env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: onWindows,
      // A separate process group, so that a time limit also stops the program's children.
      detached: !onWindows && limitMs !== undefined,
    })
    if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness)
    const limit =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            output += `\nStopped after ${Math.round(limitMs / 1000)} s.\n`
            if (child.pid === undefined) return
            if (onWindows) child.kill()
            else process.kill(-child.pid, 'SIGKILL')
          }, limitMs)
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString()
      if (show) process.stderr.write(chunk)
    }
    const end = (/** @type {number} */ code, isMissing = false) => {
      clearTimeout(limit)
      resolve({ code, output, isMissing, tookMs: performance.now() - startedAt })
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (error) => {
      output += error.message
      end(127, 'code' in error && error.code === 'ENOENT')
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

/** @returns {Promise<string>} An unused local port. */
export function findFreePort() {
  return new Promise((resolve, reject) => {
    const listener = createServer().on('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      listener.close(() => resolve(String(typeof address === 'object' && address?.port)))
    })
  })
}

/** Returns the last line, where most programs report the problem. */
export const lastLineOf = (/** @type {string} */ output) => output.trim().split('\n').at(-1)?.trim() ?? ''
