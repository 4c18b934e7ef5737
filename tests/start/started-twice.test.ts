import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'
import { aRealTill, aTillProcess } from '../support/real-till.ts'

const LINK = /location\.replace\("([^"]+)"\)/

/** A home, and programs that note which file they open instead of opening it. */
function aHome() {
  const [home, programs] = [aFolder(), aFolder()]
  const opened = join(programs, 'opened')
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(programs, name), `#!/bin/sh\necho "$1" >> "${opened}"\n`, { mode: 0o755 })
  const env = {
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    HOME: process.env.HOME,
    TOPTILL_HOME: home,
    PORT: '0',
  }
  return { env, opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []) }
}

/** Ends when the process ends or is ready. */
function startOnce(env: NodeJS.ProcessEnv, ...words: string[]) {
  const child = spawn(process.execPath, ['tools/toptill.mjs', 'start', ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += String(chunk)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { ended, output: () => output }
}

const linkIn = (home: string) => LINK.exec(readFileSync(join(home, 'open.html'), 'utf8'))?.[1] ?? ''

it.skipIf(process.platform === 'win32')(
  'a second start only opens the browser, with a link that works, or else says where Toptill runs',
  async () => {
    const { env, opened } = aHome()
    const { url } = await aTillProcess(env)
    const second = await startOnce(env, '--open').ended
    expect(second).toEqual({ code: 0, output: `Toptill is already running: ${url} opens in your browser.\n` })
    await expect.poll(opened).toEqual([expect.stringMatching(/^file:\/\/\/.*\/open\.html$/)])
    const link = new URL(linkIn(env.TOPTILL_HOME))
    expect(link.href).toMatch(`${url}/connect#`)
    const connect = (code: string) =>
      fetch(`${url}/api/account/try`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ code, baseUrl: 'x', posId: '1', token: 'y' }),
      })
    expect((await connect(link.hash.slice(1))).status).toBe(200)

    const other = await startOnce(env).ended
    expect(other).toEqual({ code: 1, output: `Toptill is already running: ${url}\n` })
    expect((await connect(link.hash.slice(1))).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  },
)

itWhenFull('while a shop has no people, a second start opens its page to set it up', async () => {
  const home = aFolder()
  const real = await aRealTill(home)
  const env = { ...real.env, ...aHome().env, TOPTILL_HOME: home }
  const { url } = await aTillProcess(env)
  expect((await startOnce(env, '--open').ended).code).toBe(0)
  expect(linkIn(home)).toMatch(`${url}/setup#`)
})

itWhenFull('of two starts at once, one runs and the other opens the browser', async () => {
  const { env, opened } = aHome()
  mkdirSync(join(env.TOPTILL_HOME, 'data'))
  const both = [startOnce(env, '--open'), startOnce(env, '--open')] as const
  const { code, output } = await Promise.race(both.map(({ ended }) => ended))
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^Toptill is already running: http:/) })
  const ready = both.filter((one) => /Toptill is ready: http:/.test(one.output()))
  expect(ready).toHaveLength(1)
  await expect.poll(opened).toHaveLength(2)
})
