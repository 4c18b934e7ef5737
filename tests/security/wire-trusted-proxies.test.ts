import { describe, expect, it } from 'vitest'

import { BadConfig, readInstallation } from '#server/config/config.ts'
import { findTrustedProxies } from '#server/config/trusted-proxies.ts'
import { networkOf } from '#server/http/rate-address.ts'
import { openHttp } from '#server/http/open-http.ts'

/**
 * @security V4.1.3, V15.3.4: `X-Forwarded-For` is accepted only from addresses in `TRUST_PROXY`, which cannot contain
 * all addresses.
 */

const readConfig = (env: NodeJS.ProcessEnv) => readInstallation(env).shops[0]

const trusts = (text: string, address: string | undefined, hop = 0) => findTrustedProxies(text)?.(address, hop)

describe('TRUST_PROXY', () => {
  it.each([
    ['1', '127.0.0.1', 0, true],
    ['1', '::1', 0, true],
    ['1', '10.9.8.7', 0, true],
    ['1', '192.168.1.1', 0, true],
    ['1', '172.31.0.1', 0, true],
    ['1', '::ffff:192.168.1.1', 0, true],
    ['1', 'fd00::1', 0, true],
    // A public address is not our reverse proxy, and a second one was not configured.
    ['1', '203.0.113.5', 0, false],
    ['1', '172.32.0.1', 0, false],
    ['1', '2001:db8::1', 0, false],
    ['1', '127.0.0.1', 1, false],
    ['2', '10.0.0.1', 1, true],
    ['2', '10.0.0.1', 2, false],
    ['203.0.113.5', '203.0.113.5', 0, true],
    ['203.0.113.5', '203.0.113.5', 3, true],
    ['203.0.113.5', '::ffff:203.0.113.5', 0, true],
    ['203.0.113.5', '203.0.113.6', 0, false],
    ['203.0.113.5', '127.0.0.1', 0, false],
    ['10.0.0.0/8, 2001:db8::/32', '10.200.0.1', 0, true],
    ['10.0.0.0/8, 2001:db8::/32', '2001:db8:9::1', 0, true],
    ['10.0.0.0/8, 2001:db8::/32', '11.0.0.1', 0, false],
    ['1', undefined, 0, false],
    ['1', 'a unix socket', 0, false],
  ])('TRUST_PROXY=%s trusts %s at hop %i: %s', (text, address, hop, is) => {
    expect(trusts(text, address, hop)).toBe(is)
  })

  it.each([
    'true',
    'yes',
    '*',
    'all',
    '10',
    '-1',
    '1.5',
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1,128.0.0.0/1',
    '0.0.0.0/2,64.0.0.0/2,128.0.0.0/2,192.0.0.0/2',
    '::/1,8000::/1',
    '::ffff:0:0/96',
    '0:0:0:0:0:FFFF:0:0/97,0::ffff:128.0.0.0/97',
    Array.from({ length: 256 }, (_, first) => `${first}.0.0.0/8`).join(','),
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0',
    'proxy.example',
    '127.0.0.1,',
    ',',
    'loopback;127.0.0.1',
  ])('TRUST_PROXY=%s is rejected, and the server does not start', (text) => {
    expect(findTrustedProxies(text)).toBeUndefined()
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow(BadConfig)
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow(
      /^TRUST_PROXY=.* names no reverse proxy\. Set their addresses/,
    )
  })

  it('no reverse proxy is trusted unless TRUST_PROXY is set', () => {
    expect(readConfig({}).trustProxy).toBeUndefined()
    expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBeUndefined()
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy?.('127.0.0.1', 0)).toBe(true)
  })
})

describe('the address of a request', () => {
  async function seen(text: string | undefined, headers: Record<string, string>) {
    const app = openHttp({ headers: {}, trustProxy: text === undefined ? false : findTrustedProxies(text) })
    app.get('/', async ({ ip, protocol, host }) => ({ ip, protocol, host }))
    const answer = await app.inject({ url: '/', headers: { host: 'inside', ...headers } })
    await app.close()
    return answer.json<{ ip: string; protocol: string; host: string }>()
  }
  const forwarded = {
    'x-forwarded-for': '198.51.100.9, 203.0.113.5',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'till.example',
  }

  it('a request has the address of its connection, unless a trusted reverse proxy names another', async () => {
    expect(await seen(undefined, forwarded)).toEqual({ ip: '127.0.0.1', protocol: 'http', host: 'inside' })
    expect(await seen('10.0.0.1', forwarded)).toEqual({ ip: '127.0.0.1', protocol: 'http', host: 'inside' })
    expect(await seen('1', forwarded)).toEqual({ ip: '203.0.113.5', protocol: 'https', host: 'till.example' })
    expect(await seen('127.0.0.1,203.0.113.5', forwarded)).toMatchObject({ ip: '198.51.100.9' })
    // A reverse proxy that adds ports counts as the same one.
    const withPorts = { 'x-forwarded-for': '198.51.100.9:4711, 203.0.113.5:50001' }
    expect(await seen('127.0.0.1,203.0.113.5', withPorts)).toMatchObject({ ip: '198.51.100.9:4711' })
  })

  it.each([
    ['198.51.100.9:4711', '198.51.100.9'],
    ['::ffff:198.51.100.9', '198.51.100.9'],
    ['[2001:db8:1:2::3]:443', '2001:db8:1:2'],
    ['[2001:db8:1:2::4]', '2001:db8:1:2'],
  ])('%s counts as a client of %s, whatever its port is', (address, network) =>
    expect(networkOf(address)).toBe(network),
  )

  it('a client cannot invent an address for each request', async () => {
    const seenAs = await Promise.all(
      ['1.1.1.1', '2.2.2.2, 3.3.3.3'].map((made) => seen('1', { 'x-forwarded-for': `${made}, 203.0.113.5` })),
    )
    expect(new Set(seenAs.map(({ ip }) => networkOf(ip)))).toEqual(new Set(['203.0.113.5']))
  })
})
