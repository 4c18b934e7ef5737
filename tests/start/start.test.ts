import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'
import { aBrowser, openSale } from '../support/shop.ts'

const account = {
  TOPUP_BASE_URL: 'https://service.example/api',
  TOPUP_POS_ID: '20418',
  TOPUP_TOKEN: 'a-token-of-good-length',
}

/** Signs in and opens a sale, so that both are logged. */
async function signInAndSell(url: string) {
  const browser = aBrowser(url)
  await browser.signIn('Amal')
  expect((await openSale(browser, { account: '971500000001' })).status).toBe(200)
}

/** `npm start` as an administrator runs it, with a journal of its own. */
function startTill(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
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

/** Removes the progress lines: a change of the sources may cause a build, and a slow machine may take time to close. */
const withoutProgress = (said: string) => said.replace(/^(Building|Built|Installing|Installed|Closing:) .*\n/gm, '')

it('npm start prints the address and then nothing but JSON, also while it sells, and exits with 0 on SIGTERM', async () => {
  const till = startTill({})
  const url = await till.url
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await signInAndSell(url)
  till.child.kill('SIGTERM')
  const { code, printed, said } = await till.ended
  expect({ code, said }).toEqual({ code: 0, said: '' })
  const [address, ...lines] = printed.trimEnd().split('\n')
  expect(address).toBe(`Toptill is ready: ${url}`)
  const content = lines.map((line) => JSON.parse(line) as { what: string })
  expect(content.map(({ what }) => what)).toEqual(expect.arrayContaining(['practice', 'demo sign-in', 'audit', 'sale']))
  for (const [role, pin] of [
    ['cashier', /^\d{4,12}$/],
    ['supervisor', /^\d{6,12}$/],
  ] as const)
    expect(content).toContainEqual(expect.objectContaining({ role, pin: expect.stringMatching(pin) }))
})

itWhenFull('npm start with LOG_FORMAT=pretty prints sentences, each on one line', async () => {
  const till = startTill({ LOG_FORMAT: 'pretty' })
  const url = await till.url
  await signInAndSell(url)
  till.child.kill('SIGTERM')
  const { printed } = await till.ended
  expect(printed).not.toContain('{')
  const [address, ...lines] = printed.trimEnd().split('\n')
  expect(address).toBe(`Toptill is ready: ${url}`)
  const text = lines.join('\n')
  expect(text).toMatch(/^ +\S.* cashier +PIN \d{4,12}$/m)
  expect(text).toMatch(/^Numbers to try, and the sandbox's ledger: http:\S+$/m)
  expect(text).toMatch(/^\d\d:\d\d:\d\d {2}Audit \d+: signed-in, by Amal Rahman, at \S/m)
  expect(text).toMatch(/^\d\d:\d\d:\d\d {2}Sale 1: opened → checked, \S+ 25(\.00)? AED$/m)
})

itWhenFull('npm start on a terminal prints its steps and sentences, and Ctrl+C ends it with 0', async ({ skip }) => {
  // The program `script` of util-linux runs a command on a terminal.
  if (spawnSync('script', ['--version']).status !== 0) skip('the program "script" of util-linux is not here')
  const child = spawn('script', ['-qec', `exec ${process.execPath} scripts/start.mjs`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATABASE_URL: `file:${aFolder()}/toptill.db` },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => void (shown += chunk.toString()))
  await expect.poll(() => shown).toMatch(/ledger: http:\S+\s/)
  expect(shown).toMatch(/Starting …\s+Toptill is ready: http:\S+\s/)
  expect(shown).toMatch(/ cashier +PIN \d{4,12}\s/)
  expect(shown).not.toContain('{')
  child.stdin.write('\u0003')
  expect((await once(child, 'close'))[0]).toBe(0)
  expect(shown).toMatch(/Toptill has stopped, everything is saved\.\s*$/)
})

itWhenFull('npm start exits with one sentence when LOG_FORMAT is invalid', async () => {
  const { code, said, printed } = await startTill({ LOG_FORMAT: 'xml' }).ended
  expect([code, printed]).toEqual([1, ''])
  expect(said).toBe('LOG_FORMAT=xml is not one of json, pretty.\n')
})

it('npm start exits with one sentence, and asks the service for nothing, when certificates are not checked', async () => {
  const { code, said } = await startTill({ ...account, NODE_TLS_REJECT_UNAUTHORIZED: '0' }).ended
  expect(code).toBe(1)
  expect(said).toMatch(/^NODE_TLS_REJECT_UNAUTHORIZED=0 switches off [^\n]*\n$/)
})

it('npm start exits with one sentence when the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const { code, said } = await startTill({ PORT: String(port) }).ended
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use by another program, perhaps[^\\n]*\\n$`))
})

itWhenFull('npm start exits with one sentence when the data folder is below a file', async () => {
  const file = join(aFolder(), 'a-file')
  writeFileSync(file, '')
  const { code, said } = await startTill({ DATABASE_URL: `file:${file}/data/toptill.db` }).ended
  expect(code).toBe(1)
  // Node 20 fails at the folder below the file, Node 22 and later at the file.
  expect(said).toMatch(/^The data folder \S+ cannot be written \((ENOTDIR|EEXIST)\)\.[^\n]*\n$/)
})

// This runs in its own process because a failure would be an endless loop.
itWhenFull('npm start exits with one sentence when no folder can be created', async ({ skip }) => {
  if (!existsSync('/proc')) skip('there is no /proc here')
  const { code, said } = await startTill({ DATABASE_URL: 'file:/proc/nothing/toptill.db' }).ended
  expect(code).toBe(1)
  expect(said).toMatch(/^The data folder \/proc\/nothing\S* cannot be written \(ENOENT\)\.[^\n]*\n$/)
})

itWhenFull('npm start exits with one sentence when half an account is set', async () => {
  const { code, said } = await startTill({ TOPUP_BASE_URL: 'https://service.example/api' }).ended
  expect(code).toBe(1)
  expect(said).toMatch(/^TOPUP_POS_ID and TOPUP_TOKEN \(or TOPUP_TOKEN_FILE\) are not set\.[^\n]*\n$/)
})

itWhenFull('npm run sandbox prints the three settings of its account, and answers there', async () => {
  const child = spawn(process.execPath, ['scripts/run-built.mjs', 'sandbox-alone', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.includes('TOPUP_TOKEN=')) break
  }
  const base = /TOPUP_BASE_URL=(\S+)/.exec(printed)?.[1]
  expect(printed).toMatch(/TOPUP_POS_ID=\d+/)
  // Without a signature it says so, in the words of the service.
  const answer = await fetch(`${base}/balance`, { method: 'POST', body: '{}' })
  expect(await answer.json()).toHaveProperty('error')
})
