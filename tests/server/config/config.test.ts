import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { BadConfig, readInstallation } from '#server/config/config.ts'
import { aFolder } from '../../support/folders.ts'

/** @security V12.2.1: Plain HTTP beyond this machine requires `ALLOW_PLAIN_HTTP=1`, and the provider is called only over https. */

const readConfig = (env: NodeJS.ProcessEnv) => readInstallation(env).shops[0]

const account = {
  TOPUP_BASE_URL: 'https://service.example/wholesale/v2/',
  TOPUP_POS_ID: '20418',
  TOPUP_TOKEN: 'canary-token-5d1c',
}

const withTokenFile = (file: string) => ({ ...account, TOPUP_TOKEN: '', TOPUP_TOKEN_FILE: file })
/** The environment of an account whose token is in a file with this content. */
function withTokenIn(text: string | Buffer): NodeJS.ProcessEnv {
  const file = join(aFolder(), 'token')
  writeFileSync(file, text)
  return withTokenFile(file)
}

describe('readConfig', () => {
  it('without an account the configuration is practice, in a separate folder', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      practice: true,
      host: '127.0.0.1',
      port: 8080,
      dataFolder: resolve('data/sandbox'),
      database: resolve('data/sandbox/toptill.db'),
      realDatabase: resolve('data/toptill.db'),
      logLevel: 'error',
    })
    expect(config.account).toBeUndefined()
  })

  it('an account is read, and its token is never shown', () => {
    const config = readConfig(account)
    const expected = { practice: false, dataFolder: resolve('data'), database: resolve('data/toptill.db') }
    expect(config).toMatchObject(expected)
    expect(config.account).toMatchObject({ baseUrl: 'https://service.example/wholesale/v2', posId: '20418' })
    const shown = inspect(config, { depth: 9, showHidden: true })
    for (const printed of [shown, JSON.stringify(config.account), String(config.account?.token)])
      expect(printed).not.toContain('canary')
  })

  it.each<[where: string, read: () => NodeJS.ProcessEnv]>([
    ['a file', () => withTokenIn('canary-token-5d1c\n')],
    ['a file from PowerShell in UTF-16', () => withTokenIn(Buffer.from('\ufeffcanary-token-5d1c\r\n', 'utf16le'))],
    ['a file from Notepad with a byte order mark', () => withTokenIn('\ufeffcanary-token-5d1c\r\n')],
    ['a file with quotation marks', () => withTokenIn('"canary-token-5d1c"\n')],
    [
      'an environment with quotation marks',
      () => ({ ...account, TOPUP_TOKEN: '"canary-token-5d1c"', TOPUP_POS_ID: "'20418'" }),
    ],
  ])('the token is read from %s', (_, read) => {
    const { posId, token } = readConfig(read()).account!
    expect([posId, token.sign('1', '2')]).toEqual(['20418', readConfig(account).account!.token.sign('1', '2')])
  })

  it.each([
    () => ({ ...account, TOPUP_TOKEN: 'canary\u200b-token-5d1c' }),
    () => withTokenIn('canary\u200b-token-5d1c'),
  ])('a token with an invisible character is rejected, and not repeated (%#)', (given) => {
    const env = given()
    const read = () => readConfig(env)
    expect(read).toThrow(/^TOPUP_TOKEN(_FILE: \S+)? contains an invisible character \(U\+200B, at position 7\)/)
    expect(read).not.toThrow(/canary/)
  })

  it.each(['https://till.example', 'https://till.example/', 'HTTPS://Till.Example:443', 'https://ｔill.example'])(
    'the public origin %s is the one that browsers send',
    (typed) => expect(readConfig({ PUBLIC_ORIGIN: typed }).publicOrigin).toBe('https://till.example'),
  )

  it('a token file that contains a line of the settings is rejected, and its token is not repeated', () => {
    const env = withTokenIn('TOPUP_TOKEN=canary-token-5d1c\n')
    const read = () => readConfig(env)
    expect(read).toThrow(/^TOPUP_TOKEN_FILE: \S+ begins with TOPUP_TOKEN=\. [^\n]*$/)
    expect(read).not.toThrow(/canary/)
  })

  it.each(['\n', '\r\n'])('a token file with two lines is rejected: %j between them', (end) => {
    const env = withTokenIn(`canary-token-5d1c${end}another line${end}`)
    const read = () => readConfig(env)
    expect(read).toThrow(BadConfig)
    expect(read).toThrow(/^TOPUP_TOKEN_FILE: \S+ has more than one line\. [^\n]*$/)
    expect(read).not.toThrow(/canary/)
  })

  it.each<[env: NodeJS.ProcessEnv, says: RegExp]>([
    [{ TOPUP_POS_ID: '1' }, /TOPUP_BASE_URL and TOPUP_TOKEN \(or TOPUP_TOKEN_FILE\) are not set/],
    [{ ...account, TOPUP_TOKEN: ' ' }, /TOPUP_TOKEN \(or TOPUP_TOKEN_FILE\) is not set/],
    [{ ...account, TOPUP_TOKEN_FILE: '/etc/hostname' }, /TOPUP_TOKEN and TOPUP_TOKEN_FILE are both set/],
    [withTokenFile('/nowhere'), /^TOPUP_TOKEN_FILE: \/nowhere does not exist\.$/],
    [withTokenFile('~/token'), /does not exist\. .*full path/],
    [withTokenFile('/'), /^TOPUP_TOKEN_FILE: \/ cannot be read \(EISDIR\)\.$/],
    [withTokenFile('/dev/null'), /^TOPUP_TOKEN_FILE: \/dev\/null is empty\. Put the token of the account in it\.$/],
    [{ ...account, SANDBOX: '1' }, /SANDBOX=1 and TOPUP_… are both set/],
    [{ ...account, TOPUP_BASE_URL: 'service.example' }, /TOPUP_BASE_URL is not an address/],
    [{ ...account, TOPUP_BASE_URL: 'http://service.example' }, /TOPUP_BASE_URL is plain HTTP/],
    [{ ...account, TOPUP_BASE_URL: 'https://me:secret@service.example' }, /must not contain a user/],
    [{ ...account, TOPUP_POS_ID: 'x' }, /TOPUP_POS_ID is not a number/],
    [{ TOPUP_KEY_FLOOR: '-1' }, /TOPUP_KEY_FLOOR is not a whole number/],
    [{ PORT: '80800' }, /PORT=80800 is not a whole number from 0 to 65535/],
    [{ PORT: '8080.5' }, /PORT=8080\.5 is not a whole number from 0 to 65535/],
    [{ PORT: '-1' }, /PORT=-1 is not a whole number/],
    [{ HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0 would serve the till to other devices over plain HTTP/],
    [{ TLS_CERT_FILE: '/etc/hostname' }, /TLS_KEY_FILE is not set/],
    [{ SANDBOX: 'yes' }, /SANDBOX=yes is not 1 or 0/],
    [{ TLS_CERT_FILE: '/etc/hostname', TLS_KEY_FILE: '/etc/hostname' }, /are not a PEM certificate and its key/],
    [{ DATABASE_URL: 'postgres://amal:secret@host' }, /^(?!.*secret)DATABASE_URL names no database/],
    [{ DATABASE_URL: 'postgres://a b' }, /DATABASE_URL names no database/],
    [{ DATABASE_URL: 'postgres://amal:sec#ret@host/db' }, /^(?!.*ret@)DATABASE_URL names no database.* %23 for #/],
    [{ DATABASE_URL: 'postgres://amal:100%x@host/db' }, /^(?!.*100)DATABASE_URL names no database.* %25 for %/],
    [{ DATABASE_URL: 'toptill.db' }, /DATABASE_URL is not of the form/],
    [{ DATABASE_URL: 'file:' }, /DATABASE_URL names no file/],
    [{ SHOP_TIME_ZONE: 'Dubai' }, /SHOP_TIME_ZONE=Dubai is not a time zone/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL=loud is not one of/],
    [{ METRICS_TOKEN: 'fifteen-letters' }, /^METRICS_TOKEN has to be at least 16 characters long/],
    [{ METRICS_TOKEN: 'sixteen letters with spaces' }, /^METRICS_TOKEN has to be/],
    [{ HOST: '127.999.999.999' }, /HOST=127\.999\.999\.999 would serve the till to other devices over plain HTTP/],
    [{ ...account, TOPUP_BASE_URL: 'http://127.0.0.1.evil.example' }, /TOPUP_BASE_URL is plain HTTP/],
    [{ PUBLIC_ORIGIN: 'https://till.example/sell' }, /PUBLIC_ORIGIN is not an origin/],
    [{ PUBLIC_ORIGIN: 'ftp://till.example' }, /PUBLIC_ORIGIN is not an origin/],
    [{ PUBLIC_ORIGIN: 'https://me@till.example' }, /PUBLIC_ORIGIN is not an origin/],
  ])('the environment %j is rejected with a sentence', (env, says) => {
    const read = () => readConfig(env)
    expect(read).toThrow(BadConfig)
    expect(read).toThrow(says)
  })

  it('all problems of the configuration are reported at once, each with a separate sentence', () => {
    const read = () => readConfig({ PORT: 'x', LOG_LEVEL: 'loud', TOPUP_POS_ID: '1', HOST: '0.0.0.0' })
    expect(read).toThrow(/^TOPUP_BASE_URL and .* not set\..*$/m)
    for (const name of ['PORT=x', 'LOG_LEVEL=loud', 'HOST=0.0.0.0']) expect(read).toThrow(new RegExp(`^${name} `, 'm'))
  })

  it('a problem repeats neither a secret nor a database address that may contain one', () => {
    const env = { METRICS_TOKEN: 'canary', DATABASE_URL: 'mysql://me:canary@host', TOPUP_POS_ID: 'canary' }
    expect(() => readConfig(env)).toThrow(/^DATABASE_URL is not of the form/m)
    expect(() => readConfig(env)).not.toThrow(/canary/)
  })

  it('the token of the metrics is verified, and its text is not stored', () => {
    const config = readConfig({ METRICS_TOKEN: 'canary-token-of-figures' })
    expect(config.isMetricsToken?.('canary-token-of-figures')).toBe(true)
    for (const wrong of ['', 'canary-token-of-figure', 'canary-token-of-figures2', 'Canary-token-of-figures'])
      expect(config.isMetricsToken?.(wrong)).toBe(false)
    expect(inspect(config, { depth: 9, showHidden: true })).not.toContain('canary')
    expect(readConfig({}).isMetricsToken).toBeUndefined()
  })

  it('a network address needs TLS or the permission for plain HTTP', () => {
    const file = (name: string) => fileURLToPath(new URL(`../../support/localhost-${name}.pem`, import.meta.url))
    const tls = { TLS_CERT_FILE: file('cert'), TLS_KEY_FILE: file('key') }
    expect(readConfig({ HOST: '0.0.0.0', ...tls }).tls?.cert).toContain('BEGIN CERTIFICATE')
    expect(readConfig({ HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: '1' }).tls).toBeUndefined()
  })

  it('with PostgreSQL the data folder is the folder data in the home', () => {
    const DATABASE_URL = 'postgres://toptill@database/toptill'
    const folderIn = (env: NodeJS.ProcessEnv) => readConfig({ ...account, DATABASE_URL, ...env }).dataFolder
    expect([folderIn({}), folderIn({ TOPTILL_HOME: '/srv/till' })]).toEqual([
      resolve('data'),
      resolve('/srv/till/data'),
    ])
  })

  it('plain HTTP is accepted for a provider on this machine', () => {
    expect(readConfig({ ...account, TOPUP_BASE_URL: 'http://127.0.0.1:9/x' }).account?.baseUrl).toBe(
      'http://127.0.0.1:9/x',
    )
  })
})
