import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { onTestFinished } from 'vitest'

import { makePackage } from '../../tools/release.ts'

const run = promisify(execFile)

/** Packs a clone that is built, and installs the package in a folder of its own. Returns the file of the command. */
export async function installRelease(clone: string, folder: string): Promise<string> {
  const place = mkdtempSync(join(folder, 'installed-'))
  const { file } = await makePackage(clone, place)
  writeFileSync(join(place, 'package.json'), '{}')
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', file], { cwd: place })
  return join(place, 'node_modules', 'toptill', 'dist', 'server', 'toptill.js')
}

/** Runs a command of an installed version. */
export async function toptill(program: string, env: NodeJS.ProcessEnv, ...words: string[]) {
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output.trimEnd(), errors: errors.trimEnd() }
}

/** Starts an installed version, which is stopped after the test. Rejects with what it printed if it does not start. */
export async function startRelease(program: string, env: NodeJS.ProcessEnv) {
  mkdirSync(env.TOPTILL_HOME ?? '', { recursive: true })
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [printed, errors] = ['', '']
  const ended = once(child, 'close') as Promise<[number | null]>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /Toptill is ready: (\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
    child.once('close', () => reject(new Error(errors)))
  })
  return {
    url,
    printed: () => printed,
    /** Returns its exit code. */
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}
