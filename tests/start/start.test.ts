import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { aFolder } from '../support/folders.ts'

/** `npm start` as an operator has it, on a journal of its own. */
function startTill(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['start.mjs'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATABASE_URL: `file:${aFolder()}/toptill.db`,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  let said = ''
  const url = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /Toptill is ready: (\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
  })
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, printed, said: withoutProgress(said) }))
  return { child, url, ended }
}

/** A change of the sources may make it build first, a slow machine may take its time to close, and it says so. */
const withoutProgress = (said: string) => said.replace(/^(Building|Built|Installing|Installed|Closing:) .*\n/gm, '')

it('starts, says where it is and who may sign in, and ends in order', async () => {
  const till = startTill({})
  const response = await fetch(`${await till.url}/readyz`)
  expect(response.status).toBe(200)

  till.child.kill('SIGTERM')
  const { code, printed, said } = await till.ended
  expect({ code, said }).toEqual({ code: 0, said: '' })
  expect(printed).toMatch(/^ +\S.* cashier +PIN \d{4,12}$/m)
  expect(printed).toMatch(/^ +\S.* supervisor +PIN \d{6,12}$/m)
}, 60_000)

it('ends with one sentence when the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const { code, said } = await startTill({ PORT: String(port) }).ended
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use by another program\\.[^\\n]*\\n$`))
}, 60_000)

it('ends with one sentence when there can be no data folder', async () => {
  const file = join(aFolder(), 'a-file')
  writeFileSync(file, '')
  const { code, said } = await startTill({ DATABASE_URL: `file:${file}/data/toptill.db` }).ended
  expect(code).toBe(1)
  expect(said).toMatch(/^The data folder \S+ cannot be written \(ENOTDIR\)\.[^\n]*\n$/)
}, 60_000)

it('ends with one sentence when half an account is set', async () => {
  const { code, said } = await startTill({ TOPUP_BASE_URL: 'https://service.example/api' }).ended
  expect(code).toBe(1)
  expect(said).toMatch(/^TOPUP_POS_ID and TOPUP_TOKEN \(or TOPUP_TOKEN_FILE\) are not set\.[^\n]*\n$/)
}, 60_000)
