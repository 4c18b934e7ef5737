import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'

import { rootFolder } from './root.mjs'

/**
 * @typedef {{ code: number, output: string, isMissing: boolean, tookMs: number }} Ended `isMissing`: there is no such program.
 * @typedef {{ folder?: string, env?: NodeJS.ProcessEnv, limitMs?: number, show?: boolean, niceness?: number }} RunOptions
 *   `niceness`: how far it gives way to other programs, 0 to 19, as the system's `nice` counts.
 */

/**
 * Runs a program to its end without any input. Never throws. Its output is collected and, with `show`, also printed as it comes.
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
      // A process group of its own, so that a time limit also ends what the program has started.
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

/** The last line that is not blank, where most programs say what went wrong. */
export const lastLineOf = (/** @type {string} */ output) => output.trim().split('\n').at(-1)?.trim() ?? ''
