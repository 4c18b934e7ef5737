import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished } from 'vitest'

import { copyRuntime } from '../../tools/copy-runtime.mjs'
import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'

itWhenFull('the files for an image start, sell and run commands, without npm and without the build tools', async () => {
  const folder = join(aFolder(), 'toptill')
  await copyRuntime(folder)
  const unit = readFileSync('deploy/systemd/toptill.service', 'utf8')
  const [, paper = ''] = /^Documentation=file:\/\/\/opt\/toptill\/(.+)$/m.exec(unit) ?? []
  expect(existsSync(join(folder, paper))).toBe(true)
  const packages = readdirSync(join(folder, 'node_modules'))
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'kysely', 'libsql', 'pg', 'pgpass', 'pino']))
  for (const name of ['vite', 'react', 'rolldown', 'typescript', 'tailwindcss']) expect(packages).not.toContain(name)

  const [home, bin] = [join(aFolder(), 'home'), join(aFolder(), 'toptill')]
  const env = { PATH: dirname(process.execPath), HOME: folder, PORT: '0', TOPTILL_HOME: home }
  const till = spawn(process.execPath, [join(folder, 'dist', 'server', 'toptill.js'), 'start'], {
    env,
    cwd: '/',
    stdio: 'pipe',
  })
  const ended = once(till, 'close')
  onTestFinished(async () => {
    till.kill('SIGKILL')
    await ended
  })
  let [said, errors] = ['', '']
  till.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    till.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /Toptill is ready: (\S+)/.exec(said)?.[1]
      if (address) resolve(address)
    })
    till.once('close', () => reject(new Error(`it did not start: ${errors}`)))
  })
  await expect
    .poll(async () => (await fetch(`${url}/readyz`)).json())
    .toEqual({ selling: true, fenced: true, leads: true })
  expect(await (await fetch(url)).text()).toContain('<div id="root">')
  // As the image and npm link it.
  symlinkSync(join(folder, 'dist', 'server', 'toptill.js'), bin)
  const list = await promisify(execFile)(bin, ['staff', 'list'], { env, cwd: '/' })
  expect(list.stdout).toContain('Hamad Saleh')
  till.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect([existsSync(join(folder, 'data')), existsSync(join(home, 'data'))]).toEqual([false, true])
})
