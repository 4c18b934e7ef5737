import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { Session } from '#api/session.ts'
import { openConnecting } from '#server/account/connecting.ts'
import { readInstallation } from '#server/config/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { ONE_TIME_CODE_VALID_MS } from '#server/lib/one-time-code.ts'
import { systemTimers } from '#server/lib/ports.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aClockAhead } from '../../security/support/guarded-shop.ts'
import { aFolder } from '../../support/folders.ts'
import { sendRaw } from '../../support/raw-request.ts'
import { aBrowser, sell, type Browser } from '../../support/shop.ts'
import {
  anUnconnectedTill,
  aServiceApart,
  connect,
  typedOf,
  type UnconnectedTill,
} from '../../support/unconnected-till.ts'

/** @security V6.3.2, V8.3.1: An account is connected only on the computer itself, with the link that this start's console shows, once and within an hour. */

const session = async (browser: Browser) => (await browser.ask<Session>('GET', '/api/session')).body
/** The till is not reachable while it starts again. */
const sessionSoon = (browser: Browser) => session(browser).catch(() => undefined)

async function startedAgain(browser: Browser): Promise<void> {
  await expect.poll(async () => (await sessionSoon(browser))?.isPractice).toBe(false)
}

const first = { name: 'Salma', pin: '802731', terminal: 'Counter' }
const accountFileOf = ({ home }: UnconnectedTill) => join(home, 'account.json')

describe('connecting an account', () => {
  it('a till where nothing is set starts in practice, connects an account, sets up the shop and sells, in one process', async () => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    expect(await session(till.browser())).toMatchObject({ isPractice: true, canConnect: 'here' })
    expect(till.printed()).toContain(`Connect your account: ${till.url}/connect#${till.code()}`)
    const { tried, connected, browser } = await connect(till, service)
    expect(tried.body).toEqual({
      name: expect.stringMatching(/\w/) as string,
      balance: { amount: expect.stringMatching(/^\d+\.\d\d$/) as string, currency: 'AED' },
      attempt: expect.any(String) as string,
    })
    expect(connected.status).toBe(200)
    await startedAgain(browser)
    // The same link as on the console.
    expect(till.setupCode()).toBe(connected.body.setupCode)
    expect(await session(browser)).toEqual(expect.not.objectContaining({ canConnect: expect.anything() as unknown }))
    expect((await browser.ask('POST', '/api/setup', { ...first, code: connected.body.setupCode })).status).toBe(200)
    expect((await sell(browser, { account: recipients.success })).body).toMatchObject({ state: 'succeeded' })
    expect(service.ledger()).toHaveLength(1)
    expect(till.failure()).toBeUndefined()
  })

  it('the connected account is in a file that only its user can read, and the next start uses it', async () => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    const { browser } = await connect(till, service)
    await startedAgain(browser)
    const file = accountFileOf(till)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(`${file}.new`)).toBe(false)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...typedOf(service),
      keyFloor: expect.stringMatching(/^\d{13}$/) as string,
    })
    await till.close()
    const again = await anUnconnectedTill({ home: till.home })
    expect(again.printed().join('\n')).toContain('/setup#')
    expect(again.code()).toBe('')
  })

  it('an account that was tried before gets keys above those of the trials', async () => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    const browser = till.browser()
    const asked = { code: till.code(), ...typedOf(service), keyFloor: '999999999999999' }
    for (const _ of [1, 2])
      expect((await browser.ask('POST', '/api/account/try', asked)).body).toHaveProperty('attempt')
    // Without the floor, as a person would try who has never heard of it.
    await connect(till, service, browser)
    await startedAgain(browser)
    const { body } = await browser.ask('POST', '/api/setup', { ...first, code: till.setupCode() })
    expect(body).toHaveProperty('person')
    await expect.poll(async () => (await browser.ask<object>('GET', '/api/wallet')).body).toHaveProperty('balance')
    const keys = service.requests().map(({ auth }) => BigInt(auth.key))
    const trials = Array.from({ length: 6 }, (_, at) => 999_999_999_999_999n + BigInt(at))
    expect(keys.slice(0, trials.length)).toEqual(trials)
    // The shop's calls may overtake each other on the way.
    const later = keys.slice(trials.length)
    expect(later.every((key) => key > trials.at(-1)!)).toBe(true)
  })

  it.each([
    ['base-url-form', { baseUrl: 'http://provider.example/api' }],
    ['base-url-form', { baseUrl: 'https://user:secret@provider.example' }],
    ['pos-id-form', { posId: 'POS 77001' }],
    ['token-form', { token: 'canary\u200btoken' }],
    ['token-form', { token: '   ' }],
    ['key-floor-form', { keyFloor: 'many' }],
    ['refused', { baseUrl: 'http://127.0.0.1:9' }],
    ['signature', { token: 'canary-of-another-account' }],
    ['signature', { posId: '77002' }],
  ])('a wrong account is not connected, and the answer says which value to correct: %s', async (problem, wrong) => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    const browser = till.browser()
    const asked = { code: till.code(), ...typedOf(service), ...wrong }
    const { status, body } = await browser.ask('POST', '/api/account/try', asked)
    expect([status, body]).toEqual([200, { problem }])
    expect(existsSync(accountFileOf(till))).toBe(false)
    expect(service.ledger()).toEqual([])
    // The link stays valid.
    expect((await connect(till, service, browser)).connected.status).toBe(200)
  })

  it('only what was tried and shown is connected', async () => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    const browser = till.browser()
    const code = till.code()
    const tried = await browser.ask<{ attempt: string }>('POST', '/api/account/try', { code, ...typedOf(service) })
    for (const attempt of ['1', code])
      expect((await browser.ask('POST', '/api/account/connect', { code, attempt })).status).toBe(401)
    const later = await browser.ask('POST', '/api/account/try', { code, ...typedOf(service) })
    expect(later.status).toBe(200)
    const old = await browser.ask('POST', '/api/account/connect', { code, attempt: tried.body.attempt })
    expect([old.status, existsSync(accountFileOf(till))]).toEqual([401, false])
  })

  it('an account that cannot be stored is not connected, and the link stays valid', async () => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    // A folder in the place of the file.
    mkdirSync(join(accountFileOf(till), 'inside'), { recursive: true })
    const { connected, browser } = await connect(till, service)
    expect(connected).toMatchObject({ status: 422, body: { code: 'invalid-operation' } })
    expect(existsSync(`${accountFileOf(till)}.new`)).toBe(false)
    rmSync(accountFileOf(till), { recursive: true })
    expect((await connect(till, service, browser)).connected.status).toBe(200)
  })

  it('a start that fails after an account was connected reports the problem, and the account stays', async () => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    // A folder in the place of the database.
    mkdirSync(join(till.home, 'data', 'toptill.db'))
    await connect(till, service)
    await expect.poll(till.failure).toBeInstanceOf(Error)
    expect(existsSync(accountFileOf(till))).toBe(true)
    await till.close()
  })
})

describe('the link to connect an account', () => {
  it('the link is different at each start and works once, even for two requests at the same time', async () => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    const [browser, code] = [till.browser(), till.code()]
    const tried = await browser.ask<{ attempt: string }>('POST', '/api/account/try', { code, ...typedOf(service) })
    const ask = () => browser.ask('POST', '/api/account/connect', { code, attempt: tried.body.attempt })
    const answers = await Promise.allSettled([ask(), ask()])
    const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 0))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const [one, other] = [await anUnconnectedTill(), await anUnconnectedTill()]
    expect(new Set([code, one.code(), other.code()]).size).toBe(3)
    const old = await other.browser().ask('POST', '/api/account/try', { code: one.code(), ...typedOf(service) })
    expect(old.status).toBe(401)
  })

  it('the link expires after an hour', async () => {
    const clock = aClockAhead()
    const [service, till] = [await aServiceApart(), await anUnconnectedTill({ clock })]
    clock.pass(ONE_TIME_CODE_VALID_MS)
    const { tried, connected } = await connect(till, service)
    expect([tried.status, connected.status]).toEqual([401, 401])
  })

  it('a wrong code tries no account and is recorded, and guesses are limited', async () => {
    const clock = aClockAhead()
    const lines: string[] = []
    const [service, till] = [
      await aServiceApart(),
      await anUnconnectedTill({ clock, record: (line) => lines.push(line) }),
    ]
    const browser = till.browser()
    const guess = { code: 'AAAA-AAAA-AAAA-AAAA', ...typedOf(service) }
    const answers = []
    for (let count = 0; count < 12; count += 1)
      answers.push((await browser.ask('POST', '/api/account/try', guess)).status)
    expect(answers).toEqual([...Array<number>(10).fill(401), 429, 429])
    expect(service.requests()).toEqual([])
    expect(lines.filter((line) => line.includes('wrong-code')).length).toBeGreaterThan(5)
  })
})

describe('connecting is refused', () => {
  /** The request of a page at the computer, with the code and one header changed as an attacker would. */
  async function attack(
    till: UnconnectedTill,
    headers: Record<string, string>,
    at = till.url,
  ): Promise<number | undefined> {
    const body = JSON.stringify({ code: till.code(), baseUrl: 'https://evil.example', posId: '1', token: 'x' })
    const { host, origin } = new URL(at)
    const all = {
      Host: host,
      Origin: origin,
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    }
    const lines = Object.entries({ ...all, ...headers }).map((pair) => pair.join(': '))
    return (await sendRaw(at, ['POST /api/account/try HTTP/1.1', ...lines], body))?.status
  }

  it.each([
    ['a request that a web server forwards', { 'X-Forwarded-For': '203.0.113.5' }],
    ['a forwarded request that names this machine', { 'X-Forwarded-For': '127.0.0.1' }],
    ['a forwarded request in the standard form', { Forwarded: 'for=127.0.0.1' }],
    ['a forwarded request with the real address', { 'X-Real-IP': '127.0.0.1' }],
    ['a request that came over another server', { Via: '1.1 gateway' }],
    ['a name that was bound to this machine', { Host: 'till.evil.example' }],
    ['a name that begins like this machine', { Host: '127.0.0.1.evil.example' }],
    ['the page of another origin', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('connecting an account is refused for %s, even with the right code', async (_, headers) => {
    const till = await anUnconnectedTill()
    expect(await attack(till, headers)).toBe(403)
    expect(await attack(till, { 'Content-Type': 'text/plain' })).toBe(400)
    // The same request without the change is admitted.
    expect(await attack(till, {})).toBe(200)
  })

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

  it.skipIf(outside === undefined)(
    'connecting an account is refused for another device of the network, which is sent to the computer',
    async () => {
      const till = await anUnconnectedTill({ env: { HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: '1' } })
      const there = `http://${outside}:${new URL(till.url).port}`
      expect(await attack(till, {}, there)).toBe(403)
      // A device may claim any host.
      const { origin, host } = new URL(till.url)
      expect(await attack(till, { Host: host, Origin: origin }, there)).toBe(403)
      expect((await session(aBrowser(there))).canConnect).toBe('elsewhere')
    },
  )

  it.each<[string, NodeJS.ProcessEnv, boolean]>([
    ['nothing is set', {}, true],
    ['only the address of this machine is set', { HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: '1' }, true],
    ['a trusted web server is in front', { TRUST_PROXY: '1' }, false],
    ['browsers use a public address', { PUBLIC_ORIGIN: 'https://till.example' }, false],
    ['practice was chosen', { SANDBOX: '1' }, false],
    ['the database is in PostgreSQL', { DATABASE_URL: 'postgres://toptill@127.0.0.1/toptill' }, false],
    ['it listens at an address of the network only', { HOST: '192.168.1.20', ALLOW_PLAIN_HTTP: '1' }, false],
    ['the process has no home', { TOPTILL_HOME: undefined }, false],
  ])('if %s, an account can be connected on the screen: %j, %j', (_, env, isPossible) => {
    const [config] = readInstallation({ TOPTILL_HOME: aFolder(), ...env }).shops
    const ports = { clock: systemClock(), timers: systemTimers, log: { info: () => {} } }
    expect(openConnecting({ config, ...ports, restart: () => {} }) !== undefined).toBe(isPossible)
    expect(openConnecting({ config, ...ports })).toBeUndefined()
  })

  it('no account is connected on the screen if one is set, and a warning names the file that is not used', async () => {
    const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
    const { browser } = await connect(till, service)
    await startedAgain(browser)
    await till.close()
    const other = await aServiceApart({ posId: '77009', token: 'a-token-of-the-settings' })
    const env = { TOPUP_BASE_URL: other.baseUrl, TOPUP_POS_ID: '77009', TOPUP_TOKEN: other.token }
    const set = await anUnconnectedTill({
      home: till.home,
      env: { ...env, DATABASE_URL: `file:${join(till.home, 'other', 'toptill.db')}` },
    })
    expect(set.code()).toBe('')
    expect(set.printed().join('\n')).toContain(`Warning: ${accountFileOf(till)} has an account that was connected`)
    const refused = await set.browser().ask('POST', '/api/account/try', { code: 'AAAA', ...typedOf(service) })
    expect(refused).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})
