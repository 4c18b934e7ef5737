import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { BadConfig, readInstallation } from '#proxy/config.ts'
import { aFolder } from '../support/folders.ts'

/** The settings of the only shop. */
const readConfig = (env: NodeJS.ProcessEnv) => readInstallation(env).shops[0]

const account = {
  TOPUP_BASE_URL: 'https://service.example/wholesale/v2/',
  TOPUP_POS_ID: '20418',
  TOPUP_TOKEN: 'canary-token-5d1c',
}

describe('readConfig', () => {
  it('without an account the configuration is practice, in a folder of its own', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      practice: true,
      host: '127.0.0.1',
      port: 8080,
      dataFolder: resolve('data/sandbox'),
      database: resolve('data/sandbox/toptill.db'),
      realDatabase: resolve('data/toptill.db'),
      polling: { direct: { firstMs: 5_000, longestMs: 60_000 }, confirmGraceMs: 30_000 },
      timeZone: 'Asia/Dubai',
      logLevel: 'error',
    })
    expect(config.account).toBeUndefined()
  })

  it('an account is read, and its token is never shown', () => {
    const config = readConfig(account)
    expect(config).toMatchObject({
      practice: false,
      dataFolder: resolve('data'),
      database: resolve('data/toptill.db'),
    })
    expect(config.account).toMatchObject({ baseUrl: 'https://service.example/wholesale/v2', posId: '20418' })
    for (const printed of [
      inspect(config, { depth: 9, showHidden: true }),
      JSON.stringify(config.account),
      String(config.account?.token),
    ]) {
      expect(printed).not.toContain('canary')
    }
  })

  it('the token is read from a file', () => {
    const file = join(aFolder(), 'token')
    writeFileSync(file, 'canary-token-5d1c\n')
    const { TOPUP_TOKEN: _, ...rest } = account
    const fromFile = readConfig({ ...rest, TOPUP_TOKEN_FILE: file }).account?.token.sign('1', '2')
    expect(fromFile).toEqual(readConfig(account).account?.token.sign('1', '2'))
  })

  it('a token file with a line of the settings in it is rejected, and its token is not repeated', () => {
    const file = join(aFolder(), 'token')
    writeFileSync(file, 'TOPUP_TOKEN=canary-token-5d1c\n')
    const { TOPUP_TOKEN: _, ...rest } = account
    const read = () => readConfig({ ...rest, TOPUP_TOKEN_FILE: file })
    expect(read).toThrow(/^TOPUP_TOKEN_FILE: \S+ begins with TOPUP_TOKEN=\. [^\n]*$/)
    expect(read).not.toThrow(/canary/)
  })

  it.each(['\n', '\r\n'])('a token file with two lines is rejected: %j between them', (end) => {
    const file = join(aFolder(), 'token')
    writeFileSync(file, `canary-token-5d1c${end}another line${end}`)
    const { TOPUP_TOKEN: _, ...rest } = account
    const read = () => readConfig({ ...rest, TOPUP_TOKEN_FILE: file })
    expect(read).toThrow(BadConfig)
    expect(read).toThrow(/^TOPUP_TOKEN_FILE: \S+ has more than one line\. [^\n]*$/)
    expect(read).not.toThrow(/canary/)
  })

  it.each([
    { env: { TOPUP_POS_ID: '1' }, says: /TOPUP_BASE_URL and TOPUP_TOKEN \(or TOPUP_TOKEN_FILE\) are not set/ },
    { env: { ...account, TOPUP_TOKEN: ' ' }, says: /TOPUP_TOKEN \(or TOPUP_TOKEN_FILE\) is not set/ },
    { env: { ...account, TOPUP_TOKEN_FILE: '/etc/hostname' }, says: /TOPUP_TOKEN and TOPUP_TOKEN_FILE are both set/ },
    {
      env: { ...account, TOPUP_TOKEN: '', TOPUP_TOKEN_FILE: '/nowhere' },
      says: /^TOPUP_TOKEN_FILE: \/nowhere is not there\.$/,
    },
    { env: { ...account, TOPUP_TOKEN: '', TOPUP_TOKEN_FILE: '~/token' }, says: /is not there\. .*whole path/ },
    {
      env: { ...account, TOPUP_TOKEN: '', TOPUP_TOKEN_FILE: '/' },
      says: /^TOPUP_TOKEN_FILE: \/ cannot be read \(EISDIR\)\.$/,
    },
    {
      env: { ...account, TOPUP_TOKEN: '', TOPUP_TOKEN_FILE: '/dev/null' },
      says: /^TOPUP_TOKEN_FILE: \/dev\/null is empty\. Put the token of the account in it\.$/,
    },
    { env: { ...account, SANDBOX: '1' }, says: /SANDBOX=1 and TOPUP_… are both set/ },
    { env: { ...account, TOPUP_BASE_URL: 'service.example' }, says: /TOPUP_BASE_URL is not an address/ },
    { env: { ...account, TOPUP_BASE_URL: 'http://service.example' }, says: /TOPUP_BASE_URL is plain HTTP/ },
    { env: { ...account, TOPUP_BASE_URL: 'https://me:secret@service.example' }, says: /must not carry a user/ },
    { env: { ...account, TOPUP_POS_ID: 'x' }, says: /TOPUP_POS_ID is not a number/ },
    { env: { TOPUP_KEY_FLOOR: '-1' }, says: /TOPUP_KEY_FLOOR is not a whole number/ },
    { env: { PORT: '80800' }, says: /PORT=80800 is not a whole number from 0 to 65535/ },
    { env: { PORT: '8080.5' }, says: /PORT=8080\.5 is not a whole number from 0 to 65535/ },
    { env: { PORT: '-1' }, says: /PORT=-1 is not a whole number/ },
    { env: { HOST: '0.0.0.0' }, says: /HOST=0\.0\.0\.0 would serve the till over plain HTTP/ },
    { env: { TLS_CERT_FILE: '/etc/hostname' }, says: /TLS_KEY_FILE is not set/ },
    { env: { SANDBOX: 'yes' }, says: /SANDBOX=yes is not 1 or 0/ },
    {
      env: { TLS_CERT_FILE: '/etc/hostname', TLS_KEY_FILE: '/etc/hostname' },
      says: /are not a PEM certificate and its key/,
    },
    { env: { DATABASE_URL: 'postgres://amal:secret@host' }, says: /^(?!.*secret)DATABASE_URL names no database/ },
    { env: { DATABASE_URL: 'postgres://a b' }, says: /DATABASE_URL names no database/ },
    { env: { DATABASE_URL: 'toptill.db' }, says: /DATABASE_URL is not of the form/ },
    { env: { DATABASE_URL: 'file:' }, says: /DATABASE_URL names no file/ },
    { env: { FIND_DIRECT_SECONDS: '60-5' }, says: /FIND_DIRECT_SECONDS=60-5 is not of the form 5-60/ },
    { env: { FIND_INTERNATIONAL_SECONDS: '30' }, says: /FIND_INTERNATIONAL_SECONDS=30 is not of the form 30-60/ },
    {
      env: { FIND_DIRECT_SECONDS: '0.0001-60' },
      says: /FIND_DIRECT_SECONDS=0\.0001-60 .* each from 0\.1 to 3600 seconds/,
    },
    { env: { FIND_DIRECT_SECONDS: '5-99999999999' }, says: /FIND_DIRECT_SECONDS=5-99999999999 .* to 3600 seconds/ },
    { env: { FIND_INTERNATIONAL_SECONDS: '1-2-3' }, says: /FIND_INTERNATIONAL_SECONDS=1-2-3 is not of the form/ },
    {
      env: { CONFIRM_GRACE_SECONDS: 'soon' },
      says: /CONFIRM_GRACE_SECONDS=soon is not a number of seconds from 0\.1 to 3600/,
    },
    { env: { CONFIRM_GRACE_SECONDS: '0' }, says: /CONFIRM_GRACE_SECONDS=0 is not a number of seconds/ },
    { env: { CONFIRM_GRACE_SECONDS: '3601' }, says: /CONFIRM_GRACE_SECONDS=3601 is not a number of seconds/ },
    { env: { SHOP_TIME_ZONE: 'Dubai' }, says: /SHOP_TIME_ZONE=Dubai is not a time zone/ },
    { env: { LOG_LEVEL: 'loud' }, says: /LOG_LEVEL=loud is not one of/ },
    { env: { LOG_FORMAT: 'xml' }, says: /LOG_FORMAT=xml is not one of json, pretty/ },
    { env: { METRICS_TOKEN: 'fifteen-letters' }, says: /^METRICS_TOKEN has to be at least 16 characters long/ },
    { env: { METRICS_TOKEN: 'sixteen letters with spaces' }, says: /^METRICS_TOKEN has to be/ },
    { env: { HOST: '127.999.999.999' }, says: /HOST=127\.999\.999\.999 would serve the till over plain HTTP/ },
    {
      env: { ...account, TOPUP_BASE_URL: 'http://127.0.0.1.evil.example' },
      says: /TOPUP_BASE_URL is plain HTTP/,
    },
    { env: { PUBLIC_ORIGIN: 'https://till.example/sell' }, says: /PUBLIC_ORIGIN is not an origin/ },
    { env: { PUBLIC_ORIGIN: 'ftp://till.example' }, says: /PUBLIC_ORIGIN is not an origin/ },
  ])('the environment $env is rejected with a sentence', ({ env, says }) => {
    const read = () => readConfig(env as NodeJS.ProcessEnv)
    expect(read).toThrow(BadConfig)
    expect(read).toThrow(says)
  })

  it('all problems of the configuration are reported at once, each with its own sentence', () => {
    const read = () => readConfig({ PORT: 'x', LOG_LEVEL: 'loud', TOPUP_POS_ID: '1', HOST: '0.0.0.0' })
    expect(read).toThrow(/^TOPUP_BASE_URL and .* not set\..*$/m)
    for (const name of ['PORT=x', 'LOG_LEVEL=loud', 'HOST=0.0.0.0']) expect(read).toThrow(new RegExp(`^${name} `, 'm'))
  })

  it('a problem repeats neither a secret nor a database address that may contain one', () => {
    const env = { METRICS_TOKEN: 'canary', DATABASE_URL: 'mysql://me:canary@host', TOPUP_POS_ID: 'canary' }
    expect(() => readConfig(env)).toThrow(/^DATABASE_URL is not of the form/m)
    expect(() => readConfig(env)).not.toThrow(/canary/)
  })

  it('the token of the metrics is recognized, and its text is not stored', () => {
    const config = readConfig({ METRICS_TOKEN: 'canary-token-of-figures' })
    expect(config.isMetricsToken?.('canary-token-of-figures')).toBe(true)
    for (const wrong of ['', 'canary-token-of-figure', 'canary-token-of-figures2', 'Canary-token-of-figures'])
      expect(config.isMetricsToken?.(wrong)).toBe(false)
    expect(inspect(config, { depth: 9, showHidden: true })).not.toContain('canary')
    expect(readConfig({}).isMetricsToken).toBeUndefined()
  })

  it('a network address needs TLS or the permission for plain HTTP', () => {
    const file = (name: string) => fileURLToPath(new URL(`../support/localhost-${name}.pem`, import.meta.url))
    const tls = { TLS_CERT_FILE: file('cert'), TLS_KEY_FILE: file('key') }
    expect(readConfig({ HOST: '0.0.0.0', ...tls }).tls?.cert).toContain('BEGIN CERTIFICATE')
    expect(readConfig({ HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: '1' }).tls).toBeUndefined()
  })

  it('the hosts of pictures are normalized', () => {
    expect(readConfig({}).pictureHosts).toEqual([])
    expect(
      readConfig({
        PICTURE_HOSTS: ' CDN.example, img.example:8443,pay.example:443,cdn,xn--bcher-kva.example',
      }),
    ).toMatchObject({
      pictureHosts: ['cdn.example', 'img.example:8443', 'pay.example', 'cdn', 'xn--bcher-kva.example'],
    })
  })

  it.each([
    'https://cdn.example',
    'cdn.example/img',
    'cdn.example?x',
    'cdn.example#x',
    'me@cdn.example',
    '*.example',
    '*',
    "'self'",
    'data:',
    'cdn.example; script-src *',
    'cdn.example img.example',
    'cdn.example,,img.example',
    'cdn.example,',
    'cdn.example:99999',
    'cdn.example:',
    '1',
    'bücher.example',
  ])('%j is rejected as a host of pictures', (hosts) => {
    const read = () => readConfig({ PICTURE_HOSTS: hosts })
    expect(read).toThrow(BadConfig)
    expect(read).toThrow(/^PICTURE_HOSTS: ".*" is not a host such as pictures\.example/)
  })

  it('plain HTTP is accepted for a service on this machine', () => {
    expect(readConfig({ ...account, TOPUP_BASE_URL: 'http://127.0.0.1:9/x' }).account?.baseUrl).toBe(
      'http://127.0.0.1:9/x',
    )
  })
})
