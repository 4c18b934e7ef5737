import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { BadConfig, readInstallation } from '#server/config/config.ts'
import { VERSION } from '#server/lib/version.ts'
import { greetingFor } from '#server/cli/start/start-greeting.ts'
import { findWarnings } from '#server/cli/start/start-warnings.ts'
import { aFolder } from '../../../support/folders.ts'

/**
 * @security V13.3.2, V13.2.2: The start warns about a short token, about running as root, and about secrets that other
 * users can read.
 */

const account = {
  TOPUP_BASE_URL: 'https://service.example/api',
  TOPUP_POS_ID: '20418',
  TOPUP_TOKEN: 'sixteen-letters-',
}
const NOBODY_SPECIAL = process.getuid?.() || 1000

const warn = (env: NodeJS.ProcessEnv, userId = NOBODY_SPECIAL) => findWarnings(readInstallation(env), { env, userId })

describe('warnings at the start', () => {
  it('the start prints no warning when there is no problem', () => {
    expect(warn(account)).toEqual([])
    expect(warn({}, 0)).toEqual([])
  })

  it('the start warns about a token of fewer than 16 characters, without showing it', () => {
    const warnings = warn({ ...account, TOPUP_TOKEN: 'canary-fifteen-' })
    expect(warnings).toEqual([expect.stringMatching(/^The token of the account has fewer than 16 characters/)])
    expect(warnings.join()).not.toContain('canary')
  })

  const inPostgres = { DATABASE_URL: 'postgres://toptill@127.0.0.1/toptill' }
  it.skipIf(process.platform === 'win32').each<[name: string, (file: string) => NodeJS.ProcessEnv]>([
    ['TOPUP_TOKEN_FILE', (file) => ({ TOPUP_TOKEN: '', TOPUP_TOKEN_FILE: file })],
    ['The key file', (file) => ({ DATABASE_URL: `file:${join(file, '../toptill.db')}` })],
    ['PGPASSFILE', (file) => ({ ...inPostgres, PGPASSFILE: file })],
    ['DATABASE_URL, sslkey', (file) => ({ DATABASE_URL: `${inPostgres.DATABASE_URL}?sslkey=${file}` })],
  ])('the start warns about a file with a secret that others may open: %s', (name, settings) => {
    const file = join(aFolder(), 'pepper')
    writeFileSync(file, account.TOPUP_TOKEN)
    const env = { ...account, ...settings(file) }
    for (const mode of [0o666, 0o644, 0o640, 0o604, 0o620]) {
      chmodSync(file, mode)
      expect(warn(env), mode.toString(8)).toEqual([expect.stringContaining(`${name}: other users`)])
    }
    for (const mode of [0o600, 0o400]) {
      chmodSync(file, mode)
      expect(warn(env), mode.toString(8)).toEqual([])
    }
    if (process.getuid?.() === 0) chownSync(file, 4_711, 0)
    expect(warn(env, 4_712)).toEqual([expect.stringContaining('belongs to another user')])
  })

  it('the start warns about an address at which customers cannot open the status page', () => {
    const open = ['https://till.example', 'http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']
    for (const PUBLIC_ORIGIN of open) expect(warn({ ...account, PUBLIC_ORIGIN }), PUBLIC_ORIGIN).toEqual([])
    for (const PUBLIC_ORIGIN of ['http://till.example', 'http://10.0.0.5:8080', 'http://localhost.example'])
      expect(warn({ ...account, PUBLIC_ORIGIN }), PUBLIC_ORIGIN).toEqual([
        expect.stringMatching(/^PUBLIC_ORIGIN begins with http .* Serve the till over https/),
      ])
  })

  it('the start warns about plain HTTP beyond this machine without a reverse proxy with https, and about an ALLOW_PLAIN_HTTP without effect', () => {
    const plain = { ...account, HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: '1' }
    expect(warn(plain)).toEqual([expect.stringMatching(/^HOST=0\.0\.0\.0 with ALLOW_PLAIN_HTTP=1: .* Use https: /)])
    expect(warn({ ...account, ALLOW_PLAIN_HTTP: '1' })).toEqual([
      expect.stringMatching(/^ALLOW_PLAIN_HTTP=1 has no effect while HOST=127\.0\.0\.1 .* set HOST=0\.0\.0\.0/),
    ])
    expect(warn({ ...plain, PUBLIC_ORIGIN: 'https://till.example' })).toEqual([])
  })

  it('the start warns about an unencrypted database connection, unless plain HTTP was allowed in the same private network', () => {
    const env = {
      ...account,
      DATABASE_URL: 'postgres://toptill@database/toptill',
      PUBLIC_ORIGIN: 'https://till.example',
    }
    const warnAt = (isDatabaseNear: boolean, more = {}) =>
      findWarnings(readInstallation({ ...env, ...more }), {
        env: { ...env, ...more },
        userId: NOBODY_SPECIAL,
        isDatabaseNear,
      })
    for (const [isNear, more] of [
      [true, {}],
      [false, { ALLOW_PLAIN_HTTP: '1' }],
    ] as const)
      expect(warnAt(isNear, more)).toEqual([expect.stringMatching(/^DATABASE_URL: .* is not encrypted/)])
    expect(warnAt(true, { ALLOW_PLAIN_HTTP: '1' })).toEqual([])
  })

  it('the start warns about running as root with a real account', () => {
    expect(warn(account, 0)).toEqual([expect.stringMatching(/^Toptill is running as root/)])
  })

  it('the start warns about unchecked certificates in practice, and is rejected with a real account', () => {
    const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    expect(warn(unchecked)).toEqual([expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED=0 turns off/)])
    const start = () => warn({ ...account, ...unchecked })
    expect(start).toThrow(BadConfig)
    expect(start).toThrow(/^NODE_TLS_REJECT_UNAUTHORIZED=0 turns off/)
    expect(warn({ ...account, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([])
  })

  it.each(['json', 'pretty'] as const)(
    'the start prints one line per warning and per address for other devices, as %s',
    (format) => {
      const [warnings, addresses] = [
        ['First of all, this.', 'And that.'],
        ['http://192.168.1.20:8080', 'http://10.0.0.5:80'],
      ]
      const news = {
        url: 'http://localhost:8080',
        build: 'abc',
        addresses,
        shops: [{ practice: false, people: [] }],
        warnings,
      }
      const [address, ...lines] = greetingFor(news, { format, timeZone: 'Asia/Dubai' })
      expect(address).toBe('Toptill is ready: http://localhost:8080')
      for (const told of [...warnings, ...addresses])
        expect(lines.filter((line) => line.includes(told))).toHaveLength(1)
      const read = format === 'json' ? lines.map((line) => JSON.parse(line) as { level?: string; what: string }) : []
      if (format === 'json')
        expect(read.flatMap(({ level, what }) => (level === 'warning' ? [what] : []))).toEqual(warnings)
    },
  )

  it('the start prints the first people who may sign in and the number of the others', () => {
    const people = Array.from({ length: 100 }, (_, index) => ({ name: `Cashier ${index}`, role: 'cashier' as const }))
    const news = { url: 'http://127.0.0.1:8080', build: 'abc', shops: [{ practice: false, people }], warnings: [] }
    const [, version, line = ''] = greetingFor(news, { format: 'pretty', timeZone: 'Asia/Dubai' })
    expect(version).toBe(`Toptill ${VERSION} (build abc)`)
    expect(line).toMatch(/^Sign in as Cashier 0 \(cashier\), .* or 92 more\.$/)
  })
})
