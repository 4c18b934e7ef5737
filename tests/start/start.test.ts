import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it, onTestFinished } from 'vitest'

import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'
import { aTillProcess } from '../support/real-till.ts'
import { aBrowser, openSale } from '../support/shop.ts'

/**
 * @security V16.4.3: Each audit line is also written to standard output once it is stored.
 * @security V12.3.2: Toptill does not start with a real account and `NODE_TLS_REJECT_UNAUTHORIZED=0`.
 */

const envOf = (settings: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  DATABASE_URL: `file:${aFolder()}/toptill.db`,
  ...settings,
})

/** Starts a till, signs in and opens a sale, so that both are logged, and stops it. */
async function startSellAndStop(settings: Record<string, string> = {}) {
  const till = await aTillProcess(envOf(settings))
  expect((await fetch(`${till.url}/readyz`)).status).toBe(200)
  const browser = aBrowser(till.url)
  await browser.signIn('Amal')
  expect((await openSale(browser, { account: '971500000001' })).status).toBe(200)
  till.kill('SIGTERM')
  const { code, printed, said } = await till.ended
  const [address, ...lines] = printed.trimEnd().split('\n')
  expect(address).toBe(`Toptill is ready: ${till.url}`)
  return { code, lines, said: withoutProgress(said) }
}

/** Removes the progress lines: a change of the sources may cause a build, and a slow machine may take time to close. */
const withoutProgress = (said: string) => said.replace(/^(Building|Built|Installing|Installed|Stopping:) .*\n/gm, '')

async function endOf(settings: Record<string, string>) {
  type End = { code?: number; stdout: string; stderr: string }
  const start = promisify(execFile)(process.execPath, ['tools/toptill.mjs', 'start'], {
    env: envOf(settings),
  })
  const { code = 0, stdout, stderr } = await start.catch((error: unknown) => error as End).then((end: End) => end)
  return { code, printed: stdout, said: withoutProgress(stderr) }
}

it('npm start prints the address and then only JSON, also while it sells, and exits with 0 on SIGTERM', async () => {
  const { code, lines, said } = await startSellAndStop()
  expect({ code, said }).toEqual({ code: 0, said: '' })
  const content = lines.map((line) => JSON.parse(line) as { what: string })
  expect(content.map(({ what }) => what)).toEqual(expect.arrayContaining(['practice', 'demo sign-in', 'audit', 'sale']))
  for (const [role, pin] of [
    ['cashier', /^\d{4,12}$/],
    ['supervisor', /^\d{6,12}$/],
  ] as const)
    expect(content).toContainEqual(expect.objectContaining({ role, pin: expect.stringMatching(pin) }))
})

itWhenFull('npm start on a terminal prints its steps and sentences, and Ctrl+C ends it with 0', async ({ skip }) => {
  if (spawnSync('script', ['--version']).status !== 0) skip('the program "script" of util-linux is not here')
  const child = spawn('script', ['-qec', `exec ${process.execPath} tools/toptill.mjs start`, '/dev/null'], {
    env: envOf({ LOG_LEVEL: 'info' }),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => void (shown += chunk.toString()))
  await expect.poll(() => shown).toMatch(/ledger\): http:\S+\s/)
  expect(shown).toMatch(/Starting …\s+Toptill is ready: http:\S+\s/)
  expect(shown).toMatch(/ cashier +PIN \d{4,12}\s/)
  const browser = aBrowser(/ready: (\S+)/.exec(shown)?.[1] ?? '')
  await browser.signIn('Amal')
  await openSale(browser, { account: '971500000001' })
  await expect.poll(() => shown).toMatch(/\s\d\d:\d\d:\d\d {2}Sale 1: opened → checked, \S+ 25(\.00)? AED\s/)
  expect(shown).toMatch(/\s\d\d:\d\d:\d\d {2}Audit \d+: signed-in, by Amal Rahman, at \S/)
  expect(shown).not.toContain('{')
  child.stdin.write('\u0003')
  expect((await once(child, 'close'))[0]).toBe(0)
  expect(shown).toMatch(/Toptill stopped\. Everything is saved\.\s*$/)
})

itWhenFull(
  'npm start exits with one sentence, and sends nothing to the provider, when certificates are not checked',
  async () => {
    const account = {
      TOPUP_BASE_URL: 'https://service.example/api',
      TOPUP_POS_ID: '1',
      TOPUP_TOKEN: 'a-token-of-good-length',
    }
    const { code, said } = await endOf({ ...account, NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect(code).toBe(1)
    expect(said).toMatch(/^NODE_TLS_REJECT_UNAUTHORIZED=0 turns off [^\n]*\n$/)
  },
)

itWhenFull('npm start exits with one sentence when the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, said } = await endOf({ PORT: String(port) })
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use by another program, perhaps[^\\n]*\\n$`))
})

const belowAFile = () => {
  const file = join(aFolder(), 'a-file')
  writeFileSync(file, '')
  return `file:${file}/data/toptill.db`
}

itWhenFull.each<[string, () => Record<string, string>, RegExp]>([
  ['LOG_LEVEL is invalid', () => ({ LOG_LEVEL: 'loud' }), /^LOG_LEVEL=loud is not one of [^\n]*\.\n$/],
  [
    'half an account is set',
    () => ({ TOPUP_BASE_URL: 'https://service.example/api' }),
    /^TOPUP_POS_ID and TOPUP_TOKEN \(or TOPUP_TOKEN_FILE\) are not set\.[^\n]*\n$/,
  ],
  [
    // The folder is below a file: Node 20 reports the folder, Node 22 and later the file.
    'the data folder is below a file',
    () => ({ DATABASE_URL: belowAFile() }),
    /^The data folder \S+ cannot be written \((ENOTDIR|EEXIST)\)\.[^\n]*\n$/,
  ],
])('npm start exits with one sentence when %s', async (_, settings, sentence) => {
  const { code, printed, said } = await endOf(settings())
  expect([code, printed]).toEqual([1, ''])
  expect(said).toMatch(sentence)
})

// This runs in its own process because a failure would be an endless loop.
itWhenFull('npm start exits with one sentence when no folder can be created', async ({ skip }) => {
  if (!existsSync('/proc')) skip('there is no /proc here')
  const { code, said } = await endOf({ DATABASE_URL: 'file:/proc/nothing/toptill.db' })
  expect(code).toBe(1)
  expect(said).toMatch(/^The data folder \/proc\/nothing\S* cannot be written \(ENOENT\)\.[^\n]*\n$/)
})

itWhenFull('toptill sandbox prints the three settings of its account, and answers there', async () => {
  const child = spawn(process.execPath, ['tools/toptill.mjs', 'sandbox', '--port', '0'], {
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
  // The request has no signature, so the message quotes the provider.
  const answer = await fetch(`${base}/balance`, { method: 'POST', body: '{}' })
  expect(await answer.json()).toHaveProperty('error')
})
