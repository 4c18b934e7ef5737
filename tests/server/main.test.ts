import { existsSync, statSync, writeFileSync } from 'node:fs'
import {
  createServer,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { openDatabase } from '#server/database/database.ts'
import type { LogFormat } from '#server/lib/log.ts'
import { VERSION } from '#server/lib/version.ts'
import { isStartProblem, startToptill, type StartOptions } from '#server/main.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { command } from '../support/an-installation.ts'
import { aFolder } from '../support/folders.ts'
import { aBrowser, sell } from '../support/shop.ts'
import { anEmptyPage, CHEAP_PINS } from '../support/start-shop.ts'

async function start(
  folder: string,
  env: NodeJS.ProcessEnv,
  lines: string[] = [],
  options: Pick<StartOptions, 'pinCost' | 'logFormat'> = { pinCost: CHEAP_PINS },
) {
  const running = await startToptill({
    env: { PORT: '0', DATABASE_URL: `file:${join(folder, 'toptill.db')}`, LOG_LEVEL: 'silent', ...env },
    openSandbox: (options) => startSandbox(options),
    browserFolder: anEmptyPage(folder),
    ...options,
    // Warnings about the environment, such as running as root, depend on the machine and are tested separately.
    print: (line) => line.startsWith('Warning: ') || lines.push(line),
  })
  onTestFinished(running.close)
  return running
}

async function aServiceApart(basePath = ''): Promise<{ service: Sandbox; account: NodeJS.ProcessEnv }> {
  const service = await startSandbox({ basePath, account: { posId: '77001', token: 'another-token-of-length' } })
  onTestFinished(service.close)
  const account = { TOPUP_BASE_URL: service.baseUrl, TOPUP_POS_ID: service.posId, TOPUP_TOKEN: service.token }
  return { service, account }
}

async function linesOf(folder: string, env: NodeJS.ProcessEnv, logFormat: LogFormat = 'pretty'): Promise<string[]> {
  const lines: string[] = []
  await (await start(folder, env, lines, { pinCost: CHEAP_PINS, logFormat })).close()
  return lines
}
const READY = [expect.stringMatching(/^Toptill is ready: /) as string, `Toptill ${VERSION} (build development)`]

describe('a shop with a real account', () => {
  it('a shop with a real account sells through its provider, at a base URL with a path', async () => {
    const folder = aFolder()
    const { service, account } = await aServiceApart('/wholesale/v2')
    expect(service.baseUrl).toMatch(/\/wholesale\/v2$/)
    const lines: string[] = []
    const running = await start(folder, account, lines)
    expect(lines).toEqual([
      `Toptill is ready: ${running.url}`,
      `Toptill ${VERSION} (build development)`,
      expect.stringMatching(/^Set up your shop .* http:\S+\/setup#(\w{4}-){3}\w{4}$/),
    ])

    const env = { DATABASE_URL: `file:${join(folder, 'toptill.db')}`, ...account }
    const added = await command('staff', ['add', '--name', 'Noor', '--role', 'cashier', '--pin', '7305'], env)
    expect(added.code).toBe(0)
    const enrolled = await command('terminal', ['enroll', '--name', 'Counter'], env)
    const code = enrolled.output.trimEnd().split('\n').at(-1) ?? ''

    const browser = aBrowser(running.url)
    const expected = { terminal: null, staff: [], isPractice: false }
    expect((await browser.ask('GET', '/api/session')).body).toMatchObject(expected)
    expect((await browser.ask('POST', '/api/terminals/enroll', { code })).status).toBe(200)
    const { body: session } = await browser.ask<{ staff: { id: string }[] }>('GET', '/api/session')
    expect(session).not.toHaveProperty('demoPins')
    await browser.ask('POST', '/api/session', { staffId: session.staff[0]?.id, pin: '7305' })

    expect((await sell(browser, { account: recipients.success })).body).toMatchObject({ state: 'succeeded' })
    expect(service.ledger()).toHaveLength(1)
  })

  it('each start prints a new setup link until there is a supervisor', async () => {
    const folder = aFolder()
    const { account } = await aServiceApart()
    const codes: string[] = []
    for (let starts = 0; starts < 2; starts += 1) {
      const lines: string[] = []
      const { close, url } = await start(folder, account, lines)
      const [, code = ''] = lines[2]!.split('#')
      codes.push(code)
      expect(lines[2]).toContain(` ${url}/setup#`)
      if (starts === 0) await close()
      else {
        const wanted = { name: 'Salma', pin: '802731', terminal: 'Office' }
        const [old, browser] = [aBrowser(url), aBrowser(url)]
        expect((await old.ask('POST', '/api/setup', { ...wanted, code: codes[0] })).status).toBe(401)
        expect((await browser.ask('POST', '/api/setup', { ...wanted, code })).status).toBe(200)
        expect((await browser.ask('GET', '/api/staff')).body).toMatchObject({ staff: [{ name: 'Salma' }] })
        await close()
      }
    }
    expect(await linesOf(folder, account)).toEqual([...READY, 'Sign in as Salma (supervisor).'])
  })

  it('a corrected account takes over the database while it has no people and nothing was sold, and says so once', async () => {
    const folder = aFolder()
    const { account } = await aServiceApart()
    const elsewhere = 'http://127.0.0.1:9/elsewhere'
    await linesOf(folder, { ...account, TOPUP_POS_ID: '77010' })
    for (const wanted of [{ ...account, TOPUP_BASE_URL: elsewhere }, account]) {
      const bound = `POS 770\\d\\d at .* POS 77001 at ${wanted.TOPUP_BASE_URL}\\.$`
      const corrected = expect.stringMatching(
        new RegExp(`^The account was corrected: .* belonged to ${bound}`),
      ) as string
      expect(await linesOf(folder, wanted)).toEqual([...READY, corrected, expect.stringMatching(/setup#/)])
    }
    expect((await linesOf(folder, account)).join()).not.toContain('corrected')
  })

  it('a wrong account that the provider never accepted is corrected even after the first supervisor was set up', async () => {
    const folder = aFolder()
    const { account } = await aServiceApart()
    const wrong = { ...account, TOPUP_POS_ID: '77010' }
    const running = await start(folder, wrong)
    const env = { DATABASE_URL: `file:${join(folder, 'toptill.db')}`, ...wrong }
    expect(
      (await command('staff', ['add', '--name', 'Noor', '--role', 'supervisor', '--pin', '730519'], env)).code,
    ).toBe(0)
    await running.close()
    expect(await linesOf(folder, account)).toEqual([
      ...READY,
      expect.stringMatching(/^The account was corrected: .* belonged to POS 77010 at .* POS 77001 /),
      'Sign in as Noor (supervisor).',
    ])
  })

  it('a database of another account is rejected once it has people and the provider accepted that account, with what to correct first', async () => {
    const folder = aFolder()
    const { account } = await aServiceApart()
    const lines: string[] = []
    const running = await start(folder, account, lines)
    const browser = aBrowser(running.url)
    const wanted = { name: 'Noor', pin: '802731', terminal: 'Office', code: lines[2]?.split('#')[1] }
    expect((await browser.ask('POST', '/api/setup', wanted)).status).toBe(200)
    await expect.poll(async () => (await browser.ask<object>('GET', '/api/wallet')).body).toHaveProperty('balance')
    await running.close()
    await expect(start(folder, { ...account, TOPUP_POS_ID: '9' })).rejects.toThrow(
      /belongs to POS 77001 at .*, not to POS 9 at \S+ Correct TOPUP_POS_ID\. Only if .* set DATABASE_URL to another one, such as file:\.\/data-9\/toptill\.db\.$/,
    )
    await expect(start(folder, { ...account, TOPUP_BASE_URL: 'http://127.0.0.1:9/x' })).rejects.toThrow(
      / Correct TOPUP_BASE_URL\. /,
    )
    await linesOf(folder, account)
  })

  it('a database of a real account is not used for practice when the settings are missing', async () => {
    const folder = aFolder()
    const { account } = await aServiceApart()
    await linesOf(folder, account)
    await expect(start(folder, {})).rejects.toThrow(
      /TOPUP_BASE_URL, TOPUP_POS_ID and TOPUP_TOKEN are not set, but .* belongs to POS 77001/,
    )
    const listed = await command('staff', ['list'], { DATABASE_URL: `file:${join(folder, 'toptill.db')}` })
    expect([listed.code, listed.errors]).toEqual([1, expect.stringContaining('belongs to POS 77001')])
    const practice = await start(folder, { SANDBOX: '1' })
    expect(practice.sandboxUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})

function errorsOnConsole(): () => string {
  let errors = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    errors += String(chunk)
    return true
  })
  onTestFinished(() => write.mockRestore())
  return () => errors
}

it('a token that the provider rejects is reported on the console, once, with what to compare', async () => {
  const folder = aFolder()
  const { account } = await aServiceApart()
  const { TOPUP_TOKEN: _, ...rest } = account
  const file = join(folder, 'token')
  writeFileSync(file, 'canary-another-token', { mode: 0o600 })
  const errors = errorsOnConsole()
  const { close } = await start(folder, { ...rest, TOPUP_TOKEN_FILE: file, LOG_LEVEL: 'error' })
  await expect.poll(errors).toContain('rejects our signature')
  await close()
  expect(errors().match(/rejects our signature/g)).toHaveLength(1)
  expect(errors()).toContain(`Compare the POS ID, 77001, and the token in ${file} with what the provider gave you`)
  expect(errors()).not.toContain('canary')
})

it('a provider that does not reply is reported on the console, with the address to compare', async () => {
  const { service, account } = await aServiceApart()
  await service.close()
  const errors = errorsOnConsole()
  const { close } = await start(aFolder(), { ...account, LOG_LEVEL: 'error' })
  await expect.poll(errors).toContain(`The provider at ${account['TOPUP_BASE_URL']} is not responding.`)
  expect(errors()).toContain('compare this address')
  await close()
})

describe('starting', () => {
  it('the start prints the address and the PINs of practice', async () => {
    const lines: string[] = []
    const { url } = await start(aFolder(), {}, lines)
    expect(lines[0]).toBe(`Toptill is ready: ${url}`)
    expect(lines.join('\n')).toMatch(/Amal Rahman +cashier +PIN \d{4}\n/)
    expect(lines.join('\n')).toMatch(/Hamad Saleh +supervisor +PIN \d{6}\n/)
  })

  it('the log says when a stop begins, and when it is done', async () => {
    const lines = await linesOf(aFolder(), {}, 'json')
    const said = lines
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { what?: string }).what)
    expect(said.slice(-3)).toEqual(['Toptill has started', 'Toptill is stopping', 'Toptill has stopped'])
  })

  it('practice has a separate database and key file, which only their owner can read', async () => {
    const folder = aFolder()
    await start(folder, {})
    for (const name of ['toptill.db', 'pepper']) expect(existsSync(join(folder, 'sandbox', name))).toBe(true)
    expect(existsSync(join(folder, 'toptill.db'))).toBe(false)
    expect(statSync(join(folder, 'sandbox', 'pepper')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'sandbox')).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'sandbox', 'toptill.db')).mode & 0o777).toBe(0o600)
  })

  it('the server and the command line hash PINs at the same cost', async () => {
    const folder = aFolder()
    const running = await start(folder, {}, [], {})
    const env = { DATABASE_URL: `file:${join(folder, 'toptill.db')}` }
    const add = (name: string) => command('staff', ['add', '--name', name, '--role', 'cashier', '--pin', '7305'], env)
    expect((await add('Noor')).code).toBe(0)
    await running.close()
    expect((await add('Zaid')).code).toBe(0)
    const db = await openDatabase(join(folder, 'sandbox', 'toptill.db'))
    onTestFinished(() => db.destroy())
    const hashes = (await db.selectFrom('staff').select('pin_hash').execute()).map((row) => row.pin_hash)
    expect(hashes).toEqual(Array(8).fill(expect.stringMatching(/^scrypt\$16384\$8\$1\$/)))
  })

  it('a connection attempt to one of several addresses has the time of a mobile network before the next one is tried', async () => {
    setDefaultAutoSelectFamilyAttemptTimeout(250)
    await linesOf(aFolder(), {})
    expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThan(1_000)
  })

  it('a port in use ends the start with a sentence and releases the database', async () => {
    const folder = aFolder()
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const problem = await start(folder, { PORT: port }).catch((error: unknown) => error)
    expect(isStartProblem(problem)).toBe(true)
    expect(String(problem)).toMatch(new RegExp(`Port ${port} on 127.0.0.1 is in use by another program`))
    await linesOf(folder, {})
  })

  it.each(['no..name', '192.0.2.1'])(
    'the host %s, which is not an address of this machine, ends the start with a sentence',
    async (host) => {
      const problem = await start(aFolder(), { HOST: host, ALLOW_PLAIN_HTTP: '1' }).catch((error: unknown) => error)
      expect(isStartProblem(problem)).toBe(true)
      expect((problem as Error).message).toMatch(/^HOST=\S+ is not an address of this machine \(\w+\)\. [^\n]*$/)
    },
  )

  it('a database in use ends the start with a sentence', async () => {
    const folder = aFolder()
    await start(folder, {})
    await expect(start(folder, {})).rejects.toThrow(/is in use by another Toptill/)
  })

  it('a data folder that cannot be created ends the start with a sentence', async () => {
    const folder = aFolder()
    writeFileSync(join(folder, 'taken'), '')
    await expect(start(folder, { DATABASE_URL: `file:${join(folder, 'taken', 'toptill.db')}` })).rejects.toThrow(
      // Node 22 and later report EEXIST.
      /The data folder .* cannot be written \((ENOTDIR|EEXIST)\)/,
    )
  })
})
