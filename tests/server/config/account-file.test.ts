import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { keepAccountFile, readAccountFile, type ConnectedAccount } from '#server/config/account-file.ts'
import { BadConfig, readInstallation } from '#server/config/config.ts'
import { findWarnings } from '#server/cli/start/start-warnings.ts'
import { aFolder } from '../../support/folders.ts'

/** @security V13.3.1, V13.3.2, V14.2.1: The connected account is in one file that only its user can read, and nothing repeats its token. */

const account: ConnectedAccount = {
  baseUrl: 'https://service.example/api',
  posId: '20418',
  token: 'canary-of-the-connected-account',
  keyFloor: 7n,
}
const TOKEN = account.token

function aHome(text?: string): { home: string; file: string } {
  const home = aFolder()
  const file = join(home, 'account.json')
  if (text !== undefined) writeFileSync(file, text, { mode: 0o600 })
  return { home, file }
}
const configOf = (home: string, env: NodeJS.ProcessEnv = {}) =>
  readInstallation({ TOPTILL_HOME: home, ...env }).shops[0]
const warningsOf = (home: string, env: NodeJS.ProcessEnv = {}) =>
  findWarnings(readInstallation({ TOPTILL_HOME: home, ...env }), { env, userId: statSync(home).uid || 1_000 })

const settings = {
  TOPUP_BASE_URL: 'https://other.example',
  TOPUP_POS_ID: '7',
  TOPUP_TOKEN: 'a-token-of-the-settings',
}

describe('the file of the connected account', () => {
  it('the connected account is read back as it was kept, and its token is never shown', () => {
    const { home, file } = aHome()
    keepAccountFile(file, account)
    expect(readAccountFile(file)).toEqual({ account })
    const config = configOf(home)
    expect(config).toMatchObject({
      practice: false,
      keyFloor: 7n,
      accountFile: file,
      account: { baseUrl: account.baseUrl, posId: '20418', tokenFile: file, isConnected: true },
    })
    expect(inspect(config, { depth: 9, showHidden: true })).not.toContain('canary')
  })

  it.skipIf(process.platform === 'win32')(
    'only its user can read the file, also one that replaces an open file or a link',
    () => {
      const { home, file } = aHome('{}')
      chmodSync(file, 0o644)
      keepAccountFile(file, account)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const elsewhere = join(aFolder(), 'elsewhere')
      writeFileSync(elsewhere, 'as before')
      symlinkSync(elsewhere, `${file}.new`)
      keepAccountFile(file, { ...account, posId: '20419' })
      expect(readFileSync(elsewhere, 'utf8')).toBe('as before')
      expect(readdirSync(home)).toEqual(['account.json'])
      expect(configOf(home).account?.posId).toBe('20419')
    },
  )

  it('the file that was there stays whole if the new one cannot be protected, and no token is left', () => {
    const { home, file } = aHome()
    keepAccountFile(file, account)
    const protect = (draft: string) => {
      expect([draft, readFileSync(draft, 'utf8')]).toEqual([`${file}.new`, ''])
      throw new Error('no access list here')
    }
    expect(() => keepAccountFile(file, { ...account, posId: '9' }, protect)).toThrow('no access list here')
    expect(readdirSync(home)).toEqual(['account.json'])
    expect(configOf(home).account?.posId).toBe('20418')
  })

  it.each([
    ['', 'is not JSON of the form'],
    [`{"token": "${TOKEN}"`, 'is not JSON of the form'],
    [JSON.stringify({ baseUrl: 'https://service.example', posId: '1' }), 'has a field "token" too many or too few'],
    [JSON.stringify({ ...account, keyFloor: '1', more: TOKEN }), 'has a field "more" too many or too few'],
    [JSON.stringify({ ...account, keyFloor: '1', posId: 'x' }), '"posId" is not a number'],
    [JSON.stringify({ ...account, keyFloor: '1', baseUrl: 'http://service.example' }), '"baseUrl" is plain HTTP'],
    [JSON.stringify({ ...account, keyFloor: '1', token: `${TOKEN}\u200b` }), '"token" contains an invisible character'],
    [JSON.stringify({ ...account, keyFloor: '1', token: `${TOKEN}\nx` }), '"token" has to be one line'],
    [JSON.stringify({ ...account, keyFloor: 1 }), '"keyFloor" is not text'],
    [' '.repeat(20_000), 'is not JSON of the form'],
  ])(
    'a file that cannot be used keeps Toptill from starting, and its message does not repeat the token (%#)',
    (text, message) => {
      const { home, file } = aHome(text)
      const read = () => configOf(home)
      expect(read).toThrow(BadConfig)
      expect(read).toThrow(message)
      expect(read).toThrow(file)
      expect(read).not.toThrow(/canary/)
    },
  )

  it('settings have priority over the file, and a warning names it', () => {
    const { home, file } = aHome()
    keepAccountFile(file, account)
    expect(warningsOf(home)).toEqual([])
    expect(configOf(home, settings)).toMatchObject({ keyFloor: 0n, account: { posId: '7' } })
    expect(configOf(home, { SANDBOX: '1' })).toMatchObject({ practice: true })
    for (const env of [settings, { SANDBOX: '1' }])
      expect(warningsOf(home, env)).toEqual([expect.stringMatching(/account\.json .* is not used, because TOPUP_…/)])
    expect(configOf(home, { TOPUP_KEY_FLOOR: '99' })).toMatchObject({ keyFloor: 99n, account: { posId: '20418' } })
    // A file that is not used is not read.
    writeFileSync(file, 'damaged')
    expect(configOf(home, settings).account?.posId).toBe('7')
  })

  it.skipIf(process.platform === 'win32')('the start warns if others can open the file', () => {
    const { home, file } = aHome()
    keepAccountFile(file, account)
    chmodSync(file, 0o640)
    expect(warningsOf(home)).toEqual([
      expect.stringMatching(/^The connected account: other users .* can open .*account\.json/),
    ])
  })

  it('without a home no file is read or kept', () => {
    expect(readInstallation({}).shops[0]).not.toHaveProperty('accountFile')
    expect(existsSync('account.json')).toBe(false)
  })
})
