import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as elapsed } from 'node:timers/promises'

import { CommandError, runProgram } from '../command.mjs'

const READY_MS = 120_000
const LOOK_MS = 250

/** With the npm package. */
export type Made = { folder: string; version: string; file: string }

export type Started = { child: ChildProcess; ended: Promise<unknown>; output: () => string }

export function start(program: string, args: string[], options: Pick<SpawnOptions, 'cwd' | 'env'> = {}): Started {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, ended: once(child, 'close'), output: () => output }
}

/** Returns the address of the till. */
export async function waitUntilReady(port: string, { child, output }: Started): Promise<string> {
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true
  for (const since = performance.now(); !(await isReady()); await elapsed(LOOK_MS))
    if (child.exitCode !== null || performance.now() - since > READY_MS)
      throw new CommandError(`It does not start:\n${output()}`)
  return url
}

export async function run(program: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram(program, args)
  if (code !== 0) throw new CommandError(`${program} ${args[0]} failed:\n${output}`)
  return output
}
