import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Failure } from '#api/failure.ts'
import type { Session } from '#api/session.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { openShop, sell, signedIn, type Browser } from '../../support/shop.ts'
import { command } from '../../support/an-installation.ts'
import {
  anUnconnectedTill,
  aServiceApart,
  connect,
  typedOf,
  type UnconnectedTill,
} from '../../support/unconnected-till.ts'

/** @security V8.3.1, V7.5.3: The token is changed only at the computer, with a fresh PIN, if the provider accepts it; the audit log says who did it. */

const NEW_TOKEN = 'canary-of-the-next-token'
const PIN = '802731'

/** A connected shop, its supervisor's till, and its service, which a test starts again with another token. */
async function aConnectedShop() {
  const [service, till] = [await aServiceApart(), await anUnconnectedTill()]
  const { browser, connected } = await connect(till, service)
  const asked = { name: 'Salma', pin: PIN, terminal: 'Counter', code: connected.body.setupCode }
  await expect
    .poll(async () => (await browser.ask('POST', '/api/setup', asked).catch(() => undefined))?.status)
    .toBe(200)
  const tokenOf = () => (JSON.parse(readFileSync(join(till.home, 'account.json'), 'utf8')) as { token: string }).token
  return { service, till, browser, tokenOf }
}

/** A command finds the database of the connected account, too. */
async function lastLineOf(noun: 'terminal', words: string[], { env }: UnconnectedTill): Promise<string> {
  const { code, output, errors } = await command(noun, words, env)
  expect(code, errors).toBe(0)
  return output.trimEnd().split('\n').at(-1) ?? ''
}

const change = (browser: Browser, token: string, headers: Record<string, string> = {}) =>
  browser.ask<Failure>('POST', '/api/account/token', { token }, headers)

describe('changing the token', () => {
  it('a new token is kept after the provider accepted it, the process starts again with it, and the people stay', async () => {
    const { service, till, browser, tokenOf } = await aConnectedShop()
    expect((await browser.ask('GET', '/api/account')).body).toEqual({
      baseUrl: service.baseUrl,
      posId: '77001',
      change: 'here',
      file: join(till.home, 'account.json'),
    })
    expect((await sell(browser, { account: recipients.success })).body).toMatchObject({ state: 'succeeded' })
    const port = Number(new URL(service.baseUrl).port)
    await service.close()
    const renewed = await startSandbox({ port, account: { posId: '77001', token: NEW_TOKEN } })
    const starts = till.printed().filter((line) => line.startsWith('Toptill is ready')).length
    const { status, body } = await change(browser, NEW_TOKEN)
    expect([status, body]).toEqual([200, { name: expect.any(String) as string, balance: expect.anything() as unknown }])
    expect(tokenOf()).toBe(NEW_TOKEN)
    await expect
      .poll(() => till.printed().filter((line) => line.startsWith('Toptill is ready')).length)
      .toBe(starts + 1)
    // Still signed in.
    const session = (await browser.ask<Session>('GET', '/api/session')).body
    expect(session.person?.name).toBe('Salma')
    expect((await sell(browser, { account: '971500000777' })).body).toMatchObject({ state: 'succeeded' })
    const { lines } = (await browser.ask<AuditPage>('GET', '/api/audit')).body
    expect(lines.filter(({ kind }) => kind === 'account-token-changed')).toMatchObject([{ by: { name: 'Salma' } }])
    expect(JSON.stringify(lines)).not.toContain('canary')
    await till.close()
    await renewed.close()
  })

  it.each([
    ['signature', 'canary-of-another-account'],
    ['token-form', 'canary\u200b-of-the-token'],
    ['token-form', ' '],
  ])('a token that is wrong (%s) changes nothing', async (problem, token) => {
    const { till, service, browser, tokenOf } = await aConnectedShop()
    const starts = till.printed().length
    expect((await change(browser, token)).body).toEqual({ problem })
    expect(tokenOf()).toBe(service.token)
    expect((await sell(browser, { account: recipients.success })).body).toMatchObject({ state: 'succeeded' })
    expect(till.printed()).toHaveLength(starts)
    const { lines } = (await browser.ask<AuditPage>('GET', '/api/audit')).body
    expect(lines.map(({ kind }) => kind)).not.toContain('account-token-changed')
  })

  it('a new token is refused from elsewhere, and from anyone who is not signed in', async () => {
    const { service, till, browser, tokenOf } = await aConnectedShop()
    const forwarded = { 'X-Forwarded-For': '127.0.0.1' }
    expect((await browser.ask('GET', '/api/account', undefined, forwarded)).body).toMatchObject({ change: 'elsewhere' })
    expect(await change(browser, service.token, forwarded)).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
    expect(await change(till.browser(), service.token)).toMatchObject({ status: 401 })
    expect(tokenOf()).toBe(service.token)
  })

  it('behind a web server the token of a connected account is changed in its file', async () => {
    const { till, service } = await aConnectedShop()
    await till.close()
    const again = await anUnconnectedTill({ home: till.home, env: { TRUST_PROXY: '1' } })
    const code = await lastLineOf('terminal', ['enroll', '--name', 'Office'], again)
    const browser = again.browser()
    await browser.ask('POST', '/api/terminals/enroll', { code })
    const [salma] = (await browser.ask<Session>('GET', '/api/session')).body.staff
    expect((await browser.ask('POST', '/api/session', { staffId: salma?.id, pin: PIN })).status).toBe(200)
    const file = join(till.home, 'account.json')
    expect((await browser.ask('GET', '/api/account')).body).toMatchObject({ change: 'settings', file })
    expect(await change(browser, service.token)).toMatchObject({ status: 409 })
  })

  it('a token of the settings is changed there, and the answer says in which file', async () => {
    const home = (await anUnconnectedTill()).home
    const service = await aServiceApart()
    const { baseUrl, posId, token } = typedOf(service)
    const till = await anUnconnectedTill({
      home: join(home, 'set'),
      env: { TOPUP_BASE_URL: baseUrl, TOPUP_POS_ID: posId, TOPUP_TOKEN: token },
    })
    const browser = till.browser()
    const asked = { name: 'Salma', pin: PIN, terminal: 'Counter', code: till.setupCode() }
    expect((await browser.ask('POST', '/api/setup', asked)).status).toBe(200)
    expect((await browser.ask('GET', '/api/account')).body).toEqual({ baseUrl, posId, change: 'settings' })
    expect(await change(browser, NEW_TOKEN)).toMatchObject({ status: 409, body: { code: 'wrong-state' } })
  })

  it('in practice there is no account to change', async () => {
    const hamad = await signedIn(await openShop(), 'Hamad')
    expect(await hamad.ask('GET', '/api/account')).toMatchObject({ status: 409, body: { code: 'in-practice' } })
  })
})
