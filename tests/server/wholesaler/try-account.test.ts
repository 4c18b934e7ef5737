import { describe, expect, it } from 'vitest'

import { Token } from '#server/config/token.ts'
import type { LogLine } from '#server/lib/log.ts'
import { systemTimers } from '#server/lib/ports.ts'
import { tryNewAccount } from '#server/wholesaler/try-account.ts'
import { aBalance, createStillClock, openWholesaler, POS_ID, TOKEN_TEXT } from '../../support/open-wholesaler.ts'
import { answer, answerText, hangUp, startScriptedService, type Script } from '../../support/scripted-service.ts'

const aPoint = { agent: { name: 'Sidra Corner Shop' }, pos: { id: POS_ID } }
const FINE = { '/point_info': answer(aPoint), '/balance': answer(aBalance) }
const refused = (code: unknown) => answer({ error: { code, message: 'refused' } }, 400)

async function tryOn(script: Script, { keyFloor = 0n, basePath = '' } = {}) {
  const service = await startScriptedService(script, basePath)
  const lines: LogLine[] = []
  const clock = createStillClock()
  const account = { baseUrl: service.url, posId: POS_ID, token: new Token(TOKEN_TEXT), keyFloor }
  const { tried, nextKey } = await tryNewAccount(account, {
    clock,
    timers: systemTimers,
    log: (line) => lines.push(line),
  })
  return { tried, nextKey, service, lines, clock }
}

describe('a new account', () => {
  it('a new account is tried by reading its name and its balance, and nothing else', async () => {
    const { tried, service, lines } = await tryOn(FINE, { basePath: '/wholesale/v2' })
    expect(tried).toEqual({ name: 'Sidra Corner Shop', balance: { amount: '1000.50', currency: 'AED' } })
    expect(service.received.map(({ path }) => path)).toEqual(['/point_info', '/balance'])
    expect(JSON.stringify([lines, service.received.map(({ text }) => text)])).not.toContain(TOKEN_TEXT)
  })

  it('keys of a trial start at the floor, and the key for the next request is above them', async () => {
    const { service, nextKey } = await tryOn(FINE, { keyFloor: 9_000_000_000_000_000n })
    expect(service.received.map(({ key }) => key)).toEqual([9_000_000_000_000_000n, 9_000_000_000_000_001n])
    expect(nextKey).toBe(9_000_000_000_000_002n)
    const without = await tryOn(FINE)
    expect(without.service.received[0]?.key).toBe(BigInt(without.clock.wall()))
  })

  it.each<[string, Script, object]>([
    ['code 1 for its name', { '/point_info': refused(1) }, { problem: 'signature' }],
    ['code 1 for its balance', { ...FINE, '/balance': refused('1') }, { problem: 'signature' }],
    ['code 5', { '/point_info': refused(5) }, { problem: 'inactive' }],
    ['another code', { '/point_info': refused(3) }, { problem: 'rejected', code: 3 }],
    ['an error without a code', { '/point_info': answer({ error: { message: 'no' } }) }, { problem: 'other-service' }],
    ['a page', { '/point_info': answerText('<html>Welcome</html>') }, { problem: 'other-service' }],
    ['a page that was not found', { '/point_info': answerText('<html>404</html>', 404) }, { problem: 'other-service' }],
    ['a redirect', { '/point_info': answerText('', 302, { location: '/login' }) }, { problem: 'other-service' }],
    ['another JSON', { '/point_info': answer({ hello: 'world' }) }, { problem: 'other-service' }],
    ['a closed connection', { '/point_info': hangUp }, { problem: 'unreached' }],
    [
      'a balance without a currency',
      { ...FINE, '/balance': answer({ wallets: { main: 1 } }) },
      { problem: 'currency' },
    ],
    [
      'a balance in something else than a currency',
      { ...FINE, '/balance': answer({ currency: 'points', wallets: { main: 1 } }) },
      { problem: 'currency' },
    ],
  ])('an account whose service answers with %s is not connected', async (_, script, problem) => {
    expect((await tryOn(script)).tried).toEqual(problem)
  })

  it.each([
    ['http://127.0.0.1:9', 'refused'],
    ['https://no-such-host.invalid', 'no-address'],
  ])('an account at %s is not reached', async (baseUrl, problem) => {
    const account = { baseUrl: new URL(baseUrl), posId: POS_ID, token: new Token(TOKEN_TEXT), keyFloor: 0n }
    const ports = { clock: createStillClock(), timers: systemTimers, log: () => {} }
    const { tried } = await tryNewAccount(account, ports)
    // Some networks answer for every name.
    expect([problem, 'unreached']).toContain(tried.name === undefined && tried.problem)
  })

  it('an account whose balance cannot be read is connected, because a shop can sell with it', async () => {
    const { tried } = await tryOn({ ...FINE, '/balance': answer({ currency: 'AED', wallets: { main: 'much' } }) })
    expect(tried).toEqual({ name: 'Sidra Corner Shop' })
  })

  it('a point without a name is called by its POS ID', async () => {
    const { tried } = await tryOn({ ...FINE, '/point_info': answer({ pos: { id: POS_ID } }) })
    expect(tried).toMatchObject({ name: POS_ID })
  })
})

describe('another token of a shop that sells', () => {
  it('another token is tried with keys of the same sequence, and its rejection does not stop selling', async () => {
    const { wholesaler, service } = await openWholesaler({ script: { ...FINE, '/point_info': refused(1) } })
    await wholesaler.fenced
    for (let count = 0; count < 4; count += 1)
      expect(await wholesaler.tryToken(new Token('canary-of-another-account'))).toEqual({ problem: 'signature' })
    expect(wholesaler.health().service).toBe('ok')
    expect((await wholesaler.balance()).ok).toBe(true)
    const keys = service.received.map(({ key }) => key)
    expect(keys.every((key, at) => at === 0 || key > keys[at - 1]!)).toBe(true)
  })

  it('another token signs only the two reads of its trial', async () => {
    const { wholesaler, service } = await openWholesaler({ script: FINE })
    const hashOf = (text: string, key: bigint) => new Token(text).sign(POS_ID, String(key)).hash
    await wholesaler.fenced
    expect(await wholesaler.tryToken(new Token('the-next-token-of-it'))).toMatchObject({ name: 'Sidra Corner Shop' })
    await wholesaler.balance()
    const signedBy = service.received.map(({ path, key, body }) => {
      const { hash } = body.auth as { hash: string }
      return `${path} ${hash === hashOf('the-next-token-of-it', key) ? 'new' : hash === hashOf(TOKEN_TEXT, key) ? 'old' : '?'}`
    })
    expect(signedBy).toEqual(['/balance old', '/point_info new', '/balance new', '/balance old'])
  })
})
